//! A world of the batch as terms see it.

use super::Room;
use super::robot::{RobotMap, slot_of};
use super::sources::Place;
use crate::batch::game::WorldGame;
use crate::batch::perceive::Perceived;
use crate::batch::talk::hear;
use crate::model::{ROOT_COORDS, ROOT_DOFS};
use crate::perception::audio::MAX_MESSAGE;
use crate::soccer::{Arena, Command, Side, WorldPitch};
use crate::terms::{HEARD, MATE_WORDS, OTHER, Quantity, SIGHT, View};
use crate::world::state::{COMMAND_LEN, StateMut};
use crate::world::{Parameter, VariedWorld};

/// Turns a vector of the world into the frame of a side: by half a turn for the right one.
fn turn(side: Side, vector: &mut [f64]) {
    if let (Side::Right, [x, y, ..]) = (side, vector) {
        (*x, *y) = (-*x, -*y);
    }
}

/// Turns an orientation, wxyz, into the frame of a side.
fn turn_quaternion(side: Side, quaternion: &mut [f64]) {
    if let (Side::Right, &mut [w, x, y, z]) = (side, &mut *quaternion) {
        quaternion.copy_from_slice(&[-z, -y, x, w]);
    }
}

/// Turns a quantity of the world into the frame of a side.
pub(super) fn turn_quantity(side: Side, quantity: Quantity, out: &mut [f64]) {
    match quantity {
        Quantity::Orientation => turn_quaternion(side, out),
        Quantity::Position
        | Quantity::Velocity
        | Quantity::BallPosition
        | Quantity::BallVelocity => turn(side, out),
        Quantity::Feet => out.chunks_exact_mut(3).for_each(|vector| turn(side, vector)),
        _ => {}
    }
}

/// One world of a block.
pub(super) struct WorldView<'a, 'b> {
    arena: &'a Arena,
    robot: &'a RobotMap,
    /// Rows of all worlds of the block.
    block: &'a mut StateMut<'b>,
    /// Index of the world among them.
    index: usize,
    game: Option<&'a mut WorldGame>,
    room: &'a mut Room,
    /// Where the room holds the feet, if they have been computed.
    feet: Option<usize>,
}

impl<'a, 'b> WorldView<'a, 'b> {
    pub fn new(
        arena: &'a Arena,
        robot: &'a RobotMap,
        block: &'a mut StateMut<'b>,
        game: Option<&'a mut WorldGame>,
        room: &'a mut Room,
        index: usize,
    ) -> Self {
        Self { arena, robot, block, index, game, room, feet: None }
    }

    /// Returns the view with feet that have been computed, which the room holds starting at
    /// `first`.
    pub fn with_feet(mut self, first: Option<usize>) -> Self {
        self.feet = first;
        self
    }

    /// The world's coordinates, starting at `first`.
    #[inline]
    fn qpos(&self, first: usize) -> &[f64] {
        &self.block.qpos[self.index * self.robot.widths.coords + first..]
    }

    /// The world's velocities, starting at `first`.
    #[inline]
    fn qvel(&self, first: usize) -> &[f64] {
        &self.block.qvel[self.index * self.robot.widths.dofs + first..]
    }

    fn read_feet(&mut self, out: &mut [f64]) {
        match self.feet {
            Some(first) => out.copy_from_slice(&self.room.feet[first..first + out.len()]),
            None => self.robot.feet.write(self.qpos(0), 0, self.robot.coords, out),
        }
        turn_quantity(self.robot.side, Quantity::Feet, out);
    }

    /// Place, velocity and orientation of another robot.
    fn read_other(&self, other: usize, out: &mut [f64]) {
        let slot = &self.arena.scene().slots[slot_of(other)];
        let (coords, dofs) = (slot.qpos.start, slot.qvel.start);
        copy::<3>(&mut out[..3], self.qpos(coords));
        copy::<3>(&mut out[3..6], self.qvel(dofs));
        copy::<4>(&mut out[6..10], self.qpos(coords + 3));
        let side = self.robot.side;
        turn(side, &mut out[..3]);
        turn(side, &mut out[3..6]);
        turn_quaternion(side, &mut out[6..10]);
    }

    /// Writes what the referee knows; zeros if there is none.
    fn read_game(&self, quantity: Quantity, out: &mut [f64]) {
        let Some(game) = self.game.as_deref() else { return out.fill(0.0) };
        let (state, side) = (&game.game.state, self.robot.side);
        let goals = |side: Side| state.score[side.index()] as f64;
        match quantity {
            Quantity::Goals => out.copy_from_slice(&[goals(side), goals(side.opponent())]),
            Quantity::Score => out[0] = goals(side),
            Quantity::PlayMode => {
                let mode = state.play_mode();
                let ours = if side == Side::Left { mode } else { mode.swapped() };
                out[0] = ours.index() as f64;
            }
            Quantity::PlayTime => out[0] = state.play_time(),
            Quantity::Fouls => {
                let counts = game.foul_counts(slot_of(self.robot.agent));
                out[0] = counts.iter().map(|&count| f64::from(count)).sum();
            }
            _ => out.fill(0.0),
        }
    }
}

