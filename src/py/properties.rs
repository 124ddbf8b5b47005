//! The properties of a `rcssgym.WorldBatch`: its arrays, worlds and robots.

use super::batch::{Array, PyWorldBatch};
use super::model::motor_names;
use super::quantity::Quantity;
use super::read::write_array;
use super::state;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

#[pymethods]
impl PyWorldBatch {
    /// Joint angles ``(W, R, J)``, rad, in the order of :attr:`motor_names`.
    #[getter]
    fn joint_positions<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::JointPositions, None)
    }

    /// Joint speeds ``(W, R, J)``, rad/s.
    #[getter]
    fn joint_velocities<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::JointVelocities, None)
    }

    /// Positions of the robots' root bodies in the world ``(W, R, 3)``, m.
    #[getter]
    fn root_position<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::RootPosition, None)
    }

    /// Orientations of the root bodies in the world ``(W, R, 4)``, ``wxyz``.
    #[getter]
    fn root_quaternion<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::RootQuaternion, None)
    }

    /// Velocities of the root bodies ``(W, R, 6)``: linear in the world frame, m/s, then angular
    /// in the body frame, rad/s (MuJoCo's free joint).
    #[getter]
    fn root_velocity<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::RootVelocity, None)
    }

    /// Positions of all bodies' frames in the world ``(W, R, B, 3)``, m, in the order of
    /// :attr:`body_names`; zero in the padding.
    #[getter]
    fn body_position<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::BodyPosition, None)
    }

    /// Orientations of all bodies' frames in the world ``(W, R, B, 4)``, ``wxyz``; zero in the
    /// padding.
    #[getter]
    fn body_quaternion<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::BodyQuaternion, None)
    }

    /// First gyro of each robot ``(W, R, 3)``, sensor frame, rad/s, at the start of the last
    /// substep; zero for robots without one.
    #[getter]
    fn gyro<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::Gyro, None)
    }

    /// First accelerometer of each robot ``(W, R, 3)``, sensor frame, m/s^2, at the start of the
    /// last substep; zero for robots without one.
    #[getter]
    fn accelerometer<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::Accelerometer, None)
    }

    /// Positions of the ball in the world ``(W, 3)``, m.
    #[getter]
    fn ball_position<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::BallPosition, None)
    }

    /// Velocities of the ball ``(W, 6)``: linear in the world frame, m/s, then angular in the
    /// ball's frame, rad/s.
    #[getter]
    fn ball_velocity<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::BallVelocity, None)
    }

    /// Simulated time ``(W,)``, s.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::Time, None)
    }

    /// Coordinates ``(W, nq)``: ball, then robots, left team first; for each, the root's position
    /// and quaternion, then its hinges.
    #[getter]
    fn qpos<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::Qpos, None)
    }

    /// Velocities ``(W, nv)`` in the same order; six for each root.
    #[getter]
    fn qvel<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::Qvel, None)
    }

    /// Accelerations ``(W, nv)`` from which the solver starts next.
    #[getter]
    fn qacc_warmstart<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.array(py, Quantity::QaccWarmstart, None)
    }

    /// True ``(W,)`` for worlds that a step would have left with a number that is not finite, or
    /// beyond 1e10 (where MuJoCo gives up on a state). They stay as they were before that step
    /// until they are reset, placed or given a state.
    #[getter]
    fn frozen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(PyArray1::from_slice(py, self.door.open()?.frozen()))
    }

    /// Names of the motors of every robot.
    #[getter]
    fn motor_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let robots = self.layout.robots.iter();
        let names = robots.map(|robot| PyTuple::new(py, motor_names(&robot.model)));
        PyTuple::new(py, names.collect::<PyResult<Vec<_>>>()?)
    }

    /// Names of the bodies of every robot, the root first.
    #[getter]
    fn body_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let robots = self.layout.robots.iter();
        let names =
            robots.map(|robot| PyTuple::new(py, robot.model.bodies.iter().map(|body| &body.name)));
        PyTuple::new(py, names.collect::<PyResult<Vec<_>>>()?)
    }

    /// Lower and upper limits of the joints ``(R, J, 2)``, rad, in the order of the motors;
    /// infinite where there are none, zero in the padding.
    #[getter]
    fn joint_ranges<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        let shape = [self.layout.robots.len(), self.layout.motors, 2];
        write_array(py, &shape, None, |out| {
            state::joint_ranges(&self.layout, out);
        })
    }

    /// Name of the model of every robot, left team first.
    #[getter]
    fn robot_models<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names: Vec<_> = self.layout.robots.iter().map(|robot| &robot.model.name).collect();
        PyTuple::new(py, names)
    }

    /// Team of every robot, ``"left"`` or ``"right"``.
    #[getter]
    fn robot_teams<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let teams: Vec<_> = self.layout.robots.iter().map(|robot| robot.team).collect();
        PyTuple::new(py, teams)
    }

    /// Number of worlds, ``W``.
    #[getter]
    fn num_worlds(&self) -> usize {
        self.layout.worlds
    }

    /// Number of robots in each world, ``R``.
    #[getter]
    fn num_robots(&self) -> usize {
        self.layout.robots.len()
    }

    /// Number of motors of the robot with the most, ``J``.
    #[getter]
    fn num_motors(&self) -> usize {
        self.layout.motors
    }

    /// Worker threads in use: no more than there are groups of worlds to share.
    #[getter]
    fn threads(&self) -> usize {
        self.threads_used
    }

    /// Seconds per substep.
    #[getter]
    fn timestep(&self) -> f64 {
        self.timestep
    }

    /// The seed given at construction.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// ``"double"`` or ``"single"``: how precisely forces and accelerations are computed.
    #[getter]
    fn precision(&self) -> &'static str {
        self.precision.name()
    }

    /// Name of the field.
    #[getter]
    fn field(&self) -> &str {
        &self.field.name
    }
}
