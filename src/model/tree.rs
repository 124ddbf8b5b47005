//! The tree of bodies with their joints, geoms and sites.

use super::assets::Assets;
use super::defaults::{Classes, Defaults};
use super::geom::CompiledGeom;
use super::inertia::{self, MassPart};
use super::orientation::{PoseSpec, check_orientations};
use super::settings::{InertiaSource, Settings};
use super::skipped;
use super::types::{Body, Geom, GeomRef, Model, Visual};
use super::xml::{Attr, Element};
use crate::error::Result;

/// Deepest nesting of bodies.
const MAX_DEPTH: usize = 64;
/// Maximum number of bodies, and of hinges.
const MAX_BODIES: usize = 256;
/// Maximum number of geoms, and of sites.
const MAX_SHAPES: usize = 4096;

/// Reads the one body of `<worldbody>` and all below it.
pub(super) fn read(
    document: Element,
    settings: &Settings,
    classes: &Classes,
    assets: &Assets,
    model: &mut Model,
) -> Result<()> {
    let mut builder = Builder { settings, classes, assets, model };
    let mut found = false;
    for element in document.children_tagged("worldbody").flat_map(Element::children) {
        match element.tag() {
            "light" | "camera" => skipped::check(element)?,
            "body" if found => {
                return Err(element.error("a second root body; one tree is supported"));
            }
            "body" => {
                builder.read_body(element, None, None, 0)?;
                found = true;
            }
            _ => return Err(element.unsupported()),
        }
    }
    if found { Ok(()) } else { Err(document.error("worldbody has no body")) }
}

struct Builder<'a> {
    settings: &'a Settings,
    classes: &'a Classes,
    assets: &'a Assets,
    model: &'a mut Model,
}

impl<'a> Builder<'a> {
    /// Adds a body with what is on it, then its children: MuJoCo's order.
    fn read_body(
        &mut self,
        element: Element,
        parent: Option<usize>,
        inherited: Option<&'a Defaults>,
        depth: usize,
    ) -> Result<()> {
        if depth >= MAX_DEPTH || self.model.bodies.len() >= MAX_BODIES {
            let limits = format!("more than {MAX_DEPTH} bodies deep or {MAX_BODIES} in all");
            return Err(element.error(limits));
        }
        let class = match element.attribute("childclass") {
            Some(_) => Some(self.classes.of(element, "childclass", None)?),
            None => inherited,
        };
        let body = self.push_body(element, parent)?;
        self.read_joints(element, body, class)?;
        let parts = self.read_shapes(element, body, class)?;
        self.set_inertia(element, body, &parts)?;
        for child in element.children_tagged("body") {
            self.read_body(child, Some(body), class, depth + 1)?;
        }
        Ok(())
    }

    fn push_body(&mut self, element: Element, parent: Option<usize>) -> Result<usize> {
        check_orientations(element, false)?;
        let mut pose = PoseSpec::default();
        for attr in element.attributes() {
            match attr.name() {
                "name" | "childclass" => {}
                "gravcomp" => attr.must_be_zero()?,
                _ if pose.set(attr, self.settings)? => {}
                _ => return Err(attr.unsupported()),
            }
        }
        let no_joints = self.model.joints.len()..self.model.joints.len();
        let MassPart { mass, pose: inertial, moments } = MassPart::default();
        self.model.bodies.push(Body {
            name: element.name(),
            parent,
            pos: pose.pos,
            quat: pose.quat,
            mass,
            ipos: inertial.pos,
            iquat: inertial.quat,
            inertia: moments,
            joints: no_joints,
            invweight0: [0.0; 2],
        });
        Ok(self.model.bodies.len() - 1)
    }

