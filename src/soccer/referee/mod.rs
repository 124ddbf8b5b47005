//! The referee: watches a match once a cycle and decides.

mod decisions;
mod defence;
mod fouls;
mod hand;
mod incapable;
mod kick_challenge;
mod placement;
mod removal;
mod ruling;
mod sending;
mod triggers;

pub(super) use removal::penalize;
pub use ruling::Ruling;

use removal::keep_clear_of_ball;
pub(super) use sending::{line_up, send_away};

use super::foul::{Foul, FoulEvent};
use super::pass::PASS_DISTANCE;
use super::play_mode::PlayMode;
use super::{Game, Phase};
use crate::soccer::pitch::Pitch;
use crate::soccer::player::{PlayerId, Side};
use serde::{Deserialize, Serialize};

/// Which competition is refereed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RefereeKind {
    /// A match.
    Soccer,
    /// One kick of the left team: as far and as straight to the right as possible.
    KickChallenge,
}

/// What the referee checks once a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Hand ball, double touch, and who may score.
    Fouls,
    /// Players who do not get up.
    Incapable,
    /// Too many players in their own goalie area.
    IllegalDefence,
    /// Kicks that nobody takes in time, and the pause after a goal.
    Timeouts,
    /// Where the ball is.
    Locations,
    /// Who touches the ball.
    Contacts,
    /// Players where the play mode forbids it.
    Placement,
}

impl Rule {
    /// All rules, in their order.
    pub const ALL: [Self; 7] = [
        Self::Fouls,
        Self::Incapable,
        Self::IllegalDefence,
        Self::Timeouts,
        Self::Locations,
        Self::Contacts,
        Self::Placement,
    ];

    /// rcsssmj's name of the method that applies the rule.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fouls => "_check_fouls",
            Self::Incapable => "_check_incapable_fouls",
            Self::IllegalDefence => "_check_illegal_defense",
            Self::Timeouts => "_check_timeouts",
            Self::Locations => "_check_location_triggers",
            Self::Contacts => "_check_contact_triggers",
            Self::Placement => "_penalize_misplaced_players",
        }
    }

    /// The rule of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// What the referee remembers from cycle to cycle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Referee {
    /// Which competition is refereed.
    pub kind: RefereeKind,
    /// Who must not touch the ball again before somebody else has.
    pub agent_na_touch_ball: Option<PlayerId>,
    /// Which team must not score before another player has touched the ball.
    pub team_na_score: Option<Side>,
    /// Where the ball lay when that team was given the ball, m.
    pub reference_point: [f64; 2],
    /// Distance from there beyond which a second player of that team lifts the restriction, m.
    pub reference_radius: f64,
    /// Fouls of this cycle, in the order in which they were given.
    pub fouls: Vec<(PlayerId, Foul)>,
    /// Whether a decision was taken in this cycle, so that nothing else is triggered.
    pub did_act: bool,
    /// Collects rulings while somebody else carries them out.
    #[serde(skip)]
    collected: Option<Vec<Ruling>>,
    players: Vec<PlayerRecord>,
    /// Consecutive cycles with too many players in their goalie area, by side.
    crowded_cycles: [u32; 2],
    /// When a kick challenge starts, s of simulated time; known once somebody has joined.
    start_time: Option<f64>,
}

/// What the referee remembers about a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// Who it is.
    pub player: PlayerId,
    /// How long it has been lying on the ground, s.
    pub ground_time: f64,
    /// How long it has not stood, s.
    pub not_standing_time: f64,
    /// How long it has been standing, s.
    pub standing_time: f64,
    /// Simulated time at which it entered its own goalie area, s, while it is there.
    pub goalie_area_entry: Option<f64>,
}

impl Referee {
    /// A referee who has seen nothing yet.
    pub fn new(kind: RefereeKind) -> Self {
        Self {
            kind,
            agent_na_touch_ball: None,
            team_na_score: None,
            reference_point: [0.0; 2],
            reference_radius: 0.0,
            fouls: Vec::new(),
            did_act: false,
            collected: None,
            players: Vec::new(),
            crowded_cycles: [0; 2],
            start_time: None,
        }
    }

    /// Forgets fouls and times; restrictions on touching and scoring stay, as in rcsssmj.
    pub fn reset(&mut self) {
        self.did_act = false;
        self.fouls.clear();
        self.players.clear();
        self.crowded_cycles = [0; 2];
        self.start_time = None;
    }

    /// What is known about a player; `None` before its first cycle.
    pub fn record(&self, player: PlayerId) -> Option<&PlayerRecord> {
        self.players.iter().find(|record| record.player == player)
    }

    pub(super) fn let_go(&mut self, player: PlayerId) {
        if let Some(record) = self.players.iter_mut().find(|record| record.player == player) {
            record.goalie_area_entry = None;
        }
    }

    fn record_mut(&mut self, player: PlayerId) -> &mut PlayerRecord {
        let known = self.players.iter().position(|record| record.player == player);
        let index = known.unwrap_or_else(|| {
            self.players.push(PlayerRecord {
                player,
                ground_time: 0.0,
                not_standing_time: 0.0,
                standing_time: 0.0,
                goalie_area_entry: None,
            });
            self.players.len() - 1
        });
        &mut self.players[index]
    }
}

