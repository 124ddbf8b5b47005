//! Reads states that callers write into worlds; they are checked before anything changes.

use super::array::{RealArray, not_finite, vector};
use super::error::argument_error;
use super::layout::Layout;
use pyo3::prelude::*;
use rcssgym::math::quaternion::unit_quaternion;

/// Rows of `qpos`, `qvel` and perhaps `qacc` for some worlds.
pub struct WorldState {
    pub qpos: Vec<f64>,
    pub qvel: Vec<f64>,
    pub warmstart: Option<Vec<f64>>,
}

impl WorldState {
    /// Reads arrays that broadcast to one row per world.
    pub fn new(
        layout: &Layout,
        worlds: &[usize],
        qpos: &Bound<'_, PyAny>,
        qvel: &Bound<'_, PyAny>,
        warmstart: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let coord = |i| layout.coord_name(i);
        let dof = |i| layout.dof_name(i);
        let count = worlds.len();
        let rows = |value, argument, width, name: &dyn Fn(usize) -> String| {
            RealArray::<2>::broadcast(value, argument, [count, width])?
                .finite_rows(argument, worlds, width, name)
        };
        let state = Self {
            qpos: rows(qpos, "qpos", layout.nq, &coord)?,
            qvel: rows(qvel, "qvel", layout.nv, &dof)?,
            warmstart: warmstart
                .map(|qacc| rows(qacc, "warmstart", layout.nv, &dof))
                .transpose()?,
        };
        state.check_quaternions(layout, worlds)?;
        Ok(state)
    }

    fn check_quaternions(&self, layout: &Layout, worlds: &[usize]) -> PyResult<()> {
        for (row, world) in self.qpos.chunks_exact(layout.nq).zip(worlds) {
            let ball = std::iter::once((0, String::from("ball")));
            let robots = layout.robots.iter().enumerate();
            let robots = robots.map(|(r, robot)| (robot.coords, layout.robot_name(r)));
            for (start, name) in ball.chain(robots) {
                if !is_rotation(&row[start + 3..start + 7]) {
                    return Err(argument_error(
                        "qpos",
                        format!("world {world}, {name}: the quaternion has no length"),
                    ));
                }
            }
        }
        Ok(())
    }
}

fn is_rotation(quaternion: &[f64]) -> bool {
    quaternion.iter().map(|q| q * q).sum::<f64>() > f64::MIN_POSITIVE
}

/// Reads a quaternion wxyz of any length but zero, and normalizes it.
pub fn quaternion(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<[f64; 4]> {
    unit_quaternion(vector(value, argument)?)
        .ok_or_else(|| argument_error(argument, "has no length"))
}

/// Reads joint angles in the order of the motors, and returns them in the order of the hinges.
/// Hinges without a motor take their reference angle.
pub fn joints(layout: &Layout, robot: usize, value: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let model = &layout.robots[robot].model;
    let given = RealArray::<1>::exact(value, "joints", [model.motors.len()])?;
    let mut hinges: Vec<_> = model.joints.iter().map(|joint| joint.reference).collect();
    for (k, motor) in model.motors.iter().enumerate() {
        let angle = given.values()[k * given.strides()[0]];
        if !angle.is_finite() {
            let place = format!("{}, {}", layout.robot_name(robot), layout.motor_name(robot, k));
            return Err(not_finite("joints", angle, &place));
        }
        hinges[motor.joint] = angle;
    }
    Ok(hinges)
}

/// Limits of the hinges in the order of the motors, (R, J, 2), infinite where there are none and
/// zero in the padding.
pub fn joint_ranges(layout: &Layout, out: &mut [f64]) {
    let robots = out.chunks_exact_mut((2 * layout.motors).max(1));
    for (robot, out) in layout.robots.iter().zip(robots) {
        for (motor, to) in robot.model.motors.iter().zip(out.chunks_exact_mut(2)) {
            let range = robot.model.joints[motor.joint].range;
            to.copy_from_slice(&range.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]));
        }
    }
}
