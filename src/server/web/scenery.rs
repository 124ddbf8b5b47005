//! What stays the same while something is shown: shapes, team colours and numbers, the pitch.

use crate::model;
use crate::render::exhibit::{Exhibit, Fixture, Piece, Surface, team_colour};
use crate::soccer::{Arena, BALL, Field, Side};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// What the camera does until somebody moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// Follows the ball.
    Ball,
    /// Follows the first robot.
    Robot,
    /// Looks down on the pitch.
    Top,
    /// Sees several worlds.
    All,
}

/// What more can be reported about one robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tells {
    /// What it sees, with the errors of its camera, the forces on it, and its joints.
    All,
    /// What follows from poses: its joints, and what it could see.
    Poses,
    /// Nothing, for players of the 2D game.
    Discs,
}

/// Sizes of a pitch, m, as [`Field`] has them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "they are those of `Field`")]
#[serde(rename_all = "camelCase")]
pub struct Pitch {
    pub length: f64,
    pub width: f64,
    pub line_width: f64,
    pub border: f64,
    pub goalie_area: Option<[f64; 2]>,
    pub penalty_area: Option<[f64; 2]>,
    pub corner_radius: f64,
    pub penalty_spot: f64,
    pub circle_radius: f64,
    /// Depth, width and height.
    pub goal: [f64; 3],
}

impl From<&Field> for Pitch {
    fn from(field: &Field) -> Self {
        Self {
            length: field.size[0],
            width: field.size[1],
            line_width: field.line_width,
            border: field.border,
            goalie_area: Some(field.goalie_area),
            penalty_area: field.penalty_area,
            corner_radius: field.corner_radius,
            penalty_spot: field.penalty_spot,
            circle_radius: field.circle_radius,
            goal: field.goal_size,
        }
    }
}

/// A shape of a body; `body` is its index among those of its tree.
pub type Part = Piece;

/// What trees of one kind look like.
#[derive(Clone, Debug)]
pub struct Model {
    /// The model's name.
    pub name: String,
    /// Number of bodies, each of which has a pose.
    pub bodies: usize,
    /// Their shapes.
    pub parts: Vec<Part>,
}

/// Something that moves: the ball, a robot, a player.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Index of its model.
    pub model: usize,
    /// The team whose colours it has.
    pub side: Option<Side>,
    /// The player's number, if it is to be labelled.
    pub number: Option<u32>,
    /// The shapes of the number that it wears.
    pub numbers: Vec<Part>,
}

/// What stays the same: sent once to each viewer.
#[derive(Debug)]
pub struct Scenery {
    pub(super) bytes: Vec<u8>,
    pub(super) view: View,
    pub(super) pitch: Pitch,
    pub(super) models: Vec<Model>,
    pub(super) trees: Vec<Tree>,
    pub(super) fixtures: Vec<Fixture>,
    pub(super) ball: Option<usize>,
    /// The joints of each model, as [`hinges`] returns them; null for models whose joints are not
    /// known.
    pub(super) joints: Vec<Value>,
}

impl Scenery {
    /// Makes the scenery of worlds of an arena side by side, one at each of these places, m.
    ///
    /// # Errors
    /// As [`Exhibit::new`].
    pub fn of_arena(arena: &Arena, places: &[[f64; 2]]) -> crate::Result<Self> {
        let exhibit = Exhibit::new(arena)?;
        let scene = arena.scene();
        let models = scene.kinds.iter().zip(exhibit.kinds).map(|(kind, parts)| Model {
            name: kind.model.name.clone(),
            bodies: kind.model.bodies.len(),
            parts,
        });
        let trees = scene.slots.iter().zip(exhibit.numbers).enumerate();
        let trees = trees.map(|(index, (slot, numbers))| Tree {
            model: slot.kind,
            side: arena.player(index).map(|player| player.side),
            number: arena.player(index).map(|player| player.number),
            numbers,
        });
        let trees: Vec<_> = trees.collect();
        let trees = places.iter().flat_map(|_| trees.iter().cloned());
        let view = match (places.len(), arena.players().len()) {
            (1, 1) => View::Robot,
            (1, _) => View::Ball,
            _ => View::All,
        };
        let (models, trees): (Vec<_>, Vec<_>) = (models.collect(), trees.collect());
        let pitch = Pitch::from(arena.field());
        let joints = scene.kinds.iter().map(|kind| hinges(&kind.model)).collect();
        Ok(Self::made(Parts {
            view,
            tells: Tells::All,
            pitch: &pitch,
            models: &models,
            joints,
            trees: &trees,
            ball: Some(BALL),
            fixtures: &exhibit.fixtures,
            places,
        }))
    }

    /// Makes the scenery of what monitors are sent; `ball` is the index of the ball's tree. The
    /// first models are those of `hinged`, whose joints are known.
    pub(super) fn of_cast(
        pitch: &Pitch,
        models: &[Model],
        hinged: &[Arc<model::Model>],
        trees: &[Tree],
        ball: Option<usize>,
        fixtures: &[Fixture],
    ) -> Self {
        let joints = hinged.iter().map(|model| hinges(model)).collect();
        let (view, tells, places) = (View::Ball, Tells::Poses, &[[0.0; 2]][..]);
        Self::made(Parts { view, tells, pitch, models, joints, trees, ball, fixtures, places })
    }

