//! What players are told to do with the ball: `pass`, `dribble`, `clear`, `shoot`, `hold`, `bto`.

use super::advice::Instruction;
use super::ball::{KICK, clear_to, hold, play_pass, run, shoot as shoot_at};
use super::pass::{self, Pass};
use super::value::{self, GOAL};
use super::{Orders, Player, shot};
use crate::advice::ActionKind;
use crate::disc::Vec2;
use crate::teams::overview::Seen;

/// Nobody shoots from farther than this, even if they are told to, m.
const FAR: f64 = 32.0;
/// How near to a post a shot goes if none is sure, m.
const OFF_POST: f64 = 0.7;
/// A player who is told to dribble somewhere has not arrived while they are farther than this, m.
const THERE: f64 = 1.0;
/// Assumed probability that an advised action succeeds, where one has to choose.
const CHANCE: f64 = 0.6;

/// What can be done with the ball.
enum BallAction {
    Shoot(Vec2),
    Pass(Pass),
    Run(Vec2),
    Clear(Vec2),
    Hold,
}

/// What a player who can kick the ball does if they are told something that they can do: of all
/// that, the option with the highest value. At a set play the ball is neither dribbled nor held.
pub(super) fn decide(player: &Player, is_set_play: bool) -> Option<Orders> {
    let instructions = player.advice.all(player.me().unum).filter(Instruction::is_positive);
    let mut best: Option<(f64, BallAction)> = None;
    for instruction in instructions {
        for (value, action) in options(player, instruction).into_iter().flatten() {
            let fits = !is_set_play || !matches!(action, BallAction::Run(_) | BallAction::Hold);
            if fits && best.as_ref().is_none_or(|(other, _)| value > *other) {
                best = Some((value, action));
            }
        }
    }
    Some(match best?.1 {
        BallAction::Shoot(point) => shoot_at(player, point),
        BallAction::Pass(pass) => play_pass(player, &pass),
        BallAction::Run(point) => run(player, point),
        BallAction::Clear(point) => clear_to(player, point),
        BallAction::Hold => hold(player),
    })
}

/// What the player can do of what they are told.
fn options(player: &Player, instruction: Instruction) -> [Option<(f64, BallAction)>; 4] {
    use ActionKind as K;
    let ways = instruction.applied().ways;
    match instruction.kind() {
        K::Shoot => [shoot(player), None, None, None],
        K::Hold => [Some((value::of(player.view.ball), BallAction::Hold)), None, None, None],
        K::Pass => [pass(player, instruction, false), None, None, None],
        K::Dribble => [dribble(player, instruction), None, None, None],
        K::Clear => [clear(player, instruction), None, None, None],
        K::BallTo if !instruction.applied().has_region => {
            [pass(player, instruction, false), None, None, None]
        }
        K::BallTo => [
            ways.pass.then(|| pass(player, instruction, true)).flatten(),
            ways.dribble.then(|| dribble(player, instruction)).flatten(),
            ways.clear.then(|| clear_into(player, instruction)).flatten(),
            ways.score.then(|| shoot(player)).flatten(),
        ],
        _ => [None, None, None, None],
    }
}

/// A shot at a point where nobody gets it, or else past the goalie.
fn shoot(player: &Player) -> Option<(f64, BallAction)> {
    let view = player.view;
    let sure = shot::best(player, KICK).map(|point| (value::of(GOAL), BallAction::Shoot(point)));
    sure.or_else(|| {
        ((GOAL - view.ball).length() < FAR).then(|| {
            let half = 0.5 * view.rules.server.goal_width - OFF_POST;
            let goalie = view.theirs.iter().flatten().find(|seen| seen.is_goalie);
            let is_left = goalie.is_none_or(|seen| seen.at().y > view.ball.y * 0.1);
            let y = if is_left { -half } else { half };
            let value = value::risked(view.ball, value::of(GOAL), 1.0 - CHANCE);
            (value, BallAction::Shoot(Vec2::new(GOAL.x, y)))
        })
    })
}

