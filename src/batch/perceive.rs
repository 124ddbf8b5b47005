//! What all robots of all worlds perceive, as arrays.

use super::WorldBatch;
use super::game::{GameConfig, Heard, WorldGame};
use crate::error::Result;
use crate::model::SensorKind;
use crate::perception::audio::MAX_MESSAGE;
use crate::perception::truncate::time;
use crate::perception::{
    Body, Detection, Locations, MarkerTable, Sensed, Senses, Vision, VisionNoise,
};
use crate::world::WorldRef;
use crate::world::scene::Scene;
use crate::world::state::take;
use rayon::prelude::*;

/// Steps between two looks through the cameras.
pub const VISION_INTERVAL: u64 = 2;

/// One world with all that it takes to perceive it.
pub struct Perceiver<'a> {
    /// The world.
    pub view: WorldRef<'a>,
    /// Its game, which is listened to.
    pub game: &'a mut WorldGame,
    /// What can be seen.
    pub table: &'a MarkerTable,
    /// How this world is perceived.
    pub senses: Senses,
}

impl Perceiver<'_> {
    /// Do cameras deliver in this frame?
    pub fn has_vision(&self) -> bool {
        self.game.frame.is_multiple_of(VISION_INTERVAL)
    }

    /// What the robot in a slot sees; false if it has no camera.
    pub fn look(&self, locations: &Locations, slot: usize, seen: &mut Vec<Detection>) -> bool {
        let (scene, frame) = (self.view.scene, self.game.frame);
        let Self { senses, table, .. } = self;
        Vision { senses, scene, table, locations, frame }.look(slot, seen)
    }

    /// What everybody hears, by slot.
    pub fn hear(&mut self, locations: &Locations) -> &[Option<Vec<Heard>>] {
        self.game.hear(self.view.scene, self.table, locations)
    }
}

/// How the world with a seed is perceived.
pub(super) fn senses(config: &GameConfig, seed: u64) -> Senses {
    let noise = config.vision_noise.then(VisionNoise::default);
    Senses { compat: config.compat.is_on(), noise, occlusion: config.occlusion, seed }
}

/// Sizes of the arrays of [`Perceived`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Worlds, W.
    pub worlds: usize,
    /// Robots of each world, R.
    pub robots: usize,
    /// Joints of the robot that has most, J.
    pub joints: usize,
    /// Touch sensors of the robot that has most, T.
    pub touches: usize,
    /// Markers that can be seen, M.
    pub markers: usize,
}

/// Perceptions of all robots in agents' units, truncated as agents get them; zeros pad.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Perceived {
    /// What W, R, J, T and M are.
    pub sizes: Sizes,
    /// (W,), s
    pub time: Vec<f64>,
    /// (W, R, 4): first orientation sensor, wxyz.
    pub orientation: Vec<f64>,
    /// (W, R, 3): first position sensor, m.
    pub position: Vec<f64>,
    /// (W, R, 3): first gyro, deg/s.
    pub gyro: Vec<f64>,
    /// (W, R, 3): first accelerometer, m/s^2.
    pub accelerometer: Vec<f64>,
    /// (W, R, J), deg, in the order of the sensors.
    pub joint_angles: Vec<f64>,
    /// (W, R, J), deg/s
    pub joint_speeds: Vec<f64>,
    /// (W, R, T)
    pub touch: Vec<i64>,
    /// (W,): did cameras deliver?
    pub has_vision: Vec<bool>,
    /// (W, R, M, 3): distance (m), azimuth and inclination (deg) of each marker.
    pub vision: Vec<f64>,
    /// (W, R, M): is the marker seen?
    pub seen: Vec<bool>,
    /// (W, R, R): is the message of the robot on the last axis heard?
    pub heard: Vec<bool>,
    /// (W, R, R), deg
    pub sound_azimuth: Vec<i64>,
    /// (W, R, R, 10): bytes of the messages.
    pub message: Vec<u8>,
    /// (W, R, R): lengths of the messages.
    pub message_length: Vec<u8>,
}

/// One world's rows of [`Perceived`].
struct PerceivedRows<'a> {
    time: &'a mut f64,
    has_vision: &'a mut bool,
    orientation: &'a mut [f64],
    position: &'a mut [f64],
    gyro: &'a mut [f64],
    accelerometer: &'a mut [f64],
    joint_angles: &'a mut [f64],
    joint_speeds: &'a mut [f64],
    touch: &'a mut [i64],
    vision: &'a mut [f64],
    seen: &'a mut [bool],
    heard: &'a mut [bool],
    sound_azimuth: &'a mut [i64],
    message: &'a mut [u8],
    message_length: &'a mut [u8],
}

