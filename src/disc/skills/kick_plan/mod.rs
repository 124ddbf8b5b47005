//! Sequences of one to three kicks that give the ball a velocity. The best one is chosen by what
//! opponents can do to the ball, the number of kicks and their power.

mod risk;
mod spots;
mod table;

pub(in crate::disc) use table::KickTable;

use super::angle;
use super::kick_rate::{KickNoise, fastest_along, kick_by, kick_rate, most_push};
use super::smart_kick::SmartKick;
use super::world_model::WorldModel;
use crate::disc::{Command, Vec2};
use risk::{Risk, Rival};
use spots::{Offset, Spot, spot};

/// Number of good sequences of three kicks after which the search stops.
const ENOUGH: usize = 11;
/// Share of their power that a player uses for the second kick of three.
const SECOND: f64 = 0.9;
/// How far inside their reach the ball must arrive in spite of all noise, m: with two kicks and
/// with three.
const INSIDE: [f64; 2] = [0.05, 0.1];

/// A planned sequence of kicks.
#[derive(Clone, Debug, PartialEq)]
pub struct KickPlan {
    /// Where the ball is after each kick.
    pub positions: Vec<Vec2>,
    /// The ball's speed after the last kick, m/cycle.
    pub speed: f64,
    /// Power of the last kick.
    pub power: f64,
    /// How good the plan is: 1000 less penalties.
    pub score: f64,
    /// The first kick.
    pub command: Command,
    risk: Risk,
}

/// The best plan, however slow; `None` if no kick leads to the point.
pub fn plan_kick(world: &WorldModel, point: Vec2, how: SmartKick) -> Option<KickPlan> {
    if !world.me.can_kick || world.me.is_frozen {
        return None;
    }
    let speed = how.speed.max(0.0).min(world.rules.server.ball_speed_max);
    let threshold = how.threshold.max(0.0).min(speed);
    let mut planner = Planner::new(world, point, speed);
    planner.one_kick();
    for risky in [false, true] {
        if risky && planner.plans.iter().any(|plan| plan.speed > threshold) {
            break;
        }
        if how.steps >= 2 {
            planner.two_kicks(risky);
        }
        if how.steps >= 3 {
            planner.three_kicks(risky);
        }
    }
    let mut best: Option<KickPlan> = None;
    for mut plan in planner.plans {
        plan.score = score(world, &plan, speed, threshold);
        if best.as_ref().is_none_or(|best| plan.score > best.score) {
            best = Some(plan);
        }
    }
    best
}

fn score(world: &WorldModel, plan: &KickPlan, speed: f64, threshold: f64) -> f64 {
    let (kicks, risk) = (plan.positions.len(), &plan.risk);
    let minus = |is_so: bool, points: f64| if is_so { -points } else { 0.0 };
    let is_slow = plan.speed < speed;
    let fails = is_slow && (kicks > 1 || plan.speed < threshold);
    let most = world.rules.server.maxpower;
    let mut score = if fails { -10_000.0 - (speed - plan.speed) * 100_000.0 } else { 1000.0 };
    score += minus(is_slow && !fails, 50.0)
        + minus(risk.tackle, 500.0)
        + minus(risk.next_tackle, 300.0)
        + minus(risk.next_kick, 600.0)
        + minus(risk.maybe_released, if kicks == 1 { 250.0 } else { 200.0 })
        + minus(risk.miss, 30.0);
    score += match kicks {
        1 => 0.0,
        2 => -50.0,
        _ => -200.0,
    };
    if kicks > 1 {
        score += if plan.power > 0.94 * most {
            -75.0
        } else if plan.power > 0.9 * most {
            -25.0
        } else {
            0.0
        };
    }
    score - 0.5 * plan.power
}

/// Of the risk after the last kick, keeps only that an opponent may get the ball.
fn threat(behind: Risk) -> Risk {
    Risk { maybe_released: behind.maybe_released, ..Risk::default() }
}

/// The search for a plan.
struct Planner<'a> {
    world: &'a WorldModel<'a>,
    point: Vec2,
    speed: f64,
    rate: f64,
    most: f64,
    rivals: Vec<Rival<'a>>,
    noise: KickNoise,
    /// The risk for the ball where it is.
    risk: Risk,
    offsets: Vec<Offset>,
    /// Spots for the first of several kicks, and the risk after a second kick from there.
    first: Vec<(Spot, Risk)>,
    /// Spots for the second of three kicks, and what the third one leads to from there, once
    /// requested.
    second: Vec<Option<(Spot, End)>>,
    plans: Vec<KickPlan>,
}