impl Game {
    /// Referees one cycle; `timestep` is its length, s. Must be called after the step, the ball's
    /// observation and the monitors' commands.
    pub fn referee(&mut self, pitch: &mut dyn Pitch<'_>, timestep: f64) {
        self.begin_referee(pitch);
        let goes_on = self.tick(pitch);
        if goes_on {
            Rule::ALL.into_iter().for_each(|rule| self.apply(rule, pitch, timestep));
        }
        self.end_referee(pitch, !goes_on);
    }

    /// First piece of [`Self::referee`]: forgets the fouls of the cycle before, keeps opponents of
    /// a pass away from the ball, and starts a challenge if it is time.
    pub fn begin_referee(&mut self, pitch: &mut dyn Pitch<'_>) {
        self.referee.fouls.clear();
        if let Some(side) = self.state.passing() {
            keep_clear_of_ball(pitch, PASS_DISTANCE, &[side.opponent()]);
        }
        if self.referee.kind == RefereeKind::KickChallenge {
            self.begin_challenge(pitch);
        }
    }

    /// Second piece: the clock. Returns false if the cycle is over then, because time is up or the
    /// match is over.
    pub fn tick(&mut self, pitch: &mut dyn Pitch<'_>) -> bool {
        // rcsssmj, and strict compatibility, go on after the end of a match
        let stands_still = self.referee.kind == RefereeKind::Soccer && !self.compat.is_strict();
        let stopped = [PlayMode::BeforeKickOff, PlayMode::GameOver];
        // nor does a kick-off advance the clock once time is up
        let is_vain = stands_still && self.is_time_up();
        let progress = !is_vain && !stopped.contains(&self.state.play_mode());
        self.state.update(pitch.time(), progress);
        if self.is_phase_over() {
            self.end_phase(pitch);
            return false;
        }
        !(stands_still && self.state.play_mode() == PlayMode::GameOver)
    }

    /// Whether the time of the match is up. Then play cannot go on unless the clock is set to
    /// another time.
    pub fn is_time_up(&self) -> bool {
        self.is_phase_over() && self.next_phase().is_none()
    }

    fn is_phase_over(&self) -> bool {
        self.state.play_time() >= self.rules.end_time(self.state.phase())
    }

    /// Third piece, for each rule in order.
    pub fn apply(&mut self, rule: Rule, pitch: &mut dyn Pitch<'_>, timestep: f64) {
        let is_challenge = self.referee.kind == RefereeKind::KickChallenge;
        match rule {
            Rule::Fouls if is_challenge => self.check_challenge_fouls(pitch),
            Rule::Fouls => self.check_fouls(pitch),
            Rule::Incapable => self.check_incapable(pitch, timestep),
            Rule::IllegalDefence => self.check_illegal_defence(pitch),
            Rule::Timeouts => self.check_timeouts(pitch),
            Rule::Locations if is_challenge => {}
            Rule::Locations => self.check_location_triggers(pitch),
            Rule::Contacts => self.check_contact_triggers(pitch),
            Rule::Placement if is_challenge => {}
            Rule::Placement => self.penalize_misplaced_players(pitch, self.state.play_mode()),
        }
    }

    /// Last piece: the score of a challenge. `is_over`: whether [`Self::tick`] has returned false.
    pub fn end_referee(&mut self, pitch: &mut dyn Pitch<'_>, is_over: bool) {
        if self.referee.kind == RefereeKind::KickChallenge {
            self.score_challenge(pitch);
        }
        // after the end of a phase, rcsssmj's referee takes no decision in the next cycle either
        self.referee.did_act &= is_over && self.compat.is_strict();
    }

    /// Ends a phase whose time is up: begins the next one, or ends the match.
    fn end_phase(&mut self, pitch: &mut dyn Pitch<'_>) {
        match self.next_phase() {
            Some(phase) => self.begin_phase(phase),
            None => self.rule(pitch, Ruling::GameOver),
        }
    }

    /// The phase that follows without a new match: a second half. A challenge has no halves.
    /// (rcsssmj, and strict [`Compat`](super::Compat), end the match after any half.)
    fn next_phase(&self) -> Option<Phase> {
        let has_halves = self.referee.kind == RefereeKind::Soccer && !self.compat.is_strict();
        self.state.phase().next().filter(|_| has_halves)
    }

    fn begin_phase(&mut self, phase: Phase) {
        let (start, whole) = (self.rules.start_time(phase), self.rules.start_is_whole(phase));
        self.state.switch_phase(phase, start, whole);
        self.lift_restrictions();
        self.ball.reset_contacts();
    }

    /// Records a foul.
    pub fn log_foul(&mut self, player: PlayerId, foul: Foul) {
        self.referee.fouls.push((player, foul));
        let (time, play_time) = (self.state.sim_time(), self.state.play_time());
        self.events.push(FoulEvent { time, play_time, player, foul });
    }
}
