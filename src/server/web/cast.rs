//! Turns the scene graphs that monitors are sent into what the viewer shows.
//!
//! Players and the ball are identified by a description (`agent`, `ball`) in rcsssmj's graphs, and
//! by the materials of shirts in SimSpark's. Built-in robots are recognized by their nodes and
//! shown as elsewhere; of other robots each mesh is shown. Pitch and goals are drawn as the viewer
//! always draws them.

use super::delta::Pose;
use super::inferred_sight::InferredSight;
use super::known_robot::{KnownRobot, root_of};
use super::scenery::{Model, Part, Pitch, Scenery, Tree};
use crate::model::{self, Shape, ViewerMesh};
use crate::render::exhibit::{Exhibit, ball, shape, stand_ins};
use crate::soccer::{Arena, BALL, Entrant, Field, PlayerId, Side};
use crate::wire::log_file::LogForm;
use crate::wire::scene::{Graph, Mesh, Node};
use crate::wire::scene_writer::{Matrix, product};
use nalgebra::{Matrix3, Rotation3, UnitQuaternion};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// Part of the name of the ball's mesh.
const BALL_MESH: &str = "soccerball";
/// Radius of a ball whose graph does not say, m.
const RADIUS: f64 = 0.11;
const GREY: [u8; 3] = [120, 122, 128];
/// A mesh that is not known here is shown as a box with this half edge, m.
const UNKNOWN: f64 = 0.035;

/// A part of the graph that belongs together: a robot or the ball.
#[derive(Clone, Copy, Debug, Default)]
struct Role {
    is_ball: bool,
    side: Option<Side>,
    number: Option<u32>,
}

/// What the robots of a protocol look like.
#[derive(Debug)]
pub(super) struct Looks {
    robots: Vec<KnownRobot>,
    /// Stand-ins for the meshes that viewers load.
    meshes: Vec<(ViewerMesh, Part)>,
}

impl Looks {
    pub(super) fn new(form: LogForm) -> crate::Result<Self> {
        Ok(Self { robots: KnownRobot::all(form)?, meshes: stand_ins()? })
    }
}

/// A node whose pose is that of a body, and the body's axes in the node's frame.
#[derive(Clone, Copy, Debug)]
struct Shown {
    node: usize,
    to_body: Option<Matrix>,
}

/// A robot whose model is known.
struct Player<'a> {
    id: PlayerId,
    robot: &'a KnownRobot,
    /// Its slot in the arena.
    slot: usize,
}

/// Which nodes of a graph are shown, and as what.
#[derive(Debug)]
pub(super) struct Cast {
    pub(super) scenery: Arc<Scenery>,
    inferred_sight: InferredSight,
    /// By the scenery's bodies.
    shown: Vec<Shown>,
}

impl Cast {
    /// Reads a graph; `teams` are the names by which descriptions identify teams.
    pub(super) fn new(
        graph: &Graph,
        teams: &[Option<String>; 2],
        field: &Field,
        looks: &Looks,
    ) -> crate::Result<Self> {
        let nodes = graph.nodes();
        let roots: Vec<usize> = (0..nodes.len()).map(|node| root_of(nodes, node)).collect();
        let roles = roles(nodes, &roots, teams);
        let players = players(nodes, &roots, &roles, looks);
        let entrants: Vec<_> = players.values().map(Player::entrant).collect();
        let arena = Arena::new(field.clone(), &model::load_shared("ball")?, &entrants, &[])?;
        let Exhibit { kinds, numbers, fixtures } = Exhibit::new(&arena)?;
        let mut wardrobe = Wardrobe::new(looks, &arena, kinds);
        let (mut shown, mut trees, mut ball_tree) = (Vec::new(), Vec::<Tree>::new(), None);
        let mut named: Vec<usize> = Vec::new();
        let mut bodies: Vec<Option<Range<usize>>> = vec![None; arena.scene().slots.len()];
        for (index, node) in nodes.iter().enumerate() {
            let root = roots[index];
            let (Some(mesh), Some(role)) = (&node.mesh, roles.get(&root)) else { continue };
            let is_first = !named.contains(&root);
            if let Some(player) = players.get(&root) {
                if is_first {
                    named.push(root);
                    bodies[player.slot] = Some(player.show(root, &mut shown));
                    let numbers = numbers[player.slot].clone();
                    trees.push(player.tree(arena.scene().slots[player.slot].kind, numbers));
                }
                continue;
            }
            if !mesh.visible || (role.is_ball && ball_tree.is_some()) {
                continue;
            }
            let model =
                if role.is_ball { arena.scene().slots[BALL].kind } else { wardrobe.model(mesh)? };
            if role.is_ball {
                ball_tree = Some(trees.len());
                bodies[BALL] = Some(shown.len()..shown.len() + 1);
            }
            // The first part of a robot, its torso, has the number.
            named.push(root);
            let number = role.number.filter(|_| is_first);
            trees.push(Tree { model, side: role.side, number, numbers: Vec::new() });
            shown.push(Shown { node: index, to_body: None });
        }
        let pitch = Pitch::from(field);
        let Wardrobe { models, hinged, .. } = wardrobe;
        let scenery = Scenery::of_cast(&pitch, &models, &hinged, &trees, ball_tree, &fixtures);
        Ok(Self {
            scenery: Arc::new(scenery),
            inferred_sight: InferredSight::new(arena, bodies),
            shown,
        })
    }

