//! `sense_body`, as each version of the protocol has it.

use crate::disc::senses::BodySense;
use crate::disc::{Card, ViewWidth};
use crate::wire::number::general;
use std::fmt::Write;

/// Returns the word for a view width.
pub(super) fn width(width: ViewWidth) -> &'static str {
    match width {
        ViewWidth::Narrow => "narrow",
        ViewWidth::Normal => "normal",
        ViewWidth::Wide => "wide",
    }
}

/// Returns the word for a view quality.
pub(super) fn quality(high: bool) -> &'static str {
    if high { "high" } else { "low" }
}

/// Appends numbers, each with a blank before it.
pub(super) fn numbers(values: &[f64], out: &mut String) {
    for &value in values {
        out.push(' ');
        general(value, out);
    }
}

/// Appends `sense_body` for a version of the protocol.
pub fn write_sense_body(body: &BodySense, version: u8, out: &mut String) {
    let (high, wide) = (quality(body.high_quality), width(body.view_width));
    // Writing to a `String` does not fail.
    let _ = write!(out, "(sense_body {} (view_mode {high} {wide}) (stamina", body.cycle);
    numbers(&body.stamina[..if version >= 13 { 3 } else { 2 }], out);
    out.push_str(") (speed");
    numbers(&[body.speed], out);
    if version >= 6 {
        let _ = write!(out, " {}", body.speed_direction);
    }
    out.push(')');
    if version >= 5 {
        let _ = write!(out, " (head_angle {})", body.head_angle);
    }
    write_counts(body, version, out);
    if version >= 8 {
        write_attention(body, out);
    }
    if version >= 12 {
        write_collisions(body, out);
    }
    if version >= 14 {
        let card = match body.card {
            Card::None => "none",
            Card::Yellow => "yellow",
            Card::Red => "red",
        };
        let _ = write!(out, " (foul (charged {}) (card {card}))", body.charged);
    }
    if version >= 18 {
        out.push_str(" (focus_point");
        numbers(&body.focus, out);
        out.push(')');
    }
    out.push(')');
}

fn write_counts(body: &BodySense, version: u8, out: &mut String) {
    let counts = &body.counts;
    let counted = [
        ("kick", counts.kick, 1),
        ("dash", counts.dash, 1),
        ("turn", counts.turn, 1),
        ("say", counts.say, 1),
        ("turn_neck", counts.turn_neck, 5),
        ("catch", counts.catch, 7),
        ("move", counts.relocate, 7),
        ("change_view", counts.change_view, 7),
        ("change_focus", counts.change_focus, 18),
    ];
    for (name, count, since) in counted {
        if version >= since {
            let _ = write!(out, " ({name} {count})");
        }
    }
}

/// Writes the arm, the player to whom they listen, and the tackle.
fn write_attention(body: &BodySense, out: &mut String) {
    write_arm(body, body.arm.distance, out);
    match body.attention {
        None => out.push_str(" (focus (target none)"),
        Some((side, unum)) => {
            let _ = write!(out, " (focus (target {} {unum})", side.letter());
        }
    }
    let _ = write!(out, " (count {}))", body.counts.attentionto);
    let (expires, count) = (body.tackle_expires, body.counts.tackle);
    let _ = write!(out, " (tackle (expires {expires}) (count {count}))");
}

/// Where they point; `fullstate` has another distance.
pub(super) fn write_arm(body: &BodySense, distance: f64, out: &mut String) {
    let arm = &body.arm;
    let _ = write!(out, " (arm (movable {}) (expires {}) (target", arm.movable, arm.expires);
    numbers(&[distance], out);
    let _ = write!(out, " {}) (count {}))", arm.direction, body.counts.pointto);
}

fn write_collisions(body: &BodySense, out: &mut String) {
    let felt = body.collisions;
    out.push_str(" (collision");
    for (name, felt) in [(" (ball)", felt.ball), (" (player)", felt.player), (" (post)", felt.post)]
    {
        if felt {
            out.push_str(name);
        }
    }
    if felt == Default::default() {
        out.push_str(" none");
    }
    out.push(')');
}
