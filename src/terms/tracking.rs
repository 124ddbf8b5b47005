//! Commanded velocities: how they are drawn, what the robot observes of them, how well it follows
//! them; and the clock of its gait.

use super::arguments::{Parameter, REQUIRED, parameter};
use super::geometry::{along, heading};
use super::program::{Band, Builder, Episode, Observation, Process, Worlds};
use super::registry::{Entry, Make};
use super::row::{integer, put, some};
use super::rows::{Columns, Number, Numbers, Shown};
use super::view::View;
use crate::error::Result;
use crate::math::exp::exp;
use crate::math::lane::Lane;
use crate::math::trig::sin_cos;

/// Length of a step, s.
const STEP: f64 = 0.02;
pub(super) const FREQUENCY: Parameter =
    parameter("frequency", 1.5, "cycles of both legs per second, 1/s");
const FOLLOW_SCALE: Parameter = parameter("scale", 0.4, "share of the command");

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "command",
        formula: "commanded velocity: forwards, to the left, and turning to the left; needs the \
                  process `velocity_command` or `pose_command`",
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
        formula: "sin p, sin(p + pi), cos p, cos(p + pi), with p = 2 pi frequency t and t the time \
                  since the episode began, s; with rests = 1, zeros while the command is to stand \
                  still, which needs the process `velocity_command`",
        shape: "4",
        unit: "1",
        parameters: &[FREQUENCY, parameter("rests", 0.0, "1 or 0")],
        make: Make::Sight(|builder, arguments| {
            let phase = Phase::new(builder, arguments.positive("frequency")?);
            let command = if arguments.switch("rests")? {
                Some(builder.kept(arguments, "command", "velocity_command")?)
            } else {
                None
            };
            Ok((4, Box::new(Shown::<_, 4>(GaitPhase { phase, command }))))
        }),
    },
    Entry {
        name: "velocity_error",
        formula: "|command - average motion| of the horizontal velocity; needs the processes \
                  `velocity_command` and `average_motion`",
        shape: "1",
        unit: "m/s",
        parameters: &[],
        make: Make::Worth(|builder, arguments| {
            Ok(Box::new(VelocityError(tracked(builder, arguments)?)))
        }),
    },
    Entry {
        name: "turning_error",
        formula: "|command - average motion| of the turning rate; needs the same processes as \
                  `velocity_error`",
        shape: "1",
        unit: "rad/s",
        parameters: &[],
        make: Make::Worth(|builder, arguments| {
            Ok(Box::new(TurningError(tracked(builder, arguments)?)))
        }),
    },
    Entry {
        name: "track_velocity",
        formula: "exp(-velocity_error / scale)",
        shape: "1",
        unit: "1",
        parameters: &[parameter("scale", 0.35, "m/s")],
        make: Make::Worth(|builder, arguments| {
            let error = VelocityError(tracked(builder, arguments)?);
            Ok(Box::new(Kernel { error, scale: arguments.positive("scale")? }))
        }),
    },
    Entry {
        name: "track_turning",
        formula: "exp(-turning_error / scale)",
        shape: "1",
        unit: "1",
        parameters: &[parameter("scale", 0.5, "rad/s")],
        make: Make::Worth(|builder, arguments| {
            let error = TurningError(tracked(builder, arguments)?);
            Ok(Box::new(Kernel { error, scale: arguments.positive("scale")? }))
        }),
    },
    Entry {
        name: "follow_velocity",
        formula: "exp(-velocity_error / (scale max(least, |command|))): standing still earns \
                  exp(-1 / scale), however slow the command",
        shape: "1",
        unit: "1",
        parameters: &[FOLLOW_SCALE, parameter("least", 0.25, "m/s")],
        make: Make::Worth(|builder, arguments| {
            let tracked = tracked(builder, arguments)?;
            let (scale, least) = (arguments.positive("scale")?, arguments.positive("least")?);
            Ok(Box::new(FollowVelocity { tracked, scale, least }))
        }),
    },
    Entry {
        name: "follow_turning",
        formula: "exp(-turning_error / (scale max(least, |command|)))",
        shape: "1",
        unit: "1",
        parameters: &[FOLLOW_SCALE, parameter("least", 0.5, "rad/s")],
        make: Make::Worth(|builder, arguments| {
            let tracked = tracked(builder, arguments)?;
            let (scale, least) = (arguments.positive("scale")?, arguments.positive("least")?);
            Ok(Box::new(FollowTurning { tracked, scale, least }))
        }),
    },
    Entry {
        name: "follow",
        formula: "product of follow_velocity and follow_turning, with slowest and least_turning in \
                  place of least",
        shape: "1",
        unit: "1",
        parameters: &[
            FOLLOW_SCALE,
            parameter("slowest", 0.25, "m/s"),
            parameter("least_turning", 0.5, "rad/s"),
        ],
        make: Make::Worth(|builder, arguments| {
            let tracked = tracked(builder, arguments)?;
            let scale = arguments.positive("scale")?;
            let slowest = arguments.positive("slowest")?;
            let least_turning = arguments.positive("least_turning")?;
            Ok(Box::new(Follow { tracked, scale, slowest, least_turning }))
        }),
    },
    Entry {
        name: "velocity_command",
        formula: "draws the command between low and high at the start and every `interval` steps: \
                  a share `still` of the commands is zero, `straight` is straight ahead or back, \
                  `sideways` is to a side, `turning` is on the spot, all others are anything",
        shape: "3",
        unit: "m/s, m/s, rad/s",
        parameters: &[
            parameter("low", REQUIRED, "(3), m/s, m/s, rad/s"),
            parameter("high", REQUIRED, "(3)"),
            parameter("interval", 250.0, "steps"),
            parameter("still", 0.1, "share of commands"),
            parameter("straight", 0.2, "share of commands"),
            parameter("sideways", 0.0, "share of commands"),
            parameter("turning", 0.0, "share of commands"),
            parameter(
                "fixed",
                REQUIRED,
                "(3), the one command to use instead; left out if commands are drawn",
            ),
        ],
        make: Make::Process(|builder, arguments| {
            let fixed =
                arguments.has("fixed").then(|| arguments.numbers("fixed", 3)).transpose()?;
            let (low, high) = arguments.range(3)?;
            let still = arguments.share("still")?;
            let straight = still + arguments.share("straight")?;
            let sideways = straight + arguments.share("sideways")?;
            let turning = sideways + arguments.share("turning")?;
            // Shares such as 0.7, 0.2 and 0.1 may add up to a little more.
            if turning > 1.0 + 1e-9 {
                return Err(arguments.fail(format!(
                    "still, straight, sideways, turning: {turning} in sum is more than 1"
                )));
            }
            Ok(Box::new(VelocityCommand {
                at: builder.real("command", 3),
                age: builder.base.age,
                low,
                high,
                interval: arguments.steps("interval")?,
                still,
                straight,
                sideways,
                turning,
                fixed,
            }))
        }),
    },
    Entry {
        name: "average_motion",
        formula: "average += rate (motion - average) in each step, with motion the torso's \
                  velocity along its heading and to its left, and the gyro's turning rate",
        shape: "3",
        unit: "m/s, m/s, rad/s",
        parameters: &[parameter("rate", 0.06, "per step; 0.06 averages over the last 0.3 s")],
        make: Make::Process(|builder, arguments| {
            let (base, rate) = (builder.base, arguments.positive("rate")?);
            let at = builder.real("average", 3);
            let cells = [base.quaternion, base.velocity, base.gyro + 2];
            Ok(Box::new(AverageMotion { at, cells, rate }))
        }),
    },
];

