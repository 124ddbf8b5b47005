//! Directions of the head that show most of what has not been seen for long.

use super::angle;
use super::pose::Pose;
use super::world_model::{PlayerView, WorldModel};
use crate::disc::memory::{DIRECTION_STEP, DirectionAges};
use crate::disc::{PLAYERS, PlayMode, Vec2, ViewWidth, pitch};
use arrayvec::ArrayVec;

/// Number of head directions tried for players.
const DIRECTIONS: u32 = 36;
/// Players nearer than this to the edge of the view may be missed, degrees.
const EDGE: f64 = 5.0;
/// Distance scale within which players matter, m.
const NEAR: f64 = 20.0;
/// Distance at which a view is compared with the pitch, m.
const AHEAD: f64 = 20.0;
/// How far beyond the pitch its edges may lie, m.
const BEYOND: f64 = 3.0;
/// At their goal the view may go farther: how far in front of the line, behind it, and to each side
/// of the goal's middle, m.
const GOAL: [f64; 3] = [3.0, 7.0, 15.0];
/// With a wide view, a player looks back at the pitch if they are this near to one of its ends, m.
/// Two oddities are the proxy's: [`AT_SIDE`] is beyond the side lines, and the point at which they
/// then look has a product where one would expect a sum.
const AT_END: f64 = 15.0;
/// With a wide view, a player also looks back at the pitch this far from its long axis, m.
const AT_SIDE: f64 = 42.5;
/// Smaller turns of the head count as none, degrees.
const SAME: f64 = 5.0;
/// Cycles after which directions count as equally old, so that those that the head cannot reach do
/// not attract it for ever.
const OLDEST: u16 = 60;
/// By how much the view is narrowed before ages are summed, in units of [`DIRECTION_STEP`].
const LEFT_OUT: f64 = 1.5;

/// A player who was looked for in vain this many times is looked for no longer.
const SOUGHT: u16 = 5;
/// Before, every other time, they count as seen at most this many cycles ago.
const LATELY: u16 = 2;
/// While a player nearer than this is one who was looked for in vain, the field is not scanned for
/// players, m.
const GHOST_NEAR: f64 = 30.0;

/// `Neck_ScanField`: the direction on the pitch, degrees, that shows most of what has not been
/// looked at for long: players if all are known, otherwise parts of the pitch.
pub(super) fn field(world: &WorldModel, pose: &Pose) -> f64 {
    let here = world.me.position;
    let is_near_ghost = |player: &PlayerView| {
        player.is_ours.is_some() && player.is_ghost() && player.position.distance(here) < GHOST_NEAR
    };
    let by_players = || match world.others.iter().any(is_near_ghost) {
        true => None,
        false => players(world, pose, None),
    };
    if let Some(direction) = back_at_pitch(world, pose).or_else(by_players) {
        return direction;
    }
    let near = world.me.own.player_size + 0.15;
    let on_pitch = world.mode == PlayMode::PlayOn
        || (!matches!(world.mode, PlayMode::IndirectFreeKick(_) | PlayMode::BackPass(_))
            && world.ball.position.distance(world.me.position) < near);
    let direction = oldest(world, pose, on_pitch);
    let face = world.me.body + world.me.neck;
    if on_pitch && angle::from_to(face, direction).abs() < SAME {
        return oldest(world, pose, false);
    }
    direction
}

/// `Neck_ScanPlayers`: the direction that shows most of the near players who have not been seen for
/// long, within a range of angles from the body; `None` unless all are known.
pub(super) fn players(world: &WorldModel, pose: &Pose, range: Option<[f64; 2]>) -> Option<f64> {
    // Those whose side is not known do not count.
    let known = world.others.iter().filter(|player| player.is_ours.is_some()).count();
    if known + 1 < PLAYERS {
        return None;
    }
    let server = &world.rules.server;
    let [from, to] = range.unwrap_or([server.minneckang, server.maxneckang]);
    let step = ((to - from) / f64::from(DIRECTIONS)).max(1.0);
    let count = ((to - from + 0.5) / step).max(0.0) as u32;
    let sights = sights(world, pose);
    let (mut best, mut most) = (None, 1e-5);
    for first in (0..=count).step_by(LANES) {
        let necks = std::array::from_fn(|lane| from + step * f64::from(first + lane as u32));
        let scores = shown(&sights, pose, necks);
        for (neck, score) in necks.into_iter().zip(scores).take((count - first) as usize + 1) {
            if score > most {
                (best, most) = (Some(neck), score);
            }
        }
    }
    best.map(|neck| angle::normalize(pose.body + neck))
}

