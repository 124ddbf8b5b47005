//! Who sits beside a world: who decides for teams that play by themselves, who counts, and who
//! listens to trainer and coaches.

use crate::disc::{Side, World};
use crate::teams::{Crew, CrewState, Statistics};

/// What players have heard of the trainer or of a coach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// Whose coach speaks; nobody's: the trainer.
    pub speaker: Option<Side>,
    /// Who hears it; nobody: both teams.
    pub listeners: Option<Side>,
    /// What.
    pub text: String,
}

/// Beside a world.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub crew: Crew,
    pub statistics: Statistics,
    /// Of the last cycle.
    pub asides: Vec<Aside>,
}

/// All that changes in a seat.
pub(super) type SeatState = (CrewState, Statistics);

impl Seat {
    /// Before the game.
    pub fn new(crew: Crew) -> Self {
        Self { crew, statistics: Statistics::default(), asides: Vec::new() }
    }

    /// Back to before the game, on the streams of a seed.
    pub fn begin_anew(&mut self, seed: u64) {
        self.crew.begin_anew(seed);
        self.statistics = Statistics::default();
        self.asides.clear();
    }

    /// Takes what players hear of trainer and coaches with a cycle.
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

    /// Another state, which can be one.
    pub fn restore(&mut self, (crew, statistics): SeatState) {
        self.crew.restore(crew);
        self.statistics = statistics;
    }
}

/// Whether a state can be one.
pub(super) fn is_possible((crew, statistics): &SeatState) -> bool {
    crew.is_possible() && statistics.is_possible()
}