/// Lanes in which the command is to move.
#[inline(always)]
pub fn moves<L: Lane>(command: [L; 3]) -> L::Mask {
    let [x, y, turn] = command;
    let zero = L::zero();
    // Anything but zero counts, NaN included.
    !(is_zero(x, zero) & is_zero(y, zero) & is_zero(turn, zero))
}

#[inline(always)]
fn is_zero<L: Lane>(part: L, zero: L) -> L::Mask {
    part.le(zero) & zero.le(part)
}

/// The phase of the left leg's gait.
#[derive(Clone, Copy)]
pub struct Phase {
    age: usize,
    /// Advance per step, rad.
    rate: f64,
}

impl Phase {
    /// A phase that runs through `frequency` cycles a second.
    pub fn new(builder: &Builder<'_>, frequency: f64) -> Self {
        let rate = 2.0 * std::f64::consts::PI * frequency * STEP;
        Self { age: builder.base.age, rate }
    }

    /// Sine and cosine of the phase. Those of the right leg, half a cycle later, have the same size
    /// and the opposite sign.
    #[inline(always)]
    pub fn sin_cos<L: Lane>(&self, rows: Columns<'_, L>) -> (L, L) {
        sin_cos(L::splat(self.rate) * rows.integers(self.age))
    }
}

struct GaitPhase {
    phase: Phase,
    /// Channel of the command, if the clock rests while the command is to stand still.
    command: Option<usize>,
}

impl Numbers<4> for GaitPhase {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> [L; 4] {
        let (sin, cos) = self.phase.sin_cos(rows);
        let mut phases = [sin, -sin, cos, -cos];
        if let Some(command) = self.command {
            let moves = moves(rows.some(command));
            for phase in &mut phases {
                *phase = phase.keep(moves);
            }
        }
        phases
    }
}

