//! A world of the batch as terms see it.

use super::Room;
use super::feet::Chains;
use crate::batch::WorldBatch;
use crate::batch::game::WorldGame;
use crate::error::{Error, Result};
use crate::model::{ROOT_COORDS, ROOT_DOFS, SensorKind};
use crate::soccer::{Arena, BALL, Command, SUBSTEPS, Side, WorldPitch};
use crate::terms::{Program, Quantity, View};
use crate::world::{Parameter, VariedWorld};
use crate::world::state::{COMMAND_LEN, StateMut};

/// Slot of the only robot.
const ROBOT: usize = BALL + 1;
/// Names of the bodies that are feet, left before right.
const FEET: [&str; 2] = ["left_foot_link", "right_foot_link"];

/// Where what terms read lies in a world's rows.
pub struct RobotMap {
    pub(super) worlds: usize,
    /// Length of a step, s.
    pub(super) cycle: f64,
    /// Joint that each motor moves.
    joints: Vec<usize>,
    /// First value of the gyro among a world's sensors.
    gyro: Option<usize>,
    feet: Chains,
    coords: usize,
    dofs: usize,
    motors: usize,
}

impl RobotMap {
    pub(super) fn new(batch: &WorldBatch, program: &Program) -> Result<Self> {
        if batch.num_robots() != 1 {
            let robots = batch.num_robots();
            return Err(Error::argument("worlds", format!("{robots} robots each, must be one")));
        }
        let (scene, model) = (batch.scene(), batch.robot_model(0));
        if model.motors.len() != program.body.joints() {
            let (motors, joints) = (model.motors.len(), program.body.joints());
            let message = format!("{} has {motors} motors, its setup {joints} joints", model.name);
            return Err(Error::argument("robot", message));
        }
        if program.needs_game() && !batch.has_games() {
            return Err(Error::argument("terms", "ask a referee, but the task has no rules"));
        }
        let slot = &scene.slots[ROBOT];
        let feet: Vec<usize> = FEET
            .iter()
            .filter_map(|name| model.bodies.iter().position(|body| body.name == *name))
            .collect();
        if program.needs_feet() && feet.len() != FEET.len() {
            let message = format!("{} has no bodies {}", model.name, FEET.join(" and "));
            return Err(Error::argument("robot", message));
        }
        let mut gyro = None;
        let mut offset = slot.sensors.start;
        for sensor in &model.sensors {
            if gyro.is_none() && matches!(sensor.kind, SensorKind::Gyro(_)) {
                gyro = Some(offset);
            }
            offset += sensor.kind.dim();
        }
        Ok(Self {
            worlds: batch.num_worlds(),
            cycle: SUBSTEPS as f64 * batch.timestep(),
            joints: model.motors.iter().map(|motor| motor.joint).collect(),
            gyro,
            feet: Chains::new(model, &feet),
            coords: slot.qpos.start,
            dofs: slot.qvel.start,
            motors: slot.motors.start,
        })
    }
}

/// One world of a block.
pub(super) struct WorldView<'a> {
    arena: &'a Arena,
    robot: &'a RobotMap,
    state: StateMut<'a>,
    game: Option<&'a mut WorldGame>,
    room: &'a mut Room,
}

impl<'a> WorldView<'a> {
    pub fn new(
        arena: &'a Arena,
        robot: &'a RobotMap,
        block: &'a mut StateMut<'_>,
        game: Option<&'a mut WorldGame>,
        room: &'a mut Room,
        index: usize,
    ) -> Self {
        Self { arena, robot, state: super::begin::only(arena.scene(), block, index), game, room }
    }

    fn qpos(&self, first: usize, count: usize) -> &[f64] {
        &self.state.qpos[first..first + count]
    }

    fn read_feet(&mut self, out: &mut [f64]) {
        let (model, coords) = (self.arena.scene().model(ROBOT), self.robot.coords);
        let qpos = &self.state.qpos[coords..coords + model.nq()];
        self.robot.feet.write(qpos, self.room, out);
    }
}

