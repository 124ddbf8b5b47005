//! Default classes.

use std::collections::HashMap;

use super::geom::GeomSpec;
use super::joint::JointSpec;
use super::settings::Settings;
use super::site::SiteSpec;
use super::xml::Element;
use crate::error::Result;

/// Deepest nesting of classes.
const MAX_DEPTH: usize = 16;

/// The attributes that elements of one class start from.
#[derive(Clone, Debug, Default)]
pub(super) struct Defaults {
    pub(super) joint: JointSpec,
    pub(super) geom: GeomSpec,
    pub(super) site: SiteSpec,
}

/// All classes of a file.
#[derive(Debug, Default)]
pub(super) struct Classes {
    main: Defaults,
    named: HashMap<String, Defaults>,
}

impl Classes {
    /// Reads the `<default>` section.
    pub(super) fn read(model: Element, settings: &Settings) -> Result<Self> {
        let mut classes = Self::default();
        for (index, section) in model.children_tagged("default").enumerate() {
            if index > 0 {
                return Err(section.error("a second default section"));
            }
            classes.main = classes.read_class(section, Defaults::default(), settings, 0)?;
        }
        Ok(classes)
    }

    /// Reads a class and those nested in it, which start from what it sets.
    fn read_class(
        &mut self,
        element: Element,
        parent: Defaults,
        settings: &Settings,
        depth: usize,
    ) -> Result<Defaults> {
        if depth >= MAX_DEPTH {
            return Err(element.error(format!("nested deeper than {MAX_DEPTH}")));
        }
        element.only_attributes(&["class"])?;
        let mut defaults = parent;
        let mut seen: Vec<&str> = Vec::new();
        for child in element.children() {
            if child.tag() != "default" && seen.contains(&child.tag()) {
                return Err(child.error("a second one in this class"));
            }
            seen.push(child.tag());
            // A class takes what it does not set from the class around it, and from no other.
            let names = child.attributes().find(|attr| matches!(attr.name(), "name" | "class"));
            if let (Some(attr), "joint" | "geom" | "site") = (names, child.tag()) {
                return Err(attr.unsupported());
            }
            match child.tag() {
                "joint" => defaults.joint.apply(child)?,
                "geom" => defaults.geom.apply(child, settings, true)?,
                "site" => defaults.site.apply(child, settings, true)?,
                // Solver parameters of equality constraints, which the subset does not have.
                "equality" => {
                    child.no_children()?;
                    child.only_attributes(&["solref", "solimp"])?;
                }
                "default" => {}
                _ => return Err(child.unsupported()),
            }
        }
        self.insert(element, &defaults, depth)?;
        for child in element.children_tagged("default") {
            self.read_class(child, defaults.clone(), settings, depth + 1)?;
        }
        Ok(defaults)
    }

    fn insert(&mut self, element: Element, defaults: &Defaults, depth: usize) -> Result<()> {
        match element.attribute("class") {
            None if depth == 0 => Ok(()),
            None => Err(element.error("attribute class is missing")),
            // The outermost class needs no name, and has no other than this one.
            Some(class) if depth == 0 => match class.value() {
                "" | "main" => Ok(()),
                _ => Err(class.error("the outermost class is called main")),
            },
            Some(class) if class.value().is_empty() => Err(class.error("must not be empty")),
            Some(class) if class.value() == "main" => {
                Err(class.error("only the outermost class has this name"))
            }
            Some(class) => match self.named.insert(class.value().to_owned(), defaults.clone()) {
                None => Ok(()),
                Some(_) => Err(class.error("a second class of this name")),
            },
        }
    }

    /// The class that an element names in `attribute`, or else `inherited`, or else the main one.
    pub(super) fn of<'c>(
        &'c self,
        element: Element,
        attribute: &str,
        inherited: Option<&'c Defaults>,
    ) -> Result<&'c Defaults> {
        match element.attribute(attribute) {
            None => Ok(inherited.unwrap_or(&self.main)),
            Some(class) if class.value() == "main" => Ok(&self.main),
            Some(class) => {
                self.named.get(class.value()).ok_or_else(|| class.error("there is no such class"))
            }
        }
    }
}
