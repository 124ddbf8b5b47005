//! Figures of the game for the Python classes that show them. They are defined only in the core.

use crate::error::OrRaise;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rcssgym::model;
use rcssgym::perception::VISION_INTERVAL;
use rcssgym::soccer::{Field, MEDIUM, PlayMode, Rules, SUBSTEPS, ball_radius};

/// Sizes of a field by its name, under the names of ``SoccerField``; m.
///
/// Raises :class:`ArgumentError` for an unknown name.
#[pyfunction]
fn field_sizes<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let field = Field::from_name(name).or_raise()?;
    let sizes = PyDict::new(py);
    sizes.set_item("field_dim", tuple(py, &field.size)?)?;
    sizes.set_item("line_width", field.line_width)?;
    sizes.set_item("field_border", field.border)?;
    sizes.set_item("goal_dim", tuple(py, &field.goal_size)?)?;
    sizes.set_item("goal_post_radius", field.post_radius)?;
    sizes.set_item("goalie_area_dim", tuple(py, &field.goalie_area)?)?;
    let penalty_area = field.penalty_area.map(|size| tuple(py, &size)).transpose()?;
    sizes.set_item("penalty_area_dim", penalty_area)?;
    sizes.set_item("corner_area_radius", field.corner_radius)?;
    sizes.set_item("penalty_spot_distance", field.penalty_spot)?;
    sizes.set_item("center_circle_radius", field.circle_radius)?;
    Ok(sizes)
}

fn tuple<'py>(py: Python<'py>, sizes: &[f64]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, sizes)
}

/// The figures of a rule book by its name, under the names of ``SoccerRules``; times in s, the
/// field by its name.
///
/// Raises :class:`ArgumentError` for an unknown name.
#[pyfunction]
fn rule_figures<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let rules = Rules::from_name(name).or_raise()?;
    let figures = PyDict::new(py);
    figures.set_item("max_team_size", rules.max_team_size)?;
    figures.set_item("max_player_no", rules.max_player_no)?;
    let times = [
        ("half_time", rules.half_time),
        ("extra_half_time", rules.extra_half_time),
        ("penalty_shooting_time", rules.penalty_shooting_time),
        ("kick_off_time", rules.kick_off_time),
        ("throw_in_time", rules.throw_in_time),
        ("corner_kick_time", rules.corner_kick_time),
        ("goal_kick_time", rules.goal_kick_time),
        ("free_kick_time", rules.free_kick_time),
        ("direct_free_kick_time", rules.direct_free_kick_time),
        ("goal_pause_time", rules.goal_pause_time),
        ("throw_in_wait_time", rules.throw_in_wait_time),
        ("ground_max_time", rules.ground_max_time),
        ("goalie_ground_max_time", rules.goalie_ground_max_time),
        ("not_standing_max_time", rules.not_standing_max_time),
        ("goalie_not_standing_max_time", rules.goalie_not_standing_max_time),
    ];
    figures.set_item("default_field_version", rules.default_field)?;
    // Whole numbers of seconds, as rcsssmj has them.
    times.into_iter().try_for_each(|(name, time)| figures.set_item(name, time as i64))?;
    Ok(figures)
}

/// Adds functions and constants to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(field_sizes, module)?)?;
    module.add_function(wrap_pyfunction!(rule_figures, module)?)?;
    module.add("COMMAND_LIMIT", rcssgym::soccer::COMMAND_LIMIT)?;
    module.add("BALL_RADIUS", ball_radius(&model::load("ball").or_raise()?))?;
    module.add("SUBSTEPS", SUBSTEPS)?;
    module.add("VISION_INTERVAL", VISION_INTERVAL)?;
    module.add("CYCLE", SUBSTEPS as f64 * MEDIUM.timestep)?;
    let beaming = PlayMode::ALL.into_iter().filter(|mode| mode.allows_beaming());
    let beaming: Vec<_> = beaming.map(PlayMode::name).collect();
    module.add("BEAMING_MODES", PyTuple::new(module.py(), beaming)?)
}
