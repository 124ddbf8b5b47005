//! Joints and actions: how they are, how fast they change, what they cost.

use super::arguments::{Parameter, parameter};
use super::geometry::squared;
use super::program::Observation;
use super::registry::{Entry, Make};

#[allow(clippy::approx_constant, reason = "the unit of RL-X, which is not pi")]
const ANGLE_UNIT: Parameter = parameter("unit", 3.14, "rad");
const SPEED_UNIT: Parameter = parameter("unit", 100.0, "rad/s");
const OFFSET_UNIT: Parameter = parameter("unit", 5.0, "rad, or the torque's unit");
const WEIGHTS: Parameter = parameter("weights", 1.0, "of each joint, (J) or one for all");

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "joint_positions",
        formula: "(q - nominal) / unit, as sensors show q",
        shape: "J",
        unit: "3.14 rad",
        parameters: &[ANGLE_UNIT],
        make: Make::Observation(|builder, arguments| {
            let unit = arguments.positive("unit")?;
            let (angles, nominal) = (builder.base.seen_angles, builder.body.nominal.clone());
            let joints = nominal.len();
            let term: Observation = Box::new(move |row, out| {
                for ((out, angle), nominal) in out.iter_mut().zip(&row[angles..]).zip(&nominal) {
                    *out = (angle - nominal) / unit;
                }
            });
            Ok((joints, term))
        }),
    },
    Entry {
        name: "joint_velocities",
        formula: "dq / unit, as sensors show dq",
        shape: "J",
        unit: "100 rad/s",
        parameters: &[SPEED_UNIT],
        make: Make::Observation(|builder, arguments| {
            let unit = arguments.positive("unit")?;
            let (speeds, joints) = (builder.base.seen_speeds, builder.body.joints());
            let term: Observation = Box::new(move |row, out| {
                for (out, speed) in out.iter_mut().zip(&row[speeds..]) {
                    *out = speed / unit;
                }
            });
            Ok((joints, term))
        }),
    },
    Entry {
        name: "last_action",
        formula: "a action_scale / unit",
        shape: "J",
        unit: "5 rad",
        parameters: &[OFFSET_UNIT],
        make: Make::Observation(|builder, arguments| {
            let factor = builder.body.action_scale / arguments.positive("unit")?;
            let (action, joints) = (builder.base.action, builder.body.joints());
            let term: Observation = Box::new(move |row, out| {
                for (out, action) in out.iter_mut().zip(&row[action..]) {
                    *out = action * factor;
                }
            });
            Ok((joints, term))
        }),
    },
    Entry {
        name: "action_rate",
        formula: "sum (a - previous a)^2",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let (action, previous) = (builder.base.action, builder.base.previous);
            let joints = builder.body.joints();
            Ok(Box::new(move |row| {
                let pairs = row[action..][..joints].iter().zip(&row[previous..]);
                pairs.map(|(now, before)| (now - before) * (now - before)).sum()
            }))
        }),
    },
    Entry {
        name: "action_size",
        formula: "mean a^2",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let (action, joints) = (builder.base.action, builder.body.joints());
            Ok(Box::new(move |row| squared(&row[action..][..joints]) / joints as f64))
        }),
    },
    Entry {
        name: "pose_error",
        formula: "sum weights (q - nominal)^2",
        shape: "1",
        unit: "rad^2",
        parameters: &[WEIGHTS],
        make: Make::Value(|builder, arguments| {
            let (angles, nominal) = (builder.base.angles, builder.body.nominal.clone());
            let weights = arguments.numbers("weights", nominal.len())?;
            Ok(Box::new(move |row| {
                let bends = row[angles..].iter().zip(&nominal).map(|(q, nominal)| q - nominal);
                bends.zip(&weights).map(|(bend, weight)| weight * (bend * bend)).sum()
            }))
        }),
    },
    Entry {
        name: "joint_speed",
        formula: "sum dq^2",
        shape: "1",
        unit: "(rad/s)^2",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let (speeds, joints) = (builder.base.speeds, builder.body.joints());
            Ok(Box::new(move |row| squared(&row[speeds..][..joints])))
        }),
    },
    Entry {
        name: "effort",
        formula: "sum (kp (target - q) - kd dq)^2, without the motors' limits",
        shape: "1",
        unit: "(N m)^2",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let (base, body) = (builder.base, builder.body.clone());
            Ok(Box::new(move |row| {
                let joint = |(j, nominal): (usize, &f64)| {
                    let bend = row[base.angles + j] - nominal;
                    let wanted = body.action_scale * row[base.applied + j] - bend;
                    let torque = body.kp * wanted - body.kd * row[base.speeds + j];
                    torque * torque
                };
                body.nominal.iter().enumerate().map(joint).sum()
            }))
        }),
    },
];
