//! Shots at the goal.

use super::Player;
use super::value::GOAL;
use crate::disc::Vec2;

/// Farther from the goal nobody shoots, m.
const FAR: f64 = 27.0;
/// Points of the goal that are tried, and how near to a post they come, m.
const POINTS: i32 = 5;
const OFF_POST: f64 = 0.7;
/// By how much the ball must pass every opponent, m.
const CLEAR: f64 = 0.25;
/// The goalie's catch is not certain at its very edge, m.
const EDGE: f64 = 0.2;

/// A point of the goal that a ball of this speed reaches past everyone; the safest there is.
pub(super) fn best(player: &Player, speed: f64) -> Option<Vec2> {
    let ball = player.view.ball;
    if (GOAL - ball).length() > FAR {
        return None;
    }
    let half = 0.5 * player.world.rules.server.goal_width - OFF_POST;
    let target = |index: i32| Vec2::new(GOAL.x, half * f64::from(index) / f64::from(POINTS));
    let shots = (-POINTS..=POINTS).map(target).map(|point| (room(player, point, speed), point));
    let best = shots.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > CLEAR).then_some(best.1)
}

/// By how many metres the ball passes the nearest opponent on its way to a point.
fn room(player: &Player, point: Vec2, speed: f64) -> f64 {
    let view = player.view;
    let decay = view.rules.server.ball_decay;
    let way = point - view.ball;
    let (far, unit) = (way.length(), way.with_length(1.0));
    let (mut at, mut step, mut cycle, mut room) = (0.0, speed, 0_u32, f64::INFINITY);
    while at < far {
        at = (at + step).min(far);
        step *= decay;
        cycle += 1;
        if cycle > 40 {
            return f64::NEG_INFINITY;
        }
        let ball = view.ball + unit * at;
        for seen in view.theirs.iter().flatten().filter(|seen| !seen.is_frozen) {
            let reach = if seen.is_goalie { seen.runner.catch - EDGE } else { seen.runner.reach };
            let them = seen.runner.rolled(seen.at(), seen.stance.velocity, cycle);
            let run = seen.runner.run(cycle.saturating_sub(1));
            room = room.min((ball - them).length() - reach - run);
        }
    }
    room
}
