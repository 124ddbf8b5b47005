//! Steps of an environment without any part in Python: `rcssgym._core.Stepper`.

use super::step::{Ledger, Manner};
use super::{MAX_FRAMES, PyEpisodes};
use crate::Any;
use crate::argument::integer;
use crate::infos::PyInfoBuilder;
use crate::owned::Kept;
use crate::past::PyPast;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};
use rcssgym::batch::Autoreset;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes the steps of a vector environment as long as nothing about it changes.
///
/// After the physics the interpreter's caches are cold: every line of Python that runs then costs
/// ten times what it does in a loop of its own. So a single call here takes the actions and returns
/// what Gymnasium expects.
///
/// :param episodes: of the environment's task.
/// :param ledger: streams, elapsed, is_over and starts: uint64, int64, uint8 and bool ``(W,)``,
///     changed by each step. ``starts`` is true where the observations are the first of their
///     episodes.
/// :param limit: steps after which episodes are truncated.
/// :param same_step: see :meth:`Episodes.step_episodes`, also for ``clip``, ``frames``, ``past``
///     and ``info_builder``.
/// :param wants_reset: take no step while an episode is over.
/// :param shown: the array in which observations are returned, if not in fresh ones.
/// :param paid: how many robots of a world, starting with the first, contribute to the mean that is
///     the environment's reward; 0 returns the rewards of all robots as they are.
/// :param kind: the task's class; ``methods`` names those of its attributes that must not change.
#[pyclass(name = "Stepper", module = "rcssgym._core", frozen)]
pub struct PyStepper {
    episodes: Py<PyEpisodes>,
    ledger: [Py<PyAny>; 3],
    starts: Py<PyArray1<bool>>,
    manner: Manner,
    shown: Option<Py<PyAny>>,
    past: Option<Py<PyPast>>,
    info_builder: Py<PyInfoBuilder>,
    paid: usize,
    kind: Py<PyType>,
    methods: Vec<(Py<PyString>, Py<PyAny>)>,
    is_retired: AtomicBool,
}

