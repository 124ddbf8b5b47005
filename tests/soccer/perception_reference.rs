//! Robots perceive to the last digit what rcsssmj's agents do
//! (`tests/reference/make_perceptions.py`).

use crate::stage::Stage;
use rcssgym::perception::audio::{Audio, AudioRng, Listener, speaker};
use rcssgym::perception::{Body, Detection, Sensed, Senses, Sighting, sightings, truncate};
use rcssgym::soccer::Side;
use serde_json::{Value, json};

/// Team names of both sides.
const TEAMS: [&str; 2] = ["A", "B"];

fn cases() -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("../reference/perceptions.json")).unwrap();
    file["cases"].as_array().unwrap().clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn stage_of(case: &Value) -> Stage {
    let player = |player: &Value| {
        let side = if player[0] == TEAMS[0] { Side::Left } else { Side::Right };
        let number = player[1].as_u64().unwrap() as u32;
        (side, number, player[2].as_str().unwrap().to_owned())
    };
    let players: Vec<_> = case["players"].as_array().unwrap().iter().map(player).collect();
    let players: Vec<_> = players.iter().map(|(s, n, name)| (*s, *n, name.as_str())).collect();
    Stage::new(case["field"].as_str().unwrap(), &players)
}

/// Puts a state on stage.
fn take(stage: &mut Stage, state: &Value) {
    let qpos = numbers(&state["qpos"]);
    stage.state.observed.as_mut().unwrap().qpos.copy_from_slice(&qpos);
    stage.state.time[0] = state["time"].as_f64().unwrap();
    for player in stage.arena.players() {
        let values = numbers(&state["robots"][player.to_string()]["sensors"]);
        let slot = &stage.scene.slots[stage.arena.slot_of(*player).unwrap()];
        stage.state.sensors[slot.sensors.clone()].copy_from_slice(&values);
    }
    stage.locate(&Senses::default());
}

/// Everything that a robot perceives but time and game, as the reference file has it.
fn perceived(stage: &mut Stage, slot: usize, audio: &Audio, random: &mut AudioRng) -> Vec<Value> {
    let model = stage.scene.model(slot);
    let world = stage.world();
    let body = Body::new(model, world.sensors(slot));
    let mut all: Vec<Value> =
        body.readings().filter_map(|reading| sensed(reading.name, reading.value)).collect();
    let (mut joints, mut angles, mut speeds) = (Vec::new(), Vec::new(), Vec::new());
    for reading in body.readings() {
        match reading.value {
            Sensed::JointAngle(angle) => {
                joints.push(reading.name);
                angles.push(angle);
            }
            Sensed::JointSpeed(speed) => speeds.push(speed),
            _ => {}
        }
    }
    if !joints.is_empty() {
        all.push(json!(["joints", joints, angles, speeds]));
    }
    let listener = Listener { scene: &stage.scene, locations: &stage.locations, slot };
    if let Some(heard) = audio.hear(&listener, random) {
        let azimuths: Vec<i64> = heard.iter().map(|heard| heard.azimuth).collect();
        let messages: Vec<String> = heard.iter().map(|heard| hex(heard.message)).collect();
        all.push(json!(["mic", "hear", azimuths, messages]));
    }
    if let Some(seen) = stage.look(slot, &Senses::default(), 0) {
        let objects: Vec<Value> =
            sightings(&stage.table, &seen).map(|sighting| object(stage, sighting)).collect();
        all.push(json!(["see", objects]));
    }
    all
}

fn sensed(name: &str, value: Sensed) -> Option<Value> {
    Some(match value {
        Sensed::Orientation(quat) => json!(["quat", name, quat]),
        Sensed::Position(pos) => json!(["pos", name, pos]),
        Sensed::Gyro(rate) => json!(["gyro", name, rate]),
        Sensed::Accelerometer(acceleration) => json!(["acc", name, acceleration]),
        Sensed::Touch(active) => json!(["touch", name, active]),
        Sensed::JointAngle(_) | Sensed::JointSpeed(_) => return None,
    })
}

fn object(stage: &Stage, sighting: Sighting) -> Value {
    let part = |seen: &Detection| {
        let name = &stage.table.names()[seen.marker as usize];
        json!([name, seen.distance, seen.azimuth, seen.inclination])
    };
    match sighting {
        Sighting::Object(seen) => part(seen),
        Sighting::Robot { player, parts, .. } => {
            let parts: Vec<Value> = parts.iter().map(part).collect();
            json!(["P", TEAMS[player.side.index()], player.number, parts])
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let pairs = (0..text.len()).step_by(2).map(|at| &text[at..at + 2]);
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// What the robots of a state say.
fn audio_of(stage: &Stage, state: &Value) -> Audio {
    let mut audio = Audio::default();
    for said in state["said"].as_array().unwrap() {
        let mut players = stage.arena.players().iter();
        let player = players.find(|player| said[0] == player.to_string()).unwrap();
        let slot = stage.arena.slot_of(*player).unwrap();
        let site = speaker(stage.scene.model(slot), "say").unwrap();
        audio.say(slot, site, said[1].as_f64().unwrap(), &unhex(said[2].as_str().unwrap()));
    }
    audio.step();
    audio
}

/// As Python and JSON write numbers, so that -0.0 differs from 0.0.
fn text(value: &Value) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn robots_perceive_what_those_of_rcsssmj_do() {
    for (index, case) in cases().iter().enumerate() {
        let mut stage = stage_of(case);
        for (number, state) in case["states"].as_array().unwrap().iter().enumerate() {
            take(&mut stage, state);
            let audio = audio_of(&stage, state);
            let mut random = AudioRng::new(state["seed"].as_u64().unwrap() as u32);
            for robot in stage.table.robots().to_vec() {
                let found = perceived(&mut stage, robot.slot, &audio, &mut random);
                let wanted = &state["robots"][robot.player.to_string()]["perceptions"];
                let wanted: Vec<String> = wanted.as_array().unwrap().iter().map(text).collect();
                let found: Vec<String> = found.iter().map(text).collect();
                assert_eq!(found, wanted, "case {index}, state {number}, {}", robot.player);
            }
            let now = truncate::time(stage.world().time);
            assert_eq!(now, state["now"].as_f64().unwrap());
        }
    }
}

#[test]
fn random_numbers_are_those_of_numpy() {
    let file: Value = serde_json::from_str(include_str!("../reference/perceptions.json")).unwrap();
    let wanted = &file["generator"];
    let mut random = AudioRng::new(wanted["seed"].as_u64().unwrap() as u32);
    let count = wanted["count"].as_u64().unwrap() as usize;
    let drawn: Vec<f64> = (0..count).map(|_| random.uniform()).collect();
    assert_eq!(drawn[..5], numbers(&wanted["first"]));
    assert_eq!(drawn[count - 5..], numbers(&wanted["last"]));
}
