//! Properties of everything that robots perceive.

use crate::stage::Stage;
use std::convert::Infallible;
use std::sync::Arc;

use rcssgym::model;
use rcssgym::perception::audio::{Audio, AudioRng, Heard, Hearing, speaker};
use rcssgym::perception::{
    Detection, HALF_VIEW, Joints, Perceiver, RobotMarkers, RobotSensors, Seen, Sensed, Sensing,
    SensorRef, Sighting, VisionNoise, Visitor, Workspace, sightings,
};
use rcssgym::soccer::{Entrant, Field, GameState, Phase, PlayerId, Side};

const TEAMS: [(Side, u32, &str); 5] = [
    (Side::Right, 9, "T1"),
    (Side::Left, 3, "K1"),
    (Side::Left, 1, "T1"),
    (Side::Right, 1, "ant"),
    (Side::Left, 99, "T1"),
];
const NOISY: Sensing =
    Sensing { compat: true, noise: Some(NOISE), occlusion: false, seed: 0x1234_5678_9abc };
const NOISE: VisionNoise =
    VisionNoise { distance: 0.0965e-2, azimuth: 0.1480, inclination: 0.1225 };

/// Makes a world with robots on a circle that look across its centre.
fn stage(robots: &[(Side, u32, &str)]) -> Stage {
    let mut stage = Stage::new("fifa7vs7", robots);
    for (slot, &(_, number, _)) in (1..).zip(robots) {
        let angle = f64::from(number) * 0.9;
        let height = stage.scene.model(slot).bodies[0].pos[2];
        stage.put(slot, [4.0 * angle.cos(), 4.0 * angle.sin(), height], angle + 2.7);
    }
    stage
}

fn is_truncated(x: f64) -> bool {
    (x * 100.0 - (x * 100.0).round()).abs() < 1e-9 * (1.0 + x.abs() * 100.0)
}

#[test]
fn markers_come_in_the_order_of_the_sides() {
    let stage = stage(&TEAMS);
    let players: Vec<String> =
        stage.table.robots().iter().map(|robot| robot.player.to_string()).collect();
    assert_eq!(players, ["r-0-3", "r-0-1", "r-0-99", "r-1-9", "r-1-1"]);
    let robots = stage.table.robots();
    assert_eq!(robots.iter().map(|robot| robot.slot).collect::<Vec<_>>(), [2, 3, 5, 1, 4]);
    assert_eq!(robots[0].markers.start, 31);
    assert_eq!(stage.table.names()[30], "B");
    assert_eq!(&stage.table.names()[31..34], ["head", "lfoot", "rfoot"]);
    assert_eq!(stage.table.names().len(), 31 + 4 * 3 + 1);
}

#[test]
fn what_is_seen_is_in_view_in_order_and_truncated() {
    let mut stage = stage(&TEAMS);
    for slot in 1..=TEAMS.len() {
        let seen = stage.look(slot, &Sensing::default(), 0).unwrap();
        assert!(seen.len() > 5, "slot {slot} sees {seen:?}");
        assert!(seen.is_sorted_by_key(|seen| seen.marker));
        for Detection { azimuth, inclination, distance, .. } in seen {
            assert!(azimuth.abs() <= HALF_VIEW && inclination.abs() <= HALF_VIEW);
            assert!((0.0..80.0).contains(&distance));
            assert!([azimuth, inclination, distance].into_iter().all(is_truncated));
        }
    }
}

#[test]
fn the_ball_and_slots_that_see_nothing_have_no_camera() {
    let mut stage = stage(&TEAMS);
    assert_eq!(stage.look(0, &Sensing::default(), 0), None);
    assert_eq!(stage.look(99, &Sensing::default(), 0), None);
}

