//! A reference gait: how joints would move if the robot walked as commanded, without balancing.

use super::arguments::{Arguments, Parameter, REQUIRED, parameter};
use super::program::Builder;
use super::registry::{Entry, Make};
use super::rows::{Columns, Number};
use super::tracking::{Phase, moves};
use crate::error::Result;
use crate::math::exp::exp;
use crate::math::lane::Lane;

const GAIT: &[Parameter] = &[
    parameter(
        "leg",
        REQUIRED,
        "(J), 1 for joints of the left leg, -1 for those of the right one, 0 for others",
    ),
    parameter("stretch", 0.0, "(J), rad"),
    parameter("lift", 0.0, "(J), rad"),
    parameter("sway", 0.0, "(J), rad"),
    parameter("forwards", 0.0, "(J), rad per m/s"),
    parameter("sideways", 0.0, "(J), rad per m/s"),
    parameter("turning", 0.0, "(J), rad per rad/s"),
    parameter("weights", 1.0, "of each joint: (J), or one number for all"),
    parameter("scale", 0.2, "rad^2"),
    parameter("frequency", 1.5, "cycles of both legs per second, 1/s"),
];

/// The terms of this family.
pub const TERMS: &[Entry] = &[Entry {
    name: "reference_gait",
    formula: "exp(-sum weights (q - r)^2 / scale), with r = nominal + stretch + lift max(0, leg \
              sin p) + sway sin p + leg cos p (forwards vx + sideways vy + turning w), the command \
              (vx, vy, w) and the left leg's phase p: each foot is lifted for half a cycle, in \
              which it swings back from where the ground has carried it in the other half; r = \
              nominal while the command is to stand still; needs the process `velocity_command`",
    shape: "1",
    unit: "1",
    parameters: GAIT,
    make: Make::Worth(|builder, arguments| {
        Ok(Box::new(ReferenceGait {
            angles: builder.base.angles,
            command: builder.kept(arguments, "command", "velocity_command")?,
            phase: Phase::new(builder, arguments.positive("frequency")?),
            joints: joints(builder, arguments)?,
            scale: arguments.positive("scale")?,
        }))
    }),
}];

/// How a joint moves.
struct Joint {
    nominal: f64,
    stretch: f64,
    leg: f64,
    lift: f64,
    sway: f64,
    forwards: f64,
    sideways: f64,
    turning: f64,
    weight: f64,
}

fn joints(builder: &Builder<'_>, arguments: &Arguments<'_>) -> Result<Vec<Joint>> {
    let nominal = &builder.body.nominal;
    let numbers = |name: &str| arguments.numbers(name, nominal.len());
    let (leg, lift, sway) = (numbers("leg")?, numbers("lift")?, numbers("sway")?);
    let (forwards, sideways) = (numbers("forwards")?, numbers("sideways")?);
    let stretch = numbers("stretch")?;
    let (turning, weights) = (numbers("turning")?, numbers("weights")?);
    if let Some(other) = leg.iter().find(|leg| ![-1.0, 0.0, 1.0].contains(*leg)) {
        return Err(arguments.fail(format!("leg: {other} is neither 1, -1 nor 0")));
    }
    Ok((0..nominal.len())
        .map(|joint| Joint {
            nominal: nominal[joint],
            stretch: stretch[joint],
            leg: leg[joint],
            lift: lift[joint],
            sway: sway[joint],
            forwards: forwards[joint],
            sideways: sideways[joint],
            turning: turning[joint],
            weight: weights[joint],
        })
        .collect())
}

struct ReferenceGait {
    angles: usize,
    command: usize,
    phase: Phase,
    joints: Vec<Joint>,
    scale: f64,
}

impl Number for ReferenceGait {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let command: [L; 3] = rows.some(self.command);
        let (sin, cos) = self.phase.sin_cos(rows);
        let walks = moves(command);
        let mut errors = L::zero();
        for (index, joint) in self.joints.iter().enumerate() {
            let lift = L::splat(joint.lift) * (L::splat(joint.leg) * sin).max(L::zero());
            let swing = L::splat(joint.forwards) * command[0]
                + L::splat(joint.sideways) * command[1]
                + L::splat(joint.turning) * command[2];
            let bend = L::splat(joint.stretch)
                + lift
                + L::splat(joint.sway) * sin
                + L::splat(joint.leg) * cos * swing;
            let angle: L = rows.at(self.angles + index);
            let error = angle - L::splat(joint.nominal) - bend.keep(walks);
            errors += L::splat(joint.weight) * error * error;
        }
        exp(-errors / L::splat(self.scale))
    }
}
