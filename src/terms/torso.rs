//! The torso: how it leans, where it is, how it moves.

use super::arguments::{Parameter, REQUIRED, parameter};
use super::builder::Base;
use super::geometry::{along, gravity, gravity_of, heading};
use super::joints::Bends;
use super::program::{Band, Builder, Episode, Observation, Process, Worlds};
use super::registry::{Entry, Make};
use super::row::{integer, of_integer};
use super::rows::{Columns, Number, Worth};
use super::sums::Sum;
use super::view::View;
use crate::math::lane::Lane;
use std::f64::consts::PI;

const GYRO_UNIT: Parameter = parameter("unit", 50.0, "rad/s");
const LEAN: Parameter = parameter("lean", 1.0, "largest lean, rad");
const STANDING: &[Parameter] = &[
    parameter("lean", 0.3, "largest lean of a standing robot, rad"),
    parameter("height", 0.9, "least height of the torso, as a share of that at the start"),
];

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "gyro",
        formula: "angular velocity in the torso's frame / unit, as sensors show it",
        shape: "3",
        unit: "50 rad/s",
        parameters: &[GYRO_UNIT],
        make: Make::Observation(|builder, arguments| {
            let (gyro, unit) = (builder.base.seen_gyro, arguments.positive("unit")?);
            let term: Observation = Box::new(move |row, out| {
                for (out, rate) in out.iter_mut().zip(&row[gyro..]) {
                    *out = rate / unit;
                }
            });
            Ok((3, term))
        }),
    },
    Entry {
        name: "gravity",
        formula: "direction of gravity in the torso's frame, by the orientation that sensors show",
        shape: "3",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.base.seen_quaternion;
            let term: Observation =
                Box::new(move |row, out| out.copy_from_slice(&gravity(&row[at..at + 4])));
            Ok((3, term))
        }),
    },
    Entry {
        name: "torso_velocity",
        formula: "velocity v of the torso in the world's frame",
        shape: "3",
        unit: "m/s",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.base.velocity;
            let term: Observation = Box::new(move |row, out| out.copy_from_slice(&row[at..at + 3]));
            Ok((3, term))
        }),
    },
    Entry {
        name: "heading_velocity",
        formula: "velocity v of the torso: along its heading, to its left, and upwards",
        shape: "3",
        unit: "m/s",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let (at, quaternion) = (builder.base.velocity, builder.base.seen_quaternion);
            let term: Observation = Box::new(move |row, out| {
                let ahead = heading(&row[quaternion..quaternion + 4]);
                let [x, y] = along(ahead, row[at], row[at + 1]);
                out.copy_from_slice(&[x, y, row[at + 2]]);
            });
            Ok((3, term))
        }),
    },
    Entry {
        name: "heading",
        formula: "cosine and sine of the direction in which the torso faces, as sensors show it",
        shape: "2",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.base.seen_quaternion;
            let term: Observation =
                Box::new(move |row, out| out.copy_from_slice(&heading(&row[at..at + 4])));
            Ok((2, term))
        }),
    },
    Entry {
        name: "torso_height",
        formula: "height z of the torso",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.base.position + 2;
            let term: Observation = Box::new(move |row, out| out[0] = row[at]);
            Ok((1, term))
        }),
    },
    Entry {
        name: "alive",
        formula: "1",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Worth(|_, _| Ok(Box::new(Constant(1.0)))),
    },
    Entry {
        name: "lean",
        formula: "gx^2 + gy^2, with g the direction of gravity in the torso's frame: the square of \
                  the sine of the torso's lean",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Worth(|builder, _| Ok(Box::new(Lean { at: builder.base.quaternion }))),
    },
    Entry {
        name: "uprightness",
        formula: "(1 - gz) / 2, with g as in `lean`: 1 upright, 0 upside down",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Worth(|builder, _| Ok(Box::new(Uprightness { at: builder.base.quaternion }))),
    },
    Entry {
        name: "torso_motion",
        formula: "|v|^2 + |w|^2, with w the torso's angular velocity",
        shape: "1",
        unit: "(m/s)^2, (rad/s)^2",
        parameters: &[],
        make: Make::Worth(|builder, _| Ok(Box::new(Motion { at: builder.base.velocity }))),
    },
    Entry {
        name: "vertical_velocity",
        formula: "vz^2",
        shape: "1",
        unit: "(m/s)^2",
        parameters: &[],
        make: Make::Worth(|builder, _| {
            Ok(Box::new(SquaredError { at: builder.base.velocity + 2, target: 0.0 }))
        }),
    },
    Entry {
        name: "forward_speed",
        formula: "vx, the torso's velocity along x of the world",
        shape: "1",
        unit: "m/s",
        parameters: &[],
        make: Make::Worth(|builder, _| Ok(Box::new(Cell { at: builder.base.velocity }))),
    },
    Entry {
        name: "roll_pitch",
        formula: "wx^2 + wy^2, with w the gyro's angular velocity",
        shape: "1",
        unit: "(rad/s)^2",
        parameters: &[],
        make: Make::Worth(|builder, _| Ok(Box::new(RollPitch { at: builder.base.gyro }))),
    },
    Entry {
        name: "height_error",
        formula: "(z - target)^2",
        shape: "1",
        unit: "m^2",
        parameters: &[parameter("target", REQUIRED, "height of the torso, m")],
        make: Make::Worth(|builder, arguments| {
            let (at, target) = (builder.base.position + 2, arguments.number("target")?);
            Ok(Box::new(SquaredError { at, target }))
        }),
    },
    Entry {
        name: "height_share",
        formula: "z / height of the robot's torso at the start, clipped to 0 to 1",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Worth(|builder, _| {
            let (at, height) = (builder.base.position + 2, builder.body.height);
            Ok(Box::new(HeightShare { at, height }))
        }),
    },
    Entry {
        name: "torso_x",
        formula: "x of the torso in the world",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Worth(|builder, _| Ok(Box::new(Cell { at: builder.base.position }))),
    },
    Entry {
        name: "standing_pose",
        formula: "exp(-sum (q - nominal)^2) while the robot stands, else 0",
        shape: "1",
        unit: "1",
        parameters: STANDING,
        make: Make::Value(|builder, arguments| {
            let (lean, height) = (arguments.unsigned("lean")?, arguments.number("height")?);
            let stands = stands(builder, lean, height);
            let bends = Sum(Bends::new(builder, builder.base.angles));
            Ok(Box::new(
                move |row| if stands.one(row) > 0.0 { (-bends.one(row)).exp() } else { 0.0 },
            ))
        }),
    },
    Entry {
        name: "stands",
        formula: "z > height * (height of the robot's torso at the start), and the torso leans by \
                  at most lean",
        shape: "1",
        unit: "bool",
        parameters: STANDING,
        make: Make::Truth(|builder, arguments| {
            let (lean, height) = (arguments.unsigned("lean")?, arguments.number("height")?);
            Ok(Box::new(stands(builder, lean, height)))
        }),
    },
    Entry {
        name: "stood",
        formula: "the robot has stood for the last `steady` steps; needs the process `standing`",
        shape: "1",
        unit: "bool",
        parameters: &[parameter("steady", 25.0, "steps")],
        make: Make::Condition(|builder, arguments| {
            let steady = arguments.steps("steady")?;
            let at = builder.kept(arguments, "standing", "standing")?;
            Ok(Box::new(move |row| integer(row[at]) >= steady))
        }),
    },
    Entry {
        name: "fallen",
        formula: "z < the robot's `lowest`, or the torso leans by more than lean",
        shape: "1",
        unit: "bool",
        parameters: &[LEAN],
        make: Make::Truth(|builder, arguments| {
            Ok(Box::new(fallen(builder, arguments.unsigned("lean")?)))
        }),
    },
    Entry {
        name: "standing",
        formula: "counts the steps for which the robot has stood without a break",
        shape: "1",
        unit: "steps",
        parameters: STANDING,
        make: Make::Process(|builder, arguments| {
            let (lean, height) = (arguments.unsigned("lean")?, arguments.number("height")?);
            let stands = stands(builder, lean, height);
            Ok(Box::new(Standing { count: builder.integer("standing"), stands }))
        }),
    },
];

