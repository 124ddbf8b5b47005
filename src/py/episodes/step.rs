//! Steps of episodes.

use super::{MAX_FRAMES, PyEpisodes, Runner, claim};
use crate::batch::{Autoreset, Columns, Outcome, Tally};
use crate::py::Any;
use crate::py::acts::{Taken, taken, taken_as_they_are};
use crate::py::argument::integer;
use crate::py::error::argument_error;
use crate::py::owned::{Fresh, Kept};
use crate::py::past::PyPast;
use crate::py::told::PyTeller;
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

#[pymethods]
impl PyEpisodes {
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
        // SAFETY: nobody knows of these arrays yet but what is made of them here, of which nobody
        // knows either, and each is asked once.
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
}
