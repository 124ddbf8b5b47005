//! How the physics of a world differs from that of others, which only the simulator knows.

use super::arguments::{Arguments, parameter};
use super::program::{Builder, Observation};
use super::registry::{Entry, Make};
use super::row::flag;
use super::view::{PHYSICS, Quantity};
use crate::error::Result;

/// Substeps of a step.
const SUBSTEPS: f64 = 4.0;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "friction",
        formula: "factor on the friction of all contacts, 1 in a world that is not randomized",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| Ok(part(builder, 0, 1, 1.0))),
    },
    Entry {
        name: "gravity_strength",
        formula: "factor on gravity, 1 in a world that is not randomized",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| Ok(part(builder, 1, 1, 1.0))),
    },
    Entry {
        name: "masses",
        formula: "mass of the robot and of its torso, as shares of those in its model",
        shape: "2",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| Ok(part(builder, 2, 2, 1.0))),
    },
    Entry {
        name: "torso_offset",
        formula: "displacement of the torso's centre of mass from its place in the model, in the \
                  torso's frame / unit",
        shape: "3",
        unit: "0.1 m",
        parameters: &[parameter("unit", 0.1, "m")],
        make: Make::Observation(|builder, arguments| {
            let unit = arguments.positive("unit")?;
            Ok(part(builder, 4, 3, unit))
        }),
    },
    Entry {
        name: "command_delay",
        formula: "delay with which the motors obey, in steps of 20 ms",
        shape: "1",
        unit: "steps",
        parameters: &[],
        make: Make::Observation(|builder, _| Ok(part(builder, 7, 1, SUBSTEPS))),
    },
    Entry {
        name: "motor_gains",
        formula: "factors on kp of each motor, then on kd of each",
        shape: "2 J",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.sense("motor_gains", Quantity::Gains);
            let width = 2 * builder.body.joints();
            Ok(copied(at, width))
        }),
    },
    Entry {
        name: "late",
        formula: "whether actions take effect one step late in this episode; needs the process \
                  `late_actions`",
        shape: "1",
        unit: "1 or 0",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let at = builder.kept(arguments, "is_late", "late_actions")?;
            let term: Observation =
                Box::new(move |row, out| out[0] = f64::from(u8::from(flag(row[at]))));
            Ok((1, term))
        }),
    },
    Entry {
        name: "last_push",
        formula: "change of the torso's velocity by the process `push` at the beginning of this \
                  step, along x and y of the world",
        shape: "2",
        unit: "m/s",
        parameters: &[],
        make: Make::Observation(|builder, arguments| kept(builder, arguments, "push", "push", 2)),
    },
    Entry {
        name: "tracked_motion",
        formula: "average motion that the process `average_motion` keeps, on which rewards for \
                  tracking are based",
        shape: "3",
        unit: "m/s, m/s, rad/s",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            kept(builder, arguments, "average", "average_motion", 3)
        }),
    },
];

/// Some of the numbers of the world's physics.
fn part(builder: &mut Builder<'_>, first: usize, width: usize, unit: f64) -> (usize, Observation) {
    debug_assert!(first + width <= PHYSICS);
    let at = builder.sense("physics", Quantity::Physics) + first;
    let term: Observation = Box::new(move |row, out| {
        for (out, number) in out.iter_mut().zip(&row[at..]) {
            *out = number / unit;
        }
    });
    (width, term)
}

/// A channel that a process keeps.
fn kept(
    builder: &Builder<'_>,
    arguments: &Arguments<'_>,
    channel: &str,
    process: &str,
    width: usize,
) -> Result<(usize, Observation)> {
    Ok(copied(builder.kept(arguments, channel, process)?, width))
}

fn copied(at: usize, width: usize) -> (usize, Observation) {
    (width, Box::new(move |row, out| out.copy_from_slice(&row[at..at + width])))
}
