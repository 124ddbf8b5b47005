//! Pictures of the worlds.

use super::{WorldBatch, checks};
use crate::error::Result;
use crate::render::{Camera, Painter, Size};

impl WorldBatch {
    /// Draws one world as it is now to `out`, as [`Painter::paint`] does.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) for a world out of range, an `out` of another
    /// length than the picture's, or a shape that cannot be drawn.
    pub fn render(
        &mut self,
        world: usize,
        camera: Option<&Camera>,
        size: Size,
        out: &mut [u8],
    ) -> Result<()> {
        checks::index("world", world, self.num_worlds())?;
        let painter = match self.painter.take() {
            Some(painter) => painter,
            None => Painter::new(&self.scene)?,
        };
        let qpos = &self.state.qpos[world * self.scene.nq()..][..self.scene.nq()];
        self.painter.insert(painter).paint(&self.scene, qpos, camera, size, out)
    }
}
