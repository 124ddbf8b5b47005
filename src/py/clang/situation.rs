//! A game as one team sees it.

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
/// the opponents' goal, y to the right when facing that goal.
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
        time = None, play_mode = Some("play_on"), goals = (0, 0), ball = (0.0, 0.0), our = None,
        opp = None, our_owners = Vec::new(), opp_owners = Vec::new(),
    ), text_signature = "(time=None, play_mode='play_on', goals=(0, 0), ball=(0.0, 0.0), our=None, \
                         opp=None, our_owners=(), opp_owners=())")]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        time: Option<&Bound<'_, PyAny>>,
        play_mode: Option<&str>,
        goals: (i64, i64),
        ball: (f64, f64),
        our: Option<&Bound<'_, PyAny>>,
        opp: Option<&Bound<'_, PyAny>>,
        our_owners: Vec<i64>,
        opp_owners: Vec<i64>,
    ) -> PyResult<Self> {
        let time = time.map_or(Ok(0), |time| integer(time, "time", i64::MIN..=i64::MAX))?;
        Ok(Self(Situation {
            time,
            mode: play_mode.map(mode_named).transpose()?,
            goals: [goals.0, goals.1],
            ball: finite([ball.0, ball.1], "ball")?,
            players: [team(our, "our")?, team(opp, "opp")?],
            owners: [set(&our_owners, "our_owners")?, set(&opp_owners, "opp_owners")?],
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

pub(super) fn finite(point: [f64; 2], argument: &str) -> PyResult<[f64; 2]> {
    if point.iter().all(|value| value.is_finite()) {
        return Ok(point);
    }
    Err(argument_error(argument, format!("must be finite, not {point:?}")))
}

fn number(number: i64, argument: &str) -> PyResult<usize> {
    let known = usize::try_from(number).ok().filter(|number| (1..=TEAM).contains(number));
    let wrong = || argument_error(argument, format!("players have numbers 1 to 11, not {number}"));
    known.ok_or_else(wrong)
}

fn team(players: Option<&Bound<'_, PyAny>>, argument: &str) -> PyResult<[Option<[f64; 2]>; TEAM]> {
    let mut team = [None; TEAM];
    let Some(players) = players else { return Ok(team) };
    let Ok(items) = players.call_method0("items").and_then(|items| items.try_iter()) else {
        let class = type_name(players);
        return Err(argument_error(argument, format!("must map numbers to points, not a {class}")));
    };
    for item in items {
        let (key, (x, y)): (i64, (f64, f64)) = item?.extract()?;
        let at = number(key, argument)? - 1;
        team[at] = Some(finite([x, y], &format!("{argument}[{key}]"))?);
    }
    Ok(team)
}

pub(super) fn set(list: &[i64], argument: &str) -> PyResult<Unums> {
    let mut bits = list.iter().map(|&one| number(one, argument).map(|number| bit(number as i32)));
    bits.try_fold(0, |all, one| Ok(all | one?))
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
