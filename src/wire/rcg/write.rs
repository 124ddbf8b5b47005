//! Logs written.

use super::{PlayerShow, Show, Version};
use crate::disc::parameters::Value;
use crate::disc::{Game, PlayMode, PlayerType, Rules, Score, TEAM};
use crate::wire::number::general;
use std::fmt::Write;

/// What is written of a game, step by step.
#[derive(Clone, Debug)]
pub struct Writer {
    version: Version,
    /// What the log's reader knows: the play mode, and names and scores of the teams.
    mode: Option<PlayMode>,
    teams: Option<([String; 2], [Score; 2])>,
}

impl Writer {
    /// One that has written the head of a log to `out`.
    pub fn new(version: Version, rules: &Rules, out: &mut String) -> Self {
        line(out, format_args!("ULG{}", version.number()));
        write_parameters(rules, out);
        Self { version, mode: None, teams: None }
    }

    /// Writes what a step has changed. rcssserver shows nothing before the kick-off and after the
    /// end.
    pub fn step(&mut self, game: &Game, rules: &Rules, names: &[String; 2], out: &mut String) {
        if matches!(game.mode, PlayMode::BeforeKickOff | PlayMode::TimeOver) {
            return;
        }
        if self.mode != Some(game.mode) {
            self.mode = Some(game.mode);
            line(out, format_args!("(playmode {} {})", game.cycle, game.mode.name()));
        }
        let teams = (names.clone(), game.score);
        if self.teams.as_ref() != Some(&teams) {
            write_team(game.cycle, &teams, out);
            self.teams = Some(teams);
        }
        write_show(self.version, &Show::of(game, rules), out);
    }

    /// Writes a message; `board` is 1 for what is for the spectators.
    pub fn message(&self, cycle: u32, board: u8, text: &str, out: &mut String) {
        line(out, format_args!("(msg {cycle} {board} \"{text}\")"));
    }

    /// Writes the end of a log: the result, with the time of day as `YYYYMMDDhhmm`.
    pub fn finish(&self, game: &Game, names: &[String; 2], time: &str, out: &mut String) {
        let [left, right] = [0, 1].map(|side| {
            let score = game.score[side];
            let kicks = score.penalties_scored + score.penalties_missed;
            let name = if names[side].is_empty() { "null" } else { &names[side] };
            match kicks {
                0 => format!("{name}_{}", score.goals),
                _ => format!("{name}_{}_{}", score.goals, score.penalties_scored),
            }
        });
        self.message(game.cycle, 1, &format!("(result {time} {left}-vs-{right})"), out);
        write_team(game.cycle, &(names.clone(), game.score), out);
    }
}

/// What players see of others, alike for all types: the figures that rcssserver 18 has added.
const SIGHT: [(&str, f64); 11] = [
    ("unum_far_length", 20.0),
    ("unum_too_far_length", 40.0),
    ("team_far_length", 125.096),
    ("team_too_far_length", 125.096),
    ("player_max_observation_length", 125.096),
    ("ball_vel_far_length", 20.0),
    ("ball_vel_too_far_length", 40.0),
    ("ball_max_observation_length", 125.096),
    ("flag_chg_far_length", 20.0),
    ("flag_chg_too_far_length", 40.0),
    ("flag_max_observation_length", 125.096),
];
/// Figures of types that are parameters of the server: the noise of what they see.
const NOISE: [&str; 4] = [
    "dist_noise_rate",
    "focus_dist_noise_rate",
    "land_dist_noise_rate",
    "land_focus_dist_noise_rate",
];

fn line(out: &mut String, text: std::fmt::Arguments) {
    // A `String` takes everything.
    let _ = writeln!(out, "{text}");
}

fn write_parameters(rules: &Rules, out: &mut String) {
    let value = |name: &str, value: Option<Value>, out: &mut String| {
        out.push('(');
        out.push_str(name);
        out.push(' ');
        match value {
            Some(Value::Bool(value)) => out.push(if value { '1' } else { '0' }),
            Some(Value::Int(value)) => general(f64::from(value), out),
            Some(Value::Real(value)) => general(value, out),
            Some(Value::Text(text)) => drop(write!(out, "\"{text}\"")),
            None => {}
        }
        out.push(')');
    };
    out.push_str("(server_param ");
    for (name, _) in crate::disc::ServerParameters::NAMES {
        value(name, rules.server.get(name), out);
    }
    out.push_str(")\n(player_param ");
    for (name, _) in crate::disc::PlayerParameters::NAMES {
        value(name, rules.player.get(name), out);
    }
    out.push_str(")\n");
    for (id, own) in rules.types.iter().enumerate() {
        let _ = write!(out, "(player_type (id {id})");
        for name in PlayerType::NAMES {
            value(name, own.get(name).map(Value::Real), out);
        }
        for (name, length) in SIGHT {
            value(name, Some(Value::Real(length)), out);
        }
        for name in NOISE {
            value(name, rules.server.get(name), out);
        }
        out.push_str(")\n");
    }
}

fn write_team(cycle: u32, (names, scores): &([String; 2], [Score; 2]), out: &mut String) {
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
    let _ = write!(out, "(show {} ((b)", show.cycle);
    numbers(&show.ball, out);
    out.push(')');
    for (place, player) in show.players.iter().enumerate() {
        let side = if place < TEAM { 'l' } else { 'r' };
        let _ = write!(out, " (({side} {}) ", place % TEAM + 1);
        write_player(version, player, out);
        out.push(')');
    }
    out.push_str(")\n");
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

/// Writes numbers, each with a blank in front of it.
fn numbers(values: &[f64], out: &mut String) {
    for &value in values {
        out.push(' ');
        general(value, out);
    }
}
