//! The value of states that actions lead to.

use super::super::angle;
use super::super::intercept::cycles_to_run;
use super::super::world_model::{WorldModel, final_point};
use super::{Action, State};
use crate::disc::{PLAYERS, Vec2, pitch};
use arrayvec::ArrayVec;
use std::collections::BTreeMap;

/// What is added if a player can shoot.
const CAN_SHOOT: f64 = 1e6;
/// What is further added if that is the player themselves.
const CAN_SHOOT_HIMSELF: f64 = 5e5;
/// The value of a goal.
const GOAL: f64 = 1e7;
/// The value of a ball that is out.
const OUT: f64 = -f64::MAX / 2.0;
/// Positions of opponents older than this do not count, cycles.
const OLD: u16 = 8;

/// Factors that apply by the kind of a chain's first action.
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

/// The value of a state: the value of the field where the ball is, times the factor of the first
/// action, less a deduction for near opponents, times the factor of the mate who has the ball.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluator {
    /// Value of a metre ahead.
    pub x: f64,
    /// Value of a metre nearer to their goal.
    pub goal: f64,
    /// Distance from their goal beyond which `goal` adds nothing, m.
    pub goal_reach: f64,
    /// Whether `x`, `goal` and `goal_reach`, goals, and chances to shoot count; if not, only the
    /// grid does.
    pub values_field: bool,
    /// Values of a grid over the pitch that are added: rows along x, in each of them columns along
    /// y. The smallest value counts as 0.
    pub matrix: Vec<Vec<f64>>,
    /// Factors of actions.
    pub actions: ActionFactors,
    /// Values to add, each 0 or less, by whole metres from the ball to the nearest opponent.
    pub opponent_distance: Vec<f64>,
    /// Whether that distance is of the ball after the first action of a chain, not after the last.
    pub distance_of_first: bool,
    /// Values to add, each 0 or less, by cycles in which an opponent reaches the ball.
    pub opponent_cycles: Vec<f64>,
    /// Whether those cycles are for the ball after the first action of a chain, not after the last.
    pub cycles_of_first: bool,
    /// Factors of mates, by their numbers; the factor of 0 applies to everybody.
    pub mates: BTreeMap<u8, f64>,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self {
            x: 1.0,
            goal: 1.0,
            goal_reach: 40.0,
            values_field: true,
            matrix: Vec::new(),
            actions: ActionFactors::default(),
            opponent_distance: Vec::new(),
            distance_of_first: false,
            opponent_cycles: Vec::new(),
            cycles_of_first: false,
            mates: BTreeMap::new(),
        }
    }
}

impl Evaluator {
    /// The value of a state after a chain of actions; of holding the ball if there are none.
    pub fn value(&self, world: &WorldModel, state: &State, chain: &[Action]) -> f64 {
        self.value_of(world, state, chain.first())
    }

    /// Does what [`Self::value`] does, given the first action of the chain.
    pub(super) fn value_of(
        &self,
        world: &WorldModel,
        state: &State,
        first: Option<&Action>,
    ) -> f64 {
        let field = if self.values_field { self.field(world, state) } else { 0.0 };
        let mut value = (field + self.grid(state.ball)) * self.factor(first);
        value += self.nearness(world, state, first);
        for unum in [Some(0), self.unum(world, state)].into_iter().flatten() {
            value *= self.mates.get(&unum).map_or(1.0, |factor| factor.max(0.0));
        }
        value
    }

    fn unum(&self, world: &WorldModel, state: &State) -> Option<u8> {
        match state.holder {
            Some(index) => world.others[index].unum,
            None => Some(world.me.unum),
        }
    }

    fn field(&self, world: &WorldModel, state: &State) -> f64 {
        let goal = Vec2::new(pitch::HALF_LENGTH, 0.0);
        let (ball, half) = (state.ball, 0.5 * world.rules.server.goal_width);
        if ball.x > pitch::HALF_LENGTH - 0.1 && ball.y.abs() < half + 2.0 {
            return GOAL;
        }
        if ball.x < 0.1 - pitch::HALF_LENGTH && ball.y.abs() < half {
            return -GOAL;
        }
        if ball.x.abs() > pitch::HALF_LENGTH || ball.y.abs() > pitch::HALF_WIDTH {
            return OUT;
        }
        let value = self.x.max(0.0) * (ball.x + pitch::HALF_LENGTH)
            + self.goal.max(0.0) * (self.goal_reach - ball.distance(goal)).max(0.0);
        let is_himself = state.holder.is_none();
        if !can_shoot(world, is_himself, state.position(world), OLD) {
            return value;
        }
        value + CAN_SHOOT + if is_himself { CAN_SHOOT_HIMSELF } else { 0.0 }
    }