/// A pass: to one of the players or to one in the region; or of the ball into the region.
fn pass(player: &Player, instruction: Instruction, into: bool) -> Option<(f64, BallAction)> {
    let wanted = |unum: u8, mate: &Seen, point: Vec2| match instruction.applied().has_region {
        true if into => instruction.contains(point),
        true => instruction.contains(mate.at()),
        false => instruction.names(unum),
    };
    let pass = pass::best_of(player, KICK, -1, wanted, !into)?;
    Some((pass.value, BallAction::Pass(pass)))
}

/// Takes the ball to the region, unless it is there.
fn dribble(player: &Player, instruction: Instruction) -> Option<(f64, BallAction)> {
    let ball = player.view.ball;
    let point = instruction.nearest(ball).filter(|point| (*point - ball).length() > THERE)?;
    // A little farther, so that they end inside the region.
    let inside = instruction.centre().map_or(point, |centre| {
        let way = centre - point;
        if way.length() > THERE { point + way.with_length(THERE) } else { centre }
    });
    Some((value::risked(ball, value::of(point), CHANCE), BallAction::Run(inside)))
}

/// Clears the ball out of the region, if it is in it.
fn clear(player: &Player, instruction: Instruction) -> Option<(f64, BallAction)> {
    let ball = player.view.ball;
    if !instruction.contains(ball) {
        return None;
    }
    let point = super::ball::clearing(player, |point| !instruction.contains(point))?;
    Some((value::risked(ball, value::of(point), 1.0 - CHANCE), BallAction::Clear(point)))
}

/// Clears the ball into the region.
fn clear_into(player: &Player, instruction: Instruction) -> Option<(f64, BallAction)> {
    let point = instruction.centre()?;
    let value = value::risked(player.view.ball, value::of(point), 1.0 - CHANCE);
    Some((value, BallAction::Clear(point)))
}

/// Whether they are told not to do this.
pub(super) fn forbids(player: &Player, kind: ActionKind) -> bool {
    player.instructions(kind, false).next().is_some()
}

/// Whether they are told not to shoot: at all, or into a region at the goal.
pub(super) fn forbids_shot(player: &Player) -> bool {
    let into_goal =
        |instruction: Instruction| instruction.applied().ways.score && instruction.contains(GOAL);
    forbids(player, ActionKind::Shoot)
        || player.instructions(ActionKind::BallTo, false).any(into_goal)
}

/// Whether they are told not to pass to a mate, who is at `mate`, or to a point.
pub(super) fn forbids_pass(player: &Player, unum: u8, mate: Vec2, point: Vec2) -> bool {
    let to_mate = |instruction: Instruction| instruction.names(unum) || instruction.contains(mate);
    let to_point = |instruction: Instruction| {
        instruction.names(unum) || instruction.applied().ways.pass && instruction.contains(point)
    };
    player.instructions(ActionKind::Pass, false).any(to_mate)
        || player.instructions(ActionKind::BallTo, false).any(to_point)
}

/// Whether they are told not to dribble to a point.
pub(super) fn forbids_run(player: &Player, point: Vec2) -> bool {
    player.instructions(ActionKind::Dribble, false).any(|instruction| instruction.contains(point))
        || player
            .instructions(ActionKind::BallTo, false)
            .any(|instruction| instruction.applied().ways.dribble && instruction.contains(point))
}

/// Whether they are told not to clear the ball from where it is.
pub(super) fn forbids_clearing(player: &Player) -> bool {
    let ball = player.view.ball;
    player.instructions(ActionKind::Clear, false).any(|instruction| instruction.contains(ball))
}

/// Whether they are told not to clear it to a point.
pub(super) fn forbids_clearing_to(player: &Player, point: Vec2) -> bool {
    player
        .instructions(ActionKind::BallTo, false)
        .any(|instruction| instruction.applied().ways.clear && instruction.contains(point))
}
