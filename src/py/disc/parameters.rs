//! Parameters and player types from Python.

use crate::argument::{text, type_name};
use crate::error::{OrRaise, argument_error};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyMapping, PyString};
use rcssgym::disc::parameters::Value;
use rcssgym::disc::{PlayerParameters, PlayerType, ServerParameters, TYPES};

/// Names and values of a mapping.
fn items<'py>(
    mapping: &Bound<'py, PyAny>,
    argument: &str,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let Ok(mapping) = mapping.cast::<PyMapping>() else {
        let kind = type_name(mapping);
        return Err(argument_error(argument, format!("must be a mapping, not {kind}")));
    };
    let item = |item: Bound<'py, PyAny>| {
        let (name, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = item.extract()?;
        Ok((text(&name, argument)?, value))
    };
    mapping.items()?.iter().map(item).collect()
}

/// Reads a parameter's value; numpy's numbers are accepted too.
fn value(value: &Bound<'_, PyAny>, argument: &str, name: &str) -> PyResult<Value> {
    if value.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(value.extract()?));
    }
    if value.is_instance_of::<PyString>() {
        return Ok(Value::Text(value.extract()?));
    }
    if value.is_instance_of::<PyFloat>() {
        return Ok(Value::Real(value.extract()?));
    }
    if let Ok(number) = value.extract::<i32>() {
        return Ok(Value::Int(number));
    }
    if let (Ok(number), false) = (value.extract::<f64>(), value.is_instance_of::<PyInt>()) {
        return Ok(Value::Real(number));
    }
    let message = format!("{name}: {value} is not a boolean, 32-bit number or text");
    Err(argument_error(argument, message))
}

/// `server::` parameters that differ from the defaults.
pub fn server_parameters(mapping: &Bound<'_, PyAny>) -> PyResult<ServerParameters> {
    let mut parameters = ServerParameters::default();
    for (name, own) in items(mapping, "server_params")? {
        parameters.set(&name, &value(&own, "server_params", &name)?).or_raise()?;
    }
    Ok(parameters)
}

/// `player::` parameters that differ from the defaults.
pub fn player_parameters(mapping: &Bound<'_, PyAny>) -> PyResult<PlayerParameters> {
    let mut parameters = PlayerParameters::default();
    for (name, own) in items(mapping, "player_params")? {
        parameters.set(&name, &value(&own, "player_params", &name)?).or_raise()?;
    }
    Ok(parameters)
}

/// Names that records of player types have besides the figures of the game. They concern what
/// players see, and are the same for all types.
const SEEN: [&str; 15] = [
    "unum_far_length",
    "unum_too_far_length",
    "team_far_length",
    "team_too_far_length",
    "player_max_observation_length",
    "ball_vel_far_length",
    "ball_vel_too_far_length",
    "ball_max_observation_length",
    "flag_chg_far_length",
    "flag_chg_too_far_length",
    "flag_max_observation_length",
    "dist_noise_rate",
    "focus_dist_noise_rate",
    "land_dist_noise_rate",
    "land_focus_dist_noise_rate",
];

/// All player types, in the order of their ids; a record's `id` may be left out.
pub fn player_types(records: &Bound<'_, PyAny>) -> PyResult<[PlayerType; TYPES]> {
    let wrong = |message: String| argument_error("player_types", message);
    let Ok(records) = records.try_iter().and_then(Iterator::collect::<PyResult<Vec<_>>>) else {
        let kind = type_name(records);
        return Err(wrong(format!("must be {TYPES} records, not {kind}")));
    };
    if records.len() != TYPES {
        return Err(wrong(format!("must be {TYPES} records, not {}", records.len())));
    }
    let mut types = [PlayerType::default(); TYPES];
    for (id, record) in records.iter().enumerate() {
        types[id] = player_type(id, record)?;
    }
    Ok(types)
}

fn player_type(id: usize, record: &Bound<'_, PyAny>) -> PyResult<PlayerType> {
    let wrong = |message: String| argument_error("player_types", format!("type {id}: {message}"));
    let mut own = PlayerType::default();
    let mut missing: Vec<&str> = PlayerType::NAMES.to_vec();
    for (name, value) in items(record, "player_types")? {
        let number: f64 =
            value.extract().map_err(|_| wrong(format!("{name} must be a number, not {value}")))?;
        if name == "id" {
            if number != id as f64 {
                return Err(wrong(format!("its id is {number}")));
            }
        } else if let Some(figure) = own.figure_mut(&name) {
            *figure = number;
            missing.retain(|other| *other != name);
        } else if !SEEN.contains(&name.as_str()) {
            return Err(wrong(format!("there is no figure {name:?}")));
        }
    }
    match missing.first() {
        Some(name) => Err(wrong(format!("{name} is missing"))),
        None => Ok(own),
    }
}

/// A value for Python.
pub(super) fn shown<'py>(py: Python<'py>, value: Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Bool(own) => PyBool::new(py, own).to_owned().into_any(),
        Value::Int(own) => own.into_pyobject(py)?.into_any(),
        Value::Real(own) => own.into_pyobject(py)?.into_any(),
        Value::Text(own) => own.into_pyobject(py)?.into_any(),
    })
}

/// All parameters of a table as a dictionary.
pub fn table<'py>(
    py: Python<'py>,
    names: &[(&str, u8)],
    get: impl Fn(&str) -> Option<Value>,
) -> PyResult<Bound<'py, PyDict>> {
    let table = PyDict::new(py);
    for (name, _) in names {
        if let Some(value) = get(name) {
            table.set_item(name, shown(py, value)?)?;
        }
    }
    Ok(table)
}

/// Player types as dictionaries of their ids and figures.
pub fn shown_types<'py>(
    py: Python<'py>,
    types: &[PlayerType],
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let shown = |(id, own): (usize, &PlayerType)| {
        let shown = PyDict::new(py);
        shown.set_item("id", id)?;
        for name in PlayerType::NAMES {
            shown.set_item(name, own.get(name))?;
        }
        Ok(shown)
    };
    types.iter().enumerate().map(shown).collect()
}
