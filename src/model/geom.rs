//! Geoms: forms, contact parameters and looks.

use super::assets::{Assets, MeshAsset};
use super::hull::Points;
use super::inertia::{MassPart, MassSource};
use super::orientation::{PoseSpec, check_orientations, from_z_to, normalized};
use super::settings::Settings;
use super::types::{ContactParams, Look, Shape};
use super::xml::{Attr, Element};
use crate::error::Result;

/// MuJoCo's colour of geoms that have neither colour nor material.
const PLAIN: [f64; 4] = [0.5, 0.5, 0.5, 1.0];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GeomKind {
    Sphere,
    Capsule,
    Cylinder,
    Box,
}

const KINDS: [(&str, GeomKind); 4] = [
    ("sphere", GeomKind::Sphere),
    ("capsule", GeomKind::Capsule),
    ("cylinder", GeomKind::Cylinder),
    ("box", GeomKind::Box),
];

/// The attributes `type`, `size` and `fromto` of a primitive.
#[derive(Clone, Debug)]
pub(super) struct Form {
    kind: GeomKind,
    size: [f64; 3],
    fromto: Option<[f64; 6]>,
}

impl Form {
    fn of_geom() -> Self {
        Self { kind: GeomKind::Sphere, size: [0.0; 3], fromto: None }
    }

    pub(super) fn of_site() -> Self {
        Self { size: [0.005; 3], ..Self::of_geom() }
    }