#[test]
fn the_border_of_the_view_is_that_of_truncated_angles() {
    let mut stage = Stage::new("fifa7vs7", &[(Side::Left, 1, "T1")]);
    let ball = stage.table.robots()[0].markers.start as u32 - 1;
    let model = stage.scene.model(1).clone();
    let camera = model.sites.iter().position(|site| site.name == "camera").unwrap();
    stage.put(1, [0.0, 0.0, 1.0], 0.0);
    stage.locate(&Sensing::default());
    let eye = stage.locations.site(&stage.scene, 1, camera).pos;
    let mut sees = |azimuth: f64, inclination: f64| {
        let (azimuth, inclination) = (azimuth.to_radians(), inclination.to_radians());
        let way = [
            azimuth.cos() * inclination.cos(),
            azimuth.sin() * inclination.cos(),
            inclination.sin(),
        ];
        stage.put(0, std::array::from_fn(|i| eye[i] + 3.0 * way[i]), 0.0);
        let seen = stage.look(1, &Sensing::default(), 0).unwrap();
        seen.into_iter().find(|seen| seen.marker == ball)
    };
    for sign in [-1.0, 1.0] {
        assert_eq!(sees(sign * 60.009, 0.0).unwrap().azimuth, sign * 60.0);
        assert_eq!(sees(0.0, sign * 60.009).unwrap().inclination, sign * 60.0);
        assert_eq!(sees(sign * 60.011, 0.0), None);
        assert_eq!(sees(0.0, sign * 60.011), None);
        assert_eq!(sees(sign * 59.0, 59.0).map(|seen| seen.distance.round()), Some(3.0));
        assert_eq!(sees(sign * 150.0, 0.0), None);
    }
}

#[test]
fn nothing_is_seen_where_numbers_are_none() {
    let mut stage = stage(&TEAMS);
    stage.qpos(3).fill(f64::NAN);
    for occlusion in [false, true] {
        let senses = Sensing { occlusion, ..NOISY };
        assert_eq!(stage.look(3, &senses, 0), Some(vec![]));
        let seen = stage.look(2, &senses, 0).unwrap();
        let lost = stage.table.robots()[1].markers.clone();
        assert!(seen.iter().all(|seen| !lost.contains(&(seen.marker as usize))));
    }
}

#[test]
fn sightings_hold_every_detection_once() {
    let mut stage = stage(&TEAMS);
    for slot in 1..=TEAMS.len() {
        let seen = stage.look(slot, &Sensing::default(), 0).unwrap();
        let mut again = Vec::new();
        for sighting in sightings(&stage.table, &seen) {
            match sighting {
                Sighting::Object(object) => again.push(*object),
                Sighting::Robot { slot, player, parts } => {
                    assert!(!parts.is_empty());
                    assert_eq!(stage.arena.player(slot), Some(player));
                    again.extend(parts);
                }
            }
        }
        assert_eq!(again, seen);
    }
}

#[test]
fn no_noise_is_the_ideal_camera() {
    let mut stage = stage(&TEAMS);
    let none = VisionNoise { distance: 0.0, azimuth: 0.0, inclination: 0.0 };
    for slot in 1..=TEAMS.len() {
        let ideal = stage.look(slot, &Sensing::default(), 4).unwrap();
        let still = stage.look(slot, &Sensing { noise: Some(none), ..NOISY }, 4).unwrap();
        assert_eq!(ideal, still);
    }
}

#[test]
fn noise_changes_numbers_and_not_what_is_seen() {
    let mut stage = stage(&TEAMS);
    let ideal = stage.look(2, &Sensing::default(), 0).unwrap();
    let noisy = stage.look(2, &NOISY, 0).unwrap();
    assert_eq!(noisy, stage.look(2, &NOISY, 0).unwrap());
    assert!(ideal.iter().map(|seen| seen.marker).eq(noisy.iter().map(|seen| seen.marker)));
    let other_frame = stage.look(2, &NOISY, 1).unwrap();
    let other_seed = stage.look(2, &Sensing { seed: 5, ..NOISY }, 0).unwrap();
    for other in [&ideal, &other_frame, &other_seed] {
        let equal = noisy.iter().zip(other).filter(|(a, b)| a.azimuth == b.azimuth).count();
        assert!(equal < noisy.len() / 2, "{equal} of {}", noisy.len());
    }
}

#[test]
fn noise_does_not_depend_on_who_else_plays() {
    let (mut many, mut few) = (stage(&TEAMS), stage(&TEAMS[1..2]));
    let (seen_by_many, seen) = (many.look(2, &NOISY, 7), few.look(1, &NOISY, 7));
    let of_field = |seen: Option<Vec<Detection>>| {
        seen.unwrap().into_iter().filter(|seen| seen.marker < 31).collect::<Vec<_>>()
    };
    assert_eq!(of_field(seen_by_many), of_field(seen));
}

