//! Where the ball is put down, and the mode that begins with it.

use super::change_mode;
use crate::disc::pitch::{self, Rectangle};
use crate::disc::{EPS, PlayMode, Side, Stadium, Vec2};

/// The nearest point on the pitch.
pub(super) fn on_pitch(point: Vec2) -> Vec2 {
    Vec2::new(
        point.x.clamp(-pitch::HALF_LENGTH, pitch::HALF_LENGTH),
        point.y.clamp(-pitch::HALF_WIDTH, pitch::HALF_WIDTH),
    )
}

/// Moves a point in a side's penalty area to the nearer front corner of the area.
pub(super) fn out_of_penalty_area(side: Side, point: Vec2) -> Vec2 {
    let front = pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH;
    let width = pitch::PENALTY_AREA_HALF_WIDTH;
    if -point.x * side.sign() < front || point.y.abs() > width {
        return point;
    }
    let y = if point.y > 0.0 { width + EPS } else { -width - EPS };
    Vec2::new((EPS - front) * side.sign(), y)
}

/// Moves a point in a side's goal area straight forward to the area's front edge.
pub(super) fn out_of_goal_area(side: Side, point: Vec2) -> Vec2 {
    let front = pitch::HALF_LENGTH - pitch::GOAL_AREA_LENGTH;
    if -point.x * side.sign() < front || point.y.abs() > pitch::GOAL_AREA_HALF_WIDTH {
        return point;
    }
    Vec2::new((EPS - front) * side.sign(), point.y)
}

/// Whether the ball, at this point, is at least partly in a side's penalty area.
pub(super) fn in_penalty_area(stadium: &Stadium, side: Side, point: Vec2) -> bool {
    Rectangle::penalty_area(side).grown(stadium.rules.server.ball_size).contains(point)
}

/// Puts the ball down at rest.
pub(super) fn put_ball(stadium: &mut Stadium, kick_off_side: Option<Side>, point: Vec2) {
    stadium.place_ball(point, Vec2::ZERO);
    stadium.game.kick_off_side = kick_off_side;
}

/// Puts the ball down at rest and begins a mode.
pub(super) fn restart(stadium: &mut Stadium, mode: PlayMode, side: Side, point: Vec2) {
    put_ball(stadium, Some(side), point);
    change_mode(stadium, mode);
}

/// Moves players outside the surroundings of the pitch to the nearest edge of the surroundings.
pub(super) fn players_back(stadium: &mut Stadium) {
    let surroundings = Rectangle::surroundings();
    for player in stadium.connected().select(&mut stadium.game.players) {
        if !surroundings.contains(player.position) {
            player.position = surroundings.nearest_edge(player.position);
        }
    }
}