    /// Sets an attribute of the form; `false` if the attribute is not one.
    pub(super) fn set(&mut self, attr: Attr) -> Result<bool> {
        match attr.name() {
            "type" => self.kind = attr.keyword(&KINDS)?,
            "size" => attr.overlay(&mut self.size)?,
            "fromto" => self.fromto = Some(attr.array()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The shape; `fromto` also gives the pose.
    pub(super) fn compile(mut self, element: Element, pose: &mut PoseSpec) -> Result<Shape> {
        if let Some(ends) = self.fromto {
            self.span(ends, element, pose)?;
        }
        let [a, b, c] = self.size;
        let (used, shape) = match self.kind {
            GeomKind::Sphere => (1, Shape::Sphere { radius: a }),
            GeomKind::Capsule => (2, Shape::Capsule { radius: a, half_length: b }),
            GeomKind::Cylinder => (2, Shape::Cylinder { radius: a, half_length: b }),
            GeomKind::Box => (3, Shape::Box { half: self.size }),
        };
        match [a, b, c][..used].iter().all(|&size| size > 0.0) {
            true => Ok(shape),
            false => {
                Err(element.error(format!("size {a} {b} {c}: the first {used} must be positive")))
            }
        }
    }

    /// Lays the form between two points; its z axis points from the second to the first.
    fn span(&mut self, ends: [f64; 6], element: Element, pose: &mut PoseSpec) -> Result<()> {
        if self.kind == GeomKind::Sphere {
            return Err(element.error("fromto needs a capsule, cylinder or box"));
        }
        if *pose != PoseSpec::default() {
            return Err(element.error("fromto and a pose"));
        }
        let [ax, ay, az, bx, by, bz] = ends;
        let along = [ax - bx, ay - by, az - bz];
        let axis = normalized(along).ok_or_else(|| element.error("fromto points too close"))?;
        let half_length = 0.5 * along.iter().map(|x| x * x).sum::<f64>().sqrt();
        self.size[1] = half_length;
        if self.kind == GeomKind::Box {
            self.size = [self.size[0], self.size[0], half_length];
        }
        *pose = PoseSpec {
            pos: [0.5 * (ax + bx), 0.5 * (ay + by), 0.5 * (az + bz)],
            quat: from_z_to(axis),
        };
        Ok(())
    }
}

/// Attributes of a `<geom>`, with those of its classes.
#[derive(Clone, Debug)]
pub(super) struct GeomSpec {
    form: Form,
    is_mesh: bool,
    mesh: Option<String>,
    pose: PoseSpec,
    contact: ContactParams,
    mass: MassSource,
    group: u8,
    material: Option<String>,
    rgba: Option<[f64; 4]>,
}

impl Default for GeomSpec {
    fn default() -> Self {
        Self {
            form: Form::of_geom(),
            is_mesh: false,
            mesh: None,
            pose: PoseSpec::default(),
            contact: ContactParams::default(),
            mass: MassSource::Density(1000.0),
            group: 0,
            material: None,
            rgba: None,
        }
    }
}

/// A geom ready to be put on its body.
pub(super) struct CompiledGeom {
    /// `None` for a mesh in a file.
    pub(super) shape: Option<Shape>,
    pub(super) pose: PoseSpec,
    pub(super) contact: ContactParams,
    pub(super) look: Look,
    /// `None` where it is not known: for meshes with a density.
    pub(super) mass: Option<MassPart>,
}

impl CompiledGeom {
    /// Whether it can touch anything.
    pub(super) fn collides(&self) -> bool {
        self.contact.contype != 0 || self.contact.conaffinity != 0
    }
}

impl GeomSpec {
    /// Applies the attributes of an element on top of those of its class.
    pub(super) fn apply(
        &mut self,
        element: Element,
        settings: &Settings,
        in_default: bool,
    ) -> Result<()> {
        element.no_children()?;
        check_orientations(element, in_default)?;
        for attr in element.attributes() {
            match attr.name() {
                "name" | "class" => {}
                "fromto" if in_default => return Err(attr.unsupported()),
                "type" if attr.value() == "mesh" => self.is_mesh = true,
                "type" => {
                    self.is_mesh = false;
                    self.form.set(attr)?;
                }
                _ if self.form.set(attr)? || self.pose.set(attr, settings)? => {}
                _ if self.set_contact(attr)? || self.set_other(attr)? => {}
                _ => return Err(attr.unsupported()),
            }
        }
        Ok(())
    }

    fn set_contact(&mut self, attr: Attr) -> Result<bool> {
        let contact = &mut self.contact;
        match attr.name() {
            "contype" => contact.contype = attr.bits()?,
            "conaffinity" => contact.conaffinity = attr.bits()?,
            "condim" => contact.condim = attr.keyword(&[("1", 1), ("3", 3), ("4", 4), ("6", 6)])?,
            "priority" => contact.priority = attr.integer()?,
            "friction" => {
                attr.overlay(&mut contact.friction)?;
                if contact.friction.iter().any(|&friction| friction < 0.0) {
                    return Err(attr.error("must not be negative"));
                }
            }
            "solref" => attr.solref(&mut contact.solver)?,
            "solimp" => attr.solimp(&mut contact.solver)?,
            "solmix" => contact.solmix = attr.non_negative()?,
            "margin" => contact.margin = attr.non_negative()?,
            "gap" => contact.gap = attr.non_negative()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_other(&mut self, attr: Attr) -> Result<bool> {
        match attr.name() {
            "mesh" => self.mesh = Some(attr.value().to_owned()),
            "mass" => self.mass = MassSource::Total(attr.non_negative()?),
            "density" => {
                let density = attr.non_negative()?;
                // A mass, here or in a class, takes precedence over a density.
                if let MassSource::Density(_) = self.mass {
                    self.mass = MassSource::Density(density);
                }
            }
            "group" => self.group = attr.integer()?,
            "material" => self.material = Some(attr.value().to_owned()),
            "rgba" => self.rgba = Some(attr.array()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Compiles the geom.
    pub(super) fn compile(mut self, element: Element, assets: &Assets) -> Result<CompiledGeom> {
        let mesh = self.find_mesh(element, assets)?;
        let shape = match mesh {
            Some(mesh) => mesh.points.clone().map(Points::into_shape),
            None => Some(self.form.clone().compile(element, &mut self.pose)?),
        };
        let look = self.look(element, assets, mesh)?;
        let geom = CompiledGeom {
            mass: self.mass.part(shape.as_ref(), self.pose),
            shape,
            pose: self.pose,
            contact: self.contact,
            look,
        };
        if geom.collides() && geom.shape.is_none() {
            return Err(
                element.error("collides with a mesh file; only inline vertices are supported")
            );
        }
        Ok(geom)
    }

    fn find_mesh<'m>(&self, element: Element, assets: &'m Assets) -> Result<Option<&'m MeshAsset>> {
        match (&self.mesh, self.is_mesh) {
            (None, false) => Ok(None),
            (Some(name), true) => assets.mesh(name, element).map(Some),
            (Some(name), false) => Err(element
                .error(format!("mesh=\"{name}\": fitting a primitive to a mesh is not supported"))),
            (None, true) => Err(element.error("type mesh, but attribute mesh is missing")),
        }
    }

    fn look(&self, element: Element, assets: &Assets, mesh: Option<&MeshAsset>) -> Result<Look> {
        let of_material = match &self.material {
            Some(material) => Some(assets.material_rgba(material, element)?),
            None => None,
        };
        Ok(Look {
            group: self.group,
            material: self.material.clone().unwrap_or_default(),
            dress: assets.dress(&element.name(), self.material.as_deref()),
            rgba: self.rgba.or(of_material).unwrap_or(PLAIN),
            mesh: assets.viewer_mesh(element, self.mesh.as_deref(), mesh, self.pose)?,
        })
    }
}
