//! State of a match: clock, play mode, teams and score.

use super::pass::Pass;
use super::phase::Phase;
use super::play_mode::{PLAY_MODES, PlayMode};
use super::player::Side;
use serde::{Deserialize, Serialize};

/// Clock, play mode, teams and score of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameState {
    phase: Phase,
    sim_time: f64,
    play_time: f64,
    /// Counted in ms, so that rounding errors do not add up.
    play_time_ms: i64,
    play_time_is_whole: bool,
    play_mode: PlayMode,
    /// Play time at which each mode was last set, s.
    history: [f64; PLAY_MODES],
    /// Names by side of the teams that have joined.
    pub team_names: [Option<String>; 2],
    /// Goals by side.
    pub score: [i64; 2],
    /// The last pass, until a play mode is set.
    pub(super) pass: Option<Pass>,
}

impl GameState {
    /// Returns the state before the kick-off of a phase, without teams. `whole`: whether the play
    /// time was given as a whole number, which rcsssmj prints as such until the clock runs.
    pub fn new(phase: Phase, play_time: f64, whole: bool) -> Self {
        Self {
            phase,
            sim_time: 0.0,
            play_time,
            play_time_ms: milliseconds(play_time),
            play_time_is_whole: whole,
            play_mode: PlayMode::BeforeKickOff,
            history: [0.0; PLAY_MODES],
            team_names: [None, None],
            score: [0, 0],
            pass: None,
        }
    }

    /// Resets to before the kick-off of a phase, without teams and goals.
    pub fn reset(&mut self, phase: Phase, play_time: f64, whole: bool) {
        *self = Self::new(phase, play_time, whole);
    }

    /// Switches to before the kick-off of another phase; teams and goals stay.
    pub fn switch_phase(&mut self, phase: Phase, play_time: f64, whole: bool) {
        self.phase = phase;
        self.play_time = play_time;
        self.play_time_ms = milliseconds(play_time);
        self.play_time_is_whole = whole;
        self.play_mode = PlayMode::BeforeKickOff;
        self.pass = None;
        self.history = [0.0; PLAY_MODES];
    }

    /// The phase that is played.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Simulated time of the last update, s.
    pub fn sim_time(&self) -> f64 {
        self.sim_time
    }

    /// The clock of the match, s.
    pub fn play_time(&self) -> f64 {
        self.play_time
    }

    /// Whether the play time is still the whole number that it was set to. rcsssmj prints `300`
    /// then, and `300.0` otherwise.
    pub fn play_time_is_whole(&self) -> bool {
        self.play_time_is_whole
    }

    /// The play mode.
    pub fn play_mode(&self) -> PlayMode {
        self.play_mode
    }

    /// Play time at which a mode was last set, s; 0 if never.
    pub fn play_mode_time(&self, mode: PlayMode) -> f64 {
        self.history[mode.index()]
    }

    /// Play time since a mode was last set, s.
    pub fn play_mode_age(&self, mode: PlayMode) -> f64 {
        self.play_time - self.play_mode_time(mode)
    }

    /// Sets the play mode.
    pub fn set_play_mode(&mut self, mode: PlayMode) {
        self.play_mode = mode;
        self.pass = None;
        self.history[mode.index()] = self.play_time;
    }

    /// Sets what the clock of the match shows, s. The age of the play mode stays the same.
    pub fn set_play_time(&mut self, play_time: f64) {
        let mode = self.play_mode;
        let age = self.play_mode_age(mode);
        self.play_time = play_time;
        self.play_time_ms = milliseconds(play_time);
        self.play_time_is_whole = false;
        self.history[mode.index()] = play_time - age;
    }

    /// Advances to a simulated time; the clock of the match advances only with `progress`.
    pub fn update(&mut self, sim_time: f64, progress: bool) {
        let elapsed = sim_time - self.sim_time;
        self.sim_time = sim_time;
        if progress {
            let elapsed_ms = (0.5 + elapsed * 1000.0) as i64;
            self.play_time_ms = self.play_time_ms.saturating_add(elapsed_ms);
            self.play_time = self.play_time_ms as f64 / 1000.0;
            self.play_time_is_whole = false;
        }
    }

    /// Counts a goal for `side`.
    pub fn goal(&mut self, side: Side) {
        let score = &mut self.score[side.index()];
        *score = score.saturating_add(1);
        self.set_play_mode(PlayMode::goal(side));
    }

    /// Name of a side's team, if it has joined.
    pub fn team_name(&self, side: Side) -> Option<&str> {
        self.team_names[side.index()].as_deref()
    }

    /// The side on which a team plays.
    pub fn side_of(&self, team: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.team_name(*side) == Some(team))
    }

    /// Gives a team the first free side, left first, unless it has one. `None` for a third team.
    pub fn update_team_names(&mut self, team: &str) -> Option<Side> {
        let known = self.side_of(team);
        known.or_else(|| {
            let free = Side::BOTH.into_iter().find(|side| self.team_name(*side).is_none())?;
            self.team_names[free.index()] = Some(team.to_owned());
            Some(free)
        })
    }
}

/// Milliseconds, truncated to a whole number.
fn milliseconds(seconds: f64) -> i64 {
    (seconds * 1000.0) as i64
}
