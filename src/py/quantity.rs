//! The arrays of a batch: their names, shapes and how they are gathered.

use super::layout::{BALL_DOFS, Layout, Robot};
use rcssgym::batch::WorldBatch;
use rcssgym::model::{ROOT_COORDS, ROOT_DOFS};

/// An array that can be read from a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    JointPositions,
    JointVelocities,
    RootPosition,
    RootQuaternion,
    RootVelocity,
    BodyPosition,
    BodyQuaternion,
    Gyro,
    Accelerometer,
    BallPosition,
    BallVelocity,
    Time,
    Qpos,
    Qvel,
    QaccWarmstart,
}

impl Quantity {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 15] = [
        Self::JointPositions,
        Self::JointVelocities,
        Self::RootPosition,
        Self::RootQuaternion,
        Self::RootVelocity,
        Self::BodyPosition,
        Self::BodyQuaternion,
        Self::Gyro,
        Self::Accelerometer,
        Self::BallPosition,
        Self::BallVelocity,
        Self::Time,
        Self::Qpos,
        Self::Qvel,
        Self::QaccWarmstart,
    ];

    /// Name of the property, and of the argument of `read` and `view`.
    pub fn name(self) -> &'static str {
        match self {
            Self::JointPositions => "joint_positions",
            Self::JointVelocities => "joint_velocities",
            Self::RootPosition => "root_position",
            Self::RootQuaternion => "root_quaternion",
            Self::RootVelocity => "root_velocity",
            Self::BodyPosition => "body_position",
            Self::BodyQuaternion => "body_quaternion",
            Self::Gyro => "gyro",
            Self::Accelerometer => "accelerometer",
            Self::BallPosition => "ball_position",
            Self::BallVelocity => "ball_velocity",
            Self::Time => "time",
            Self::Qpos => "qpos",
            Self::Qvel => "qvel",
            Self::QaccWarmstart => "qacc_warmstart",
        }
    }

    /// The quantity of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|quantity| quantity.name() == name)
    }

    /// Shape of the array.
    pub fn shape(self, layout: &Layout) -> Vec<usize> {
        let (worlds, robots) = (layout.worlds, layout.robots.len());
        match self {
            Self::JointPositions | Self::JointVelocities => layout.motor_shape().to_vec(),
            Self::RootPosition | Self::Gyro | Self::Accelerometer => vec![worlds, robots, 3],
            Self::RootQuaternion => vec![worlds, robots, 4],
            Self::RootVelocity => vec![worlds, robots, 6],
            Self::BodyPosition => vec![worlds, robots, layout.bodies, 3],
            Self::BodyQuaternion => vec![worlds, robots, layout.bodies, 4],
            Self::BallPosition => vec![worlds, 3],
            Self::BallVelocity => vec![worlds, 6],
            Self::Time => vec![worlds],
            Self::Qpos => vec![worlds, layout.nq],
            Self::Qvel | Self::QaccWarmstart => vec![worlds, layout.nv],
        }
    }

    /// The engine's own array, if the quantity is one.
    pub fn stored(self, engine: &WorldBatch) -> Option<&[f64]> {
        match self {
            Self::Time => Some(engine.time()),
            Self::Qpos => Some(engine.qpos()),
            Self::Qvel => Some(engine.qvel()),
            Self::QaccWarmstart => Some(engine.qacc_warmstart()),
            _ => None,
        }
    }

    /// Writes the array, in C order, to `out`.
    pub fn fill(self, layout: &Layout, engine: &WorldBatch, out: &mut [f64]) {
        if let Some(stored) = self.stored(engine) {
            return out.copy_from_slice(stored);
        }
        let coords = StateRows { values: engine.qpos(), width: layout.nq };
        let dofs = StateRows { values: engine.qvel(), width: layout.nv };
        match self {
            Self::JointPositions => {
                let first = |robot: &Robot| robot.coords + ROOT_COORDS;
                gather_motors(layout, &coords, first, out);
            }
            Self::JointVelocities => {
                let first = |robot: &Robot| robot.dofs + ROOT_DOFS;
                gather_motors(layout, &dofs, first, out);
            }
            Self::RootPosition => gather_roots::<3>(layout, &coords, |robot| robot.coords, out),
            Self::RootQuaternion => {
                gather_roots::<4>(layout, &coords, |robot| robot.coords + 3, out);
            }
            Self::RootVelocity => gather_roots::<6>(layout, &dofs, |robot| robot.dofs, out),
            Self::BodyPosition => engine.fill_bodies(|pose| pose.pos, out),
            Self::BodyQuaternion => engine.fill_bodies(|pose| pose.quat, out),
            Self::Gyro => gather_sensor(layout, engine, |robot| robot.gyro, out),
            Self::Accelerometer => gather_sensor(layout, engine, |robot| robot.accelerometer, out),
            Self::BallPosition => gather_ball::<3>(&coords, out),
            Self::BallVelocity => gather_ball::<BALL_DOFS>(&dofs, out),
            Self::Time | Self::Qpos | Self::Qvel | Self::QaccWarmstart => {}
        }
    }
}

/// One row per world.
struct StateRows<'a> {
    values: &'a [f64],
    width: usize,
}

impl<'a> StateRows<'a> {
    fn iter(&self) -> impl Iterator<Item = &'a [f64]> {
        self.values.chunks_exact(self.width)
    }
}

/// Hinge values in the order of the motors, zero where a robot has fewer than the others.
fn gather_motors(
    layout: &Layout,
    rows: &StateRows<'_>,
    first_hinge: impl Fn(&Robot) -> usize,
    out: &mut [f64],
) {
    let mut out = out.iter_mut();
    for row in rows.iter() {
        for robot in &layout.robots {
            let hinges = &row[first_hinge(robot)..];
            let motors = robot.model.motors.iter().map(|motor| hinges[motor.joint]);
            let padded = motors.chain(std::iter::repeat(0.0)).take(layout.motors);
            for (from, to) in padded.zip(out.by_ref()) {
                *to = from;
            }
        }
    }
}

/// `N` consecutive values of every robot.
fn gather_roots<const N: usize>(
    layout: &Layout,
    rows: &StateRows<'_>,
    first: impl Fn(&Robot) -> usize,
    out: &mut [f64],
) {
    let mut out = out.chunks_exact_mut(N);
    for row in rows.iter() {
        for (robot, to) in layout.robots.iter().zip(out.by_ref()) {
            let start = first(robot);
            to.copy_from_slice(&row[start..start + N]);
        }
    }
}

/// The first `N` values of every row: the ball's.
fn gather_ball<const N: usize>(rows: &StateRows<'_>, out: &mut [f64]) {
    for (row, to) in rows.iter().zip(out.chunks_exact_mut(N)) {
        to.copy_from_slice(&row[..N]);
    }
}

/// Three values of a sensor of every robot, zero where it has none.
fn gather_sensor(
    layout: &Layout,
    engine: &WorldBatch,
    offset: impl Fn(&Robot) -> Option<usize>,
    out: &mut [f64],
) {
    let mut out = out.chunks_exact_mut(3);
    for world in 0..layout.worlds {
        for (r, (robot, to)) in layout.robots.iter().zip(out.by_ref()).enumerate() {
            match offset(robot) {
                Some(start) => {
                    to.copy_from_slice(&engine.sensordata(world, r)[start..start + 3]);
                }
                None => to.fill(0.0),
            }
        }
    }
}
