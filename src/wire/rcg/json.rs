//! JSON: one array, with one value per line.

use crate::disc::{PlayMode, Rules, Score, World};
use crate::wire::rcssserver::monitor::json;

/// Version of the server whose logs have this form.
const SERVER: &str = "19.0.0";

/// Writes the beginning of the array: version, time, parameters, player types.
pub(super) fn write_head(rules: &Rules, begun: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("[\n{{\"version\":\"{SERVER}\"}}").as_bytes());
    write_value(&format!("{{\"timestamp\":\"{begun}\"}}"), out);
    for value in json::parameters(rules) {
        write_value(&value, out);
    }
}

/// Writes a value after others.
fn write_value(value: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\n");
    out.extend_from_slice(value.as_bytes());
}

pub(super) fn write_show(world: &World, out: &mut Vec<u8>) {
    write_value(&json::logged_show(world), out);
}

pub(super) fn write_mode(cycle: u32, mode: PlayMode, out: &mut Vec<u8>) {
    let mode = mode.name();
    write_value(&format!("{{\"playmode\":{{\"time\":{cycle},\"mode\":\"{mode}\"}}}}"), out);
}

pub(super) fn write_team(cycle: u32, names: &[String; 2], scores: &[Score; 2], out: &mut Vec<u8>) {
    let mut value = format!("{{\"team\":{{\"time\":{cycle},");
    json::write_teams(names, scores, &mut value);
    value.push_str("}}");
    write_value(&value, out);
}

pub(super) fn write_message(clock: (u32, u32), board: u8, text: &str, out: &mut Vec<u8>) {
    write_value(&json::message_on(board, clock, text), out);
}

pub(super) fn write_end(out: &mut Vec<u8>) {
    out.extend_from_slice(b"\n]\n");
}
