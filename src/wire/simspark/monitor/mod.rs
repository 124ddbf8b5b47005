//! Messages to SimSpark's monitors.
//!
//! A message is three expressions: the game, the header `(RSG 0 1)` or `(RDS 0 1)`, and the nodes
//! of the scene. A full one (`RSG`) begins with the environment; one that tells differences (`RDS`)
//! has of the game the time and what else has changed.

mod environment;
mod game_info;
mod head;
mod scene_graph;
mod scenery;
mod shapes;

pub use environment::Environment;
pub use game_info::{GameInfo, Told};
pub use head::{BEGINNING, head};
pub use scene_graph::SceneGraph;

use crate::wire::number::general;
use crate::wire::scene_writer::{Matrix, write_slt};

/// What separates the game from the nodes of a full scene.
pub const FULL: &str = "(RSG 0 1)";
/// What separates the game from the nodes of a scene that tells differences.
pub const DIFF: &str = "(RDS 0 1)";

/// Elements of poses smaller than this are noise of single precision.
const NOISE: f64 = 1e-7;

/// Appends a pose.
fn write_pose(out: &mut String, pose: &Matrix) {
    write_slt(out, pose, |number, out| match number.abs() < NOISE {
        true => out.push('0'),
        false => float(number, out),
    });
}

/// Appends a number, which rcssserver3d knows in single precision.
fn float(number: f64, out: &mut String) {
    general(f64::from(number as f32), out);
}

/// Appends numbers, each behind a blank.
fn write_list(out: &mut String, numbers: impl IntoIterator<Item = f64>) {
    for number in numbers {
        out.push(' ');
        float(number, out);
    }
}
