//! The formats of versions 1 to 3: the packets that monitors of versions 1 and 2 are sent. Version
//! 1 has them unchanged; later versions leave out parts that are always empty or stay the same.

use super::Version;
use crate::disc::{PlayMode, Rules, World};
use crate::wire::rcssserver::monitor;
use std::ops::Range;

/// Number of the record of a message. Records that monitors' packets have, too, have their numbers.
const MESSAGE: i16 = 2;
/// Number of the record of a play mode.
const MODE: i16 = 5;
/// Number of the record of teams.
const TEAM: i16 = 6;

/// Version of the monitors whose packets log version 3 consists of.
const LATER: i8 = 2;
/// Version of the monitors whose packets log version 2 takes a part of.
const EARLY: i8 = 1;
/// Bytes of a monitors' packet: its number.
const NUMBER: Range<usize> = 0..2;
/// The part of a packet of version 1 that log version 2 keeps.
const SHOWN: Range<usize> = 2..318;
/// The teams in a packet of version 2.
const TEAMS: Range<usize> = 6..42;
/// The objects in a packet of version 2.
const OBJECTS: Range<usize> = 44..44 + 1428;
/// Where the content of a packet of version 2 begins.
const CONTENT: usize = 4;
/// Bytes of server parameters, player parameters and a player type.
const LENGTHS: [(i16, usize); 3] = [(8, 396), (9, 132), (7, 88)];

/// Writes `ULG` and the version; in version 3, parameters and player types follow.
pub(super) fn write_head(version: Version, rules: &Rules, out: &mut Vec<u8>) {
    out.extend_from_slice(b"ULG");
    out.push(version.number().unsigned_abs());
    if version < Version::Three {
        return;
    }
    for packet in monitor::greeting(rules, LATER) {
        let number = i16::from_be_bytes([packet[NUMBER.start], packet[NUMBER.start + 1]]);
        let Some((_, length)) = LENGTHS.iter().find(|(own, _)| *own == number) else { continue };
        out.extend_from_slice(&packet[NUMBER]);
        out.extend_from_slice(&packet[CONTENT..CONTENT + length]);
    }
}

pub(super) fn write_show(version: Version, world: &World, out: &mut Vec<u8>) {
    let own = if version < Version::Three { EARLY } else { LATER };
    let packet = monitor::show(world, own);
    match version {
        Version::One => out.extend_from_slice(&packet),
        Version::Two => {
            out.extend_from_slice(&packet[NUMBER]);
            out.extend_from_slice(&packet[SHOWN]);
        }
        _ => {
            out.extend_from_slice(&packet[NUMBER]);
            out.extend_from_slice(&packet[OBJECTS]);
        }
    }
}

pub(super) fn write_mode(mode: PlayMode, out: &mut Vec<u8>) {
    out.extend_from_slice(&MODE.to_be_bytes());
    out.push(mode.number());
}

pub(super) fn write_team(world: &World, out: &mut Vec<u8>) {
    out.extend_from_slice(&TEAM.to_be_bytes());
    out.extend_from_slice(&monitor::show(world, LATER)[TEAMS]);
}

pub(super) fn write_message(version: Version, board: u8, text: &str, out: &mut Vec<u8>) {
    if version == Version::One {
        out.extend_from_slice(&monitor::message_on(board, EARLY, (0, 0), text));
        return;
    }
    // Lengths have 16 bits; nobody may send that much.
    let text = &text.as_bytes()[..text.len().min(i16::MAX as usize)];
    for value in [MESSAGE, i16::from(board), text.len() as i16] {
        out.extend_from_slice(&value.to_be_bytes());
    }
    out.extend_from_slice(text);
}
