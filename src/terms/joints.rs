//! Joints and actions: how they are, how fast they change, what they cost.

use super::arguments::{Parameter, parameter};
use super::body::Body;
use super::builder::Builder;
use super::registry::{Entry, Make};
use super::rows::{Mapped, Mapping, ROWS, Rows, Worth};
use super::sums::{Eight, Place, Sum, Summand, eights};
use crate::math::lane::Lane;

#[allow(clippy::approx_constant, reason = "the unit of RL-X, which is not pi")]
const ANGLE_UNIT: Parameter = parameter("unit", 3.14, "rad");
const SPEED_UNIT: Parameter = parameter("unit", 100.0, "rad/s");
const OFFSET_UNIT: Parameter = parameter("unit", 5.0, "rad, or the torque's unit");
const WEIGHTS: Parameter = parameter("weights", 1.0, "of each joint: (J), or one number for all");

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "joint_positions",
        formula: "(q - nominal) / unit, with q as sensors show it",
        shape: "J",
        unit: "3.14 rad",
        parameters: &[ANGLE_UNIT],
        make: Make::Sight(|builder, arguments| {
            let scale = 1.0 / arguments.positive("unit")?;
            let bends = Bends::new(builder, builder.base.seen_angles);
            Ok((builder.body.joints(), Box::new(Mapped(ScaledBends { bends, scale }))))
        }),
    },
    Entry {
        name: "joint_velocities",
        formula: "dq / unit, with dq as sensors show it",
        shape: "J",
        unit: "100 rad/s",
        parameters: &[SPEED_UNIT],
        make: Make::Sight(|builder, arguments| {
            let scale = 1.0 / arguments.positive("unit")?;
            let first = builder.base.seen_speeds;
            Ok((builder.body.joints(), Box::new(Mapped(Scaled { first, scale }))))
        }),
    },
    Entry {
        name: "last_action",
        formula: "a action_scale / unit",
        shape: "J",
        unit: "5 rad",
        parameters: &[OFFSET_UNIT],
        make: Make::Sight(|builder, arguments| {
            let scale = builder.body.action_scale / arguments.positive("unit")?;
            let first = builder.base.action;
            Ok((builder.body.joints(), Box::new(Mapped(Scaled { first, scale }))))
        }),
    },
    Entry {
        name: "action_rate",
        formula: "sum (a - previous a)^2",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Worth(|builder, _| {
            let (action, previous) = (builder.base.action, builder.base.previous);
            Ok(Box::new(Sum(Changes { action, previous, joints: joints(builder.body) })))
        }),
    },
    Entry {
        name: "action_size",
        formula: "mean a^2",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Worth(|builder, _| {
            let (of, count) = (builder.base.action, builder.body.joints());
            let sum = Sum(Squares { of, joints: joints(builder.body) });
            Ok(Box::new(Mean { sum, count }))
        }),
    },
    Entry {
        name: "pose_error",
        formula: "sum weights (q - nominal)^2",
        shape: "1",
        unit: "rad^2",
        parameters: &[WEIGHTS],
        make: Make::Worth(|builder, arguments| {
            let weights = eights(&arguments.numbers("weights", builder.body.joints())?);
            let bends = Bends::new(builder, builder.base.angles);
            Ok(Box::new(Sum(WeighedBends { bends, weights })))
        }),
    },
    Entry {
        name: "joint_speed",
        formula: "sum dq^2",
        shape: "1",
        unit: "(rad/s)^2",
        parameters: &[],
        make: Make::Worth(|builder, _| {
            let of = builder.base.speeds;
            Ok(Box::new(Sum(Squares { of, joints: joints(builder.body) })))
        }),
    },
    Entry {
        name: "effort",
        formula: "sum (kp (target - q) - kd dq)^2, without the motors' limits; sum (a \
                  action_scale)^2 where actions are torques",
        shape: "1",
        unit: "(N m)^2",
        parameters: &[],
        make: Make::Worth(|builder, _| {
            let (base, body) = (builder.base, builder.body);
            if body.has_torques {
                let sum = Sum(Squares { of: base.applied, joints: joints(body) });
                let factor = body.action_scale * body.action_scale;
                return Ok(Box::new(Multiple { sum, factor }));
            }
            Ok(Box::new(Sum(Torques {
                bends: Bends::new(builder, base.angles),
                joints: joints(body),
                applied: base.applied,
                speeds: base.speeds,
                scale: body.action_scale,
                kp: body.kp,
                kd: body.kd,
            })))
        }),
    },
];

