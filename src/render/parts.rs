//! Which shapes of robots, ball and goals are drawn, and in which colours.

use super::digits;
use super::football::football;
use super::mesh::Mesh;
use super::occluder::Bulk;
use super::part::{Part, PartColour, WHITE};
use super::{Rgb, canvas::Ink};
use crate::dynamics::params::rotation;
use crate::error::Result;
use crate::model::{Dress, Geom, GeomRef, Look, Model, Shape, ViewerMesh};
use crate::soccer::{Arena, BALL};
use crate::world::scene::Scene;

/// Colour of numbers: brighter than white, so that they can be read from afar even in the shade.
const NUMBER: Rgb = [300.0, 300.0, 298.0];
const LENS: Rgb = [26.0, 27.0, 31.0];
const PATCH: Rgb = [40.0, 41.0, 45.0];
const SEAM: Rgb = [166.0, 167.0, 168.0];
const POST: Rgb = [250.0, 250.0, 250.0];
const NET: Rgb = [225.0, 228.0, 230.0];
/// Radius of the lens drawn at a robot's camera, m, which shows where the robot looks.
const LENS_RADIUS: f32 = 0.05;
/// Name of a site that is drawn instead of the lens, dark as glass.
const VISOR: &str = "visor";
/// Prefix of the names of several such sites.
const VISORS: &str = "visor-";
/// Viewers show geoms of the groups up to this one.
const LAST_SHOWN_GROUP: u8 = 2;

/// A geom of a robot whose form is known.
struct Outline<'a> {
    body: usize,
    shape: &'a Shape,
    pos: [f64; 3],
    quat: [f64; 4],
    look: &'a Look,
}

impl Outline<'_> {
    fn is_shown(&self) -> bool {
        self.look.group <= LAST_SHOWN_GROUP && self.look.rgba[3] > 0.0
    }

    fn part(&self, paint: PartColour) -> Result<Part> {
        let mesh = Mesh::of(self.shape)?.placed(self.pos, rotation(self.quat));
        Ok(Part::new(self.body, mesh, paint))
    }
}

/// All geoms of a robot whose form is known, in the order of its file.
fn outlines(model: &Model) -> impl Iterator<Item = Outline<'_>> {
    model.geom_order.iter().filter_map(|entry| match *entry {
        GeomRef::Collision(index) => {
            let (geom, look) = (&model.geoms[index], &model.looks[index]);
            let (pos, quat) = (geom.pos, geom.quat);
            Some(Outline { body: geom.body, shape: &geom.shape, pos, quat, look })
        }
        GeomRef::Visual(index) => {
            let visual = &model.visuals[index];
            let (pos, quat, look) = (visual.pos, visual.quat, &visual.look);
            Some(Outline { body: visual.body, shape: visual.shape.as_ref()?, pos, quat, look })
        }
    })
}

/// All parts of a robot: of each body the geoms that viewers show or, if they show none whose form
/// is known, all its geoms. Geoms that they do not show are in the team's colour, and so are all
/// geoms if none of those shown belongs to the kit.
fn of_robot(model: &Model) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    let has_kit =
        outlines(model).any(|outline| outline.is_shown() && outline.look.dress == Dress::Kit);
    for outline in outlines(model) {
        let is_shown = outline.is_shown();
        let of_same = |other: &Outline| other.body == outline.body && other.is_shown();
        if is_shown || !outlines(model).any(|other| of_same(&other)) {
            let is_plain = is_shown && has_kit;
            let paint = if is_plain { PartColour::of(outline.look) } else { PartColour::Team };
            parts.push(outline.part(paint)?);
        }
    }
    parts.extend(faces(model)?);
    Ok(parts)
}

/// Parts that show where a robot looks: its visors, or a lens at its camera.
fn faces(model: &Model) -> Result<Vec<Part>> {
    let is_visor = |name: &str| name == VISOR || name.starts_with(VISORS);
    let has_visor = model.sites.iter().any(|site| is_visor(&site.name));
    let sites = model.sites.iter().filter(|site| match has_visor {
        true => is_visor(&site.name),
        false => site.name == "camera",
    });
    sites
        .map(|site| {
            let mesh = if has_visor { Mesh::of(&site.shape)? } else { Mesh::ball(LENS_RADIUS) };
            let mesh = mesh.placed(site.pos, rotation(site.quat));
            Ok(Part::flat(site.body, mesh, PartColour::Plain(LENS)))
        })
        .collect()
}

