//! Looking about: for the ball, for players, for what is not known.

use super::angle;
use super::neck::{Look, neck_body_to_point, neck_to_angle, neck_to_point};
use super::outcome::Outcome;
use super::own_motion::turn_command;
use super::world_model::{UNKNOWN, WorldModel};
use crate::disc::{Command, PlayMode, Vec2, ViewWidth};

/// By how much somebody turns who does not know where he is, degrees.
const LOST: f64 = 60.0;
/// Cycles for which the ball is looked for on one side.
const ONE_SIDE: u16 = 3;
/// Directions of the head that are tried.
const DIRECTIONS: u32 = 36;
/// Nearer to the edge of the view, players may be missed, degrees.
const EDGE: f64 = 5.0;
/// How far players matter, m.
const NEAR: f64 = 20.0;
/// Directions in which somebody sweeps who has nothing to look at, degrees from the body.
const SWEEP: [f64; 4] = [-60.0, 0.0, 60.0, 0.0];

/// `Bhv_ScanField`: looks for the ball where it was last seen and on the other side; turns by as
/// much as he sees if he knows where it is. All with a wide view.
pub fn scan_field(world: &WorldModel) -> Look {
    let me = &world.me;
    let view = Some(ViewWidth::Wide);
    let straight = Some(Command::TurnNeck(0.0));
    if me.is_frozen {
        return Look { body: Outcome::NOTHING, neck: straight, view };
    }
    if me.position_count >= UNKNOWN {
        let body = Outcome::done(Command::Turn(turn_command(me, LOST)));
        return Look { body, neck: Some(neck_to_angle(world, 0.0)), view };
    }
    if world.ball.counts.position < UNKNOWN {
        let body = Outcome::done(Command::Turn(turn_command(me, me.view_angle)));
        return Look { body, neck: straight, view };
    }
    // Where it is not known any longer, its last place still stands.
    let here = world.me_after(1);
    let is_other_side = (world.cycle as u16 / ONE_SIDE) % 2 == 1;
    let back = if is_other_side { 180.0 } else { 0.0 };
    let direction = angle::of(world.ball.position - here) + back;
    let look = neck_body_to_point(world, here + angle::polar(10.0, direction), 5.0);
    Look { body: Outcome { is_success: true, ..look.body }, view, ..look }
}

/// `Neck_ScanField`: turns the head to where most players are who have not been seen for long and
/// are near.
pub fn neck_scan_field(world: &WorldModel) -> Command {
    let server = &world.rules.server;
    let step = (server.maxneckang - server.minneckang) / f64::from(DIRECTIONS);
    let (mut best, mut most) = (None, 1e-5);
    for index in 0..=DIRECTIONS {
        let neck = server.minneckang + step * f64::from(index);
        let score = shown(world, neck);
        if score > most {
            (best, most) = (Some(neck), score);
        }
    }
    let sweep = SWEEP[world.cycle as usize % SWEEP.len()];
    neck_to_angle(world, best.unwrap_or(sweep))
}

/// How much a direction of the head shows.
fn shown(world: &WorldModel, neck: f64) -> f64 {
    let (me, reach) = (&world.me, world.reach());
    let here = world.me_after(1);
    let half = 0.5 * me.view_angle;
    let has_ball = reach.me.min(reach.mate) <= reach.opponent;
    let (mut sum, mut room) = (0.0, 90.0_f64);
    for player in &world.others {
        let there = player.position + player.velocity;
        let off = angle::from_to(me.body + neck, angle::of(there - here)).abs();
        if off >= half - EDGE {
            continue;
        }
        let ahead = player.position.x > world.ball.position.x - 10.0 || player.position.x > 30.0;
        let matters = has_ball && player.is_ours == Some(true) && ahead;
        let age = f64::from(player.counts.position) + 1.0;
        let age = if matters { 2.0 * age } else { age };
        let far = player.position.distance(me.position) / NEAR;
        sum += age * age * (-0.5 * far * far).exp();
        room = room.min(half - off);
    }
    sum * (1.0 + room / 90.0)
}

/// `Neck_TurnToPoint`: turns the head to a point; scans the field if it is too far behind.
pub fn neck_to_point_or_scan(world: &WorldModel, point: Vec2) -> Command {
    neck_to_point(world, point).unwrap_or_else(|| neck_scan_field(world))
}

/// `Neck_TurnToBall`: turns the head to the ball; scans the field if it is too far behind, or not
/// known.
pub fn neck_to_ball(world: &WorldModel) -> Command {
    if world.ball.counts.position >= UNKNOWN {
        return neck_scan_field(world);
    }
    neck_to_point_or_scan(world, world.ball_after(1))
}

/// `Neck_TurnToBallOrScan`: scans the field if the ball was seen so lately, in cycles.
pub fn neck_to_ball_or_scan(world: &WorldModel, age: u16) -> Command {
    if world.ball.counts.position <= age { neck_scan_field(world) } else { neck_to_ball(world) }
}

/// `View_Tactical`: how wide to look: the farther the ball, the wider.
pub fn view_tactical(world: &WorldModel) -> ViewWidth {
    let me = &world.me;
    if matches!(world.mode, PlayMode::BeforeKickOff) || world.mode.is_shoot_out() {
        return ViewWidth::Wide;
    }
    let gap = world.ball.position - me.position;
    let far = gap.length();
    let behind = angle::from_to(me.body, angle::of(gap)).abs() > 120.0;
    let is_alone =
        |point: Vec2| world.others.iter().all(|player| player.position.distance(point) > 5.0);
    if far > 40.0 || (far > 10.0 && far <= 20.0 && behind) {
        ViewWidth::Wide
    } else if far > 20.0 || (far > 10.0 && is_alone(world.ball.position)) {
        ViewWidth::Normal
    } else {
        ViewWidth::Narrow
    }
}
