//! The scene graph: all bodies with their shapes, in rcsssmj's notation.

use super::shapes::shapes;
use super::surroundings::fixed_bodies;
use super::team_name;
use crate::math::quaternion;
use crate::soccer::{Arena, BALL, PlayerId};
use crate::wire::number::fixed;
use crate::wire::scene_writer::{
    Graph, GraphLayout, Matrix, Notation, SentPoses, Shapes, write_slt,
};
use crate::world::WorldRef;
use std::fmt::Write;

/// Poses have four decimals.
static NOTATION: Notation =
    Notation { full: "(nd TRF", changed: " TRF", write_pose, is_nested: true, moves_whole: false };

/// Appends a pose as rcsssmj does.
pub(super) fn write_pose(out: &mut String, pose: &Matrix) {
    write_slt(out, pose, fixed::<4>);
}

/// Scene graph of one roster: made whenever players come or go, brought up to date every frame.
///
/// Nodes are in rcsssmj's order: ball, floors, goals, then robots in order of joining, each with
/// its bodies in the order of its file.
#[derive(Clone, Debug)]
pub struct SceneGraph(Graph);

impl SceneGraph {
    /// Makes the graph of an arena; teams without a name are named as in [`GameInfo`].
    ///
    /// Poses are those of the origin until [`update`](Self::update).
    ///
    /// [`GameInfo`]: super::GameInfo
    pub fn new(arena: &Arena, team_names: [Option<&str>; 2]) -> Self {
        let mut layout = GraphLayout::default();
        layout.push(None, None, Shapes::default());
        // The world starts with its ball; floors and goals are added next, then robots join.
        push_tree(&mut layout, arena, BALL, team_names);
        let fixed = fixed_bodies(arena);
        let fixed =
            fixed.into_iter().map(|body| (layout.push(Some(0), None, body.shapes), body.pos));
        let fixed: Vec<_> = fixed.collect();
        for slot in BALL + 1..arena.scene().slots.len() {
            push_tree(&mut layout, arena, slot, team_names);
        }
        let mut graph = Graph::new(&NOTATION, layout);
        graph.place(0, [0.0; 3], quaternion::IDENTITY);
        for (node, pos) in fixed {
            graph.place(node, pos, quaternion::IDENTITY);
        }
        Self(graph)
    }

    /// Takes the poses of a frame: see [`Graph::update`].
    pub fn update(&mut self, world: &WorldRef<'_>) {
        self.0.update(world);
    }

    /// The nodes of a full text that are the bodies of a slot: see [`Graph::bodies`].
    pub fn bodies(&self, slot: usize) -> (Vec<usize>, Option<Matrix>) {
        self.0.bodies(slot)
    }

    /// Appends `((sg 1 0)full<node>)`: everything.
    pub fn write_full(&self, out: &mut String, sent: &mut SentPoses) {
        out.push_str("((sg 1 0)full");
        self.0.write_full(out, sent);
        out.push(')');
    }

    /// Appends everything with the poses that this audience would have after a diff: see
    /// [`Graph::write_again`].
    pub fn write_again(&self, out: &mut String, sent: &mut SentPoses) {
        out.push_str("((sg 1 0)full");
        self.0.write_again(out, sent);
        out.push(')');
    }

    /// Appends `((sg 1 0)diff<node>)`: the same nodes, but empty except for poses of which an
    /// element has changed by more than 0.005 since it was sent.
    pub fn write_diff(&self, out: &mut String, sent: &mut SentPoses) {
        out.push_str("((sg 1 0)diff");
        self.0.write_diff(out, sent);
        out.push(')');
    }
}

/// Adds the bodies of a slot's tree.
fn push_tree(layout: &mut GraphLayout, arena: &Arena, slot: usize, teams: [Option<&str>; 2]) {
    let (model, first) = (arena.scene().model(slot), layout.begin_tree());
    let player = arena.player(slot);
    for (index, body) in model.bodies.iter().enumerate() {
        let (parent, wrapper) = match body.parent {
            Some(parent) => (first + parent, None),
            None => (0, Some(describe(player, teams))),
        };
        let side = player.map(|player| player.side);
        layout.push(Some(parent), wrapper, shapes(model, index, side));
    }
}

/// `(nd DSC(agent <team> <number>)` or `(nd DSC(ball)`.
fn describe(player: Option<PlayerId>, teams: [Option<&str>; 2]) -> String {
    let Some(player) = player else { return "(nd DSC(ball)".to_owned() };
    let team = team_name(&teams, player.side);
    let mut text = String::new();
    // Writing to a `String` does not fail.
    let _ = write!(text, "(nd DSC(agent {team} {})", player.number);
    text
}
