//! What coaches and the trainer send: everything as it is, not as somebody sees it.

use super::{NEVER, Notes, common};
use crate::disc::{PlayerType, Side, World};
use crate::playmaker::protos;
use crate::playmaker::vector::{nowhere, vector};

/// The state of a side's coach, or of the trainer, whose side is the left one.
pub fn staff_state(world: &World, side: Side, notes: &Notes) -> protos::WorldModel {
    let (game, sign) = (&world.game, side.sign());
    let mut told = common(world, side);
    told.game_mode_side = 0;
    told.set_play_count = notes.set_play_count as i32;
    told.last_set_play_start_time = notes.set_play_start as i32;
    told.stoped_cycle = notes.mode_stopped as i32;
    told.penalty_kick_state = notes.penalty(game.mode);
    let ball = game.ball;
    told.ball = Some(protos::Ball {
        position: Some(vector(ball.position * sign)),
        seen_position: Some(vector(ball.position * sign)),
        velocity: Some(vector(ball.velocity * sign)),
        seen_velocity: Some(vector(ball.velocity * sign)),
        ..Default::default()
    });
    let mut line = [f64::NEG_INFINITY; 2];
    for (id, player) in (1..).zip(game.players.iter().filter(|player| player.connected)) {
        let own = &world.rules().types[usize::from(player.type_id)];
        let shown = figure(world, side, id, player, own);
        let key = i32::from(player.unum);
        if player.side == side {
            told.teammates.push(shown);
            told.our_players_dict.insert(key, shown);
        } else {
            let x = player.position.x * sign;
            line = if x > line[0] { [x, line[0]] } else { [line[0], x.max(line[1])] };
            told.opponents.push(shown);
            told.their_players_dict.insert(key, shown);
        }
    }
    told.offside_line_x = line[1].max(0.0).max(ball.position.x * sign) as f32;
    told
}

fn figure(
    world: &World,
    side: Side,
    id: i32,
    player: &crate::disc::Player,
    own: &PlayerType,
) -> protos::Player {
    let (sign, ball) = (side.sign(), world.game.ball.position);
    let turn = if side == Side::Left { 0.0 } else { std::f64::consts::PI };
    let facing = |angle: f64| crate::disc::normalize_angle(angle + turn).to_degrees() as f32;
    let (position, velocity) = (player.position * sign, player.velocity * sign);
    let from_ball = position - ball * sign;
    let points = player.arm.expires > 0;
    let arm = (player.arm.target - player.position).direction();
    protos::Player {
        position: Some(vector(position)),
        seen_position: Some(vector(position)),
        heard_position: Some(nowhere()),
        velocity: Some(vector(velocity)),
        seen_velocity: Some(vector(velocity)),
        heard_pos_count: NEVER,
        id,
        side: protos::Side::from(player.side) as i32,
        uniform_number: player.unum.into(),
        is_goalie: player.goalie,
        body_direction: facing(player.body),
        face_direction: facing(player.body + player.neck),
        point_to_direction: if points { facing(arm) } else { 0.0 },
        point_to_direction_count: if points { 0 } else { NEVER },
        is_kicking: player.has_kicked(),
        dist_from_ball: from_ball.length() as f32,
        angle_from_ball: from_ball.direction().to_degrees() as f32,
        is_tackling: player.tackle_cycles > 0,
        type_id: player.type_id.into(),
        inertia_final_point: Some(vector(position + velocity * (1.0 / (1.0 - own.player_decay)))),
        ..Default::default()
    }
}
