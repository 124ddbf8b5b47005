//! Parameters and player types, as servers send them to clients and write them to logs.

use crate::disc::parameters::{LCM_STEP, Value};
use crate::disc::senses::MAX_DISTANCE;
use crate::disc::{PlayerParameters, PlayerType, Rules, ServerParameters};
use crate::wire::number::general;
use std::fmt::Write;

/// Distances at which players see details of what is around them, the same for all types: figures
/// that version 18 has added.
const SIGHT: [(&str, f64); 11] = [
    ("unum_far_length", 20.0),
    ("unum_too_far_length", 40.0),
    ("team_far_length", MAX_DISTANCE),
    ("team_too_far_length", MAX_DISTANCE),
    ("player_max_observation_length", MAX_DISTANCE),
    ("ball_vel_far_length", 20.0),
    ("ball_vel_too_far_length", 40.0),
    ("ball_max_observation_length", MAX_DISTANCE),
    ("flag_chg_far_length", 20.0),
    ("flag_chg_too_far_length", 40.0),
    ("flag_max_observation_length", MAX_DISTANCE),
];
/// Figures of types that are parameters of the server: the noise of their vision.
const NOISE: [&str; 4] = [
    "dist_noise_rate",
    "focus_dist_noise_rate",
    "land_dist_noise_rate",
    "land_focus_dist_noise_rate",
];
/// Figures of types before version 14.
const EARLY_FIGURES: usize = 11;

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Bool(value) => out.push(if *value { '1' } else { '0' }),
        Value::Int(value) => drop(write!(out, "{value}")),
        Value::Real(value) => general(*value, out),
        Value::Text(text) => drop(write!(out, "\"{text}\"")),
    }
}

fn write_pair(name: &str, value: Option<Value>, out: &mut String) {
    if let Some(value) = value {
        let _ = write!(out, "({name} ");
        write_value(&value, out);
        out.push(')');
    }
}

/// Appends `server_param` for a version of the protocol.
pub fn write_server_params(rules: &Rules, version: u8, out: &mut String) {
    if version < 8 {
        return write_early_server_params(&rules.server, out);
    }
    out.push_str("(server_param ");
    for (name, since) in ServerParameters::NAMES {
        if *since <= version {
            write_pair(name, rules.server.get(name), out);
        }
    }
    out.push(')');
}

/// Appends `server_param` for monitors and logs, which get more parameters than players do.
pub fn write_all_server_params(rules: &Rules, out: &mut String) {
    out.push_str("(server_param ");
    for (name, _) in ServerParameters::NAMES {
        write_pair(name, rules.server.get(name), out);
    }
    out.push(')');
}

/// Appends `player_param` for a version of the protocol.
pub fn write_player_params(rules: &Rules, version: u8, out: &mut String) {
    if version < 8 {
        return write_early("player_param", &EARLY_PLAYER, |name| rules.player.get(name), out);
    }
    out.push_str("(player_param ");
    for (name, since) in PlayerParameters::NAMES {
        if *since <= version {
            write_pair(name, rules.player.get(name), out);
        }
    }
    out.push(')');
}

/// Appends `player_type` for a version of the protocol.
pub fn write_player_type(rules: &Rules, id: usize, version: u8, out: &mut String) {
    let own = &rules.types[id];
    if version < 8 {
        let _ = write!(out, "(player_type {id}");
        for name in &PlayerType::NAMES[..EARLY_FIGURES] {
            out.push(' ');
            general(own.get(name).unwrap_or_default(), out);
        }
        return out.push(')');
    }
    out.push_str("(player_type ");
    for (name, value) in figures(rules, id, version) {
        write_pair(name, value, out);
    }
    out.push(')');
}

/// Returns a type's id and the figures that a version, 8 or later, is sent.
pub(super) fn figures(
    rules: &Rules,
    id: usize,
    version: u8,
) -> impl Iterator<Item = (&'static str, Option<Value>)> {
    let own = &rules.types[id];
    let figures = if version >= 14 { PlayerType::NAMES.len() } else { EARLY_FIGURES };
    let figures = PlayerType::NAMES[..figures].iter();
    let figures = figures.map(|name| (*name, own.get(name).map(Value::Real)));
    let sight = SIGHT[..if version >= 18 { SIGHT.len() } else { 0 }].iter();
    let sight = sight.map(|(name, length)| (*name, Some(Value::Real(*length))));
    let noise = NOISE[..if version >= 19 { NOISE.len() } else { 0 }].iter();
    let noise = noise.map(|name| (*name, rules.server.get(name)));
    let id = ("id", Some(Value::Int(id as i32)));
    std::iter::once(id).chain(figures).chain(sight).chain(noise)
}

