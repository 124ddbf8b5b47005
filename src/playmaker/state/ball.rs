//! The ball in a player's State.

use super::{Asker, NEVER, seen};
use crate::disc::Vec2;
use crate::disc::skills::WorldModel;
use crate::playmaker::protos;
use crate::playmaker::vector::vector;

/// The message about the ball.
pub(super) fn ball(asker: &Asker, model: &WorldModel) -> protos::Ball {
    let (ball, sign) = (&model.ball, model.side.sign());
    let gap = ball.position - model.me.position;
    let never_heard = Some(protos::RpcVector2D::default());
    let mut message = protos::Ball {
        position: Some(vector(ball.position)),
        relative_position: Some(vector(gap)),
        seen_position: Some(vector(ball.position)),
        heard_position: never_heard,
        velocity: Some(vector(ball.velocity)),
        seen_velocity: Some(vector(ball.velocity)),
        heard_velocity: never_heard,
        heard_pos_count: NEVER,
        heard_vel_count: NEVER,
        dist_from_self: gap.length() as f32,
        angle_from_self: gap.direction().to_degrees() as f32,
        ..Default::default()
    };
    if let Some(memory) = asker.memory() {
        let own = &memory.ball;
        message.pos_count = own.pos_count.into();
        message.vel_count = own.vel_count.into();
        message.seen_pos_count = own.seen_pos_count.into();
        message.seen_vel_count = own.seen_vel_count.into();
        message.lost_count = own.seen_pos_count.into();
        message.ghost_count = own.ghost_count.into();
        message.seen_position = Some(seen(own.seen_position * sign, message.seen_pos_count));
        message.seen_velocity = Some(seen(own.seen_velocity * sign, message.seen_vel_count));
        if message.pos_count >= NEVER {
            message.dist_from_self = NEVER as f32;
        }
    }
    if let Some((position, velocity)) = asker.notes.heard_ball {
        message.heard_position = Some(vector(position));
        message.heard_velocity = Some(vector(velocity));
        (message.heard_pos_count, message.heard_vel_count) = (0, 0);
    }
    debug_assert!(Vec2::is_finite(ball.position));
    message
}
