//! Scene graphs that monitors were told, as what the viewer shows.
//!
//! Who plays is told by a description (`agent`, `ball`) in rcsssmj's graphs, and by the materials
//! of shirts in SimSpark's. Pitch and goals are drawn as the viewer draws them.

use super::scenery::{Model, Part, Pitch, Scenery, Tree, View};
use super::teller::Pose;
use crate::model::{Shape, ViewerMesh};
use crate::render::exhibit::{ball, goals, shape, stand_ins};
use crate::soccer::{Field, Side};
use crate::wire::scene::{Graph, Kind, Mesh, Node};
use crate::wire::scene_writer::Matrix;
use nalgebra::{Matrix3, Rotation3, UnitQuaternion};
use std::collections::HashMap;
use std::sync::Arc;

/// Part of the name of the ball's mesh.
const BALL: &str = "soccerball";
/// Radius of a ball whose graph does not say, m.
const RADIUS: f64 = 0.11;
const GREY: [u8; 3] = [120, 122, 128];
/// What a mesh is shown as that nobody here has: a box of this half edge, m.
const UNKNOWN: f64 = 0.035;

/// A part of the graph that belongs together: a robot or the ball.
#[derive(Clone, Copy, Debug, Default)]
struct Role {
    is_ball: bool,
    side: Option<Side>,
    number: Option<u32>,
}

/// Which nodes of a graph are shown, and as what.
#[derive(Debug)]
pub(super) struct Cast {
    pub(super) scenery: Arc<Scenery>,
    /// The nodes whose poses are those of the scenery's bodies.
    nodes: Vec<usize>,
}

impl Cast {
    /// Reads a graph; `teams` are the names by which descriptions tell teams.
    pub(super) fn new(
        graph: &Graph,
        teams: &[Option<String>; 2],
        field: &Field,
    ) -> crate::Result<Self> {
        let nodes = graph.nodes();
        let roots: Vec<usize> = (0..nodes.len()).map(|node| root_of(nodes, node)).collect();
        let roles = roles(nodes, &roots, teams);
        let mut wardrobe =
            Wardrobe { known: stand_ins()?, models: Vec::new(), index: HashMap::new() };
        let (mut shown, mut trees, mut ball_tree) = (Vec::new(), Vec::new(), None);
        let mut named: Vec<usize> = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let (Some(mesh), Some(role)) = (&node.mesh, roles.get(&roots[index])) else { continue };
            if !mesh.visible || (role.is_ball && ball_tree.is_some()) {
                continue;
            }
            let model = if role.is_ball { wardrobe.ball() } else { wardrobe.model(mesh)? };
            if role.is_ball {
                ball_tree = Some(trees.len());
            }
            // The first part of a robot, its torso, has the number.
            let is_first = !named.contains(&roots[index]);
            named.push(roots[index]);
            let number = role.number.filter(|_| is_first);
            trees.push(Tree { model, side: role.side, number, numbers: Vec::new() });
            shown.push(index);
        }
        let pitch = Pitch::from(field);
        let scenery =
            Scenery::new(View::Ball, &pitch, &wardrobe.models, &trees, ball_tree, &goals(field)?);
        Ok(Self { scenery: Arc::new(scenery), nodes: shown })
    }

    /// Writes where bodies are.
    pub(super) fn poses(&self, graph: &Graph, out: &mut Vec<Pose>) {
        let world = graph.world();
        out.clear();
        out.extend(self.nodes.iter().map(|&node| pose(&world[node])));
    }
}

/// The node that says whose part a node is: a description above it, else the topmost one.
fn root_of(nodes: &[Node], node: usize) -> usize {
    let mut at = node;
    while let Some(parent) = nodes[at].parent {
        if nodes[at].kind == Kind::Description {
            return at;
        }
        at = parent;
    }
    at
}

