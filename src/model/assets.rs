//! Materials, meshes, and the custom texts that name viewers' meshes.

use std::collections::HashMap;
use std::path::Path;

use super::hull::Points;
use super::orientation::{PoseSpec, normalized};
use super::skipped;
use super::types::{Dress, ViewerMesh};
use super::xml::{Attr, Element};
use crate::error::Result;

/// A mesh asset: hull points, or the name of a file that is only for viewers.
#[derive(Debug)]
pub(super) struct MeshAsset {
    pub(super) points: Option<Points>,
    file: Option<String>,
    scale: [f64; 3],
}

/// Assets that geoms refer to by name.
#[derive(Debug, Default)]
pub(super) struct Assets {
    model: String,
    materials: HashMap<String, [f64; 4]>,
    meshes: HashMap<String, MeshAsset>,
    viewer_meshes: HashMap<String, String>,
    /// Names of geoms and what our own views colour them by.
    dresses: Vec<(String, Dress)>,
}

const MATERIAL_ATTRIBUTES: [&str; 12] = [
    "name",
    "class",
    "rgba",
    "texture",
    "texrepeat",
    "texuniform",
    "emission",
    "specular",
    "shininess",
    "reflectance",
    "metallic",
    "roughness",
];

/// Names of the custom texts that list geoms by what they are coloured by.
const DRESSES: [(&str, Dress); 2] = [("kit", Dress::Kit), ("white", Dress::White)];

impl Assets {
    /// Reads `<asset>` and `<custom>`.
    pub(super) fn read(document: Element, model: &str) -> Result<Self> {
        let mut assets = Self { model: model.to_owned(), ..Self::default() };
        assets.add(document)?;
        Ok(assets)
    }

    /// Adds those of another document.
    pub(super) fn add(&mut self, document: Element) -> Result<()> {
        for element in document.children_tagged("asset").flat_map(Element::children) {
            match element.tag() {
                "material" => self.read_material(element)?,
                "mesh" => self.read_mesh(element)?,
                "texture" => skipped::check(element)?,
                _ => return Err(element.unsupported()),
            }
        }
        for element in document.children_tagged("custom").flat_map(Element::children) {
            match element.tag() {
                "text" => self.read_text(element)?,
                "numeric" => skipped::check(element)?,
                _ => return Err(element.unsupported()),
            }
        }
        Ok(())
    }

    /// Of a material only name and colour matter here; how it shines is for renderers.
    fn read_material(&mut self, element: Element) -> Result<()> {
        element.only_attributes(&MATERIAL_ATTRIBUTES)?;
        for child in element.children() {
            match child.tag() {
                "layer" => skipped::check(child)?,
                _ => return Err(child.unsupported()),
            }
        }
        let name = element.required("name")?;
        let rgba = element.attribute("rgba").map_or(Ok([1.0; 4]), Attr::array)?;
        insert(&mut self.materials, name, rgba)
    }

    fn read_mesh(&mut self, element: Element) -> Result<()> {
        element.only_attributes(&["name", "file", "vertex", "face", "scale"])?;
        element.no_children()?;
        let scale: [f64; 3] = element.attribute("scale").map_or(Ok([1.0; 3]), Attr::array)?;
        let file = element.attribute("file");
        let points = match (file, element.attribute("vertex")) {
            (None, Some(vertex)) => Some(Points::read(vertex, element.attribute("face"), scale)?),
            (Some(_), None) => None,
            _ => return Err(element.error("needs either file or vertex")),
        };
        let mesh = MeshAsset { points, file: file.map(|file| file.value().to_owned()), scale };
        match (element.attribute("name"), file) {
            (Some(name), _) => insert(&mut self.meshes, name, mesh),
            (None, Some(file)) => {
                let stem = Path::new(file.value()).file_stem().and_then(|stem| stem.to_str());
                match self.meshes.insert(stem.unwrap_or_default().to_owned(), mesh) {
                    None => Ok(()),
                    Some(_) => Err(file.error("a second mesh of this name")),
                }
            }
            (None, None) => Err(element.error("attribute name is missing")),
        }
    }