    fn grid(&self, ball: Vec2) -> f64 {
        let cell = |value: f64, half: f64, count: usize| {
            let share = ((value + half) / (2.0 * half)).clamp(0.0, 1.0);
            ((share * count as f64) as usize).min(count.saturating_sub(1))
        };
        let row = self.matrix.get(cell(ball.x, pitch::HALF_LENGTH, self.matrix.len()));
        let found = row.and_then(|row| row.get(cell(ball.y, pitch::HALF_WIDTH, row.len())));
        let least = self.matrix.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        found.map_or(0.0, |value| value - least)
    }

    fn factor(&self, action: Option<&Action>) -> f64 {
        use super::pass::PassKind;
        let factors = &self.actions;
        let factor = match action {
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
        };
        factor.max(0.0)
    }

    /// The part of the value that depends on near opponents.
    fn nearness(&self, world: &WorldModel, state: &State, first: Option<&Action>) -> f64 {
        let of = |effects: &[f64], index: usize| {
            let least = effects.iter().copied().fold(0.0, f64::min);
            effects.get(index).map_or(0.0, |effect| effect.min(0.0)) - least
        };
        let ball = |is_first: bool| match first {
            Some(first) if is_first => first.ball(world),
            _ => state.ball,
        };
        let known = || world.opponents().filter(|player| player.unum.is_some());
        let mut value = 0.0;
        if !self.opponent_distance.is_empty() {
            let ball = ball(self.distance_of_first);
            let far = known().map(|player| player.position.distance(ball));
            value += of(&self.opponent_distance, far.fold(1000.0, f64::min) as usize);
        }
        if !self.opponent_cycles.is_empty() {
            let ball = ball(self.cycles_of_first);
            let cycles = known().map(|player| {
                cycles_to_run(world.rules, player.own, player.position.distance(ball))
            });
            value += of(&self.opponent_cycles, cycles.min().unwrap_or(1000) as usize);
        }
        value
    }
}

/// Nobody shoots from farther than this, m.
const SHOT: f64 = 17.0;
/// Opponents farther than this from them do not matter, m.
const FAR: f64 = 20.0;
/// How far inside the posts a shot must go, m.
const INSIDE: f64 = 0.5;
/// The angle that must be free for the player themselves, degrees.
const FREE: f64 = 15.0;
/// The same for a mate.
const FREE_OF_MATE: f64 = 15.0;

/// Whether somebody with the ball at a place would have a free way to a part of their goal.
pub(super) fn can_shoot(world: &WorldModel, is_himself: bool, at: Vec2, oldest: u16) -> bool {
    let server = &world.rules.server;
    let half = 0.5 * server.goal_width - INSIDE;
    let goal = Vec2::new(pitch::HALF_LENGTH, 0.0);
    if at.distance(goal) > SHOT {
        return false;
    }
    let (wanted, share) = if is_himself { (FREE, 1.0) } else { (FREE_OF_MATE, 0.5) };
    let post = |y: f64| angle::of(Vec2::new(pitch::HALF_LENGTH, y) - at);
    let (from, width) = (post(-half), angle::from_to(post(-half), post(half)).abs());
    let step = (width / 10.0).max(2.0);
    // The directions of opponents, and the angles that they hide.
    let near = world.others.iter().filter(|player| {
        player.is_ours != Some(true)
            && player.counts.position <= oldest
            && player.position.distance(at) <= FAR
    });
    let hiding: ArrayVec<(f64, f64), { PLAYERS * 2 }> = near
        .take(PLAYERS * 2)
        .map(|player| {
            let decay = player.own.player_decay;
            let gap = final_point(player.position, player.velocity, decay) - at;
            let reach = if player.is_goalie {
                server.catchable_area_l
            } else {
                player.own.kickable_area(server.ball_size)
            };
            let hides = (reach / gap.length()).min(1.0).asin().to_degrees();
            (angle::of(gap), share * hides)
        })
        .collect();
    let count = ((width + 0.001) / step) as u32;
    (0..=count).any(|index| {
        let course = from + step * f64::from(index);
        hiding.iter().all(|(at, hides)| angle::from_to(*at, course).abs() - hides >= wanted)
    })
}