    /// Writes the poses of the bodies.
    pub(super) fn poses(&self, graph: &Graph, out: &mut Vec<Pose>) {
        let world = graph.world();
        out.clear();
        out.extend(self.shown.iter().map(|shown| match &shown.to_body {
            None => pose(&world[shown.node]),
            Some(axes) => pose(&product(&world[shown.node], axes)),
        }));
    }

    /// The robots whose models are known.
    pub(super) fn players(&self) -> &[PlayerId] {
        self.inferred_sight.players()
    }

    /// Returns the points at which a robot sees something, m, if its model is known and has a
    /// camera.
    pub(super) fn seen(&mut self, poses: &[Pose], player: PlayerId) -> Option<Vec<[f64; 3]>> {
        self.inferred_sight.seen(poses, player)
    }
}

impl Player<'_> {
    fn entrant(&self) -> Entrant {
        Entrant { model: Arc::clone(&self.robot.model), player: self.id }
    }

    /// Adds the nodes of its bodies to `shown`; returns their indices among the bodies of the
    /// scenery.
    fn show(&self, root: usize, shown: &mut Vec<Shown>) -> Range<usize> {
        let KnownRobot { bodies, to_body, .. } = self.robot;
        let first = shown.len();
        let to_body = *to_body;
        shown.extend(bodies.iter().map(|body| Shown { node: root + body, to_body }));
        first..shown.len()
    }

    fn tree(&self, model: usize, numbers: Vec<Part>) -> Tree {
        let PlayerId { side, number } = self.id;
        Tree { model, side: Some(side), number: Some(number), numbers }
    }
}

/// Robots whose models are known, by their root nodes; of several with the same number only the
/// first.
fn players<'a>(
    nodes: &[Node],
    roots: &[usize],
    roles: &HashMap<usize, Role>,
    looks: &'a Looks,
) -> BTreeMap<usize, Player<'a>> {
    let mut players = BTreeMap::<usize, Player<'a>>::new();
    let starts = (0..nodes.len()).filter(|&node| roots[node] == node);
    for root in starts {
        let Some(&Role { side: Some(side), number: Some(number), .. }) = roles.get(&root) else {
            continue;
        };
        let id = PlayerId { side, number };
        let end = (root..nodes.len()).find(|&node| roots[node] != root).unwrap_or(nodes.len());
        let robot = looks.robots.iter().find(|robot| robot.is(&nodes[root..end]));
        let is_new = players.values().all(|known| known.id != id);
        if let Some(robot) = robot.filter(|_| is_new) {
            players.insert(root, Player { id, robot, slot: BALL + 1 + players.len() });
        }
    }
    players
}

/// Robots and the ball, by the node that identifies them.
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
        if mesh.model.contains(BALL_MESH) {
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

/// The models to show: those of an arena's kinds, then one for each kind of mesh.
struct Wardrobe<'a> {
    known: &'a [(ViewerMesh, Part)],
    models: Vec<Model>,
    /// The robot models of the first `models`.
    hinged: Vec<Arc<model::Model>>,
    /// Index in `models` by name, numbers and colour of a mesh.
    index: HashMap<String, usize>,
}

impl<'a> Wardrobe<'a> {
    fn new(looks: &'a Looks, arena: &Arena, kinds: Vec<Vec<Part>>) -> Self {
        let hinged = arena.scene().kinds.iter().map(|kind| Arc::clone(&kind.model));
        let hinged: Vec<_> = hinged.collect();
        let is_ball = |kind: usize| kind == arena.scene().slots[BALL].kind;
        let models = hinged.iter().zip(kinds).enumerate().map(|(kind, (model, parts))| Model {
            name: model.name.clone(),
            bodies: model.bodies.len(),
            parts: if is_ball(kind) { ball(RADIUS as f32) } else { parts },
        });
        Self { known: &looks.meshes, models: models.collect(), hinged, index: HashMap::new() }
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

/// Returns the shape of a mesh that viewers know by name.
fn standard(mesh: &Mesh) -> Shape {
    let [x, y, z] = mesh.scale.map(f64::abs);
    match (mesh.model.as_str(), &mesh.parameters[..]) {
        ("StdUnitBox", _) => Shape::Box { half: [x, y, z].map(|edge| edge / 2.0) },
        ("StdUnitSphere", _) => Shape::Sphere { radius: x },
        ("StdUnitCylinder", [length, radius, ..]) => {
            Shape::Cylinder { radius: radius * x, half_length: length * z / 2.0 }
        }
        ("StdUnitCylinder", _) => Shape::Cylinder { radius: x, half_length: z / 2.0 },
        ("StdCapsule", [radius, length, ..]) => {
            Shape::Capsule { radius: radius * x, half_length: length * z / 2.0 }
        }
        _ => Shape::Box { half: [UNKNOWN; 3] },
    }
}

/// Returns the colour of a mesh; `None` for the team's colour.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_shapes_have_the_size_that_their_numbers_say() {
        let mesh = |model: &str, parameters: &[f64], scale| Mesh {
            model: model.to_owned(),
            parameters: parameters.to_vec(),
            scale,
            ..Mesh::default()
        };
        // The neck of a Nao, as SimSpark sends it: radius and length.
        let neck = mesh("StdCapsule", &[0.015, 0.08], [1.0; 3]);
        assert_eq!(standard(&neck), Shape::Capsule { radius: 0.015, half_length: 0.04 });
        // The protocol's document: length and radius.
        let post = mesh("StdUnitCylinder", &[2.0, 1.0], [0.02, 0.02, 0.8]);
        assert_eq!(standard(&post), Shape::Cylinder { radius: 0.02, half_length: 0.8 });
    }
}
