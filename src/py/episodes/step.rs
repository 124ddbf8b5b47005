//! Steps of episodes.

use super::{MAX_FRAMES, PyEpisodes, Runner, claim, run};
use crate::Any;
use crate::acts::taken;
use crate::argument::integer;
use crate::error::argument_error;
use crate::infos::PyInfoBuilder;
use crate::owned::{Fresh, Kept};
use crate::past::PyPast;
use numpy::{PyArray1, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rcssgym::batch::{Autoreset, Columns, Outcome, Tally};

/// How steps are made.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub autoreset: Autoreset,
    /// Clip actions to -1 to 1?
    pub clip: bool,
    /// Write observations to an array of their own?
    pub fresh: bool,
    /// Refuse to step worlds whose episode is over?
    pub wants_reset: bool,
}

/// What environments keep from step to step: arrays (W,) that a step changes.
pub(super) struct Ledger<'a, 'py> {
    /// uint64
    pub streams: Any<'a, 'py>,
    /// int64
    pub elapsed: Any<'a, 'py>,
    /// uint8, 0 or 1
    pub is_over: Any<'a, 'py>,
}

/// The results of a step; arrays as [`PyEpisodes::step_episodes`] returns them.
pub(super) struct Done<'py> {
    pub observations: Option<Bound<'py, PyArrayDyn<f32>>>,
    pub rewards: Bound<'py, PyArrayDyn<f64>>,
    pub terminated: Bound<'py, PyArray1<bool>>,
    pub truncated: Bound<'py, PyArray1<bool>>,
    pub reported: Bound<'py, PyArrayDyn<f64>>,
    pub finals: Option<Bound<'py, PyArrayDyn<f32>>>,
    pub known: Option<Bound<'py, PyArrayDyn<f32>>>,
    pub last_known: Option<Bound<'py, PyArrayDyn<f32>>>,
    pub is_finite: bool,
    pub info: Option<Bound<'py, PyAny>>,
    /// Whether each environment's episode was over before.
    pub were_over: Vec<bool>,
    /// Has the step ended any episode?
    pub has_ended: bool,
}

impl<'py> Done<'py> {
    pub fn into_tuple(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let all = (
            self.observations,
            self.rewards,
            self.terminated,
            self.truncated,
            self.reported,
            self.finals,
            self.known,
            self.last_known,
            self.is_finite,
            self.info,
        );
        all.into_pyobject(py)
    }
}

#[pymethods]
impl PyEpisodes {
    /// Applies actions ``(W, J)``, in games ``(W, A, J)``, steps all worlds, and works out what
    /// follows for episodes.
    ///
    /// :param actions: float32 or float64.
    /// :param streams: uint64 ``(W,)``, changed by the call; so are ``elapsed``, int64, and
    ///     ``is_over``, uint8, 0 or 1.
    /// :param limit: steps after which episodes are truncated.
    /// :param same_step: whether the step that ends an episode begins the next.
    /// :param clip: clip actions to -1 to 1.
    /// :param fresh: return observations in an array of their own.
    /// :param frames: control steps to make with these actions.
    /// :param past: the :class:`Past` through which observations pass before they are returned, or
    ///     ``None``.
    /// :param info_builder: makes ``info`` from terms and measures.
    ///
    /// Returns observations ``(W, n)`` if ``fresh``, else ``None``; rewards ``(W,)``; terminations
    /// and truncations ``(W,)``; terms and measures ``(T + M, W)``; last observations ``(W, n)`` if
    /// ``same_step``, else ``None``; privileged observations ``(W, m)`` and the last of them, or
    /// ``None``; whether all is finite; and ``info`` if there is an ``info_builder``, else
    /// ``None``. In games shapes have ``W, A`` in place of ``W``, except those of terminations and
    /// truncations.
    ///
    /// Returns ``None``, and nothing has moved, for actions that cannot be used as they are: of
    /// another type or shape, or beyond -1 to 1.
    #[pyo3(signature = (
        actions, streams, elapsed, is_over, limit, same_step, clip, fresh, frames, past,
        info_builder=None,
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
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
        info_builder: Option<&Bound<'py, PyInfoBuilder>>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let limit = integer(limit, "limit", 1..=i64::MAX)?;
        let frames = integer(frames, "frame_skip", 1..=MAX_FRAMES)? as usize;
        let autoreset = Autoreset { limit, same_step, frames };
        let manner = Manner { autoreset, clip, fresh, wants_reset: false };
        let ledger = Ledger { streams, elapsed, is_over };
        let done = Self::make_step(this, actions, &ledger, manner, past, info_builder)?;
        done.map(|done| done.into_tuple(this.py())).transpose()
    }
}

