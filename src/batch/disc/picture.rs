//! Pictures of the worlds.

use super::DiscBatch;
use crate::disc::Vec2;
use crate::error::Result;
use crate::render::{Size, disc};

impl DiscBatch {
    /// Draws some worlds as they are now, in all threads, one picture after the other to `out`, as
    /// [`disc::paint`] does. `trails` has one trail for each of these worlds, or none.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for worlds out of range, other numbers of trails or bytes, and a
    /// view that is not a rectangle.
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
        let paint = |index: usize, out: &mut [u8]| {
            let trail = trails.get(index).map_or(look.trail, Vec::as_slice);
            let look = disc::Look { trail, ..look.clone() };
            disc::paint(&self.worlds[worlds[index]], &look, size, out)
        };
        let mut pictures: Vec<_> =
            out.chunks_exact_mut(size.bytes()).map(|out| (out, Ok(()))).collect();
        self.threads.share(&mut pictures, |first, pictures| {
            for (index, (out, result)) in (first..).zip(pictures) {
                *result = paint(index, out);
            }
        });
        pictures.into_iter().try_for_each(|(_, result)| result)
    }
}
