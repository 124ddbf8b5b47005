//! Feet: where their soles are, how they slide and tilt.

use super::arguments::{Arguments, Parameter, parameter};
use super::program::{Builder, Episode, Observation, Process};
use super::registry::{Entry, Make};
use super::tracking::{moves, phase, sines};
use super::view::{Quantity, View};
use crate::error::Result;

/// Steps a second.
const STEPS: f64 = 50.0;
/// Numbers of a pose: position and upward axis.
const POSE: usize = 6;
const FREQUENCY: Parameter = parameter("frequency", 1.5, "cycles of both legs a second, 1/s");

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "gait",
        formula: "exp(-sum (h - clearance max(0, sin p))^2 / scale) over both soles at heights h, \
                  p their phases; soles are to be on the ground where the command is to stand \
                  still; needs the processes `feet` and `velocity_command`",
        shape: "1",
        unit: "1",
        parameters: &[
            parameter("clearance", 0.08, "height to which soles are lifted, m"),
            parameter("scale", 0.006, "m^2"),
            FREQUENCY,
        ],
        make: Make::Value(|builder, arguments| {
            let soles = soles(builder, arguments)?;
            let command = builder.kept(arguments, "command", "velocity_command")?;
            let phase = phase(builder, arguments.positive("frequency")?);
            let (clearance, scale) = (arguments.number("clearance")?, arguments.positive("scale")?);
            Ok(Box::new(move |row| {
                let mut lifts = [0.0; 2];
                if moves(&row[command..command + 3]) {
                    let ((left, _), (right, _)) = sines(phase(row));
                    lifts = [left, right].map(|sine| clearance * sine.max(0.0));
                }
                let errors =
                    lifts.iter().enumerate().map(|(i, lift)| row[soles + 3 * i + 2] - lift);
                (-errors.map(|error| error * error).sum::<f64>() / scale).exp()
            }))
        }),
    },
    Entry {
        name: "slip",
        formula: "sum v^2 of soles lower than height, v their horizontal speeds over the step; \
                  needs the process `feet`",
        shape: "1",
        unit: "(m/s)^2",
        parameters: &[parameter("height", 0.02, "m")],
        make: Make::Value(|builder, arguments| {
            let soles = soles(builder, arguments)?;
            let speeds = builder.kept(arguments, "sole_speeds", "feet")?;
            let height = arguments.number("height")?;
            Ok(Box::new(move |row| {
                let on_ground = (0..2).filter(|i| row[soles + 3 * i + 2] < height);
                on_ground.map(|i| row[speeds + i] * row[speeds + i]).sum()
            }))
        }),
    },
    Entry {
        name: "tilt",
        formula: "sum of squares of the sines of the angles between soles and ground; needs the \
                  process `feet`",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let tilts = builder.kept(arguments, "sole_tilts", "feet")?;
            Ok(Box::new(move |row| row[tilts] + row[tilts + 1]))
        }),
    },
    Entry {
        name: "sole_heights",
        formula: "how high the middles of the soles are, the left one first; needs the process \
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
        formula: "keeps where the middles of the soles are, how fast they move and how they tilt",
        shape: "2, each",
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
        episode.row.copy_within(self.soles..self.soles + 6, self.before);
    }

    fn sense(&self, row: &mut [f64]) {
        for foot in 0..2 {
            let pose: [f64; POSE] = std::array::from_fn(|i| row[self.poses + POSE * foot + i]);
            let [x, y, z, up_x, up_y, _] = pose;
            row[self.tilts + foot] = up_x * up_x + up_y * up_y;
            row[self.soles + 3 * foot..][..3].copy_from_slice(&[x, y, z - self.sole]);
        }
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let row = &mut *episode.row;
        for foot in 0..2 {
            let [x, y] =
                [0, 1].map(|i| row[self.soles + 3 * foot + i] - row[self.before + 3 * foot + i]);
            row[self.speeds + foot] = (x * x + y * y).sqrt() * STEPS;
        }
    }
}
