//! Messages to monitors: RSMP 1.0, as rcsssmj 0.2.1 sends it.
//!
//! A message is `((RSMP 1 0)<time><scene graph><game><surroundings>)`. A full one tells everything;
//! one that tells differences has no surroundings, no team names, and only those poses that have
//! changed visibly since they were sent to the same audience.

mod game_info;
mod head;
mod scene_graph;
mod shapes;
mod surroundings;
mod transform;

pub use game_info::{Environment, GameInfo, write_time};
pub use head::{Head, head};
pub use scene_graph::{SceneGraph, SentPoses};

use crate::soccer::Side;

/// What a team is called; one that has not come yet by its side, e.g. `<LEFT>`.
fn team_name<'a>(names: &[Option<&'a str>; 2], side: Side) -> &'a str {
    let unknown = ["<LEFT>", "<RIGHT>"][side.index()];
    names[side.index()].filter(|name| !name.is_empty()).unwrap_or(unknown)
}

/// Appends a message: `time` is the simulated time in s, `sent` what was sent last to those who get
/// this message.
pub fn write_frame(
    out: &mut String,
    full: bool,
    time: f64,
    game: &GameInfo<'_>,
    environment: &Environment,
    graph: &SceneGraph,
    sent: &mut SentPoses,
) {
    out.push_str("((RSMP 1 0)");
    write_time(out, time);
    match full {
        true => graph.write_full(out, sent),
        false => graph.write_diff(out, sent),
    }
    game.write(out, full);
    if full {
        out.push_str(environment.text());
    }
    out.push(')');
}
