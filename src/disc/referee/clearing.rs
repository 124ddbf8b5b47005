//! Players keep their distance from a set play: those who are too near are put on the circle around
//! the ball.

use super::placement::in_penalty_area;
use crate::disc::pitch::{self, Circle};
use crate::disc::{PlayMode, Side, Stadium, Vec2};
use std::f64::consts::PI;

/// How far outside the circle players are put, m.
pub(super) const CLEARANCE: f64 = 1.0e-5;
/// Maximum number of rounds of moving players out of the circle and separating those who then
/// overlap.
const ROUNDS: usize = 10;
/// Farthest from the centre that a player may be along the pitch, m.
const END: f64 = pitch::HALF_LENGTH + pitch::MARGIN;
/// The same across the pitch, m.
const SIDE: f64 = pitch::HALF_WIDTH + pitch::MARGIN;

/// Moves a team, or everyone, out of the circle around the ball.
pub(super) fn clear(stadium: &mut Stadium, side: Option<Side>) {
    let zone = Zone::of(stadium);
    for _ in 0..ROUNDS {
        let mut moved = false;
        for player in stadium.connected() {
            if side.is_none_or(|side| stadium.game.players[player].side == side) {
                moved |= clear_player(stadium, &zone, player);
            }
        }
        if !moved {
            break;
        }
        stadium.collide();
    }
}

/// Moves a player out of the circle; returns whether they were moved.
fn clear_player(stadium: &mut Stadium, zone: &Zone, player: usize) -> bool {
    let position = stadium.game.players[player].position;
    if zone.indirect && position.x.abs() >= pitch::HALF_LENGTH {
        return false;
    }
    let radius = zone.radius + stadium.type_of(player).player_size;
    let ball = stadium.game.ball.position;
    if !(Circle { centre: ball, radius }).contains(position) {
        return false;
    }
    let spot = zone.outside(ball, radius, position);
    if !spot.is_finite() {
        // The ball is so far off the pitch that the circle does not meet the edge. In rcssserver,
        // players would have no finite position from now on.
        return false;
    }
    stadium.place_player(player, spot);
    true
}

/// The circle around the ball, as it depends on the mode.
struct Zone {
    /// Radius without the player's size, m.
    radius: f64,
    /// Whether defenders may stand on the goal line, where the circle then ends.
    indirect: bool,
    /// Whether there is no room for players in the corner behind the ball.
    cornered: bool,
}

impl Zone {
    fn of(stadium: &Stadium) -> Self {
        use PlayMode as M;
        let (mode, ball) = (stadium.game.mode, stadium.game.ball.position);
        let near_goal = match mode {
            M::IllegalDefense(_) | M::BackPass(_) => true,
            M::FoulCharge(side) | M::FoulPush(side) => in_penalty_area(stadium, side, ball),
            _ => false,
        };
        let radius = if near_goal { pitch::GOAL_AREA_LENGTH } else { pitch::CIRCLE_RADIUS };
        let indirect = matches!(
            mode,
            M::BackPass(_) | M::FoulCharge(_) | M::FoulPush(_) | M::IndirectFreeKick(_)
        );
        let cornered = ball.x.abs() > END - radius && ball.y.abs() > SIDE - radius;
        Self { radius, indirect, cornered }
    }

    /// Where a player in the circle is put: straight away from the ball, if players may be there.
    fn outside(&self, ball: Vec2, radius: f64, position: Vec2) -> Vec2 {
        let circle = Circle { centre: ball, radius: radius + CLEARANCE };
        let mut spot = circle.nearest_edge(position);
        let off_pitch = spot.x.abs() > pitch::HALF_LENGTH && spot.y.abs() > pitch::HALF_WIDTH;
        if self.cornered && off_pitch {
            spot = mirrored(ball, spot);
        }
        if self.indirect && spot.x.abs() > pitch::HALF_LENGTH {
            let slope = (spot.y - ball.y) / (spot.x - ball.x);
            spot.x = pitch::HALF_LENGTH.copysign(spot.x);
            spot.y = ball.y + slope * (spot.x - ball.x);
        }
        if spot.x.abs() > END {
            spot.y = ball.y + along_edge(radius, END - ball.x.abs(), spot.y < ball.y);
            spot.x = END.copysign(spot.x);
        }
        if spot.y.abs() > SIDE {
            spot.x = ball.x + along_edge(radius, SIDE - ball.y.abs(), spot.x < ball.x);
            spot.y = SIDE.copysign(spot.y);
        }
        if spot.x.abs() > END || spot.y.abs() > SIDE {
            spot = mirrored(ball, spot);
        }
        spot
    }
}

/// The point on the other side of the ball.
fn mirrored(ball: Vec2, spot: Vec2) -> Vec2 {
    (spot - ball).rotated(PI) + ball
}

/// How far along an edge, at this distance from the ball, the circle meets the edge.
fn along_edge(radius: f64, distance: f64, negative: bool) -> f64 {
    let reach = (radius * (distance / radius).acos().sin()).abs();
    if negative { -reach - CLEARANCE } else { reach + CLEARANCE }
}
