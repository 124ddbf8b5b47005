//! Messages of version -1, and the parts of them that JSON logs contain.

use super::super::parameters::figures;
use crate::disc::parameters::Value;
use crate::disc::senses::NEWEST;
use crate::disc::{PlayerParameters, Rules, Score, ServerParameters, TEAM, TYPES, World};
use crate::wire::number::general;
use crate::wire::rcg::{PlayerShow, Show};
use std::fmt::Write;

/// Returns parameters and player types, one JSON value each.
pub(crate) fn parameters(rules: &Rules) -> Vec<String> {
    let server = ServerParameters::NAMES.iter().map(|(name, _)| (*name, rules.server.get(name)));
    let player = PlayerParameters::NAMES.iter().map(|(name, _)| (*name, rules.player.get(name)));
    let mut messages = vec![object("server_param", server), object("player_param", player)];
    let types = 0..TYPES;
    messages.extend(types.map(|id| object("player_type", figures(rules, id, NEWEST))));
    messages
}

/// `{"name":{"key":value,...}}`.
fn object<'a>(name: &str, pairs: impl Iterator<Item = (&'a str, Option<Value>)>) -> String {
    let mut out = format!("{{\"{name}\":{{");
    let mut first = true;
    for (key, value) in pairs {
        let Some(value) = value else { continue };
        if !std::mem::take(&mut first) {
            out.push(',');
        }
        let _ = write!(out, "\"{key}\":");
        match value {
            Value::Bool(value) => drop(write!(out, "{value}")),
            Value::Int(value) => drop(write!(out, "{value}")),
            Value::Real(value) => general(value, &mut out),
            Value::Text(text) => quoted(&text, &mut out),
        }
    }
    out.push_str("}}");
    out
}

/// A text in quotes.
fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => drop(write!(out, "\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
}

fn time(cycle: u32, stopped: u32, out: &mut String) {
    let _ = write!(out, "\"time\":{cycle},");
    if stopped > 0 {
        let _ = write!(out, "\"stime\":{stopped},");
    }
}

/// Returns a line for a message board; the clock is cycle and stopped cycles.
pub(crate) fn message_on(board: u8, (cycle, stopped): (u32, u32), text: &str) -> String {
    let mut out = "{\"msg\":{".to_owned();
    time(cycle, stopped, &mut out);
    let _ = write!(out, "\"board\":{board},\"message\":");
    quoted(text, &mut out);
    out.push_str("}}");
    out
}

/// Returns the game after a step, as monitors are sent it.
pub(super) fn show(world: &World) -> String {
    shown(world, false)
}

/// Returns the game after a step, as logs have it: with the counts of players' commands, without
/// play mode, teams and focus.
pub(crate) fn logged_show(world: &World) -> String {
    shown(world, true)
}

fn shown(world: &World, is_logged: bool) -> String {
    let game = &world.game;
    let show = Show::of(game, world.rules());
    let mut out = "{\"show\":{".to_owned();
    time(game.cycle, game.stopped, &mut out);
    if !is_logged {
        let _ = write!(out, "\"mode\":\"{}\",\"team\":{{", game.mode.name());
        write_teams(world.names(), &game.score, &mut out);
        out.push_str("},");
    }
    out.push_str("\"ball\":{");
    numbers(&["x", "y", "vx", "vy"], &show.ball, &mut out);
    out.push_str("},\"players\":[");
    for (place, own) in show.players.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        player(place, own, is_logged, &mut out);
    }
    out.push_str("]}}");
    out
}

/// `"l":{...},"r":{...}`: names and scores of the teams.
pub(crate) fn write_teams(names: &[String; 2], scores: &[Score; 2], out: &mut String) {
    for (index, (name, score)) in names.iter().zip(scores).enumerate() {
        out.push_str(["\"l\":", ",\"r\":"][index]);
        team(name, score, out);
    }
}

fn team(name: &str, score: &Score, out: &mut String) {
    out.push_str("{\"name\":");
    if name.is_empty() {
        out.push_str("null");
    } else {
        quoted(name, out);
    }
    let _ = write!(out, ",\"score\":{}", score.goals);
    let (scored, missed) = (score.penalties_scored, score.penalties_missed);
    if scored + missed > 0 {
        let _ = write!(out, ",\"pen_score\":{scored},\"pen_miss\":{missed}");
    }
    out.push('}');
}

/// `"x":1,"y":2`.
fn numbers(names: &[&str], values: &[f64], out: &mut String) {
    for (index, (name, value)) in names.iter().zip(values).enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(out, "{comma}\"{name}\":");
        general(*value, out);
    }
}

fn letter(place: usize) -> char {
    if place < TEAM { 'l' } else { 'r' }
}

/// Names of the counts of a player's commands, in the order of [`PlayerShow::counts`].
const COUNTED: [&str; 12] = [
    "kick",
    "dash",
    "turn",
    "catch",
    "move",
    "turn_neck",
    "change_view",
    "say",
    "tackle",
    "pointto",
    "attentionto",
    "change_focus",
];

fn player(place: usize, own: &PlayerShow, is_logged: bool, out: &mut String) {
    let (side, unum) = (letter(place), place % TEAM + 1);
    let _ = write!(out, "{{\"side\":\"{side}\",\"unum\":{unum},");
    let _ = write!(out, "\"type\":{},\"state\":{},", own.type_id, own.state);
    numbers(&["x", "y", "vx", "vy"], &own.motion, out);
    out.push(',');
    numbers(&["body", "neck"], &[own.body, own.neck], out);
    if let Some(point) = own.pointed {
        out.push(',');
        numbers(&["px", "py"], &point, out);
    }
    let quality = if own.high_quality { 'h' } else { 'l' };
    let _ = write!(out, ",\"vq\":\"{quality}\",");
    if is_logged {
        numbers(&["vw"], &[own.view_width], out);
    } else {
        let [distance, direction] = own.focus.unwrap_or_default();
        numbers(&["vw", "fdist", "fdir"], &[own.view_width, distance, direction], out);
    }
    out.push(',');
    let capacity = own.capacity.unwrap_or_default();
    let stamina = [own.stamina, own.effort, own.recovery, capacity];
    numbers(&["stamina", "effort", "recovery", "capacity"], &stamina, out);
    if let Some(other) = own.attention.map(usize::from) {
        let (side, unum) = (letter(other), other % TEAM + 1);
        let _ = write!(out, ",\"fside\":\"{side}\",\"fnum\":{unum}");
    }
    if is_logged {
        for (name, count) in COUNTED.iter().zip(own.counts) {
            let _ = write!(out, ",\"{name}\":{count}");
        }
    }
    out.push('}');
}
