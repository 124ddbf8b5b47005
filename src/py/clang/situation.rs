//! A game as one team sees it.

use super::read::written;
use crate::argument::{integer, type_name};
use crate::disc::PyDiscWorld;
use crate::error::{OrRaise, argument_error};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rcssgym::advice::{Situation, Unums, bit, disc_play_mode, numbers, soccer_play_mode};
use rcssgym::disc::TEAM;
use rcssgym::soccer;
use rcssgym::wire::clang::PlayMode;

/// A game at one moment as one team sees it: everything to which a coach's message can refer.
///
/// Coordinates are those of the team that the coach addresses: metres from the centre, x towards
/// the opponents' goal, y to the right when facing that goal. A point is any two numbers, such as a
/// tuple, a list or an array.
///
/// :param time: the clock, in cycles.
/// :param play_mode: the language's name for it, such as ``"ki_our"``; ``None`` for modes that it
///     lacks.
/// :param goals: ours and theirs.
/// :param ball: where the ball is.
/// :param our: where our players are, by their numbers 1 to 11; players left out do not play.
/// :param opp: where the opponents are.
/// :param our_owners: numbers of our players who last had the ball within reach.
/// :param opp_owners: numbers of the opponents who last had the ball within reach.
///
/// Raises :class:`rcssgym.ArgumentError` for invalid numbers, points that are not finite and
/// unknown play modes.
#[pyclass(name = "Situation", module = "rcssgym.clang", frozen, eq)]
#[derive(Clone, Debug, PartialEq)]
pub struct PySituation(pub(super) Situation);

#[pymethods]
impl PySituation {
    #[new]
    #[pyo3(signature = (
        time = None, play_mode = Some("play_on"), goals = None, ball = None, our = None,
        opp = None, our_owners = None, opp_owners = None,
    ), text_signature = "(time=None, play_mode='play_on', goals=(0, 0), ball=(0.0, 0.0), our=None, \
                         opp=None, our_owners=(), opp_owners=())")]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        time: Option<&Bound<'_, PyAny>>,
        play_mode: Option<&str>,
        goals: Option<&Bound<'_, PyAny>>,
        ball: Option<&Bound<'_, PyAny>>,
        our: Option<&Bound<'_, PyAny>>,
        opp: Option<&Bound<'_, PyAny>>,
        our_owners: Option<&Bound<'_, PyAny>>,
        opp_owners: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let time = time.map_or(Ok(0), |time| integer(time, "time", i64::MIN..=i64::MAX))?;
        Ok(Self(Situation {
            time,
            mode: play_mode.map(mode_named).transpose()?,
            goals: goals.map_or(Ok([0; 2]), score)?,
            ball: ball.map_or(Ok([0.0; 2]), |ball| point(ball, "ball"))?,
            players: [team(our, "our")?, team(opp, "opp")?],
            owners: [
                our_owners.map_or(Ok(0), |owners| set(owners, "our_owners"))?,
                opp_owners.map_or(Ok(0), |owners| set(owners, "opp_owners"))?,
            ],
        }))
    }

    /// A 2D game as seen by a side, 0 for left or 1 for right.
    #[staticmethod]
    #[pyo3(signature = (world, side, before = None))]
    fn _of_disc(world: &PyDiscWorld, side: usize, before: Option<&Self>) -> PyResult<Self> {
        let game = world.open()?;
        let world = &game.world;
        let side = rcssgym::disc::Side::BOTH.get(side).copied();
        let side = side.ok_or_else(|| argument_error("side", "must be 0 or 1"))?;
        let before = before.map(|before| &before.0);
        Ok(Self(Situation::of_disc(world.rules(), &world.game, side, before)))
    }

    /// The clock, in cycles.
    #[getter]
    fn time(&self) -> i64 {
        self.0.time
    }

    /// The language's name for the play mode, or ``None`` if it has none.
    #[getter]
    fn play_mode(&self) -> Option<String> {
        self.0.mode.map(PlayMode::name)
    }

    /// Our goals and theirs.
    #[getter]
    fn goals(&self) -> (i64, i64) {
        self.0.goals.into()
    }

    /// Where the ball is, m.
    #[getter]
    fn ball(&self) -> (f64, f64) {
        self.0.ball.into()
    }

    /// Where our players are, by number, m.
    #[getter]
    fn our<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        places(py, &self.0.players[0])
    }

    /// Where the opponents are, by number, m.
    #[getter]
    fn opp<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        places(py, &self.0.players[1])
    }

    /// Numbers of our players who last had the ball within reach.
    #[getter]
    fn our_owners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        shown(py, self.0.owners[0])
    }

    /// Numbers of the opponents who last had the ball within reach.
    #[getter]
    fn opp_owners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        shown(py, self.0.owners[1])
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mode = self.play_mode().map_or_else(|| "None".to_owned(), |mode| format!("'{mode}'"));
        Ok(format!(
            "Situation(time={}, play_mode={mode}, goals={:?}, ball={:?}, our={}, opp={}, \
             our_owners={}, opp_owners={})",
            self.0.time,
            self.goals(),
            self.ball(),
            self.our(py)?,
            self.opp(py)?,
            self.our_owners(py)?,
            self.opp_owners(py)?
        ))
    }
}

