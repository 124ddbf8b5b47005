//! Feet: where their soles are, how they slide and tilt.

use super::arguments::{Arguments, parameter};
use super::program::{Band, Builder, Episode, Observation, Process, Worlds};
use super::registry::{Entry, Make};
use super::row::{put, some};
use super::rows::{Columns, Number};
use super::tracking::{FREQUENCY, Phase, moves};
use super::view::{Quantity, View};
use crate::error::Result;
use crate::math::exp::exp;
use crate::math::lane::Lane;

/// Steps a second.
const STEPS: f64 = 50.0;
/// Numbers of a pose: position and upward axis.
const POSE: usize = 6;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "gait",
        formula: "exp(-sum (h - clearance max(0, sin p))^2 / scale) over both soles, with h the \
                  height and p the phase of each; while the command is to stand still, both soles \
                  should be on the ground; needs the processes `feet` and `velocity_command`",
        shape: "1",
        unit: "1",
        parameters: &[
            parameter("clearance", 0.08, "height to which soles are lifted, m"),
            parameter("scale", 0.006, "m^2"),
            FREQUENCY,
        ],
        make: Make::Worth(|builder, arguments| {
            Ok(Box::new(Gait {
                soles: soles(builder, arguments)?,
                command: builder.kept(arguments, "command", "velocity_command")?,
                phase: Phase::new(builder, arguments.positive("frequency")?),
                clearance: arguments.number("clearance")?,
                scale: arguments.positive("scale")?,
            }))
        }),
    },
    Entry {
        name: "slip",
        formula: "sum v^2 of the soles that are lower than height, with v the horizontal speed of \
                  each over the step; needs the process `feet`",
        shape: "1",
        unit: "(m/s)^2",
        parameters: &[parameter("height", 0.02, "m")],
        make: Make::Worth(|builder, arguments| {
            let soles = soles(builder, arguments)?;
            let speeds = builder.kept(arguments, "sole_speeds", "feet")?;
            Ok(Box::new(Slip { soles, speeds, height: arguments.number("height")? }))
        }),
    },
    Entry {
        name: "tilt",
        formula: "sum of the squared sines of the angles between soles and ground; needs the \
                  process `feet`",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Worth(|builder, arguments| {
            let tilts = builder.kept(arguments, "sole_tilts", "feet")?;
            Ok(Box::new(Tilt { tilts }))
        }),
    },
    Entry {
        name: "sole_heights",
        formula: "heights of the soles as `feet` keeps them, the left one first; needs the process \
                  `feet`",
        shape: "2",
        unit: "m",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let soles = soles(builder, arguments)?;
            let term: Observation =
                Box::new(move |row, out| out.copy_from_slice(&[row[soles + 2], row[soles + 5]]));
            Ok((2, term))
        }),
    },
    Entry {
        name: "feet",
        formula: "keeps the positions of the soles, their speeds and their tilts; a sole counts as \
                  being the robot's `sole` straight below the origin of its foot's body, however \
                  the foot is tilted",
        shape: "6, 2, 2",
        unit: "m, m/s, 1",
        parameters: &[],
        make: Make::Process(|builder, arguments| {
            let feet = builder.body.feet.len();
            if feet != 2 {
                return Err(arguments.fail(format!("needs a robot with two feet, not {feet}")));
            }
            Ok(Box::new(Feet {
                poses: builder.sense("foot_poses", Quantity::Feet),
                soles: builder.real("soles", 6),
                before: builder.real("soles_before", 6),
                speeds: builder.real("sole_speeds", 2),
                tilts: builder.real("sole_tilts", 2),
                sole: builder.body.sole,
            }))
        }),
    },
];

fn soles(builder: &Builder<'_>, arguments: &Arguments<'_>) -> Result<usize> {
    builder.kept(arguments, "soles", "feet")
}

struct Gait {
    soles: usize,
    command: usize,
    phase: Phase,
    clearance: f64,
    scale: f64,
}

impl Number for Gait {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let moves = moves(rows.some(self.command));
        let (sin, _) = self.phase.sin_cos(rows);
        let mut errors = L::zero();
        for (foot, sine) in [sin, -sin].into_iter().enumerate() {
            let lift = (L::splat(self.clearance) * sine.max(L::zero())).keep(moves);
            let error = rows.at(self.soles + 3 * foot + 2) - lift;
            errors += error * error;
        }
        exp(-errors / L::splat(self.scale))
    }
}

struct Slip {
    soles: usize,
    speeds: usize,
    height: f64,
}

impl Number for Slip {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let mut slip = L::zero();
        for foot in 0..2 {
            let height: L = rows.at(self.soles + 3 * foot + 2);
            let speed: L = rows.at(self.speeds + foot);
            slip += (speed * speed).keep(height.lt(L::splat(self.height)));
        }
        slip
    }
}

struct Tilt {
    tilts: usize,
}

impl Number for Tilt {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        rows.at(self.tilts) + rows.at(self.tilts + 1)
    }
}

struct Feet {
    poses: usize,
    soles: usize,
    before: usize,
    speeds: usize,
    tilts: usize,
    sole: f64,
}

impl Process for Feet {
    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        put(episode.row, self.before, some::<6>(episode.row, self.soles));
    }

    fn before_each(&self, band: &mut Band<'_>, _: &mut dyn Worlds) {
        for row in band.rows.each() {
            put(row, self.before, some::<6>(row, self.soles));
        }
    }

    fn sense(&self, row: &mut [f64]) {
        let [left_x, left_y, left_z, left_up_x, left_up_y, _, right @ ..]: [f64; 2 * POSE] =
            some(row, self.poses);
        let [right_x, right_y, right_z, right_up_x, right_up_y, _] = right;
        let (left_z, right_z) = (left_z - self.sole, right_z - self.sole);
        put(row, self.soles, [left_x, left_y, left_z, right_x, right_y, right_z]);
        let tilt = |x: f64, y: f64| x * x + y * y;
        put(row, self.tilts, [tilt(left_up_x, left_up_y), tilt(right_up_x, right_up_y)]);
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let row = &mut *episode.row;
        let (soles, before): ([f64; 6], [f64; 6]) = (some(row, self.soles), some(row, self.before));
        let speed = |x: usize, y: usize| {
            let (x, y) = (soles[x] - before[x], soles[y] - before[y]);
            (x * x + y * y).sqrt() * STEPS
        };
        put(row, self.speeds, [speed(0, 1), speed(3, 4)]);
    }
}
