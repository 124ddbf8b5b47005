//! Robots perceive the same as rcsssmj's agents, to the last digit
//! (`tests/reference/make_perceptions.py`).

use crate::stage::Stage;
use std::convert::Infallible;

use rcssgym::perception::audio::{Audio, AudioRng, Heard, Hearing, speaker};
use rcssgym::perception::{
    Detection, Joints, Perceiver, RobotMarkers, Seen, Sensing, SensorRef, Sighting, Visitor,
    Workspace,
};
use rcssgym::soccer::{GameState, Phase, PlayerId, Side};
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

/// Puts a world into a state of the file.
fn take(stage: &mut Stage, state: &Value) {
    let qpos = numbers(&state["qpos"]);
    stage.state.observed.as_mut().unwrap().qpos.copy_from_slice(&qpos);
    stage.state.time[0] = state["time"].as_f64().unwrap();
    for player in stage.arena.players() {
        let values = numbers(&state["robots"][player.to_string()]["sensors"]);
        let slot = &stage.scene.slots[stage.arena.slot_of(*player).unwrap()];
        stage.state.sensors[slot.sensors.clone()].copy_from_slice(&values);
    }
}

/// A visitor that records perceptions in the form of the reference file.
#[derive(Default)]
struct Notes {
    times: Vec<f64>,
    /// For each robot, everything but time and game.
    robots: Vec<(PlayerId, Vec<Value>)>,
}

impl Notes {
    fn note(&mut self, perception: Value) -> Result<(), Infallible> {
        self.robots.last_mut().unwrap().1.push(perception);
        Ok(())
    }
}

impl Visitor for Notes {
    type Error = Infallible;

    fn time(&mut self, time: f64) -> Result<(), Infallible> {
        self.times.push(time);
        Ok(())
    }

    fn robot(&mut self, robot: &RobotMarkers) -> Result<bool, Infallible> {
        self.robots.push((robot.player, Vec::new()));
        Ok(true)
    }

    fn orientation(&mut self, sensor: SensorRef<'_>, quat: [f64; 4]) -> Result<(), Infallible> {
        self.note(json!(["quat", sensor.name, quat]))
    }

    fn position(&mut self, sensor: SensorRef<'_>, pos: [f64; 3]) -> Result<(), Infallible> {
        self.note(json!(["pos", sensor.name, pos]))
    }

    fn gyro(&mut self, sensor: SensorRef<'_>, rates: [f64; 3]) -> Result<(), Infallible> {
        self.note(json!(["gyro", sensor.name, rates]))
    }

    fn accelerometer(&mut self, sensor: SensorRef<'_>, acc: [f64; 3]) -> Result<(), Infallible> {
        self.note(json!(["acc", sensor.name, acc]))
    }

    fn touch(&mut self, sensor: SensorRef<'_>, force: i64) -> Result<(), Infallible> {
        self.note(json!(["touch", sensor.name, force]))
    }

    fn joints(&mut self, joints: Joints<'_>) -> Result<(), Infallible> {
        let names: Vec<&str> = joints.names().collect();
        self.note(json!(["joints", names, joints.angles, joints.speeds]))
    }

    fn microphone(&mut self, heard: &[Heard]) -> Result<(), Infallible> {
        let azimuths: Vec<i64> = heard.iter().map(|heard| heard.azimuth).collect();
        let messages: Vec<String> = heard.iter().map(|heard| hex(&heard.message)).collect();
        self.note(json!(["mic", "hear", azimuths, messages]))
    }

    fn vision(&mut self, seen: Seen<'_>) -> Result<(), Infallible> {
        let objects: Vec<Value> =
            seen.sightings().map(|sighting| object(&seen, sighting)).collect();
        self.note(json!(["see", objects]))
    }
}

fn object(seen: &Seen<'_>, sighting: Sighting) -> Value {
    let part =
        |part: &Detection| json!([seen.name(part), part.distance, part.azimuth, part.inclination]);
    match sighting {
        Sighting::Object(object) => part(object),
        Sighting::Robot { player, parts, .. } => {
            let parts: Vec<Value> = parts.iter().map(part).collect();
            json!(["P", seen.team(player.side), player.number, parts])
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

/// Returns what the robots of a state say.
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

/// Returns a value as text, with numbers as Python and JSON write them, so that -0.0 differs from
/// 0.0.
fn text(value: &Value) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn robots_perceive_what_those_of_rcsssmj_do() {
    let mut game = GameState::new(Phase::FirstHalf, 0.0, true);
    game.team_names = TEAMS.map(|name| Some(name.to_owned()));
    let mut workspace = Workspace::default();
    for (index, case) in cases().iter().enumerate() {
        let mut stage = stage_of(case);
        for (number, state) in case["states"].as_array().unwrap().iter().enumerate() {
            take(&mut stage, state);
            let audio = audio_of(&stage, state);
            let mut random = AudioRng::new(state["seed"].as_u64().unwrap() as u32);
            let mut heard = Vec::new();
            let hearing = Hearing { audio: &audio, random: &mut random, heard: &mut heard };
            let (view, table, senses) = (stage.world(), &stage.table, Sensing::default());
            let mut perceiver = Perceiver { view, state: &game, frame: 0, hearing, table, senses };
            let mut notes = Notes::default();
            let Ok(()) = perceiver.walk(true, &mut workspace, &mut notes);
            assert_eq!(notes.times, [state["now"].as_f64().unwrap()]);
            assert_eq!(notes.robots.len(), stage.table.robots().len());
            for (player, found) in notes.robots {
                let wanted = &state["robots"][player.to_string()]["perceptions"];
                let wanted: Vec<String> = wanted.as_array().unwrap().iter().map(text).collect();
                let found: Vec<String> = found.iter().map(text).collect();
                assert_eq!(found, wanted, "case {index}, state {number}, {player}");
            }
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
