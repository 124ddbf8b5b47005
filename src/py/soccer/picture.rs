//! Pictures of a game that a server runs meanwhile.

use super::PySoccerWorld;
use crate::error::{OrRaise, RcssGymError};
use numpy::{PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use rcssgym::batch::Shown;
use rcssgym::render::Size;
use std::sync::PoisonError;

#[pymethods]
impl PySoccerWorld {
    /// A picture like that of ``WorldBatch.render``: of the whole pitch, or of what is around the
    /// ball.
    ///
    /// The world is only copied between two steps; it goes on while it is drawn.
    fn picture<'py>(
        &self,
        py: Python<'py>,
        width: usize,
        height: usize,
        of_ball: bool,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let size = Size::new(width, height).or_raise()?;
        let picture = PyArray3::zeros(py, [height, width, 3], false);
        let mut writer = picture.readwrite();
        let out = writer.as_slice_mut()?;
        let shown = if of_ball { Shown::Ball } else { Shown::Pitch };
        py.detach(|| {
            let mut renderer = self.renderer.lock().unwrap_or_else(PoisonError::into_inner);
            let batch = self.door.wait().map_err(RcssGymError::new_err)?;
            renderer.look(&batch, 0).or_raise()?;
            drop(batch);
            renderer.paint(shown, size, out).or_raise()
        })?;
        drop(writer);
        Ok(picture)
    }
}
