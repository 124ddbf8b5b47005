//! What to do with the ball: chains of actions, of which the best is looked for, and its first
//! action done (as in Akiyama, Aramaki, Nakashima: Online cooperative behavior planning using a
//! tree search method in the RoboCup soccer simulation, 2012).

mod dribble;
mod evaluator;
mod further;
mod pass;

pub use dribble::{Run, runs};
pub use evaluator::{ActionFactors, Evaluator};
pub use pass::{Pass, PassKind, pass_ball, passes};

use super::angle;
use super::dribble::{Dribble, dribble as dribble_to};
use super::hold_ball::{HoldBall, hold_ball};
use super::outcome::Outcome;
use super::own_motion::turn_command;
use super::shot::{Shot, best_shot, shoot};
use super::world_model::WorldModel;
use crate::disc::{Command, PlayMode, Vec2};

/// Who has the ball: index of [`WorldModel::others`]; none is the player himself.
pub type Holder = Option<usize>;

/// Where actions lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// The ball.
    pub ball: Vec2,
    /// Who has it.
    pub holder: Holder,
    /// Cycles from now.
    pub cycles: u32,
}

impl State {
    fn then(self, ball: Vec2, holder: Holder, cycles: u32) -> Self {
        Self { ball, holder, cycles: self.cycles + cycles }
    }
}

/// What one can do with the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Keeps it.
    Hold,
    /// Runs with it.
    Dribble(Run),
    /// Passes it.
    Pass(Pass),
    /// Shoots.
    Shoot(Shot),
}

/// Which first actions are thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of actions")]
pub struct Generators {
    pub direct_pass: bool,
    pub lead_pass: bool,
    pub through_pass: bool,
    pub short_dribble: bool,
    pub long_dribble: bool,
    pub cross: bool,
    pub shoot: bool,
    /// Whether passes and runs behind the first action are.
    pub further: bool,
}

impl Default for Generators {
    fn default() -> Self {
        Self {
            direct_pass: true,
            lead_pass: true,
            through_pass: true,
            short_dribble: true,
            long_dribble: true,
            cross: true,
            shoot: true,
            further: true,
        }
    }
}

/// How chains are looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Planner {
    /// First actions that are thought of.
    pub generators: Generators,
    /// How good states are.
    pub evaluator: Evaluator,
    /// Actions of a chain at most.
    pub depth: u32,
    /// States that are looked at, at most.
    pub nodes: u32,
}

impl Default for Planner {
    fn default() -> Self {
        let (generators, evaluator) = (Generators::default(), Evaluator::default());
        Self { generators, evaluator, depth: 4, nodes: 500 }
    }
}

/// The best chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Its actions; none: holding the ball is best.
    pub actions: Vec<Action>,
    /// The value of what it leads to.
    pub value: f64,
}

/// A state that may be looked at further.
struct Node {
    state: State,
    chain: Vec<Action>,
    value: f64,
}

/// Takes a chain, the state that it leads to, and its value.
type Note<'a> = &'a mut dyn FnMut(&[Action], &State, f64);

impl Planner {
    /// The best chain; none if the player does not have the ball.
    pub fn plan(&self, world: &WorldModel) -> Option<Plan> {
        if !world.me.can_kick || world.me.is_frozen {
            return None;
        }
        if self.generators.shoot
            && let Some(shot) = best_shot(world)
        {
            return Some(Plan { actions: vec![Action::Shoot(shot)], value: f64::INFINITY });
        }
        Some(self.search(world, &mut |_, _, _| {}))
    }

    /// All chains that are looked at, holding the ball first, with the states that they lead to;
    /// none if the player does not have the ball.
    pub fn nodes(&self, world: &WorldModel) -> Vec<(Plan, State)> {
        let mut nodes = Vec::new();
        if world.me.can_kick && !world.me.is_frozen {
            self.search(world, &mut |actions, state, value| {
                nodes.push((Plan { actions: actions.to_vec(), value }, *state));
            });
        }
        nodes
    }

    /// The best chain; what is looked at is noted.
    fn search(&self, world: &WorldModel, note: Note<'_>) -> Plan {
        let begin = State { ball: world.ball.position, holder: None, cycles: 0 };
        let mut best =
            Plan { actions: Vec::new(), value: self.evaluator.value(world, &begin, &[]) };
        note(&[], &begin, best.value);
        let mut open: Vec<Node> = Vec::new();
        let mut looked = 0;
        for (action, state) in self.first(world, begin) {
            let node = self.add(world, &mut best, state, vec![action]);
            note(&node.chain, &node.state, node.value);
            open.push(node);
            looked += 1;
        }
        while self.generators.further && looked < self.nodes {
            let next = (0..open.len())
                .max_by(|&one, &other| open[one].value.total_cmp(&open[other].value));
            let Some(node) = next.map(|index| open.swap_remove(index)) else { break };
            if node.chain.len() as u32 >= self.depth {
                continue;
            }
            for (action, state) in further::actions(world, &node.state) {
                let mut chain = node.chain.clone();
                chain.push(action);
                let node = self.add(world, &mut best, state, chain);
                note(&node.chain, &node.state, node.value);
                open.push(node);
                looked += 1;
            }
        }
        best
    }

