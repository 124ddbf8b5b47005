//! Episodes of a declared task: `rcssgym._core.Episodes`.

mod clock;
mod discs;
mod results;
mod step;
mod stepper;

use super::Any;
use super::argument::worlds;
use super::array::RealArray;
use super::batch::PyWorldBatch;
use super::declared;
use super::disc::PyDiscBatch;
use super::error::{BusyError, OrRaise, argument_error};
use super::owned::{Fresh, Kept, borrowed};
use super::scratch::Scratch;
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rcssgym::batch::disc::DiscEpisodes;
use rcssgym::batch::{Columns, Episodes};
use rcssgym::terms::CellKind;
use std::sync::{Mutex, MutexGuard, TryLockError};
pub use stepper::PyStepper;

/// Maximum number of control steps of a step.
const MAX_FRAMES: i64 = 1000;

/// Terms and measures, and whose episodes are over.
type Judged<'py> = (Bound<'py, PyArrayDyn<f64>>, Bound<'py, PyArray1<bool>>);
type Array2<'py, T> = Bound<'py, PyArray2<T>>;

/// Worlds of either kind, and the episodes in them. Both kinds have the same calls.
enum Runner {
    Bodies(Py<PyWorldBatch>, Mutex<Box<Episodes>>),
    Discs(Py<PyDiscBatch>, Mutex<Box<DiscEpisodes>>),
}

/// Evaluates an expression with the episodes, for either kind of worlds.
macro_rules! peek {
    ($own:expr, |$episodes:ident| $look:expr) => {
        match &$own.runner {
            Runner::Bodies(_, own) => {
                #[allow(unused_mut, reason = "some only look")]
                let mut $episodes = claim(own)?;
                $look
            }
            Runner::Discs(_, own) => {
                #[allow(unused_mut, reason = "some only look")]
                let mut $episodes = claim(own)?;
                $look
            }
        }
    };
}

/// Runs work on the worlds and their episodes without the GIL, for either kind of worlds.
macro_rules! run {
    ($own:expr, $py:expr, |$engine:ident, $episodes:ident| $work:expr) => {
        match &$own.runner {
            Runner::Bodies(batch, own) => {
                let mut own = claim(own)?;
                let $episodes = &mut *own;
                batch.get().door.attempt($py, |$engine| $work)
            }
            Runner::Discs(batch, own) => {
                let mut own = claim(own)?;
                let $episodes = &mut *own;
                batch.get().door.attempt($py, |$engine| $work)
            }
        }
    };
}
use run;

/// What a task declares, running in the threads that step its worlds.
///
/// ``W`` environments of ``A`` robots with a row of cells each; :meth:`cells` shows a channel of
/// all rows, the memory itself. Only one call may run at a time; do not touch the cells meanwhile.
///
/// :param worlds: worlds with as many robots each as the declaration has, or 2D games that have all
///     the players it declares.
/// :param declaration: as :class:`rcssgym.envs.Terms` makes it.
/// :param progress: how far training has come, 0 to 1.
#[pyclass(name = "Episodes", module = "rcssgym._core", frozen)]
pub struct PyEpisodes {
    runner: Runner,
    scratch: Scratch,
    /// Actions in single precision.
    single: Scratch<f32>,
    worlds: usize,
    /// Robots of a world, A; `axis` is the same number if arrays have an axis for robots.
    agents: usize,
    axis: Option<usize>,
    joints: usize,
    width: usize,
    privileged: usize,
    /// Number of reward terms and measures together.
    reported: usize,
    /// Observations in memory that is used again in each step, (W, A, n).
    seen: Mutex<Box<[f32]>>,
    /// Observations shown by a past, while they are computed.
    shown: Mutex<Vec<f32>>,
}

