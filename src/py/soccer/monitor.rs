//! What is sent to monitors: `rcssgym._core.SceneGraph`, and the texts of time, game and
//! environment.

use super::PySoccerWorld;
use crate::Any;
use crate::error::OrRaise;
use crate::value::{Written, formatted};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rcssgym::soccer::{PlayMode, Side};
use rcssgym::wire::rcsssmj::monitor::{
    EnvironmentFigures, GameFigures, SceneGraph, SentPoses, write_time,
};
use std::sync::{Arc, Mutex, PoisonError};

/// Poses that were last sent to one audience; the next difference contains what has changed since.
#[pyclass(name = "TransformNode", module = "rcssgym._core", frozen)]
pub struct PySentPoses(Mutex<SentPoses>);

#[pymethods]
impl PySentPoses {
    #[new]
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// Forgets what was sent: the next difference then contains all poses.
    fn reset(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = SentPoses::default();
    }
}

/// The scene graph of one frame. An implementation detail of :class:`rcssgym.soccer.SceneGraph`.
#[pyclass(name = "SceneGraph", module = "rcssgym._core", frozen)]
pub struct PySceneGraph(SceneGraph);

#[pymethods]
impl PySceneGraph {
    /// Text for an audience to which the poses of `node_cache` were sent; brings `node_cache` up to
    /// date.
    fn to_sexp(&self, full: bool, node_cache: &PySentPoses) -> String {
        let mut sent = node_cache.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = String::new();
        match full {
            true => self.0.write_full(&mut out, &mut sent),
            false => self.0.write_diff(&mut out, &mut sent),
        }
        out
    }
}

#[pymethods]
impl PySoccerWorld {
    /// The scene as monitors see it in this frame.
    fn scene_graph(&self) -> PyResult<PySceneGraph> {
        let mut batch = self.door.open()?;
        let arena = Arc::clone(batch.arena());
        let perceiver = batch.perceiver(0).or_raise()?;
        let mut graph = self.graph.lock().unwrap_or_else(PoisonError::into_inner);
        let graph = graph.get_or_insert_with(|| {
            let names = Side::BOTH.map(|side| perceiver.state.team_name(side));
            SceneGraph::new(&arena, names)
        });
        graph.update(&perceiver.view);
        Ok(PySceneGraph(graph.clone()))
    }
}

/// Simulated time, s, with two digits.
#[pyfunction]
fn time_text(time: f64) -> String {
    let mut out = String::new();
    write_time(&mut out, time);
    out
}

/// The state of a game as text, its numbers as Python formats them. ``fouls`` has for each foul its
/// kind, the team's id and the player's number.
#[pyfunction]
#[pyo3(signature = (*, play_time, half_time, score, play_mode, teams, fouls))]
fn game_text(
    play_time: Any<'_, '_>,
    half_time: Any<'_, '_>,
    score: [Bound<'_, PyAny>; 2],
    play_mode: &str,
    teams: Option<[String; 2]>,
    fouls: Vec<[i64; 3]>,
) -> PyResult<String> {
    let [left, right] = &score;
    let figures = GameFigures {
        play_time: text(play_time)?,
        is_second_half: play_time.gt(half_time)?,
        score: [text(left)?, text(right)?],
        play_mode: PlayMode::from_name(play_mode).or_raise()?,
        teams: teams.as_ref().map(|[left, right]| [left.as_str(), right.as_str()]),
    };
    let mut out = String::new();
    figures.write(&mut out, fouls);
    Ok(out)
}

/// What a monitor needs to know about a ``SoccerField`` and ``SoccerRules``, their numbers as
/// Python formats them; ``compat`` swaps width and depth of the goals as rcsssmj does.
#[pyfunction]
#[pyo3(signature = (field, rules, ball_radius, *, compat))]
fn environment_text(
    field: Any<'_, '_>,
    rules: Any<'_, '_>,
    ball_radius: Any<'_, '_>,
    compat: bool,
) -> PyResult<String> {
    let of_field = |name| text(&field.getattr(name)?);
    let of_rules = |name| text(&rules.getattr(name)?);
    let penalty_area = field.getattr("penalty_area_dim")?;
    let figures = EnvironmentFigures {
        field: texts(&field.getattr("field_dim")?)?,
        goal: texts(&field.getattr("goal_dim")?)?,
        line_width: of_field("line_width")?,
        ball_radius: text(ball_radius)?,
        goal_pause_time: of_rules("goal_pause_time")?,
        half_time: of_rules("half_time")?,
        circle_radius: of_field("center_circle_radius")?,
        corner_radius: of_field("corner_area_radius")?,
        goalie_area: texts(&field.getattr("goalie_area_dim")?)?,
        penalty_spot: of_field("penalty_spot_distance")?,
        penalty_area: match penalty_area.is_none() {
            true => None,
            false => Some(texts(&penalty_area)?),
        },
    };
    Ok(figures.text(compat))
}

/// A number as Python formats it.
fn text(value: Any<'_, '_>) -> PyResult<Written<'static>> {
    Ok(Written::Text(formatted(value)?.into()))
}

fn texts<const N: usize>(values: Any<'_, '_>) -> PyResult<[Written<'static>; N]> {
    let texts = values.try_iter()?.map(|value| text(&value?)).collect::<PyResult<Vec<_>>>()?;
    texts.try_into().map_err(|_| PyValueError::new_err(format!("{values} is not of {N} numbers")))
}

/// Adds functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(time_text, module)?)?;
    module.add_function(wrap_pyfunction!(game_text, module)?)?;
    module.add_function(wrap_pyfunction!(environment_text, module)?)
}
