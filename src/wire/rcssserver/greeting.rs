//! What a player is told when he comes, or comes back.

use super::parameters::{
    write_change_player_type, write_player_params, write_player_type, write_server_params,
};
use crate::disc::{Game, Rules, TYPES};
use std::fmt::Write;

/// Appends the answer to `init`.
pub fn write_init(game: &Game, place: usize, out: &mut String) {
    let player = &game.players[place];
    let (side, unum) = (player.side.letter(), player.unum);
    let _ = write!(out, "(init {side} {unum} {})", game.mode.name());
}

/// Appends the answer to `reconnect`.
pub fn write_reconnect(game: &Game, place: usize, out: &mut String) {
    let side = game.players[place].side.letter();
    let _ = write!(out, "(reconnect {side} {})", game.mode.name());
}

/// What follows the answer, a message each: parameters, types, who has which type, and from version
/// 18 on that he sees with the cycle. Versions before 7 are told nothing.
pub fn parameters(rules: &Rules, game: &Game, place: usize, version: u8) -> Vec<String> {
    let mut messages = Vec::new();
    let mut add = |write: &mut dyn FnMut(&mut String)| {
        let mut message = String::new();
        write(&mut message);
        messages.push(message);
    };
    if version >= 7 {
        add(&mut |out| write_server_params(rules, version, out));
        add(&mut |out| write_player_params(rules, version, out));
        for id in 0..TYPES {
            add(&mut |out| write_player_type(rules, id, version, out));
        }
        let own = game.players[place].side;
        for player in game.players.iter().filter(|player| player.joined && player.type_id != 0) {
            let type_id = (player.side == own).then_some(player.type_id);
            add(&mut |out| write_change_player_type(player.unum, type_id, out));
        }
    }
    if version >= 18 {
        add(&mut |out| out.push_str("(ok synch_see)"));
    }
    messages
}
