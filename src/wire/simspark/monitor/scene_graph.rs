//! The scene: the scenery, the ball, then the players in order of joining.

use super::nao::{AXES, Nao};
use super::scenery::scenery;
use super::shapes::{Drawn, robot_shapes, selection_disc};
use super::write_pose;
use crate::model::Model;
use crate::soccer::{Arena, BALL, PlayerId};
use crate::wire::scene_writer::{
    Graph, GraphLayout, IDENTITY, Matrix, Notation, SentPoses, Shapes,
};
use crate::world::WorldRef;

static NOTATION: Notation =
    Notation { full: "(nd TRF ", changed: " ", write_pose, is_nested: false, moves_whole: true };

/// Scene graph of one roster: made whenever players come or go, brought up to date every frame.
///
/// A player is one node of the scene at the origin; in it, all bodies of its robot are posed in the
/// world, as in rcssserver3d.
#[derive(Clone, Debug)]
pub struct SceneGraph {
    scenery: Shapes,
    /// Whether the scenery is news.
    is_new: bool,
    graph: Graph,
    /// The node of each slot's root.
    roots: Vec<usize>,
    selected: Option<PlayerId>,
}

impl SceneGraph {
    /// Makes the graph of an arena. Everything is news if there is no `earlier` arena, otherwise
    /// only players that are not in it. Poses are those of the origin until
    /// [`update`](Self::update).
    pub fn new(arena: &Arena, earlier: Option<&Arena>) -> Self {
        let mut layout = GraphLayout::default();
        let slots = 0..arena.scene().slots.len();
        let roots = slots.clone().map(|slot| push_tree(&mut layout, arena, slot)).collect();
        let mut graph = Graph::new(&NOTATION, layout);
        for slot in slots {
            let is_known = earlier.is_some_and(|earlier| match arena.player(slot) {
                Some(player) => earlier.players().contains(&player),
                None => true,
            });
            if !is_known {
                graph.announce(slot);
            }
        }
        let scenery = scenery(arena.field());
        Self { scenery, is_new: earlier.is_none(), graph, roots, selected: None }
    }

    /// Takes the poses of a frame (see [`Graph::update`]), and the selected player.
    pub fn update(&mut self, arena: &Arena, world: &WorldRef<'_>, selected: Option<PlayerId>) {
        self.graph.update(world);
        if selected == self.selected {
            return;
        }
        for (player, is_selected) in [(self.selected, false), (selected, true)] {
            let Some(slot) = player.and_then(|player| arena.slot_of(player)) else { continue };
            let Some(player) = player else { continue };
            let root = root_shapes(arena.scene().model(slot), player, is_selected);
            // Of the root's shapes, only this is news.
            let news = format!("{}{}", root.body.diff, root.disc.news);
            self.graph.set_shapes(self.roots[slot], Shapes { news, ..root.joined() });
        }
        self.selected = selected;
    }

    /// The nodes of a full text that are the bodies of a slot: see [`Graph::bodies`].
    pub fn bodies(&self, slot: usize) -> (Vec<usize>, Option<Matrix>) {
        let (mut bodies, axes) = self.graph.bodies(slot);
        let before = self.scenery.full.matches("(nd").count();
        bodies.iter_mut().for_each(|body| *body += before);
        (bodies, axes)
    }

    /// Marks nothing as news any more.
    pub fn settle(&mut self) {
        self.is_new = false;
        self.graph.settle();
    }

    /// Appends everything: `(<node>...)`.
    pub fn write_full(&self, out: &mut String, sent: &mut SentPoses) {
        out.push('(');
        out.push_str(&self.scenery.full);
        self.graph.write_full(out, sent);
        out.push(')');
    }

    /// Appends everything with the poses that this audience would have after a diff: see
    /// [`Graph::write_again`].
    pub fn write_again(&self, out: &mut String, sent: &mut SentPoses) {
        out.push('(');
        out.push_str(&self.scenery.full);
        self.graph.write_again(out, sent);
        out.push(')');
    }

    /// Appends the same nodes, empty except for news and for poses of which an element has changed
    /// by more than 0.005 since it was sent.
    pub fn write_diff(&self, out: &mut String, sent: &mut SentPoses) {
        out.push('(');
        out.push_str(if self.is_new { &self.scenery.news } else { &self.scenery.diff });
        self.graph.write_diff(out, sent);
        out.push(')');
    }
}

/// Adds what is in a slot; returns the node of its root.
fn push_tree(layout: &mut GraphLayout, arena: &Arena, slot: usize) -> usize {
    let model = arena.scene().model(slot);
    let Some(player) = arena.player(slot) else {
        let first = layout.begin_tree();
        push_ball(layout, model, arena.ball_radius());
        return first;
    };
    let agent = layout.push(None, None, Shapes::default());
    let first = layout.begin_tree();
    let nao = Nao::of(model);
    let order = nao.as_ref().map_or_else(|| (0..model.bodies.len()).collect(), Nao::order);
    for &index in &order {
        let shapes = match (index, &nao) {
            (0, _) => root_shapes(model, player, false).joined(),
            (_, Some(nao)) => nao.shapes(&model.bodies[index].name, player),
            (_, None) => robot_shapes(model, index, player),
        };
        layout.push(Some(agent), None, shapes);
    }
    if nao.is_some() {
        layout.arrange(&order, AXES);
    }
    first
}

/// The ball, whose file has a radius of 1.
fn push_ball(layout: &mut GraphLayout, model: &Model, radius: f64) {
    let ball = Drawn {
        load: "models/soccerball.obj",
        scale: [radius; 3],
        materials: &["soccerball_rcs-soccerball.png"],
        ..Drawn::MESH
    };
    for index in 0..model.bodies.len() {
        let mut shapes = Shapes::default();
        if index == 0 {
            ball.add(&mut shapes, &IDENTITY);
        }
        layout.push(None, None, shapes);
    }
}

const _: () = assert!(BALL == 0, "the ball comes before the players");

/// The shapes of a robot's root.
struct RootShapes {
    body: Shapes,
    disc: Shapes,
}

fn root_shapes(model: &Model, player: PlayerId, is_selected: bool) -> RootShapes {
    let body = match Nao::of(model) {
        Some(nao) => nao.shapes(&model.bodies[0].name, player),
        None => robot_shapes(model, 0, player),
    };
    RootShapes { body, disc: selection_disc(is_selected) }
}

impl RootShapes {
    fn joined(&self) -> Shapes {
        let Self { body, disc } = self;
        Shapes {
            full: format!("{}{}", body.full, disc.full),
            diff: format!("{}{}", body.diff, disc.diff),
            news: format!("{}{}", body.news, disc.news),
        }
    }
}
