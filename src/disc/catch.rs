//! A goalie's catch.

use super::{Lot, PlayMode, Stadium, Vec2, flags, referee};

/// Tries to catch the ball in a direction (degrees from the body), at once.
pub(super) fn catch(stadium: &mut Stadium, place: usize, direction: f64) {
    let server = &stadium.rules.server;
    let mode = stadium.game.mode;
    let player = &mut stadium.game.players[place];
    player.acted = true;
    player.flags |= flags::CATCH;
    let allowed = mode == PlayMode::PlayOn || mode.is_shoot_out();
    if !player.goalie || player.catch_ban > 0 || !allowed {
        player.flags |= flags::CATCH_FAULT;
        return;
    }
    player.catch_ban = server.catch_ban_cycle.clamp(0, u16::MAX.into()) as u16;
    let player = *player;
    let direction = direction.max(server.min_catch_angle).min(server.max_catch_angle);
    let angle = player.body + direction.to_radians();
    let ball = (stadium.game.ball.position - player.position).rotated(-angle);
    let Some(probability) = probability(stadium, place, ball) else {
        stadium.game.players[place].flags |= flags::CATCH_FAULT;
        return;
    };
    if stadium.event(Lot::Catch, Some(place), probability) {
        hold(stadium, place);
    } else {
        punch(stadium, place, angle);
    }
    let player = &mut stadium.game.players[place];
    player.counts.catch += 1;
    player.goalie_moves = 0;
}

/// Returns the probability of catching a ball at a point in the frame of the catch; `None` outside
/// the catchable rectangle.
fn probability(stadium: &Stadium, place: usize, ball: Vec2) -> Option<f64> {
    let server = &stadium.rules.server;
    let stretch = stadium.type_of(place).catchable_area_l_stretch;
    let more = server.catchable_area_l * (stretch - 1.0);
    let (certain, reach) = (server.catchable_area_l - more, server.catchable_area_l + more);
    let half_width = server.catchable_area_w * 0.5;
    if !(0.0..=reach).contains(&ball.x) || ball.y.abs() > half_width {
        return None;
    }
    let most = server.catch_probability;
    if ball.x <= certain {
        return Some(most.clamp(0.0, 1.0));
    }
    Some((most - most * (ball.x - certain) / (reach - certain)).clamp(0.0, 1.0))
}

/// The goalie jumps to the ball, and has it.
fn hold(stadium: &mut Stadium, place: usize) {
    let way = stadium.game.ball.position - stadium.game.players[place].position;
    let contact = stadium.rules.server.ball_size + stadium.type_of(place).player_size;
    let jump = way.with_length(way.length() - contact);
    let player = &mut stadium.game.players[place];
    player.position += jump;
    player.next_body = jump.direction();
    player.velocity = Vec2::ZERO;
    referee::caught(stadium, place);
}

/// The ball goes back where it came from.
fn punch(stadium: &mut Stadium, place: usize, angle: f64) {
    stadium.game.players[place].flags |= flags::CATCH_FAULT;
    let velocity = stadium.game.ball.velocity;
    let own = velocity.rotated(-angle);
    let back = Vec2::new(-own.x, own.y).rotated(angle);
    stadium.game.ball.acceleration += back - velocity;
    referee::touched(stadium, place);
    referee::punched(stadium, place);
}
