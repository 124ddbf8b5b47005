//! Ways round opponents.

use super::super::angle;
use super::super::world_model::WorldModel;
use crate::disc::{Vec2, pitch};

/// Distance of the point beside the way, m.
const AHEAD: f64 = 6.0;
/// How far opponents must be from that point, m.
const ROOM: f64 = 4.4;
/// An opponent is in the way within this angle of it, degrees, and within [`NEAR`].
const BESIDE: f64 = 30.0;
/// How near an opponent must be to be in the way, m.
const NEAR: f64 = 5.0;
/// Step between tried directions, degrees.
const STEP: f64 = 36.0;
/// Number of steps to each side.
const STEPS: i32 = 4;

/// A point beside the way to another one, if an opponent is in the way.
pub(super) fn around(world: &WorldModel, point: Vec2) -> Option<Vec2> {
    let me = world.me.position;
    let target = angle::of(point - me);
    if is_free(world, target, BESIDE) {
        return None;
    }
    let side = if me.y < 0.0 { -1.0 } else { 1.0 };
    let tried =
        (1..=STEPS).flat_map(|step| [side, -side].map(|side| side * STEP * f64::from(step)));
    let inside = |point: &Vec2| {
        point.x.abs() < pitch::HALF_LENGTH - 1.3 && point.y.abs() < pitch::HALF_WIDTH - 1.3
    };
    let ways = tried.map(|off| target + off);
    ways.filter(|&way| is_free(world, way, 2.0 * BESIDE))
        .map(|way| me + angle::polar(AHEAD, way))
        .filter(|point| inside(point) && (point.x >= 30.0 || point.x >= me.x - 2.0))
        .find(|point| world.opponents().all(|player| player.position.distance(*point) > ROOM))
}

fn is_free(world: &WorldModel, direction: f64, beside: f64) -> bool {
    let me = world.me.position;
    world.opponents().all(|player| {
        let gap = player.position - me;
        let off = angle::from_to(direction, angle::of(gap)).abs();
        player.counts.position >= 10 || gap.length() > NEAR || off > beside
    })
}
