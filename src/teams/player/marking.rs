//! Whom defenders mark.

use super::value::OWN_GOAL;
use super::{Player, Role, advised_place};
use crate::disc::{TEAM, Vec2};

/// Opponents farther than this from our goal line are not marked, m.
const FROM_GOAL: f64 = 55.0;
/// Players do not mark opponents farther than this from their place, m.
const LEASH: f64 = 11.0;
/// How far from the opponent a player stands towards our goal, m.
const GOAL_SIDE: f64 = 2.5;
/// How far from them they stand towards the ball, m.
const BALL_SIDE: f64 = 0.8;

/// Where a player stands to mark; `None` if they mark nobody.
///
/// The opponents nearest to the goal are assigned first, each to the nearest player who is free.
pub(super) fn spot(player: &Player) -> Option<Vec2> {
    let view = player.view;
    if view.has_ball() || !marks(player.role()) {
        return None;
    }
    let ball = view.ball_next();
    let mut theirs: Vec<(u8, Vec2)> = (1..)
        .zip(&view.theirs)
        .filter_map(|(unum, seen)| Some((unum, seen.as_ref()?)))
        .filter(|(_, seen)| !seen.is_goalie && seen.steps > view.their_steps)
        .map(|(unum, seen)| (unum, seen.at() + seen.stance.velocity * 2.0))
        .filter(|(_, at)| at.x < ball.x.max(-20.0) + 8.0 && at.x < FROM_GOAL + OWN_GOAL.x)
        .collect();
    theirs.sort_by(|a, b| (a.1 - OWN_GOAL).length2().total_cmp(&(b.1 - OWN_GOAL).length2()));
    let situation = player.situation();
    let mut free: [Option<Vec2>; TEAM] = std::array::from_fn(|index| {
        let unum = index as u8 + 1;
        let is_free = view.our(unum).is_some_and(|own| !own.is_goalie)
            && view.first != Some(unum)
            && marks(player.book.role(unum))
            && !advised_place::is_busy(player, unum);
        is_free.then(|| player.book.home(situation, unum, ball))
    });
    for (opponent, at) in theirs {
        let near = free.iter().enumerate().filter_map(|(index, home)| {
            let (home, own) = ((*home)?, view.our(index as u8 + 1)?);
            let leash = (home - at).length();
            let may = !advised_place::forbids_mark(player, index as u8 + 1, opponent);
            (leash < LEASH && may).then(|| (leash + (own.at() - at).length(), index))
        });
        let Some((_, index)) = near.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
        free[index] = None;
        if index + 1 == usize::from(player.me().unum) {
            return Some(guard(at, GOAL_SIDE, ball));
        }
    }
    None
}

/// Where an opponent is marked from; `goal_side`: how far from them, towards our goal, m.
pub(super) fn guard(at: Vec2, goal_side: f64, ball: Vec2) -> Vec2 {
    let guard = at + (OWN_GOAL - at).with_length(goal_side);
    guard + (ball - guard).with_length(BALL_SIDE)
}

fn marks(role: Role) -> bool {
    role.is_defender() || matches!(role, Role::Anchor | Role::Midfielder)
}