/// Returns [`Fallen`] for the builder's robot; `lean`: the largest that is not too much, rad.
pub fn fallen(builder: &Builder<'_>, lean: f64) -> Fallen {
    Fallen { base: builder.base, lowest: builder.body.lowest, cosine: cosine_of(lean) }
}

fn stands(builder: &Builder<'_>, lean: f64, share: f64) -> Stands {
    Stands { base: builder.base, height: share * builder.body.height, cosine: cosine_of(lean) }
}

/// Returns the cosine of the largest lean, rad; if every lean is allowed, a number that no cosine
/// is below.
fn cosine_of(lean: f64) -> f64 {
    if lean < PI { lean.cos() } else { f64::NEG_INFINITY }
}

struct Constant(f64);

impl Number for Constant {
    #[inline(always)]
    fn of<L: Lane>(&self, _: Columns<'_, L>) -> L {
        L::splat(self.0)
    }
}

struct Cell {
    at: usize,
}

impl Number for Cell {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        rows.at(self.at)
    }
}

struct Lean {
    at: usize,
}

impl Number for Lean {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let [x, y, _] = gravity_of(rows.some(self.at));
        x * x + y * y
    }
}

struct Uprightness {
    at: usize,
}

impl Number for Uprightness {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let [_, _, z] = gravity_of(rows.some(self.at));
        L::splat(0.5) * (L::one() - z)
    }
}

