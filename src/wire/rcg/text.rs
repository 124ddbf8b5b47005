//! The text formats.

use super::{PlayerShow, Show, Version};
use crate::disc::senses::NEWEST;
use crate::disc::{PlayMode, Rules, Score, TEAM};
use crate::wire::number::general;
use crate::wire::rcssserver::{write_all_server_params, write_player_params, write_player_type};
use std::fmt::Write;

/// Writes the head of a log.
pub(super) fn write_head(version: Version, rules: &Rules, out: &mut String) {
    line(out, format_args!("ULG{}", version.number()));
    write_parameters(rules, out);
}

/// Writes a change of the play mode.
pub(super) fn write_mode(cycle: u32, mode: PlayMode, out: &mut String) {
    line(out, format_args!("(playmode {cycle} {})", mode.name()));
}

/// Writes a message.
pub(super) fn write_message(cycle: u32, board: u8, text: &str, out: &mut String) {
    line(out, format_args!("(msg {cycle} {board} \"{text}\")"));
}

fn line(out: &mut String, text: std::fmt::Arguments) {
    // Writing to a `String` does not fail.
    let _ = writeln!(out, "{text}");
}

fn write_parameters(rules: &Rules, out: &mut String) {
    write_all_server_params(rules, out);
    out.push('\n');
    write_player_params(rules, NEWEST, out);
    out.push('\n');
    for id in 0..rules.types.len() {
        write_player_type(rules, id, NEWEST, out);
        out.push('\n');
    }
}

/// Writes names and scores of the teams.
pub(super) fn write_team(cycle: u32, names: &[String; 2], scores: &[Score; 2], out: &mut String) {
    let [left, right] = names.each_ref().map(|name| if name.is_empty() { "null" } else { name });
    let [l, r] = scores;
    let _ = write!(out, "(team {cycle} {left} {right} {} {}", l.goals, r.goals);
    let kicks = [l, r].map(|score| [score.penalties_scored, score.penalties_missed]);
    if kicks != [[0; 2]; 2] {
        let [[scored, missed], [other_scored, other_missed]] = kicks;
        let _ = write!(out, " {scored} {missed} {other_scored} {other_missed}");
    }
    out.push_str(")\n");
}

/// Writes the line of a step.
pub fn write_show(version: Version, show: &Show, out: &mut String) {
    let _ = write!(out, "(show {}", show.cycle);
    write_objects(version, show, out);
    out.push_str(")\n");
}

/// Writes ball and players, each with a blank before it.
pub(crate) fn write_objects(version: Version, show: &Show, out: &mut String) {
    out.push_str(" ((b)");
    numbers(&show.ball, out);
    out.push(')');
    for (place, player) in show.players.iter().enumerate() {
        let side = if place < TEAM { 'l' } else { 'r' };
        let _ = write!(out, " (({side} {}) ", place % TEAM + 1);
        write_player(version, player, out);
        out.push(')');
    }
}

fn write_player(version: Version, player: &PlayerShow, out: &mut String) {
    let _ = match player.state {
        0 => write!(out, "{} 0", player.type_id),
        state => write!(out, "{} {state:#x}", player.type_id),
    };
    numbers(&player.motion, out);
    numbers(&[player.body, player.neck], out);
    numbers(player.pointed.as_ref().map_or(&[], |point| point), out);
    out.push_str(if player.high_quality { " (v h" } else { " (v l" });
    numbers(&[player.view_width], out);
    out.push(')');
    if version >= Version::Six {
        out.push_str(" (fp");
        numbers(&player.focus.unwrap_or_default(), out);
        out.push(')');
    }
    out.push_str(" (s");
    numbers(&[player.stamina, player.effort, player.recovery], out);
    if version >= Version::Five {
        numbers(&[player.capacity.unwrap_or_default()], out);
    }
    out.push(')');
    if let Some(other) = player.attention {
        let place = usize::from(other);
        let side = if place < TEAM { 'l' } else { 'r' };
        let _ = write!(out, " (f {side} {})", place % TEAM + 1);
    }
    out.push_str(" (c");
    let counts = if version >= Version::Six { 12 } else { 11 };
    for count in &player.counts[..counts] {
        let _ = write!(out, " {count}");
    }
    out.push(')');
}

/// Writes numbers, each with a blank before it.
fn numbers(values: &[f64], out: &mut String) {
    for &value in values {
        out.push(' ');
        general(value, out);
    }
}
