//! Pairs of bodies that never touch.

use super::types::Model;
use super::xml::{Attr, Element};
use crate::error::Result;

/// Reads `<contact>`.
pub(super) fn read(document: Element, model: &mut Model) -> Result<()> {
    for element in document.children_tagged("contact").flat_map(Element::children) {
        if element.tag() != "exclude" {
            return Err(element.unsupported());
        }
        element.only_attributes(&["name", "body1", "body2"])?;
        let first = body(element.required("body1")?, model)?;
        let second = body(element.required("body2")?, model)?;
        model.excludes.push((first.min(second), first.max(second)));
    }
    Ok(())
}

fn body(attr: Attr, model: &Model) -> Result<usize> {
    let found = model.bodies.iter().position(|body| body.name == attr.value());
    found.ok_or_else(|| attr.error("there is no such body"))
}
