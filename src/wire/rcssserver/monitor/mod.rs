//! What monitors are sent, and their commands: versions 1 and 2 in binary form, 3 to 5 as text, -1
//! as JSON.

mod binary;
mod command;
pub(crate) mod json;

pub use command::act;

use super::{write_all_server_params, write_player_params, write_player_type};
use crate::disc::senses::NEWEST;
use crate::disc::{Rules, Side, TYPES, World};
use crate::wire::rcg::{Show, Version, write_objects};
use std::fmt::Write;

/// Returns what a monitor is sent when it connects, one message each.
pub fn greeting(rules: &Rules, version: i8) -> Vec<Vec<u8>> {
    match version {
        1 => return Vec::new(),
        2 => return binary::greeting(rules),
        ..=0 => return json::parameters(rules).into_iter().map(ended).collect(),
        _ => {}
    }
    let written = |write: &dyn Fn(&mut String)| {
        let mut text = String::new();
        write(&mut text);
        ended(text)
    };
    let mut messages = vec![
        written(&|out| write_all_server_params(rules, out)),
        written(&|out| write_player_params(rules, NEWEST, out)),
    ];
    let types = 0..TYPES;
    messages.extend(types.map(|id| written(&|out| write_player_type(rules, id, NEWEST, out))));
    messages
}

/// The game after a step.
pub fn show(world: &World, version: i8) -> Vec<u8> {
    match version {
        1 => binary::show_early(world),
        2 => binary::show(world),
        ..=0 => ended(json::show(world)),
        3 => text(world, Version::Four),
        4 => text(world, Version::Five),
        _ => text(world, Version::Six),
    }
}

/// Returns a line for the spectators' message board; the clock is cycle and stopped cycles.
pub fn message(version: i8, clock: (u32, u32), text: &str) -> Vec<u8> {
    message_on(BOARD, version, clock, text)
}

/// Returns a line for a message board.
pub(crate) fn message_on(board: u8, version: i8, clock: (u32, u32), text: &str) -> Vec<u8> {
    match version {
        1 => binary::message_early(board, text),
        2 => binary::message(board, text),
        ..=0 => ended(json::message_on(board, clock, text)),
        _ => ended(format!("(msg {} {board} \"{text}\")", clock.0)),
    }
}

/// The message board that spectators read.
const BOARD: u8 = 1;

fn ended(mut text: String) -> Vec<u8> {
    text.push('\0');
    text.into_bytes()
}

fn text(world: &World, version: Version) -> Vec<u8> {
    let game = &world.game;
    let mut out = String::with_capacity(4096);
    let _ = write!(out, "(show {} (pm {}) (tm", game.cycle, game.mode.number());
    for name in world.names() {
        let _ = write!(out, " {}", if name.is_empty() { "null" } else { name });
    }
    let [left, right] = &game.score;
    let _ = write!(out, " {} {}", left.goals, right.goals);
    if Side::BOTH.iter().any(|side| {
        let score = &game.score[side.index()];
        score.penalties_scored + score.penalties_missed > 0
    }) {
        for score in [left, right] {
            let _ = write!(out, " {} {}", score.penalties_scored, score.penalties_missed);
        }
    }
    out.push(')');
    write_objects(version, &Show::of(game, world.rules()), &mut out);
    out.push(')');
    ended(out)
}
