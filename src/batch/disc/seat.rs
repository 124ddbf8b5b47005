//! Who sits beside a world: who decides for teams that play by themselves, and who counts.

use crate::teams::{Crew, CrewState, Statistics};

/// Beside a world.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub crew: Crew,
    pub statistics: Statistics,
}

/// All that changes in a seat.
pub(super) type SeatState = (CrewState, Statistics);

impl Seat {
    /// Back to before the game, on the streams of a seed.
    pub fn begin_anew(&mut self, seed: u64) {
        self.crew.begin_anew(seed);
        self.statistics = Statistics::default();
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
