//! Where players stand in a shoot-out: the taker at the ball, the goalie in the goal, the takers'
//! goalie behind the goal line, everyone else in the centre circle.

use crate::disc::pitch::{self, Circle};
use crate::disc::{PlayMode, Side, Stadium, Vec2};

/// The largest distance of the taker from the ball, and of the takers' goalie from their place, m.
const NEAR: f64 = 2.0;
/// How far in front of and beside their place the takers' goalie may stand, m.
const TOLERANCE: f64 = 1.5;

/// The circle within which the centre of a player must be for them to be wholly inside the centre
/// circle.
fn centre_circle(stadium: &Stadium, player: usize) -> Circle {
    let radius = pitch::CIRCLE_RADIUS - stadium.type_of(player).player_size;
    Circle { centre: Vec2::ZERO, radius }
}

/// A team's goalie; the last one if the team has several.
fn goalie_of(stadium: &Stadium, side: Side) -> Option<usize> {
    stadium.team(side).filter(|&place| stadium.game.players[place].goalie).last()
}

/// Whether a team is placed correctly. After a penalty it always is; without a goalie it never is.
pub(super) fn check(stadium: &Stadium, side: Side) -> bool {
    let mode = stadium.game.mode;
    if mode.is_penalty_result() {
        return true;
    }
    let mut outside = 0;
    let mut last_outside = None;
    for player in stadium.team(side).filter(|&place| !stadium.game.players[place].goalie) {
        if !centre_circle(stadium, player).contains(stadium.game.players[player].position) {
            outside += 1;
            last_outside = Some(player);
        }
    }
    let Some(goalie) = goalie_of(stadium, side) else { return false };
    if stadium.game.referee.shoot_out.taking != Some(side) {
        return outside == 0 && goalie_defends(stadium, goalie);
    }
    let setup = matches!(mode, PlayMode::PenaltySetup(_));
    let near = |player: usize| {
        stadium.game.players[player].position.distance(stadium.game.ball.position) <= NEAR
    };
    if outside > 0 {
        let taker_is_near = !setup || last_outside.is_none_or(near);
        if outside > 1 || !taker_is_near || !goalie_is_away(stadium, goalie) {
            return false;
        }
    } else if setup && near(goalie) {
        last_outside = Some(goalie);
    }
    !(setup && last_outside.is_some_and(|taker| has_taken(stadium, taker)))
}

/// Whether a player has taken a penalty already.
fn has_taken(stadium: &Stadium, player: usize) -> bool {
    let player = &stadium.game.players[player];
    stadium.game.referee.shoot_out.has_taken(player.side, player.unum)
}

/// Whether the goalie stands in or in front of the goal; once the penalty is taken they may go
/// anywhere.
fn goalie_defends(stadium: &Stadium, goalie: usize) -> bool {
    let server = &stadium.rules.server;
    let position = stadium.game.players[goalie].position;
    matches!(stadium.game.mode, PlayMode::PenaltyTaken(_))
        || (position.x.abs() >= pitch::HALF_LENGTH - server.pen_max_goalie_dist_x
            && position.y.abs() <= 0.5 * server.goal_width)
}

/// Whether the takers' goalie is behind the goal line, beside the penalty area.
fn goalie_is_away(stadium: &Stadium, goalie: usize) -> bool {
    let position = stadium.game.players[goalie].position;
    position.x.abs() >= pitch::HALF_LENGTH - TOLERANCE
        && position.y.abs() >= pitch::PENALTY_AREA_HALF_WIDTH - TOLERANCE
}

/// Puts a team where it belongs.
pub(super) fn place(stadium: &mut Stadium, side: Side) {
    if stadium.game.referee.shoot_out.taking == Some(side) {
        place_takers(stadium, side);
    } else {
        place_others(stadium, side);
    }
}

/// The taker goes to the ball, the goalie behind the line, the others into the circle.
fn place_takers(stadium: &mut Stadium, side: Side) {
    let taken = matches!(stadium.game.mode, PlayMode::PenaltyTaken(_));
    let shoot_out = &stadium.game.referee.shoot_out;
    let goal = shoot_out.goal;
    let taker = shoot_out.taker.map(usize::from).or_else(|| candidate(stadium, side));
    let ball = stadium.game.ball.position;
    for player in stadium.team(side) {
        let position = stadium.game.players[player].position;
        if Some(player) == taker {
            if !taken && position.distance(ball) > NEAR {
                let near_ball = Circle { centre: ball, radius: NEAR };
                stadium.game.players[player].position = near_ball.nearest_edge(position);
            }
        } else if stadium.game.players[player].goalie {
            let y = if position.y > 0.0 { 25.0 } else { -25.0 };
            let centre = Vec2::new(-goal.sign() * (pitch::HALF_LENGTH + 2.0), y);
            keep_in(stadium, player, Circle { centre, radius: NEAR });
        } else {
            keep_in(stadium, player, centre_circle(stadium, player));
        }
    }
}

/// The goalie goes back to the goal before the penalty is taken, the others into the circle.
fn place_others(stadium: &mut Stadium, side: Side) {
    let taken = matches!(stadium.game.mode, PlayMode::PenaltyTaken(_));
    let goal = stadium.game.referee.shoot_out.goal;
    let line = pitch::HALF_LENGTH - stadium.rules.server.pen_max_goalie_dist_x;
    for player in stadium.team(side) {
        if !stadium.game.players[player].goalie {
            keep_in(stadium, player, centre_circle(stadium, player));
            continue;
        }
        let position = &mut stadium.game.players[player].position;
        if !taken && -position.x * goal.sign() < line {
            *position = Vec2::new(-goal.sign() * (line + TOLERANCE), 0.0);
        }
    }
}

/// Moves a player outside of a circle to its edge.
fn keep_in(stadium: &mut Stadium, player: usize, circle: Circle) {
    let position = &mut stadium.game.players[player].position;
    if !circle.contains(*position) {
        *position = circle.nearest_edge(*position);
    }
}

/// The player who takes a penalty if nobody has come to the ball: of those who have not taken one
/// yet, the one nearest to the ball, with the goalie last.
fn candidate(stadium: &Stadium, side: Side) -> Option<usize> {
    let ball = stadium.game.ball.position;
    let (mut nearest, mut distance, mut goalie) = (None, f64::MAX, None);
    for player in stadium.team(side).filter(|&place| !has_taken(stadium, place)) {
        let own = (stadium.game.players[player].position - ball).length2();
        if stadium.game.players[player].goalie {
            goalie = Some(player);
        } else if own < distance {
            distance = own;
            nearest = Some(player);
        }
    }
    nearest.or(goalie)
}
