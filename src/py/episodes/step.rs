//! Steps of episodes.

use super::results::Results;
use super::{MAX_FRAMES, PyEpisodes, Runner, claim, run};
use crate::Any;
use crate::acts::taken;
use crate::argument::integer;
use crate::error::argument_error;
use crate::infos::PyInfoBuilder;
use crate::owned::{Fresh, Kept};
use crate::past::PyPast;
use numpy::ndarray::IxDyn;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rcssgym::batch::{Autoreset, Tally};

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

/// What a step has done.
pub(super) struct Done<'py> {
    pub results: Results<'py>,
    pub is_finite: bool,
    pub info: Option<Bound<'py, PyAny>>,
    /// Whether each environment's episode was over before.
    pub were_over: Vec<bool>,
    /// Has the step ended any episode?
    pub has_ended: bool,
}

impl<'py> Done<'py> {
    pub fn into_tuple(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let array = |array: Option<Fresh<'py, f32, IxDyn>>| array.map(|fresh| fresh.array);
        let results = self.results;
        let all = (
            array(results.observations),
            results.rewards.array,
            results.terminated.array,
            results.truncated.array,
            results.reported.array,
            array(results.finals),
            array(results.privileged),
            array(results.final_privileged),
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
        // observations are read only by the environment, and only rows that a step has written.
        let results = unsafe { Results::new(py, own, width, fresh, autoreset.same_step) };
        let info = info_builder
            .map(|info_builder| own.info(info_builder, &results, &were_over))
            .transpose()?;
        let tally = Tally {
            streams: &mut streams.numbers,
            elapsed: &mut elapsed.numbers,
            is_over: &mut flags,
        };
        let mut again = own.seen()?;
        let mut shown = claim(&own.shown)?;
        shown.resize(if fresh || past.is_none() { 0 } else { all * width }, 0.0);
        let reused = if past.is_some() { &mut shown[..] } else { &mut again[..] };
        // SAFETY: only the objects made from these arrays here refer to them yet, nobody else has
        // those objects either, and this is the only call.
        let outcome = unsafe { results.memory(all, reused) };
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
        // SAFETY: as above; the step is over, and nobody else has the arrays yet.
        let has_ended = unsafe { results.has_ended() };
        Ok(Some(Done { results, is_finite, info, were_over, has_ended }))
    }

    /// ``info`` of a step with these results, which the step is still to fill.
    fn info<'py>(
        &self,
        info_builder: &Bound<'py, PyInfoBuilder>,
        results: &Results<'py>,
        were_over: &[bool],
    ) -> PyResult<Bound<'py, PyAny>> {
        let (rows, reported) = (info_builder.get().rows(), self.reported);
        if rows != reported {
            return Err(argument_error(
                "info_builder",
                format!("{rows} names, must be {reported}"),
            ));
        }
        PyInfoBuilder::info(info_builder, &results.reported.array, were_over)
    }
}