#[test]
fn noise_has_the_deviations_that_it_should_have() {
    let mut stage = stage(&TEAMS);
    let ideal = stage.look(2, &Sensing::default(), 0).unwrap();
    let mut squares = [0.0; 3];
    let mut count = 0.0;
    for frame in 0..2000 {
        for (noisy, ideal) in stage.look(2, &NOISY, frame).unwrap().iter().zip(&ideal) {
            let errors = [
                (noisy.distance - ideal.distance) / ideal.distance / NOISE.distance,
                (noisy.azimuth - ideal.azimuth) / NOISE.azimuth,
                (noisy.inclination - ideal.inclination) / NOISE.inclination,
            ];
            for (square, error) in squares.iter_mut().zip(errors) {
                *square += error * error;
            }
            count += 1.0;
        }
    }
    // Truncation adds most to the smallest errors, which are those of near distances.
    let [distance, azimuth, inclination] = squares.map(|square| (square / count).sqrt());
    assert!((0.95..1.6).contains(&distance), "{distance}");
    assert!((0.98..1.02).contains(&azimuth), "{azimuth}");
    assert!((0.98..1.02).contains(&inclination), "{inclination}");
}

#[test]
fn areas_are_marked_where_lines_are_if_asked() {
    for field in [Field::fifa(), Field::fifa7vs7()] {
        let at = |compat: bool, name: &str| {
            let markers = field.markers(compat);
            markers.iter().find(|marker| marker.name == name).unwrap().pos
        };
        let area = field.goalie_area(Side::Right);
        assert_eq!(at(false, "l_ruga"), [area.min[0], area.max[1], 0.0]);
        assert_eq!(at(false, "t_rlga"), [area.max[0], area.min[1], 0.0]);
        let [x, y, z] = at(false, "l_llga");
        assert_eq!(at(true, "l_llga"), [x, 2.0 * y, z]);
        let area = field.penalty_area(Side::Left).unwrap();
        assert_eq!(at(false, "l_lupa"), [area.max[0], area.max[1], 0.0]);
        assert_eq!(at(true, "t_llpa"), [area.min[0], 2.0 * area.min[1], 0.0]);
    }
    let bare = Field { penalty_area: None, ..Field::fifa() };
    assert_eq!(bare.markers(true).len(), 22);
}

#[test]
fn touch_is_whole_newtons() {
    let model = model::parse(include_str!("../reference/touch.xml"), "touch.xml").unwrap();
    let values = vec![5.99; model.sensors.iter().map(|sensor| sensor.kind.dim()).sum()];
    let body = RobotSensors::new(&model, &values);
    let mut touches = 0;
    for reading in body.readings() {
        if let Sensed::Touch(force) = reading.value {
            touches += 1;
            assert_eq!(force, 5);
        }
    }
    assert!(touches > 0);
}

#[test]
fn too_few_sensor_values_end_the_readings() {
    let model = model::load("T1").unwrap();
    assert_eq!(RobotSensors::new(&model, &[1.0, 0.0, 0.0, 0.0, 2.0]).readings().count(), 1);
}

/// A visitor that records what it is given.
#[derive(Default)]
struct Log {
    /// Slots whose perceptions are requested.
    asked: Vec<usize>,
    told: Vec<String>,
}

impl Log {
    fn tell(&mut self, told: impl Into<String>) -> Result<(), Infallible> {
        self.told.push(told.into());
        Ok(())
    }
}

impl Visitor for Log {
    type Error = Infallible;
    fn time(&mut self, _: f64) -> Result<(), Infallible> {
        self.tell("time")
    }
    fn game_state(&mut self, _: &GameState) -> Result<(), Infallible> {
        self.tell("game")
    }
    fn robot(&mut self, robot: &RobotMarkers) -> Result<bool, Infallible> {
        self.tell(format!("slot {}", robot.slot))?;
        Ok(self.asked.contains(&robot.slot))
    }
    fn touch(&mut self, sensor: SensorRef<'_>, _: i64) -> Result<(), Infallible> {
        self.tell(format!("{} {} {}", sensor.name, sensor.index, sensor.nth))
    }
    fn joints(&mut self, joints: Joints<'_>) -> Result<(), Infallible> {
        self.tell(format!("{} joints", joints.angles.len()))
    }
    fn microphone(&mut self, heard: &[Heard]) -> Result<(), Infallible> {
        self.tell(format!("{} heard", heard.len()))
    }
    fn vision(&mut self, _: Seen<'_>) -> Result<(), Infallible> {
        self.tell("seen")
    }
}

