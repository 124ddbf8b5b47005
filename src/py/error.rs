//! The core's errors as exceptions of `rcssgym.errors`.

use crate::error::Error;
use pyo3::import_exception;
use pyo3::prelude::*;
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

impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
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
