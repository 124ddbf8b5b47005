//! What never changes about the nodes of a scene graph.

use super::transform::Matrix;

/// What a node says besides its pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shapes {
    /// When everything is told.
    pub full: String,
    /// When only changes are.
    pub diff: String,
    /// The same while the shapes are news to whoever reads differences.
    pub news: String,
}

/// The nodes of a graph, and which of them are bodies.
#[derive(Clone, Debug, Default)]
pub struct GraphLayout {
    /// Every node behind its parent and the parent's earlier children with all of theirs.
    pub(super) nodes: Vec<GraphNode>,
    /// Nodes of each slot's tree; there is one for each body.
    pub(super) trees: Vec<Tree>,
}

/// The nodes of a tree.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// That of its root.
    pub first: usize,
    /// The bodies in the order of their nodes, if that is not their own.
    pub order: Option<Vec<usize>>,
    /// Axes in which bodies are shown, in theirs.
    pub axes: Option<Matrix>,
}

#[derive(Clone, Debug)]
pub(super) struct GraphNode {
    /// Index of the parent, if there is one.
    pub parent: Option<usize>,
    /// How the node around this one begins, if there is one.
    pub wrapper: Option<String>,
    pub shapes: Shapes,
    /// Parentheses that are open behind this node's own shapes.
    depth: usize,
    /// How many of these close before the next node.
    pub closing: usize,
}

impl GraphLayout {
    /// Adds a node, maybe with one around it that has no pose and begins with `wrapper`. Returns
    /// its index.
    pub fn push(
        &mut self,
        parent: Option<usize>,
        wrapper: Option<String>,
        shapes: Shapes,
    ) -> usize {
        let above = parent.map_or(0, |parent| self.nodes[parent].depth);
        let depth = above + 1 + usize::from(wrapper.is_some());
        self.nodes.push(GraphNode { parent, wrapper, shapes, depth, closing: 0 });
        self.nodes.len() - 1
    }

    /// Says that the tree of the next slot begins with the next node.
    pub fn begin_tree(&mut self) -> usize {
        self.trees.push(Tree { first: self.nodes.len(), order: None, axes: None });
        self.nodes.len()
    }

    /// Says in which order the bodies of the last tree have nodes, the root first, and in which
    /// axes of their own frames they are shown. All of them are posed in the world.
    pub fn arrange(&mut self, order: &[usize], axes: Matrix) {
        if let Some(tree) = self.trees.last_mut() {
            (tree.order, tree.axes) = (Some(order.to_vec()), Some(axes));
        }
    }

    /// Works out where nodes end, when all are there.
    pub(super) fn close(&mut self) {
        let mut stays_open = 0;
        for index in (0..self.nodes.len()).rev() {
            let node = &mut self.nodes[index];
            node.closing = node.depth - stays_open;
            let parent = node.parent;
            stays_open = parent.map_or(0, |parent| self.nodes[parent].depth);
        }
    }
}
