//! Recognizes built-in robots by their nodes in the scene graphs that monitors are sent. Once a
//! robot is recognized, its joints, its camera and its own shapes are known.

use crate::error::{Error, Result};
use crate::model::{self, Model};
use crate::soccer::{Arena, BALL, Entrant, Field, PlayerId, Side};
use crate::wire::log_file::LogForm;
use crate::wire::rcsssmj::monitor as rcsssmj;
use crate::wire::scene::{Graph, Kind, Node};
use crate::wire::scene_writer::{Matrix, SentPoses, inverse};
use crate::wire::simspark::monitor as simspark;
use std::sync::Arc;

/// Properties of a node that are the same for all players.
#[derive(Debug, PartialEq)]
struct Trait<'a> {
    /// Depth below the root of its robot.
    depth: usize,
    kind: Kind,
    mesh: Option<(&'a str, [f64; 3])>,
}

/// A built-in robot as a protocol describes it.
#[derive(Debug)]
pub(super) struct KnownRobot {
    /// The robot's model.
    pub(super) model: Arc<Model>,
    /// Its nodes, the first of which contains all others.
    nodes: Vec<Node>,
    /// Which of them are its bodies, in the order of its model.
    pub(super) bodies: Vec<usize>,
    /// The axes of its bodies' own frames in those in which they are shown.
    pub(super) to_body: Option<Matrix>,
}

impl KnownRobot {
    /// All built-in robots.
    ///
    /// # Errors
    /// [`Error::Argument`] for a model that cannot be read.
    pub(super) fn all(form: LogForm) -> Result<Vec<Self>> {
        model::builtin_names().iter().map(|name| Self::new(name, form)).collect()
    }

    fn new(name: &'static str, form: LogForm) -> Result<Self> {
        let (model, ball) = (model::load_shared(name)?, model::load_shared("ball")?);
        let player = PlayerId { side: Side::Left, number: 1 };
        let robot = Entrant { model: Arc::clone(&model), player };
        let arena = Arena::new(Field::fifa(), &ball, &[robot], &[])?;
        let (mut text, mut sent) = (String::new(), SentPoses::default());
        let (bodies, axes) = match form {
            LogForm::Rcsssmj => {
                let graph = rcsssmj::SceneGraph::new(&arena, [Some("a"), Some("b")]);
                graph.write_full(&mut text, &mut sent);
                graph.bodies(BALL + 1)
            }
            LogForm::Simspark => {
                let graph = simspark::SceneGraph::new(&arena, None);
                graph.write_full(&mut text, &mut sent);
                graph.bodies(BALL + 1)
            }
        };
        let begin = text.find("(nd").unwrap_or(0);
        let scene = text[begin..].strip_suffix(')').unwrap_or_default();
        let unread = |fault| Error::argument(name, format!("its scene graph: {fault}"));
        let graph = Graph::read(scene.as_bytes(), 0).map_err(unread)?;
        let nodes = graph.nodes();
        let root = bodies.first().map_or(0, |&body| root_of(nodes, body));
        let own = nodes[root..].iter().enumerate();
        let own = own.take_while(|(index, node)| *index == 0 || node.depth > nodes[root].depth);
        Ok(Self {
            model,
            nodes: own.map(|(_, node)| node.clone()).collect(),
            bodies: bodies.into_iter().map(|body| body - root).collect(),
            to_body: axes.as_ref().map(inverse),
        })
    }

    /// Whether these nodes are those of this robot. The first of them contains all others.
    pub(super) fn is(&self, nodes: &[Node]) -> bool {
        nodes.len() == self.nodes.len() && traits(nodes).eq(traits(&self.nodes))
    }
}

fn traits(nodes: &[Node]) -> impl Iterator<Item = Trait<'_>> {
    let first = nodes.first().map_or(0, |node| node.depth);
    nodes.iter().map(move |node| Trait {
        depth: node.depth - first,
        kind: node.kind,
        mesh: node.mesh.as_ref().map(|mesh| (mesh.model.as_str(), mesh.scale)),
    })
}

/// Returns the node that identifies the owner of a node: a description above it, else the topmost
/// node.
pub(super) fn root_of(nodes: &[Node], node: usize) -> usize {
    let mut at = node;
    while let Some(parent) = nodes[at].parent {
        if nodes[at].kind == Kind::Description {
            return at;
        }
        at = parent;
    }
    at
}