#[pymethods]
impl PyEpisodes {
    #[new]
    fn new(worlds: Any<'_, '_>, declaration: &Bound<'_, PyDict>, progress: f64) -> PyResult<Self> {
        let (programs, is_shared) = declared::programs(declaration, progress)?;
        let (joints, width) = (programs[0].body.numbers(), programs[0].width());
        let (agents, privileged) = (programs.len(), programs[0].num_privileged());
        let reported = programs[0].num_reported();
        let has_axis = programs[0].is_in_squad() || agents > 1;
        let axis = has_axis.then_some(agents);
        let (runner, worlds) = if let Ok(batch) = worlds.cast::<PyDiscBatch>() {
            let plan = declared::disc_plan(declaration)?;
            let engine = batch.get().door.open()?;
            let episodes = DiscEpisodes::new(&engine, programs, is_shared, plan).or_raise()?;
            let count = engine.worlds().len();
            (Runner::Discs(batch.clone().unbind(), Mutex::new(Box::new(episodes))), count)
        } else {
            let batch = worlds.cast::<PyWorldBatch>()?;
            let engine = batch.get().door.open()?;
            let episodes = Episodes::new(&engine, programs, is_shared).or_raise()?;
            let own = Mutex::new(Box::new(episodes));
            (Runner::Bodies(batch.clone().unbind(), own), engine.num_worlds())
        };
        let seen = Mutex::new(vec![0.0; worlds * agents * width].into());
        let scratch = Scratch::default();
        Ok(Self {
            runner,
            scratch,
            single: Scratch::default(),
            worlds,
            agents,
            axis,
            joints,
            width,
            privileged,
            reported,
            seen,
            shown: Mutex::default(),
        })
    }

    /// Declares other parameters; channels and terms must be the same.
    fn declare(&self, declaration: &Bound<'_, PyDict>, progress: f64) -> PyResult<()> {
        let (programs, _) = declared::programs(declaration, progress)?;
        let (observed, known) = (programs[0].width(), programs[0].num_privileged());
        for (what, is, must) in
            [("observe", observed, self.width), ("tell critics", known, self.privileged)]
        {
            if is != must {
                return Err(argument_error(
                    "terms",
                    format!("{what} {is} numbers, must be {must}"),
                ));
            }
        }
        peek!(self, |episodes| episodes.set_programs(programs)).or_raise()
    }

    /// Sets how far training has come, 0 to 1.
    fn set_progress(&self, progress: f64) -> PyResult<()> {
        peek!(self, |episodes| episodes.set_progress(progress));
        Ok(())
    }

    /// Randomizes worlds anew whenever :meth:`step_episodes` begins an episode.
    fn randomize(&self, randomization: Option<Any<'_, '_>>, fraction: f64) -> PyResult<()> {
        let drawn = randomization.map(super::randomize::randomization).transpose()?;
        match &self.runner {
            Runner::Bodies(_, own) => claim(own)?.randomize(drawn.map(|drawn| (drawn, fraction))),
            Runner::Discs(..) if drawn.is_none() => {}
            Runner::Discs(..) => {
                return Err(argument_error("randomization", "is for robots, not the 2D game"));
            }
        }
        Ok(())
    }

    /// Names of the channels, and how many cells each has.
    #[getter]
    fn channels(&self) -> PyResult<Vec<(&'static str, usize)>> {
        peek!(self, |episodes| {
            let channels = episodes.program().layout().channels().iter();
            Ok(channels.map(|channel| (channel.name, channel.cells.len())).collect())
        })
    }