/// Appends the news that a player has another type. The type of an opponent is not sent.
pub fn write_change_player_type(unum: u8, type_id: Option<u8>, out: &mut String) {
    let _ = match type_id {
        Some(type_id) => write!(out, "(change_player_type {unum} {type_id})"),
        None => write!(out, "(change_player_type {unum})"),
    };
}

/// Appends values without names, in the order of `names`.
fn write_early(word: &str, names: &[&str], get: impl Fn(&str) -> Option<Value>, out: &mut String) {
    let _ = write!(out, "({word}");
    for name in names {
        out.push(' ');
        if let Some(value) = get(name) {
            write_value(&value, out);
        }
    }
    out.push(')');
}

/// Appends what version 7 is sent, some of which is obsolete.
fn write_early_server_params(server: &ServerParameters, out: &mut String) {
    let get = |name: &str| match name {
        "half_time" => {
            let cycles = 1000 / server.simulator_step.max(1);
            Some(Value::Int(server.half_time.saturating_mul(cycles)))
        }
        name => early_value(server, name),
    };
    write_early("server_param", &EARLY_SERVER, get, out);
}

/// Returns a parameter, which may be derived from others.
pub(super) fn early_value(server: &ServerParameters, name: &str) -> Option<Value> {
    Some(match name {
        "control_radius_width" => Value::Real(server.control_radius - server.player_size),
        "kickable_area" => {
            Value::Real(server.player_size + server.ball_size + server.kickable_margin)
        }
        "lcm_step" => Value::Int(LCM_STEP),
        "none" => Value::Real(-1.0),
        name => return server.get(name),
    })
}

/// The order of the parameters in version 7.
pub(super) const EARLY_SERVER: [&str; 103] = [
    "goal_width",
    "inertia_moment",
    "player_size",
    "player_decay",
    "player_rand",
    "player_weight",
    "player_speed_max",
    "player_accel_max",
    "stamina_max",
    "stamina_inc_max",
    "recover_init",
    "recover_dec_thr",
    "recover_min",
    "recover_dec",
    "effort_init",
    "effort_dec_thr",
    "effort_min",
    "effort_dec",
    "effort_inc_thr",
    "effort_inc",
    "kick_rand",
    "team_actuator_noise",
    "prand_factor_l",
    "prand_factor_r",
    "kick_rand_factor_l",
    "kick_rand_factor_r",
    "ball_size",
    "ball_decay",
    "ball_rand",
    "ball_weight",
    "ball_speed_max",
    "ball_accel_max",
    "dash_power_rate",
    "kick_power_rate",
    "kickable_margin",
    "control_radius",
    "control_radius_width",
    "maxpower",
    "minpower",
    "maxmoment",
    "minmoment",
    "maxneckmoment",
    "minneckmoment",
    "maxneckang",
    "minneckang",
    "visible_angle",
    "visible_distance",
    "wind_dir",
    "wind_force",
    "wind_ang",
    "wind_rand",
    "kickable_area",
    "catchable_area_l",
    "catchable_area_w",
    "catch_probability",
    "goalie_max_moves",
    "ckick_margin",
    "offside_active_area_size",
    "wind_none",
    "wind_random",
    "say_coach_cnt_max",
    "say_coach_msg_size",
    "clang_win_size",
    "clang_define_win",
    "clang_meta_win",
    "clang_advice_win",
    "clang_info_win",
    "clang_mess_delay",
    "clang_mess_per_cycle",
    "half_time",
    "simulator_step",
    "send_step",
    "recv_step",
    "sense_body_step",
    "lcm_step",
    "say_msg_size",
    "hear_max",
    "hear_inc",
    "hear_decay",
    "catch_ban_cycle",
    "slow_down_factor",
    "use_offside",
    "forbid_kick_off_offside",
    "offside_kick_margin",
    "audio_cut_dist",
    "quantize_step",
    "quantize_step_l",
    "none",
    "none",
    "none",
    "none",
    "none",
    "none",
    "none",
    "coach",
    "coach_w_referee",
    "old_coach_hear",
    "send_vi_step",
    "start_goal_l",
    "start_goal_r",
    "fullstate_l",
    "fullstate_r",
    "drop_ball_time",
];

/// The order of the parameters in version 7.
pub(super) const EARLY_PLAYER: [&str; 19] = [
    "player_types",
    "subs_max",
    "pt_max",
    "player_speed_max_delta_min",
    "player_speed_max_delta_max",
    "stamina_inc_max_delta_factor",
    "player_decay_delta_min",
    "player_decay_delta_max",
    "inertia_moment_delta_factor",
    "dash_power_rate_delta_min",
    "dash_power_rate_delta_max",
    "player_size_delta_factor",
    "kickable_margin_delta_min",
    "kickable_margin_delta_max",
    "kick_rand_delta_factor",
    "extra_stamina_delta_min",
    "extra_stamina_delta_max",
    "effort_max_delta_factor",
    "effort_min_delta_factor",
];
