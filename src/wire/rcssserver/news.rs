//! News, as sent to each kind of client.

use super::hear::{write_coach, write_referee};
use super::look::write_name;
use super::parameters::write_change_player_type;
use crate::disc::news::{Event, News};
use crate::disc::said::Said;
use crate::disc::{Side, World};
use std::fmt::Write;

/// Returns the name by which clients know a speaker beside the pitch; `trainer` for the trainer.
pub fn speaker(side: Option<Side>, trainer: &'static str) -> &'static str {
    match side {
        None => trainer,
        Some(Side::Left) => "online_coach_left",
        Some(Side::Right) => "online_coach_right",
    }
}

/// Returns what a player is sent at once. In version 8 and later, players hear the trainer with the
/// cycle: see [`said_to_player`]. What players say is heard through their senses.
pub fn to_player(world: &World, news: &News, place: usize) -> Option<String> {
    let version = world.senses.as_ref()?.players[place].version;
    let player = &world.game.players[place];
    if !player.connected {
        return None;
    }
    let mut text = String::new();
    match &news.event {
        Event::Referee(message) => write_referee(news.cycle, message, &mut text),
        Event::Said(said) if version < 8 => text = said_to_player(news.cycle, said, version),
        Event::Clang(side, message) if *side == player.side => {
            let versions = world.staff.as_ref().map_or([0; 2], |staff| staff.clang[place]);
            let heard = match message.dialect.heard_by(versions) {
                true => &message.text,
                false => "(unsupported_clang)",
            };
            write_coach(news.cycle, *side, heard, &mut text);
        }
        Event::Substitution { place, type_id } if version >= 7 => {
            substitution(world, *place, *type_id, player.side, &mut text);
        }
        Event::NewGoalie(place) if version >= 16 => text = new_goalie(world, *place),
        _ => return None,
    }
    Some(text)
}

/// Returns what a player hears from the trainer, or from a coach of a version before 7.
pub fn said_to_player(cycle: u32, said: &Said, version: u8) -> String {
    let text = &said.text;
    match version {
        ..7 => format!("(hear {cycle} {} {text})", speaker(said.side, "referee")),
        _ => format!("(hear {cycle} {} \"{text}\")", speaker(said.side, "coach")),
    }
}

/// Returns what the trainer is sent, if they listen.
pub fn to_trainer(world: &World, news: &News) -> Option<String> {
    let trainer = world.staff.as_ref().map(|staff| staff.trainer).filter(|own| own.ear)?;
    let (cycle, early) = (news.cycle, trainer.version < 7);
    let heard = |who: &str, text: &str| match early {
        true => format!("(hear {who} {cycle} {text})"),
        false => format!("(hear {cycle} {who} \"{text}\")"),
    };
    Some(match &news.event {
        Event::Referee(message) => format!("(hear referee {cycle} {message})"),
        Event::Said(said) => heard(speaker(said.side, "referee"), &said.text),
        Event::Clang(side, message) => heard(speaker(Some(*side), "referee"), &message.text),
        Event::PlayerSaid { place, text } => {
            let mut who = String::new();
            write_name(world, &world.game.players[usize::from(*place)], trainer.version, &mut who);
            heard(&who, text)
        }
        _ => return None,
    })
}

/// Returns what the coach of a side is sent.
pub fn to_coach(world: &World, news: &News, side: Side) -> Option<String> {
    let version = world.staff.as_ref()?.coaches[side.index()].version;
    let cycle = news.cycle;
    let mut text = String::new();
    match &news.event {
        Event::Referee(message) => write_referee(cycle, message, &mut text),
        Event::Said(Said { side: None, text: said }) => write_referee(cycle, said, &mut text),
        Event::PlayerSaid { place, text: said } => {
            let _ = write!(text, "(hear {cycle} ");
            write_name(world, &world.game.players[usize::from(*place)], version, &mut text);
            let _ = match version {
                ..7 => write!(text, " {said})"),
                _ => write!(text, " \"{said}\")"),
            };
        }
        Event::Substitution { place, type_id } if version >= 7 => {
            substitution(world, *place, *type_id, side, &mut text);
        }
        Event::NewGoalie(place) if version >= 16 => text = new_goalie(world, *place),
        Event::ClangVersions { place, versions } if version >= 8 => {
            let place = usize::from(*place);
            // The other side's coach learns them only when they connect.
            if world.game.players[place].side != side {
                return None;
            }
            write_clang_versions(world, place, *versions, &mut text);
        }
        _ => return None,
    }
    Some(text)
}

/// Returns what is written on the message board of monitors; `all`: including what is said.
pub fn to_board(world: &World, news: &News, all: bool) -> Option<String> {
    let player = |place: u8| &world.game.players[usize::from(place)];
    Some(match &news.event {
        Event::Substitution { place, type_id } => {
            let (side, unum) = (player(*place).side.letter(), player(*place).unum);
            format!("(change_player_type {side} {unum} {type_id})")
        }
        Event::NewGoalie(place) => new_goalie(world, *place),
        Event::Graphic { side, tile: [x, y], xpm } => {
            format!("(team_graphic_{} ({x} {y} {xpm}))", side.letter())
        }
        Event::Referee(message) if all => format!("(referee {message})"),
        Event::PlayerSaid { place, text } if all => {
            let mut who = String::new();
            write_name(world, player(*place), 1, &mut who);
            format!("({who} {text})")
        }
        Event::Said(said) if all => {
            format!("({} {})", speaker(said.side, "referee"), said.text)
        }
        Event::Clang(side, message) if all => {
            let who = speaker(Some(*side), "referee");
            format!("({who} {} {})", message.received, message.text)
        }
        _ => return None,
    })
}

fn substitution(world: &World, place: u8, type_id: u8, reader: Side, out: &mut String) {
    let player = &world.game.players[usize::from(place)];
    write_change_player_type(player.unum, (player.side == reader).then_some(type_id), out);
}

fn new_goalie(world: &World, place: u8) -> String {
    let player = &world.game.players[usize::from(place)];
    format!("(change_player_type {} {} goalie)", player.side.letter(), player.unum)
}

/// `(clang (ver (p "A" 1) 7 8))`.
pub(super) fn write_clang_versions(
    world: &World,
    place: usize,
    [lowest, highest]: [i32; 2],
    out: &mut String,
) {
    out.push_str("(clang (ver ");
    write_name(world, &world.game.players[place], 8, out);
    let _ = write!(out, " {lowest} {highest}))");
}
