//! What all robots of all worlds perceive, as arrays.

use super::game::{GameConfig, WorldGame};
use super::{WorldBatch, lock};
use crate::error::Result;
use crate::model::SensorKind;
use crate::perception::audio::{Heard, MAX_MESSAGE};
use crate::perception::{
    Detection, Interest, Joints, MarkerTable, Perceiver, RobotMarkers, Seen, Sensing, SensorRef,
    VisionNoise, Visitor, Workspace,
};
use crate::world::scene::Scene;
use crate::world::state::take;
use std::convert::Infallible;
use std::sync::Mutex;

/// How the world with a seed is perceived.
pub(super) fn senses(config: &GameConfig, seed: u64) -> Sensing {
    let noise = config.vision_noise.then(VisionNoise::default);
    Sensing { compat: config.compat.is_on(), noise, occlusion: config.occlusion, seed }
}

/// Sizes of the arrays of [`Perceived`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Worlds, W.
    pub worlds: usize,
    /// Robots of each world, R.
    pub robots: usize,
    /// Joints of the robot with the most, J.
    pub joints: usize,
    /// Touch sensors of the robot with the most, T.
    pub touches: usize,
    /// Markers that can be seen, M.
    pub markers: usize,
}

/// Perceptions of all robots in agents' units, truncated as in messages to agents, and padded with
/// zeros.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Perceived {
    /// Values of W, R, J, T and M.
    pub sizes: Sizes,
    /// (W,), s
    pub time: Vec<f64>,
    /// (W, R, 4): first orientation sensor, wxyz, in the world's frame.
    pub orientation: Vec<f64>,
    /// (W, R, 3): first position sensor, m, in the world's frame.
    pub position: Vec<f64>,
    /// (W, R, 3): first gyro, deg/s, in the sensor's frame.
    pub gyro: Vec<f64>,
    /// (W, R, 3): first accelerometer, m/s^2, in the sensor's frame, gravity included.
    pub accelerometer: Vec<f64>,
    /// (W, R, J), deg, in the order of the sensors.
    pub joint_angles: Vec<f64>,
    /// (W, R, J), deg/s
    pub joint_speeds: Vec<f64>,
    /// (W, R, T): forces on touch sensors, whole N.
    pub touch: Vec<i64>,
    /// (W,): whether cameras delivered.
    pub has_vision: Vec<bool>,
    /// (W, R, M, 3): distance (m), azimuth and inclination (deg) of each marker, in the camera's
    /// frame.
    pub vision: Vec<f64>,
    /// (W, R, M): whether the marker is seen.
    pub seen: Vec<bool>,
    /// (W, R, R): whether the message of the robot on the last axis is heard.
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

/// What all robots of one world perceive, in memory that is reused from world to world.
#[derive(Debug, Default)]
pub(super) struct OneWorld {
    perceived: Perceived,
    workspace: Workspace,
}

impl OneWorld {
    /// Perceives a world. Of the markers, only those that `interest` selects are looked for;
    /// markers that are not seen keep places from an earlier world.
    pub fn perceive(
        &mut self,
        perceiver: &mut Perceiver<'_>,
        sizes: Sizes,
        interest: &Interest,
    ) -> &Perceived {
        let perceived = &mut self.perceived;
        if perceived.sizes != sizes {
            *perceived = Perceived::new(sizes);
        }
        perceived.seen.fill(false);
        perceived.heard.fill(false);
        let has_vision = perceiver.has_vision(None);
        for rows in perceived.rows() {
            *rows.has_vision = has_vision;
            let mut filler = Filler { rows, sizes, robot: 0 };
            let (some, workspace) = (Some(interest), &mut self.workspace);
            let Ok(()) = perceiver.walk_for(some, has_vision, workspace, &mut filler);
        }
        perceived
    }

    /// What was perceived last.
    pub fn perceived(&self) -> &Perceived {
        &self.perceived
    }
}

/// Fills one world's rows.
struct Filler<'a> {
    rows: PerceivedRows<'a>,
    sizes: Sizes,
    /// Index of the robot whose perceptions are being filled in.
    robot: usize,
}

type Filled<T = ()> = std::result::Result<T, Infallible>;

