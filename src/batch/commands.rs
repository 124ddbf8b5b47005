//! Commands of all motors, broadcast without a copy.

use super::WorldBatch;
use crate::error::{Error, Result};
use crate::world::state::COMMAND_LEN;

/// Numbers for every motor of every robot of every world, read with strides so that a scalar or
/// a smaller array broadcasts without a copy.
#[derive(Clone, Copy, Debug)]
pub struct MotorInput<'a> {
    /// The values.
    pub values: &'a [f64],
    /// Step in `values` per world, robot and motor; 0 repeats.
    pub strides: [usize; 3],
}

/// One command for all motors: `tau + kp (q* - q) + kd (dq* - dq)`.
#[derive(Clone, Copy, Debug)]
pub struct Commands<'a> {
    /// `q*`, rad.
    pub targets: MotorInput<'a>,
    /// `dq*`, rad/s.
    pub velocities: MotorInput<'a>,
    /// Position gain, N m/rad.
    pub kp: MotorInput<'a>,
    /// Velocity gain, N m s/rad.
    pub kd: MotorInput<'a>,
    /// `tau`, N m.
    pub torques: MotorInput<'a>,
}

impl WorldBatch {
    /// Stores a command for all motors.
    pub(super) fn set_commands(&mut self, commands: &Commands<'_>) -> Result<()> {
        let parts = [
            ("targets", &commands.targets),
            ("velocities", &commands.velocities),
            ("kp", &commands.kp),
            ("kd", &commands.kd),
            ("torques", &commands.torques),
        ];
        for (name, input) in parts {
            self.check_input(name, input)?;
        }
        let nu = self.arena.scene().nu();
        for world in 0..self.num_worlds() {
            let row = &mut self.state.command[world * nu * COMMAND_LEN..][..nu * COMMAND_LEN];
            for (robot, slot) in self.arena.scene().slots[1..].iter().enumerate() {
                let start = slot.motors.start * COMMAND_LEN;
                let motors = &mut row[start..start + slot.motors.len() * COMMAND_LEN];
                for (motor, out) in motors.chunks_exact_mut(COMMAND_LEN).enumerate() {
                    for (out, (_, input)) in out.iter_mut().zip(parts) {
                        *out = input.values[input.index(world, robot, motor)];
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that every number that a motor would read is there and finite.
    fn check_input(&self, name: &'static str, input: &MotorInput<'_>) -> Result<()> {
        let [_, robot_stride, motor_stride] = input.strides;
        let worlds = if input.strides[0] == 0 { 1 } else { self.num_worlds() };
        let robots = if robot_stride == 0 { self.num_robots().min(1) } else { self.num_robots() };
        for world in 0..worlds {
            for robot in 0..robots {
                let motors = match (motor_stride, robot_stride) {
                    (0, _) => self.max_motors().min(1),
                    (_, 0) => self.max_motors(),
                    _ => self.arena.scene().slots[robot + 1].motors.len(),
                };
                for motor in 0..motors {
                    match input.values.get(input.index(world, robot, motor)) {
                        Some(value) if value.is_finite() => {}
                        Some(value) => {
                            return Err(self.not_finite(name, *value, world, robot, motor));
                        }
                        None => {
                            let len = input.values.len();
                            return Err(Error::argument(name, format!("only {len} values")));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn not_finite(
        &self,
        name: &'static str,
        value: f64,
        world: usize,
        robot: usize,
        motor: usize,
    ) -> Error {
        let model = self.robot_model(robot);
        let joint = model.motors.get(motor).map_or("", |m| model.joints[m.joint].name.as_str());
        let (model, team) = (&model.name, if robot < self.num_left() { "left" } else { "right" });
        Error::argument(
            name,
            format!("{value} in world {world}, robot {robot} ({model}, {team}), joint {joint}"),
        )
    }
}

impl MotorInput<'_> {
    #[inline]
    fn index(&self, world: usize, robot: usize, motor: usize) -> usize {
        world * self.strides[0] + robot * self.strides[1] + motor * self.strides[2]
    }
}
