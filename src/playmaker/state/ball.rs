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
    let mut told = protos::Ball {
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
        told.pos_count = own.pos_count.into();
        told.vel_count = own.vel_count.into();
        told.seen_pos_count = own.seen_pos_count.into();
        told.seen_vel_count = own.seen_vel_count.into();
        told.lost_count = own.seen_pos_count.into();
        told.ghost_count = own.ghost_count.into();
        told.seen_position = Some(seen(own.seen_position * sign, told.seen_pos_count));
        told.seen_velocity = Some(seen(own.seen_velocity * sign, told.seen_vel_count));
        if told.pos_count >= NEVER {
            told.dist_from_self = NEVER as f32;
        }
    }
    if let Some((position, velocity)) = asker.notes.heard_ball {
        told.heard_position = Some(vector(position));
        told.heard_velocity = Some(vector(velocity));
        (told.heard_pos_count, told.heard_vel_count) = (0, 0);
    }
    debug_assert!(Vec2::is_finite(ball.position));
    told
}
