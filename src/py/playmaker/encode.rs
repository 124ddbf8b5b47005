//! Dataclasses to bytes.

use super::super::error::argument_error;
use super::layout::{Count, Field, Kind, Layouts, layouts};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyDictMethods, PyFloat, PyString};

/// The message of drawings: those that cannot be drawn are left out.
const DRAWING: &str = "Log";

/// Return the bytes of a message; with ``checked``, only if all of its numbers are finite and its
/// enumerations have them, apart from those of drawings.
#[pyfunction]
#[pyo3(signature = (message, checked=false))]
pub(super) fn playmaker_encode<'py>(
    message: &Bound<'py, PyAny>,
    checked: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = message.py();
    let class = message.get_type().name()?;
    let layouts = layouts(py)?;
    let index = layouts.named(class.to_str()?)?;
    let mut bytes = Vec::new();
    Encoder { layouts, checked }.message(index, message, &mut bytes)?;
    Ok(PyBytes::new(py, &bytes))
}

/// The bytes of a message of a kind.
pub(super) fn encode(
    layouts: &Layouts,
    index: usize,
    message: &Bound<'_, PyAny>,
) -> PyResult<Vec<u8>> {
    let mut bytes = Vec::new();
    Encoder { layouts, checked: false }.message(index, message, &mut bytes)?;
    Ok(bytes)
}

struct Encoder<'a> {
    layouts: &'a Layouts,
    /// Whether all numbers must be finite, and members of their enumerations.
    checked: bool,
}

