//! Everyone at one moment, as a player or a whole team knows them: what decisions are made on.

use super::runner::{HORIZON, NEVER, Runner, Stance};
use crate::advice::{Unums, bit};
use crate::disc::pitch::HALF_LENGTH;
use crate::disc::skills::WorldModel;
use crate::disc::{Rules, TEAM, Vec2};

/// Players not seen for more cycles than this are ignored.
const TOO_OLD: u16 = 15;
/// By how much the reach of our own players is underestimated, m.
const DOUBT: f64 = 0.15;

/// A player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub stance: Stance,
    pub runner: Runner,
    pub is_goalie: bool,
    /// Whether their number is known; otherwise they are listed under a number that was free.
    pub is_named: bool,
    /// Whether they can do nothing for the moment.
    pub is_frozen: bool,
    /// Cycles until they can kick the ball; 0 if they can now.
    pub steps: u32,
    /// Cycles since they were seen.
    pub age: u16,
}

impl Seen {
    /// Where they are.
    pub fn at(&self) -> Vec2 {
        self.stance.position
    }

    /// Cycles until they are within `size` of a point.
    pub fn steps_to(&self, point: Vec2, size: f64) -> u32 {
        self.runner.steps_to(&self.stance, point, size)
    }
}

/// Everyone at one moment, in the team's frame.
pub(super) struct Overview<'a> {
    pub rules: &'a Rules,
    pub ball: Vec2,
    /// Where the ball is in each of the cycles to come if nobody plays it.
    path: [Vec2; HORIZON + 1],
    /// By number.
    pub ours: [Option<Seen>; TEAM],
    pub theirs: [Option<Seen>; TEAM],
    /// Number of our player, other than the goalie, who gets the ball first.
    pub first: Option<u8>,
    /// Cycles after which that player gets it.
    pub our_steps: u32,
    /// Cycles after which the first opponent gets it.
    pub their_steps: u32,
    /// Beyond this x our players are offside if the ball is played to them.
    pub offside_line: f64,
}

impl<'a> Overview<'a> {
    /// Returns what a player knows. `barred`: those of ours who must not go for the ball.
    pub fn new(world: &WorldModel<'a>, barred: Unums) -> Self {
        let rules = world.rules;
        let (ball, velocity) = (world.ball.position, world.ball.velocity);
        let mut view = Self {
            rules,
            ball,
            path: path(ball, velocity, rules.server.ball_decay),
            ours: [None; TEAM],
            theirs: [None; TEAM],
            first: None,
            our_steps: NEVER,
            their_steps: NEVER,
            offside_line: HALF_LENGTH,
        };
        let me = &world.me;
        let runner = Runner::new(rules, me.own);
        let stance = Stance::new(me.position, me.velocity, me.body, &runner);
        let own = view.seen(stance, runner, me.is_goalie, me.is_frozen, DOUBT);
        view.ours[usize::from(me.unum - 1)] = Some(own);
        for other in world.others.iter().filter(|other| other.counts.position <= TOO_OLD) {
            let Some(is_ours) = other.is_ours else { continue };
            let runner = Runner::new(rules, other.own);
            let stance = Stance::new(other.position, other.velocity, other.body, &runner);
            let doubt = if is_ours { DOUBT } else { 0.0 };
            let seen = view.seen(stance, runner, other.is_goalie, other.is_tackling, doubt);
            let team = if is_ours { &mut view.ours } else { &mut view.theirs };
            let age = other.counts.position;
            let named = other.unum.map(|unum| usize::from(unum) - 1);
            let free = || team.iter().rposition(Option::is_none);
            let named = named.filter(|&at| team[at].is_none());
            if let Some(place) = named.or_else(free) {
                team[place] = Some(Seen { is_named: named.is_some(), age, ..seen });
            }
        }
        view.find_first(barred);
        view.find_line();
        view
    }

    fn seen(
        &self,
        stance: Stance,
        runner: Runner,
        is_goalie: bool,
        is_frozen: bool,
        doubt: f64,
    ) -> Seen {
        let can_kick = (stance.position - self.ball).length() <= runner.reach;
        let steps = if can_kick {
            0
        } else {
            runner.first(&stance, 1, runner.reach - doubt, |cycle| self.path[cycle])
        };
        let steps = steps + if is_frozen { 5 } else { 0 };
        Seen { stance, runner, is_goalie, is_named: true, is_frozen, steps, age: 0 }
    }

    fn find_first(&mut self, barred: Unums) {
        for (index, seen) in self.ours.iter().enumerate() {
            let Some(seen) = seen.filter(|seen| !seen.is_goalie) else { continue };
            if barred & bit(index as i32 + 1) != 0 {
                continue;
            }
            if seen.steps < self.our_steps {
                (self.our_steps, self.first) = (seen.steps, Some(index as u8 + 1));
            }
        }
        let theirs = self.theirs.iter().flatten();
        self.their_steps = theirs.map(|seen| seen.steps).min().unwrap_or(NEVER);
    }

    /// Finds the offside line: the second-last opponent, or the ball if it is farther.
    fn find_line(&mut self) {
        let [mut last, mut second] = [0.0_f64; 2];
        for x in self.theirs.iter().flatten().map(|seen| seen.at().x) {
            if x > last {
                (last, second) = (x, last);
            } else if x > second {
                second = x;
            }
        }
        let next = self.ball_at(self.our_steps.min(self.their_steps) as usize).x;
        self.offside_line = second.max(self.ball.x.min(next.max(0.0))).max(0.0);
    }

    /// Where the ball is after some cycles if nobody plays it.
    pub fn ball_at(&self, cycles: usize) -> Vec2 {
        self.path[cycles.min(HORIZON)]
    }

    /// Where the ball is when somebody first gets to it.
    pub fn ball_next(&self) -> Vec2 {
        self.ball_at(self.our_steps.min(self.their_steps) as usize)
    }

    /// Whether we are going to have the ball next.
    pub fn has_ball(&self) -> bool {
        self.our_steps <= self.their_steps
    }

    /// Our player with a number.
    pub fn our(&self, unum: u8) -> Option<&Seen> {
        self.ours.get(usize::from(unum).checked_sub(1)?)?.as_ref()
    }

    /// How far the nearest opponent is from a point, m.
    pub fn free_around(&self, point: Vec2) -> f64 {
        let gaps = self.theirs.iter().flatten().map(|seen| (seen.at() - point).length2());
        gaps.fold(f64::INFINITY, f64::min).sqrt()
    }
}

/// Positions of the ball in the cycles to come if nobody plays it.
fn path(ball: Vec2, velocity: Vec2, decay: f64) -> [Vec2; HORIZON + 1] {
    let (mut at, mut velocity) = (ball, velocity);
    std::array::from_fn(|cycle| {
        if cycle > 0 {
            at += velocity;
            velocity *= decay;
        }
        at
    })
}
