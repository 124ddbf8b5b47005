//! Where the head turns.

use super::angle;
use super::neck::neck_to_angle;
use super::neck_scan;
use super::pose::Pose;
use super::world_model::{PlayerView, UNKNOWN, WorldModel};
use crate::disc::{Command, TEAM, Vec2, ViewWidth, pitch};

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
    /// `Neck_TurnToBallOrScan`: the ball, or the field if the ball was seen at most so many cycles
    /// ago; below 0: always the ball.
    BallOrScan(i32),
    /// `Neck_ScanField`.
    ScanField,
    /// `Neck_ScanPlayers`.
    ScanPlayers,
    /// `Neck_TurnToBallAndPlayer`: ball and a player (index of `WorldModel::others`) at once, or
    /// the field if both were seen at most so many cycles ago.
    BallAndPlayer(usize, i32),
    /// `Neck_TurnToGoalieOrScan`.
    GoalieOrScan(i32),
    /// `Neck_TurnToPlayerOrScan`.
    PlayerOrScan(usize, i32),
    /// `Neck_TurnToLowConfTeammate`: the mate who has not been seen for longest.
    OldestMate,
    /// `Neck_OffensiveInterceptNeck`: the ball, their goal, or a mate who may get a pass.
    OffensiveIntercept,
}

/// How far the neck turns, degrees, and how far inside the view something must be.
const MOST: f64 = 90.0;
const EDGE: f64 = 5.0;
/// How far inside the view's edge the ball is kept, degrees: usually, and if somebody is about to
/// play it.
const INSIDE: f64 = 10.0;
const INSIDE_PLAYED: f64 = 20.0;
/// Objects nearer than this are seen wherever the head points, m; a ball farther than this does not
/// count as about to be played, m.
const FELT: f64 = 3.0;
const PLAYED: f64 = 15.0;
/// Mates farther than this do not count, m.
const MATES: f64 = 40.0;
/// Their goalie matters to a player beyond this x, m.
const BEFORE_GOAL: f64 = 34.0;
/// Cycles to the ball that leave time to look elsewhere with a wide view, and with a normal one.
const WIDE: u32 = 4;
const NORMAL: u32 = 3;

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
        Neck::OldestMate => match neck_scan::oldest_mate(world, MATES) {
            Some(mate) => point_or_scan(world, &pose, mate.position + mate.velocity),
            None => ball_or_scan(world, &pose, -1),
        },
        Neck::OffensiveIntercept => offensive_intercept(world, &pose),
    }
}

/// Towards a direction on the pitch, as far as the neck can turn.
fn to_direction(world: &WorldModel, pose: &Pose, direction: f64) -> Command {
    neck_to_angle(world, angle::from_to(pose.body, direction))
}

fn scan(world: &WorldModel, pose: &Pose) -> Command {
    to_direction(world, pose, neck_scan::field(world, pose))
}

/// Whether a point can be seen if the neck turns to it, with so much to spare.
fn can_see(pose: &Pose, point: Vec2, spare: f64) -> bool {
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
    let there = world.ball_after(1);
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
    let must_look = far > FELT - 0.3 || world.ball.counts.position > 0;
    neck_scan::players(world, pose, must_look.then_some(range))
}

/// Whether somebody is about to play the ball.
fn is_near_to_somebody(world: &WorldModel) -> bool {
    let ball = (world.ball.position, world.rules.server.ball_size);
    let near = |player: &PlayerView| {
        let reach = player.own.kickable_area(ball.1) + 0.3;
        player.counts.position <= 10 && player.position.distance(ball.0) < reach
    };
    world.others.iter().any(near)
}

fn ball_or_scan(world: &WorldModel, pose: &Pose, age: i32) -> Command {
    if i32::from(world.ball.counts.position) <= age { scan(world, pose) } else { ball(world, pose) }
}

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
    if can_see(pose, there, 0.0) {
        neck_to_angle(world, pose.off_body(there))
    } else {
        scan(world, pose)
    }
}

/// Turns half-way between both if the view then shows both; otherwise to the ball.
fn ball_and_player(world: &WorldModel, pose: &Pose, other: usize, age: i32) -> Command {
    let Some(player) = world.others.get(other) else { return ball_or_scan(world, pose, age) };
    let seen = world.ball.counts.position.max(player.counts.position);
    if i32::from(seen) <= age {
        return scan(world, pose);
    }
    let there = world.ball_after(1);
    if !can_see(pose, there, EDGE) {
        return scan(world, pose);
    }
    let to_ball = pose.off_body(there);
    let to_player = pose.off_body(player.position + player.velocity);
    let between = angle::from_to(to_ball, to_player);
    let middle = angle::normalize(to_ball + 0.5 * between);
    let fits = between.abs() < pose.view_angle - 2.0 * EDGE && middle.abs() <= MOST;
    if fits { neck_to_angle(world, middle) } else { ball(world, pose) }
}

/// A player who is about to have the ball looks at it, then at where it may go: their goalie, or
/// the mate who has not been seen for longest.
fn offensive_intercept(world: &WorldModel, pose: &Pose) -> Command {
    let is_new = world.ball.counts.position == 0 && world.ball.counts.velocity <= 1;
    let soon = world.reach().me <= 1;
    if !is_new || (!soon && world.ball.counts.position > 0) {
        return ball(world, pose);
    }
    let goal = Vec2::new(pitch::HALF_LENGTH, 0.0);
    if world.me.position.x > BEFORE_GOAL && world.me.position.distance(goal) < 20.0 {
        let goalie = world.their_goalie();
        let point = goalie.map_or(goal, |goalie| goalie.position + goalie.velocity);
        if can_see(pose, point, EDGE) {
            return neck_to_angle(world, pose.off_body(point));
        }
    }
    match neck_scan::oldest_mate(world, MATES) {
        Some(mate) if can_see(pose, mate.position + mate.velocity, EDGE) => {
            neck_to_angle(world, pose.off_body(mate.position + mate.velocity))
        }
        _ => ball_or_scan(world, pose, 0),
    }
}

/// The view that goes with [`Neck::OffensiveIntercept`]: the wider, the more time there is.
pub fn view_to_intercept(world: &WorldModel) -> ViewWidth {
    match world.reach().me {
        steps if steps <= 6 && world.ball.counts.position > 0 => ViewWidth::Narrow,
        WIDE => ViewWidth::Wide,
        NORMAL => ViewWidth::Normal,
        _ => ViewWidth::Narrow,
    }
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
