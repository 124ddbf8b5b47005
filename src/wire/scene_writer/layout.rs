//! The parts of a scene graph's nodes that do not change from frame to frame.

use super::transform::Matrix;

/// The text of a node besides its pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shapes {
    /// The text in a full message.
    pub full: String,
    /// The text in differences.
    pub diff: String,
    /// The text in differences while the shapes are news to their readers.
    pub news: String,
}

/// The nodes of a graph, and which of them are bodies.
#[derive(Clone, Debug, Default)]
pub struct GraphLayout {
    /// Every node comes after its parent, and after the parent's earlier children with all their
    /// descendants.
    pub(super) nodes: Vec<GraphNode>,
    /// Nodes of each slot's tree; there is one for each body.
    pub(super) trees: Vec<Tree>,
}

/// The nodes of a tree.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The node of its root.
    pub first: usize,
    /// The bodies in the order of their nodes, if that is not the bodies' own order.
    pub order: Option<Vec<usize>>,
    /// Axes in which bodies are shown, in the bodies' own frames.
    pub axes: Option<Matrix>,
}

#[derive(Clone, Debug)]
pub(super) struct GraphNode {
    /// Index of the parent, if there is one.
    pub parent: Option<usize>,
    /// How the node around this one begins, if there is one.
    pub wrapper: Option<String>,
    pub shapes: Shapes,
    /// Parentheses that are open after this node's own shapes.
    depth: usize,
    /// How many of these close before the next node.
    pub closing: usize,
}

impl GraphLayout {
    /// Adds a node, optionally within another one that has no pose and begins with `wrapper`.
    /// Returns its index.
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

    /// Begins the tree of the next slot with the next node, and returns that node's index.
    pub fn begin_tree(&mut self) -> usize {
        self.trees.push(Tree { first: self.nodes.len(), order: None, axes: None });
        self.nodes.len()
    }

    /// Sets the order of the bodies in the nodes of the last tree, the root first, and the axes of
    /// their own frames in which they are shown. All of them are posed in the world.
    pub fn arrange(&mut self, order: &[usize], axes: Matrix) {
        if let Some(tree) = self.trees.last_mut() {
            (tree.order, tree.axes) = (Some(order.to_vec()), Some(axes));
        }
    }

    /// Computes where nodes end, once all nodes have been added.
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
