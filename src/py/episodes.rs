//! Episodes of a declared task: `rcssgym._core.Episodes`.

mod clock;
mod discs;

use super::Any;
use super::acts::{Taken, taken, taken_as_they_are};
use super::argument::{integer, worlds};
use super::array::RealArray;
use super::batch::PyWorldBatch;
use super::declared;
use super::disc::PyDiscBatch;
use super::error::{BusyError, argument_error};
use super::owned::{Fresh, Kept, borrowed};
use super::past::PyPast;
use super::scratch::Scratch;
use super::told::PyTeller;
use crate::batch::disc::DiscEpisodes;
use crate::batch::{Autoreset, Columns, Episodes, Outcome, Tally};
use crate::terms::CellKind;
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Most control steps of a step.
const MAX_FRAMES: i64 = 1000;

/// Terms and measures, and who is over.
type Judged<'py> = (Bound<'py, PyArrayDyn<f64>>, Bound<'py, PyArray1<bool>>);
type Array2<'py, T> = Bound<'py, PyArray2<T>>;

/// Worlds of either kind, and what runs in them. Both answer the same calls.
enum Runner {
    Bodies(Py<PyWorldBatch>, Mutex<Box<Episodes>>),
    Discs(Py<PyDiscBatch>, Mutex<Box<DiscEpisodes>>),
}

/// Looks at what runs, whatever the worlds are.
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

/// Calls worlds and what runs in them, whatever they are, without the GIL.
macro_rules! run {
    ($own:expr, $py:expr, |$engine:ident, $episodes:ident| $work:expr) => {
        match &$own.runner {
            Runner::Bodies(batch, own) => {
                let mut own = claim(own)?;
                let $episodes = &mut *own;
                batch.get().door.detached($py, |$engine| $work)
            }
            Runner::Discs(batch, own) => {
                let mut own = claim(own)?;
                let $episodes = &mut *own;
                batch.get().door.detached($py, |$engine| $work)
            }
        }
    };
}

/// What a task declares, running in the threads that step its worlds.
///
/// ``W`` environments of ``A`` robots with a row of cells each; :meth:`cells` shows a channel of
/// all rows, the memory itself. One call at a time; do not touch the cells meanwhile.
///
/// :param worlds: with as many robots each as are declared; or 2D games, with players for all that
///     are declared.
/// :param declaration: as :class:`rcssgym.envs.Terms` makes it.
/// :param progress: how far training has come, 0 to 1.
#[pyclass(name = "Episodes", module = "rcssgym._core", frozen)]
pub struct PyEpisodes {
    runner: Runner,
    scratch: Scratch,
    /// Actions in single precision.
    single: Scratch<f32>,
    worlds: usize,
    /// Robots of a world, A, and in their own axis of arrays, if they have one.
    agents: usize,
    axis: Option<usize>,
    joints: usize,
    width: usize,
    privileged: usize,
    /// Terms of the reward and measures.
    told: usize,
    /// Observations that are used again, (W, A, n).
    seen: Mutex<Box<[f32]>>,
    /// What is shown of a past while it is worked out.
    shown: Mutex<Vec<f32>>,
}

