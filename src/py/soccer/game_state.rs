//! `rcssgym._core.GameState`: a state of its own, or the live one of a world.

use super::{PySoccerWorld, side};
use crate::argument::{integer, text};
use crate::error::{OrRaise, RcssGymError, argument_error};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use rcssgym::soccer::{GameState, Phase, PlayMode};
use std::sync::{Mutex, PoisonError};

/// The state behind a :class:`rcssgym.GameState`. Sides, phases and play modes are numbers.
#[pyclass(name = "GameState", module = "rcssgym._core", frozen)]
pub struct PyGameState {
    owner: Owner,
}

enum Owner {
    Own(Box<Mutex<GameState>>),
    World(Py<PySoccerWorld>),
}

impl PyGameState {
    /// The live state of a world.
    pub fn of(world: Py<PySoccerWorld>) -> Self {
        Self { owner: Owner::World(world) }
    }

    fn own(state: GameState) -> Self {
        Self { owner: Owner::Own(Box::new(Mutex::new(state))) }
    }

    fn with<T>(&self, work: impl FnOnce(&mut GameState) -> T) -> PyResult<T> {
        match &self.owner {
            Owner::Own(state) => {
                Ok(work(&mut state.lock().unwrap_or_else(PoisonError::into_inner)))
            }
            Owner::World(world) => {
                let mut batch = world.get().door.open()?;
                Ok(work(&mut batch.game_mut(0).or_raise()?.game.state))
            }
        }
    }
}

fn finite(sim_time: f64) -> PyResult<f64> {
    match sim_time.is_finite() {
        true => Ok(sim_time),
        false => Err(argument_error("sim_time", format!("must be finite, not {sim_time}"))),
    }
}

fn phase(index: usize) -> PyResult<Phase> {
    let wrong = || argument_error("phase", format!("{index} is not from 0 to 4"));
    Phase::from_index(index).ok_or_else(wrong)
}

fn mode(index: usize) -> PyResult<PlayMode> {
    let wrong = || argument_error("play_mode", format!("{index} is not from 0 to 22"));
    PlayMode::ALL.get(index).copied().ok_or_else(wrong)
}

/// A play time, s, and whether it was given as a whole number: agents receive it as it was given.
pub fn time(value: &Bound<'_, PyAny>) -> PyResult<(f64, bool)> {
    let number = value.extract::<f64>().ok().filter(|number| number.is_finite());
    let number = number.ok_or_else(|| {
        argument_error("play_time", format!("must be a finite number, not {value}"))
    })?;
    Ok((number, value.is_instance_of::<PyInt>()))
}

/// A play time in the form in which it was given, because it is written in the same form.
#[derive(IntoPyObject)]
enum Seconds {
    Whole(i64),
    Any(f64),
}

#[pymethods]
impl PyGameState {
    #[new]
    fn new(phase_index: usize, play_time: &Bound<'_, PyAny>, sim_time: f64) -> PyResult<Self> {
        let (time, whole) = time(play_time)?;
        let mut state = GameState::new(phase(phase_index)?, time, whole);
        state.update(finite(sim_time)?, false);
        Ok(Self::own(state))
    }

    /// The state as it is now, for [`Self::from_bytes`].
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with(|state| postcard::to_allocvec(state))?;
        let bytes = bytes.map_err(|error| RcssGymError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A state of its own, from bytes of [`Self::to_bytes`].
    #[staticmethod]
    fn from_bytes(state: &[u8]) -> PyResult<Self> {
        let state = postcard::from_bytes(state);
        state.map(Self::own).map_err(|error| argument_error("state", error))
    }

    fn reset(&self, phase_index: usize, play_time: &Bound<'_, PyAny>) -> PyResult<()> {
        let (phase, (time, whole)) = (phase(phase_index)?, time(play_time)?);
        self.with(|state| state.reset(phase, time, whole))
    }

    #[getter]
    fn phase(&self) -> PyResult<usize> {
        self.with(|state| state.phase().index())
    }

    fn switch_phase(&self, phase_index: usize, play_time: &Bound<'_, PyAny>) -> PyResult<()> {
        let (phase, (time, whole)) = (phase(phase_index)?, time(play_time)?);
        self.with(|state| state.switch_phase(phase, time, whole))
    }

    #[getter]
    fn sim_time(&self) -> PyResult<f64> {
        self.with(|state| state.sim_time())
    }

    #[getter]
    fn play_time(&self) -> PyResult<Seconds> {
        self.with(|state| match state.play_time_is_whole() {
            true => Seconds::Whole(state.play_time() as i64),
            false => Seconds::Any(state.play_time()),
        })
    }

    #[getter]
    fn play_mode(&self) -> PyResult<usize> {
        self.with(|state| state.play_mode().index())
    }

    fn team_name(&self, team_side: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let side = side(team_side)?;
        self.with(|state| state.team_name(side).map(str::to_owned))
    }

    fn score(&self, team_side: &Bound<'_, PyAny>) -> PyResult<i64> {
        let side = side(team_side)?;
        self.with(|state| state.score[side.index()])
    }

    fn set_score(&self, team_side: &Bound<'_, PyAny>, score: &Bound<'_, PyAny>) -> PyResult<()> {
        let (side, score) = (side(team_side)?, integer(score, "score", i64::MIN..=i64::MAX)?);
        self.with(|state| state.score[side.index()] = score)
    }

    fn play_mode_time(&self, play_mode: usize) -> PyResult<f64> {
        let mode = mode(play_mode)?;
        self.with(|state| state.play_mode_time(mode))
    }

    fn play_mode_age(&self, play_mode: usize) -> PyResult<f64> {
        let mode = mode(play_mode)?;
        self.with(|state| state.play_mode_age(mode))
    }

    fn update_team_names(&self, team_name: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = text(team_name, "team_name")?;
        self.with(|state| {
            state.update_team_names(&name);
        })
    }

    /// 0 left, 1 right, -1 neither.
    fn team_side(&self, team_name: &Bound<'_, PyAny>) -> PyResult<i64> {
        let name = text(team_name, "team_name")?;
        self.with(|state| state.side_of(&name).map_or(-1, |side| side.index() as i64))
    }

    fn set_play_mode(&self, play_mode: usize) -> PyResult<()> {
        let mode = mode(play_mode)?;
        self.with(|state| state.set_play_mode(mode))
    }

    fn update(&self, sim_time: f64, progress_play_time: bool) -> PyResult<()> {
        let sim_time = finite(sim_time)?;
        self.with(|state| state.update(sim_time, progress_play_time))
    }

    fn goal(&self, team_side: &Bound<'_, PyAny>) -> PyResult<()> {
        let side = side(team_side)?;
        self.with(|state| state.goal(side))
    }
}
