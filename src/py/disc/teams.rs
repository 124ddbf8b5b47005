//! How teams play by themselves, from Python.

use crate::Any;
use crate::argument::{flag_or, integer, number, text, type_name};
use crate::error::{OrRaise, argument_error};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use rcssgym::advice::RuleBase;
use rcssgym::disc::Side;
use rcssgym::disc::skills::planner::Planner;
use rcssgym::teams::{Play, Playbook, Script, Statistics, Strength, TeamStatistics};
use rcssgym::wire::clang::{self, Message};
use std::sync::Arc;

/// A scripted team: how well its players play, and where they stand.
///
/// :param strength: 0 to 1; 1 is the best that it can do. A lower strength sets the next three
///     parameters: 0 means a ``delay`` of 3, a ``noise`` of 15 and an ``effort`` of 0.7, and values
///     between are interpolated linearly.
/// :param delay: age, 0 to 20 cycles, of what players know about opponents, and about a ball that
///     an opponent touched last.
/// :param noise: standard deviation of the directions of kicks, degrees, 0 to 180.
/// :param effort: share of the power of dashes, 0 to 1.
/// :param formation: the text of a file of formations; ``docs/disc-teams.md`` has the format.
///     ``None``: the package's.
/// :param sensed: its players know only what they remember of what they have sensed, and turn their
///     heads; for a batch made with ``sensed``, or a simulation with ``senses``. ``delay`` then has
///     no effect.
/// :param talk: players who sense tell each other what they know, in the say codec.
/// :param planner: the player who has the ball looks for chains of passes and runs; slower.
/// :param choose_types: players get the types that suit their roles, before the first kick-off.
/// :param advice: messages of the coach language, texts or :class:`rcssgym.clang.Message`, that the
///     players have heard before the game.
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
    advice: Vec<String>,
}

#[pymethods]
impl PyScripted {
    #[new]
    #[pyo3(
        signature = (
            strength=None, *, delay=None, noise=None, effort=None, formation=None, sensed=None,
            talk=None, planner=None, choose_types=None, advice=None
        ),
        text_signature = "(strength=1.0, *, delay=None, noise=None, effort=None, formation=None, \
            sensed=False, talk=True, planner=False, choose_types=True, advice=None)"
    )]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        strength: Option<Any<'_, '_>>,
        delay: Option<Any<'_, '_>>,
        noise: Option<Any<'_, '_>>,
        effort: Option<Any<'_, '_>>,
        formation: Option<Any<'_, '_>>,
        sensed: Option<Any<'_, '_>>,
        talk: Option<Any<'_, '_>>,
        planner: Option<Any<'_, '_>>,
        choose_types: Option<Any<'_, '_>>,
        advice: Option<Any<'_, '_>>,
    ) -> PyResult<Self> {
        let strength = strength.map_or(Ok(1.0), |strength| number(strength, "strength"))?;
        let own = Strength::of(strength).or_raise()?;
        let most = Strength::MOST_DELAY;
        let delay = delay.map(|delay| integer(delay, "delay", 0..=most)).transpose()?;
        let noise = noise.map(|noise| number(noise, "noise")).transpose()?;
        let effort = effort.map(|effort| number(effort, "effort")).transpose()?;
        let formation = formation.map(|formation| text(formation, "formation")).transpose()?;
        let planner = flag_or(planner, "planner", false)?;
        let parts = (delay, noise, effort);
        let strength_of = Strength::new(
            delay.unwrap_or(own.delay),
            noise.unwrap_or(own.noise),
            effort.unwrap_or(own.effort),
        )
        .or_raise()?;
        let playbook = match &formation {
            Some(text) => Arc::new(Playbook::parse(text).or_raise()?),
            None => Playbook::standard().or_raise()?,
        };
        let (messages, advice) = advice.map_or(Ok(Default::default()), messages)?;
        let script = Script {
            strength: strength_of,
            playbook,
            is_sensed: flag_or(sensed, "sensed", false)?,
            planner: planner.then(|| Arc::new(Planner::default())),
            chooses_types: flag_or(choose_types, "choose_types", true)?,
            talks: flag_or(talk, "talk", true)?,
            advice: messages.iter().cloned().collect(),
        };
        Ok(Self { script, level: strength, parts, formation, advice })
    }

    /// Age of what players know about opponents, cycles.
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

    /// Whether players who sense tell each other what they know.
    #[getter]
    fn talk(&self) -> bool {
        self.script.talks
    }

    /// Whether the player who has the ball looks for chains of passes and runs.
    #[getter]
    fn planner(&self) -> bool {
        self.script.planner.is_some()
    }

    /// Whether players get the types that suit their roles.
    #[getter]
    fn choose_types(&self) -> bool {
        self.script.chooses_types
    }

    /// What the players have heard from their coach before the game.
    #[getter]
    fn advice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.advice)
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
            ("talk", (!self.script.talks).then(|| "False".to_owned())),
            ("planner", self.script.planner.is_some().then(|| "True".to_owned())),
            ("choose_types", (!self.script.chooses_types).then(|| "False".to_owned())),
            ("advice", (!self.advice.is_empty()).then(|| "...".to_owned())),
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
        keywords.set_item("talk", self.script.talks)?;
        keywords.set_item("planner", self.script.planner.is_some())?;
        keywords.set_item("choose_types", self.script.chooses_types)?;
        keywords.set_item("advice", PyTuple::new(py, &self.advice)?)?;
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
        "scripted" => Ok(Some(Play::Scripted(Script::standard().or_raise()?))),
        other => {
            let message = format!("must be 'still', 'random' or 'scripted', not {other:?}");
            Err(argument_error(argument, message))
        }
    }
}

