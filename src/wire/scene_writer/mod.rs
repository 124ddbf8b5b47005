//! Writes scene graphs: the bodies of a world with their shapes, each posed in the frame of its
//! parent, in the notation of any protocol.
//!
//! [`Graph`] keeps the poses and writes nodes, in full or as differences; [`parts()`] lists the
//! parts of a body that can be drawn. A protocol adds its [`Notation`], the texts of its shapes and
//! whatever stands around the pitch.

mod graph;
mod layout;
mod parts;
mod transform;

pub use graph::{Graph, SentPoses};
pub use layout::{GraphLayout, Shapes};
pub use parts::{Form, Paint, Part, parts};
pub use transform::{IDENTITY, Matrix, inverse, matrix, product, write_slt};

/// How a protocol writes nodes that have a pose.
#[derive(Debug)]
pub struct Notation {
    /// How such a node begins in a full message, e.g. `(nd TRF`.
    pub full: &'static str,
    /// What follows `(nd` in differences if the pose has changed.
    pub changed: &'static str,
    /// Writes a pose as `(SLT ...)`.
    pub write_pose: fn(&mut String, &Matrix),
    /// Whether bodies are posed in the frame of their parent, not all in the world.
    pub is_nested: bool,
    /// Whether the bodies of a robot move along with its root if that was placed since the step. In
    /// rcsssmj they are shown where they were.
    pub moves_whole: bool,
}
