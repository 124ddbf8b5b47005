//! What never changes about the nodes of a scene graph.

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
    /// First node of each slot's tree; there is a node for each body.
    pub(super) trees: Vec<usize>,
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
        self.trees.push(self.nodes.len());
        self.nodes.len()
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
