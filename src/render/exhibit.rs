//! The shapes of a world for others to draw: triangles and colours, without light.

use super::mesh::Mesh;
use super::part::{Part, PartColour};
use super::{canvas::Ink, parts};
use crate::error::Result;
use crate::model::{self, Shape, ViewerMesh};
use crate::soccer::{Arena, Field, Side};

/// Triangles, counterclockwise from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// Corners: position, m, and unit normal.
    pub vertices: Vec<[f32; 6]>,
    /// Three corners each.
    pub faces: Vec<[u32; 3]>,
}

/// A shape of a body, in the body's frame.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Index of the body in its model.
    pub body: usize,
    /// Its surface.
    pub surface: Surface,
    /// Red, green and blue, 0 to 255; `None` for the team's.
    pub colour: Option<[u8; 3]>,
    /// Whether it is a solid that casts a shadow; otherwise it lies on another piece.
    pub is_solid: bool,
}

/// Something that never moves, in the world.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Its surface.
    pub surface: Surface,
    /// Red, green and blue, 0 to 255.
    pub colour: [u8; 3],
    /// Whether it is a net, which one can see through.
    pub is_net: bool,
}

/// All that is drawn of the worlds of an arena, besides the ground.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// Pieces of each kind of tree of the scene.
    pub kinds: Vec<Vec<Piece>>,
    /// Further pieces that each tree wears, by slot.
    pub numbers: Vec<Vec<Piece>>,
    /// Goals.
    pub fixtures: Vec<Fixture>,
}

impl Exhibit {
    /// Gets the shapes of an arena.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) for a shape that is only seen and has no hull.
    pub fn new(arena: &Arena) -> Result<Self> {
        let kinds = parts::of_kinds(arena.scene())?;
        let numbers = parts::of_numbers(arena, &kinds);
        let goals = parts::of_goals(arena.scene())?;
        let fixtures = goals.iter().map(fixture);
        let all = |trees: &[Vec<Part>]| trees.iter().map(|parts| pieces(parts)).collect();
        Ok(Self { kinds: all(&kinds), numbers: all(&numbers), fixtures: fixtures.collect() })
    }
}

/// The colour of a side's robots: red, green and blue, 0 to 255.
pub fn team_colour(side: Side) -> [u8; 3] {
    bytes(PartColour::Team.colour(Some(side)))
}

fn pieces(parts: &[Part]) -> Vec<Piece> {
    parts.iter().map(piece).collect()
}

fn piece(part: &Part) -> Piece {
    Piece {
        body: part.body,
        surface: (&part.mesh).into(),
        colour: match part.paint {
            PartColour::Team => None,
            PartColour::Plain(colour) => Some(bytes(colour)),
        },
        is_solid: part.is_solid,
    }
}

fn fixture((mesh, ink): &(Mesh, Ink)) -> Fixture {
    let (is_net, colour) = match *ink {
        Ink::Net(colour) => (true, colour),
        Ink::Solid(colour) => (false, colour),
        Ink::Shadow => (false, [0.0; 3]),
    };
    Fixture { surface: mesh.into(), colour: bytes(colour), is_net }
}

fn bytes(colour: [f32; 3]) -> [u8; 3] {
    colour.map(|level| level.clamp(0.0, 255.0) as u8)
}

impl From<&Mesh> for Surface {
    fn from(mesh: &Mesh) -> Self {
        let vertices = mesh.vertices.iter().map(|vertex| {
            let ([x, y, z], [u, v, w]) = (vertex.position.into(), vertex.normal.into());
            [x, y, z, u, v, w]
        });
        Self { vertices: vertices.collect(), faces: mesh.faces.clone() }
    }
}

/// Stand-ins for the meshes that viewers load for the built-in robots, which we do not ship. They
/// are the robots' own shapes, each with the name and the scale of its mesh, in the mesh's frame
/// before it is scaled.
///
/// # Errors
/// As [`Exhibit::new`].
pub fn stand_ins() -> Result<Vec<(ViewerMesh, Piece)>> {
    let mut all: Vec<(ViewerMesh, Piece)> = Vec::new();
    for name in model::builtin_names() {
        let model = model::load_shared(name)?;
        for (mesh, part) in parts::in_place_of_meshes(&model)? {
            let is_same = |known: &(ViewerMesh, _)| {
                (&known.0.name, known.0.scale) == (&mesh.name, mesh.scale)
            };
            if !all.iter().any(is_same) {
                all.push((mesh.clone(), piece(&part)));
            }
        }
    }
    Ok(all)
}

/// Posts, bars and nets of both goals of a field.
///
/// # Errors
/// As [`Exhibit::new`].
pub fn goals(field: &Field) -> Result<Vec<Fixture>> {
    let geoms: Vec<_> = Side::BOTH.into_iter().flat_map(|side| field.goal(side)).collect();
    Ok(parts::of_fixtures(geoms.iter())?.iter().map(fixture).collect())
}

/// The ball of a radius, m, with the panels of a football.
pub fn ball(radius: f32) -> Vec<Piece> {
    pieces(&parts::football_parts(radius))
}

/// A shape of one colour.
///
/// # Errors
/// [`Error::Argument`](crate::Error::Argument) for one that cannot be drawn.
pub fn shape(shape: &Shape, colour: Option<[u8; 3]>) -> Result<Piece> {
    Ok(Piece { body: 0, surface: (&Mesh::of(shape)?).into(), colour, is_solid: true })
}