/// A player to look at: the direction from the body, degrees, and how much they matter.
type Sight = (f64, f64);

/// The sights of all other players whose side is known.
fn sights(world: &WorldModel, pose: &Pose) -> ArrayVec<Sight, { 2 * PLAYERS }> {
    let reach = world.reach();
    let has_ball = reach.me.min(reach.mate) <= reach.opponent;
    let sight = |player: &PlayerView| {
        let off = pose.off_body(player.position + player.velocity);
        let ahead = player.position.x > world.ball.position.x - 10.0 || player.position.x > 30.0;
        let matters = has_ball && player.is_ours == Some(true) && ahead;
        let is_odd = player.ghost_count % 2 == 1;
        let seen = if is_odd { player.seen_count.min(LATELY) } else { player.seen_count };
        let age = f64::from(seen) + 1.0;
        let age = if matters { 2.0 * age } else { age };
        let far = player.position.distance(world.me.position) / NEAR;
        (off, age * age * (-0.5 * far * far).exp())
    };
    let counts = |player: &&PlayerView| player.is_ours.is_some() && player.ghost_count < SOUGHT;
    world.others.iter().filter(counts).take(2 * PLAYERS).map(sight).collect()
}

/// Number of head directions that are evaluated side by side.
const LANES: usize = 8;

/// How much of the sights each head direction shows. The loops have no branches, so that compilers
/// can vectorize them.
fn shown(sights: &[Sight], pose: &Pose, necks: [f64; LANES]) -> [f64; LANES] {
    let half = 0.5 * pose.view_angle - 0.01;
    let edge = half - EDGE;
    let necks = necks.map(angle::normalize);
    let (mut sums, mut farthest) = ([0.0; LANES], [f64::NEG_INFINITY; LANES]);
    for &(off, matters) in sights {
        for lane in 0..LANES {
            let gap = (off - necks[lane]).abs();
            let gap = if gap > 180.0 { 360.0 - gap } else { gap };
            let is_in = gap < edge;
            sums[lane] += if is_in { matters } else { 0.0 };
            let far = if is_in { gap } else { f64::NEG_INFINITY };
            farthest[lane] = if far > farthest[lane] { far } else { farthest[lane] };
        }
    }
    // The sight nearest to the edge of the view has the least room.
    std::array::from_fn(|lane| sums[lane] * (1.0 + (half - farthest[lane]).min(90.0) / 90.0))
}

/// A player with a wide view at the edge of the pitch looks back at its middle.
fn back_at_pitch(world: &WorldModel, pose: &Pose) -> Option<f64> {
    let is_play = matches!(world.mode, PlayMode::PlayOn | PlayMode::GoalKick(_));
    let far_ball = world.ball.position.distance(world.me.position) > 2.0;
    if pose.view_width != ViewWidth::Wide || (!is_play && far_ball) {
        return None;
    }
    let here = world.me.position + world.me.velocity;
    if here.x.abs() > pitch::HALF_LENGTH - AT_END {
        return Some(angle::of(Vec2::new(0.5 * pitch::HALF_LENGTH, 0.0) - here));
    }
    let x = (pitch::HALF_LENGTH - 7.0).min((pitch::HALF_LENGTH - 7.0) * 0.7 * here.x * 0.3);
    (here.y.abs() > AT_SIDE).then(|| angle::of(Vec2::new(x, 0.0) - here))
}