impl Encoder<'_> {
    fn message(&self, index: usize, own: &Bound<'_, PyAny>, to: &mut Vec<u8>) -> PyResult<()> {
        let (py, layout) = (own.py(), &self.layouts.messages[index]);
        if !own.is_instance(layout.class.bind(py))? {
            let message = format!("must be a {}, not {}", layout.name, own.get_type().name()?);
            return Err(argument_error("message", message));
        }
        let inner = Self { checked: self.checked && layout.name != DRAWING, ..*self };
        let mut chosen: Option<&Field> = None;
        for field in &layout.fields {
            let value = own.getattr(field.name.bind(py))?;
            if field.count == Count::Choice {
                if value.is_none() {
                    continue;
                }
                if let Some(other) = chosen.replace(field) {
                    let (one, other) = (other.name.bind(py), field.name.bind(py));
                    let message = format!("{one} and {other} are both set; one can be");
                    return Err(argument_error(&layout.name, message));
                }
            }
            let wrong = |error: PyErr| {
                let place = format!("{}.{}", layout.name, field.name.bind(py));
                argument_error(&place, error.value(py).to_string())
            };
            inner.field(field, &value, to).map_err(wrong)?;
        }
        Ok(())
    }

    fn field(&self, field: &Field, value: &Bound<'_, PyAny>, to: &mut Vec<u8>) -> PyResult<()> {
        match field.count {
            Count::One => self.value(field.number, field.kind, value, true, to),
            Count::Choice => self.value(field.number, field.kind, value, false, to),
            Count::Many => self.many(field, value, to),
            Count::Map(keys) => self.map(field, keys, value, to),
        }
    }

    fn many(&self, field: &Field, value: &Bound<'_, PyAny>, to: &mut Vec<u8>) -> PyResult<()> {
        if let Kind::Message(_) | Kind::Text = field.kind {
            for item in value.try_iter()? {
                self.value(field.number, field.kind, &item?, false, to)?;
            }
            return Ok(());
        }
        let mut packed = Vec::new();
        for item in value.try_iter()? {
            self.scalar(field.kind, &item?, &mut packed)?;
        }
        if !packed.is_empty() {
            delimited(field.number, &packed, to);
        }
        Ok(())
    }

    fn map(
        &self,
        field: &Field,
        keys: Kind,
        value: &Bound<'_, PyAny>,
        to: &mut Vec<u8>,
    ) -> PyResult<()> {
        let Ok(dict) = value.cast::<PyDict>() else { return Err(must("a dict", value)) };
        let mut items = Vec::with_capacity(dict.len());
        for (key, value) in dict.iter() {
            items.push((key.extract::<i32>().map_err(|_| must("an int key", &key))?, value));
        }
        items.sort_by_key(|(key, _)| *key);
        for (key, value) in items {
            let mut entry = Vec::new();
            self.value(1, keys, key.into_pyobject(value.py())?.as_any(), true, &mut entry)?;
            match field.kind {
                // Leaves out empty messages, as the other language's writer does.
                Kind::Message(index) => {
                    let mut bytes = Vec::new();
                    self.message(index, &value, &mut bytes)?;
                    if !bytes.is_empty() {
                        delimited(2, &bytes, &mut entry);
                    }
                }
                _ => self.value(2, field.kind, &value, true, &mut entry)?,
            }
            delimited(field.number, &entry, to);
        }
        Ok(())
    }

    /// Writes a field with its number; with `may_skip`, only if it does not have its default.
    fn value(
        &self,
        number: u32,
        kind: Kind,
        value: &Bound<'_, PyAny>,
        may_skip: bool,
        to: &mut Vec<u8>,
    ) -> PyResult<()> {
        if let Kind::Message(index) = kind {
            let mut bytes = Vec::new();
            self.message(index, value, &mut bytes)?;
            if may_skip && bytes.is_empty() && self.is_unset(value) {
                return Ok(());
            }
            delimited(number, &bytes, to);
            return Ok(());
        }
        if kind == Kind::Text {
            let Ok(text) = value.cast::<PyString>() else { return Err(must("a str", value)) };
            let text = text.to_str()?;
            if !(may_skip && text.is_empty()) {
                delimited(number, text.as_bytes(), to);
            }
            return Ok(());
        }
        let mut bytes = Vec::new();
        self.scalar(kind, value, &mut bytes)?;
        if may_skip && bytes.iter().all(|byte| *byte == 0) {
            return Ok(());
        }
        let wire = match kind {
            Kind::Double => 1,
            Kind::Float => 5,
            _ => 0,
        };
        varint(u64::from(number << 3 | wire), to);
        to.extend(bytes);
        Ok(())
    }

    fn is_unset(&self, message: &Bound<'_, PyAny>) -> bool {
        let flag = message.getattr(self.layouts.unset.bind(message.py()));
        flag.and_then(|flag| flag.is_truthy()).unwrap_or(false)
    }

    fn scalar(&self, kind: Kind, value: &Bound<'_, PyAny>, to: &mut Vec<u8>) -> PyResult<()> {
        match kind {
            Kind::Double => to.extend(self.real(value)?.to_le_bytes()),
            Kind::Float => {
                let own = self.real(value)?;
                if own.is_finite() && !(own as f32).is_finite() {
                    return Err(must("a number of single precision", value));
                }
                to.extend((own as f32).to_le_bytes());
            }
            Kind::Bool => {
                let Ok(own) = value.cast::<PyBool>() else { return Err(must("a bool", value)) };
                to.push(own.is_true().into());
            }
            _ => {
                let own: i32 = value.extract().map_err(|_| must("an int of 32 bits", value))?;
                if let Kind::Enum(index) = kind
                    && self.checked
                    && !self.layouts.enums[index].contains_key(&own)
                {
                    return Err(must("a number of its enumeration", value));
                }
                varint(i64::from(own) as u64, to);
            }
        }
        Ok(())
    }

    fn real(&self, value: &Bound<'_, PyAny>) -> PyResult<f64> {
        let own = real(value)?;
        if self.checked && !own.is_finite() {
            return Err(must("finite", value));
        }
        Ok(own)
    }
}

fn real(value: &Bound<'_, PyAny>) -> PyResult<f64> {
    if let Ok(own) = value.cast_exact::<PyFloat>() {
        return Ok(own.value());
    }
    value.extract().map_err(|_| must("a number", value))
}

fn must(be: &str, value: &Bound<'_, PyAny>) -> PyErr {
    argument_error("value", format!("must be {be}, not {}", value_text(value)))
}

fn value_text(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "that".to_owned(), |text| text.to_string())
}

/// Writes a number with seven bits per byte.
fn varint(mut value: u64, to: &mut Vec<u8>) {
    while value >= 0x80 {
        to.push(value as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

/// Writes a field of bytes with their length.
fn delimited(number: u32, bytes: &[u8], to: &mut Vec<u8>) {
    varint(u64::from(number << 3 | 2), to);
    varint(bytes.len() as u64, to);
    to.extend_from_slice(bytes);
}