/// The velocity wanted of the last kick, and the risk after it; `None` if the ball would be lost or
/// hit the player.
type End = Option<(Vec2, Risk)>;

impl<'a> Planner<'a> {
    fn new(world: &'a WorldModel<'a>, point: Vec2, speed: f64) -> Self {
        let rate = kick_rate(world);
        let most = most_push(world, rate);
        let rivals = risk::rivals(world);
        let ball = world.ball.position;
        let mut planner = Self {
            world,
            point,
            speed,
            rate,
            most,
            noise: KickNoise::of(world),
            risk: risk::at(world, &rivals, ball),
            rivals,
            offsets: Vec::new(),
            first: Vec::new(),
            second: Vec::new(),
            plans: Vec::new(),
        };
        planner.risk = planner.risk.or(threat(planner.behind(ball, 1)));
        planner
    }

    /// The risk after the last kick, which is made from a place as the kick number `cycles`.
    fn behind(&self, from: Vec2, cycles: usize) -> Risk {
        risk::behind(self.world, &self.rivals, from, self.wanted(from), cycles)
    }

    /// The velocity that is wanted of a ball at a place.
    fn wanted(&self, from: Vec2) -> Vec2 {
        (self.point - from).with_length(self.speed)
    }

    /// Whether a ball kicked from a place would hit the player themselves.
    fn hits_me(&self, from: Vec2, velocity: Vec2, cycles: u32) -> bool {
        let (me, server) = (&self.world.me, &self.world.rules.server);
        let contact = me.own.player_size + server.ball_size;
        self.world.me_after(cycles).distance(from + velocity) < contact
    }

    /// The result of the last kick, which is made from a place as the kick number `cycles`.
    fn release(&self, from: Vec2, cycles: usize) -> End {
        self.released(from, self.behind(from, cycles), cycles)
    }

    /// Does what `release` does, with a risk that is known already.
    fn released(&self, from: Vec2, risk: Risk, cycles: usize) -> End {
        let wanted = self.wanted(from);
        (!risk.released && !self.hits_me(from, wanted, cycles as u32)).then_some((wanted, risk))
    }

    fn plan(&self, positions: Vec<Vec2>, speed: f64, power: f64, risk: Risk) -> Option<KickPlan> {
        let ball = &self.world.ball;
        let push = *positions.first()? - ball.position - ball.velocity;
        let command = kick_by(self.world, push, self.rate);
        Some(KickPlan { positions, speed, power, score: 0.0, command, risk })
    }

    fn add(&mut self, positions: Vec<Vec2>, speed: f64, power: f64, risk: Risk) {
        self.plans.extend(self.plan(positions, speed, power, risk));
    }

    /// Puts a plan in the place of the last one, as the proxy does with plans that are too slow;
    /// if `is_first`, adds it after the last one.
    fn put(&mut self, is_first: bool, plan: Option<KickPlan>) {
        if !is_first {
            self.plans.pop();
        }
        self.plans.extend(plan);
    }

    fn one_kick(&mut self) {
        let ball = &self.world.ball;
        let Some((wanted, risk)) = self.release(ball.position, 1) else { return };
        let push = (wanted - ball.velocity).length();
        let velocity = if push <= self.most {
            wanted
        } else {
            let direction = angle::of(wanted);
            fastest_along(self.world, ball.velocity, direction, self.most).unwrap_or_default()
        };
        let power = (velocity - ball.velocity).length() / self.rate;
        let speed = if push <= self.most { self.speed } else { velocity.length() };
        if speed > 0.0 {
            self.add(vec![ball.position + velocity], speed, power, self.risk.or(risk));
        }
    }

    /// The first kick to a spot: the ball's velocity there, and whether they may miss it.
    fn first_kick(&self, spot: &Spot, inside: f64) -> Option<(Vec2, Risk)> {
        let ball = &self.world.ball;
        let way = spot.position - ball.position;
        let push = (way - ball.velocity).length();
        if push > self.most {
            return None;
        }
        let noise = self.noise.after(way, push / self.rate);
        let miss = noise > self.world.reach_of_kick() - spot.distance - inside;
        let decay = self.world.rules.server.ball_decay;
        Some((way * decay, Risk { miss, ..Risk::default() }))
    }