#[pymethods]
impl PyEpisodes {
    #[new]
    fn new(worlds: Any<'_, '_>, declaration: &Bound<'_, PyDict>, progress: f64) -> PyResult<Self> {
        let (programs, is_shared) = declared::programs(declaration, progress)?;
        let (joints, width) = (programs[0].body.numbers(), programs[0].width());
        let (agents, privileged) = (programs.len(), programs[0].num_privileged());
        let told = programs[0].num_rewards() + programs[0].flags().len();
        let has_axis = programs[0].is_in_squad() || agents > 1;
        let axis = has_axis.then_some(agents);
        let (runner, worlds) = if let Ok(batch) = worlds.cast::<PyDiscBatch>() {
            let plan = declared::disc_plan(declaration)?;
            let engine = batch.get().door.open()?;
            let episodes = DiscEpisodes::new(&engine, programs, is_shared, plan)?;
            let count = engine.worlds().len();
            (Runner::Discs(batch.clone().unbind(), Mutex::new(Box::new(episodes))), count)
        } else {
            let batch = worlds.cast::<PyWorldBatch>()?;
            let engine = batch.get().door.open()?;
            let episodes = Episodes::new(&engine, programs, is_shared)?;
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
            told,
            seen,
            shown: Mutex::default(),
        })
    }

    /// Declares other parameters; channels and terms must be the same.
    fn declare(&self, declaration: &Bound<'_, PyDict>, progress: f64) -> PyResult<()> {
        let (programs, _) = declared::programs(declaration, progress)?;
        let (is, must) = (programs[0].width(), self.width);
        if is != must || programs[0].num_privileged() != self.privileged {
            return Err(argument_error("terms", format!("observe {is} numbers, must be {must}")));
        }
        Ok(peek!(self, |episodes| episodes.set_programs(programs))?)
    }

    /// Tells how far training has come, 0 to 1.
    fn set_progress(&self, progress: f64) -> PyResult<()> {
        peek!(self, |episodes| episodes.set_progress(progress));
        Ok(())
    }

    /// Draws worlds anew when :meth:`step_episodes` begins an episode.
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
        // SAFETY: the rows never move and live as long as the object; in every cell of eight bytes
        // there is a number of that type, and for a truth value its lowest byte is 0 or 1.
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

    /// Takes all cells from bytes that :meth:`save` gave.
    fn restore(&self, saved: &[u8]) -> PyResult<()> {
        let mut saved = saved;
        if let Runner::Discs(_, own) = &self.runner {
            let cells = saved.len().saturating_sub(2 * self.worlds);
            let (rows, drawn) = saved.split_at(cells);
            let (drawn, _) = drawn.as_chunks::<2>();
            claim(own)?.set_drawn(drawn)?;
            saved = rows;
        }
        peek!(self, |episodes| {
            episodes.program().check_rows(saved.len() / 8, self.worlds * self.agents)?;
            for (cell, bytes) in episodes.rows_mut().iter_mut().zip(saved.chunks_exact(8)) {
                *cell = f64::from_bits(u64::from_le_bytes(std::array::from_fn(|i| bytes[i])));
            }
        });
        Ok(())
    }

    /// Takes actions ``(W, A J)`` and steps all worlds, without what follows for episodes.
    fn step(&self, py: Python<'_>, actions: Any<'_, '_>, streams: Any<'_, '_>) -> PyResult<()> {
        let width = self.agents * self.joints;
        let actions = RealArray::<2>::exact(actions, "actions", [self.worlds, width])?;
        let every: Vec<usize> = (0..self.worlds).collect();
        let joint = |joint| format!("joint {joint}");
        let actions = actions.finite_rows("actions", &every, width, joint)?;
        let kept = Kept::<u64>::new(streams, "streams", self.worlds)?;
        let mut numbers = kept.numbers.clone();
        run!(self, py, |engine, episodes| engine.step_task(episodes, &actions, &mut numbers))??;
        kept.write(&numbers)
    }

    /// Takes actions ``(W, J)``, in games ``(W, A, J)``, steps all worlds, and works out what
    /// follows for episodes.
    ///
    /// :param actions: float32 or float64.
    /// :param streams: uint64 ``(W,)``, changed; so are ``elapsed``, int64, and ``is_over``,
    ///     uint8, 0 or 1.
    /// :param limit: steps after which episodes are truncated.
    /// :param same_step: whether the step that ends an episode begins the next.
    /// :param clip: clip actions to -1 to 1.
    /// :param fresh: return observations in an array of their own.
    /// :param frames: control steps to make with these actions.
    /// :param past: what observations go through before they are seen, if that is not ``None``.
    /// :param teller: makes ``info`` of what is told.
    ///
    /// Returns observations ``(W, n)`` if ``fresh``, else ``None``, rewards ``(W,)``, terminations,
    /// truncations ``(W,)``, what is told ``(T + M, W)``, last observations ``(W, n)`` if
    /// ``same_step``, else ``None``, privileged observations ``(W, m)`` and the last of them, or
    /// ``None``, whether all is finite, and ``info`` if there is a ``teller``, else ``None``; in
    /// games it is ``(W, A)`` instead of ``(W,)`` but for terminations and truncations. ``None``,
    /// and nothing has moved, for actions that it does not take as they are: another type or shape,
    /// or beyond -1 to 1.
    #[pyo3(signature = (
        actions, streams, elapsed, is_over, limit, same_step, clip, fresh, frames, past,
        teller=None,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn step_episodes<'py>(
        this: &Bound<'py, Self>,
        actions: Any<'_, 'py>,
        streams: Any<'_, 'py>,
        elapsed: Any<'_, 'py>,
        is_over: Any<'_, 'py>,
        limit: Any<'_, 'py>,
        same_step: bool,
        clip: bool,
        fresh: bool,
        frames: Any<'_, 'py>,
        past: Option<&Bound<'py, PyPast>>,
        teller: Option<&Bound<'py, PyTeller>>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let (py, own) = (this.py(), this.get());
        let limit = integer(limit, "limit", 1..=i64::MAX)?;
        let shape = own.shape(&[], &[own.joints]);
        let actions = match &own.runner {
            Runner::Bodies(..) => {
                taken_as_they_are(actions, &shape, clip, &own.scratch, &own.single)
            }
            Runner::Discs(..) => taken(actions, &shape, clip, &own.scratch).map(Taken::Double),
        };
        let Some(actions) = actions else { return Ok(None) };
        let frames = integer(frames, "frame_skip", 1..=MAX_FRAMES)? as usize;
        let mut lent = past.map(|past| past.get().open()).transpose()?;
        let width = past.map_or(own.width, |past| past.get().depth().shown());
        let (w, all) = (own.worlds, own.worlds * own.agents);
        let n = all * width;
        let mut streams = Kept::<u64>::new(streams, "streams", w)?;
        let mut elapsed = Kept::<i64>::new(elapsed, "elapsed", w)?;
        let is_over = Kept::<u8>::new(is_over, "is_over", w)?;
        let mut flags = is_over.numbers.iter().map(|&flag| flag != 0).collect::<Vec<_>>();
        // SAFETY: a step writes all of these; if it fails, nothing is returned.
        let (rewards, terminated, truncated) = unsafe {
            (Fresh::<f64>::unwritten(py, all), Fresh::unwritten(py, w), Fresh::unwritten(py, w))
        };
        // SAFETY: nobody but us reads them, and only rows that a step has written.
        let finals = unsafe { Fresh::<f32>::unwritten(py, if same_step { n } else { 0 }) };
        let known = all * own.privileged;
        let privileged = Fresh::<f32>::new(py, known);
        let last_known = Fresh::<f32>::new(py, if same_step { known } else { 0 });
        // SAFETY: a step writes the observations of all worlds; if it fails, nothing is returned.
        let observations = unsafe { Fresh::<f32>::unwritten(py, if fresh { n } else { 0 }) };
        // SAFETY: so it does with what it tells.
        let told = unsafe { Fresh::<f64>::unwritten(py, all * own.told) };
        // All objects are made before the worlds move, which leaves the interpreter's caches cold.
        let told_rows = told.array.reshape(own.shape(&[own.told], &[]))?;
        let reward_rows = rewards.array.reshape(own.shape(&[], &[]))?;
        let table = |wanted: bool, numbers: &Fresh<'py, f32>, width| match wanted {
            true => Ok::<_, PyErr>(numbers.array.reshape(own.shape(&[], &[width]))?.into_any()),
            false => Ok(py.None().into_bound(py)),
        };
        let seen_rows = table(fresh, &observations, width)?;
        let final_rows = table(same_step, &finals, width)?;
        let known_rows = table(known > 0, &privileged, own.privileged)?;
        let last_known_rows = table(known > 0 && same_step, &last_known, own.privileged)?;
        let info = match teller {
            Some(teller) if teller.get().rows() != own.told => {
                let (rows, told) = (teller.get().rows(), own.told);
                return Err(argument_error("teller", format!("{rows} names, must be {told}")));
            }
            Some(teller) => Some(teller.get().info(&told_rows, &flags)?),
            None => None,
        };
        let tally = Tally {
            streams: &mut streams.numbers,
            elapsed: &mut elapsed.numbers,
            is_over: &mut flags,
        };
        // SAFETY: nobody knows of these arrays yet but what is made of them here, which nobody knows
        // of either, and each is asked once.
        let (seen, outcome) = unsafe {
            let outcome = Outcome {
                observations: &mut [],
                rewards: rewards.slice(),
                told: Columns::new(told.slice(), all),
                terminated: terminated.slice(),
                truncated: truncated.slice(),
                finals: finals.slice(),
                privileged: privileged.slice(),
                final_privileged: last_known.slice(),
            };
            (observations.slice(), outcome)
        };
        let autoreset = Autoreset { limit, same_step, frames };
        let mut again = own.seen()?;
        let mut shown = claim(&own.shown)?;
        shown.resize(if fresh || past.is_none() { 0 } else { n }, 0.0);
        let target = match (fresh, past.is_some()) {
            (true, _) => seen,
            (false, true) => &mut shown[..],
            (false, false) => &mut again[..],
        };
        let outcome = Outcome { observations: target, ..outcome };
        let past = lent.as_deref_mut();
        let is_finite = match (&own.runner, &actions) {
            (Runner::Bodies(batch, episodes), actions) => {
                let (mut claimed, actions) = (claim(episodes)?, actions.all());
                let episodes = &mut *claimed;
                batch.get().door.detached(py, |engine| {
                    engine.step_episodes(episodes, actions, tally, outcome, autoreset, past)
                })??
            }
            (Runner::Discs(batch, episodes), Taken::Double(actions)) => {
                let mut claimed = claim(episodes)?;
                let episodes = &mut *claimed;
                batch.get().door.detached(py, |engine| {
                    engine.step_episodes(episodes, actions, tally, outcome, autoreset, past)
                })??
            }
            (Runner::Discs(..), Taken::Single(_)) => return Ok(None),
        };
        drop((again, shown, lent));
        streams.keep()?;
        elapsed.keep()?;
        is_over.write(&flags.iter().map(|&flag| u8::from(flag)).collect::<Vec<_>>())?;
        let done = (
            seen_rows,
            reward_rows,
            terminated.array,
            truncated.array,
            told_rows,
            final_rows,
            known_rows,
            last_known_rows,
            is_finite,
            info,
        );
        Ok(Some(done.into_pyobject(py)?))
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
            .detached(py, |engine| engine.start_states(episodes, &envs, &mut numbers))??;
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
        run!(self, py, |engine, episodes| engine.begin_episodes(episodes, &envs, &mut numbers))??;
        kept.write(&numbers)
    }

    /// Reads all worlds.
    fn sense(&self, py: Python<'_>) -> PyResult<()> {
        Ok(run!(self, py, |engine, episodes| engine.sense_task(episodes))??)
    }

    /// Works out all observations: float32 ``(W, n)``, clipped to -10 to 10. As they are, they are
    /// in the channel ``observation``.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let observations = Fresh::<f32>::new(py, self.worlds * self.agents * self.width);
        // SAFETY: nobody else has this array yet, and it is asked once.
        let out = unsafe { observations.slice() };
        run!(self, py, |engine, episodes| engine.observe_task(episodes, out))??;
        observations.array.reshape(self.shape(&[], &[self.width]))
    }

    /// Works out what only the simulator knows: float32 ``(W, m)``, clipped to -10 to 10. As it is,
    /// it is in the channel ``privileged``.
    fn observe_privileged<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let numbers = Fresh::<f32>::new(py, self.worlds * self.agents * self.privileged);
        // SAFETY: nobody else has this array yet, and it is asked once.
        let out = unsafe { numbers.slice() };
        run!(self, py, |engine, episodes| engine.observe_privileged(episodes, out))??;
        numbers.array.reshape(self.shape(&[], &[self.privileged]))
    }

    /// Works out terms of the reward and measures ``(T + M, W)``, and which episodes end ``(W,)``.
    fn judge<'py>(&self, py: Python<'py>) -> PyResult<Judged<'py>> {
        let all = self.worlds * self.agents;
        let mut ends = vec![false; self.worlds];
        let told = run!(self, py, |engine, episodes| {
            engine.judge_task(episodes, &mut ends)?;
            Ok::<_, crate::Error>(engine.told_columns(episodes))
        })??;
        let rows = told.len() / all;
        let told = PyArray1::from_vec(py, told).reshape(self.shape(&[rows], &[]))?;
        Ok((told, PyArray1::from_vec(py, ends)))
    }

    /// Observations ``(W, n)`` of the last step that had none of their own: the memory itself.
    #[getter]
    fn observations<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::reused(this)
    }
}

impl PyEpisodes {
    fn seen(&self) -> PyResult<MutexGuard<'_, Box<[f32]>>> {
        claim(&self.seen)
    }

    /// The observations that are used again.
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

    /// Shape of an array of all robots, between other axes.
    fn shape(&self, before: &[usize], after: &[usize]) -> Vec<usize> {
        let worlds = std::iter::once(self.worlds).chain(self.axis);
        before.iter().copied().chain(worlds).chain(after.iter().copied()).collect()
    }
}

/// What a call needs for itself. Never waits: a call that has it wants the GIL, which is held here.
fn claim<T>(needed: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    match needed.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => {
            Err(BusyError::new_err("these episodes are in use by another call"))
        }
    }
}
