//! Where the head turns.

use super::angle;
use super::neck::neck_to_angle;
use super::neck_mate::mate;
use super::neck_offense::offense;
use super::neck_scan;
use super::pose::{Pose, next_ball};
use super::world_model::{PlayerView, UNKNOWN, WorldModel};
use crate::disc::{Command, TEAM, Vec2, pitch};

/// What to look at. Behaviours only name it; [`turn_neck_to`] turns the head once the commands of
/// body and view are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Neck {
    /// `Neck_TurnToRelative`: an angle from the body, degrees.
    Angle(f64),
    /// `Neck_TurnToPoint`.
    Point(Vec2),
    /// `Neck_TurnToBall`.
    Ball,
    /// `Neck_TurnToBallOrScan`: the ball, or the field if the ball was seen at most this many
    /// cycles ago; below 0: always the ball.
    BallOrScan(i32),
    /// `Neck_ScanField`.
    ScanField,
    /// `Neck_ScanPlayers`.
    ScanPlayers,
    /// `Neck_TurnToBallAndPlayer`: ball and a player (index of `WorldModel::others`) at once, or
    /// the ball if the player was seen at most this many cycles ago.
    BallAndPlayer(usize, i32),
    /// `Neck_TurnToGoalieOrScan`.
    GoalieOrScan(i32),
    /// `Neck_TurnToPlayerOrScan`.
    PlayerOrScan(usize, i32),
    /// `Neck_TurnToLowConfTeammate`: a mate in front who has not been seen for long.
    OldestMate,
    /// `Neck_OffensiveInterceptNeck`: the ball, their goal, or a mate who may get a pass.
    OffensiveIntercept,
}

/// How far the neck turns, degrees.
const MOST: f64 = 90.0;
/// How far inside the view a point must be, degrees.
pub(super) const EDGE: f64 = 5.0;
/// The same for a player whom they would rather look at than at the ball.
const PLAYER_EDGE: f64 = 2.0;
/// How far inside the view's edge the ball is usually kept, degrees.
const INSIDE: f64 = 10.0;
/// The same if somebody is about to play it.
const INSIDE_PLAYED: f64 = 20.0;
/// Objects nearer than this are seen wherever the head points, m.
const FELT: f64 = 3.0;
/// A ball farther than this does not count as about to be played, m.
const PLAYED: f64 = 15.0;

/// Returns the command that turns the head, given the queued commands of body and view.
pub fn turn_neck_to(world: &WorldModel, neck: Neck) -> Command {
    let pose = Pose::next(world);
    match neck {
        Neck::Angle(angle) => neck_to_angle(world, angle),
        Neck::Point(point) => point_or_scan(world, &pose, point),
        Neck::Ball => ball(world, &pose),
        Neck::BallOrScan(age) if i32::from(world.ball.counts.position) <= age => scan(world, &pose),
        Neck::BallOrScan(_) => ball(world, &pose),
        Neck::ScanField => scan(world, &pose),
        Neck::ScanPlayers => match neck_scan::players(world, &pose, None) {
            Some(direction) => to_direction(world, &pose, direction),
            None => scan(world, &pose),
        },
        Neck::BallAndPlayer(other, age) => ball_and_player(world, &pose, other, age),
        Neck::GoalieOrScan(age) => player_or_scan(world, &pose, world.their_goalie(), age),
        Neck::PlayerOrScan(other, age) => {
            player_or_scan(world, &pose, world.others.get(other), age)
        }
        Neck::OldestMate => mate(world, &pose),
        Neck::OffensiveIntercept => turn_neck_to(world, offense(world, &pose).neck),
    }
}

/// Towards a direction on the pitch, as far as the neck can turn.
fn to_direction(world: &WorldModel, pose: &Pose, direction: f64) -> Command {
    neck_to_angle(world, angle::from_to(pose.body, direction))
}

pub(super) fn scan(world: &WorldModel, pose: &Pose) -> Command {
    to_direction(world, pose, neck_scan::field(world, pose))
}

/// Whether a point can be seen if the neck turns to it, with `spare` degrees to spare.
pub(super) fn can_see(pose: &Pose, point: Vec2, spare: f64) -> bool {
    pose.off_body(point).abs() < MOST + 0.5 * pose.view_angle - spare
}

fn point_or_scan(world: &WorldModel, pose: &Pose, point: Vec2) -> Command {
    if can_see(pose, point, EDGE) {
        neck_to_angle(world, pose.off_body(point))
    } else {
        scan(world, pose)
    }
}