    /// Makes the scenery of games without joints and fixtures, one at each of these places, m; the
    /// first tree is a ball.
    pub(super) fn of_discs(
        pitch: &Pitch,
        models: &[Model],
        trees: &[Tree],
        places: &[[f64; 2]],
    ) -> Self {
        let view = if places.len() == 1 { View::Top } else { View::All };
        let (joints, ball, fixtures, tells) = (Vec::new(), Some(0), &[][..], Tells::Discs);
        Self::made(Parts { view, tells, pitch, models, joints, trees, ball, fixtures, places })
    }

    fn made(parts: Parts<'_>) -> Self {
        let Parts { view, tells, pitch, models, joints, trees, ball, fixtures, places } = parts;
        let mut shapes = Shapes::default();
        let heads: Vec<_> = models
            .iter()
            .enumerate()
            .map(|(index, model)| {
                let parts: Vec<_> = model.parts.iter().map(|part| shapes.part(part)).collect();
                let joints = joints.get(index).unwrap_or(&Value::Null);
                json!({
                    "name": model.name, "bodies": model.bodies, "parts": parts, "joints": joints,
                })
            })
            .collect();
        let mut bodies = 0;
        let tree_heads: Vec<_> = trees
            .iter()
            .map(|tree| {
                let first = bodies;
                bodies += models.get(tree.model).map_or(0, |model| model.bodies);
                let numbers: Vec<_> = tree.numbers.iter().map(|part| shapes.part(part)).collect();
                json!({
                    "model": tree.model, "first": first, "team": tree.side.map(Side::index),
                    "number": tree.number, "parts": numbers,
                })
            })
            .collect();
        let fixture_heads: Vec<_> = fixtures
            .iter()
            .map(|fixture| {
                let (surface, colour) = (shapes.add(&fixture.surface), hex(fixture.colour));
                json!({"net": fixture.is_net, "colour": colour, "surface": surface})
            })
            .collect();
        let head = json!({
            "view": view, "tells": tells, "pitch": pitch, "ball": ball, "models": heads,
            "trees": tree_heads, "fixtures": fixture_heads, "places": places,
            "teamColours": Side::BOTH.map(|side| hex(team_colour(side))),
        });
        Self {
            bytes: shapes.bytes(&head.to_string()),
            view,
            pitch: pitch.clone(),
            models: models.to_vec(),
            trees: trees.to_vec(),
            fixtures: fixtures.to_vec(),
            ball,
            joints,
        }
    }

    /// Returns the index of the first body of a tree.
    pub(super) fn first(&self, tree: usize) -> usize {
        let bodies = |tree: &Tree| self.models.get(tree.model).map_or(0, |model| model.bodies);
        self.trees.iter().take(tree).map(bodies).sum()
    }
}

/// The parts that a scenery is made from.
struct Parts<'a> {
    view: View,
    tells: Tells,
    pitch: &'a Pitch,
    models: &'a [Model],
    /// The joints of each model, for viewers that show angles.
    joints: Vec<Value>,
    trees: &'a [Tree],
    ball: Option<usize>,
    fixtures: &'a [Fixture],
    places: &'a [[f64; 2]],
}

/// Returns the hinges of a model whose angles follow from poses: those of bodies with a single
/// joint.
fn hinges(model: &model::Model) -> Value {
    let is_alone =
        |body: usize| model.joints.iter().filter(|joint| joint.body == body).count() == 1;
    let joints = model.joints.iter().filter(|joint| is_alone(joint.body)).map(|joint| {
        let body = &model.bodies[joint.body];
        json!({
            "name": joint.name, "body": joint.body, "parent": body.parent, "axis": joint.axis,
            "rest": body.quat, "reference": joint.reference,
        })
    });
    joints.collect()
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Triangles of all shapes, one after the other.
#[derive(Default)]
struct Shapes {
    numbers: Vec<f32>,
    corners: Vec<u32>,
}

impl Shapes {
    /// Adds a surface. Returns its first vertex and its number of vertices, then its first corner
    /// and its number of corners.
    fn add(&mut self, surface: &Surface) -> [usize; 4] {
        let (first, begin) = (self.numbers.len() / 6, self.corners.len());
        self.numbers.extend(surface.vertices.iter().flatten());
        self.corners.extend(surface.faces.iter().flatten());
        [first, surface.vertices.len(), begin, 3 * surface.faces.len()]
    }

    fn part(&mut self, part: &Part) -> Value {
        let surface = self.add(&part.surface);
        json!({
            "body": part.body, "colour": part.colour.map(hex), "solid": part.is_solid,
            "surface": surface,
        })
    }

    /// Returns the length of the head, the head, the counts of numbers and corners, then the
    /// numbers and the corners; all little-endian.
    fn bytes(&self, head: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head.as_bytes());
        bytes.extend((self.numbers.len() as u32).to_le_bytes());
        bytes.extend((self.corners.len() as u32).to_le_bytes());
        bytes.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.corners.iter().flat_map(|corner| corner.to_le_bytes()));
        bytes
    }
}
