//! What value objects have in common: text, equality, hash and pickle, all by the arguments from
//! which they are made, and attributes that may be assigned.

mod argument;
mod bytes;
mod name;
mod number;
mod sequence;

pub use argument::{optional_string, owned_string, real, sequence, string, type_error};
pub use bytes::bytes;
pub use name::{Name, PickledState, restore_dict};
pub use number::{RealNumber, Written, formatted};
pub use sequence::{Notation, Numbers};

use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Names of the arguments of a class's constructor in order, and of the attributes that hold them.
pub struct Arguments(pub &'static [(&'static str, &'static str)]);

/// Gives a class the special methods of a value object. An argument that is kept under another
/// name is written `argument = attribute`.
macro_rules! value_methods {
    (@attribute $argument:ident) => { stringify!($argument) };
    (@attribute $argument:ident $attribute:ident) => { stringify!($attribute) };
    ($class:ident: $($argument:ident $(= $attribute:ident)?),+) => {
        impl $class {
            const ARGUMENTS: $crate::value::Arguments = $crate::value::Arguments(&[$((
                stringify!($argument),
                $crate::value::value_methods!(@attribute $argument $($attribute)?),
            )),+]);
        }

        #[pymethods]
        impl $class {
            fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
                Self::ARGUMENTS.repr(this)
            }

            fn __eq__(this: &Bound<'_, Self>, other: &Bound<'_, Self>) -> PyResult<bool> {
                Self::ARGUMENTS.equal(this, other)
            }

            fn __hash__(this: &Bound<'_, Self>) -> PyResult<u64> {
                Self::ARGUMENTS.hash(this)
            }

            fn __reduce__<'py>(
                this: &Bound<'py, Self>,
            ) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
                Self::ARGUMENTS.reduce(this)
            }
        }
    };
}
pub(crate) use value_methods;

/// Lets attributes of a class be assigned, with the checks of its constructor: each with the
/// function that turns a value and the attribute's name into the field.
macro_rules! setters {
    ($class:ident: $($field:ident: $checked:path),+) => {
        #[pymethods]
        impl $class {
            $(
                #[setter($field)]
                fn $field(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    self.$field = $checked(value, stringify!($field))?;
                    Ok(())
                }
            )+
        }
    };
}
pub(crate) use setters;

impl Arguments {
    /// The arguments that would make this object again.
    fn of<'py>(&self, this: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.0.iter().map(|(_, attribute)| this.getattr(*attribute)).collect()
    }

    /// Text of the call that would make this object again.
    pub fn repr(&self, this: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut parts = Vec::with_capacity(self.0.len());
        for ((name, _), value) in self.0.iter().zip(self.of(this)?) {
            parts.push(format!("{name}={}", value.repr()?));
        }
        Ok(format!("{}({})", this.get_type().name()?, parts.join(", ")))
    }

    /// Equality of two objects of this class.
    pub fn equal(&self, this: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        for (mine, theirs) in self.of(this)?.iter().zip(self.of(other)?) {
            if !same(mine, &theirs)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A hash that agrees with equality: of the type and all arguments but sequences.
    pub fn hash(&self, this: &Bound<'_, PyAny>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        this.get_type().hash()?.hash(&mut hasher);
        for value in self.of(this)? {
            if !is_sequence(&value) {
                value.hash()?.hash(&mut hasher);
            }
        }
        Ok(hasher.finish())
    }

    /// What pickle and copy need. If the object has a name that is not an argument, this includes
    /// the name, as the state.
    pub fn reduce<'py>(&self, this: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let py = this.py();
        let arguments = PyTuple::new(py, self.of(this)?)?;
        let is_argument = self.0.iter().any(|(name, _)| *name == "name");
        if !is_argument && this.hasattr("name")? {
            let state = this.call_method0("__getstate__")?;
            return (this.get_type(), arguments, state).into_pyobject(py);
        }
        (this.get_type(), arguments).into_pyobject(py)
    }
}

/// Equal objects, or sequences of equal items, whatever kind of sequence.
fn same(mine: &Bound<'_, PyAny>, theirs: &Bound<'_, PyAny>) -> PyResult<bool> {
    if is_sequence(mine) && is_sequence(theirs) {
        return items(mine)?.eq(items(theirs)?);
    }
    mine.eq(theirs)
}

fn is_sequence(value: &Bound<'_, PyAny>) -> bool {
    let is_text = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>();
    !is_text && value.len().is_ok()
}

fn items<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    sequence.py().get_type::<PyList>().call1((sequence,))
}

/// The error for a method that the class of `this` ought to have.
pub fn missing(this: &Bound<'_, PyAny>, method: &str) -> PyErr {
    match this.get_type().name() {
        Ok(class) => PyNotImplementedError::new_err(format!("{class} has no method {method}")),
        Err(error) => error,
    }
}