/// All parts of each kind of tree of a scene.
pub(super) fn of_kinds(scene: &Scene) -> Result<Vec<Vec<Part>>> {
    let ball = scene.slots[BALL].kind;
    let kinds = scene.kinds.iter().enumerate();
    kinds
        .map(|(i, kind)| if i == ball { of_ball(&kind.model) } else { of_robot(&kind.model) })
        .collect()
}

/// The parts that stand in the place of meshes that viewers load, each in its mesh's frame.
pub(super) fn in_place_of_meshes(model: &Model) -> Result<Vec<(&ViewerMesh, Part)>> {
    let outlines =
        outlines(model).filter_map(|outline| Some((outline.look.mesh.as_ref()?, outline)));
    outlines
        .map(|(mesh, outline)| {
            let mut part = outline.part(PartColour::of(outline.look))?;
            let from_body = rotation(mesh.quat);
            let turn = std::array::from_fn(|i| std::array::from_fn(|j| from_body[j][i]));
            let shift = std::array::from_fn(|i| {
                -(0..3).map(|j| from_body[j][i] * mesh.pos[j]).sum::<f64>()
            });
            part.mesh = part.mesh.placed(shift, turn);
            part.body = 0;
            Ok((mesh, part))
        })
        .collect()
}

/// A football of a radius, m.
pub(super) fn football_parts(radius: f32) -> Vec<Part> {
    let meshes = football(radius).into_iter().zip([WHITE, PATCH, SEAM]);
    meshes.map(|(mesh, colour)| Part::new(0, mesh, PartColour::Plain(colour))).collect()
}

fn of_ball(model: &Model) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for geom in &model.geoms {
        let meshes = match geom.shape {
            Shape::Sphere { radius } => football(radius as f32).into(),
            _ => vec![Mesh::of(&geom.shape)?],
        };
        for (mesh, colour) in meshes.into_iter().zip([WHITE, PATCH, SEAM]) {
            let mesh = mesh.placed(geom.pos, rotation(geom.quat));
            let bulks = if colour == WHITE { Bulk::of(&mesh) } else { Vec::new() };
            let paint = PartColour::Plain(colour);
            parts.push(Part { body: geom.body, mesh, paint, is_solid: true, bulks });
        }
    }
    Ok(parts)
}

/// The numbers that the players wear, by slot; `kinds` has the parts of each kind.
pub(super) fn of_numbers(arena: &Arena, kinds: &[Vec<Part>]) -> Vec<Vec<Part>> {
    let scene = arena.scene();
    let slots = scene.slots.iter().enumerate();
    slots
        .map(|(index, slot)| {
            let Some(player) = arena.player(index) else {
                return Vec::new();
            };
            let model = &scene.kinds[slot.kind].model;
            let plates = digits::number(model, &kinds[slot.kind], player.number);
            plates
                .into_iter()
                .map(|(body, mesh)| Part::flat(body, mesh, PartColour::Plain(NUMBER)))
                .collect()
        })
        .collect()
}

/// Posts, bars and nets, in the world.
pub(super) fn of_goals(scene: &Scene) -> Result<Vec<(Mesh, Ink)>> {
    of_fixtures(scene.fixtures.iter().map(|fixture| &fixture.geom))
}

/// As [`of_goals`], of any geoms.
pub(super) fn of_fixtures<'a>(
    fixtures: impl Iterator<Item = &'a Geom>,
) -> Result<Vec<(Mesh, Ink)>> {
    fixtures
        .map(|geom| {
            let mesh = Mesh::of(&geom.shape)?.placed(geom.pos, rotation(geom.quat));
            let ink = if geom.name.ends_with("-net") { Ink::Net(NET) } else { Ink::Solid(POST) };
            Ok((mesh, ink))
        })
        .collect()
}
