//! The name that a base class written in Rust holds for classes written in Python.

use super::argument::string;
use pyo3::PyClass;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

/// A name that the constructor of a class written in Rust sets, or the `__init__` that a class
/// written in Python calls. It may also be assigned.
#[derive(Default)]
pub struct Name(Option<Py<PyString>>);

impl Name {
    /// The given name.
    pub fn new(name: &Bound<'_, PyString>) -> Self {
        Self(Some(name.clone().unbind()))
    }

    /// The name of a new object of `class`, not given yet; an error if that is the abstract base
    /// itself.
    pub fn of_subclass<Base: PyClass>(class: &Bound<'_, PyType>) -> PyResult<Self> {
        let base = class.py().get_type::<Base>();
        if class.is(&base) {
            let name = base.name()?;
            return Err(PyTypeError::new_err(format!(
                "{name} is abstract: derive a class from it"
            )));
        }
        Ok(Self::default())
    }

    /// Implements `__init__` with the name as its only argument, called `attribute`. Objects of
    /// classes written in Rust already have their name from `__new__`, so their arguments are
    /// ignored.
    pub fn initialize(
        &mut self,
        attribute: &str,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        if self.0.is_some() {
            return Ok(());
        }
        let keyword = kwargs.map(|kwargs| kwargs.get_item(attribute)).transpose()?.flatten();
        let count = args.len() + kwargs.map_or(0, PyDictMethods::len);
        let value = match keyword {
            None => args.get_item(0).ok(),
            given => given,
        };
        let (Some(value), 1) = (value, count) else {
            let message = format!("__init__() takes one argument, '{attribute}'");
            return Err(PyTypeError::new_err(message));
        };
        self.assign(&value, attribute)
    }

    /// Sets another name.
    pub fn assign(&mut self, value: &Bound<'_, PyAny>, attribute: &str) -> PyResult<()> {
        self.0 = Some(string(value, attribute)?.clone().unbind());
        Ok(())
    }

    /// The name, called `attribute` in Python.
    pub fn get<'py>(&self, py: Python<'py>, attribute: &str) -> PyResult<&Bound<'py, PyString>> {
        let name = self.0.as_ref().ok_or_else(|| {
            PyAttributeError::new_err(format!("no {attribute}: super().__init__ was not called"))
        })?;
        Ok(name.bind(py))
    }

    /// What pickle keeps of an object of a class written in Python: the name and the `__dict__`.
    pub fn state<'py>(&self, this: &Bound<'py, PyAny>) -> PyResult<PickledState<'py>> {
        let dict = this.getattr_opt("__dict__")?.map(|dict| dict.cast_into()).transpose()?;
        Ok((self.0.as_ref().map(|name| name.bind(this.py()).clone()), dict))
    }

    /// Restores the name that [`Self::state`] has kept.
    pub fn restore(&mut self, name: Option<Bound<'_, PyString>>) {
        if let Some(name) = name {
            self.0 = Some(name.unbind());
        }
    }
}

/// Restores the `__dict__` that [`Name::state`] has kept.
pub fn restore_dict(this: &Bound<'_, PyAny>, dict: Option<Bound<'_, PyDict>>) -> PyResult<()> {
    if let Some(dict) = dict {
        this.getattr("__dict__")?.cast_into::<PyDict>()?.update(dict.as_mapping())?;
    }
    Ok(())
}

/// Name and `__dict__` of an object.
pub type PickledState<'py> = (Option<Bound<'py, PyString>>, Option<Bound<'py, PyDict>>);
