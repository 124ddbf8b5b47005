//! Pairs of bodies that never touch.

use super::types::Model;
use super::xml::Element;
use crate::error::Result;

/// Reads `<contact>`.
pub(super) fn read(document: Element, model: &mut Model) -> Result<()> {
    for element in document.children_tagged("contact").flat_map(Element::children) {
        if element.tag() != "exclude" {
            return Err(element.unsupported());
        }
        element.no_children()?;
        element.only_attributes(&["name", "body1", "body2"])?;
        let body = |attribute| -> Result<usize> {
            let name = element.required(attribute)?;
            if name.value() == "world" {
                return Err(name.error("contacts with the scene cannot be excluded"));
            }
            name.find_in(model.bodies.iter().map(|body| &body.name))
        };
        let (first, second) = (body("body1")?, body("body2")?);
        model.excludes.push((first.min(second), first.max(second)));
    }
    Ok(())
}
