//! The latest state of a scene, from full texts and differences.

use super::reader::{Event, Property, Reader};
use super::{Fault, Kind, Light, Mesh, Node, fault};
use crate::wire::scene_writer::{IDENTITY, Matrix, product};
use std::sync::Arc;

/// The nodes of a scene, each before those in it, and their poses.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    nodes: Arc<Vec<Node>>,
    local: Vec<Matrix>,
}

impl Graph {
    /// Reads a full scene, `message[from..]`.
    ///
    /// # Errors
    /// [`Fault`] if it is not a scene, or deeper or larger than [`MAX_DEPTH`](super::MAX_DEPTH) and
    /// [`MAX_NODES`](super::MAX_NODES).
    pub fn read(message: &[u8], from: usize) -> Result<Self, Fault> {
        let mut reader = Reader::new(message, from);
        let (mut nodes, mut local) = (Vec::<Node>::new(), Vec::new());
        let mut open = Vec::new();
        while let Some(event) = reader.next()? {
            match event {
                Event::Begin(kind) => {
                    let parent = open.last().copied();
                    open.push(nodes.len());
                    nodes.push(Node::new(parent, open.len() - 1, kind.unwrap_or(Kind::Base)));
                    local.push(IDENTITY);
                }
                Event::Property(property) => {
                    // The reader returns no property outside of a node.
                    let Some(&at) = open.last() else { continue };
                    check(&nodes[at], at, &property, reader.at())?;
                    match property {
                        Property::Pose(pose) => local[at] = pose,
                        property => nodes[at].take(property),
                    }
                }
                Event::End => drop(open.pop()),
            }
        }
        Ok(Self { nodes: Arc::new(nodes), local })
    }

    /// Returns the scene with the differences in `message[from..]`.
    ///
    /// # Errors
    /// [`Fault`] for a text that is not a scene, or whose tree is not that of this scene.
    pub fn updated(&self, message: &[u8], from: usize) -> Result<Self, Fault> {
        let mut reader = Reader::new(message, from);
        let mut new = self.clone();
        let mut open = Vec::new();
        let mut count = 0;
        while let Some(event) = reader.next()? {
            match event {
                Event::Begin(kind) => {
                    self.check_place(count, open.len(), kind, reader.at())?;
                    open.push(count);
                    count += 1;
                }
                Event::Property(property) => {
                    let Some(&at) = open.last() else { continue };
                    check(&self.nodes[at], at, &property, reader.at())?;
                    match property {
                        Property::Pose(pose) => new.local[at] = pose,
                        property if new.nodes[at].knows(&property) => {}
                        property => Arc::make_mut(&mut new.nodes)[at].take(property),
                    }
                }
                Event::End => drop(open.pop()),
            }
        }
        if count < self.nodes.len() {
            let all = self.nodes.len();
            return Err(fault(reader.at(), format!("tells of {count} of the scene's {all} nodes")));
        }
        Ok(new)
    }

    /// Checks that the next node of a text has the same place in the tree as the node with that
    /// index.
    fn check_place(
        &self,
        index: usize,
        depth: usize,
        kind: Option<Kind>,
        at: usize,
    ) -> Result<(), Fault> {
        let Some(node) = self.nodes.get(index) else {
            return Err(fault(at, format!("the scene has {} nodes only", self.nodes.len())));
        };
        if node.depth != depth {
            let known = node.depth;
            return Err(fault(at, format!("node {index} is in {depth} others, not in {known}")));
        }
        match kind {
            Some(kind) if kind != node.kind => {
                Err(fault(at, format!("node {index} is a {:?}, not a {kind:?}", node.kind)))
            }
            _ => Ok(()),
        }
    }

    /// Returns all nodes in the order of the text: each comes before the nodes in it.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Whether the nodes of both are known to be the same, except for their poses. They are if
    /// differences have changed poses only.
    pub fn shares_nodes(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.nodes, &other.nodes)
    }

    /// Returns the poses of the nodes in the frames of their parents.
    pub fn local(&self) -> &[Matrix] {
        &self.local
    }

    /// Poses of the nodes in the world.
    pub fn world(&self) -> Vec<Matrix> {
        let mut world: Vec<Matrix> = Vec::with_capacity(self.local.len());
        for (node, local) in self.nodes.iter().zip(&self.local) {
            let pose = node.parent.map_or(*local, |parent| product(&world[parent], local));
            world.push(pose);
        }
        world
    }
}

/// Checks that a node of this kind can have such a property. A base node may have any, since its
/// kind is not known.
fn check(node: &Node, index: usize, property: &Property, at: usize) -> Result<(), Fault> {
    let fits = match property {
        Property::Pose(_) => node.kind == Kind::Transform,
        Property::Diffuse(_) | Property::Ambient(_) | Property::Specular(_) => node.light.is_some(),
        Property::Description(_) => node.kind == Kind::Description,
        _ => node.mesh.is_some(),
    };
    if fits || node.kind == Kind::Base {
        return Ok(());
    }
    Err(fault(at, format!("node {index} is a {:?}, which has no such property", node.kind)))
}

impl Node {
    fn new(parent: Option<usize>, depth: usize, kind: Kind) -> Self {
        let is_mesh = matches!(kind, Kind::StaticMesh | Kind::StandardMesh);
        Self {
            parent,
            depth,
            kind,
            mesh: is_mesh.then(Box::<Mesh>::default),
            light: (kind == Kind::Light).then(Box::<Light>::default),
            description: Vec::new(),
        }
    }

    /// Whether a property is already known. Servers repeat for every new mesh that it is visible.
    fn knows(&self, property: &Property) -> bool {
        match (property, &self.mesh) {
            (Property::Visible(visible), Some(mesh)) => mesh.visible == *visible,
            (Property::Transparent, Some(mesh)) => mesh.transparent,
            _ => false,
        }
    }

    fn take(&mut self, property: Property) {
        if let Property::Description(words) = property {
            self.description = texts(&words);
        } else if let Some(mesh) = &mut self.mesh {
            mesh.take(property);
        } else if let Some(light) = &mut self.light {
            light.take(&property);
        }
    }
}

impl Mesh {
    fn take(&mut self, property: Property) {
        match property {
            Property::Model(model, parameters) => {
                (self.model, self.parameters) = (text(model), parameters);
            }
            Property::Scale(scale) => self.scale = scale,
            Property::Materials(materials) => self.materials = texts(&materials),
            Property::Colour(colour) => self.colour = Some(colour),
            Property::Visible(visible) => self.visible = visible,
            Property::Transparent => self.transparent = true,
            _ => {}
        }
    }
}

impl Light {
    fn take(&mut self, property: &Property) {
        match *property {
            Property::Diffuse(colour) => self.diffuse = colour,
            Property::Ambient(colour) => self.ambient = colour,
            Property::Specular(colour) => self.specular = colour,
            _ => {}
        }
    }
}

/// Names need not be UTF-8.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn texts(words: &[&[u8]]) -> Vec<String> {
    words.iter().map(|word| text(word)).collect()
}
