//! A part of what is drawn: its triangles and its colour.

use super::Rgb;
use super::mesh::Mesh;
use super::occluder::Bulk;
use crate::model::{Dress, Look};
use crate::soccer::Side;

/// The left team's colour, as in rcsssmj's viewer.
const LEFT: Rgb = [44.0, 96.0, 230.0];
/// The right team's.
const RIGHT: Rgb = [226.0, 48.0, 40.0];
/// Colour of heads and hands.
const SHELL: Rgb = [222.0, 224.0, 229.0];
pub(super) const WHITE: Rgb = [246.0, 246.0, 244.0];

/// A colour that may depend on the team.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PartColour {
    Team,
    Plain(Rgb),
}

impl PartColour {
    pub(super) fn of(look: &Look) -> Self {
        let [r, g, b, _] = look.rgba;
        let level = |part: f64| (255.0 * part.clamp(0.0, 1.0)) as f32;
        match look.dress {
            Dress::Kit => Self::Team,
            Dress::White => Self::Plain(SHELL),
            Dress::Plain => Self::Plain([level(r), level(g), level(b)]),
        }
    }

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
    pub(super) paint: PartColour,
    /// Whether it is a solid that casts a shadow; otherwise it lies on another part.
    pub(super) is_solid: bool,
    /// Balls that stand for it where it darkens the ground.
    pub(super) bulks: Vec<Bulk>,
}

impl Part {
    pub(super) fn new(body: usize, mesh: Mesh, paint: PartColour) -> Self {
        Self { body, bulks: Bulk::of(&mesh), mesh, paint, is_solid: true }
    }

    /// A part that lies on another part.
    pub(super) fn flat(body: usize, mesh: Mesh, paint: PartColour) -> Self {
        Self { body, mesh, paint, is_solid: false, bulks: Vec::new() }
    }
}