    fn add(&self, world: &WorldModel, best: &mut Plan, state: State, chain: Vec<Action>) -> Node {
        let value = self.evaluator.value(world, &state, &chain);
        if value > best.value {
            *best = Plan { actions: chain.clone(), value };
        }
        Node { state, chain, value }
    }

    /// First actions, which are looked at closely.
    fn first(&self, world: &WorldModel, begin: State) -> Vec<(Action, State)> {
        let wanted = &self.generators;
        let passes = passes(world).into_iter().filter(|pass| match pass.kind {
            PassKind::Direct => wanted.direct_pass,
            PassKind::Lead => wanted.lead_pass,
            PassKind::Through => wanted.through_pass,
            PassKind::Cross => wanted.cross,
        });
        let passes = passes.map(|pass| {
            (Action::Pass(pass), begin.then(pass.point, Some(pass.receiver), pass.cycles))
        });
        let is_play = world.mode == PlayMode::PlayOn;
        let runs = if is_play { runs(world) } else { Vec::new() };
        let runs = runs
            .into_iter()
            .filter(|run| if run.is_long { wanted.long_dribble } else { wanted.short_dribble });
        let runs = runs.map(|run| (Action::Dribble(run), begin.then(run.point, None, run.cycles)));
        passes.chain(runs).collect()
    }
}

/// The best pass by the default evaluator.
pub fn best_pass(world: &WorldModel) -> Option<Pass> {
    best_pass_of(world, |_| true)
}

/// The best of the passes that are wanted.
pub fn best_pass_of(world: &WorldModel, is_wanted: impl Fn(&Pass) -> bool) -> Option<Pass> {
    let evaluator = Evaluator::default();
    let value = |pass: &Pass| {
        let state = State { ball: pass.point, holder: Some(pass.receiver), cycles: pass.cycles };
        evaluator.value(world, &state, &[Action::Pass(*pass)])
    };
    let wanted = passes(world).into_iter().filter(is_wanted);
    wanted.max_by(|one, other| value(one).total_cmp(&value(other)))
}

/// The best pass by the planner, where no runs are possible: of a set play.
pub fn pass_only(world: &WorldModel, planner: &Planner) -> Outcome {
    let Some(plan) = planner.plan(world) else { return Outcome::NOTHING };
    match plan.actions.first() {
        Some(Action::Pass(pass)) => pass_ball(world, pass),
        Some(Action::Shoot(_)) => shoot(world),
        _ => Outcome::NOTHING,
    }
}

/// Does an action.
pub fn perform(world: &WorldModel, action: &Action) -> Outcome {
    match action {
        Action::Hold => hold_ball(world, HoldBall::default()),
        Action::Shoot(_) => shoot(world),
        Action::Pass(pass) => pass_ball(world, pass),
        Action::Dribble(run) => {
            let dashes = if run.is_long { 6 } else { 3 };
            let how = Dribble { threshold: 0.5, power: 100.0, dashes, dodge: false };
            dribble_to(world, run.point, how)
        }
    }
}

/// From here on backwards a player turns round first, degrees, if nobody is so near, m.
const BACKWARDS: f64 = 110.0;
const ALONE: f64 = 4.0;

/// `HeliosOffensivePlanner`: does the first action of the best chain.
pub fn offensive_plan(world: &WorldModel, planner: &Planner) -> Outcome {
    let me = &world.me;
    let Some(plan) = planner.plan(world) else { return Outcome::NOTHING };
    let is_alone = world.opponents().all(|player| player.position.distance(me.position) > ALONE);
    let stays = world.me_after(1).distance(world.ball_after(1)) < world.reach_of_kick() - 0.2;
    let is_shot = matches!(plan.actions.first(), Some(Action::Shoot(_)));
    if me.body.abs() > BACKWARDS && is_alone && stays && !is_shot && world.mode == PlayMode::PlayOn
    {
        return Outcome::done(Command::Turn(turn_command(me, angle::from_to(me.body, 0.0))));
    }
    perform(world, plan.actions.first().unwrap_or(&Action::Hold))
}
