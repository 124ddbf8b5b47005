//! Commanded velocities: how they are drawn, what the robot is told, how well it follows them; and
//! the clock of its gait.

use super::arguments::{Parameter, REQUIRED, parameter};
use super::geometry::{along, heading};
use super::program::{Builder, Episode, Observation, Process, Value};
use super::registry::{Entry, Make};
use super::row::integer;
use super::view::View;
use crate::error::Result;

/// Length of a step, s.
const STEP: f64 = 0.02;
const FREQUENCY: Parameter = parameter("frequency", 1.5, "cycles of both legs a second, 1/s");
const FOLLOW_SCALE: Parameter = parameter("scale", 0.4, "share of the command");

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "command",
        formula: "commanded velocity: forwards, to the left, turning to the left",
        shape: "3",
        unit: "m/s, m/s, rad/s",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let at = builder.kept(arguments, "command", "velocity_command")?;
            let term: Observation = Box::new(move |row, out| out.copy_from_slice(&row[at..at + 3]));
            Ok((3, term))
        }),
    },
    Entry {
        name: "gait_phase",
        formula: "sin p, sin(p + pi), cos p, cos(p + pi), with p = 2 pi frequency age; \
                  with rests = 1 zeros where the command is to stand still",
        shape: "4",
        unit: "1",
        parameters: &[FREQUENCY, parameter("rests", 0.0, "1 or 0")],
        make: Make::Observation(|builder, arguments| {
            let phase = phase(builder, arguments.positive("frequency")?);
            let command = if arguments.switch("rests")? {
                Some(builder.kept(arguments, "command", "velocity_command")?)
            } else {
                None
            };
            let term: Observation = Box::new(move |row, out| {
                if command.is_some_and(|at| !moves(&row[at..at + 3])) {
                    return out.fill(0.0);
                }
                let ((left_sin, left_cos), (right_sin, right_cos)) = sines(phase(row));
                out.copy_from_slice(&[left_sin, right_sin, left_cos, right_cos]);
            });
            Ok((4, term))
        }),
    },
    Entry {
        name: "velocity_error",
        formula: "|command - average motion|, horizontally; needs the processes \
                  `velocity_command` and `average_motion`",
        shape: "1",
        unit: "m/s",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let (command, average) = tracked(builder, arguments)?;
            Ok(velocity_error(command, average))
        }),
    },
    Entry {
        name: "turning_error",
        formula: "|command - average motion| of turning",
        shape: "1",
        unit: "rad/s",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let (command, average) = tracked(builder, arguments)?;
            Ok(turning_error(command, average))
        }),
    },
    Entry {
        name: "track_velocity",
        formula: "exp(-velocity_error / scale)",
        shape: "1",
        unit: "1",
        parameters: &[parameter("scale", 0.35, "m/s")],
        make: Make::Value(|builder, arguments| {
            let (command, average) = tracked(builder, arguments)?;
            kernel(velocity_error(command, average), arguments.positive("scale"))
        }),
    },
    Entry {
        name: "track_turning",
        formula: "exp(-turning_error / scale)",
        shape: "1",
        unit: "1",
        parameters: &[parameter("scale", 0.5, "rad/s")],
        make: Make::Value(|builder, arguments| {
            let (command, average) = tracked(builder, arguments)?;
            kernel(turning_error(command, average), arguments.positive("scale"))
        }),
    },
    Entry {
        name: "follow_velocity",
        formula: "exp(-velocity_error / (scale max(least, |command|))): who stands still earns \
                  exp(-1 / scale), however slow the command",
        shape: "1",
        unit: "1",
        parameters: &[FOLLOW_SCALE, parameter("least", 0.25, "m/s")],
        make: Make::Value(|builder, arguments| {
            let (command, average) = tracked(builder, arguments)?;
            let error = velocity_error(command, average);
            let (scale, least) = (arguments.positive("scale")?, arguments.positive("least")?);
            Ok(Box::new(move |row| {
                let wanted = row[command].hypot(row[command + 1]);
                (-error(row) / (scale * wanted.max(least))).exp()
            }))
        }),
    },
    Entry {
        name: "follow_turning",
        formula: "exp(-turning_error / (scale max(least, |command|)))",
        shape: "1",
        unit: "1",
        parameters: &[FOLLOW_SCALE, parameter("least", 0.5, "rad/s")],
        make: Make::Value(|builder, arguments| {
            let (command, average) = tracked(builder, arguments)?;
            let error = turning_error(command, average);
            let (scale, least) = (arguments.positive("scale")?, arguments.positive("least")?);
            Ok(Box::new(move |row| {
                let wanted = row[command + 2].abs();
                (-error(row) / (scale * wanted.max(least))).exp()
            }))
        }),
    },
    Entry {
        name: "follow",
        formula: "follow_velocity follow_turning, with slowest and least_turning as their least",
        shape: "1",
        unit: "1",
        parameters: &[
            FOLLOW_SCALE,
            parameter("slowest", 0.25, "m/s"),
            parameter("least_turning", 0.5, "rad/s"),
        ],
        make: Make::Value(|builder, arguments| {
            let (command, average) = tracked(builder, arguments)?;
            let (error, turning) =
                (velocity_error(command, average), turning_error(command, average));
            let scale = arguments.positive("scale")?;
            let slowest = arguments.positive("slowest")?;
            let least_turning = arguments.positive("least_turning")?;
            Ok(Box::new(move |row| {
                let speed = row[command].hypot(row[command + 1]).max(slowest);
                let turn = row[command + 2].abs().max(least_turning);
                (-(error(row) / speed + turning(row) / turn) / scale).exp()
            }))
        }),
    },
    Entry {
        name: "velocity_command",
        formula: "draws the command from low to high at the start and every `interval` steps: \
                  `still` of them are zero, `straight` straight ahead or back, `sideways` to a \
                  side, `turning` on the spot",
        shape: "3",
        unit: "m/s, m/s, rad/s",
        parameters: &[
            parameter("low", REQUIRED, "(3), m/s, m/s, rad/s"),
            parameter("high", REQUIRED, "(3)"),
            parameter("interval", 250.0, "steps"),
            parameter("still", 0.1, "share"),
            parameter("straight", 0.2, "share"),
            parameter("sideways", 0.0, "share"),
            parameter("turning", 0.0, "share"),
            parameter("fixed", REQUIRED, "(3), one for all instead; nothing if it is drawn"),
        ],
        make: Make::Process(|builder, arguments| {
            let fixed =
                arguments.has("fixed").then(|| arguments.numbers("fixed", 3)).transpose()?;
            let still = arguments.number("still")?;
            let straight = still + arguments.number("straight")?;
            let sideways = straight + arguments.number("sideways")?;
            Ok(Box::new(VelocityCommand {
                at: builder.real("command", 3),
                age: builder.base.age,
                low: arguments.numbers("low", 3)?,
                high: arguments.numbers("high", 3)?,
                interval: arguments.steps("interval")?,
                still,
                straight,
                sideways,
                turning: sideways + arguments.number("turning")?,
                fixed,
            }))
        }),
    },
    Entry {
        name: "average_motion",
        formula: "average += rate (motion - average); motion is the torso's velocity along its \
                  heading and to its left, and the gyro's turning",
        shape: "3",
        unit: "m/s, m/s, rad/s",
        parameters: &[parameter("rate", 0.06, "a step; 0.06 is an average of the last 0.3 s")],
        make: Make::Process(|builder, arguments| {
            let (base, rate) = (builder.base, arguments.positive("rate")?);
            let at = builder.real("average", 3);
            let cells = [base.quaternion, base.velocity, base.gyro + 2];
            Ok(Box::new(AverageMotion { at, cells, rate }))
        }),
    },
];

