//! Shots at the goal.

use super::roll::{MOST, Roll};
use super::value::GOAL;
use super::{Player, advised_ball, race};
use crate::disc::Vec2;
use crate::teams::runner::NEVER;

/// Nobody shoots from farther than this, m.
const FAR: f64 = 26.0;
/// Points of the goal that are tried on each side of its middle.
const POINTS: i32 = 6;
/// How near to a post they come, m.
const OFF_POST: f64 = 0.6;
/// Opponents not seen for more cycles than this do not keep anybody from shooting.
const FRESH: u16 = 1;

/// The point of the goal farthest from the goalie among those that a ball of this speed reaches
/// before all opponents.
pub(super) fn best(player: &Player, speed: f64) -> Option<Vec2> {
    let view = player.view;
    if (GOAL - view.ball).length() > FAR || advised_ball::forbids_shot(player) {
        return None;
    }
    let half = 0.5 * view.rules.server.goal_width - OFF_POST;
    let goalie = view.theirs.iter().flatten().find(|seen| seen.is_goalie);
    let target = |index: i32| Vec2::new(GOAL.x, half * f64::from(index) / f64::from(POINTS));
    let off_goalie = |point: Vec2| goalie.map_or(0.0, |seen| (seen.at() - point).length2());
    let opponents = race::opponents(view, FRESH);
    let decay = view.rules.server.ball_decay;
    let goes_in = |(_, point): &(f64, Vec2)| {
        let roll =
            Roll::new(view.ball, *point + (*point - view.ball).with_length(0.5), speed, decay);
        roll.at(MOST).x > GOAL.x - 3.0
            && opponents.iter().all(|them| them.meets(&roll, roll.last) == NEVER)
    };
    let shots = (-POINTS..=POINTS).map(target).map(|point| (off_goalie(point), point));
    let best = shots.filter(goes_in).max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(best.1)
}
