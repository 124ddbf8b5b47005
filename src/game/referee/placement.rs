//! Players where they must not be, and where they are put.

use super::ruling::Ruling;
use crate::game::Game;
use crate::game::play_mode::PlayMode::{self, *};
use crate::world::{Side, WorldMut};
use std::f64::consts::PI;

/// Two robots nearer to each other than this are in each other's way, m.
const APART: f64 = 1.0;
/// Distance of places beside the pitch, m.
const PLACES: f64 = 2.0;
/// Everybody's distance from a drop ball, m (FIFA's Laws of the Game, law 8).
const DROP_BALL_DISTANCE: f64 = 4.0;
/// How many places are tried for a player who is moved away from a drop ball. Robots and goals take
/// far fewer; where coordinates are too large to tell places apart there is none.
const PLACES_TRIED: u32 = 1000;
/// No robot is moved nearer to a goal than this, m.
const GOAL_MARGIN: f64 = 0.5;

impl Game {
    /// Sends off the pitch who stands where a mode forbids it.
    pub fn penalize_misplaced_players(&mut self, world: &mut WorldMut, mode: PlayMode) {
        match mode {
            KickOffLeft => self.clear_for_kick_off(world, Side::Left),
            KickOffRight => self.clear_for_kick_off(world, Side::Right),
            GoalKickLeft => self.clear_goalie_area(world, Side::Left),
            GoalKickRight => self.clear_goalie_area(world, Side::Right),
            ThrowInLeft | CornerKickLeft | FreeKickLeft | DirectFreeKickLeft => {
                self.clear_ball(world, Side::Left);
            }
            ThrowInRight | CornerKickRight | FreeKickRight | DirectFreeKickRight => {
                self.clear_ball(world, Side::Right);
            }
            BeforeKickOff | PlayOn | GameOver | GoalLeft | GoalRight => {}
            OffsideLeft | OffsideRight => {}
            PenaltyKickLeft | PenaltyKickRight | PenaltyShootLeft | PenaltyShootRight => {}
        }
    }

    /// Everybody in its own half, but one kicker of `side` in the centre circle; the opponents out
    /// of the circle, too.
    fn clear_for_kick_off(&mut self, world: &mut WorldMut, side: Side) {
        let radius = world.scene.field.circle_radius;
        for team in Side::BOTH {
            if team == side {
                self.leave_one_kicker(world, team, radius);
            } else {
                self.penalize_where(world, team, |[x, y]| {
                    in_other_half(x, team) || distance([x, y], [0.0; 2]) < radius
                });
            }
        }
    }

    /// The player of `team` nearest to the centre may be in the other half, if within `radius`.
    fn leave_one_kicker(&mut self, world: &mut WorldMut, team: Side, radius: f64) {
        let mut kicker = None;
        let mut nearest = radius;
        let scene = world.scene;
        for slot in scene.team(team) {
            let Some(player) = scene.slots[slot].player else { continue };
            let [x, y, _] = world.view().root_position(slot);
            if !in_other_half(x, team) {
                continue;
            }
            let distance = distance([x, y], [0.0; 2]);
            if distance > nearest {
                self.rule(world, Ruling::Penalize(player));
            } else {
                if let Some(farther) = kicker.replace(player) {
                    self.rule(world, Ruling::Penalize(farther));
                }
                nearest = distance;
            }
        }
    }

    /// Opponents of `side` out of its goalie area.
    fn clear_goalie_area(&mut self, world: &mut WorldMut, side: Side) {
        let area = world.scene.field.goalie_area(side);
        self.penalize_where(world, side.opponent(), |[x, y]| area.contains(x, y));
    }

    /// Opponents of `side` as far from the ball as the centre circle is wide.
    fn clear_ball(&mut self, world: &mut WorldMut, side: Side) {
        let [x, y, _] = world.view().ball();
        let radius = world.scene.field.circle_radius;
        self.penalize_where(world, side.opponent(), |at| distance(at, [x, y]) < radius);
    }

