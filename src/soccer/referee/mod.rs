//! The referee: watches a match once a cycle and decides.

mod decisions;
mod defence;
mod fouls;
mod hand;
mod incapable;
mod kick_challenge;
mod placement;
mod triggers;

pub(super) use placement::penalize;

use super::foul::{Foul, FoulEvent};
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

/// What the referee keeps in mind between cycles.
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
    /// How far from there a second player of that team lifts the restriction, m.
    pub reference_radius: f64,
    /// Fouls of this cycle, in the order in which they were given.
    pub fouls: Vec<(PlayerId, Foul)>,
    /// A decision was taken in this cycle, so nothing else is triggered.
    did_act: bool,
    players: Vec<PlayerRecord>,
    /// Cycles in a row with too many players in their goalie area, by side.
    crowded_cycles: [u32; 2],
    /// When a kick challenge starts, s of simulated time; known once somebody has come.
    start_time: Option<f64>,
}

/// What the referee keeps in mind about a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// Who it is.
    pub player: PlayerId,
    /// How long it lies on the ground, s.
    pub ground_time: f64,
    /// How long it has not stood, s.
    pub not_standing_time: f64,
    /// How long it stands, s.
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
    /// Referees one cycle; `timestep` is its length, s. To be called after the step, the ball's
    /// observation and the monitors' commands.
    pub fn referee(&mut self, pitch: &mut dyn Pitch<'_>, timestep: f64) {
        match self.referee.kind {
            RefereeKind::Soccer => self.referee_cycle(pitch, timestep),
            RefereeKind::KickChallenge => self.referee_kick_challenge(pitch, timestep),
        }
        self.referee.did_act = false;
    }

    fn referee_cycle(&mut self, pitch: &mut dyn Pitch<'_>, timestep: f64) {
        self.referee.fouls.clear();
        let stopped = [PlayMode::BeforeKickOff, PlayMode::GameOver];
        let progress = !stopped.contains(&self.state.play_mode());
        self.state.update(pitch.time(), progress);
        if self.state.play_time() >= self.rules.end_time(self.state.phase()) {
            self.end_phase();
            return;
        }
        let challenge = self.referee.kind == RefereeKind::KickChallenge;
        if challenge {
            self.check_challenge_fouls();
        } else if self.state.play_mode() == PlayMode::GameOver {
            return;
        } else {
            self.check_fouls(pitch);
        }
        self.check_incapable(pitch, timestep);
        self.check_illegal_defence(pitch);

        self.check_timeouts(pitch);
        if !challenge {
            self.check_location_triggers(pitch);
        }
        self.check_contact_triggers(pitch);
        if !challenge {
            self.penalize_misplaced_players(pitch);
        }
    }

    /// The time of a phase is up: on to the second half, or the match is over. A challenge knows
    /// no halves. (rcsssmj ends the match after the first half.)
    fn end_phase(&mut self) {
        match self.state.phase().next() {
            Some(phase) if self.referee.kind == RefereeKind::Soccer => self.begin_phase(phase),
            _ => self.game_over(),
        }
    }

    fn begin_phase(&mut self, phase: Phase) {
        let (start, whole) = (self.rules.start_time(phase), self.rules.start_is_whole(phase));
        self.state.switch_phase(phase, start, whole);
        self.lift_restrictions();
        self.ball.reset_contacts();
    }

    fn log_foul(&mut self, player: PlayerId, foul: Foul) {
        self.referee.fouls.push((player, foul));
        let (time, play_time) = (self.state.sim_time(), self.state.play_time());
        self.events.push(FoulEvent { time, play_time, player, foul });
    }
}