/// Keeps the ball near one edge of the view, so that the view covers the side that has not been
/// looked at for longer. Looks straight at the ball if an opponent is about to play it.
fn ball(world: &WorldModel, pose: &Pose) -> Command {
    let there = next_ball(world);
    if world.ball.counts.position >= UNKNOWN || !can_see(pose, there, 0.0) {
        return scan(world, pose);
    }
    let off = pose.off_body(there);
    if world.reach().opponent <= 1 {
        return neck_to_angle(world, off);
    }
    let far = pose.position.distance(there);
    let is_played = FELT * 0.7 < far && far < PLAYED && is_near_to_somebody(world);
    let inside = if is_played { INSIDE_PLAYED } else { INSIDE };
    let half = (0.5 * pose.view_angle - inside).max(0.0);
    let range = [off - half, off + half].map(|neck| neck.clamp(-MOST, MOST));
    if let Some(direction) = ball_and_players(world, pose, far, range) {
        return to_direction(world, pose, direction);
    }
    let ages = range.map(|neck| neck_scan::ages(world, pose.body + neck, pose.view_angle));
    neck_to_angle(world, if ages[0] > ages[1] { range[0] } else { range[1] })
}

/// A direction that shows the ball and as many players as possible, if all opponents are known and
/// none is near the ball.
fn ball_and_players(world: &WorldModel, pose: &Pose, far: f64, range: [f64; 2]) -> Option<f64> {
    let ball = world.ball.position;
    let known = world.opponents().filter(|player| player.counts.position <= 10);
    let nearest = known.map(|player| player.position.distance(ball)).fold(f64::INFINITY, f64::min);
    let is_safe = ball.x > 0.0 || ball.y.abs() > pitch::HALF_WIDTH - 8.0 || nearest > 3.0;
    if world.opponents().count() < TEAM || !is_safe {
        return None;
    }
    let must_look = far > FELT - 0.3 || world.ball.seen_count > 0;
    neck_scan::players(world, pose, must_look.then_some(range))
}

/// Whether somebody is about to play the ball.
fn is_near_to_somebody(world: &WorldModel) -> bool {
    let ball = (world.ball.position, world.rules.server.ball_size);
    let near = |player: &PlayerView| {
        let reach = player.own.kickable_area(ball.1) + 0.3;
        player.counts.position <= 10 && player.position.distance(ball.0) < reach
    };
    world.others.iter().any(near) || world.mate_can_kick() || world.opponent_can_kick()
}

pub(super) fn ball_or_scan(world: &WorldModel, pose: &Pose, age: i32) -> Command {
    if i32::from(world.ball.counts.position) <= age { scan(world, pose) } else { ball(world, pose) }
}

/// Turns to a player who was seen more than `age` cycles ago. If they are not where they should be
/// or cannot be looked at, the ball is looked at if an opponent has it or if it was not seen
/// lately.
fn player_or_scan(
    world: &WorldModel,
    pose: &Pose,
    player: Option<&PlayerView>,
    age: i32,
) -> Command {
    let Some(player) = player.filter(|player| i32::from(player.counts.position) > age) else {
        return scan(world, pose);
    };
    let there = player.position + player.velocity;
    if player.is_ghost() || !can_see(pose, there, PLAYER_EDGE) {
        return ball_or_scan(world, pose, if world.opponent_can_kick() { -1 } else { 0 });
    }
    point_or_scan(world, pose, there)
}

/// Turns halfway between both if the view then shows both, and otherwise to the one that can be
/// looked at, which may be both: then to the ball.
fn ball_and_player(world: &WorldModel, pose: &Pose, other: usize, age: i32) -> Command {
    let player = world.others.get(other);
    let sought = player.filter(|it| i32::from(it.counts.position) > age && !it.is_ghost());
    let Some(player) = sought else { return ball(world, pose) };
    let points = [next_ball(world), player.position + player.velocity];
    match points.map(|point| can_see(pose, point, PLAYER_EDGE)) {
        [false, false] => return scan(world, pose),
        [true, false] => return ball(world, pose),
        [false, true] => return player_or_scan(world, pose, Some(player), 0),
        [true, true] => {}
    }
    let [to_ball, to_player] = points.map(|point| pose.off_body(point));
    let between = angle::from_to(to_ball, to_player);
    if between.abs() > pose.view_angle - EDGE {
        return ball(world, pose);
    }
    neck_to_angle(world, to_ball + 0.5 * between)
}

/// `Neck_ScanField`: turns the head to where it shows most of what has not been looked at for long.
pub fn neck_scan_field(world: &WorldModel) -> Command {
    turn_neck_to(world, Neck::ScanField)
}

/// `Neck_TurnToPoint`: turns the head to a point; scans the field if it is too far behind.
pub fn neck_to_point_or_scan(world: &WorldModel, point: Vec2) -> Command {
    turn_neck_to(world, Neck::Point(point))
}

/// `Neck_TurnToBall`: turns the head to the ball; scans the field if it is too far behind, or not
/// known.
pub fn neck_to_ball(world: &WorldModel) -> Command {
    turn_neck_to(world, Neck::Ball)
}

/// `Neck_TurnToBallOrScan`: turns the head to the ball, or scans the field if the ball was seen at
/// most `age` cycles ago.
pub fn neck_to_ball_or_scan(world: &WorldModel, age: u16) -> Command {
    turn_neck_to(world, Neck::BallOrScan(i32::from(age)))
}
