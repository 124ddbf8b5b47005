//! What a camera sees.

use super::Perception;
use super::detection::write_detections;
use crate::value::{sequence, setters, string, value_methods};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rcssgym::wire::rcsssmj::perception::write_vision;

/// Everything in view of a camera.
///
/// ``to_sexp()`` is ``(<name> ...)`` with the detections in place of the dots.
#[pyclass(module = "rcssgym.perceptions", extends = Perception)]
pub struct VisionPerception {
    /// The detections: objects with a ``to_sexp()``.
    #[pyo3(get)]
    obj_detections: Py<PyAny>,
}

value_methods!(VisionPerception: name, objects = obj_detections);
setters!(VisionPerception: obj_detections: sequence);

#[pymethods]
impl VisionPerception {
    #[new]
    fn new(
        name: &Bound<'_, PyAny>,
        objects: &Bound<'_, PyAny>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let vision = Self { obj_detections: sequence(objects, "objects")? };
        Ok(Perception::with_name(string(name, "name")?).add_subclass(vision))
    }

    /// Text of this perception on the wire.
    fn to_sexp(this: &Bound<'_, Self>) -> PyResult<String> {
        let py = this.py();
        let this = this.borrow();
        let name = this.as_super().sensor(py)?.to_str()?;
        let mut out = String::new();
        write_vision(&mut out, name, |out| write_detections(this.obj_detections.bind(py), out))?;
        Ok(out)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.obj_detections)
    }
}

/// A `VisionPerception`.
pub fn vision<'py>(
    name: &Bound<'py, PyString>,
    detections: Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyAny>> {
    let vision = VisionPerception { obj_detections: detections.into_any().unbind() };
    let vision = Perception::with_name(name).add_subclass(vision);
    Ok(Bound::new(name.py(), vision)?.into_any())
}