/// Channels of command and average motion.
#[derive(Clone, Copy)]
struct Tracked {
    command: usize,
    average: usize,
}

fn tracked(builder: &Builder<'_>, arguments: &super::arguments::Arguments<'_>) -> Result<Tracked> {
    Ok(Tracked {
        command: builder.kept(arguments, "command", "velocity_command")?,
        average: builder.kept(arguments, "average", "average_motion")?,
    })
}

impl Tracked {
    #[inline(always)]
    fn velocity_error<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let [x, y]: [L; 2] = rows.some(self.command);
        let [there_x, there_y]: [L; 2] = rows.some(self.average);
        let (x, y) = (x - there_x, y - there_y);
        (x * x + y * y).sqrt()
    }

    #[inline(always)]
    fn turning_error<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        (rows.at(self.command + 2) - rows.at(self.average + 2)).abs()
    }

    /// Commanded speed, m/s.
    #[inline(always)]
    fn speed<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let [x, y]: [L; 2] = rows.some(self.command);
        (x * x + y * y).sqrt()
    }

    /// Commanded turning rate, without its sign, rad/s.
    #[inline(always)]
    fn turning<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        rows.at(self.command + 2).abs()
    }
}

struct VelocityError(Tracked);

impl Number for VelocityError {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        self.0.velocity_error(rows)
    }
}

struct TurningError(Tracked);

impl Number for TurningError {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        self.0.turning_error(rows)
    }
}

struct Kernel<E> {
    error: E,
    scale: f64,
}

impl<E: Number> Number for Kernel<E> {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        exp(-self.error.of(rows) / L::splat(self.scale))
    }
}

struct FollowVelocity {
    tracked: Tracked,
    scale: f64,
    least: f64,
}

impl Number for FollowVelocity {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let wanted = self.tracked.speed(rows).max(L::splat(self.least));
        exp(-self.tracked.velocity_error(rows) / (L::splat(self.scale) * wanted))
    }
}

struct FollowTurning {
    tracked: Tracked,
    scale: f64,
    least: f64,
}

impl Number for FollowTurning {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let wanted = self.tracked.turning(rows).max(L::splat(self.least));
        exp(-self.tracked.turning_error(rows) / (L::splat(self.scale) * wanted))
    }
}

struct Follow {
    tracked: Tracked,
    scale: f64,
    slowest: f64,
    least_turning: f64,
}

impl Number for Follow {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let tracked = &self.tracked;
        let speed = tracked.speed(rows).max(L::splat(self.slowest));
        let turn = tracked.turning(rows).max(L::splat(self.least_turning));
        let missed = tracked.velocity_error(rows) / speed + tracked.turning_error(rows) / turn;
        exp(-missed / L::splat(self.scale))
    }
}

struct VelocityCommand {
    at: usize,
    age: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    interval: i64,
    still: f64,
    // Upper bounds of the random number, 0 to 1, that selects the kind of a command.
    straight: f64,
    sideways: f64,
    turning: f64,
    fixed: Option<Vec<f64>>,
}

/// Whether `number` is a multiple of `of`. Division of 32-bit numbers is faster.
fn is_multiple(number: i64, of: i64) -> bool {
    match (u32::try_from(number), u32::try_from(of)) {
        (Ok(number), Ok(of)) => number.is_multiple_of(of),
        _ => number % of == 0,
    }
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

impl VelocityCommand {
    fn draw_in_time(&self, episode: &mut Episode<'_>) {
        let age = integer(episode.row[self.age]);
        if age > 0 && is_multiple(age, self.interval) {
            self.draw(episode);
        }
    }
}

impl Process for VelocityCommand {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        self.draw(episode);
    }

    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        self.draw_in_time(episode);
    }

    fn before_each(&self, band: &mut Band<'_>, _: &mut dyn Worlds) {
        (0..band.count()).for_each(|index| self.draw_in_time(&mut band.episode(index)));
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

    fn before_each(&self, _: &mut Band<'_>, _: &mut dyn Worlds) {}

    fn after(&self, episode: &mut Episode<'_>) {
        let ([quaternion, velocity, turning], row) = (self.cells, &mut *episode.row);
        let ahead = heading(&some::<4>(row, quaternion));
        let [x, y] = some(row, velocity);
        let [x, y] = along(ahead, x, y);
        let mut averages: [f64; 3] = some(row, self.at);
        for (average, motion) in averages.iter_mut().zip([x, y, row[turning]]) {
            *average += self.rate * (motion - *average);
        }
        put(row, self.at, averages);
    }
}
