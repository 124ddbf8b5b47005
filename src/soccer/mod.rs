//! Soccer: field and players, rules, clock, play modes and the referee.
//!
//! An [`Arena`] is what a match is played in: a [`Field`], players and the ball, each a body of the
//! physics. A [`Game`] is the match itself. It reads and moves ball and players only through a
//! [`Pitch`], which [`WorldPitch`] implements for the physics.
//!
//! Once a cycle, after the step: [`Game::observe_ball`], then [`Game::command`] for commands of
//! monitors, then [`Game::referee`]. Behaviour is that of rcsssmj 0.2.1 (its `games/soccer`
//! modules); where we differ on purpose, the function says so. [`Compat`] decides how far we do.
//!
//! A new rule is a file in `referee/`, a variant of `Rule` and its arm in [`Game::apply`]; a new
//! decision belongs to `referee/decisions.rs`, a new mode to `play_mode.rs`.

mod admission;
mod anatomy;
mod area;
mod arena;
mod ball;
mod command;
mod compat;
mod field;
mod foul;
mod lift;
mod lineup;
mod markers;
mod pass;
mod phase;
mod physics;
mod pitch;
mod play_mode;
mod player;
mod referee;
mod rules;
mod state;

pub use area::{Area, Volume};
pub use arena::{Arena, BALL, Entrant, MEDIUM, SUBSTEPS, ball_radius};
pub use ball::BallContacts;
pub use command::{COMMAND_LIMIT, Command};
pub use compat::Compat;
pub use field::{Areas, Field};
pub use foul::{Foul, FoulEvent};
pub use lineup::{Lineup, forget_gains};
pub use markers::Marker;
pub use pass::{PASS_DISTANCE, PASS_TIME};
pub use phase::Phase;
pub use physics::WorldPitch;
pub use pitch::{Arm, BallContact, Pitch, Posture};
pub use play_mode::{PLAY_MODES, PlayMode};
pub use player::{PlayerId, Side};
pub use referee::{PlayerRecord, Referee, RefereeKind, Rule, Ruling};
pub use rules::{PhaseTimes, Rules};
pub use state::GameState;

use serde::{Deserialize, Serialize};

/// The match that is played in one world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// What is allowed, and for how long.
    pub rules: Rules,
    /// How closely rcsssmj is followed.
    pub compat: Compat,
    /// Clock, play mode, teams and score.
    pub state: GameState,
    /// Who touches the ball.
    pub ball: BallContacts,
    /// What the referee remembers.
    pub referee: Referee,
    /// Fouls that nobody has taken yet.
    pub events: Vec<FoulEvent>,
    /// Whether a monitor has requested the end of the simulation.
    pub killed: bool,
}

impl Game {
    /// A match before the kick-off of a phase, at that phase's start unless a play time is given,
    /// s, with whether it is [known as a whole number](GameState::play_time_is_whole).
    pub fn new(
        rules: Rules,
        kind: RefereeKind,
        phase: Phase,
        play_time: Option<(f64, bool)>,
        compat: Compat,
    ) -> Self {
        let state = match play_time {
            Some((time, whole)) => GameState::new(phase, time, whole),
            None => GameState::new(phase, rules.start_time(phase), rules.start_is_whole(phase)),
        };
        Self {
            rules,
            compat,
            state,
            ball: BallContacts::default(),
            referee: Referee::new(kind),
            events: Vec::new(),
            killed: false,
        }
    }

    /// Updates who touches the ball. Must be called after each step, before commands and referee.
    pub fn observe_ball(&mut self, pitch: &dyn Pitch<'_>) {
        self.ball.observe(pitch);
    }

    /// Whether robots may place themselves now.
    pub fn is_beaming_allowed(&self) -> bool {
        self.state.play_mode().allows_beaming()
    }

    /// Takes the fouls that nobody has taken yet.
    pub fn take_events(&mut self) -> Vec<FoulEvent> {
        std::mem::take(&mut self.events)
    }

    /// Notes that a player has left the match. The time for which it lay on the ground is kept, as
    /// in rcsssmj: leaving and coming back is no way to get up.
    pub fn remove_player(&mut self, player: PlayerId) {
        self.referee.let_go(player);
    }
}