impl Visitor for Filler<'_> {
    type Error = Infallible;

    fn time(&mut self, time: f64) -> Filled {
        *self.rows.time = time;
        Ok(())
    }

    fn robot(&mut self, robot: &RobotMarkers) -> Filled<bool> {
        self.robot = robot.slot - 1;
        Ok(true)
    }

    fn orientation(&mut self, sensor: SensorRef<'_>, quat: [f64; 4]) -> Filled {
        put_first(self.rows.orientation, self.robot, sensor, quat);
        Ok(())
    }

    fn position(&mut self, sensor: SensorRef<'_>, pos: [f64; 3]) -> Filled {
        put_first(self.rows.position, self.robot, sensor, pos);
        Ok(())
    }

    fn gyro(&mut self, sensor: SensorRef<'_>, rates: [f64; 3]) -> Filled {
        put_first(self.rows.gyro, self.robot, sensor, rates);
        Ok(())
    }

    fn accelerometer(&mut self, sensor: SensorRef<'_>, acc: [f64; 3]) -> Filled {
        put_first(self.rows.accelerometer, self.robot, sensor, acc);
        Ok(())
    }

    fn touch(&mut self, sensor: SensorRef<'_>, force: i64) -> Filled {
        self.rows.touch[self.robot * self.sizes.touches + sensor.nth] = force;
        Ok(())
    }

    fn joints(&mut self, joints: Joints<'_>) -> Filled {
        let width = self.sizes.joints;
        put_row(self.rows.joint_angles, self.robot, width, joints.angles);
        put_row(self.rows.joint_speeds, self.robot, width, joints.speeds);
        Ok(())
    }

    fn microphone(&mut self, heard: &[Heard]) -> Filled {
        for Heard { azimuth, sender, message } in heard {
            let at = self.robot * self.sizes.robots + sender - 1;
            self.rows.heard[at] = true;
            self.rows.sound_azimuth[at] = *azimuth;
            self.rows.message[at * MAX_MESSAGE..][..message.len()].copy_from_slice(message);
            self.rows.message_length[at] = message.len() as u8;
        }
        Ok(())
    }

    fn vision(&mut self, seen: Seen<'_>) -> Filled {
        for &Detection { marker, azimuth, inclination, distance } in seen.detections {
            let at = self.robot * self.sizes.markers + marker as usize;
            self.rows.seen[at] = true;
            self.rows.vision[at * 3..][..3].copy_from_slice(&[distance, azimuth, inclination]);
        }
        Ok(())
    }
}

/// Stores a value if its sensor is the first one of its kind.
fn put_first<const N: usize>(
    rows: &mut [f64],
    robot: usize,
    sensor: SensorRef<'_>,
    value: [f64; N],
) {
    if sensor.nth == 0 {
        rows[robot * N..][..N].copy_from_slice(&value);
    }
}

/// Stores as many values as a row has places for.
fn put_row(rows: &mut [f64], robot: usize, width: usize, values: &[f64]) {
    let count = values.len().min(width);
    rows[robot * width..][..count].copy_from_slice(&values[..count]);
}

impl WorldBatch {
    /// What can be seen in these worlds.
    pub fn markers(&self) -> &MarkerTable {
        &self.markers
    }

    /// Returns a [`Perceiver`] for a world.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) without games, or for a world that does not
    /// exist.
    pub fn perceiver(&mut self, world: usize) -> Result<Perceiver<'_>> {
        let missing = self.no_game(world);
        let (Some(game), Some(config)) = (self.games.get_mut(world), &self.config) else {
            return Err(missing);
        };
        let seed = self.seed.wrapping_add(world as u64);
        let view = self.state.world(self.arena.scene(), world);
        Ok(game.perceiver(view, &self.markers, senses(config, seed)))
    }

    /// Returns what all robots of all worlds perceive now. `vision`: whether cameras deliver;
    /// `None` for every second frame. Within one frame the result stays the same.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) without games.
    pub fn perceive(&mut self, vision: Option<bool>) -> Result<Perceived> {
        let Some(config) = &self.config else { return Err(self.no_game(0)) };
        let sizes = sizes(self.arena.scene(), &self.markers, self.state.time.len());
        let mut perceived = Perceived::new(sizes);
        let (state, scene, table, seed) =
            (&self.state, self.arena.scene(), &self.markers, self.seed);
        type Rows<'a> = (usize, (&'a mut WorldGame, PerceivedRows<'a>));
        let fill = |workspace: &mut Workspace, (world, (game, rows)): Rows<'_>| {
            let senses = senses(config, seed.wrapping_add(world as u64));
            let mut perceiver = game.perceiver(state.world(scene, world), table, senses);
            let has_vision = perceiver.has_vision(vision);
            *rows.has_vision = has_vision;
            let mut filler = Filler { rows, sizes, robot: 0 };
            let Ok(()) = perceiver.walk(has_vision, workspace, &mut filler);
        };
        let worlds = self.games.iter_mut().zip(perceived.rows()).enumerate();
        let workspaces: Vec<Mutex<Workspace>> =
            (0..self.threads.count()).map(|_| Mutex::default()).collect();
        self.threads.each(worlds, |world, thread| fill(&mut lock(&workspaces[thread]), world));
        Ok(perceived)
    }
}

pub(super) fn sizes(scene: &Scene, table: &MarkerTable, worlds: usize) -> Sizes {
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
