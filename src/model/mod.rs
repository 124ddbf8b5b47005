//! MJCF text -> immutable [`Model`].
//!
//! The supported subset of MJCF is one tree on a free joint with hinges: bodies, inertias, geoms,
//! sites, nested default classes, every way to write an orientation, motors as triples of
//! actuators, sensors, contact excludes, and included files of assets. Elements that are only drawn
//! (lights, cameras, textures) are skipped, and so is `<option>`, which belongs to the scene. They
//! may have only the attributes and children that MuJoCo knows. Everything else is an
//! [`Error::Mjcf`] with its place in the file. Constants are compiled as MuJoCo's compiler does
//! (<https://mujoco.readthedocs.io/en/stable/XMLreference.html>, "Computation").
//!
//! The mesh that league viewers draw in place of a shape is given by a custom text with the name of
//! the geom, or of its mesh: `<text name="GEOM" data="FILE [SX SY SZ]"/>`. The geoms that our own
//! pictures show in the colour of the team, besides those of the material `team`, are listed in the
//! text `<text name="kit" data="GEOM GEOM ..."/>`, and those that they show in white in one named
//! `white`.

mod actuator;
mod assets;
mod attributes;
mod builtin;
mod compile;
mod contact;
mod defaults;
mod geom;
mod hull;
mod inertia;
mod invweight;
mod joint;
mod orientation;
mod principal;
mod sensor;
mod settings;
mod site;
mod skipped;
mod tree;
mod types;
mod xml;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

pub use builtin::builtin_names;
pub use compile::parse;
pub use types::*;

use crate::error::{Error, Result};

/// Largest accepted file in bytes.
pub const MAX_FILE_BYTES: usize = 16 << 20;

/// Loads a built-in model by its name (see [`builtin_names`]) or any other by its path.
///
/// # Errors
/// [`Error::Io`] if there is no such file, [`Error::Mjcf`] if it is not in the supported subset.
pub fn load(name_or_path: &str) -> Result<Model> {
    if let Some(text) = builtin::text(name_or_path) {
        return compile::parse_with(text, &format!("{name_or_path}.xml"), &builtin::part);
    }
    let text = read_capped(Path::new(name_or_path))
        .map_err(|source| Error::Io { path: name_or_path.to_owned(), source })?;
    let folder = Path::new(name_or_path).parent().unwrap_or(Path::new(""));
    let parts = RefCell::new(BTreeMap::new());
    let part = |file: &str| {
        let path = folder.join(file);
        let text = read_capped(&path).map_err(|reason| {
            // The folder may be the current one, which no path names so far.
            let path = std::path::absolute(&path).unwrap_or(path);
            format!("cannot read {}: {reason}", path.display())
        })?;
        parts.borrow_mut().insert(file.to_owned(), text.clone());
        Ok(Cow::Owned(text))
    };
    let model = compile::parse_with(&text, name_or_path, &part)?;
    let files = Files { text, parts: parts.into_inner() };
    Ok(Model { files: Some(Arc::new(files)), ..model })
}

/// Loads a model from what it was read from before; `path` is where that was.
///
/// # Errors
/// [`Error::Mjcf`] if the texts are not in the supported subset.
pub fn reload(path: &str, files: Files) -> Result<Model> {
    let part = |file: &str| match files.parts.get(file) {
        Some(text) => Ok(Cow::Owned(text.clone())),
        None => Err("not among the files that the model was read from".to_owned()),
    };
    let model = compile::parse_with(&files.text, path, &part)?;
    Ok(Model { files: Some(Arc::new(files)), ..model })
}

/// Loads a model as [`load`] does, but a built-in robot only once, since it never changes.
///
/// # Errors
/// As [`load`].
pub fn load_shared(name_or_path: &str) -> Result<Arc<Model>> {
    static BUILT_IN: [OnceLock<Arc<Model>>; builtin::COUNT] =
        [const { OnceLock::new() }; builtin::COUNT];
    let index = builtin_names().iter().position(|name| *name == name_or_path);
    let Some(place) = index.map(|index| &BUILT_IN[index]) else {
        return load(name_or_path).map(Arc::new);
    };
    if let Some(model) = place.get() {
        return Ok(Arc::clone(model));
    }
    let model = Arc::new(load(name_or_path)?);
    Ok(Arc::clone(place.get_or_init(|| model)))
}

/// Reads a file, but never more than one byte past the cap, which [`parse`] then refuses.
fn read_capped(path: &Path) -> std::io::Result<String> {
    // Opening a pipe would wait for a writer.
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::new(
            std::io::ErrorKind::InvalidInput,
            "it is not a regular file",
        ));
    }
    let mut text = String::new();
    File::open(path)?.take(MAX_FILE_BYTES as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}
