//! What a microphone hears.

use super::Perception;
use crate::value::{Notation, Numbers, bytes, sequence, setters, string, value_methods};
use numpy::PyArray1;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rcssgym::wire::rcsssmj::perception::{write_microphone, write_sound};

/// Messages of the robots within earshot.
///
/// ``to_sexp()`` is ``(MIC <name> ...)`` with ``(<azimuth> <message>)`` for each message in place
/// of the dots, the message in base64.
#[pyclass(module = "rcssgym.perceptions", extends = Perception)]
pub struct MicrophonePerception {
    /// Horizontal angles to the speakers, deg, positive to the left.
    #[pyo3(get)]
    azimuths: Py<PyAny>,
    /// What they say.
    #[pyo3(get)]
    messages: Py<PyAny>,
}

value_methods!(MicrophonePerception: name, azimuths, messages);
setters!(MicrophonePerception: azimuths: sequence, messages: sequence);

#[pymethods]
impl MicrophonePerception {
    #[new]
    fn new(
        name: &Bound<'_, PyAny>,
        azimuths: &Bound<'_, PyAny>,
        messages: &Bound<'_, PyAny>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let microphone = Self {
            azimuths: sequence(azimuths, "azimuths")?,
            messages: sequence(messages, "messages")?,
        };
        Ok(Perception::with_name(string(name, "name")?).add_subclass(microphone))
    }

    /// Text of this perception on the wire.
    fn to_sexp(this: &Bound<'_, Self>) -> PyResult<String> {
        let py = this.py();
        let this = this.borrow();
        let name = this.as_super().sensor(py)?.to_str()?;
        let azimuths = Numbers::new(this.azimuths.bind(py), Notation::Format)?;
        let messages = this.messages.bind(py).try_iter()?;
        let mut out = String::new();
        write_microphone(&mut out, name, |out| {
            for (azimuth, message) in azimuths.iter().zip(messages) {
                write_sound(out, azimuth, &bytes(&message?)?);
            }
            Ok::<_, PyErr>(())
        })?;
        Ok(out)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.azimuths)?;
        visit.call(&self.messages)
    }
}

/// A `MicrophonePerception`; azimuths in deg, messages as bytes.
pub fn microphone<'py>(
    name: &Bound<'py, PyString>,
    azimuths: Bound<'py, PyArray1<i64>>,
    messages: Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyAny>> {
    let microphone = MicrophonePerception {
        azimuths: azimuths.into_any().unbind(),
        messages: messages.into_any().unbind(),
    };
    let microphone = Perception::with_name(name).add_subclass(microphone);
    Ok(Bound::new(name.py(), microphone)?.into_any())
}
