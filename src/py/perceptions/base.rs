//! The base of all perceptions.

use super::super::value::{Name, PickledState, missing, restore_dict};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

/// What one sensor of a robot reports; the base class of all perceptions, including your own.
///
/// A derived class must have a method ``to_sexp()`` and call ``super().__init__(name)``.
#[pyclass(module = "rcssgym.perceptions", subclass)]
pub struct Perception {
    name: Name,
}

impl Perception {
    /// The base of a perception, to which a subclass is added.
    pub fn with_name(name: &Bound<'_, PyString>) -> PyClassInitializer<Self> {
        PyClassInitializer::from(Self { name: Name::new(name) })
    }

    /// Name of the sensor.
    pub fn sensor<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyString>> {
        self.name.get(py, "name")
    }
}

#[pymethods]
impl Perception {
    #[new]
    #[classmethod]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(name)")]
    fn new(
        class: &Bound<'_, PyType>,
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Ok(Self { name: Name::of_subclass::<Self>(class)? })
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __init__(
        &mut self,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        self.name.initialize("name", args, kwargs)
    }

    /// Name of the sensor.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.sensor(py).cloned()
    }

    #[setter(name)]
    fn set_name(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.name.assign(value, "name")
    }

    /// Text of this perception on the wire.
    fn to_sexp(this: &Bound<'_, Self>) -> PyResult<String> {
        Err(missing(this, "to_sexp"))
    }

    fn __getstate__<'py>(this: &Bound<'py, Self>) -> PyResult<PickledState<'py>> {
        this.borrow().name.state(this)
    }

    fn __setstate__(this: &Bound<'_, Self>, state: PickledState<'_>) -> PyResult<()> {
        let (name, dict) = state;
        this.borrow_mut().name.restore(name);
        restore_dict(this, dict)
    }
}
