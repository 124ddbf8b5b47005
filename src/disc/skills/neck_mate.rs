//! Looking at mates who have not been seen for long.

use super::angle;
use super::neck::neck_to_angle;
use super::neck_scan::ages;
use super::necks::{EDGE, ball_or_scan, can_see, scan};
use super::pose::Pose;
use super::world_model::{PlayerView, WorldModel};
use crate::disc::{Command, PLAYERS, TEAM, Vec2, pitch};
use arrayvec::ArrayVec;

/// Mates farther than this do not count, m.
const FAR: f64 = 40.0;
/// A mate seen at most this many cycles ago is not looked for.
const LATELY: u16 = 1;
/// How far inside the view's edge the mate is kept, degrees.
const INSIDE: f64 = 15.0;
/// Number of steps between the tried directions.
const STEPS: u32 = 10;
/// Other players farther than this do not count, m.
const SHOWN: f64 = 35.0;
/// The distance scale within which they matter, m.
const NEAR: f64 = 40.0;
/// A player who was looked for in vain counts as seen this many cycles ago at most.
const GHOST: u16 = 2;

/// `Neck_TurnToLowConfTeammate`: turns the head to the mate of [`oldest`] such that the view shows
/// as much as possible of others, too. Without such a mate, looks at the ball or scans the field.
pub(super) fn mate(world: &WorldModel, pose: &Pose) -> Command {
    if world.mates().next().is_none() {
        return scan(world, pose);
    }
    let Some(there) = oldest(world, pose) else { return ball_or_scan(world, pose, 0) };
    let server = &world.rules.server;
    let room = 0.5 * pose.view_angle - INSIDE;
    let off = pose.off_body(there);
    let ends = [off - room, off + room];
    let ends = ends.map(|end| end.max(server.minneckang).min(server.maxneckang));
    if world.opponents().count() >= TEAM {
        return neck_to_angle(world, most_shown(world, pose, ends));
    }
    let [left, right] = ends.map(|end| ages(world, pose.body + end, pose.view_angle));
    // Not towards what has not been looked at for longer, but away from it, as the proxy does.
    let to = match left.cmp(&right) {
        std::cmp::Ordering::Less => ends[0],
        std::cmp::Ordering::Equal => off,
        std::cmp::Ordering::Greater => ends[1],
    };
    neck_to_angle(world, to)
}

/// Where the mate to look at will be. From the nearest to the farthest, each who is in front of the
/// last one and has been seen no later is preferred to them.
fn oldest(world: &WorldModel, pose: &Pose) -> Option<Vec2> {
    let far = |player: &PlayerView| player.position.distance(world.me.position);
    let near = world.mates().filter(|mate| !mate.is_ghost() && far(mate) <= FAR);
    let mut mates: ArrayVec<&PlayerView, { 2 * PLAYERS }> = near.take(2 * PLAYERS).collect();
    mates.sort_by(|one, other| far(one).total_cmp(&far(other)));
    let (mut age, mut best) = (LATELY, Vec2::new(-pitch::HALF_LENGTH, 0.0));
    for mate in mates {
        let there = mate.position + mate.velocity;
        let is_older = mate.counts.position >= age && mate.position.x > best.x;
        if is_older && can_see(pose, there, EDGE) {
            (age, best) = (mate.counts.position, there);
        }
    }
    (age > LATELY).then_some(best)
}

/// The direction of the head from the body, between two ends, in which most of those is seen who
/// have not been seen for long; among equals the one in which they are farthest inside the view.
fn most_shown(world: &WorldModel, pose: &Pose, ends: [f64; 2]) -> f64 {
    let half = 0.5 * pose.view_angle;
    let step = (ends[1] - ends[0]) / f64::from(STEPS);
    let (mut best, mut most) = (ends[0], (-1.0, 0.0));
    for index in 0..=STEPS {
        let to = ends[0] + step * f64::from(index);
        let (mut score, mut room) = (0.0, 180.0_f64);
        for player in world.others.iter().filter(|player| player.is_ours.is_some()) {
            let there = player.position + player.velocity;
            let off = angle::from_to(to, pose.off_body(there)).abs();
            if there.distance(pose.position) <= SHOWN && off < half {
                score += matters(world, player);
                room = room.min(half - off);
            }
        }
        if score > most.0 || (score == most.0 && room > most.1) {
            (best, most) = (to, (score, room));
        }
    }
    best
}

/// How much a player matters: the more, the longer they have not been seen, and the nearer they
/// are.
fn matters(world: &WorldModel, player: &PlayerView) -> f64 {
    let seen = if player.is_ghost() { player.seen_count.min(GHOST) } else { player.seen_count };
    let far = player.position.distance(world.me.position) / NEAR;
    2.0 * (f64::from(seen) + 1.0) * (-0.5 * far * far).exp()
}
