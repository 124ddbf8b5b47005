//! Scene graphs written: the bodies of a world with their shapes, each posed in the frame of its
//! parent, in the notation of any protocol.
//!
//! [`Graph`] keeps the poses and writes nodes, in full or as differences; [`parts`] tells what
//! there is to draw of a body. A protocol adds its [`Notation`], the texts of its shapes and
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
    /// How such a node begins where everything is told, e.g. `(nd TRF`.
    pub full: &'static str,
    /// What follows on `(nd` where the pose has changed.
    pub changed: &'static str,
    /// Writes a pose as `(SLT ...)`.
    pub write_pose: fn(&mut String, &Matrix),
    /// Are bodies posed in the frame of the body before them, or all in the world?
    pub is_nested: bool,
    /// Do the bodies of a robot go with its root where that was placed since the step? In rcsssmj
    /// they show where they were.
    pub moves_whole: bool,
}
