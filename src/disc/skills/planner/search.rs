//! The search for the best chain of actions, the most promising state first.

use super::pass::{PassKind, passes};
use super::run::{long_runs, short_runs};
use super::{Action, Planner, State, further};
use crate::disc::skills::shot::best_shot;
use crate::disc::skills::world_model::WorldModel;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The best chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Its actions; empty if it is best to hold the ball.
    pub actions: Vec<Action>,
    /// The value of the state that it leads to.
    pub value: f64,
}

/// An evaluated state, reached by a chain of actions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// The last action of the chain.
    pub action: Action,
    /// The state that it leads to.
    pub state: State,
    /// Index of the node that it continues; `None` for first actions.
    pub parent: Option<usize>,
    /// The value of the state.
    pub value: f64,
    /// Index of the node of the chain's first action.
    pub first: usize,
    /// Number of actions in the chain.
    pub depth: u32,
}

/// A node that may be expanded next: its value, and its index.
struct Open(f64, usize);

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    /// Among equal values, the node that was found first comes first.
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}

impl Planner {
    /// The best chain; `None` if the player does not have the ball.
    pub fn plan(&self, world: &WorldModel) -> Option<Plan> {
        if !world.me.can_kick || world.me.is_frozen {
            return None;
        }
        if self.generators.shoot
            && let Some(shot) = best_shot(world)
        {
            return Some(Plan { actions: vec![Action::Shoot(shot)], value: f64::INFINITY });
        }
        let (nodes, best) = self.tree(world);
        let hold = self.evaluator.value_of(world, &Self::begin(world), None);
        let Some(best) = best.filter(|&best| nodes[best].value > hold) else {
            return Some(Plan { actions: Vec::new(), value: hold });
        };
        let mut actions = Vec::new();
        let mut next = Some(best);
        while let Some(index) = next {
            actions.push(nodes[index].action);
            next = nodes[index].parent;
        }
        actions.reverse();
        Some(Plan { actions, value: nodes[best].value })
    }

    fn begin(world: &WorldModel) -> State {
        State { ball: world.ball.position, holder: None, cycles: 0 }
    }

    /// All states that are evaluated, and the index of the best one.
    pub fn tree(&self, world: &WorldModel) -> (Vec<Node>, Option<usize>) {
        let mut nodes: Vec<Node> = Vec::new();
        let mut open = BinaryHeap::new();
        let mut best: Option<usize> = None;
        // Holding the ball counts as one state.
        let most = self.nodes.saturating_sub(1) as usize;
        let mut next = None;
        loop {
            let (parent, state, depth) = match next {
                None => (None, Self::begin(world), 0),
                Some(index) => {
                    let node: &Node = &nodes[index];
                    (Some(index), node.state, node.depth)
                }
            };
            for (action, state) in self.candidates(world, &state, parent, depth, &nodes) {
                let index = nodes.len();
                let first = parent.map_or(index, |parent| nodes[parent].first);
                let of = if first == index { &action } else { &nodes[first].action };
                let value = self.evaluator.value_of(world, &state, Some(of));
                nodes.push(Node { action, state, parent, value, first, depth: depth + 1 });
                if best.is_none_or(|best| value > nodes[best].value) {
                    best = Some(index);
                }
                if nodes.len() >= most {
                    return (nodes, best);
                }
                open.push(Open(value, index));
            }
            match open.pop() {
                Some(Open(_, index)) => next = Some(index),
                None => return (nodes, best),
            }
        }
    }

    /// Actions that are possible in a state.
    fn candidates(
        &self,
        world: &WorldModel,
        state: &State,
        parent: Option<usize>,
        depth: u32,
        nodes: &[Node],
    ) -> Vec<(Action, State)> {
        let is_over = parent.is_some_and(|parent| matches!(nodes[parent].action, Action::Shoot(_)));
        if depth >= self.depth || is_over {
            return Vec::new();
        }
        match parent {
            None => self.first(world, *state),
            Some(_) => further::actions(world, &self.generators, state),
        }
    }

    /// First actions, which are worked out in detail.
    fn first(&self, world: &WorldModel, begin: State) -> Vec<(Action, State)> {
        let wanted = &self.generators;
        let passes_wanted =
            wanted.direct_pass || wanted.lead_pass || wanted.through_pass || wanted.cross;
        let passes = if passes_wanted { passes(world) } else { Vec::new() };
        let passes = passes.into_iter().filter(|pass| match pass.kind {
            PassKind::Direct => wanted.direct_pass,
            PassKind::Lead => wanted.lead_pass,
            PassKind::Through => wanted.through_pass,
            PassKind::Cross => wanted.cross,
        });
        let passes = passes.map(|pass| {
            (Action::Pass(pass), begin.then(pass.point, Some(pass.receiver), pass.cycles))
        });
        let short = if wanted.short_dribble { short_runs(world) } else { Vec::new() };
        let long = if wanted.long_dribble { long_runs(world) } else { Vec::new() };
        let runs = short.into_iter().chain(long);
        let runs = runs.map(|run| (Action::Dribble(run), begin.then(run.point, None, run.cycles)));
        passes.chain(runs).collect()
    }
}