/// The language's play mode for one of the 3D game, as a side calls it: 0 for left, 1 for right.
#[pyfunction]
pub fn clang_play_mode(mode: &str, side: usize) -> PyResult<Option<String>> {
    let mode = soccer::PlayMode::from_name(mode).or_raise()?;
    let side = soccer::Side::from_index(side);
    let side = side.ok_or_else(|| argument_error("side", "must be 0 or 1"))?;
    Ok(soccer_play_mode(mode, side).map(PlayMode::name))
}

/// The language's play mode for one of the 2D game, such as ``play_on``. ``held`` says whether a
/// goalie has the ball.
#[pyfunction]
pub fn clang_disc_play_mode(mode: &str, held: bool, side: usize) -> PyResult<Option<String>> {
    let Some(mode) = rcssgym::disc::PlayMode::named(mode) else {
        return Err(argument_error("mode", format!("no play mode is called '{mode}'")));
    };
    let side = rcssgym::disc::Side::BOTH.get(side).copied();
    let side = side.ok_or_else(|| argument_error("side", "must be 0 or 1"))?;
    Ok(disc_play_mode(mode, held, side).map(PlayMode::name))
}

fn mode_named(name: &str) -> PyResult<PlayMode> {
    let unknown = || argument_error("play_mode", format!("must be a play mode, not '{name}'"));
    PlayMode::named(name).ok_or_else(unknown)
}

fn score(goals: &Bound<'_, PyAny>) -> PyResult<[i64; 2]> {
    let wrong =
        |_| argument_error("goals", format!("must be two integers, not {}", written(goals)));
    goals.extract().map_err(wrong)
}

/// A point, from any sequence of two numbers.
pub(super) fn point(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<[f64; 2]> {
    let Ok(point) = value.extract::<[f64; 2]>() else {
        let reason = format!("must be two numbers, not {}", written(value));
        return Err(argument_error(argument, reason));
    };
    if point.iter().all(|value| value.is_finite()) {
        return Ok(point);
    }
    Err(argument_error(argument, format!("must be finite, not {point:?}")))
}

fn number(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<usize> {
    let known = value.extract().ok().filter(|number| (1..=TEAM).contains(number));
    let shown = || format!("players have numbers 1 to 11, not {}", written(value));
    known.ok_or_else(|| argument_error(argument, shown()))
}

fn team(players: Option<&Bound<'_, PyAny>>, argument: &str) -> PyResult<[Option<[f64; 2]>; TEAM]> {
    let mut team = [None; TEAM];
    let Some(players) = players else { return Ok(team) };
    let Ok(items) = players.call_method0("items").and_then(|items| items.try_iter()) else {
        let class = type_name(players);
        return Err(argument_error(argument, format!("must map numbers to points, not a {class}")));
    };
    for item in items {
        let (key, place): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item?.extract()?;
        let number = number(&key, argument)?;
        team[number - 1] = Some(point(&place, &format!("{argument}[{number}]"))?);
    }
    Ok(team)
}

/// Players by their numbers, from anything that yields these.
pub(super) fn set(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Unums> {
    let Ok(mut items) = value.try_iter() else {
        let reason = format!("must be numbers of players, not {}", written(value));
        return Err(argument_error(argument, reason));
    };
    items.try_fold(0, |all, one| Ok(all | bit(number(&one?, argument)? as i32)))
}

pub(super) fn shown(py: Python<'_>, set: Unums) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, numbers(set).collect::<Vec<_>>())
}

fn places<'py>(py: Python<'py>, team: &[Option<[f64; 2]>; TEAM]) -> PyResult<Bound<'py, PyDict>> {
    let places = PyDict::new(py);
    for (place, point) in team.iter().enumerate() {
        if let Some(point) = point {
            places.set_item(place + 1, (point[0], point[1]))?;
        }
    }
    Ok(places)
}
