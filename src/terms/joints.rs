//! Joints and actions: how they are, how fast they change, what they cost.

use super::arguments::{Parameter, parameter};
use super::body::Body;
use super::registry::{Entry, Make};
use super::rows::{Mapped, Mapping, ROWS, Rows, Sum, Summand, Worth, wide};
use crate::math::lane::Lane;

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
        make: Make::Sight(|builder, arguments| {
            let scale = 1.0 / arguments.positive("unit")?;
            let bends = Bends { angles: builder.base.seen_angles, nominal: nominal(builder.body) };
            Ok((builder.body.joints(), Box::new(Mapped(ScaledBends { bends, scale }))))
        }),
    },
    Entry {
        name: "joint_velocities",
        formula: "dq / unit, as sensors show dq",
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
            let (first, count) = (builder.base.action, builder.body.joints());
            let sum = Sum(Squares { first, joints: joints(builder.body) });
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
            let weights = padded(&arguments.numbers("weights", builder.body.joints())?);
            let bends = Bends { angles: builder.base.angles, nominal: nominal(builder.body) };
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
            let first = builder.base.speeds;
            Ok(Box::new(Sum(Squares { first, joints: joints(builder.body) })))
        }),
    },
    Entry {
        name: "effort",
        formula: "sum (kp (target - q) - kd dq)^2, without the motors' limits",
        shape: "1",
        unit: "(N m)^2",
        parameters: &[],
        make: Make::Worth(|builder, _| {
            let (base, body) = (builder.base, builder.body);
            Ok(Box::new(Sum(Torques {
                bends: Bends { angles: base.angles, nominal: nominal(body) },
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

/// How far joints are bent.
pub struct Bends {
    pub angles: usize,
    pub nominal: Vec<f64>,
}

impl Bends {
    #[inline(always)]
    fn bend<L: Lane>(&self, row: &[f64], first: usize) -> L {
        L::load(&row[self.angles + first..]) - L::load(&self.nominal[first..])
    }
}

/// Squares of that.
impl Summand for Bends {
    fn count(&self) -> usize {
        self.nominal.len()
    }

    #[inline(always)]
    fn at<L: Lane>(&self, row: &[f64], first: usize) -> L {
        let bend: L = self.bend(row, first);
        bend * bend
    }
}

/// The nominal pose, in as many cells as its channel has.
pub fn nominal(body: &Body) -> Vec<f64> {
    padded(&body.nominal)
}

/// 1 for each joint, and 0 for what lies behind them: an action may say something besides.
fn joints(body: &Body) -> Vec<f64> {
    padded(&vec![1.0; body.joints()])
}

fn padded(numbers: &[f64]) -> Vec<f64> {
    let mut padded = numbers.to_vec();
    padded.resize(wide(numbers.len()), 0.0);
    padded
}

struct ScaledBends {
    bends: Bends,
    scale: f64,
}

impl Mapping for ScaledBends {
    #[inline(always)]
    fn at<L: Lane>(&self, row: &[f64], first: usize) -> L {
        self.bends.bend::<L>(row, first) * L::splat(self.scale)
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
    joints: Vec<f64>,
}

impl Summand for Changes {
    fn count(&self) -> usize {
        self.joints.len()
    }

    #[inline(always)]
    fn at<L: Lane>(&self, row: &[f64], first: usize) -> L {
        let change = L::load(&row[self.action + first..]) - L::load(&row[self.previous + first..]);
        let change = change * L::load(&self.joints[first..]);
        change * change
    }
}

struct Squares {
    first: usize,
    joints: Vec<f64>,
}

impl Summand for Squares {
    fn count(&self) -> usize {
        self.joints.len()
    }

    #[inline(always)]
    fn at<L: Lane>(&self, row: &[f64], first: usize) -> L {
        let number = L::load(&row[self.first + first..]) * L::load(&self.joints[first..]);
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

struct WeighedBends {
    bends: Bends,
    weights: Vec<f64>,
}

impl Summand for WeighedBends {
    fn count(&self) -> usize {
        self.weights.len()
    }

    #[inline(always)]
    fn at<L: Lane>(&self, row: &[f64], first: usize) -> L {
        L::load(&self.weights[first..]) * self.bends.at(row, first)
    }
}

struct Torques {
    bends: Bends,
    joints: Vec<f64>,
    applied: usize,
    speeds: usize,
    scale: f64,
    kp: f64,
    kd: f64,
}

impl Summand for Torques {
    fn count(&self) -> usize {
        self.bends.count()
    }

    #[inline(always)]
    fn at<L: Lane>(&self, row: &[f64], first: usize) -> L {
        let applied = L::load(&row[self.applied + first..]) * L::load(&self.joints[first..]);
        let speed = L::load(&row[self.speeds + first..]);
        let wanted = L::splat(self.scale) * applied - self.bends.bend(row, first);
        let torque = L::splat(self.kp) * wanted - L::splat(self.kd) * speed;
        torque * torque
    }
}
