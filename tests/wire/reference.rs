//! Messages of agents and monitors are read exactly as rcsssmj reads them.
//!
//! `tests/reference/make_messages.py` writes what rcsssmj's parsers read in a few thousand
//! messages. It leaves out what we refuse on purpose: numbers that MuJoCo calls bad, play modes
//! that do not exist, player numbers beyond 32 bits, names of teams that are too long or have
//! control characters. It also leaves out what only we support: SimSpark's commands, groups of
//! commands, messages nested more than 32 deep. The test here skips commands about teams whose
//! names are longer than any team's can be, which we refuse. `tests/wire/trainer.rs` and
//! `tests/wire/agent.rs` test all of these.

use rcssgym::soccer::Command;
use rcssgym::wire::rcsssmj::agent::{self, Effector};
use rcssgym::wire::rcsssmj::trainer;
use rcssgym::wire::{MAX_TEAM_NAME, Request};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

type Messages = BTreeMap<String, BTreeMap<String, String>>;

fn messages() -> &'static Messages {
    static MESSAGES: OnceLock<Messages> = OnceLock::new();
    let text = include_str!("../reference/messages.json");
    MESSAGES.get_or_init(|| serde_json::from_str(text).unwrap())
}

fn bits(out: &mut String, numbers: &[f64]) {
    for number in numbers {
        write!(out, " {:016x}", number.to_bits()).unwrap();
    }
}

fn init(message: &[u8]) -> String {
    agent::init(message).map_or_else(
        |_| String::new(),
        |init| format!("{} {} {}", init.model, init.team, init.number),
    )
}

fn effector(effector: &Effector) -> String {
    let mut out = String::new();
    match effector {
        Effector::Motor { name, command } => {
            out = format!("motor {name}");
            bits(&mut out, command);
        }
        Effector::Say { name, volume, message } => {
            out = format!("say {name}");
            bits(&mut out, &[*volume]);
            out.push(' ');
            message.iter().for_each(|byte| write!(out, "{byte:02x}").unwrap());
        }
        Effector::Beam { position: [x, y], yaw } => {
            out.push_str("beam");
            bits(&mut out, &[*x, *y, *yaw]);
        }
    }
    out
}

fn request(request: &Request) -> Option<String> {
    let command = match request {
        Request::CoinToss => return Some("kick-off 7".to_owned()),
        Request::Command(command) => command,
        other => return Some(format!("{other:?}")),
    };
    let mut out = String::new();
    match command {
        Command::KickOff(side) => write!(out, "kick-off {}", side.index()).unwrap(),
        Command::DropBall(None) => out.push_str("DropBallCommand"),
        Command::Kill => out.push_str("KillSimCommand"),
        Command::SetPlayMode(mode) => write!(out, "mode {}", mode.name()).unwrap(),
        Command::PlaceBall { pos, vel } => {
            out.push_str("ball");
            bits(&mut out, pos);
            bits(&mut out, vel.as_ref().map_or(&[], |vel| vel));
        }
        Command::PlacePlayer { number, team, pos, quat } => {
            write!(out, "player {number} {team}").unwrap();
            bits(&mut out, pos);
            for part in quat.iter().flatten() {
                let part = format!(" {part:.12}").replace("-0.000000000000", "0.000000000000");
                out.push_str(&part);
            }
        }
        // rcsssmj ignores the command without a position.
        Command::SetBallVelocity(_) => return None,
        other => return Some(format!("{other:?}")),
    }
    Some(out)
}

fn actions(message: &[u8]) -> String {
    let message = agent::effectors(message);
    message.parts.iter().map(effector).collect::<Vec<_>>().join("|")
}

fn commands(message: &[u8]) -> String {
    let message = trainer::requests(message);
    message.parts.iter().filter_map(request).collect::<Vec<_>>().join("|")
}

/// Returns the 64-bit FNV-1a hash of a text.
fn fnv(text: &str) -> String {
    let step = |value: u64, byte| (value ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

fn compare(kind: &str, read: impl Fn(&[u8]) -> String) {
    let mut differences = Vec::new();
    for (suffix, is_hashed) in [("", false), ("_hashed", true)] {
        let cases = &messages()[&format!("{kind}{suffix}")];
        assert!(cases.len() > 30, "{kind}{suffix}");
        for (text, expected) in cases {
            if text.contains(&"x".repeat(MAX_TEAM_NAME + 1)) {
                continue;
            }
            let message: Vec<u8> = text.chars().map(|byte| u8::try_from(byte).unwrap()).collect();
            let ours = read(&message);
            if *expected != if is_hashed { fnv(&ours) } else { ours.clone() } {
                differences.push(format!("{text:?}: {ours:?}, not {expected:?}"));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn requests_to_join() {
    compare("init", init);
}

#[test]
fn what_robots_do() {
    compare("actions", actions);
}

#[test]
fn what_monitors_ask_for() {
    compare("commands", commands);
}
