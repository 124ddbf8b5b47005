//! A goalie's catch.

use super::{Lot, PlayMode, Room, Vec2, flags, referee};

/// Tries to catch in a direction (degrees from the body), at once.
pub(super) fn catch(room: &mut Room, place: usize, direction: f64) {
    let server = &room.rules.server;
    let mode = room.game.mode;
    let player = &mut room.game.players[place];
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
    let ball = (room.game.ball.position - player.position).rotated(-angle);
    let Some(probability) = probability(room, place, ball) else {
        room.game.players[place].flags |= flags::CATCH_FAULT;
        return;
    };
    if room.event(Lot::Catch, Some(place), probability) {
        hold(room, place);
    } else {
        punch(room, place, angle);
    }
    let player = &mut room.game.players[place];
    player.counts.catch += 1;
    player.goalie_moves = 0;
}

/// The chance to catch a ball at a place in the frame of the catch; none out of the rectangle.
fn probability(room: &Room, place: usize, ball: Vec2) -> Option<f64> {
    let server = &room.rules.server;
    let stretch = room.type_of(place).catchable_area_l_stretch;
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
fn hold(room: &mut Room, place: usize) {
    let way = room.game.ball.position - room.game.players[place].position;
    let contact = room.rules.server.ball_size + room.type_of(place).player_size;
    let jump = way.with_length(way.length() - contact);
    let player = &mut room.game.players[place];
    player.position += jump;
    player.next_body = jump.direction();
    player.velocity = Vec2::ZERO;
    referee::caught(room, place);
}

/// The ball goes back where it came from.
fn punch(room: &mut Room, place: usize, angle: f64) {
    room.game.players[place].flags |= flags::CATCH_FAULT;
    let velocity = room.game.ball.velocity;
    let own = velocity.rotated(-angle);
    let back = Vec2::new(-own.x, own.y).rotated(angle);
    room.game.ball.acceleration += back - velocity;
    referee::touched(room, place);
    referee::punched(room, place);
}
