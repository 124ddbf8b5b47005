//! What sits beside a world: the decisions of teams that play by themselves, the statistics, and
//! what trainer and coaches say.

use crate::disc::{Side, World};
use crate::teams::{Crew, CrewState, Statistics};

/// What players have heard from the trainer or from a coach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The side whose coach speaks; `None` for the trainer.
    pub speaker: Option<Side>,
    /// The side that hears it; `None` for both teams.
    pub listeners: Option<Side>,
    /// What is said.
    pub text: String,
}

/// What sits beside a world.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub crew: Crew,
    pub statistics: Statistics,
    /// What players have heard from trainer and coaches in the last cycle.
    pub asides: Vec<Aside>,
}

/// All that changes in a seat.
pub(super) type SeatState = (CrewState, Statistics);

impl Seat {
    /// A seat before the game.
    pub fn new(crew: Crew) -> Self {
        Self { crew, statistics: Statistics::default(), asides: Vec::new() }
    }

    /// Returns to the state before the game, with the random numbers of a seed.
    pub fn begin_anew(&mut self, seed: u64) {
        self.crew.begin_anew(seed);
        self.statistics = Statistics::default();
        self.asides.clear();
    }

    /// Collects what players hear from trainer and coaches in a cycle.
    pub fn listen(&mut self, world: &mut World) {
        self.asides.clear();
        let Some(staff) = &mut world.staff else { return };
        for said in std::mem::take(&mut staff.said) {
            self.asides.push(Aside { speaker: said.side, listeners: None, text: said.text });
        }
        for advised in &world.advised {
            let (speaker, text) = (Some(advised.side), advised.text.clone());
            self.asides.push(Aside { speaker, listeners: speaker, text });
        }
    }

    /// All that changes.
    pub fn state(&self) -> SeatState {
        (self.crew.state(), self.statistics)
    }

    /// Restores a state that [`is_possible`].
    pub fn restore(&mut self, (crew, statistics): SeatState) {
        self.crew.restore(crew);
        self.statistics = statistics;
    }
}

/// Whether a seat can have this state.
pub(super) fn is_possible((crew, statistics): &SeatState) -> bool {
    crew.is_possible() && statistics.is_possible()
}
