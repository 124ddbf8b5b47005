//! Where players are told to be: `home`, `pos`, `mark`, `markl` and `oline`.

use super::advice::Instruction;
use super::{Player, marking};
use crate::advice::ActionKind;
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH};
use crate::disc::skills::allowed_place;
use crate::disc::{PlayMode, Vec2};

/// Shares of a pass's way between which its lane is marked.
const LANE: [f64; 2] = [0.25, 0.85];
/// The distance to keep from a lane that must not be marked, m.
const OFF_LANE: f64 = 2.5;
/// How far from an opponent, towards our goal, a player stands who is told to mark them, m.
const CLOSE: f64 = 1.5;
/// Number of rings, 1 m apart, in which a place outside a region is searched for.
const RINGS: u32 = 120;
/// Number of directions in each ring.
const DIRECTIONS: u32 = 32;

/// Where the player is told to be now; `None` if they are told nothing that can be done.
pub(super) fn spot(player: &Player) -> Option<Vec2> {
    let here = player.me().position;
    position(player)
        .or_else(|| nearest(here, opponents(player, ActionKind::Mark).map(|at| guard(player, at))))
        .or_else(|| nearest(here, lanes(player, true).map(|to| on_lane(player, to))))
}

/// The nearest place where they are told to be by `pos`.
fn position(player: &Player) -> Option<Vec2> {
    let here = player.me().position;
    let positions = player.instructions(ActionKind::Position, true);
    nearest(here, positions.filter_map(|instruction| instruction.nearest(here)))
}

/// Where they are told to be at a kick-off, within our half, and outside the circle if the
/// opponents kick off.
pub(super) fn line_up(player: &Player) -> Option<Vec2> {
    let spot = position(player)?;
    let (x, y) = (spot.x.max(-HALF_LENGTH), spot.y.clamp(-HALF_WIDTH, HALF_WIDTH));
    Some(allowed_place(Vec2::new(x, y), !player.kicks_off))
}

/// Their place by the formation, adjusted to what they are told: the nearest point of the regions
/// that they are told to have as their home, outside those where they must not be.
pub(super) fn home(player: &Player, home: Vec2) -> Vec2 {
    use PlayMode as M;
    if matches!(player.world.mode, M::BeforeKickOff | M::Goal(_) | M::KickOff(_)) {
        // Everybody has to be in their own half.
        return home;
    }
    let regions = player.instructions(ActionKind::Home, true);
    let home =
        nearest(home, regions.filter_map(|instruction| instruction.nearest(home))).unwrap_or(home);
    off(player, ActionKind::Home, home)
}

/// A place that they may go to: outside the regions and lanes where they are told not to be.
pub(super) fn allowed(player: &Player, spot: Vec2) -> Vec2 {
    let spot = off(player, ActionKind::Position, spot);
    let ball = player.view.ball;
    lanes(player, false).fold(spot, |spot, to| {
        let aside = spot - foot(ball, to, spot, [0.0, 1.0]);
        if aside.length() >= OFF_LANE {
            return spot;
        }
        let across = Vec2::new(ball.y - to.y, to.x - ball.x);
        let away = if aside.length() > 0.1 { aside } else { across };
        spot + away.with_length(OFF_LANE - aside.length())
    })
}

/// Keeps a place from being behind the offside line that they are told to keep, while the ball is
/// ahead of it; puts defenders on that line.
pub(super) fn on_line(player: &Player, spot: Vec2) -> Vec2 {
    let ball = player.view.ball_next();
    let lines = player.instructions(ActionKind::OffsideLine, true);
    let line = nearest(spot, lines.filter_map(|instruction| instruction.nearest(spot)));
    let spot = match line {
        Some(line) if ball.x < line.x => spot,
        Some(line) if player.role().is_defender() => Vec2::new(line.x, spot.y),
        Some(line) => Vec2::new(spot.x.max(line.x), spot.y),
        None => spot,
    };
    off(player, ActionKind::OffsideLine, spot)
}

/// Whether they are told not to mark an opponent.
pub(super) fn forbids_mark(player: &Player, unum: u8, opponent: u8) -> bool {
    player.advice.of(unum, ActionKind::Mark, false).any(|instruction| instruction.names(opponent))
}

/// Whether one of ours is told where to be, or to go for the ball, and so does not choose whom to
/// mark.
pub(super) fn is_busy(player: &Player, unum: u8) -> bool {
    use ActionKind as K;
    [K::Position, K::Mark, K::MarkLane, K::Intercept]
        .into_iter()
        .any(|kind| player.advice.has(unum, kind, true))
}

/// The one of some places that is nearest to another place.
fn nearest(from: Vec2, places: impl Iterator<Item = Vec2>) -> Option<Vec2> {
    places.min_by(|a, b| (*a - from).length2().total_cmp(&(*b - from).length2()))
}

/// Positions of the opponents about whom they are told to do something.
fn opponents<'a>(player: &'a Player, kind: ActionKind) -> impl Iterator<Item = Vec2> + 'a {
    player.instructions(kind, true).flat_map(|instruction| named(player, instruction))
}

fn named<'a>(player: &'a Player, instruction: Instruction<'a>) -> impl Iterator<Item = Vec2> + 'a {
    let theirs = (1..).zip(&player.view.theirs);
    theirs.filter_map(move |(unum, seen)| {
        let seen = seen.as_ref().filter(|seen| seen.is_named && instruction.names(unum))?;
        Some(seen.at() + seen.stance.velocity * 2.0)
    })
}

/// Where an opponent is marked from.
fn guard(player: &Player, at: Vec2) -> Vec2 {
    marking::guard(at, CLOSE, player.view.ball_next())
}

/// Ends of the lanes that they are told to mark, or not to mark.
fn lanes<'a>(player: &'a Player, positive: bool) -> impl Iterator<Item = Vec2> + 'a {
    player.instructions(ActionKind::MarkLane, positive).flat_map(|instruction| {
        let region = instruction.nearest(player.view.ball).and_then(|_| instruction.centre());
        region.into_iter().chain(named(player, instruction))
    })
}

/// The place on a lane from the ball that is nearest to them.
fn on_lane(player: &Player, to: Vec2) -> Vec2 {
    foot(player.view.ball, to, player.me().position, LANE)
}

/// The point between two shares of a way that is nearest to another point.
fn foot(from: Vec2, to: Vec2, point: Vec2, [least, most]: [f64; 2]) -> Vec2 {
    let (way, gap) = (to - from, point - from);
    let along = (gap.x * way.x + gap.y * way.y) / way.length2().max(0.01);
    from + way * along.clamp(least, most)
}

/// The nearest place outside all regions that they are told to avoid by actions of a kind; if there
/// is none on the pitch, the place itself.
fn off(player: &Player, kind: ActionKind, spot: Vec2) -> Vec2 {
    let is_barred =
        |at: Vec2| player.instructions(kind, false).any(|instruction| instruction.contains(at));
    if !is_barred(spot) {
        return spot;
    }
    let ring = |ring: u32| {
        (0..DIRECTIONS).map(move |step| {
            let direction = std::f64::consts::TAU * f64::from(step) / f64::from(DIRECTIONS);
            spot + Vec2::polar(f64::from(ring), direction)
        })
    };
    let on_pitch = |at: &Vec2| at.x.abs() < HALF_LENGTH && at.y.abs() < HALF_WIDTH;
    (1..=RINGS).flat_map(ring).filter(on_pitch).find(|at| !is_barred(*at)).unwrap_or(spot)
}
