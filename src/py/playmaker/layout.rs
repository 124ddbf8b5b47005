//! What each message contains: the interface's own description, with the Python classes that
//! represent it.

use super::super::error::argument_error;
use prost::Message as _;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorSet};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};
use rcssgym::playmaker::INTERFACE;
use std::collections::HashMap;

/// Kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Double,
    Float,
    Int32,
    Bool,
    Text,
    /// An index into [`Layouts::enums`].
    Enum(usize),
    /// An index into [`Layouts::messages`].
    Message(usize),
}

/// How many values a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    One,
    /// One of several fields, or none of them.
    Choice,
    Many,
    /// Many, by keys of this kind.
    Map(Kind),
}

/// A field.
#[derive(Debug)]
pub(super) struct Field {
    pub number: u32,
    pub name: Py<PyString>,
    pub kind: Kind,
    pub count: Count,
}

/// A message.
#[derive(Debug)]
pub(super) struct Layout {
    pub name: String,
    pub class: Py<PyAny>,
    /// In the order of their numbers.
    pub fields: Vec<Field>,
}

/// All messages and enumerations.
#[derive(Debug)]
pub(super) struct Layouts {
    pub messages: Vec<Layout>,
    pub enums: Vec<HashMap<i32, Py<PyAny>>>,
    names: HashMap<String, usize>,
    /// `object.__new__`.
    pub new: Py<PyAny>,
    /// Name of the attribute that says that a message was not set.
    pub unset: Py<PyString>,
}

static LAYOUTS: PyOnceLock<Layouts> = PyOnceLock::new();

/// All layouts, once they are registered.
pub(super) fn layouts(py: Python<'_>) -> PyResult<&Layouts> {
    LAYOUTS
        .get(py)
        .ok_or_else(|| argument_error("message", "rcssgym.playmaker.messages is not imported yet"))
}

impl Layouts {
    /// The index of the message of this name.
    pub fn named(&self, name: &str) -> PyResult<usize> {
        let found = self.names.get(name).copied();
        found.ok_or_else(|| argument_error("message", format!("there is no message {name:?}")))
    }
}

/// Registers the classes of all messages and enumerations, by name.
#[pyfunction]
pub(super) fn playmaker_register(py: Python<'_>, classes: &Bound<'_, PyDict>) -> PyResult<()> {
    let layouts = read(py, classes)?;
    // They are set already if this is a second import.
    let _ = LAYOUTS.set(py, layouts);
    Ok(())
}

fn read(py: Python<'_>, classes: &Bound<'_, PyDict>) -> PyResult<Layouts> {
    let broken = |error: prost::DecodeError| argument_error("interface", error.to_string());
    let set = FileDescriptorSet::decode(INTERFACE).map_err(broken)?;
    let class = |name: &str| -> PyResult<Py<PyAny>> {
        let found = classes.get_item(name)?;
        let found = found.ok_or_else(|| argument_error("classes", format!("{name} is missing")))?;
        Ok(found.unbind())
    };
    let messages: Vec<_> = set.file.iter().flat_map(|file| &file.message_type).collect();
    let enums: Vec<_> = set.file.iter().flat_map(|file| &file.enum_type).collect();
    let index = |names: Vec<&str>| -> HashMap<String, usize> {
        names.into_iter().enumerate().map(|(at, name)| (name.to_owned(), at)).collect()
    };
    let names = index(messages.iter().map(|message| message.name()).collect());
    let enum_names = index(enums.iter().map(|own| own.name()).collect());
    let kinds = Kinds { names: &names, enums: &enum_names };
    let layout = |message: &&DescriptorProto| -> PyResult<Layout> {
        let mut fields: Vec<Field> = message
            .field
            .iter()
            .map(|field| kinds.field(py, message, field))
            .collect::<PyResult<_>>()?;
        fields.sort_by_key(|field| field.number);
        Ok(Layout { name: message.name().to_owned(), class: class(message.name())?, fields })
    };
    let members = |own: &&prost_types::EnumDescriptorProto| -> PyResult<HashMap<i32, Py<PyAny>>> {
        let class = class(own.name())?;
        let member = |number: i32| Ok((number, class.bind(py).call1((number,))?.unbind()));
        own.value.iter().map(|value| member(value.number())).collect()
    };
    Ok(Layouts {
        messages: messages.iter().map(layout).collect::<PyResult<_>>()?,
        enums: enums.iter().map(members).collect::<PyResult<_>>()?,
        new: py.import("builtins")?.getattr("object")?.getattr("__new__")?.unbind(),
        unset: PyString::intern(py, "_unset").unbind(),
        names,
    })
}

/// Indices of messages and enumerations by name.
struct Kinds<'a> {
    names: &'a HashMap<String, usize>,
    enums: &'a HashMap<String, usize>,
}

impl Kinds<'_> {
    fn field(
        &self,
        py: Python<'_>,
        message: &DescriptorProto,
        field: &FieldDescriptorProto,
    ) -> PyResult<Field> {
        let local = field.type_name().rsplit('.').next().unwrap_or_default();
        let entry = message.nested_type.iter().find(|nested| nested.name() == local);
        let (kind, count) = match entry.map(|entry| entry.field.as_slice()) {
            Some([key, value]) => (self.kind(value)?, Count::Map(self.kind(key)?)),
            _ if field.label() == Label::Repeated => (self.kind(field)?, Count::Many),
            _ if field.oneof_index.is_some() => (self.kind(field)?, Count::Choice),
            _ => (self.kind(field)?, Count::One),
        };
        let name = PyString::intern(py, field.name()).unbind();
        Ok(Field { number: field.number() as u32, name, kind, count })
    }

    fn kind(&self, field: &FieldDescriptorProto) -> PyResult<Kind> {
        let name = field.type_name().trim_start_matches(".protos.");
        let unknown = || argument_error("interface", format!("{} is of no kind", field.name()));
        Ok(match field.r#type() {
            Type::Double => Kind::Double,
            Type::Float => Kind::Float,
            Type::Int32 => Kind::Int32,
            Type::Bool => Kind::Bool,
            Type::String => Kind::Text,
            Type::Enum => Kind::Enum(*self.enums.get(name).ok_or_else(unknown)?),
            Type::Message => Kind::Message(*self.names.get(name).ok_or_else(unknown)?),
            _ => return Err(unknown()),
        })
    }
}