    /// The last kick from a spot, of a ball that arrives with `velocity`: the velocity that it
    /// gives to the ball, its power, and whether that velocity is the wanted one.
    fn last_kick(&self, spot: &Spot, velocity: Vec2, wanted: Vec2) -> (Vec2, f64, bool) {
        let most = most_push(self.world, spot.rate);
        let push = (wanted - velocity).length();
        if push <= most {
            return (wanted, push / spot.rate, true);
        }
        let fastest = fastest_along(self.world, velocity, angle::of(wanted), most);
        let fastest = fastest.unwrap_or_default();
        (fastest, (fastest - velocity).length() / spot.rate, false)
    }

    fn first_spots(&mut self) {
        if self.first.is_empty() {
            let here = self.world.me_after(1);
            self.offsets = spots::offsets(self.world);
            let look = |offset| {
                let spot = spot(self.world, &self.rivals, here, offset);
                (spot, self.behind(spot.position, 2))
            };
            let first = self.offsets.iter().map(look).collect();
            self.first = first;
            self.second = vec![None; self.offsets.len()];
        }
    }

    /// A spot for the second kick of three, and what the third one leads to from there.
    fn second_spot(&mut self, index: usize, here: Vec2) -> (Spot, End) {
        if let Some(known) = self.second[index] {
            return known;
        }
        let spot = spot(self.world, &self.rivals, here, &self.offsets[index]);
        let found = (spot, self.release(spot.position, 3));
        self.second[index] = Some(found);
        found
    }

    fn two_kicks(&mut self, risky: bool) {
        self.first_spots();
        let mut fastest = 0.0;
        for index in 0..self.first.len() {
            let (spot, behind) = self.first[index];
            if !spot.is_free {
                continue;
            }
            let Some((velocity, miss)) = self.first_kick(&spot, INSIDE[0]) else { continue };
            let Some((wanted, released)) = self.released(spot.position, behind, 2) else {
                continue;
            };
            let risk = spot.risk.or(released);
            if risk.is_any() != risky {
                continue;
            }
            let (velocity, power, is_wanted) = self.last_kick(&spot, velocity, wanted);
            let positions = vec![spot.position, spot.position + velocity];
            let speed = velocity.length();
            if is_wanted {
                self.add(positions, self.speed, power, self.risk.or(risk).or(miss));
            } else if speed > fastest {
                let plan = self.plan(positions, speed, power, self.risk.or(risk));
                self.put(fastest == 0.0, plan);
                fastest = speed;
            }
        }
    }

    fn three_kicks(&mut self, risky: bool) {
        self.first_spots();
        let world = self.world;
        let server = &world.rules.server;
        let first = std::mem::take(&mut self.first);
        let here = world.me_after(2);
        let kick = |(spot, _): &(Spot, Risk)| self.first_kick(spot, INSIDE[1]);
        let kicks: Vec<_> = first.iter().map(kick).collect();
        let direction = angle::from_to(world.me.body, angle::of(self.point - world.me.position));
        let (mut found, mut fastest) = (0, 0.0);
        for &[one, other] in world.rules.kick_table.pairs(world.rules, direction) {
            let (one, other) = (usize::from(one), usize::from(other));
            let ((near, behind), Some((arriving, miss))) = (&first[one], kicks[one]) else {
                continue;
            };
            let near_risk = near.risk.or(threat(*behind));
            // Risky spots are left to the second round, whatever follows them.
            if !near.is_free || (near_risk.is_any() && !risky) {
                continue;
            }
            let (far, Some((wanted, released))) = self.second_spot(other, here) else { continue };
            let end_risk = far.risk.or(released);
            if !far.is_free || (near_risk.is_any() || end_risk.is_any()) != risky {
                continue;
            }
            let way = far.position - near.position;
            let most = (near.rate * server.maxpower * SECOND).min(server.ball_accel_max);
            if (way - arriving).length() > most {
                continue;
            }
            let (velocity, power, is_wanted) =
                self.last_kick(&far, way * server.ball_decay, wanted);
            let positions = vec![near.position, far.position, far.position + velocity];
            let risk = self.risk.or(near_risk).or(end_risk);
            let speed = velocity.length();
            if is_wanted {
                self.add(positions, self.speed, power, risk.or(miss));
                found += 1;
                if found >= ENOUGH {
                    break;
                }
            } else if found == 0 && speed > fastest {
                let plan = self.plan(positions, speed, power, risk);
                self.put(self.plans.is_empty(), plan);
                fastest = speed;
            }
        }
        self.first = first;
    }
}
