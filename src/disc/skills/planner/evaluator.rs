//! How good a state is that actions lead to.

use super::super::intercept::cycles_to_run;
use super::super::world_model::WorldModel;
use super::{Action, State};
use crate::disc::{Vec2, pitch};
use std::collections::BTreeMap;

/// What is added where a player can shoot, and for a goal.
const CAN_SHOOT: f64 = 1e6;
const GOAL: f64 = 1e7;
/// From farther nobody shoots, m, and how near an opponent may be to the way, degrees.
const SHOT: f64 = 20.0;
const BESIDE: f64 = 12.0;

/// Factors of actions, by the first one of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of actions")]
pub struct ActionFactors {
    pub direct_pass: f64,
    pub lead_pass: f64,
    pub through_pass: f64,
    pub short_dribble: f64,
    pub long_dribble: f64,
    pub cross: f64,
    pub hold: f64,
}

impl Default for ActionFactors {
    fn default() -> Self {
        Self {
            direct_pass: 1.0,
            lead_pass: 1.0,
            through_pass: 1.0,
            short_dribble: 1.0,
            long_dribble: 1.0,
            cross: 1.0,
            hold: 1.0,
        }
    }
}

/// The value of a state: of the field where the ball is, times the factor of the first action, less
/// for opponents who are near, times the factor of the mate who has the ball.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluator {
    /// For a metre ahead.
    pub x: f64,
    /// For a metre nearer to their goal.
    pub goal: f64,
    /// Farther from their goal than this it is nothing, m.
    pub goal_reach: f64,
    /// Values of a grid over the pitch, added: rows along x, in them columns along y.
    pub matrix: Vec<Vec<f64>>,
    /// Factors of actions.
    pub actions: ActionFactors,
    /// What is added, 0 or less, by whole metres from the ball to the nearest opponent.
    pub opponent_distance: Vec<f64>,
    /// What is added, 0 or less, by cycles in which an opponent reaches the ball.
    pub opponent_cycles: Vec<f64>,
    /// Factors of mates, by their numbers.
    pub mates: BTreeMap<u8, f64>,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self {
            x: 1.0,
            goal: 1.0,
            goal_reach: 40.0,
            matrix: Vec::new(),
            actions: ActionFactors::default(),
            opponent_distance: Vec::new(),
            opponent_cycles: Vec::new(),
            mates: BTreeMap::new(),
        }
    }
}

impl Evaluator {
    /// The value of a state behind a chain of actions; of holding the ball if there are none.
    pub fn value(&self, world: &WorldModel, state: &State, chain: &[Action]) -> f64 {
        let mut value = self.field(world, state) + self.grid(state.ball);
        value *= self.factor(chain.first());
        value += self.nearness(world, state.ball);
        let unum = match state.holder {
            Some(index) => world.others[index].unum,
            None => Some(world.me.unum),
        };
        value * unum.and_then(|unum| self.mates.get(&unum)).copied().unwrap_or(1.0)
    }

    fn field(&self, world: &WorldModel, state: &State) -> f64 {
        let goal = Vec2::new(pitch::HALF_LENGTH, 0.0);
        let ball = state.ball;
        if ball.x > pitch::HALF_LENGTH - 0.1 {
            let is_in = ball.y.abs() < 0.5 * world.rules.server.goal_width + 2.0;
            return if is_in { GOAL } else { -GOAL };
        }
        let value = self.x * (ball.x + pitch::HALF_LENGTH)
            + self.goal * (self.goal_reach - ball.distance(goal)).max(0.0);
        if can_shoot(world, ball) { value + CAN_SHOOT } else { value }
    }

    fn grid(&self, ball: Vec2) -> f64 {
        let cell = |value: f64, half: f64, count: usize| {
            let share = ((value + half) / (2.0 * half)).clamp(0.0, 1.0);
            ((share * count as f64) as usize).min(count.saturating_sub(1))
        };
        let row = self.matrix.get(cell(ball.x, pitch::HALF_LENGTH, self.matrix.len()));
        row.and_then(|row| row.get(cell(ball.y, pitch::HALF_WIDTH, row.len())))
            .copied()
            .unwrap_or(0.0)
    }

    fn factor(&self, action: Option<&Action>) -> f64 {
        use super::pass::PassKind;
        let factors = &self.actions;
        match action {
            None | Some(Action::Hold) => factors.hold,
            Some(Action::Shoot(_)) => 1.0,
            Some(Action::Dribble(run)) if run.is_long => factors.long_dribble,
            Some(Action::Dribble(_)) => factors.short_dribble,
            Some(Action::Pass(pass)) => match pass.kind {
                PassKind::Direct => factors.direct_pass,
                PassKind::Lead => factors.lead_pass,
                PassKind::Through => factors.through_pass,
                PassKind::Cross => factors.cross,
            },
        }
    }

    /// For opponents who are near.
    fn nearness(&self, world: &WorldModel, ball: Vec2) -> f64 {
        let of = |effects: &[f64], index: usize| {
            let least = effects.iter().copied().fold(0.0, f64::min);
            effects.get(index).map_or(0.0, |effect| effect.min(0.0)) - least
        };
        let mut value = 0.0;
        if !self.opponent_distance.is_empty() {
            let far = |player: &super::super::PlayerView| player.position.distance(ball);
            let nearest = world.opponents().map(far).fold(1000.0, f64::min);
            value += of(&self.opponent_distance, nearest as usize);
        }
        if !self.opponent_cycles.is_empty() {
            let cycles = |player: &super::super::PlayerView| {
                cycles_to_run(&world.rules.server, player.own, player.position.distance(ball))
            };
            let first = world.opponents().map(cycles).min().unwrap_or(1000);
            value += of(&self.opponent_cycles, first as usize);
        }
        value
    }
}

/// Whether somebody with the ball at a place would have a free way to a part of the goal.
fn can_shoot(world: &WorldModel, ball: Vec2) -> bool {
    use super::super::angle;
    let half = 0.5 * world.rules.server.goal_width - 1.0;
    let goal = Vec2::new(pitch::HALF_LENGTH, 0.0);
    if ball.distance(goal) > SHOT {
        return false;
    }
    [-1.0, -0.5, 0.0, 0.5, 1.0].into_iter().any(|share| {
        let target = Vec2::new(pitch::HALF_LENGTH, share * half);
        let course = angle::of(target - ball);
        let far = ball.distance(target);
        world.opponents().all(|player| {
            let gap = player.position - ball;
            let off = angle::from_to(course, angle::of(gap)).abs();
            let wide = if player.is_goalie { 1.5 * BESIDE } else { BESIDE };
            gap.length() > far + 1.0 || off > wide
        })
    })
}
