//! Messages to monitors: RSMP 1.0, as rcsssmj 0.2.1 sends it.
//!
//! A message is `((RSMP 1 0)<time><scene graph><game><surroundings>)`. A full message has
//! everything. A difference has no surroundings, no team names, and only those poses that have
//! changed visibly since they were sent to the same audience.

mod environment;
mod game_info;
mod head;
mod scene_graph;
mod shapes;
mod surroundings;

pub use crate::wire::scene_writer::SentPoses;
pub use environment::{Environment, EnvironmentFigures};
pub use game_info::{GameFigures, GameInfo, write_time};
pub use head::{BEGINNING, head, team_names};
pub use scene_graph::SceneGraph;

use crate::soccer::Side;
use crate::wire::number::Number;

/// Names of teams that have not joined yet.
pub(crate) const UNKNOWN: [&str; 2] = ["<LEFT>", "<RIGHT>"];

/// Returns the names of the teams in messages.
///
/// Viewers such as RoboViz find a team's players by its name when they read a scene graph, but read
/// the name itself only after it, in the same message.
pub fn shown_names(names: [Option<&str>; 2]) -> [&str; 2] {
    Side::BOTH.map(|side| team_name(&names, side))
}

/// Returns the name of a team; for one that has not joined yet it is its side, e.g. `<LEFT>`.
fn team_name<'a>(names: &[Option<&'a str>; 2], side: Side) -> &'a str {
    names[side.index()].filter(|name| !name.is_empty()).unwrap_or(UNKNOWN[side.index()])
}

/// How much a message tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything.
    Full,
    /// What has changed since the message before.
    Diff,
    /// Everything, with the scene as a diff would leave it: see [`SceneGraph::write_again`].
    Again,
}

/// Appends a message: `time` is the simulated time in s, `sent` the poses that were last sent to
/// the readers of this message.
pub fn write_frame(
    out: &mut String,
    extent: Extent,
    time: f64,
    game: &GameInfo<'_>,
    environment: &Environment,
    graph: &SceneGraph,
    sent: &mut SentPoses,
) {
    out.push_str("((RSMP 1 0)");
    write_time(out, time);
    match extent {
        Extent::Full => graph.write_full(out, sent),
        Extent::Diff => graph.write_diff(out, sent),
        Extent::Again => graph.write_again(out, sent),
    }
    let full = extent != Extent::Diff;
    game.write(out, full);
    if full {
        out.push_str(environment.text());
    }
    out.push(')');
}

/// Appends `(<key> <value>)`.
fn entry(out: &mut String, key: &str, value: impl Number) {
    out.push('(');
    out.push_str(key);
    out.push(' ');
    value.write(out);
    out.push(')');
}