impl PyEpisodes {
    /// See [`PyEpisodes::step_episodes`].
    pub(super) fn make_step<'py>(
        this: &Bound<'py, Self>,
        actions: Any<'_, 'py>,
        ledger: &Ledger<'_, 'py>,
        manner: Manner,
        past: Option<&Bound<'py, PyPast>>,
        info_builder: Option<&Bound<'py, PyInfoBuilder>>,
    ) -> PyResult<Option<Done<'py>>> {
        let (py, own) = (this.py(), this.get());
        let Manner { autoreset, clip, fresh, wants_reset } = manner;
        let same_step = autoreset.same_step;
        let shape = own.shape(&[], &[own.joints]);
        let actions = taken(actions, &shape, clip, &own.scratch, &own.single);
        let Some(actions) = actions else { return Ok(None) };
        let mut lent = past.map(|past| past.get().open()).transpose()?;
        let width = past.map_or(own.width, |past| past.get().depth().shown());
        let (w, all) = (own.worlds, own.worlds * own.agents);
        let mut streams = Kept::<u64>::new(ledger.streams, "streams", w)?;
        let mut elapsed = Kept::<i64>::new(ledger.elapsed, "elapsed", w)?;
        let mut is_over = Kept::<u8>::new(ledger.is_over, "is_over", w)?;
        let were_over = is_over.numbers.iter().map(|&flag| flag != 0).collect::<Vec<_>>();
        if wants_reset && were_over.contains(&true) {
            return Ok(None);
        }
        let mut flags = were_over.clone();
        // All objects are made before the worlds move, because the move leaves the interpreter's
        // caches cold.
        // SAFETY: a step writes all of these; if it fails, nothing is returned. The last
        // observations are read only here, and only rows that a step has written.
        let (rewards, terminated, truncated, reported, observations, finals) = unsafe {
            (
                Fresh::<f64, _>::shaped(py, own.shape(&[], &[])),
                Fresh::unwritten(py, w),
                Fresh::unwritten(py, w),
                Fresh::<f64, _>::shaped(py, own.shape(&[own.reported], &[])),
                fresh.then(|| Fresh::<f32, _>::shaped(py, own.shape(&[], &[width]))),
                same_step.then(|| Fresh::<f32, _>::shaped(py, own.shape(&[], &[width]))),
            )
        };
        let critics = |wanted: bool| {
            let shape = || own.shape(&[], &[own.privileged]);
            (wanted && own.privileged > 0).then(|| Fresh::<f32, _>::zeros(py, shape()))
        };
        let (known, last_known) = (critics(true), critics(same_step));
        let info = match info_builder {
            Some(info_builder) if info_builder.get().rows() != own.reported => {
                let (rows, reported) = (info_builder.get().rows(), own.reported);
                return Err(argument_error(
                    "info_builder",
                    format!("{rows} names, must be {reported}"),
                ));
            }
            Some(info_builder) => {
                Some(PyInfoBuilder::info(info_builder, &reported.array, &were_over)?)
            }
            None => None,
        };
        let tally = Tally {
            streams: &mut streams.numbers,
            elapsed: &mut elapsed.numbers,
            is_over: &mut flags,
        };
        let mut again = own.seen()?;
        let mut shown = claim(&own.shown)?;
        shown.resize(if fresh || past.is_none() { 0 } else { all * width }, 0.0);
        // SAFETY: only the objects made from these arrays here refer to them yet, nobody else has
        // those objects either, and the slice of each array is taken once.
        let outcome = unsafe {
            Outcome {
                observations: match (&observations, past.is_some()) {
                    (Some(observations), _) => observations.slice(),
                    (None, true) => &mut shown[..],
                    (None, false) => &mut again[..],
                },
                rewards: rewards.slice(),
                reported: Columns::new(reported.slice(), all),
                terminated: terminated.slice(),
                truncated: truncated.slice(),
                finals: finals.as_ref().map_or(&mut [], |finals| finals.slice()),
                privileged: known.as_ref().map_or(&mut [], |known| known.slice()),
                final_privileged: last_known.as_ref().map_or(&mut [], |known| known.slice()),
            }
        };
        let past = lent.as_deref_mut();
        let acts = actions.all();
        let is_finite = run!(own, py, |engine, episodes| {
            engine.step_episodes(episodes, acts, tally, outcome, autoreset, past)
        })?;
        drop((again, shown, lent));
        streams.keep()?;
        elapsed.keep()?;
        is_over.numbers.iter_mut().zip(&flags).for_each(|(kept, &flag)| *kept = flag.into());
        is_over.keep()?;
        // SAFETY: as above; the step is over, and nobody else has the array yet.
        let ended = |flags: &Fresh<'py, bool, _>| unsafe { flags.numbers() }.contains(&true);
        let has_ended = ended(&terminated) || ended(&truncated);
        Ok(Some(Done {
            observations: observations.map(|fresh| fresh.array),
            rewards: rewards.array,
            terminated: terminated.array,
            truncated: truncated.array,
            reported: reported.array,
            finals: finals.map(|fresh| fresh.array),
            known: known.map(|fresh| fresh.array),
            last_known: last_known.map(|fresh| fresh.array),
            is_finite,
            info,
            were_over,
            has_ended,
        }))
    }
}