struct Motion {
    at: usize,
}

impl Number for Motion {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let [a, b, c, d, e, f]: [L; 6] = rows.some(self.at);
        ((a * a + e * e) + (b * b + f * f)) + (c * c + d * d)
    }
}

struct SquaredError {
    at: usize,
    target: f64,
}

impl Number for SquaredError {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let error = rows.at(self.at) - L::splat(self.target);
        error * error
    }
}

struct RollPitch {
    at: usize,
}

impl Number for RollPitch {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let [roll, pitch]: [L; 2] = rows.some(self.at);
        roll * roll + pitch * pitch
    }
}

struct HeightShare {
    at: usize,
    height: f64,
}

impl Number for HeightShare {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        (rows.at(self.at) / L::splat(self.height)).clamp(L::zero(), L::one())
    }
}

/// Whether the torso is too low, or leans too much.
pub struct Fallen {
    base: Base,
    lowest: f64,
    cosine: f64,
}

impl Number for Fallen {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let [_, _, down] = gravity_of(rows.some(self.base.quaternion));
        let height: L = rows.at(self.base.position + 2);
        let is_low = height.lt(L::splat(self.lowest)) | (-down).lt(L::splat(self.cosine));
        L::one().keep(is_low)
    }
}

/// Whether the torso is high and upright.
struct Stands {
    base: Base,
    height: f64,
    cosine: f64,
}

impl Number for Stands {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let [_, _, down] = gravity_of(rows.some(self.base.quaternion));
        let height: L = rows.at(self.base.position + 2);
        let is_high = height.gt(L::splat(self.height)) & (-down).ge(L::splat(self.cosine));
        L::one().keep(is_high)
    }
}

struct Standing {
    count: usize,
    stands: Stands,
}

impl Process for Standing {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.count] = of_integer(0);
    }

    fn before_each(&self, _: &mut Band<'_>, _: &mut dyn Worlds) {}

    fn after(&self, episode: &mut Episode<'_>) {
        let steps = if self.stands.one(episode.row) > 0.0 {
            integer(episode.row[self.count]) + 1
        } else {
            0
        };
        episode.row[self.count] = of_integer(steps);
    }
}