/// What only the simulator knows of a world.
impl WorldView<'_> {
    fn varied(&self) -> Option<&VariedWorld> {
        self.state.varied.first()?.as_deref()
    }

    fn read_physics(&self, out: &mut [f64]) {
        out.copy_from_slice(&[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        let Some(VariedWorld { drawn, .. }) = self.varied() else { return };
        let scene = self.arena.scene();
        let masses = scene.model(ROBOT).bodies.iter().map(|body| body.mass);
        let factors = drawn.of_slot(Parameter::Mass, scene, ROBOT);
        if let Some(torso) = factors.first() {
            let drawn: f64 = masses.clone().zip(factors).map(|(mass, factor)| mass * factor).sum();
            out[2] = drawn / masses.sum::<f64>();
            out[3] = *torso;
        }
        out[0] = drawn.value(Parameter::Friction).unwrap_or(1.0);
        out[1] = drawn.value(Parameter::Gravity).unwrap_or(1.0);
        let offset = drawn.of_slot(Parameter::CenterOfMass, scene, ROBOT);
        out[4..7].iter_mut().zip(offset).for_each(|(out, offset)| *out = *offset);
        out[7] = drawn.delay() as f64;
    }

    fn read_gains(&self, out: &mut [f64]) {
        let factors = self.varied().map_or(&[][..], |varied| &varied.gains);
        let (kp, kd) = out.split_at_mut(out.len() / 2);
        for (motor, (kp, kd)) in kp.iter_mut().zip(kd).enumerate() {
            [*kp, *kd] = factors.get(self.robot.motors + motor).copied().unwrap_or([1.0; 2]);
        }
    }
}

impl View for WorldView<'_> {
    fn read(&mut self, quantity: Quantity, out: &mut [f64]) {
        let RobotMap { coords, dofs, .. } = *self.robot;
        match quantity {
            Quantity::JointAngles => {
                let hinges = &self.state.qpos[coords + ROOT_COORDS..];
                for (out, &joint) in out.iter_mut().zip(&self.robot.joints) {
                    *out = hinges[joint];
                }
            }
            Quantity::JointSpeeds => {
                let hinges = &self.state.qvel[dofs + ROOT_DOFS..];
                for (out, &joint) in out.iter_mut().zip(&self.robot.joints) {
                    *out = hinges[joint];
                }
            }
            Quantity::Gyro => match self.robot.gyro {
                Some(first) => out.copy_from_slice(&self.state.sensors[first..first + 3]),
                None => out.fill(0.0),
            },
            Quantity::Position => out.copy_from_slice(self.qpos(coords, 3)),
            Quantity::Orientation => out.copy_from_slice(self.qpos(coords + 3, 4)),
            Quantity::Velocity => out.copy_from_slice(&self.state.qvel[dofs..dofs + ROOT_DOFS]),
            Quantity::BallPosition => out.copy_from_slice(self.qpos(0, 3)),
            Quantity::BallVelocity => out.copy_from_slice(&self.state.qvel[..ROOT_DOFS]),
            Quantity::Feet => self.read_feet(out),
            Quantity::Score => {
                let points = |game: &WorldGame| game.game.state.score[Side::Left.index()] as f64;
                out[0] = self.game.as_deref().map_or(0.0, points);
            }
            Quantity::PlayMode => {
                let mode = |game: &WorldGame| game.game.state.play_mode().index() as f64;
                out[0] = self.game.as_deref().map_or(0.0, mode);
            }
            Quantity::Physics => self.read_physics(out),
            Quantity::Gains => self.read_gains(out),
        }
    }

    fn add_noise(&mut self, quantity: Quantity, values: &mut [f64]) {
        let Some(Some(varied)) = self.state.varied.first() else { return };
        match quantity {
            Quantity::JointAngles => varied.add_noise(Parameter::JointPositionNoise, 0, values),
            Quantity::JointSpeeds => varied.add_noise(Parameter::JointVelocityNoise, 0, values),
            Quantity::Gyro if self.robot.gyro.is_some() => {
                varied.add_noise(Parameter::GyroNoise, 0, values);
            }
            Quantity::Orientation => varied.turn(0, values),
            _ => {}
        }
    }

    fn commands(&mut self) -> &mut [f64] {
        let (first, count) = (self.robot.motors, self.robot.joints.len());
        &mut self.state.command[first * COMMAND_LEN..][..count * COMMAND_LEN]
    }

    fn push(&mut self, [x, y]: [f64; 2]) {
        self.state.qvel[self.robot.dofs] += x;
        self.state.qvel[self.robot.dofs + 1] += y;
        self.state.warmstart.fill(0.0);
        self.state.frozen[0] = false;
    }

    fn kick_off(&mut self) {
        let Some(game) = self.game.as_deref_mut() else { return };
        let world = self.state.world(self.arena.scene(), 0);
        let mut pitch = WorldPitch { arena: self.arena, world };
        // A kick-off asks for nothing that could be missing.
        let _ = game.game.command(&mut pitch, &Command::KickOff(Side::Left));
    }
}