    fn penalize_where(
        &mut self,
        world: &mut WorldMut,
        team: Side,
        forbidden: impl Fn([f64; 2]) -> bool,
    ) {
        let scene = world.scene;
        for slot in scene.team(team) {
            let Some(player) = scene.slots[slot].player else { continue };
            let [x, y, _] = world.view().root_position(slot);
            if forbidden([x, y]) {
                self.rule(world, Ruling::Penalize(player));
            }
        }
    }
}

fn in_other_half(x: f64, team: Side) -> bool {
    -team.sign() * x > 0.0
}

fn distance([x, y]: [f64; 2], [x0, y0]: [f64; 2]) -> f64 {
    ((x - x0) * (x - x0) + (y - y0) * (y - y0)).sqrt()
}

/// Puts a robot upright beside the pitch, facing it: away from the ball, in its own half, on the
/// first free place from the middle outwards.
pub(in crate::game) fn penalize(world: &mut WorldMut, slot: usize) {
    let scene = world.scene;
    let Some(player) = scene.slots[slot].player else { return };
    let upper = if world.view().ball()[1] > 0.0 { -1.0 } else { 1.0 };
    let y = upper * (scene.field.half()[1] + scene.field.border);
    let step = player.side.sign() * PLACES;
    let mut x = step;
    while is_occupied(world, slot, [x, y]) {
        x += step;
    }
    world.drop_robot(slot, [x, y], -PI * upper / 2.0);
}

/// Is another robot in the way there?
fn is_occupied(world: &WorldMut, slot: usize, [x, y]: [f64; 2]) -> bool {
    let view = world.view();
    let robots = world.scene.slots.iter().enumerate().filter(|(_, other)| other.player.is_some());
    robots.map(|(other, _)| other).filter(|&other| other != slot).any(|other| {
        let [x0, y0, _] = view.root_position(other);
        (x0 - x) * (x0 - x) + (y0 - y) * (y0 - y) < APART * APART
    })
}

/// Moves players who are too near to the ball straight away from it, as they are, and farther where
/// others or a goal are in the way.
pub(super) fn keep_clear_of_ball(world: &mut WorldMut) {
    let scene = world.scene;
    let [x0, y0, _] = world.view().ball();
    for side in Side::BOTH {
        for slot in scene.team(side) {
            let [x, y, z] = world.view().root_position(slot);
            let from = distance([x, y], [x0, y0]);
            let is_near = from < DROP_BALL_DISTANCE;
            if !is_near {
                continue;
            }
            let [u, v] =
                if from > 0.0 { [(x - x0) / from, (y - y0) / from] } else { [side.sign(), 0.0] };
            let [x, y] = free_place(world, slot, [x0, y0], [u, v]);
            let quat = world.view().root_quaternion(slot);
            world.place(slot, [x, y, z], quat, [0.0; 6]);
        }
    }
}

/// The first place at the distance of a drop ball, or farther, where a robot fits.
fn free_place(world: &WorldMut, slot: usize, [x, y]: [f64; 2], [u, v]: [f64; 2]) -> [f64; 2] {
    let place = |i: u32| {
        let far = DROP_BALL_DISTANCE + f64::from(i) * APART;
        [x + u * far, y + v * far]
    };
    let is_free = |at: &[f64; 2]| !is_occupied(world, slot, *at) && !is_at_goal(world, *at);
    (0..PLACES_TRIED).map(place).find(is_free).unwrap_or(place(0))
}

/// Is the place in or close to a goal?
fn is_at_goal(world: &WorldMut, [x, y]: [f64; 2]) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let goal = world.scene.field.goal_box(side).area;
        let near = |low: f64, at: f64, high: f64| low - GOAL_MARGIN < at && at < high + GOAL_MARGIN;
        near(goal.min[0], x, goal.max[0]) && near(goal.min[1], y, goal.max[1])
    })
}
