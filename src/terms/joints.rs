//! Joints and actions: how they are, how fast they change, what they cost.

use super::arguments::{Parameter, parameter};
use super::geometry::{map_to, squared, sum_of};
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
            let scale = 1.0 / arguments.positive("unit")?;
            let (angles, nominal) = (builder.base.seen_angles, builder.body.nominal.clone());
            let joints = nominal.len();
            let term: Observation = Box::new(move |row, out| {
                let nominal = &nominal[..joints];
                map_to(out, &row[angles..][..joints], |joint, angle| {
                    (angle - nominal[joint]) * scale
                });
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
            let scale = 1.0 / arguments.positive("unit")?;
            let (speeds, joints) = (builder.base.seen_speeds, builder.body.joints());
            let term: Observation = Box::new(move |row, out| {
                map_to(out, &row[speeds..][..joints], |_, speed| speed * scale);
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
                map_to(out, &row[action..][..joints], |_, action| action * factor);
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
                let (now, before) = (&row[action..][..joints], &row[previous..][..joints]);
                sum_of(now, |joint, now| (now - before[joint]) * (now - before[joint]))
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
                let (nominal, weights) = (&nominal[..], &weights[..nominal.len()]);
                let angles = &row[angles..][..nominal.len()];
                sum_of(angles, |joint, angle| {
                    let bend = angle - nominal[joint];
                    weights[joint] * (bend * bend)
                })
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
                let (nominal, joints) = (&body.nominal[..], body.nominal.len());
                let [angles, applied, speeds] =
                    [base.angles, base.applied, base.speeds].map(|first| &row[first..][..joints]);
                sum_of(nominal, |joint, nominal| {
                    let bend = angles[joint] - nominal;
                    let wanted = body.action_scale * applied[joint] - bend;
                    let torque = body.kp * wanted - body.kd * speeds[joint];
                    torque * torque
                })
            }))
        }),
    },
];
