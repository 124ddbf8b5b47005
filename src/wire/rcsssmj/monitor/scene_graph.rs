//! The scene graph: all bodies with their shapes, each posed in the frame of its parent.

use super::shapes::Shapes;
use super::surroundings::fixed_bodies;
use super::team_name;
use super::transform::{IDENTITY, Matrix, inverse, matrix, product, write_slt};
use crate::model::ROOT_COORDS;
use crate::soccer::{Arena, BALL, PlayerId};
use crate::world::{Poses, WorldRef};
use std::fmt::Write;
use std::sync::Arc;

/// By how much an element of a pose must have changed since it was sent to be sent again.
const TOLD_FROM: f64 = 0.005;

/// Scene graph of one roster: made whenever players come or go, brought up to date every frame.
///
/// Nodes are in rcsssmj's order: ball, floors, goals, robots in order of joining; of these the
/// bodies in the order of their file.
#[derive(Clone, Debug)]
pub struct SceneGraph {
    layout: Arc<GraphLayout>,
    /// Each node's pose in its parent's frame.
    local: Vec<Matrix>,
    /// Each node's pose in the world, and the world's in its.
    world: Vec<[Matrix; 2]>,
    poses: Poses,
}

/// What never changes.
#[derive(Debug, Default)]
struct GraphLayout {
    /// Every node behind its parent and the parent's earlier children with all of theirs.
    nodes: Vec<GraphNode>,
    /// First node of each slot's tree; there is a node for each body.
    trees: Vec<usize>,
}

#[derive(Debug)]
struct GraphNode {
    /// Index of the parent; the world has none.
    parent: Option<usize>,
    /// Attributes of the node around this one, if there is one.
    description: Option<String>,
    shapes: Shapes,
    /// Parentheses that are open behind this node's own shapes.
    depth: usize,
    /// How many of these close before the next node.
    closing: usize,
}

/// What was sent last to those who get the same messages, as rcsssmj's `TransformNode` keeps it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SentPoses(Vec<Matrix>);

impl SceneGraph {
    /// The graph of an arena; teams without a name are called as in [`GameInfo`].
    ///
    /// Poses are those of the origin until [`update`](Self::update).
    ///
    /// [`GameInfo`]: super::GameInfo
    pub fn new(arena: &Arena, team_names: [Option<&str>; 2]) -> Self {
        let mut layout = GraphLayout::default();
        layout.push(None, None, Shapes::default());
        // The world comes with its ball; floors and goals are put beside it, then robots join.
        layout.push_tree(arena, BALL, team_names);
        let fixed = fixed_bodies(arena);
        let fixed =
            fixed.into_iter().map(|body| (layout.push(Some(0), None, body.shapes), body.pos));
        let fixed: Vec<_> = fixed.collect();
        for slot in BALL + 1..arena.scene().slots.len() {
            layout.push_tree(arena, slot, team_names);
        }
        layout.close();
        let count = layout.nodes.len();
        let mut graph = Self {
            layout: Arc::new(layout),
            local: vec![IDENTITY; count],
            world: vec![[IDENTITY; 2]; count],
            poses: Poses::default(),
        };
        graph.place(0, [0.0; 3], UPRIGHT);
        for (node, pos) in fixed {
            graph.place(node, pos, UPRIGHT);
        }
        graph
    }

    /// Takes the poses of a frame, as the world is observed. The world must be of the scene that
    /// the graph is of.
    ///
    /// As in rcsssmj, a robot that was placed since the step shows with its root where it was put,
    /// its other bodies where they were.
    pub fn update(&mut self, world: &WorldRef<'_>) {
        let layout = Arc::clone(&self.layout);
        let mut poses = std::mem::take(&mut self.poses);
        for (slot, &first) in layout.trees.iter().enumerate() {
            let model = world.scene.model(slot);
            let observed = &world.observed[world.scene.slots[slot].qpos.clone()];
            poses.update(model, observed);
            let (pos, quat) = (world.root_position(slot), world.root_quaternion(slot));
            let is_placed = observed[..3] != pos || observed[3..ROOT_COORDS] != quat;
            let root = if is_placed { quat } else { poses.body(0).quat };
            self.place(first, pos, root);
            for body in 1..model.bodies.len() {
                let pose = poses.body(body);
                self.place(first + body, pose.pos, pose.quat);
            }
        }
        self.poses = poses;
    }

