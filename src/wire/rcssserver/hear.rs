//! `hear`, as each version of the protocol has it.

use crate::disc::Side;
use crate::disc::senses::{Heard, Speaker};
use std::fmt::{Display, Write};

/// Appends what the referee says.
pub fn write_referee(cycle: u32, message: impl Display, out: &mut String) {
    let _ = write!(out, "(hear {cycle} referee {message})");
}

/// Appends what the trainer says to all.
pub fn write_trainer(cycle: u32, text: &str, version: u8, out: &mut String) {
    let _ = match version {
        ..7 => write!(out, "(hear {cycle} referee {text})"),
        _ => write!(out, "(hear {cycle} coach \"{text}\")"),
    };
}

/// Appends a message in the coach language.
pub fn write_coach(cycle: u32, side: Side, message: &str, out: &mut String) {
    let side = if side == Side::Left { "left" } else { "right" };
    let _ = write!(out, "(hear {cycle} online_coach_{side} {message})");
}

/// Appends what a player says.
pub fn write_heard(cycle: u32, heard: &Heard, version: u8, out: &mut String) {
    let _ = write!(out, "(hear {cycle}");
    match (heard.speaker, heard.direction) {
        (Speaker::Own, _) => out.push_str(" self"),
        (_, Some(direction)) => drop(write!(out, " {direction}")),
        (_, None) => {}
    }
    match heard.speaker {
        Speaker::TeamMate(unum) if version >= 8 => drop(write!(out, " our {unum}")),
        Speaker::Opponent if version >= 8 => out.push_str(" opp"),
        _ => {}
    }
    match &heard.text {
        Some(text) if version >= 7 => drop(write!(out, " \"{text}\"")),
        Some(text) => drop(write!(out, " {text}")),
        None => {}
    }
    out.push(')');
}