/// How far joints are bent away from the nominal pose.
pub struct Bends {
    pub angles: usize,
    pub nominal: Vec<Eight>,
}

impl Bends {
    pub fn new(builder: &Builder<'_>, angles: usize) -> Self {
        Self { angles, nominal: eights(&builder.body.nominal) }
    }

    #[inline(always)]
    fn bend<L: Lane>(&self, place: Place<'_, L>) -> L {
        place.of(self.angles) - place.among(&self.nominal)
    }
}

/// The squares of these angles.
impl Summand for Bends {
    fn eights(&self) -> usize {
        self.nominal.len()
    }

    #[inline(always)]
    fn at<L: Lane>(&self, place: Place<'_, L>) -> L {
        let bend = self.bend(place);
        bend * bend
    }
}

/// 1 for each joint, and 0 for the numbers after them, since an action may also say something.
fn joints(body: &Body) -> Vec<Eight> {
    eights(&vec![1.0; body.joints()])
}

struct ScaledBends {
    bends: Bends,
    scale: f64,
}

impl Mapping for ScaledBends {
    #[inline(always)]
    fn at<L: Lane>(&self, row: &[f64], first: usize) -> L {
        let nominal = L::load(&self.bends.nominal.as_flattened()[first..]);
        (L::load(&row[self.bends.angles + first..]) - nominal) * L::splat(self.scale)
    }
}

struct Scaled {
    first: usize,
    scale: f64,
}

impl Mapping for Scaled {
    #[inline(always)]
    fn at<L: Lane>(&self, row: &[f64], first: usize) -> L {
        L::load(&row[self.first + first..]) * L::splat(self.scale)
    }
}

struct Changes {
    action: usize,
    previous: usize,
    joints: Vec<Eight>,
}

impl Summand for Changes {
    fn eights(&self) -> usize {
        self.joints.len()
    }

    #[inline(always)]
    fn at<L: Lane>(&self, place: Place<'_, L>) -> L {
        let change = place.of(self.action) - place.of(self.previous);
        let change = change * place.among(&self.joints);
        change * change
    }
}

struct Squares {
    of: usize,
    joints: Vec<Eight>,
}

impl Summand for Squares {
    fn eights(&self) -> usize {
        self.joints.len()
    }

    #[inline(always)]
    fn at<L: Lane>(&self, place: Place<'_, L>) -> L {
        let number = place.of(self.of) * place.among(&self.joints);
        number * number
    }
}

struct Mean {
    sum: Sum<Squares>,
    count: usize,
}

impl Worth for Mean {
    fn one(&self, row: &[f64]) -> f64 {
        self.sum.one(row) / self.count as f64
    }

    fn each(&self, rows: &Rows<'_>) -> [f64; ROWS] {
        let mut sums = self.sum.each(rows);
        sums.iter_mut().for_each(|sum| *sum /= self.count as f64);
        sums
    }
}

struct Multiple {
    sum: Sum<Squares>,
    factor: f64,
}

impl Worth for Multiple {
    fn one(&self, row: &[f64]) -> f64 {
        self.factor * self.sum.one(row)
    }

    fn each(&self, rows: &Rows<'_>) -> [f64; ROWS] {
        self.sum.each(rows).map(|sum| self.factor * sum)
    }
}

struct WeighedBends {
    bends: Bends,
    weights: Vec<Eight>,
}

impl Summand for WeighedBends {
    fn eights(&self) -> usize {
        self.weights.len()
    }

    #[inline(always)]
    fn at<L: Lane>(&self, place: Place<'_, L>) -> L {
        place.among(&self.weights) * self.bends.at(place)
    }
}

struct Torques {
    bends: Bends,
    joints: Vec<Eight>,
    applied: usize,
    speeds: usize,
    scale: f64,
    kp: f64,
    kd: f64,
}

impl Summand for Torques {
    fn eights(&self) -> usize {
        self.joints.len()
    }

    #[inline(always)]
    fn at<L: Lane>(&self, place: Place<'_, L>) -> L {
        let applied = place.of(self.applied) * place.among(&self.joints);
        let wanted = L::splat(self.scale) * applied - self.bends.bend(place);
        let torque = L::splat(self.kp) * wanted - L::splat(self.kd) * place.of(self.speeds);
        torque * torque
    }
}
