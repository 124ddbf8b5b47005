//! The core's errors as exceptions of `rcssgym.errors`.

use pyo3::import_exception;
use pyo3::prelude::*;
use rcssgym::error::Error;
use std::fmt::Display;

import_exception!(rcssgym.errors, ArgumentError);
import_exception!(rcssgym.errors, BusyError);
import_exception!(rcssgym.errors, ClangError);
import_exception!(rcssgym.errors, ForkError);
import_exception!(rcssgym.errors, LogError);
import_exception!(rcssgym.errors, ModelError);
import_exception!(rcssgym.errors, ProtocolError);
import_exception!(rcssgym.errors, RcssGymError);
import_exception!(rcssgym.errors, SayError);
import_exception!(rcssgym.errors, ServerError);
import_exception!(rcssgym.errors, SnapshotError);

/// An error of the core that becomes an exception in Python.
pub trait IntoException {
    /// The exception.
    fn into_exception(self) -> PyErr;
}

/// Lets `?` raise errors of the core as exceptions.
pub trait OrRaise<T> {
    /// The value, or the exception.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: IntoException> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(E::into_exception)
    }
}

impl IntoException for Error {
    fn into_exception(self) -> PyErr {
        let message = self.to_string();
        match self {
            Error::Mjcf { .. } | Error::Io { .. } => ModelError::new_err(message),
            Error::Argument { .. } => ArgumentError::new_err(message),
            Error::Snapshot(_) => SnapshotError::new_err(message),
        }
    }
}

/// An `ArgumentError` in the form `argument: message`.
pub fn argument_error(argument: &str, message: impl Display) -> PyErr {
    ArgumentError::new_err(format!("{argument}: {message}"))
}
