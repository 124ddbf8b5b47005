//! How teams play by themselves, from Python.

use crate::disc::Side;
use crate::py::Any;
use crate::py::argument::{integer, type_name};
use crate::py::error::argument_error;
use crate::teams::{Play, Playbook, Script, Statistics, Strength, TeamStatistics};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::Arc;

/// A scripted team: how well its players play, and where they stand.
///
/// :param strength: 0 to 1; 1 is all it can. Less sets the three below: 0 is a ``delay`` of 3, a
///     ``noise`` of 15 and an ``effort`` of 0.7, linear between.
/// :param delay: cycles by which what players know of opponents is old, and of a ball that one of
///     them touched last, 0 to 20.
/// :param noise: standard deviation of the directions of kicks, degrees, 0 to 180.
/// :param effort: share of the power of dashes, 0 to 1.
/// :param formation: the text of a file of formations; ``docs/disc-teams.md`` has the format.
///     ``None``: the package's.
/// :param sensed: its players know only what they remember of what they have sensed, and turn their
///     heads; of a batch made with ``sensed``, or a simulation with ``senses``. ``delay`` has no
///     effect then.
///
/// >>> rcssgym.disc.Scripted(0.5)
/// Scripted(0.5)
#[pyclass(name = "Scripted", module = "rcssgym.disc", frozen, eq)]
#[derive(Clone, Debug, PartialEq)]
pub struct PyScripted {
    script: Script,
    level: f64,
    /// Delay, noise and effort as given.
    parts: (Option<u8>, Option<f64>, Option<f64>),
    formation: Option<String>,
}

#[pymethods]
impl PyScripted {
    #[new]
    #[pyo3(
        signature = (
            strength=1.0, *, delay=None, noise=None, effort=None, formation=None, sensed=false
        ),
    )]
    fn new(
        strength: f64,
        delay: Option<Any<'_, '_>>,
        noise: Option<f64>,
        effort: Option<f64>,
        formation: Option<String>,
        sensed: bool,
    ) -> PyResult<Self> {
        let own = Strength::of(strength)?;
        let most = Strength::MOST_DELAY;
        let delay = delay.map(|delay| integer(delay, "delay", 0..=most)).transpose()?;
        let parts = (delay, noise, effort);
        let strength_of = Strength::new(
            delay.unwrap_or(own.delay),
            noise.unwrap_or(own.noise),
            effort.unwrap_or(own.effort),
        )?;
        let playbook = match &formation {
            Some(text) => Arc::new(Playbook::parse(text)?),
            None => Playbook::standard()?,
        };
        let script =
            Script { strength: strength_of, playbook, is_sensed: sensed, ..Script::standard()? };
        Ok(Self { script, level: strength, parts, formation })
    }

    /// Cycles by which what players know is old.
    #[getter]
    fn delay(&self) -> u8 {
        self.script.strength.delay
    }

    /// Standard deviation of the directions of kicks, degrees.
    #[getter]
    fn noise(&self) -> f64 {
        self.script.strength.noise
    }

    /// Share of the power of dashes.
    #[getter]
    fn effort(&self) -> f64 {
        self.script.strength.effort
    }

    /// The text of the formations; ``None`` for the package's.
    #[getter]
    fn formation(&self) -> Option<&str> {
        self.formation.as_deref()
    }

    /// Whether its players know only what they have sensed.
    #[getter]
    fn sensed(&self) -> bool {
        self.script.is_sensed
    }

    fn __repr__(&self) -> String {
        let (delay, noise, effort) = self.parts;
        let mut text = format!("Scripted({:?}", self.level);
        let parts = [
            ("delay", delay.map(|delay| delay.to_string())),
            ("noise", noise.map(|noise| format!("{noise:?}"))),
            ("effort", effort.map(|effort| format!("{effort:?}"))),
            ("formation", self.formation.as_ref().map(|_| "...".to_owned())),
            ("sensed", self.script.is_sensed.then(|| "True".to_owned())),
        ];
        for (name, value) in parts {
            if let Some(value) = value {
                text += &format!(", {name}={value}");
            }
        }
        text + ")"
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        keywords.set_item("delay", self.parts.0)?;
        keywords.set_item("noise", self.parts.1)?;
        keywords.set_item("effort", self.parts.2)?;
        keywords.set_item("formation", &self.formation)?;
        keywords.set_item("sensed", self.script.is_sensed)?;
        Ok(((self.level,).into_pyobject(py)?, keywords))
    }
}

/// How a team plays: `None`, a word or a `Scripted`.
pub fn play(value: Any<'_, '_>, argument: &str) -> PyResult<Option<Play>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(own) = value.cast::<PyScripted>() {
        return Ok(Some(Play::Scripted(own.get().script.clone())));
    }
    let Ok(word) = value.cast::<PyString>() else {
        let must = "must be None, 'still', 'random', 'scripted' or a Scripted";
        return Err(argument_error(argument, format!("{must}, not {}", type_name(value))));
    };
    match word.to_str()? {
        "still" => Ok(Some(Play::Still)),
        "random" => Ok(Some(Play::Random)),
        "scripted" => Ok(Some(Play::Scripted(Script::standard()?))),
        other => {
            let message = format!("must be 'still', 'random' or 'scripted', not {other:?}");
            Err(argument_error(argument, message))
        }
    }
}

/// How both teams play.
pub fn plays(value: Option<Any<'_, '_>>) -> PyResult<[Option<Play>; 2]> {
    let Some(value) = value else { return Ok([None, None]) };
    let wrong = || {
        let message = format!("must be two, of the left and the right team, not {value}");
        argument_error("teams", message)
    };
    let is_text = value.is_instance_of::<PyString>();
    let items = value.try_iter().ok().filter(|_| !is_text).ok_or_else(wrong)?;
    let items: Vec<_> = items.collect::<PyResult<_>>()?;
    let [left, right] = items.as_slice() else { return Err(wrong()) };
    Ok([play(left, "teams")?, play(right, "teams")?])
}

/// What both teams have done, by name.
pub fn shown_statistics<'py>(
    py: Python<'py>,
    statistics: &Statistics,
) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
    let team = |side: Side| -> PyResult<_> {
        let counts = PyDict::new(py);
        let own = statistics.teams[side.index()];
        for (name, number) in TeamStatistics::NAMES.iter().zip(own.numbers()) {
            counts.set_item(name, number)?;
        }
        Ok(counts)
    };
    Ok((team(Side::Left)?, team(Side::Right)?))
}