impl Perceived {
    fn new(sizes: Sizes) -> Self {
        let Sizes { worlds, robots, joints, touches, markers } = sizes;
        let each = worlds * robots;
        Self {
            sizes,
            time: vec![0.0; worlds],
            orientation: vec![0.0; each * 4],
            position: vec![0.0; each * 3],
            gyro: vec![0.0; each * 3],
            accelerometer: vec![0.0; each * 3],
            joint_angles: vec![0.0; each * joints],
            joint_speeds: vec![0.0; each * joints],
            touch: vec![0; each * touches],
            has_vision: vec![false; worlds],
            vision: vec![0.0; each * markers * 3],
            seen: vec![false; each * markers],
            heard: vec![false; each * robots],
            sound_azimuth: vec![0; each * robots],
            message: vec![0; each * robots * MAX_MESSAGE],
            message_length: vec![0; each * robots],
        }
    }

    fn rows(&mut self) -> impl Iterator<Item = PerceivedRows<'_>> {
        let Sizes { worlds, robots, joints, touches, markers } = self.sizes;
        let (mut time, mut has_vision) = (&mut self.time[..], &mut self.has_vision[..]);
        let (mut orientation, mut position) = (&mut self.orientation[..], &mut self.position[..]);
        let (mut gyro, mut accelerometer) = (&mut self.gyro[..], &mut self.accelerometer[..]);
        let mut joint_angles = &mut self.joint_angles[..];
        let mut joint_speeds = &mut self.joint_speeds[..];
        let (mut touch, mut vision) = (&mut self.touch[..], &mut self.vision[..]);
        let (mut seen, mut heard) = (&mut self.seen[..], &mut self.heard[..]);
        let (mut azimuth, mut message) = (&mut self.sound_azimuth[..], &mut self.message[..]);
        let mut message_length = &mut self.message_length[..];
        (0..worlds).map(move |_| PerceivedRows {
            time: &mut take(&mut time, 1)[0],
            has_vision: &mut take(&mut has_vision, 1)[0],
            orientation: take(&mut orientation, robots * 4),
            position: take(&mut position, robots * 3),
            gyro: take(&mut gyro, robots * 3),
            accelerometer: take(&mut accelerometer, robots * 3),
            joint_angles: take(&mut joint_angles, robots * joints),
            joint_speeds: take(&mut joint_speeds, robots * joints),
            touch: take(&mut touch, robots * touches),
            vision: take(&mut vision, robots * markers * 3),
            seen: take(&mut seen, robots * markers),
            heard: take(&mut heard, robots * robots),
            sound_azimuth: take(&mut azimuth, robots * robots),
            message: take(&mut message, robots * robots * MAX_MESSAGE),
            message_length: take(&mut message_length, robots * robots),
        })
    }
}