    /// A channel of all robots ``(W, n)``, or ``(W A, n)`` in games: float64, int64 or bool; the
    /// memory itself.
    fn cells<'py>(this: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let (channel, first, width) = peek!(this.get(), |episodes| {
            let layout = episodes.program().layout();
            let channel = layout.find(name).cloned().ok_or_else(|| {
                let names: Vec<_> = layout.channels().iter().map(|channel| channel.name).collect();
                let known = names.join(", ");
                argument_error("name", format!("no channel '{name}'; there are {known}"))
            })?;
            let first = episodes.rows()[channel.cells.start..].as_ptr();
            (channel, first, layout.width())
        });
        let shape = [this.get().worlds * this.get().agents, channel.cells.len()];
        let owner = this.clone().into_any();
        // SAFETY: the rows never move and live as long as the object; every cell of eight bytes
        // holds a number of that type, and the lowest byte of a truth value is 0 or 1.
        unsafe {
            Ok(match channel.kind {
                CellKind::Real => borrowed(owner, first, shape, width, 1),
                CellKind::Integer => borrowed(owner, first.cast::<i64>(), shape, width, 1),
                CellKind::Flag => borrowed(owner, first.cast::<bool>(), shape, width, 8),
            })
        }
    }

    /// All cells as bytes, for :meth:`restore`.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes: Vec<u8> = peek!(self, |episodes| {
            episodes.rows().iter().flat_map(|cell| cell.to_bits().to_le_bytes()).collect()
        });
        if let Runner::Discs(_, own) = &self.runner {
            bytes.extend(claim(own)?.drawn().as_flattened());
        }
        Ok(PyBytes::new(py, &bytes))
    }

    /// Restores all cells from bytes that :meth:`save` returned.
    fn restore(&self, saved: &[u8]) -> PyResult<()> {
        let drawn = match &self.runner {
            Runner::Bodies(..) => 0,
            Runner::Discs(..) => 2 * self.worlds,
        };
        let (cells, drawn) = saved.split_at(saved.len().saturating_sub(drawn));
        let (count, rows) = (cells.len().div_ceil(8), self.worlds * self.agents);
        peek!(self, |episodes| episodes.program().check_rows(count, rows).or_raise()?);
        if let Runner::Discs(_, own) = &self.runner {
            claim(own)?.set_drawn(drawn.as_chunks().0).or_raise()?;
        }
        peek!(self, |episodes| {
            for (cell, bytes) in episodes.rows_mut().iter_mut().zip(cells.as_chunks().0) {
                *cell = f64::from_bits(u64::from_le_bytes(*bytes));
            }
        });
        Ok(())
    }

    /// Applies actions ``(W, A J)`` and steps all worlds, without what follows for episodes.
    fn step(&self, py: Python<'_>, actions: Any<'_, '_>, streams: Any<'_, '_>) -> PyResult<()> {
        let width = self.agents * self.joints;
        let actions = RealArray::<2>::exact(actions, "actions", [self.worlds, width])?;
        let every: Vec<usize> = (0..self.worlds).collect();
        let joint = |joint| format!("joint {joint}");
        let actions = actions.finite_rows("actions", &every, width, joint)?;
        let kept = Kept::<u64>::new(streams, "streams", self.worlds)?;
        let mut numbers = kept.numbers.clone();
        run!(self, py, |engine, episodes| engine.step_task(episodes, &actions, &mut numbers))?;
        kept.write(&numbers)
    }

    /// Coordinates ``(len(envs), nq)`` in which episodes start, drawn from ``streams``.
    fn start_states<'py>(
        &self,
        py: Python<'py>,
        envs: Any<'_, 'py>,
        streams: Any<'_, 'py>,
    ) -> PyResult<Array2<'py, f64>> {
        let envs = worlds(Some(envs), self.worlds)?;
        let kept = Kept::<u64>::new(streams, "streams", self.worlds)?;
        let mut numbers = kept.numbers.clone();
        let Runner::Bodies(batch, own) = &self.runner else {
            return Err(argument_error("worlds", "2D games are placed when episodes begin"));
        };
        let mut own = claim(own)?;
        let episodes = &mut *own;
        let states = batch
            .get()
            .door
            .attempt(py, |engine| engine.start_states(episodes, &envs, &mut numbers))?;
        drop(own);
        kept.write(&numbers)?;
        let nq = states.len() / envs.len().max(1);
        PyArray1::from_vec(py, states).reshape([envs.len(), nq])
    }

    /// Begins episodes in worlds that have been placed.
    fn begin(&self, py: Python<'_>, envs: Any<'_, '_>, streams: Any<'_, '_>) -> PyResult<()> {
        let envs = worlds(Some(envs), self.worlds)?;
        let kept = Kept::<u64>::new(streams, "streams", self.worlds)?;
        let mut numbers = kept.numbers.clone();
        run!(self, py, |engine, episodes| engine.begin_episodes(episodes, &envs, &mut numbers))?;
        kept.write(&numbers)
    }

    /// Reads all worlds.
    fn sense(&self, py: Python<'_>) -> PyResult<()> {
        run!(self, py, |engine, episodes| engine.sense_task(episodes))
    }

    /// Computes all observations: float32 ``(W, n)``, clipped to -10 to 10, in the 2D game to -20
    /// to 20. The channel ``observation`` has them unclipped.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let observations = Fresh::<f32>::new(py, self.worlds * self.agents * self.width);
        // SAFETY: nobody else has this array yet, and its slice is taken once.
        let out = unsafe { observations.slice() };
        run!(self, py, |engine, episodes| engine.observe_task(episodes, out))?;
        observations.array.reshape(self.shape(&[], &[self.width]))
    }

    /// Computes observations that only the simulator can know: float32 ``(W, m)``, clipped as in
    /// :meth:`observe`. The channel ``privileged`` has them unclipped.
    fn observe_privileged<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let numbers = Fresh::<f32>::new(py, self.worlds * self.agents * self.privileged);
        // SAFETY: nobody else has this array yet, and its slice is taken once.
        let out = unsafe { numbers.slice() };
        run!(self, py, |engine, episodes| engine.observe_privileged(episodes, out))?;
        numbers.array.reshape(self.shape(&[], &[self.privileged]))
    }

    /// Computes terms of the reward and measures ``(T + M, W)``, and which episodes end ``(W,)``.
    fn judge<'py>(&self, py: Python<'py>) -> PyResult<Judged<'py>> {
        let mut ends = vec![false; self.worlds];
        let reported = Fresh::<f64, _>::zeros(py, self.shape(&[self.reported], &[]));
        // SAFETY: nobody else has this array yet, and its slice is taken once.
        let columns = Columns::new(unsafe { reported.slice() }, self.worlds * self.agents);
        run!(self, py, |engine, episodes| engine.judge_task(episodes, columns, &mut ends))?;
        Ok((reported.array, PyArray1::from_vec(py, ends)))
    }

    /// Observations ``(W, n)`` of the last step that did not return an array of its own: the memory
    /// itself, not a copy.
    #[getter]
    fn observations<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::reused(this)
    }
}

impl PyEpisodes {
    fn seen(&self) -> PyResult<MutexGuard<'_, Box<[f32]>>> {
        claim(&self.seen)
    }

    /// The observations in memory that is used again in each step.
    fn reused<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let own = this.get();
        let seen = own.seen()?;
        let (first, shape) = (seen.as_ptr(), [own.worlds * own.agents, own.width]);
        // SAFETY: the box never moves and lives as long as the object.
        let rows = unsafe { borrowed(this.clone().into_any(), first, shape, own.width, 1) };
        match own.axis {
            None => Ok(rows),
            Some(_) => rows.call_method1("reshape", (own.shape(&[], &[own.width]),)),
        }
    }

    /// Shape of an array of all robots, with other axes before and after.
    fn shape(&self, before: &[usize], after: &[usize]) -> Vec<usize> {
        let worlds = std::iter::once(self.worlds).chain(self.axis);
        before.iter().copied().chain(worlds).chain(after.iter().copied()).collect()
    }
}

/// Locks what a call needs for itself. Never waits: the call that has it needs the GIL, which is
/// held here.
fn claim<T>(needed: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    match needed.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => {
            Err(BusyError::new_err("these episodes are in use by another call"))
        }
    }
}
