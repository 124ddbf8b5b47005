//! What to do with the ball: chains of actions, of which the best is looked for, and its first
//! action done (as in Akiyama, Aramaki, Nakashima: Online cooperative behavior planning using a
//! tree search method in the RoboCup soccer simulation, 2012).

mod act;
mod evaluator;
mod forward;
mod further;
mod pass;
mod run;
mod search;

pub use act::{
    offensive_plan, offensive_plan_and_look, offensive_plan_and_run, pass_only, perform, run_of,
};
pub use evaluator::{ActionFactors, Evaluator};
pub use pass::{Pass, PassKind, pass_ball, passes};
pub use run::{Run, RunOn, begin_run, runs};
pub use search::{Node, Plan};

use super::angle;
use super::shot::Shot;
use super::world_model::WorldModel;
use crate::disc::{PlayerType, Vec2};

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

    /// Where who has the ball is: at it, but for the player himself now.
    fn place(&self, world: &WorldModel) -> Vec2 {
        if self.cycles == 0 { world.me.position } else { self.ball }
    }

    /// His type.
    fn own<'a>(&self, world: &WorldModel<'a>) -> &'a PlayerType {
        self.holder.map_or(world.me.own, |index| world.others[index].own)
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

impl Action {
    /// Where the ball is behind it.
    pub fn ball(&self, world: &WorldModel) -> Vec2 {
        match self {
            Self::Hold => world.ball.position,
            Self::Dribble(run) => run.point,
            Self::Pass(pass) => pass.point,
            Self::Shoot(shot) => shot.point,
        }
    }
}

/// Which actions are thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of actions")]
pub struct Generators {
    pub direct_pass: bool,
    pub lead_pass: bool,
    pub through_pass: bool,
    pub short_dribble: bool,
    pub long_dribble: bool,
    pub cross: bool,
    /// Whether a shot that nobody reaches comes before everything else; the bridge looks for shots
    /// before it plans.
    pub shoot: bool,
    /// Passes, runs and shots behind the first action, looked at roughly.
    pub simple_pass: bool,
    /// The same.
    pub simple_dribble: bool,
    /// The same.
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

/// How chains are looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Planner {
    /// Actions that are thought of.
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