    /// Poses a node behind its parent: m in the world, wxyz.
    fn place(&mut self, node: usize, pos: [f64; 3], quat: [f64; 4]) {
        let world = matrix(pos, quat);
        let parent = self.layout.nodes[node].parent;
        let to_parent = parent.map_or_else(|| inverse(&IDENTITY), |parent| self.world[parent][1]);
        self.local[node] = product(&to_parent, &world);
        self.world[node] = [world, inverse(&world)];
    }

    /// Appends `((sg 1 0)full<node>)`: everything there is.
    pub fn write_full(&self, out: &mut String, sent: &mut SentPoses) {
        sent.0.clone_from(&self.local);
        self.write_nodes(out, sent);
    }

    /// Appends what [`write_full`](Self::write_full) does, with the poses that this audience would
    /// have after a diff. Whoever gets it in the place of a diff gets the same diffs afterwards.
    pub fn write_again(&self, out: &mut String, sent: &mut SentPoses) {
        sent.0.resize(self.local.len(), [0.0; 16]);
        for (local, sent) in self.local.iter().zip(&mut sent.0) {
            if is_to_be_told(local, sent) {
                *sent = *local;
            }
        }
        self.write_nodes(out, sent);
    }

    /// Everything, with these poses.
    fn write_nodes(&self, out: &mut String, poses: &SentPoses) {
        out.push_str("((sg 1 0)full");
        for (node, pose) in self.layout.nodes.iter().zip(&poses.0) {
            if let Some(description) = &node.description {
                out.push_str("(nd DSC");
                out.push_str(description);
            }
            out.push_str("(nd TRF");
            write_slt(out, pose);
            out.push_str(&node.shapes.full);
            close(out, node.closing);
        }
        out.push(')');
    }

    /// Appends `((sg 1 0)diff<node>)`: the same nodes, but with nothing in them except for poses of
    /// which an element has changed by more than 0.005 since it was sent.
    pub fn write_diff(&self, out: &mut String, sent: &mut SentPoses) {
        out.push_str("((sg 1 0)diff");
        sent.0.resize(self.local.len(), [0.0; 16]);
        let nodes = self.layout.nodes.iter().zip(&self.local).zip(&mut sent.0);
        for ((node, local), sent) in nodes {
            if node.description.is_some() {
                out.push_str("(nd");
            }
            out.push_str("(nd");
            if is_to_be_told(local, sent) {
                *sent = *local;
                out.push_str(" TRF");
                write_slt(out, local);
            }
            out.push_str(&node.shapes.diff);
            close(out, node.closing);
        }
        out.push(')');
    }
}

/// Has a pose changed visibly since it was sent?
fn is_to_be_told(pose: &Matrix, sent: &Matrix) -> bool {
    pose.iter().zip(sent).any(|(new, old)| (old - new).abs() > TOLD_FROM)
}

const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

impl GraphLayout {
    fn push(
        &mut self,
        parent: Option<usize>,
        description: Option<String>,
        shapes: Shapes,
    ) -> usize {
        let above = parent.map_or(0, |parent| self.nodes[parent].depth);
        let depth = above + 1 + usize::from(description.is_some());
        self.nodes.push(GraphNode { parent, description, shapes, depth, closing: 0 });
        self.nodes.len() - 1
    }

    /// Adds the bodies of a slot's tree.
    fn push_tree(&mut self, arena: &Arena, slot: usize, teams: [Option<&str>; 2]) {
        let (model, first) = (arena.scene().model(slot), self.nodes.len());
        let player = arena.player(slot);
        self.trees.push(first);
        for (index, body) in model.bodies.iter().enumerate() {
            let (parent, description) = match body.parent {
                Some(parent) => (first + parent, None),
                None => (0, Some(describe(player, teams))),
            };
            let side = player.map(|player| player.side);
            self.push(Some(parent), description, Shapes::of_body(model, index, side));
        }
    }

    /// Works out where nodes end, when all are there.
    fn close(&mut self) {
        let mut stays_open = 0;
        for index in (0..self.nodes.len()).rev() {
            let node = &mut self.nodes[index];
            node.closing = node.depth - stays_open;
            let parent = node.parent;
            stays_open = parent.map_or(0, |parent| self.nodes[parent].depth);
        }
    }
}

/// `(agent <team> <number>)` or `(ball)`.
fn describe(player: Option<PlayerId>, teams: [Option<&str>; 2]) -> String {
    let Some(player) = player else { return "(ball)".to_owned() };
    let team = team_name(&teams, player.side);
    let mut text = String::new();
    // A `String` takes everything.
    let _ = write!(text, "(agent {team} {})", player.number);
    text
}

fn close(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n(')', count));
}
