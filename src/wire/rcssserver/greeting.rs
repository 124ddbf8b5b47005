//! What clients are sent when they connect, and players when they reconnect.

use super::news::write_clang_versions;
use super::parameters::{
    write_change_player_type, write_player_params, write_player_type, write_server_params,
};
use crate::disc::{Game, PLAYERS, Rules, Side, TYPES, World};
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

/// Returns what follows the answer, one message each: parameters, player types, which players have
/// which type, and since version 18 the acknowledgement of `synch_see`. Versions before 7 are sent
/// nothing.
pub fn parameters(rules: &Rules, game: &Game, place: usize, version: u8) -> Vec<String> {
    let mut messages = common(rules, version);
    if version >= 7 {
        changed_players(game, game.players[place].side, &mut messages);
    }
    if version >= 18 {
        messages.push("(ok synch_see)".to_owned());
    }
    messages
}

/// Returns what the trainer is sent when they connect.
pub fn trainer_greeting(rules: &Rules, version: u8) -> Vec<String> {
    let mut messages = vec!["(init ok)".to_owned()];
    messages.extend(common(rules, version));
    messages
}

/// Returns what a side's coach is sent when they connect, except for the contents of the file
/// `coach_msg_file`.
pub fn coach_greeting(world: &World, side: Side, version: u8) -> Vec<String> {
    let init =
        if version >= 6 { format!("(init {} ok)", side.letter()) } else { "(init ok)".into() };
    let mut messages = vec![init];
    messages.extend(common(world.rules(), version));
    if version >= 7 {
        changed_players(&world.game, side, &mut messages);
    }
    let declared = world.staff.as_ref().map_or([[0; 2]; PLAYERS], |staff| staff.clang);
    for (place, versions) in declared.into_iter().enumerate() {
        if version >= 8 && world.game.players[place].connected && versions != [0; 2] {
            let mut message = String::new();
            write_clang_versions(world, place, versions, &mut message);
            messages.push(message);
        }
    }
    messages
}

/// Returns parameters and player types, for version 7 and later.
fn common(rules: &Rules, version: u8) -> Vec<String> {
    if version < 7 {
        return Vec::new();
    }
    let written = |write: &dyn Fn(&mut String)| {
        let mut message = String::new();
        write(&mut message);
        message
    };
    let mut messages = vec![
        written(&|out| write_server_params(rules, version, out)),
        written(&|out| write_player_params(rules, version, out)),
    ];
    let types = 0..TYPES;
    messages.extend(types.map(|id| written(&|out| write_player_type(rules, id, version, out))));
    messages
}

/// Adds which players have a type other than the default. The types of the other side are not sent.
fn changed_players(game: &Game, own: Side, messages: &mut Vec<String>) {
    for player in game.players.iter().filter(|player| player.joined && player.type_id != 0) {
        let type_id = (player.side == own).then_some(player.type_id);
        let mut message = String::new();
        write_change_player_type(player.unum, type_id, &mut message);
        messages.push(message);
    }
}
