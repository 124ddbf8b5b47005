//! Which shapes of robots, ball and goals are drawn, and in which colours.

use super::football::football;
use super::mesh::Mesh;
use super::{Rgb, canvas::Ink};
use crate::dynamics::params::rotation;
use crate::error::Result;
use crate::model::{Model, Shape};
use crate::soccer::{BALL, Side};
use crate::world::scene::Scene;

const LEFT: Rgb = [58.0, 112.0, 232.0];
const RIGHT: Rgb = [228.0, 66.0, 54.0];
const FRAME: Rgb = [84.0, 87.0, 94.0];
const LENS: Rgb = [22.0, 23.0, 26.0];
const WHITE: Rgb = [246.0, 246.0, 244.0];
const PATCH: Rgb = [46.0, 47.0, 50.0];
const POST: Rgb = [250.0, 250.0, 250.0];
const NET: Rgb = [225.0, 228.0, 230.0];
/// Radius of what is drawn at a robot's camera, m, so that one sees where it looks.
const LENS_RADIUS: f32 = 0.05;

/// A colour that may depend on the team.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Paint {
    Team,
    Plain(Rgb),
}

impl Paint {
    /// The colour on a side's robot.
    pub(super) fn colour(self, side: Option<Side>) -> Rgb {
        match (self, side) {
            (Self::Plain(colour), _) => colour,
            (Self::Team, Some(Side::Left)) => LEFT,
            (Self::Team, Some(Side::Right)) => RIGHT,
            (Self::Team, None) => WHITE,
        }
    }
}

/// A shape of a tree, in the frame of its body.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) body: usize,
    pub(super) mesh: Mesh,
    pub(super) paint: Paint,
}

/// All parts of a robot: what collides in the colour of its team, and where a body has nothing
/// that collides (necks, hips) what viewers show of it, in grey.
pub(super) fn of_robot(model: &Model) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for geom in &model.geoms {
        let mesh = Mesh::of(&geom.shape)?.placed(geom.pos, rotation(geom.quat));
        parts.push(Part { body: geom.body, mesh, paint: Paint::Team });
    }
    let collides = |body: usize| model.geoms.iter().any(|geom| geom.body == body);
    for visual in model.visuals.iter().filter(|visual| !collides(visual.body)) {
        if let Some(shape) = &visual.shape {
            let mesh = Mesh::of(shape)?.placed(visual.pos, rotation(visual.quat));
            parts.push(Part { body: visual.body, mesh, paint: Paint::Plain(FRAME) });
        }
    }
    for site in model.sites.iter().filter(|site| site.name == "camera") {
        let mesh = Mesh::ball(LENS_RADIUS).placed(site.pos, rotation(site.quat));
        parts.push(Part { body: site.body, mesh, paint: Paint::Plain(LENS) });
    }
    Ok(parts)
}

/// All parts of each kind of tree of a scene.
pub(super) fn of_kinds(scene: &Scene) -> Result<Vec<Vec<Part>>> {
    let ball = scene.slots[BALL].kind;
    let kinds = scene.kinds.iter().enumerate();
    kinds
        .map(|(i, kind)| if i == ball { of_ball(&kind.model) } else { of_robot(&kind.model) })
        .collect()
}

fn of_ball(model: &Model) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for geom in &model.geoms {
        let meshes = match geom.shape {
            Shape::Sphere { radius } => football(radius as f32).into(),
            _ => vec![Mesh::of(&geom.shape)?],
        };
        for (mesh, colour) in meshes.into_iter().zip([WHITE, PATCH]) {
            let mesh = mesh.placed(geom.pos, rotation(geom.quat));
            parts.push(Part { body: geom.body, mesh, paint: Paint::Plain(colour) });
        }
    }
    Ok(parts)
}

/// Posts, bars and nets, in the world.
pub(super) fn of_goals(scene: &Scene) -> Result<Vec<(Mesh, Ink)>> {
    let fixtures = scene.fixtures.iter().map(|fixture| &fixture.geom);
    fixtures
        .map(|geom| {
            let mesh = Mesh::of(&geom.shape)?.placed(geom.pos, rotation(geom.quat));
            let ink = if geom.name.ends_with("-net") { Ink::Net(NET) } else { Ink::Solid(POST) };
            Ok((mesh, ink))
        })
        .collect()
}
