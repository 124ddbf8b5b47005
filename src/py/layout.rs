//! Where the numbers of each robot lie, and what they are called.

use super::error::argument_error;
use pyo3::PyResult;
use rcssgym::model::{Model, ROOT_COORDS, ROOT_DOFS, SensorKind};
use std::ops::Range;
use std::sync::Arc;

/// Coordinates of the ball, which come first in `qpos`.
pub const BALL_COORDS: usize = ROOT_COORDS;
/// Degrees of freedom of the ball, which come first in `qvel`.
pub const BALL_DOFS: usize = ROOT_DOFS;

const COORD_NAMES: [&str; ROOT_COORDS] = [
    "position x",
    "position y",
    "position z",
    "quaternion w",
    "quaternion x",
    "quaternion y",
    "quaternion z",
];
const DOF_NAMES: [&str; ROOT_DOFS] = [
    "linear velocity x",
    "linear velocity y",
    "linear velocity z",
    "angular velocity x",
    "angular velocity y",
    "angular velocity z",
];

/// One robot of every world.
pub struct Robot {
    /// Its model.
    pub model: Arc<Model>,
    /// `left` or `right`.
    pub team: &'static str,
    /// First of its coordinates in a row of `qpos`.
    pub coords: usize,
    /// First of its degrees of freedom in a row of `qvel`.
    pub dofs: usize,
    /// First value of its gyro in its sensor data.
    pub gyro: Option<usize>,
    /// First value of its accelerometer in its sensor data.
    pub accelerometer: Option<usize>,
}

/// Sizes and offsets shared by all worlds of a batch.
pub struct Layout {
    /// Number of worlds, W.
    pub worlds: usize,
    /// Robots, left team first.
    pub robots: Vec<Robot>,
    /// Number of motors of the robot with the most, J.
    pub motors: usize,
    /// Number of bodies of the robot with the most, B.
    pub bodies: usize,
    /// Length of a row of `qpos`.
    pub nq: usize,
    /// Length of a row of `qvel`.
    pub nv: usize,
}

impl Layout {
    /// Lays out the ball and then the robots.
    pub fn new(worlds: usize, left: &[Arc<Model>], right: &[Arc<Model>]) -> Self {
        let mut layout = Self {
            worlds,
            robots: Vec::new(),
            motors: 0,
            bodies: 0,
            nq: BALL_COORDS,
            nv: BALL_DOFS,
        };
        let teams = [("left", left), ("right", right)];
        for (team, models) in teams {
            for model in models {
                layout.push(team, model);
            }
        }
        layout
    }

    fn push(&mut self, team: &'static str, model: &Arc<Model>) {
        self.robots.push(Robot {
            model: Arc::clone(model),
            team,
            coords: self.nq,
            dofs: self.nv,
            gyro: sensor_offset(model, |kind| matches!(kind, SensorKind::Gyro(_))),
            accelerometer: sensor_offset(model, |kind| {
                matches!(kind, SensorKind::Accelerometer(_))
            }),
        });
        self.motors = self.motors.max(model.motors.len());
        self.bodies = self.bodies.max(model.bodies.len());
        self.nq += model.nq();
        self.nv += model.nv();
    }

    /// (W, R, J)
    pub fn motor_shape(&self) -> [usize; 3] {
        [self.worlds, self.robots.len(), self.motors]
    }

    /// E.g. `robot 2 (T1, right)`.
    pub fn robot_name(&self, robot: usize) -> String {
        let Robot { model, team, .. } = &self.robots[robot];
        format!("robot {robot} ({}, {team})", model.name)
    }

    /// E.g. `joint hj1 (motor he1)`.
    pub fn motor_name(&self, robot: usize, motor: usize) -> String {
        let model = &self.robots[robot].model;
        let motor = &model.motors[motor];
        format!("joint {} (motor {})", model.joints[motor.joint].name, motor.name)
    }

    /// Indices of bodies of these names, for each robot.
    pub fn bodies_called(&self, names: &[String]) -> PyResult<Vec<Vec<usize>>> {
        let index = |r: usize, name: &String| {
            let mut bodies = self.robots[r].model.bodies.iter();
            bodies.position(|body| body.name == *name && !name.is_empty()).ok_or_else(|| {
                let robot = self.robot_name(r);
                argument_error("names", format!("{robot} has no body '{name}'"))
            })
        };
        let of_robot = |r| names.iter().map(|name| index(r, name)).collect();
        (0..self.robots.len()).map(of_robot).collect()
    }

    /// What coordinate `index` of a row of `qpos` is.
    pub fn coord_name(&self, index: usize) -> String {
        let start = |robot: &Robot| robot.coords..robot.coords + robot.model.nq();
        self.part_name(index, &COORD_NAMES, start)
    }

    /// What degree of freedom `index` of a row of `qvel` is.
    pub fn dof_name(&self, index: usize) -> String {
        let start = |robot: &Robot| robot.dofs..robot.dofs + robot.model.nv();
        self.part_name(index, &DOF_NAMES, start)
    }

    fn part_name(
        &self,
        index: usize,
        root_names: &[&str],
        range: impl Fn(&Robot) -> Range<usize>,
    ) -> String {
        for (r, robot) in self.robots.iter().enumerate() {
            let range = range(robot);
            if !range.contains(&index) {
                continue;
            }
            let local = index - range.start;
            return match root_names.get(local) {
                Some(name) => format!("{}, root {name}", self.robot_name(r)),
                None => {
                    let joint = &robot.model.joints[local - root_names.len()];
                    format!("{}, joint {}", self.robot_name(r), joint.name)
                }
            };
        }
        format!("ball {}", root_names[index])
    }
}

fn sensor_offset(model: &Model, wanted: impl Fn(SensorKind) -> bool) -> Option<usize> {
    let mut offset = 0;
    for sensor in &model.sensors {
        if wanted(sensor.kind) {
            return Some(offset);
        }
        offset += sensor.kind.dim();
    }
    None
}