    fn read_text(&mut self, element: Element) -> Result<()> {
        element.no_children()?;
        element.only_attributes(&["name", "data"])?;
        let (name, data) = (element.required("name")?, element.required("data")?);
        if data.value().is_empty() {
            return Err(data.error("must not be empty"));
        }
        let data = data.value();
        if let Some((_, dress)) = DRESSES.iter().find(|(known, _)| *known == name.value()) {
            if self.dresses.iter().any(|(_, given)| given == dress) {
                return Err(name.error("a second one of this name"));
            }
            let geoms = data.split_ascii_whitespace().map(|geom| (geom.to_owned(), *dress));
            self.dresses.extend(geoms);
            return Ok(());
        }
        insert(&mut self.viewer_meshes, name, data.to_owned())
    }

    /// Names of the geoms that custom texts colour.
    pub(super) fn dressed(&self) -> impl Iterator<Item = &str> {
        self.dresses.iter().map(|(geom, _)| geom.as_str())
    }

    /// What our own views colour a geom by.
    pub(super) fn dress(&self, geom: &str, material: Option<&str>) -> Dress {
        match self.dresses.iter().find(|(name, _)| name == geom) {
            Some((_, dress)) => *dress,
            None if material == Some("team") => Dress::Kit,
            None => Dress::Plain,
        }
    }

    pub(super) fn mesh(&self, name: &str, geom: Element) -> Result<&MeshAsset> {
        self.meshes
            .get(name)
            .ok_or_else(|| geom.error(format!("mesh=\"{name}\": there is no such mesh")))
    }

    pub(super) fn material_rgba(&self, name: &str, user: Element) -> Result<[f64; 4]> {
        let rgba = self.materials.get(name).copied();
        rgba.ok_or_else(|| user.error(format!("material=\"{name}\": there is no such material")))
    }

    /// The mesh that viewers load for a geom: that of the custom text with the geom's name or its
    /// mesh's name; else the mesh's file, at the pose of the geom.
    pub(super) fn viewer_mesh(
        &self,
        geom: Element,
        mesh_name: Option<&str>,
        mesh: Option<&MeshAsset>,
        PoseSpec { pos, quat }: PoseSpec,
    ) -> Result<Option<ViewerMesh>> {
        let of_geom = self.viewer_meshes.get(&geom.name());
        if let Some(text) = of_geom.or_else(|| self.viewer_meshes.get(mesh_name?)) {
            return parse_viewer_mesh(text, geom).map(Some);
        }
        let Some(MeshAsset { file: Some(file), scale, .. }) = mesh else {
            return Ok(None);
        };
        let name = format!("models/{}/{file}", self.model);
        Ok(Some(ViewerMesh { name, scale: *scale, pos, quat }))
    }
}

/// Parses `FILE`, optionally with a scale `SX SY SZ` and, only after a scale, a pose
/// `X Y Z QW QX QY QZ`.
fn parse_viewer_mesh(text: &str, geom: Element) -> Result<ViewerMesh> {
    let refuse = || {
        geom.error(format!(
            "its custom text {text:?} is not `FILE`, `FILE SX SY SZ` or \
             `FILE SX SY SZ X Y Z QW QX QY QZ`"
        ))
    };
    let mut words = text.split_ascii_whitespace();
    let name = words.next().ok_or_else(refuse)?.to_owned();
    let numbers: Option<Vec<f64>> =
        words.map(|word| word.parse().ok().filter(|number: &f64| number.is_finite())).collect();
    let (scale, PoseSpec { pos, quat }) = match numbers.ok_or_else(refuse)?[..] {
        [] => ([1.0; 3], PoseSpec::default()),
        [a, b, c] => ([a, b, c], PoseSpec::default()),
        [a, b, c, x, y, z, qw, qx, qy, qz] => {
            let quat = normalized([qw, qx, qy, qz]).ok_or_else(refuse)?;
            ([a, b, c], PoseSpec { pos: [x, y, z], quat })
        }
        _ => return Err(refuse()),
    };
    Ok(ViewerMesh { name, scale, pos, quat })
}

fn insert<T>(map: &mut HashMap<String, T>, name: Attr, value: T) -> Result<()> {
    match map.insert(name.value().to_owned(), value) {
        None => Ok(()),
        Some(_) => Err(name.error("a second one of this name")),
    }
}