/// Reads messages of a coach: texts, or objects with an attribute `text`. Returns their texts, too.
fn messages(value: Any<'_, '_>) -> PyResult<(Vec<Message>, Vec<String>)> {
    let is_text = |item: Any<'_, '_>| item.is_instance_of::<PyString>();
    let items = value.try_iter().ok().filter(|_| !is_text(value));
    let Some(items) = items else {
        let kind = if is_text(value) { "text".to_owned() } else { type_name(value) };
        return Err(argument_error("advice", format!("must be several messages, not one {kind}")));
    };
    let (mut messages, mut texts) = (Vec::new(), Vec::new());
    for (index, item) in items.enumerate() {
        let (item, name) = (item?, format!("advice[{index}]"));
        let text = if is_text(&item) { Ok(item.clone()) } else { item.getattr("text") };
        let text: String = text.and_then(|text| text.extract()).map_err(|_| {
            let kind = type_name(&item);
            argument_error(&name, format!("must be a text or a Message, not {kind}"))
        })?;
        let fault = |error| argument_error(&name, format!("{error}"));
        messages.push(clang::parse(&text).map_err(fault)?);
        texts.push(text);
    }
    // Messages that name undefined rules can be detected now.
    let mut base = RuleBase::new();
    for (index, message) in messages.iter().enumerate() {
        let fault = |error| argument_error(&format!("advice[{index}]"), format!("{error}"));
        base.hear(message, 0).map_err(fault)?;
    }
    Ok((messages, texts))
}

/// How both teams play in each of the worlds; one entry for a team that plays alike in all.
pub fn plays_of_worlds(
    value: Option<Any<'_, '_>>,
    worlds: usize,
) -> PyResult<[Vec<Option<Play>>; 2]> {
    let Some(value) = value else { return Ok([vec![None], vec![None]]) };
    let [left, right] = both(value)?;
    Ok([side_plays(&left, worlds)?, side_plays(&right, worlds)?])
}

fn side_plays(value: Any<'_, '_>, worlds: usize) -> PyResult<Vec<Option<Play>>> {
    let is_one = value.is_none()
        || value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyScripted>();
    let Some(items) = (!is_one).then(|| value.try_iter().ok()).flatten() else {
        return Ok(vec![play(value, "teams")?]);
    };
    let plays: Vec<_> = items.map(|item| play(&item?, "teams")).collect::<PyResult<_>>()?;
    if plays.len() != worlds {
        let message = format!("{} ways to play for {worlds} worlds", plays.len());
        return Err(argument_error("teams", message));
    }
    Ok(plays)
}

/// Splits a value into those of the left and the right team.
fn both<'py>(value: Any<'_, 'py>) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let wrong = || {
        let message = format!("must be two, of the left and the right team, not {value}");
        argument_error("teams", message)
    };
    let is_text = value.is_instance_of::<PyString>();
    let items = value.try_iter().ok().filter(|_| !is_text).ok_or_else(wrong)?;
    let items: Vec<_> = items.collect::<PyResult<_>>()?;
    items.try_into().map_err(|_| wrong())
}

/// The statistics of both teams, by name.
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