/// Robots and the ball, by the node that says so.
fn roles(nodes: &[Node], roots: &[usize], teams: &[Option<String>; 2]) -> HashMap<usize, Role> {
    let mut roles: HashMap<usize, Role> = HashMap::new();
    for (index, node) in nodes.iter().enumerate() {
        match &node.description[..] {
            [kind, ..] if kind == "ball" => {
                roles.entry(index).or_default().is_ball = true;
            }
            [kind, team, number, ..] if kind == "agent" => {
                let role = roles.entry(index).or_default();
                role.side = Side::BOTH
                    .into_iter()
                    .find(|side| teams[side.index()].as_ref().is_some_and(|known| known == team));
                role.number = number.parse().ok();
            }
            _ => {}
        }
        let Some(mesh) = &node.mesh else { continue };
        let root = roots[index];
        if mesh.model.contains(BALL) {
            roles.entry(root).or_default().is_ball = true;
        }
        for material in &mesh.materials {
            let side = match material.as_str() {
                "matLeft" => Some(Side::Left),
                "matRight" => Some(Side::Right),
                _ => None,
            };
            if side.is_some() {
                roles.entry(root).or_default().side = side;
            }
            let number = material.strip_prefix("matNum").and_then(|digits| digits.parse().ok());
            if number.is_some() {
                roles.entry(root).or_default().number = number;
            }
        }
    }
    roles
}

/// What meshes are shown as: a model for each kind of mesh.
struct Wardrobe {
    known: Vec<(ViewerMesh, Part)>,
    models: Vec<Model>,
    /// By name, numbers and colour.
    index: HashMap<String, usize>,
}

impl Wardrobe {
    fn ball(&mut self) -> usize {
        self.push("ball".to_owned(), ball(RADIUS as f32))
    }

    fn model(&mut self, mesh: &Mesh) -> crate::Result<usize> {
        let Mesh { model, parameters, scale, materials, colour, .. } = mesh;
        let key = format!("{model} {parameters:?} {scale:?} {materials:?} {colour:?}");
        if let Some(known) = self.index.get(&key) {
            return Ok(*known);
        }
        let is_it = |known: &&(ViewerMesh, Part)| (&known.0.name, &known.0.scale) == (model, scale);
        let by_name = |known: &&(ViewerMesh, Part)| known.0.name == *model;
        let known = self.known.iter().find(is_it).or_else(|| self.known.iter().find(by_name));
        let part = match known {
            Some((_, part)) => part.clone(),
            None => shape(&standard(mesh), paint(mesh))?,
        };
        let place = self.push(model.clone(), vec![part]);
        self.index.insert(key, place);
        Ok(place)
    }

    fn push(&mut self, name: String, parts: Vec<Part>) -> usize {
        self.models.push(Model { name, bodies: 1, parts });
        self.models.len() - 1
    }
}

/// A mesh that viewers know by name, as a shape.
fn standard(mesh: &Mesh) -> Shape {
    let [x, y, z] = mesh.scale.map(f64::abs);
    match (mesh.model.as_str(), &mesh.parameters[..]) {
        ("StdUnitBox", _) => Shape::Box { half: [x, y, z].map(|edge| edge / 2.0) },
        ("StdUnitSphere", _) => Shape::Sphere { radius: x },
        ("StdUnitCylinder", [length, radius, ..]) => {
            Shape::Cylinder { radius: radius * x, half_length: length * z / 2.0 }
        }
        ("StdUnitCylinder", _) => Shape::Cylinder { radius: x, half_length: z / 2.0 },
        ("StdCapsule", [length, radius, ..]) => {
            Shape::Capsule { radius: radius * x, half_length: length * z / 2.0 }
        }
        _ => Shape::Box { half: [UNKNOWN; 3] },
    }
}

/// The colour of a mesh; `None` for the team's.
fn paint(mesh: &Mesh) -> Option<[u8; 3]> {
    let is_team = |name: &String| matches!(name.as_str(), "matLeft" | "matRight" | "team");
    if mesh.materials.iter().any(is_team) {
        return None;
    }
    let colour = mesh.colour.map(|[r, g, b, _]| [r, g, b].map(|part| (255.0 * part) as u8));
    let is_white = |name: &String| name.to_lowercase().contains("white");
    let by_name = || if mesh.materials.iter().any(is_white) { [235; 3] } else { GREY };
    Some(colour.unwrap_or_else(by_name))
}

fn pose(matrix: &Matrix) -> Pose {
    let turn = Matrix3::from_fn(|row, column| matrix[4 * row + column]);
    let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turn));
    let place = [matrix[3], matrix[7], matrix[11]];
    let quat = [turn.w, turn.i, turn.j, turn.k];
    std::array::from_fn(|i| if i < 3 { place[i] as f32 } else { quat[i - 3] as f32 })
}
