//! What coaches and the trainer send: everything as it is, not as somebody sees it, and only that.

use super::{NEVER, Notes, common};
use crate::disc::{Player, Side, World};
use crate::playmaker::protos;
use crate::playmaker::vector::vector;

/// The state of a side's coach, or of the trainer, whose side is the left one. Like agents, they
/// leave out what depends on somebody's eyes, and whatever only players are told.
pub fn staff_state(world: &World, side: Side, notes: &Notes) -> protos::WorldModel {
    let (game, sign) = (&world.game, side.sign());
    let mut message = common(world, side);
    message.last_set_play_start_time = notes.set_play_start as i32;
    message.stoped_cycle = notes.mode_stopped as i32;
    let ball = game.ball;
    message.ball = Some(protos::Ball {
        position: Some(vector(ball.position * sign)),
        velocity: Some(vector(ball.velocity * sign)),
        ..Default::default()
    });
    let mut line = [f64::NEG_INFINITY; 2];
    for player in game.players.iter().filter(|player| player.connected) {
        let shown = figure(side, player);
        if player.side == side {
            message.teammates.push(shown);
        } else {
            let x = player.position.x * sign;
            line = if x > line[0] { [x, line[0]] } else { [line[0], x.max(line[1])] };
            message.opponents.push(shown);
        }
    }
    message.offside_line_x = line[1].max(0.0).max(ball.position.x * sign) as f32;
    message
}

fn figure(side: Side, player: &Player) -> protos::Player {
    let sign = side.sign();
    let turn = if side == Side::Left { 0.0 } else { std::f64::consts::PI };
    let facing = |angle: f64| crate::disc::normalize_angle(angle + turn).to_degrees() as f32;
    let arm = (player.arm.target - player.position).direction();
    protos::Player {
        position: Some(vector(player.position * sign)),
        velocity: Some(vector(player.velocity * sign)),
        side: protos::Side::from(player.side) as i32,
        uniform_number: player.unum.into(),
        is_goalie: player.goalie,
        body_direction: facing(player.body),
        face_direction: facing(player.body + player.neck),
        point_to_direction: if player.arm.expires > 0 { facing(arm) } else { 0.0 },
        is_kicking: player.has_kicked(),
        // They do not work out who reaches the ball when.
        ball_reach_steps: NEVER,
        is_tackling: player.tackle_cycles > 0,
        type_id: player.type_id.into(),
        ..Default::default()
    }
}
