//! A cycle of the simulation, whole or in pieces.

use super::{PyGameState, PySoccerWorld};
use crate::array::numbers;
use crate::error::OrRaise;
use numpy::PyArray1;
use pyo3::prelude::*;

#[pymethods]
impl PySoccerWorld {
    /// The whole cycle: actions, physics, observation, referee.
    fn advance(&self, py: Python<'_>, substeps: usize) -> PyResult<()> {
        self.door.detached(py, |batch| {
            batch.advance(substeps, &mut || false);
        })
    }

    /// First piece: all actions that the core knows.
    fn begin_step(&self) -> PyResult<()> {
        self.door.open()?.begin_step(0).or_raise()
    }

    /// Second piece: physics.
    fn advance_physics(&self, py: Python<'_>, substeps: usize) -> PyResult<()> {
        self.door.detached(py, |batch| batch.advance_physics(substeps))
    }

    /// Third piece: sounds and who touches the ball.
    fn observe_step(&self) -> PyResult<()> {
        self.door.open()?.observe_step(0).or_raise()
    }

    /// Fourth piece, after commands: the rules, for a step of `elapsed` seconds.
    fn referee(&self, elapsed: f64) -> PyResult<()> {
        self.door.open()?.referee(0, elapsed).or_raise()
    }

    /// Last piece: counts the frame.
    fn end_step(&self) -> PyResult<()> {
        self.door.open()?.end_step(0).or_raise()
    }

    /// Takes the result of physics that was computed elsewhere: coordinates and velocities at the
    /// start of the last substep and after it, sensor values, and the time, s.
    fn take_physics(
        &self,
        observed_qpos: &Bound<'_, PyAny>,
        observed_qvel: &Bound<'_, PyAny>,
        qpos: &Bound<'_, PyAny>,
        qvel: &Bound<'_, PyAny>,
        sensors: &Bound<'_, PyAny>,
        time: f64,
    ) -> PyResult<()> {
        let batch = self.door.open()?;
        let (nq, nv, ns) = (batch.nq(), batch.nv(), batch.arena().scene().ns());
        drop(batch);
        let observed = [
            numbers(observed_qpos, "observed_qpos", nq)?,
            numbers(observed_qvel, "observed_qvel", nv)?,
        ];
        let state = [numbers(qpos, "qpos", nq)?, numbers(qvel, "qvel", nv)?];
        let sensors = numbers(sensors, "sensors", ns)?;
        let mut batch = self.door.open()?;
        batch.set_state(&[0], &observed[0], &observed[1]).or_raise()?;
        batch.take_physics(0, &state[0], &state[1], &sensors, time).or_raise()?;
        Ok(())
    }

    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.door.open()?.time()[0])
    }

    #[getter]
    fn frame(&self) -> PyResult<u64> {
        Ok(self.door.open()?.game(0).or_raise()?.frame)
    }

    #[getter]
    fn timestep(&self) -> PyResult<f64> {
        Ok(self.door.open()?.timestep())
    }

    #[getter]
    fn frozen(&self) -> PyResult<bool> {
        Ok(self.door.open()?.frozen()[0])
    }

    #[getter]
    fn killed(&self) -> PyResult<bool> {
        Ok(self.door.open()?.game(0).or_raise()?.game.killed)
    }

    fn kill(&self) -> PyResult<()> {
        self.door.open()?.game_mut(0).or_raise()?.game.killed = true;
        Ok(())
    }

    fn qpos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_slice(py, self.door.open()?.qpos()))
    }

    fn qvel<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_slice(py, self.door.open()?.qvel()))
    }

    /// The live state of the game.
    fn game_state(this: Py<Self>) -> PyGameState {
        PyGameState::of(this)
    }
}
