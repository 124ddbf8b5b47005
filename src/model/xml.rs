//! Elements and attributes of a document, with errors that name their place.

use roxmltree::{Attribute, Document, Node, ParsingOptions};

use super::MAX_FILE_BYTES;
use crate::error::{Error, Result};

/// More nodes than any model in the subset needs.
const MAX_NODES: u32 = 1 << 20;

/// Parses the text of a file; the document borrows it.
pub(super) fn parse_document<'a>(text: &'a str, file: &str) -> Result<Document<'a>> {
    let refuse =
        |line, column, message| Error::Mjcf { file: file.to_owned(), line, column, message };
    if text.len() > MAX_FILE_BYTES {
        return Err(refuse(1, 1, format!("more than {MAX_FILE_BYTES} bytes")));
    }
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        refuse(at.row, at.col, error.to_string())
    })
}

/// An element of a file.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    node: Node<'a, 'a>,
    file: &'a str,
}

/// An attribute of an element.
#[derive(Clone, Copy)]
pub(super) struct Attr<'a> {
    element: Element<'a>,
    attribute: Attribute<'a, 'a>,
}

impl<'a> Element<'a> {
    /// The root element.
    pub(super) fn root(document: &'a Document<'a>, file: &'a str) -> Self {
        Self { node: document.root_element(), file }
    }

    pub(super) fn file(self) -> &'a str {
        self.file
    }

    /// Its tag; empty for elements of a namespace, none of which are known.
    pub(super) fn tag(self) -> &'a str {
        let tag = self.node.tag_name();
        if tag.namespace().is_some() { "" } else { tag.name() }
    }

    pub(super) fn children(self) -> impl Iterator<Item = Element<'a>> {
        let file = self.file;
        self.node.children().filter(Node::is_element).map(move |node| Element { node, file })
    }

    pub(super) fn children_tagged(self, tag: &'a str) -> impl Iterator<Item = Element<'a>> {
        self.children().filter(move |child| child.tag() == tag)
    }

    pub(super) fn attributes(self) -> impl Iterator<Item = Attr<'a>> {
        self.node.attributes().map(move |attribute| Attr { element: self, attribute })
    }

    pub(super) fn attribute(self, name: &str) -> Option<Attr<'a>> {
        self.attributes().find(|attr| attr.name() == name)
    }

    /// An attribute that must be there.
    pub(super) fn required(self, name: &str) -> Result<Attr<'a>> {
        self.attribute(name).ok_or_else(|| self.error(format!("attribute {name} is missing")))
    }

    /// The `name` attribute, or an empty name.
    pub(super) fn name(self) -> String {
        self.attribute("name").map(|attr| attr.value().to_owned()).unwrap_or_default()
    }

    /// Refuses every attribute that is not in `known`.
    pub(super) fn only_attributes(self, known: &[&str]) -> Result<()> {
        self.attributes().try_for_each(|attr| {
            if known.contains(&attr.name()) { Ok(()) } else { Err(attr.unsupported()) }
        })
    }

    /// Refuses children.
    pub(super) fn no_children(self) -> Result<()> {
        self.children().next().map_or(Ok(()), |child| Err(child.unsupported()))
    }

    /// An error about this element.
    pub(super) fn error(self, message: impl std::fmt::Display) -> Error {
        self.error_at(self.node.range().start, format!("<{}>: {message}", self.label()))
    }

    /// The error for an element outside the supported subset.
    pub(super) fn unsupported(self) -> Error {
        let parent =
            self.node.parent_element().map_or("the document", |node| node.tag_name().name());
        self.error(format!("element not supported in {parent}"))
    }

    fn label(self) -> String {
        let tag = self.node.tag_name().name();
        match self.node.attribute("name") {
            Some(name) => format!("{tag} name=\"{}\"", shortened(name)),
            None => tag.to_owned(),
        }
    }

    fn error_at(self, byte: usize, message: String) -> Error {
        let at = self.node.document().text_pos_at(byte);
        Error::Mjcf { file: self.file.to_owned(), line: at.row, column: at.col, message }
    }
}

impl<'a> Attr<'a> {
    /// Its name; empty for attributes of a namespace, none of which are known.
    pub(super) fn name(self) -> &'a str {
        if self.attribute.namespace().is_some() { "" } else { self.attribute.name() }
    }

    pub(super) fn value(self) -> &'a str {
        self.attribute.value()
    }

    /// The index of the item that it names; an empty name matches nothing.
    pub(super) fn find_in<'m>(self, mut names: impl Iterator<Item = &'m String>) -> Result<usize> {
        let found = names.position(|name| !name.is_empty() && name == self.value());
        found.ok_or_else(|| self.error("there is nothing of this name"))
    }

    /// An error about this attribute.
    pub(super) fn error(self, message: impl std::fmt::Display) -> Error {
        let (label, name) = (self.element.label(), self.attribute.name());
        let value = shortened(self.value());
        let message = format!("<{label}>: {name}=\"{value}\": {message}");
        self.element.error_at(self.attribute.range().start, message)
    }

    /// The error for an attribute outside the supported subset.
    pub(super) fn unsupported(self) -> Error {
        self.error("attribute not supported here")
    }
}

/// The part of a value that an error message quotes.
fn shortened(value: &str) -> String {
    const LIMIT: usize = 80;
    match value.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}...", &value[..end]),
        None => value.to_owned(),
    }
}
