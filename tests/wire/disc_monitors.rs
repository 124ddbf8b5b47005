//! Messages to monitors of each version are those of the real 2D server.

use rcssgym::disc::parameters::Value as Parameter;
use rcssgym::disc::{Command, Player, PlayerParameters, Rules, ServerParameters, Side, World};
use rcssgym::wire::rcssserver::monitor;
use serde_json::Value;
use std::sync::Arc;

fn record() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/disc-wire/monitors.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Sets every parameter that a message has.
fn set<E: std::fmt::Debug>(message: &str, mut set: impl FnMut(&str, &Parameter) -> Result<(), E>) {
    let inner = message.split_once(" (").unwrap().1.trim_end_matches(')');
    for pair in inner.split(")(") {
        let (name, value) = pair.split_once(' ').unwrap();
        let value = match value.strip_prefix('"') {
            Some(text) => Parameter::Text(text.trim_end_matches('"').to_owned()),
            None => Parameter::Real(value.parse().unwrap()),
        };
        set(name, &value).unwrap();
    }
}

fn rules(record: &Value) -> Rules {
    let (mut server, mut player) = (ServerParameters::default(), PlayerParameters::default());
    set(record["server_param"].as_str().unwrap(), |name, value| server.set(name, value));
    set(record["player_param"].as_str().unwrap(), |name, value| player.set(name, value));
    Rules::new(server, player, None, 1).unwrap()
}

/// Returns the recorded game before its kick-off: three against three in their places.
fn world(record: &Value) -> World {
    let mut world = World::new(Arc::new(rules(record)), 1);
    for (team, places) in [
        ("L", [(-44.0, -12.0), (-27.0, 22.0), (-38.0, -27.0)]),
        ("R", [(-34.0, 21.0), (-20.0, 13.0), (-8.0, -18.0)]),
    ] {
        let side = if team == "L" { Side::Left } else { Side::Right };
        for (index, (x, y)) in places.into_iter().enumerate() {
            world.join(team, index == 0).unwrap();
            let place = Player::place(side, index as u8 + 1);
            let mut stadium = world.stadium();
            stadium.act(place, Command::SynchSee);
            stadium.act(place, Command::Move(x, y));
        }
    }
    world.step(None);
    world.game.stopped = 9;
    world
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn text(packet: Vec<u8>) -> String {
    let mut text = String::from_utf8(packet).unwrap();
    assert_eq!(text.pop(), Some('\0'));
    text
}

#[test]
fn shows_are_those_of_the_real_server() {
    let record = record();
    let world = world(&record);
    let shows = &record["shows"];
    for (version, name) in [(1, "v1"), (2, "v2")] {
        let real = bytes(shows[name].as_str().unwrap());
        let own = monitor::show(&world, version);
        assert_eq!(own[..real.len()], real, "version {version}");
        assert!(own[real.len()..].iter().all(|byte| *byte == 0));
    }
    for (version, name) in [(3, "v3"), (4, "v4"), (5, "v5"), (-1, "vjson")] {
        let own = text(monitor::show(&world, version));
        assert_eq!(own, shows[name].as_str().unwrap(), "version {version}");
    }
}

#[test]
fn parameters_are_those_of_the_real_server() {
    let record = record();
    let rules = rules(&record);
    let greeting: Vec<_> = monitor::greeting(&rules, 5).into_iter().map(text).collect();
    assert_eq!(greeting.len(), 20);
    assert_eq!(greeting[0], record["server_param"].as_str().unwrap());
    assert_eq!(greeting[1], record["player_param"].as_str().unwrap());
    assert_eq!(greeting[3], record["player_type"].as_str().unwrap());
}

/// Compares the fields of binary packets, without those that are garbage.
fn fields(kind: usize, real: &[u8], own: &[u8]) {
    // Padding between fields of C structures and unused fields are garbage.
    let spare: &[std::ops::Range<usize>] = match kind {
        8 => &[86..88, 222..224, 282..284],
        9 => &[6..8, 108..112, 114..132],
        _ => &[2..4, 60..88],
    };
    for (at, (real, own)) in real[4..].iter().zip(&own[4..]).enumerate() {
        if !spare.iter().any(|range| range.contains(&at)) {
            assert_eq!(own, real, "packet {kind}, byte {at}");
        }
    }
}

#[test]
fn packets_of_parameters_are_those_of_the_real_server() {
    let record = record();
    let greeting = monitor::greeting(&rules(&record), 2);
    let real: Vec<_> =
        record["v2"].as_array().unwrap().iter().map(|hex| bytes(hex.as_str().unwrap())).collect();
    assert_eq!(greeting.len(), real.len());
    for (own, real) in greeting.iter().zip(&real) {
        assert_eq!((own.len(), &own[..2]), (2056, &real[..2]));
        fields(usize::from(real[1]), real, own);
    }
}
