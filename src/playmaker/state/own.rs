//! The player themselves in their State.

use super::{Asker, NEVER};
use crate::disc::skills::{UNKNOWN, WorldModel, catch_probability};
use crate::disc::{Card, Player, ServerParameters, Vec2, ViewWidth};
use crate::playmaker::protos;
use crate::playmaker::vector::{nowhere, vector};

/// Stamina that is kept above the level at which recovery suffers.
const SPARE: f64 = 1.0;
/// The lowest rate of kicks that is reported.
const LEAST_RATE: f64 = 1e-4;

/// The message about the player themselves.
pub(super) fn own(asker: &Asker, model: &WorldModel) -> protos::Self_ {
    let (me, rules) = (&model.me, model.rules);
    let server = &rules.server;
    let player = &asker.world.game.players[asker.place];
    let gap = model.ball.position - me.position;
    let off = normalized(gap.direction().to_degrees() - me.body);
    let (position, velocity) = (vector(me.position), vector(me.velocity));
    let age = asker.memory().map_or(0, |memory| i32::from(memory.own.pos_count));
    protos::Self_ {
        position: Some(position),
        seen_position: Some(position),
        heard_position: Some(nowhere()),
        velocity: Some(velocity),
        seen_velocity: Some(velocity),
        pos_count: age,
        seen_pos_count: age,
        heard_pos_count: NEVER,
        side: protos::Side::from(model.side) as i32,
        uniform_number: me.unum.into(),
        is_goalie: me.is_goalie,
        body_direction: me.body as f32,
        face_direction: normalized(me.body + me.neck) as f32,
        point_to_direction_count: if player.arm.expires > 0 { 0 } else { NEVER },
        point_to_direction: pointing(player, me.position, model) as f32,
        is_kicking: asker.notes.has_played,
        dist_from_ball: gap.length() as f32,
        angle_from_ball: (-gap).direction().to_degrees() as f32,
        ball_reach_steps: model.reach().me as i32,
        is_tackling: player.tackle_cycles > 0,
        relative_neck_direction: me.neck as f32,
        stamina: me.stamina as f32,
        is_kickable: me.can_kick,
        catch_probability: catch_chance(model, gap) as f32,
        tackle_probability: tackle_probability(server, model, gap, server.tackle_exponent) as f32,
        foul_probability: if model.reach().opponent == 0 {
            tackle_probability(server, model, gap, server.foul_exponent) as f32
        } else {
            0.0
        },
        view_width: match player.view_width {
            ViewWidth::Narrow => protos::ViewWidth::Narrow,
            ViewWidth::Normal => protos::ViewWidth::Normal,
            ViewWidth::Wide => protos::ViewWidth::Wide,
        } as i32,
        type_id: player.type_id.into(),
        kick_rate: kick_rate(server, model, gap.length(), off) as f32,
        recovery: me.recovery as f32,
        stamina_capacity: me.capacity as f32,
        card: match player.card {
            Card::None => protos::CardType::NoCard,
            Card::Yellow => protos::CardType::Yellow,
            Card::Red => protos::CardType::Red,
        } as i32,
        catch_time: asker.notes.catch_time as i32,
        effort: me.effort as f32,
        get_safety_dash_power: safe_power(server, model) as f32,
        ..Default::default()
    }
}

/// The player themselves as an entry of their team's dictionary.
pub(super) fn as_player(asker: &Asker, model: &WorldModel) -> protos::Player {
    let own = own(asker, model);
    protos::Player {
        position: own.position,
        seen_position: own.seen_position,
        heard_position: own.heard_position,
        velocity: own.velocity,
        seen_velocity: own.seen_velocity,
        pos_count: own.pos_count,
        seen_pos_count: own.seen_pos_count,
        heard_pos_count: own.heard_pos_count,
        side: own.side,
        uniform_number: own.uniform_number,
        is_goalie: own.is_goalie,
        body_direction: own.body_direction,
        face_direction: own.face_direction,
        point_to_direction: own.point_to_direction,
        point_to_direction_count: own.point_to_direction_count,
        is_kicking: own.is_kicking,
        dist_from_ball: own.dist_from_ball,
        angle_from_ball: own.angle_from_ball,
        ball_reach_steps: own.ball_reach_steps,
        is_tackling: own.is_tackling,
        type_id: own.type_id,
        ..Default::default()
    }
}

fn normalized(degrees: f64) -> f64 {
    crate::disc::normalize_angle(degrees.to_radians()).to_degrees()
}

fn pointing(player: &Player, here: Vec2, model: &WorldModel) -> f64 {
    if player.arm.expires == 0 {
        return 0.0;
    }
    (player.arm.target * model.side.sign() - here).direction().to_degrees()
}

fn kick_rate(server: &ServerParameters, model: &WorldModel, distance: f64, off: f64) -> f64 {
    let own = model.me.own;
    let gap = (distance - own.player_size - server.ball_size) / own.kickable_margin;
    (own.kick_power_rate * (1.0 - 0.25 * off.abs() / 180.0 - 0.25 * gap)).max(LEAST_RATE)
}

fn safe_power(server: &ServerParameters, model: &WorldModel) -> f64 {
    let me = &model.me;
    let most = if me.capacity == 0.0 {
        me.stamina + me.own.extra_stamina
    } else {
        me.stamina - (server.stamina_max * server.recover_dec_thr + SPARE)
    };
    most.max(0.0).min(server.max_dash_power)
}

fn tackle_probability(
    server: &ServerParameters,
    model: &WorldModel,
    gap: Vec2,
    exponent: f64,
) -> f64 {
    let ball = gap.rotated(-model.me.body.to_radians());
    let reach = if ball.x >= 0.0 { server.tackle_dist } else { server.tackle_back_dist };
    if reach <= 0.0 || model.me.is_frozen || model.ball.counts.position >= UNKNOWN {
        return 0.0;
    }
    let part = |way: f64, most: f64| (way.abs() / most).powf(exponent);
    (1.0 - part(ball.x, reach) - part(ball.y, server.tackle_width)).max(0.0)
}

/// The probability that the player would catch the ball, computed for any player and in any play
/// mode, as agents do.
fn catch_chance(model: &WorldModel, gap: Vec2) -> f64 {
    let cannot = model.me.catch_ban > 0 || model.ball.counts.position >= UNKNOWN;
    if cannot { 0.0 } else { catch_probability(model, gap, model.me.body) }
}
