//! The shapes of a world for others to draw: triangles and colours, without light.

use super::mesh::Mesh;
use super::part::{Part, PartColour};
use super::{canvas::Ink, parts};
use crate::error::Result;
use crate::soccer::{Arena, Side};

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
    /// Whether it stands out and throws a shadow; otherwise it lies on another piece.
    pub is_solid: bool,
}

/// Something that never moves, in the world.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Its surface.
    pub surface: Surface,
    /// Red, green and blue, 0 to 255.
    pub colour: [u8; 3],
    /// Whether it is a net, that one sees through.
    pub is_net: bool,
}

/// All that is drawn of the worlds of an arena, besides the ground.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// Of each kind of tree of the scene.
    pub kinds: Vec<Vec<Piece>>,
    /// What each tree wears besides, by slot.
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
        let fixtures = goals.iter().map(|(mesh, ink)| {
            let (is_net, colour) = match *ink {
                Ink::Net(colour) => (true, colour),
                Ink::Solid(colour) => (false, colour),
                Ink::Shadow => (false, [0.0; 3]),
            };
            Fixture { surface: mesh.into(), colour: bytes(colour), is_net }
        });
        let all = |trees: &[Vec<Part>]| trees.iter().map(|parts| pieces(parts)).collect();
        Ok(Self { kinds: all(&kinds), numbers: all(&numbers), fixtures: fixtures.collect() })
    }
}

/// The colour of a side's robots: red, green and blue, 0 to 255.
pub fn team_colour(side: Side) -> [u8; 3] {
    bytes(PartColour::Team.colour(Some(side)))
}

fn pieces(parts: &[Part]) -> Vec<Piece> {
    let piece = |part: &Part| Piece {
        body: part.body,
        surface: (&part.mesh).into(),
        colour: match part.paint {
            PartColour::Team => None,
            PartColour::Plain(colour) => Some(bytes(colour)),
        },
        is_solid: part.is_solid,
    };
    parts.iter().map(piece).collect()
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