#[pymethods]
impl PyStepper {
    #[new]
    #[pyo3(signature = (
        episodes, ledger, *, limit, same_step, wants_reset, clip, frames, shown, past, info_builder,
        paid, kind, methods,
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        episodes: Py<PyEpisodes>,
        ledger: (Py<PyAny>, Py<PyAny>, Py<PyAny>, Py<PyArray1<bool>>),
        limit: Any<'_, '_>,
        same_step: bool,
        wants_reset: bool,
        clip: bool,
        frames: Any<'_, '_>,
        shown: Option<Py<PyAny>>,
        past: Option<Py<PyPast>>,
        info_builder: Py<PyInfoBuilder>,
        paid: Any<'_, '_>,
        kind: &Bound<'_, PyType>,
        methods: Vec<Bound<'_, PyString>>,
    ) -> PyResult<Self> {
        let limit = integer(limit, "limit", 1..=i64::MAX)?;
        let frames = integer(frames, "frame_skip", 1..=MAX_FRAMES)? as usize;
        let autoreset = Autoreset { limit, same_step, frames };
        let agents = episodes.get().agents as i64;
        let paid = integer(paid, "paid", 0..=agents)? as usize;
        let (streams, elapsed, is_over, starts) = ledger;
        let methods = methods.into_iter().map(|name| {
            let method = kind.getattr(&name)?;
            Ok((name.unbind(), method.unbind()))
        });
        Ok(Self {
            episodes,
            ledger: [streams, elapsed, is_over],
            starts,
            manner: Manner { autoreset, clip, fresh: shown.is_none(), wants_reset },
            shown,
            past,
            info_builder,
            paid,
            kind: kind.clone().unbind(),
            methods: methods.collect::<PyResult<Vec<_>>>()?,
            is_retired: AtomicBool::new(false),
        })
    }

    /// Makes a step of ``env`` and returns what Gymnasium's ``step`` does. Returns ``None``, and
    /// nothing has moved, if something about the environment has changed, if the actions cannot be
    /// used as they are, or if episodes wait for a reset.
    ///
    /// ``env._finished`` adds what is rarely returned, such as last observations.
    fn step<'py>(
        &self,
        env: &Bound<'py, PyAny>,
        actions: Any<'_, 'py>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let py = env.py();
        if self.is_retired.load(Ordering::Relaxed) || !self.has_its_methods(py)? {
            return Ok(None);
        }
        let [streams, elapsed, is_over] = &self.ledger;
        let ledger = Ledger {
            streams: streams.bind(py),
            elapsed: elapsed.bind(py),
            is_over: is_over.bind(py),
        };
        let (past, info_builder) =
            (self.past.as_ref().map(|past| past.bind(py)), self.info_builder.bind(py));
        let episodes = self.episodes.bind(py);
        let done = PyEpisodes::make_step(
            episodes,
            actions,
            &ledger,
            self.manner,
            past,
            Some(info_builder),
        )?;
        let Some(done) = done else { return Ok(None) };
        let same_step = self.manner.autoreset.same_step;
        let begins = same_step && done.has_ended;
        if !begins {
            // With `same_step` no episode was over before.
            Kept::write_to(self.starts.bind(py), "starts", &done.were_over)?;
        }
        if !done.is_finite || begins || done.results.privileged.is_some() {
            let were_over = PyArray1::from_slice(py, &done.were_over);
            let finished = env.call_method1("_finished", (done.into_tuple(py)?, were_over))?;
            return Ok(Some(finished.cast_into()?));
        }
        let info = done.info.into_pyobject(py)?;
        let results = done.results;
        let rewards = self.paid_to_envs(results.rewards.array)?;
        let (terminated, truncated) = (results.terminated.array, results.truncated.array);
        let result = match (&self.shown, results.observations) {
            (Some(shown), _) => {
                (shown.bind(py), rewards, terminated, truncated, info).into_pyobject(py)
            }
            (None, fresh) => {
                let seen = fresh.map(|fresh| fresh.array);
                (seen, rewards, terminated, truncated, info).into_pyobject(py)
            }
        };
        Ok(Some(result?))
    }

    /// Makes no more steps.
    fn retire(&self) {
        self.is_retired.store(true, Ordering::Relaxed);
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.ledger.iter().try_for_each(|array| visit.call(array))?;
        self.methods.iter().try_for_each(|(_, method)| visit.call(method))?;
        visit.call(&self.episodes)?;
        visit.call(&self.shown)?;
        visit.call(&self.past)?;
        visit.call(&self.info_builder)?;
        visit.call(&self.kind)
    }
}

impl PyStepper {
    /// The rewards of environments, computed from those of all robots.
    fn paid_to_envs<'py>(
        &self,
        rewards: Bound<'py, PyArrayDyn<f64>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.paid == 0 {
            return Ok(rewards.into_any());
        }
        let agents = self.episodes.get().agents;
        let mean = |world: &[f64]| sum(&world[..self.paid]) / self.paid as f64;
        let rewards = rewards.try_readonly()?;
        let means = rewards.as_slice()?.chunks_exact(agents).map(mean);
        Ok(PyArray1::from_vec(rewards.py(), means.collect()).into_any())
    }

    /// Are the methods of the class still the same?
    fn has_its_methods(&self, py: Python<'_>) -> PyResult<bool> {
        let kind = self.kind.bind(py);
        for (name, method) in &self.methods {
            let found = kind.getattr(name)?;
            // A bound method is a new object each time.
            if !found.is(method) && !found.eq(method)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Adds up to 128 numbers in the order in which numpy does, so that all bits are the same: eight at
/// a time as long as there are eight.
fn sum(numbers: &[f64]) -> f64 {
    let (eights, rest) = numbers.as_chunks::<8>();
    let Some((first, others)) = eights.split_first() else { return rest.iter().sum() };
    let mut sums = *first;
    for eight in others {
        sums.iter_mut().zip(eight).for_each(|(sum, number)| *sum += number);
    }
    let [a, b, c, d, e, f, g, h] = sums;
    rest.iter().fold(((a + b) + (c + d)) + ((e + f) + (g + h)), |all, number| all + number)
}
