//! Pictures of the worlds.

use super::DiscBatch;
use crate::disc::Vec2;
use crate::error::Result;
use crate::render::{Size, disc};
use rayon::prelude::*;

impl DiscBatch {
    /// Draws some worlds as they are now, in all threads, one picture after the other to `out`, as
    /// [`disc::paint`] does. `trails` are those of the worlds, or none.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for worlds out of range, other numbers of trails or bytes, and a
    /// view that is no rectangle.
    pub fn render(
        &self,
        worlds: &[usize],
        look: &disc::Look<'_>,
        trails: &[Vec<Vec2>],
        size: Size,
        out: &mut [u8],
    ) -> Result<()> {
        for &world in worlds {
            super::checks::index("worlds", world, self.worlds.len())?;
        }
        super::checks::length("out", out.len(), worlds.len() * size.bytes())?;
        if !trails.is_empty() {
            super::checks::length("trail", trails.len(), worlds.len())?;
        }
        let paint = |(index, out): (usize, &mut [u8])| {
            let trail = trails.get(index).map_or(look.trail, Vec::as_slice);
            let look = disc::Look { trail, ..look.clone() };
            disc::paint(&self.worlds[worlds[index]], &look, size, out)
        };
        match &self.pool {
            None => out.chunks_exact_mut(size.bytes()).enumerate().try_for_each(paint),
            Some(pool) => pool
                .install(|| out.par_chunks_exact_mut(size.bytes()).enumerate().try_for_each(paint)),
        }
    }
}
