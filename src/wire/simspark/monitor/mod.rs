//! Messages to SimSpark's monitors.
//!
//! A message is three expressions: the game, the header `(RSG 0 1)` or `(RDS 0 1)`, and the nodes
//! of the scene. A full message (`RSG`) begins with the environment. In differences (`RDS`), the
//! game has only the time and what else has changed.

mod environment;
mod game_info;
mod head;
mod nao;
mod scene_graph;
mod scenery;
mod shapes;

pub use environment::Environment;
pub use game_info::{GameInfo, KnownState};
pub use head::{BEGINNING, head};
pub use scene_graph::SceneGraph;

use crate::wire::number::{Line, Text, general_text, rounded};
use crate::wire::scene_writer::Matrix;

/// What separates the game from the nodes of a full scene.
pub const FULL: &str = "(RSG 0 1)";
/// What separates the game from the nodes of a scene of differences.
pub const DIFF: &str = "(RDS 0 1)";

/// Elements of positions smaller than this are noise of single precision.
const NOISE: f64 = 1e-7;
/// Decimals of the elements of rotations: as many as rcsssmj writes. Poses are sent again only when
/// an element has changed by fifty times the last of these decimals.
const TURN_DECIMALS: usize = 4;

/// Appends a pose, the matrix column by column.
fn write_pose(out: &mut String, pose: &Matrix) {
    // 16 numbers of at most 13 bytes, their blanks, and what a line leaves unused.
    let mut line = Line::<256>::new("(SLT");
    for column in 0..3 {
        for row in 0..4 {
            line.push(&rounded::<TURN_DECIMALS>(pose[4 * row + column]));
        }
    }
    for row in 0..4 {
        let number = pose[4 * row + 3];
        line.push(&single(if number.abs() < NOISE { 0.0 } else { number }));
    }
    out.push_str(line.as_str());
    out.push(')');
}

/// Appends a number in single precision, as rcssserver3d has it.
fn float(number: f64, out: &mut String) {
    out.push_str(single(number).as_str());
}

/// What [`float`] appends.
fn single(number: f64) -> Text {
    general_text(f64::from(number as f32))
}

/// Appends numbers, each after a blank.
fn write_list(out: &mut String, numbers: impl IntoIterator<Item = f64>) {
    for number in numbers {
        out.push(' ');
        float(number, out);
    }
}
