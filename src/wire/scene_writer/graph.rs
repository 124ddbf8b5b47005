//! The poses of a scene graph: brought up to date every frame, written in full or as differences.

use super::Notation;
use super::layout::{GraphLayout, GraphNode, Shapes, Tree};
use super::transform::{IDENTITY, Matrix, inverse, matrix, product};
use crate::model::ROOT_COORDS;
use crate::world::{Poses, WorldRef};
use std::sync::Arc;

/// A pose is sent again if one of its elements has changed by more than this since it was sent.
const TOLD_FROM: f64 = 0.005;

/// Nodes with their poses.
#[derive(Clone, Debug)]
pub struct Graph {
    notation: &'static Notation,
    layout: Arc<GraphLayout>,
    /// Each node's pose as it is written: in its parent's frame, or in the world.
    local: Vec<Matrix>,
    /// Each node's pose in the world, and its inverse, if nodes are nested.
    world: Vec<[Matrix; 2]>,
    /// Nodes whose shapes are news to readers of differences.
    news: Vec<bool>,
    poses: Poses,
}

/// The poses that were last sent to the readers that get the same messages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SentPoses(Vec<Matrix>);

impl Graph {
    /// Makes a graph whose nodes are at the origin until they are [placed](Self::place) or
    /// [updated](Self::update); no shapes are news.
    pub fn new(notation: &'static Notation, mut layout: GraphLayout) -> Self {
        layout.close();
        let count = layout.nodes.len();
        Self {
            notation,
            layout: Arc::new(layout),
            local: vec![IDENTITY; count],
            world: vec![[IDENTITY; 2]; count],
            news: vec![false; count],
            poses: Poses::default(),
        }
    }

    /// Takes the poses of a frame, as the world is observed. The world must have the scene for
    /// which the layout was made.
    ///
    /// A robot that was placed since the step is shown with its root where it was put. Whether its
    /// other bodies move along depends on the [`Notation`].
    pub fn update(&mut self, world: &WorldRef<'_>) {
        let layout = Arc::clone(&self.layout);
        let mut poses = std::mem::take(&mut self.poses);
        for (slot, Tree { first, order, axes }) in layout.trees.iter().enumerate() {
            let model = world.scene.model(slot);
            let observed = &world.observed[world.scene.slots[slot].qpos.clone()];
            poses.update(model, observed);
            let (pos, quat) = (world.root_position(slot), world.root_quaternion(slot));
            let is_placed = observed[..3] != pos || observed[3..ROOT_COORDS] != quat;
            let root = if is_placed { quat } else { poses.body(0).quat };
            let shown = |pose: &Matrix| axes.map_or(*pose, |axes| product(pose, &axes));
            self.pose(*first, shown(&matrix(pos, root)));
            let moved = (is_placed && self.notation.moves_whole).then(|| {
                let before = poses.body(0);
                product(&matrix(pos, root), &inverse(&matrix(before.pos, before.quat)))
            });
            for node in 1..model.bodies.len() {
                let body = order.as_ref().map_or(node, |order| order[node]);
                let pose = poses.body(body);
                let pose = matrix(pose.pos, pose.quat);
                let pose = moved.map_or(pose, |moved| product(&moved, &pose));
                self.pose(first + node, shown(&pose));
            }
        }
        self.poses = poses;
    }

    /// Returns which nodes of a full text, counted from 0, are the bodies of a slot, in the bodies'
    /// own order, and the axes in which the bodies are shown, in their own frames.
    pub fn bodies(&self, slot: usize) -> (Vec<usize>, Option<Matrix>) {
        let mut count = 0;
        let places = self.layout.nodes.iter().map(|node| {
            let place = count + usize::from(node.wrapper.is_some());
            count = place + 1 + node.shapes.full.matches("(nd").count();
            place
        });
        let places: Vec<usize> = places.collect();
        let Some(Tree { first, order, axes }) = self.layout.trees.get(slot) else {
            return (Vec::new(), None);
        };
        let end = self.layout.trees.get(slot + 1).map_or(places.len(), |next| next.first);
        let mut bodies = places[*first..end].to_vec();
        if let Some(order) = order {
            bodies.truncate(order.len());
            for (node, &body) in order.iter().enumerate() {
                bodies[body] = places[first + node];
            }
        }
        (bodies, *axes)
    }