impl PerceivedRows<'_> {
    fn fill(&mut self, mut perceiver: Perceiver<'_>, vision: Option<bool>, sizes: Sizes) {
        *self.time = time(perceiver.view.time);
        for robot in 0..sizes.robots {
            self.feel(&perceiver, robot, sizes);
        }
        *self.has_vision = vision.unwrap_or_else(|| perceiver.has_vision());
        if !*self.has_vision && perceiver.game.audio.is_silent() {
            return;
        }
        let mut locations = Locations::default();
        locations.update(&perceiver.view, perceiver.table, &perceiver.senses);
        if *self.has_vision {
            let mut seen = Vec::new();
            for robot in 0..sizes.robots {
                perceiver.look(&locations, robot + 1, &mut seen);
                self.see(&seen, robot, sizes.markers);
            }
        }
        for (slot, heard) in perceiver.hear(&locations).iter().enumerate() {
            for heard in heard.iter().flatten() {
                self.hear(slot - 1, heard, sizes.robots);
            }
        }
    }

    fn feel(&mut self, perceiver: &Perceiver<'_>, robot: usize, sizes: Sizes) {
        let view = &perceiver.view;
        let body = Body::new(view.scene.model(robot + 1), view.sensors(robot + 1));
        let mut counts = [0; 7];
        for reading in body.readings() {
            let (kind, width): (usize, usize) = match reading.value {
                Sensed::Orientation(_) => (0, 1),
                Sensed::Position(_) => (1, 1),
                Sensed::Gyro(_) => (2, 1),
                Sensed::Accelerometer(_) => (3, 1),
                Sensed::JointAngle(_) => (4, sizes.joints),
                Sensed::JointSpeed(_) => (5, sizes.joints),
                Sensed::Touch(_) => (6, sizes.touches),
            };
            let nth = counts[kind];
            counts[kind] += 1;
            if nth >= width {
                continue;
            }
            let at = robot * width + nth;
            match reading.value {
                Sensed::Orientation(q) => self.orientation[at * 4..][..4].copy_from_slice(&q),
                Sensed::Position(p) => self.position[at * 3..][..3].copy_from_slice(&p),
                Sensed::Gyro(v) => self.gyro[at * 3..][..3].copy_from_slice(&v),
                Sensed::Accelerometer(a) => self.accelerometer[at * 3..][..3].copy_from_slice(&a),
                Sensed::JointAngle(angle) => self.joint_angles[at] = angle,
                Sensed::JointSpeed(speed) => self.joint_speeds[at] = speed,
                Sensed::Touch(active) => self.touch[at] = active,
            }
        }
    }

    fn see(&mut self, detections: &[Detection], robot: usize, markers: usize) {
        for detection in detections {
            let at = robot * markers + detection.marker as usize;
            let Detection { distance, azimuth, inclination, .. } = *detection;
            self.seen[at] = true;
            self.vision[at * 3..][..3].copy_from_slice(&[distance, azimuth, inclination]);
        }
    }

    fn hear(&mut self, robot: usize, heard: &Heard, robots: usize) {
        let at = robot * robots + heard.sender - 1;
        self.heard[at] = true;
        self.sound_azimuth[at] = heard.azimuth;
        self.message[at * MAX_MESSAGE..][..heard.message.len()].copy_from_slice(&heard.message);
        self.message_length[at] = heard.message.len() as u8;
    }
}

impl WorldBatch {
    /// What can be seen in these worlds.
    pub fn markers(&self) -> &MarkerTable {
        &self.markers
    }

    /// A world and what it takes to perceive it.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) without games, or for a world that is not there.
    pub fn perceiver(&mut self, world: usize) -> Result<Perceiver<'_>> {
        let missing = self.no_game(world);
        let (Some(game), Some(config)) = (self.games.get_mut(world), &self.config) else {
            return Err(missing);
        };
        let seed = self.seed.wrapping_add(world as u64);
        let view = self.state.world(self.arena.scene(), world);
        Ok(Perceiver { view, game, table: &self.markers, senses: senses(config, seed) })
    }

    /// What all robots of all worlds perceive now. `vision`: whether cameras deliver; `None` for
    /// every second frame. Within one frame the answer stays the same.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) without games.
    pub fn perceive(&mut self, vision: Option<bool>) -> Result<Perceived> {
        let Some(config) = &self.config else { return Err(self.no_game(0)) };
        let sizes = sizes(self.arena.scene(), &self.markers, self.state.time.len());
        let mut perceived = Perceived::new(sizes);
        let (state, scene, table, seed) =
            (&self.state, self.arena.scene(), &self.markers, self.seed);
        let fill = |(world, (game, mut rows)): (usize, (&mut WorldGame, PerceivedRows<'_>))| {
            let senses = senses(config, seed.wrapping_add(world as u64));
            let view = state.world(scene, world);
            rows.fill(Perceiver { view, game, table, senses }, vision, sizes);
        };
        let worlds = self.games.iter_mut().zip(perceived.rows()).enumerate();
        match &self.pool {
            None => worlds.for_each(fill),
            Some(pool) => pool.install(|| worlds.par_bridge().for_each(fill)),
        }
        Ok(perceived)
    }
}

fn sizes(scene: &Scene, table: &MarkerTable, worlds: usize) -> Sizes {
    let most = |wanted: fn(SensorKind) -> bool| {
        let count = |slot: usize| {
            scene.model(slot).sensors.iter().filter(|sensor| wanted(sensor.kind)).count()
        };
        (1..scene.slots.len()).map(count).max().unwrap_or(0)
    };
    Sizes {
        worlds,
        robots: scene.slots.len() - 1,
        joints: most(|kind| matches!(kind, SensorKind::JointPos(_))),
        touches: most(|kind| matches!(kind, SensorKind::Touch(_))),
        markers: table.names().len(),
    }
}
