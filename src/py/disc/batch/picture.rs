//! Pictures of a `rcssgym.DiscBatch`.

use super::PyDiscBatch;
use crate::Any;
use crate::argument::{index, worlds};
use crate::disc::picture::{LookArguments, Wish};
use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;

#[pymethods]
impl PyDiscBatch {
    /// A picture of a world as it is now: ``(height, width, 3)`` uint8, rows from top to bottom,
    /// red, green and blue; of several worlds ``(n, height, width, 3)``.
    ///
    /// :param worlds: an index for one picture; distinct indices or a mask ``(W,)`` for several.
    /// :param trail: where the ball was, the oldest place first: ``(T, 2)`` for one world,
    ///     ``(n, T, 2)`` for several; ``nan`` is left out.
    ///
    /// All other parameters are those of :meth:`DiscSimulation.render`.
    #[pyo3(
        signature = (
            worlds=None, width=None, height=None, *, view=None, board=None, numbers=None,
            stamina=None, view_cones=None, trail=None, drawings=None
        ),
        text_signature = "($self, worlds=0, width=1056, height=760, *, view=None, board=True, \
            numbers=True, stamina=True, view_cones=0.0, trail=None, drawings=())"
    )]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn render<'py>(
        &self,
        py: Python<'py>,
        worlds: Option<Any<'_, 'py>>,
        width: Option<Any<'_, 'py>>,
        height: Option<Any<'_, 'py>>,
        view: Option<Any<'_, 'py>>,
        board: Option<Any<'_, 'py>>,
        numbers: Option<Any<'_, 'py>>,
        stamina: Option<Any<'_, 'py>>,
        view_cones: Option<Any<'_, 'py>>,
        trail: Option<Any<'_, 'py>>,
        drawings: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let arguments = LookArguments {
            width,
            height,
            view,
            board,
            numbers,
            stamina,
            view_cones,
            trail,
            drawings,
        };
        // A number selects one world, whose picture has no axis for worlds.
        let single = match worlds {
            None => Some(0),
            Some(world) if world.hasattr("__index__")? && !world.hasattr("__len__")? => {
                Some(index(world, "worlds", self.num_worlds)?)
            }
            Some(_) => None,
        };
        let chosen = match single {
            Some(world) => vec![world],
            None => self::worlds(worlds, self.num_worlds)?,
        };
        let wish = Wish::new(&arguments, single.is_none().then_some(chosen.len()))?;
        let [height, width] = [wish.size.height(), wish.size.width()];
        let shape = match single {
            Some(_) => vec![height, width, 3],
            None => vec![chosen.len(), height, width, 3],
        };
        let pictures = PyArrayDyn::<u8>::zeros(py, shape, false);
        let mut writer = pictures.readwrite();
        let out = writer.as_slice_mut()?;
        self.door.attempt(py, |batch| {
            batch.render(&chosen, &wish.look(), &wish.trails, wish.size, out)
        })?;
        drop(writer);
        Ok(pictures)
    }
}