/// What only the simulator knows of a world.
impl WorldView<'_, '_> {
    fn varied(&self) -> Option<&VariedWorld> {
        self.block.varied.get(self.index)?.as_deref()
    }

    fn read_physics(&self, out: &mut [f64]) {
        out.copy_from_slice(&[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        let Some(VariedWorld { drawn, .. }) = self.varied() else { return };
        let (scene, slot) = (self.arena.scene(), slot_of(self.robot.agent));
        let masses = scene.model(slot).bodies.iter().map(|body| body.mass);
        let factors = drawn.of_slot(Parameter::Mass, scene, slot);
        if let Some(torso) = factors.first() {
            let drawn: f64 = masses.clone().zip(factors).map(|(mass, factor)| mass * factor).sum();
            out[2] = drawn / masses.sum::<f64>();
            out[3] = *torso;
        }
        out[0] = drawn.value(Parameter::Friction).unwrap_or(1.0);
        out[1] = drawn.value(Parameter::Gravity).unwrap_or(1.0);
        let offset = drawn.of_slot(Parameter::CenterOfMass, scene, slot);
        out[4..7].iter_mut().zip(offset).for_each(|(out, offset)| *out = *offset);
        out[7] = drawn.delay() as f64;
    }

    fn read_gains(&self, out: &mut [f64]) {
        out.fill(1.0);
        let (first, count) = (self.robot.motors, self.robot.joints.len());
        let factors = self.varied().and_then(|varied| varied.gains.get(first..first + count));
        let (kp, kd) = out.split_at_mut(out.len() / 2);
        for ((kp, kd), gains) in kp.iter_mut().zip(kd).zip(factors.unwrap_or_default()) {
            [*kp, *kd] = *gains;
        }
    }
}

impl View for WorldView<'_, '_> {
    fn read(&mut self, quantity: Quantity, out: &mut [f64]) {
        let RobotMap { coords, dofs, side, .. } = *self.robot;
        if let Some(place) = Place::of(quantity, out.len(), self.robot) {
            let source = place.from(self.block, &self.robot.widths, self.index);
            out.copy_from_slice(&source.numbers[..out.len()]);
            return turn_quantity(side, quantity, out);
        }
        match quantity {
            Quantity::JointAngles => pick(out, self.qpos(coords + ROOT_COORDS), self.robot),
            Quantity::JointSpeeds => pick(out, self.qvel(dofs + ROOT_DOFS), self.robot),
            // A robot without the sensor.
            Quantity::Gyro | Quantity::Acceleration => out.fill(0.0),
            Quantity::Others => {
                for (&other, out) in self.robot.others.iter().zip(out.chunks_exact_mut(OTHER)) {
                    self.read_other(other, out);
                }
            }
            Quantity::Feet => self.read_feet(out),
            Quantity::Sights
            | Quantity::Heard
            | Quantity::Words
            | Quantity::Race
            | Quantity::SetPlay
            | Quantity::Chances => out.fill(0.0),
            Quantity::Physics => self.read_physics(out),
            Quantity::Gains => self.read_gains(out),
            Quantity::Heading => {
                let mut quaternion = [0.0; 4];
                copy::<4>(&mut quaternion, self.qpos(coords + 3));
                turn_quaternion(side, &mut quaternion);
                let [w, x, y, z] = quaternion;
                out[0] = (2.0 * (w * z + x * y)).atan2(1.0 - 2.0 * (y * y + z * z));
            }
            of_game => self.read_game(of_game, out),
        }
    }

    fn perceive(&mut self, quantity: Quantity, out: &mut [f64]) {
        let (perceived, robot) = (self.room.perceptions.perceived(), self.robot);
        match quantity {
            Quantity::JointAngles => {
                radians(&perceived.joint_angles, perceived.sizes.joints, robot, out)
            }
            Quantity::JointSpeeds => {
                radians(&perceived.joint_speeds, perceived.sizes.joints, robot, out)
            }
            Quantity::Gyro => radians(&perceived.gyro, 3, robot, out),
            Quantity::Acceleration => {
                out.copy_from_slice(&perceived.accelerometer[3 * robot.agent..][..3])
            }
            Quantity::Position => {
                out.copy_from_slice(&perceived.position[3 * robot.agent..][..3]);
                turn(robot.side, out);
            }
            Quantity::Orientation => {
                out.copy_from_slice(&perceived.orientation[4 * robot.agent..][..4]);
                // Truncation leaves quaternions shorter than 1.
                let length = out.iter().map(|part| part * part).sum::<f64>().sqrt();
                out.iter_mut().for_each(|part| *part /= length);
                turn_quaternion(robot.side, out);
            }
            Quantity::Time => out[0] = perceived.time[0],
            Quantity::Sights => read_sights(perceived, robot, out),
            Quantity::Heard => read_heard(perceived, robot, out),
            Quantity::Words => read_words(perceived, robot, out),
            told_exactly => self.read(told_exactly, out),
        }
    }

    fn add_noise(&mut self, quantity: Quantity, values: &mut [f64]) {
        let Some(Some(varied)) = self.block.varied.get(self.index) else { return };
        let (agent, motors) = (self.robot.agent, self.robot.joints.len());
        let first = agent * values.len();
        match quantity {
            Quantity::JointAngles => {
                varied.add_noise(Parameter::JointPositionNoise, first, &mut values[..motors]);
            }
            Quantity::JointSpeeds => {
                varied.add_noise(Parameter::JointVelocityNoise, first, &mut values[..motors]);
            }
            Quantity::Gyro if self.robot.gyro.is_some() => {
                varied.add_noise(Parameter::GyroNoise, first, values);
            }
            Quantity::Acceleration if self.robot.accelerometer.is_some() => {
                varied.add_noise(Parameter::AccelerometerNoise, first, values);
            }
            Quantity::Orientation => varied.turn(agent, values),
            _ => {}
        }
    }

    fn commands(&mut self) -> &mut [f64] {
        let (first, count) = (self.robot.motors, self.robot.joints.len());
        let first = self.index * self.robot.widths.motors + first;
        &mut self.block.command[first * COMMAND_LEN..][..count * COMMAND_LEN]
    }

    fn push(&mut self, mut change: [f64; 2]) {
        turn(self.robot.side, &mut change);
        let (first, dofs) = (self.index * self.robot.widths.dofs, self.robot.widths.dofs);
        self.block.qvel[first + self.robot.dofs] += change[0];
        self.block.qvel[first + self.robot.dofs + 1] += change[1];
        self.block.warmstart[first..first + dofs].fill(0.0);
        self.block.sides.row(self.index).forget();
        self.block.frozen[self.index] = false;
    }

    fn kick_off(&mut self, ours: bool) {
        let Some(game) = self.game.as_deref_mut() else { return };
        let world = self.block.world(self.arena.scene(), self.index);
        let mut pitch = WorldPitch { arena: self.arena, world };
        let side = if ours { self.robot.side } else { self.robot.side.opponent() };
        // A kick-off needs nothing that could be missing.
        let _ = game.game.command(&mut pitch, &Command::KickOff(side));
    }
}

/// Copies `N` numbers, a count that the compiler knows.
#[inline]
fn copy<const N: usize>(out: &mut [f64], from: &[f64]) {
    out[..N].copy_from_slice(&from[..N]);
}

/// Writes the values of the hinges that motors move; zeros for the rest.
fn pick(out: &mut [f64], hinges: &[f64], robot: &RobotMap) {
    let (there, padding) = out.split_at_mut(robot.joints.len());
    for (out, &joint) in there.iter_mut().zip(&robot.joints) {
        *out = hinges[joint];
    }
    padding.fill(0.0);
}

/// Writes a robot's numbers from an array of degrees, in radians.
fn radians(degrees: &[f64], width: usize, robot: &RobotMap, out: &mut [f64]) {
    out.fill(0.0);
    for (out, degrees) in out.iter_mut().zip(&degrees[robot.agent * width..][..width]) {
        *out = degrees.to_radians();
    }
}

/// Writes what a robot's camera shows of what it looks for.
fn read_sights(perceived: &Perceived, robot: &RobotMap, out: &mut [f64]) {
    let first = robot.agent * perceived.sizes.markers;
    for (&marker, out) in robot.sights.iter().zip(out.chunks_exact_mut(SIGHT)) {
        let (place, is_seen) = out.split_at_mut(SIGHT - 1);
        place.copy_from_slice(&perceived.vision[3 * (first + marker)..][..3]);
        is_seen[0] = f64::from(u8::from(perceived.seen[first + marker]));
    }
}

/// See [`Quantity::Words`].
fn read_words(perceived: &Perceived, robot: &RobotMap, out: &mut [f64]) {
    out.fill(0.0);
    let mates = out.len() / MATE_WORDS;
    for (mate, &other) in robot.others[..mates].iter().enumerate() {
        let at = robot.agent * perceived.sizes.robots + other;
        let message = &perceived.message[at * MAX_MESSAGE..][..perceived.message_length[at].into()];
        if let (true, Ok(text)) = (perceived.heard[at], str::from_utf8(message)) {
            hear(mate, perceived.sound_azimuth[at] as f64, text, out);
        }
    }
}

/// Writes what a robot hears from the others.
fn read_heard(perceived: &Perceived, robot: &RobotMap, out: &mut [f64]) {
    out.fill(0.0);
    for (&other, out) in robot.others.iter().zip(out.chunks_exact_mut(HEARD)) {
        let at = robot.agent * perceived.sizes.robots + other;
        if perceived.heard[at] {
            out[0] = 1.0;
            out[1] = perceived.sound_azimuth[at] as f64;
            let message =
                &perceived.message[at * MAX_MESSAGE..][..perceived.message_length[at].into()];
            out[2..].iter_mut().zip(message).for_each(|(out, &byte)| *out = byte.into());
        }
    }
}
