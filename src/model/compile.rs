//! From the text of a file to a model, section by section.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

use super::assets::Assets;
use super::defaults::Classes;
use super::settings::Settings;
use super::types::Model;
use super::xml::{Element, parse_document};
use super::{actuator, contact, invweight, sensor, skipped, tree};
use crate::error::Result;

/// Sections that are read, and those that only concern scene, viewer or debugging.
const SECTIONS: [&str; 12] = [
    "include",
    "compiler",
    "default",
    "asset",
    "custom",
    "worldbody",
    "actuator",
    "sensor",
    "contact",
    "option",
    "visual",
    "statistic",
];

/// Compiles MJCF; `file_name` is for error messages and, without directory and extension, the name
/// of a model that does not have one.
///
/// # Errors
/// [`crate::Error::Mjcf`] if the text is not in the supported subset.
pub fn parse(text: &str, file_name: &str) -> Result<Model> {
    parse_with(text, file_name, &|_| Err("a text alone cannot include files".to_owned()))
}

/// Opens an included file by its name, or says why it cannot.
type Open<'a> = &'a dyn Fn(&str) -> std::result::Result<Cow<'static, str>, String>;

/// Compiles MJCF that may include files.
pub(super) fn parse_with(text: &str, file_name: &str, open: Open) -> Result<Model> {
    let document = parse_document(text, file_name)?;
    compile(Element::root(&document, file_name), open)
}

fn compile(root: Element, open: Open) -> Result<Model> {
    check_sections(root)?;
    let name = match root.attribute("model") {
        Some(name) => name.value().to_owned(),
        None => {
            Path::new(root.file()).file_stem().unwrap_or_default().to_string_lossy().into_owned()
        }
    };
    let settings = Settings::read(root)?;
    let classes = Classes::read(root, &settings)?;
    let mut assets = Assets::read(root, &name)?;
    for include in root.children_tagged("include") {
        read_included(include, open, &mut assets)?;
    }
    let mut model = Model {
        name,
        bodies: Vec::new(),
        joints: Vec::new(),
        geoms: Vec::new(),
        looks: Vec::new(),
        visuals: Vec::new(),
        geom_order: Vec::new(),
        sites: Vec::new(),
        motors: Vec::new(),
        sensors: Vec::new(),
        excludes: Vec::new(),
        files: None,
    };
    tree::read(root, &settings, &classes, &assets, &mut model)?;
    check_names(root, &assets)?;
    contact::read(root, &mut model)?;
    actuator::read(root, &settings, &mut model)?;
    sensor::read(root, &mut model)?;
    match invweight::compute(&mut model) {
        true => Ok(model),
        false => Err(root.error("its mass matrix is not positive definite")),
    }
}

/// Reads an included file, which may hold assets only.
fn read_included(include: Element, open: Open, assets: &mut Assets) -> Result<()> {
    include.only_attributes(&["file"])?;
    include.no_children()?;
    let file = include.required("file")?;
    let text = open(file.value()).map_err(|reason| file.error(reason))?;
    let document = parse_document(&text, file.value())?;
    let root = Element::root(&document, file.value());
    for section in root.children() {
        match section.tag() {
            "asset" => section.only_attributes(&[])?,
            _ => return Err(section.unsupported()),
        }
    }
    assets.add(root)
}

fn check_sections(root: Element) -> Result<()> {
    if root.tag() != "mujoco" {
        return Err(root.error("the root element must be mujoco"));
    }
    root.only_attributes(&["model"])?;
    for section in root.children() {
        match section.tag() {
            tag if !SECTIONS.contains(&tag) => return Err(section.unsupported()),
            "asset" | "custom" | "worldbody" | "actuator" | "sensor" | "contact" => {
                section.only_attributes(&[])?;
            }
            "option" | "visual" | "statistic" => skipped::check(section)?,
            _ => {}
        }
    }
    Ok(())
}

/// Refuses a name given twice to elements of one kind, and custom texts that colour geoms that do
/// not exist.
fn check_names(root: Element, assets: &Assets) -> Result<()> {
    // MuJoCo's world is a body, too.
    let mut seen = HashSet::from([("body", "world")]);
    let sections =
        ["worldbody", "sensor", "contact"].into_iter().flat_map(|tag| root.children_tagged(tag));
    let mut pending: Vec<Element> = sections.collect();
    while let Some(parent) = pending.pop() {
        for element in parent.children() {
            let kind = match (parent.tag(), element.tag()) {
                ("sensor", _) => "sensor",
                (_, "freejoint") => "joint",
                (_, tag) => tag,
            };
            // Without a name is also what has an empty one.
            if let Some(name) = element.attribute("name").filter(|name| !name.value().is_empty())
                && !seen.insert((kind, name.value()))
            {
                return Err(name.error(format!("a second {kind} of this name")));
            }
            if element.tag() == "body" {
                pending.push(element);
            }
        }
    }
    match assets.dressed().find(|&name| !seen.contains(&("geom", name))) {
        None => Ok(()),
        Some(name) => Err(root.error(format!(
            "a custom text `kit` or `white` names {name:?}, but there is no such geom"
        ))),
    }
}
