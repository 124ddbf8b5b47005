//! What to do with the ball: chains of actions are searched for the best one, and its first action
//! is done (as in Akiyama, Aramaki, Nakashima: Online cooperative behavior planning using a tree
//! search method in the RoboCup soccer simulation, 2012).

mod act;
mod evaluator;
mod forward;
mod further;
mod pass;
mod run;
mod search;

pub use act::{
    offensive_plan, offensive_plan_and_look, offensive_plan_and_run, pass_only, perform_chosen,
};
pub use evaluator::{ActionFactors, Evaluator};
pub use pass::{Pass, PassKind, pass_ball, passes};
pub use run::{Run, RunOn, begin_run, runs};
pub use search::{Node, Plan};

use super::angle;
use super::shot::Shot;
use super::world_model::WorldModel;
use crate::disc::{PlayerType, Vec2};

/// Who has the ball: index of [`WorldModel::others`]; `None`: the player themselves.
pub type Holder = Option<usize>;

/// A state that actions lead to.
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

    /// The position of the player who has the ball: that of the ball, except for the player
    /// themselves now.
    fn position(&self, world: &WorldModel) -> Vec2 {
        if self.cycles == 0 { world.me.position } else { self.ball }
    }

    /// The type of the player who has the ball.
    fn own<'a>(&self, world: &WorldModel<'a>) -> &'a PlayerType {
        self.holder.map_or(world.me.own, |index| world.others[index].own)
    }
}

/// An action with the ball.
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

impl Action {
    /// Where the ball is after the action.
    pub fn ball(&self, world: &WorldModel) -> Vec2 {
        match self {
            Self::Hold => world.ball.position,
            Self::Dribble(run) => run.point,
            Self::Pass(pass) => pass.point,
            Self::Shoot(shot) => shot.point,
        }
    }
}

/// Which actions are considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of actions")]
pub struct Generators {
    pub direct_pass: bool,
    pub lead_pass: bool,
    pub through_pass: bool,
    pub short_dribble: bool,
    pub long_dribble: bool,
    pub cross: bool,
    /// Whether a shot that nobody reaches takes precedence over everything else; the proxy looks
    /// for shots before it plans.
    pub shoot: bool,
    /// Whether passes after the first action are considered; they are estimated roughly.
    pub simple_pass: bool,
    /// Whether runs after the first action are considered; they are estimated roughly.
    pub simple_dribble: bool,
    /// Whether shots after the first action are considered; they are estimated roughly.
    pub simple_shoot: bool,
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
            simple_pass: true,
            simple_dribble: true,
            simple_shoot: true,
        }
    }
}

/// How chains are searched for.
#[derive(Clone, Debug, PartialEq)]
pub struct Planner {
    /// Actions that are considered.
    pub generators: Generators,
    /// The values of states.
    pub evaluator: Evaluator,
    /// The most actions of a chain.
    pub depth: u32,
    /// The most states that are evaluated.
    pub nodes: u32,
}

impl Default for Planner {
    fn default() -> Self {
        let (generators, evaluator) = (Generators::default(), Evaluator::default());
        Self { generators, evaluator, depth: 4, nodes: 500 }
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