/// The direction whose view has the largest sum of cycles since its parts were looked at.
fn oldest(world: &WorldModel, pose: &Pose, on_pitch: bool) -> f64 {
    let server = &world.rules.server;
    let width = pose.view_angle - DIRECTION_STEP * LEFT_OUT;
    let range = server.maxneckang - server.minneckang + pose.view_angle;
    let first = pose.body + server.minneckang - 0.5 * pose.view_angle;
    let straight = first + 0.5 * range;
    if range < width {
        return straight;
    }
    let age = |index: u32| age(world, first + DIRECTION_STEP * f64::from(index));
    // The last age of a window is read one step beyond the window, as the proxy does.
    let wide = (width / DIRECTION_STEP).round_ties_even().max(0.0) as u32;
    let mut ages: std::collections::VecDeque<u32> = (0..wide).map(age).collect();
    let (mut end, mut added) = (wide, width);
    let (mut best, mut most) = (straight, 0);
    loop {
        let sum = ages.iter().sum();
        let direction = first + DIRECTION_STEP * f64::from(end) - 0.5 * width;
        if sum > most && (!on_pitch || is_on_pitch(pose, direction)) {
            (best, most) = (direction, sum);
        }
        ages.pop_front();
        added += DIRECTION_STEP;
        end += 1;
        ages.push_back(age(end));
        if added > range {
            return angle::normalize(best);
        }
    }
}

/// Cycles since a direction on the pitch, in degrees, was last looked in.
fn age(world: &WorldModel, direction: f64) -> u32 {
    let age = |looked: &DirectionAges| looked.age(angle::normalize(direction)).min(OLDEST);
    world.looked.as_ref().map_or(0, |looked| u32::from(age(looked)))
}

/// The sum of these ages over a view.
pub(super) fn ages(world: &WorldModel, direction: f64, width: f64) -> u32 {
    let steps = (width / DIRECTION_STEP).ceil().max(0.0) as u32;
    let first = direction - 0.5 * width;
    (0..steps).map(|index| age(world, first + DIRECTION_STEP * f64::from(index))).sum()
}

/// Whether a view lies on the pitch, or about their goal.
fn is_on_pitch(pose: &Pose, direction: f64) -> bool {
    let [before, behind, half] = GOAL;
    let at = |off: f64| pose.position + angle::polar(AHEAD, direction + off);
    let inside = |point: Vec2, beyond: f64| {
        point.x.abs() <= pitch::HALF_LENGTH + beyond && point.y.abs() <= pitch::HALF_WIDTH + beyond
    };
    let at_goal = |point: Vec2| {
        let x = point.x - pitch::HALF_LENGTH;
        (-before..=behind).contains(&x) && point.y.abs() <= half
    };
    let wide = 0.5 * pose.view_angle;
    let shows = |off: f64, beyond: f64| inside(at(off), beyond) || at_goal(at(off));
    shows(0.0, 0.0) && shows(-wide, BEYOND) && shows(wide, BEYOND)
}

#[cfg(test)]
mod tests {
    use super::{EDGE, LANES, shown};
    use crate::disc::skills::{Pose, angle};
    use crate::disc::{Random, Vec2, ViewWidth};

    /// Each lane gives what its direction gives by itself.
    #[test]
    fn directions_side_by_side_show_what_each_shows() {
        let mut random = Random::new(3);
        for view_angle in [60.0, 120.0, 180.0] {
            let view_width = ViewWidth::Normal;
            let pose = Pose { position: Vec2::ZERO, body: 0.0, view_angle, view_width };
            for count in 0..44 {
                let sight = |random: &mut Random| {
                    (random.uniform(-180.0, 180.0), random.uniform(0.0, 50.0))
                };
                let sights: Vec<_> = (0..count).map(|_| sight(&mut random)).collect();
                let necks: [f64; LANES] = std::array::from_fn(|_| random.uniform(-90.0, 90.0));
                let half = 0.5 * view_angle - 0.01;
                let alone = necks.map(|neck| {
                    let (mut sum, mut room) = (0.0, 90.0_f64);
                    for (off, matters) in &sights {
                        let off = angle::normalize(off - neck).abs();
                        if off < half - EDGE {
                            sum += matters;
                            room = room.min(half - off);
                        }
                    }
                    sum * (1.0 + room / 90.0)
                });
                assert_eq!(shown(&sights, &pose, necks), alone);
            }
        }
    }
}
