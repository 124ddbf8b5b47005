//! Writes logs.

use super::{Show, Version, binary, json, text};
use crate::disc::{PlayMode, Rules, Score, World};

/// Writes the log of a game, step by step, as bytes to append to the file.
#[derive(Clone, Debug)]
pub struct Writer {
    version: Version,
    /// The play mode that the log's reader knows.
    mode: Option<PlayMode>,
    /// Names and scores of the teams that they know.
    teams: Option<([String; 2], [Score; 2])>,
}

impl Writer {
    /// Writes the head of a log to `out`; `begun` is the time of day with its time zone, as
    /// `2026-11-22T09:54:02+0000`.
    pub fn new(version: Version, rules: &Rules, begun: &str, out: &mut Vec<u8>) -> Self {
        match version {
            Version::One => {}
            Version::Two | Version::Three => binary::write_head(version, rules, out),
            Version::Json => json::write_head(rules, begun, out),
            _ => written(out, |out| text::write_head(version, rules, out)),
        }
        Self { version, mode: None, teams: None }
    }

    /// The format's version.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Writes what a step has changed. rcssserver shows nothing before the kick-off and after the
    /// end.
    pub fn step(&mut self, world: &World, out: &mut Vec<u8>) {
        let game = &world.game;
        if matches!(game.mode, PlayMode::BeforeKickOff | PlayMode::TimeOver) {
            return;
        }
        if self.version >= Version::Three {
            if self.mode.replace(game.mode) != Some(game.mode) {
                self.mode(world, out);
            }
            let teams = (world.names().clone(), game.score);
            if self.teams.as_ref() != Some(&teams) {
                self.team(world, out);
                self.teams = Some(teams);
            }
        }
        let rules = world.rules();
        match self.version {
            Version::One | Version::Two | Version::Three => {
                binary::write_show(self.version, world, out);
            }
            Version::Json => json::write_show(world, out),
            _ => written(out, |out| text::write_show(self.version, &Show::of(game, rules), out)),
        }
    }

    fn mode(&self, world: &World, out: &mut Vec<u8>) {
        let (cycle, mode) = (world.game.cycle, world.game.mode);
        match self.version {
            Version::One | Version::Two => {}
            Version::Three => binary::write_mode(mode, out),
            Version::Json => json::write_mode(cycle, mode, out),
            _ => written(out, |out| text::write_mode(cycle, mode, out)),
        }
    }

    fn team(&self, world: &World, out: &mut Vec<u8>) {
        let (cycle, names, score) = (world.game.cycle, world.names(), &world.game.score);
        match self.version {
            Version::One | Version::Two => {}
            Version::Three => binary::write_team(world, out),
            Version::Json => json::write_team(cycle, names, score, out),
            _ => written(out, |out| text::write_team(cycle, names, score, out)),
        }
    }

    /// Writes a message; the clock is cycle and stopped cycles, `board` is 1 for messages to
    /// spectators.
    pub fn message(&self, clock: (u32, u32), board: u8, message: &str, out: &mut Vec<u8>) {
        match self.version {
            Version::One | Version::Two | Version::Three => {
                binary::write_message(self.version, board, message, out);
            }
            Version::Json => json::write_message(clock, board, message, out),
            _ => written(out, |out| text::write_message(clock.0, board, message, out)),
        }
    }

    /// Writes the end of a log: the result, with the time of day as `YYYYMMDDhhmm`; see [`result`].
    pub fn finish(&self, world: &World, result: &str, time: &str, out: &mut Vec<u8>) {
        let clock = (world.game.cycle, world.game.stopped);
        self.message(clock, 1, &format!("(result {time} {result})"), out);
        if self.version > Version::Three {
            self.team(world, out);
        }
        if self.version == Version::Json {
            json::write_end(out);
        }
    }
}

/// The result as it stands in logs and in their names: `Alpha_1-vs-Beta_0`, with the names of
/// coaches after those of their teams, and `null` for no team. After a shoot-out, its goals follow,
/// with a `w` for the team that has won the toss after it.
pub fn result(world: &World, coaches: &[String; 2]) -> String {
    let game = &world.game;
    let kicks = game.score.map(|score| score.penalties_scored + score.penalties_missed);
    let shot_out = game.score[0].goals == game.score[1].goals && kicks.iter().all(|&n| n > 0);
    let team = |side: usize| {
        let (name, score) = (&world.names()[side], game.score[side]);
        if name.is_empty() {
            return "null".to_owned();
        }
        let mut text = format!("{name}_");
        if !coaches[side].is_empty() {
            text += &format!("{}_", coaches[side]);
        }
        text += &score.goals.to_string();
        if shot_out {
            text += &format!("_{}", score.penalties_scored);
            if score.won_toss {
                text.push('w');
            }
        }
        text
    };
    format!("{}-vs-{}", team(0), team(1))
}

/// Appends text.
fn written(out: &mut Vec<u8>, write: impl FnOnce(&mut String)) {
    let mut text = String::new();
    write(&mut text);
    out.extend_from_slice(text.as_bytes());
}