    /// Sets the pose of a node whose parent already has its pose: m in the world, wxyz.
    pub fn place(&mut self, node: usize, pos: [f64; 3], quat: [f64; 4]) {
        self.pose(node, matrix(pos, quat));
    }

    fn pose(&mut self, node: usize, world: Matrix) {
        if !self.notation.is_nested {
            self.local[node] = world;
            return;
        }
        let parent = self.layout.nodes[node].parent;
        let to_parent = parent.map_or_else(|| inverse(&IDENTITY), |parent| self.world[parent][1]);
        self.local[node] = product(&to_parent, &world);
        self.world[node] = [world, inverse(&world)];
    }

    /// Replaces a node's shapes and marks them as news.
    pub fn set_shapes(&mut self, node: usize, shapes: Shapes) {
        Arc::make_mut(&mut self.layout).nodes[node].shapes = shapes;
        self.news[node] = true;
    }

    /// Marks the shapes of a slot's bodies as news.
    pub fn announce(&mut self, slot: usize) {
        let trees = &self.layout.trees;
        let end = trees.get(slot + 1).map_or(self.news.len(), |tree| tree.first);
        self.news[trees[slot].first..end].fill(true);
    }

    /// Marks no shapes as news any more.
    pub fn settle(&mut self) {
        self.news.fill(false);
    }

    /// Appends all nodes.
    pub fn write_full(&self, out: &mut String, sent: &mut SentPoses) {
        sent.0.clone_from(&self.local);
        self.write_nodes(out, sent);
    }

    /// Appends what [`write_full`](Self::write_full) does, with the poses that this audience would
    /// have after a diff. A reader that gets it in place of a diff can get the same diffs as the
    /// others afterwards.
    pub fn write_again(&self, out: &mut String, sent: &mut SentPoses) {
        sent.0.resize(self.local.len(), [0.0; 16]);
        for (local, sent) in self.local.iter().zip(&mut sent.0) {
            if is_to_be_told(local, sent) {
                *sent = *local;
            }
        }
        self.write_nodes(out, sent);
    }

    /// Appends all nodes with these poses.
    fn write_nodes(&self, out: &mut String, poses: &SentPoses) {
        for (node, pose) in self.layout.nodes.iter().zip(&poses.0) {
            if let Some(wrapper) = &node.wrapper {
                out.push_str(wrapper);
            }
            out.push_str(self.notation.full);
            (self.notation.write_pose)(out, pose);
            out.push_str(&node.shapes.full);
            close(out, node);
        }
    }

    /// Appends the same nodes, but empty except for news and for poses of which an element has
    /// changed by more than 0.005 since it was sent.
    pub fn write_diff(&self, out: &mut String, sent: &mut SentPoses) {
        sent.0.resize(self.local.len(), [0.0; 16]);
        let poses = self.local.iter().zip(&mut sent.0);
        for ((node, (local, sent)), &is_news) in self.layout.nodes.iter().zip(poses).zip(&self.news)
        {
            if node.wrapper.is_some() {
                out.push_str("(nd");
            }
            out.push_str("(nd");
            if is_to_be_told(local, sent) {
                *sent = *local;
                out.push_str(self.notation.changed);
                (self.notation.write_pose)(out, local);
            }
            out.push_str(if is_news { &node.shapes.news } else { &node.shapes.diff });
            close(out, node);
        }
    }
}

/// Whether a pose has changed visibly since it was sent.
fn is_to_be_told(pose: &Matrix, sent: &Matrix) -> bool {
    pose.iter().zip(sent).any(|(new, old)| (old - new).abs() > TOLD_FROM)
}

fn close(out: &mut String, node: &GraphNode) {
    out.extend(std::iter::repeat_n(')', node.closing));
}