/// Is a command one to move?
pub fn moves(command: &[f64]) -> bool {
    command.iter().any(|&part| part != 0.0)
}

/// The phase of the left leg's gait, rad.
pub fn phase(
    builder: &Builder<'_>,
    frequency: f64,
) -> impl Fn(&[f64]) -> f64 + Send + Sync + use<> {
    let (age, rate) = (builder.base.age, 2.0 * std::f64::consts::PI * frequency * STEP);
    move |row| rate * integer(row[age]) as f64
}

/// Sine and cosine of the left leg's phase and of the right leg's, half a cycle later.
pub fn sines(phase: f64) -> ((f64, f64), (f64, f64)) {
    let (sin, cos) = phase.sin_cos();
    ((sin, cos), (-sin, -cos))
}

fn tracked(
    builder: &Builder<'_>,
    arguments: &super::arguments::Arguments<'_>,
) -> Result<(usize, usize)> {
    Ok((
        builder.kept(arguments, "command", "velocity_command")?,
        builder.kept(arguments, "average", "average_motion")?,
    ))
}

fn velocity_error(command: usize, average: usize) -> Value {
    Box::new(move |row| {
        let [x, y] = [0, 1].map(|i| row[command + i] - row[average + i]);
        (x * x + y * y).sqrt()
    })
}

fn turning_error(command: usize, average: usize) -> Value {
    Box::new(move |row| (row[command + 2] - row[average + 2]).abs())
}

fn kernel(error: Value, scale: Result<f64>) -> Result<Value> {
    let scale = scale?;
    Ok(Box::new(move |row| (-error(row) / scale).exp()))
}

struct VelocityCommand {
    at: usize,
    age: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    interval: i64,
    still: f64,
    // Up to which number drawn, 0 to 1, a command is of each kind.
    straight: f64,
    sideways: f64,
    turning: f64,
    fixed: Option<Vec<f64>>,
}

impl VelocityCommand {
    fn draw(&self, episode: &mut Episode<'_>) {
        let mut command: [f64; 3] = std::array::from_fn(|i| {
            let span = self.high[i] - self.low[i];
            self.low[i] + span * episode.stream.unit()
        });
        let kind = episode.stream.unit();
        if kind < self.straight {
            command[1..].fill(0.0);
        } else if kind < self.sideways {
            command = [0.0, command[1], 0.0];
        } else if kind < self.turning {
            command[..2].fill(0.0);
        }
        if kind < self.still {
            command = [0.0; 3];
        }
        if let Some(fixed) = &self.fixed {
            command.copy_from_slice(fixed);
        }
        episode.row[self.at..][..3].copy_from_slice(&command);
    }
}

impl Process for VelocityCommand {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        self.draw(episode);
    }

    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        let age = integer(episode.row[self.age]);
        if age > 0 && age % self.interval == 0 {
            self.draw(episode);
        }
    }
}

struct AverageMotion {
    at: usize,
    /// Orientation and velocity of the torso, and its turning.
    cells: [usize; 3],
    rate: f64,
}

impl Process for AverageMotion {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.at..][..3].fill(0.0);
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let ([quaternion, velocity, turning], row) = (self.cells, &mut *episode.row);
        let ahead = heading(&row[quaternion..][..4]);
        let [x, y] = along(ahead, row[velocity], row[velocity + 1]);
        for (i, motion) in [x, y, row[turning]].into_iter().enumerate() {
            let average = &mut row[self.at + i];
            *average += self.rate * (motion - *average);
        }
    }
}
