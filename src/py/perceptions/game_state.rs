//! How the game stands.

use super::Perception;
use crate::value::{RealNumber, optional_string, owned_string, setters, value_methods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use rcssgym::wire::rcsssmj::perception::write_game_state;

/// How the game stands, as the referee announces it to every robot.
///
/// ``to_sexp()`` is ``(GS (t <play_time>)(pm <play_mode>)(tl <team_left>)(tr <team_right>)
/// (sl <score_left>)(sr <score_right>))`` without the space; a team that has not joined is left
/// out.
#[pyclass(module = "rcssgym.perceptions", extends = Perception)]
pub struct GameStatePerception {
    /// Time played, s.
    #[pyo3(get)]
    play_time: RealNumber,
    /// The play mode's name on the wire.
    #[pyo3(get)]
    play_mode: Py<PyString>,
    /// Name of the left team; ``None`` until it joins.
    #[pyo3(get)]
    team_left: Option<Py<PyString>>,
    /// Name of the right team; ``None`` until it joins.
    #[pyo3(get)]
    team_right: Option<Py<PyString>>,
    /// Goals of the left team.
    #[pyo3(get)]
    score_left: RealNumber,
    /// Goals of the right team.
    #[pyo3(get)]
    score_right: RealNumber,
}

value_methods!(
    GameStatePerception: play_time, play_mode, team_left, team_right, score_left, score_right
);
setters!(
    GameStatePerception: play_time: RealNumber::new,
    play_mode: owned_string,
    team_left: optional_string,
    team_right: optional_string,
    score_left: RealNumber::new,
    score_right: RealNumber::new
);

#[pymethods]
impl GameStatePerception {
    #[new]
    #[pyo3(signature = (play_time, play_mode, team_left, team_right, score_left, score_right))]
    fn new(
        play_time: &Bound<'_, PyAny>,
        play_mode: &Bound<'_, PyAny>,
        team_left: Option<&Bound<'_, PyAny>>,
        team_right: Option<&Bound<'_, PyAny>>,
        score_left: &Bound<'_, PyAny>,
        score_right: &Bound<'_, PyAny>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let team =
            |name: Option<_>, argument| name.map(|name| owned_string(name, argument)).transpose();
        let state = Self {
            play_time: RealNumber::new(play_time, "play_time")?,
            play_mode: owned_string(play_mode, "play_mode")?,
            team_left: team(team_left, "team_left")?,
            team_right: team(team_right, "team_right")?,
            score_left: RealNumber::new(score_left, "score_left")?,
            score_right: RealNumber::new(score_right, "score_right")?,
        };
        Ok(Perception::with_name(intern!(play_time.py(), "GS")).add_subclass(state))
    }

    /// Text of this perception on the wire.
    fn to_sexp(&self, py: Python<'_>) -> PyResult<String> {
        let team = |name: &Option<Py<PyString>>| {
            name.as_ref().map(|name| name.bind(py).to_str().map(str::to_owned)).transpose()
        };
        let teams = [team(&self.team_left)?, team(&self.team_right)?];
        let scores = [self.score_left.written(py)?, self.score_right.written(py)?];
        let play_mode = self.play_mode.bind(py).to_str()?;
        let mut out = String::new();
        write_game_state(
            &mut out,
            self.play_time.written(py)?,
            play_mode,
            teams.each_ref().map(Option::as_deref),
            scores,
        );
        Ok(out)
    }
}

/// A `GameStatePerception`; left team first.
pub fn game_state<'py>(
    play_time: impl Into<RealNumber>,
    play_mode: &Bound<'py, PyString>,
    teams: [Option<&Bound<'py, PyString>>; 2],
    scores: [i64; 2],
) -> PyResult<Bound<'py, PyAny>> {
    let py = play_mode.py();
    let [team_left, team_right] = teams.map(|team| team.map(|team| team.clone().unbind()));
    let state = GameStatePerception {
        play_time: play_time.into(),
        play_mode: play_mode.clone().unbind(),
        team_left,
        team_right,
        score_left: scores[0].into(),
        score_right: scores[1].into(),
    };
    let state = Perception::with_name(intern!(py, "GS")).add_subclass(state);
    Ok(Bound::new(py, state)?.into_any())
}