    /// The root has one free joint and nothing else; every other body any number of hinges.
    fn read_joints(
        &mut self,
        element: Element,
        body: usize,
        class: Option<&Defaults>,
    ) -> Result<()> {
        let mut free = 0;
        for child in element.children() {
            match child.tag() {
                "freejoint" => {
                    child.no_children()?;
                    child.only_attributes(&["name", "group"])?;
                    child.attribute("group").map_or(Ok(0), Attr::integer::<i32>)?;
                    free += 1;
                }
                "joint" => {
                    let mut spec = self.classes.of(child, "class", class)?.joint.clone();
                    spec.apply(child)?;
                    if spec.is_free() {
                        spec.check_free(child)?;
                        free += 1;
                    } else {
                        self.model.joints.push(spec.compile(child, body, self.settings)?);
                    }
                }
                _ => {}
            }
        }
        let first = self.model.bodies[body].joints.start;
        self.model.bodies[body].joints = first..self.model.joints.len();
        let hinges = self.model.joints.len() - first;
        match (body, free, hinges) {
            (0, 1, 0) => Ok(()),
            (0, ..) => Err(element.error("the root body needs one free joint and no other")),
            (_, 0, _) if self.model.joints.len() <= MAX_BODIES => Ok(()),
            (_, 0, _) => Err(element.error(format!("more than {MAX_BODIES} hinges"))),
            _ => Err(element.error("only the root body may have a free joint")),
        }
    }

    /// Adds geoms and sites; returns mass and inertia of each geom that counts, `None` where they
    /// are not known.
    fn read_shapes(
        &mut self,
        element: Element,
        body: usize,
        class: Option<&Defaults>,
    ) -> Result<Vec<Option<MassPart>>> {
        let mut parts = Vec::new();
        for child in element.children() {
            match child.tag() {
                "geom" => {
                    let mut spec = self.classes.of(child, "class", class)?.geom.clone();
                    spec.apply(child, self.settings, false)?;
                    let geom = spec.compile(child, self.assets)?;
                    if geom.look.group <= inertia::MAX_GROUP {
                        parts.push(geom.mass);
                    }
                    self.push_geom(child, body, geom);
                }
                "site" => {
                    let mut spec = self.classes.of(child, "class", class)?.site.clone();
                    spec.apply(child, self.settings, false)?;
                    self.model.sites.push(spec.compile(child, body, self.assets)?);
                }
                "camera" | "light" => skipped::check(child)?,
                "body" | "joint" | "freejoint" | "inertial" => {}
                _ => return Err(child.unsupported()),
            }
            if self.model.geom_order.len().max(self.model.sites.len()) > MAX_SHAPES {
                return Err(child.error(format!("more than {MAX_SHAPES} geoms or sites")));
            }
        }
        Ok(parts)
    }

    fn push_geom(&mut self, element: Element, body: usize, geom: CompiledGeom) {
        let collides = geom.collides();
        let CompiledGeom { shape, pose: PoseSpec { pos, quat }, contact, look, .. } = geom;
        let model = &mut *self.model;
        match shape {
            Some(shape) if collides => {
                model.geom_order.push(GeomRef::Collision(model.geoms.len()));
                model.geoms.push(Geom { name: element.name(), body, shape, pos, quat, contact });
                model.looks.push(look);
            }
            shape => {
                model.geom_order.push(GeomRef::Visual(model.visuals.len()));
                model.visuals.push(Visual { body, shape, pos, quat, look });
            }
        }
    }

    fn set_inertia(
        &mut self,
        element: Element,
        body: usize,
        parts: &[Option<MassPart>],
    ) -> Result<()> {
        let mut inertials = element.children_tagged("inertial");
        let inertial = inertials.next();
        if let Some(second) = inertials.next() {
            return Err(second.error("a second inertial"));
        }
        let given =
            inertial.map(|inertial| inertia::read_inertial(inertial, self.settings)).transpose()?;
        let of_geoms = match (self.settings.inertia_source, given) {
            (InertiaSource::InertialOrGeoms, Some(_)) | (InertiaSource::Inertial, _) => None,
            _ => sum_of_geoms(element, parts)?,
        };
        let target = &mut self.model.bodies[body];
        // MuJoCo puts the centre of a body without mass where its parent has the body.
        let massless = || {
            let pose = PoseSpec { pos: target.pos, quat: target.quat };
            MassPart { pose, ..MassPart::default() }
        };
        let part = of_geoms.or(given).unwrap_or_else(massless);
        inertia::check(&part, body == 0 || !target.joints.is_empty(), element)?;
        target.mass = part.mass;
        target.ipos = part.pose.pos;
        target.iquat = part.pose.quat;
        target.inertia = part.moments;
        Ok(())
    }
}

fn sum_of_geoms(element: Element, parts: &[Option<MassPart>]) -> Result<Option<MassPart>> {
    let known: Option<Vec<MassPart>> = parts.iter().copied().collect();
    let known = known
        .ok_or_else(|| element.error("inertia from a mesh is not supported; give inertial"))?;
    Ok(inertia::sum(&known))
}
