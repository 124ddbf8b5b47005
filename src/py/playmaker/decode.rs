//! Bytes to dataclasses.

use super::super::error::argument_error;
use super::layout::{Count, Field, Kind, Layouts, layouts};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Return the message of a class from its bytes.
#[pyfunction]
pub(super) fn playmaker_decode<'py>(
    py: Python<'py>,
    name: &str,
    data: &[u8],
) -> PyResult<Bound<'py, PyAny>> {
    let layouts = layouts(py)?;
    decode(py, layouts, layouts.named(name)?, data)
}

/// The message of a kind from its bytes.
pub(super) fn decode<'py>(
    py: Python<'py>,
    layouts: &Layouts,
    index: usize,
    data: &[u8],
) -> PyResult<Bound<'py, PyAny>> {
    Decoder { py, layouts }.message(index, data)
}

struct Decoder<'a, 'py> {
    py: Python<'py>,
    layouts: &'a Layouts,
}

/// The value of a field on the wire.
#[derive(Clone, Copy)]
enum Wire<'a> {
    Varint(u64),
    Fixed64([u8; 8]),
    Fixed32([u8; 4]),
    Bytes(&'a [u8]),
}

impl<'py> Decoder<'_, 'py> {
    fn message(&self, index: usize, mut data: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let layout = &self.layouts.messages[index];
        let own = self.empty(index)?;
        let mut values: Vec<Option<Bound<'py, PyAny>>> = vec![None; layout.fields.len()];
        let mut chosen = None;
        while !data.is_empty() {
            let (number, wire) = next(&mut data).ok_or_else(|| broken(&layout.name))?;
            let found = layout.fields.binary_search_by_key(&number, |field| field.number);
            let Ok(at) = found else { continue };
            let field = &layout.fields[at];
            if field.count == Count::Choice {
                chosen = Some(at);
            }
            let value = self.field(field, wire, values[at].take());
            let value = value?.ok_or_else(|| {
                let place = format!("{}.{}", layout.name, field.name.bind(self.py));
                argument_error("data", format!("{place} cannot be read"))
            })?;
            values[at] = Some(value);
        }
        for (at, (field, value)) in layout.fields.iter().zip(values).enumerate() {
            let kept = value.filter(|_| field.count != Count::Choice || chosen == Some(at));
            let value = kept.map_or_else(|| self.default(field), Ok)?;
            own.setattr(field.name.bind(self.py), value)?;
        }
        Ok(own)
    }

    /// An instance without its fields.
    fn empty(&self, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let class = self.layouts.messages[index].class.bind(self.py);
        self.layouts.new.bind(self.py).call1((class,))
    }

    /// An instance for a message that was not set.
    fn unset(&self, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let own = self.empty(index)?;
        for field in &self.layouts.messages[index].fields {
            own.setattr(field.name.bind(self.py), self.default(field)?)?;
        }
        own.setattr(self.layouts.unset.bind(self.py), true)?;
        Ok(own)
    }

    fn default(&self, field: &Field) -> PyResult<Bound<'py, PyAny>> {
        match field.count {
            Count::Choice => Ok(self.py.None().into_bound(self.py)),
            Count::Many => Ok(PyList::empty(self.py).into_any()),
            Count::Map(_) => Ok(PyDict::new(self.py).into_any()),
            Count::One => self.plain(field.kind),
        }
    }

    fn plain(&self, kind: Kind) -> PyResult<Bound<'py, PyAny>> {
        Ok(match kind {
            Kind::Double | Kind::Float => 0.0_f64.into_pyobject(self.py)?.into_any(),
            Kind::Int32 => 0_i32.into_pyobject(self.py)?.into_any(),
            Kind::Bool => false.into_pyobject(self.py)?.to_owned().into_any(),
            Kind::Text => "".into_pyobject(self.py)?.into_any(),
            Kind::Enum(index) => self.member(index, 0)?,
            Kind::Message(index) => self.unset(index)?,
        })
    }

    /// A member of an enumeration; an int if there is no such member.
    fn member(&self, index: usize, number: i32) -> PyResult<Bound<'py, PyAny>> {
        match self.layouts.enums[index].get(&number) {
            Some(member) => Ok(member.bind(self.py).clone()),
            None => Ok(number.into_pyobject(self.py)?.into_any()),
        }
    }

    /// The value of a field, added to what the field had before if it can have several; `None` if
    /// it is of the wrong kind.
    fn field(
        &self,
        field: &Field,
        wire: Wire<'_>,
        before: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match field.count {
            Count::One | Count::Choice => self.value(field.kind, wire),
            Count::Many => {
                let list = before.unwrap_or_else(|| PyList::empty(self.py).into_any());
                let Ok(list) = list.cast_into::<PyList>() else { return Ok(None) };
                let known = self.append(field.kind, wire, &list)?;
                Ok(known.map(|()| list.into_any()))
            }
            Count::Map(keys) => {
                let dict = before.unwrap_or_else(|| PyDict::new(self.py).into_any());
                let Ok(dict) = dict.cast_into::<PyDict>() else { return Ok(None) };
                let Wire::Bytes(entry) = wire else { return Ok(None) };
                let known = self.entry(keys, field.kind, entry, &dict)?;
                Ok(known.map(|()| dict.into_any()))
            }
        }
    }

    fn append(
        &self,
        kind: Kind,
        wire: Wire<'_>,
        list: &Bound<'py, PyList>,
    ) -> PyResult<Option<()>> {
        let is_packed = !matches!(kind, Kind::Message(_) | Kind::Text);
        if let Wire::Bytes(mut packed) = wire
            && is_packed
        {
            while !packed.is_empty() {
                let item = match kind {
                    Kind::Double => take(&mut packed).map(Wire::Fixed64),
                    Kind::Float => take(&mut packed).map(Wire::Fixed32),
                    _ => varint(&mut packed).map(Wire::Varint),
                };
                let Some(item) = item else { return Ok(None) };
                let Some(value) = self.value(kind, item)? else { return Ok(None) };
                list.append(value)?;
            }
            return Ok(Some(()));
        }
        let Some(value) = self.value(kind, wire)? else { return Ok(None) };
        list.append(value)?;
        Ok(Some(()))
    }

    fn entry(
        &self,
        keys: Kind,
        kind: Kind,
        mut data: &[u8],
        dict: &Bound<'py, PyDict>,
    ) -> PyResult<Option<()>> {
        let (mut key, mut value) = (None, None);
        while !data.is_empty() {
            let Some((number, wire)) = next(&mut data) else { return Ok(None) };
            match number {
                1 => key = self.value(keys, wire)?,
                2 => value = self.value(kind, wire)?,
                _ => {}
            }
        }
        let key = key.map_or_else(|| self.plain(keys), Ok)?;
        dict.set_item(key, value.map_or_else(|| self.plain(kind), Ok)?)?;
        Ok(Some(()))
    }

    fn value(&self, kind: Kind, wire: Wire<'_>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = self.py;
        Ok(Some(match (kind, wire) {
            (Kind::Double, Wire::Fixed64(own)) => {
                f64::from_le_bytes(own).into_pyobject(py)?.into_any()
            }
            (Kind::Float, Wire::Fixed32(own)) => {
                f64::from(f32::from_le_bytes(own)).into_pyobject(py)?.into_any()
            }
            (Kind::Int32, Wire::Varint(own)) => (own as i32).into_pyobject(py)?.into_any(),
            (Kind::Bool, Wire::Varint(own)) => (own != 0).into_pyobject(py)?.to_owned().into_any(),
            (Kind::Enum(index), Wire::Varint(own)) => self.member(index, own as i32)?,
            (Kind::Text, Wire::Bytes(own)) => match std::str::from_utf8(own) {
                Ok(text) => text.into_pyobject(py)?.into_any(),
                Err(_) => return Ok(None),
            },
            (Kind::Message(index), Wire::Bytes(own)) => self.message(index, own)?,
            _ => return Ok(None),
        }))
    }
}

fn broken(name: &str) -> PyErr {
    argument_error("data", format!("no {name}: its bytes end in the middle of a field"))
}

/// The next field: its number and its value.
fn next<'a>(data: &mut &'a [u8]) -> Option<(u32, Wire<'a>)> {
    let key = varint(data)?;
    let number = u32::try_from(key >> 3).ok().filter(|number| *number > 0)?;
    let wire = match key & 7 {
        0 => Wire::Varint(varint(data)?),
        1 => Wire::Fixed64(take(data)?),
        2 => {
            let length = usize::try_from(varint(data)?).ok()?;
            let (own, rest) = data.split_at_checked(length)?;
            *data = rest;
            Wire::Bytes(own)
        }
        5 => Wire::Fixed32(take(data)?),
        _ => return None,
    };
    Some((number, wire))
}

fn varint(data: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for place in 0..10 {
        let (&byte, rest) = data.split_first()?;
        *data = rest;
        value |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn take<const N: usize>(data: &mut &[u8]) -> Option<[u8; N]> {
    let (own, rest) = data.split_first_chunk::<N>()?;
    *data = rest;
    Some(*own)
}