/// Robots 1 to 5 are T1, the sixth is an ant, which has no microphone; five talk.
struct Talk {
    stage: Stage,
    game: GameState,
    audio: Audio,
    random: AudioRng,
    heard: Vec<Option<Vec<Heard>>>,
}

impl Talk {
    fn new() -> Self {
        let player = |n| (Side::Left, n, if n < 6 { "T1" } else { "ant" });
        let stage = stage(&(1..=6).map(player).collect::<Vec<_>>());
        let mut audio = Audio::default();
        for slot in 1..=5 {
            audio.say(slot, speaker(stage.scene.model(slot), "say").unwrap(), 1.0, b"hello");
        }
        let game = GameState::new(Phase::FirstHalf, 0.0, true);
        Self { stage, game, audio, random: AudioRng::new(0), heard: Vec::new() }
    }

    /// Returns what a visitor is given about some slots.
    fn walk(&mut self, asked: &[usize], has_vision: bool) -> Vec<String> {
        let Self { stage, game, audio, random, heard } = self;
        let hearing = Hearing { audio, random, heard };
        let (view, table, senses) = (stage.world(), &stage.table, Sensing::default());
        let mut perceiver = Perceiver { view, state: game, frame: 0, hearing, table, senses };
        let mut log = Log { asked: asked.to_vec(), told: Vec::new() };
        let Ok(()) = perceiver.walk(has_vision, &mut Workspace::default(), &mut log);
        log.told
    }
}

#[test]
fn a_walk_tells_those_who_ask_and_no_more_than_there_is() {
    let mut talk = Talk::new();
    let ant = ["time", "game", "slot 1", "slot 2", "slot 3", "slot 4", "slot 5", "slot 6"];
    let told = talk.walk(&[6], false);
    assert_eq!(told[..8], ant);
    assert!(told.iter().skip(8).any(|told| told.ends_with("joints")), "{told:?}");
    assert!(!told.iter().any(|told| told == "seen" || told.ends_with("heard")), "{told:?}");
    assert_eq!(talk.walk(&[], true), ant);
    let told = talk.walk(&[2], true);
    assert_eq!(told[..4], ant[..4]);
    assert_eq!(told[4..6], ["23 joints", "seen"]);
    assert_eq!(told[6..], ant[4..]);
}

#[test]
fn luck_is_drawn_for_all_when_the_first_that_can_hear_asks() {
    let mut talk = Talk::new();
    talk.audio.step();
    talk.walk(&[6], true);
    assert_eq!((talk.heard.len(), &talk.random), (0, &AudioRng::new(0)), "an ant hears nothing");
    let told = talk.walk(&[5], false);
    assert!(told.iter().any(|told| told.ends_with("heard")), "{told:?}");
    let (heard, random) = (talk.heard.clone(), talk.random.clone());
    assert_eq!(
        heard.iter().map(Option::is_some).collect::<Vec<_>>()[1..],
        [true, true, true, true, true, false]
    );
    assert_ne!(random, AudioRng::new(0));
    talk.walk(&[1, 2, 3, 4, 5, 6], true);
    assert_eq!((talk.heard, talk.random), (heard, random));
}

#[test]
fn sensors_know_their_places() {
    let model =
        Arc::new(model::parse(include_str!("../reference/touch.xml"), "touch.xml").unwrap());
    let player = PlayerId { side: Side::Right, number: 4 };
    let mut stage = Stage::of(Field::fifa(), &[Entrant { model, player }]);
    let mut talk = Talk::new();
    std::mem::swap(&mut talk.stage, &mut stage);
    let told = talk.walk(&[1], false);
    let wanted = ["belly 1 0", "side 2 1", "beacon 3 2", "rod 4 3", "palm 5 4", "whole 6 5"];
    assert_eq!(told[3..9], wanted);
    assert_eq!(told[9..], ["1 joints"]);
}
