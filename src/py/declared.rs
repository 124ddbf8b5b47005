//! What a task declares, read from Python.

use super::argument::type_name;
use super::error::argument_error;
use crate::terms::{Body, Declaration, Given, Program, Use};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The program of a declaration.
pub fn program(declaration: &Bound<'_, PyDict>, progress: f64) -> PyResult<Program> {
    Ok(Program::new(&self::declaration(declaration)?, progress)?)
}

/// A declaration as `rcssgym.envs.Terms` makes it.
pub fn declaration(declaration: &Bound<'_, PyDict>) -> PyResult<Declaration> {
    let uses = |name: &str| -> PyResult<Vec<Use>> {
        let list = item(declaration, name)?;
        list.try_iter()?.map(|usage| self::usage(&usage?)).collect()
    };
    Ok(Declaration {
        body: body(&item(declaration, "robot")?.cast_into()?)?,
        start: uses("start")?,
        processes: uses("processes")?,
        observations: uses("observations")?,
        privileged: uses("privileged")?,
        rewards: uses("rewards")?,
        measures: uses("measures")?,
        ends: uses("ends")?,
    })
}

fn item<'py>(dictionary: &Bound<'py, PyDict>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let missing = || argument_error("declaration", format!("has no '{name}'"));
    dictionary.get_item(name)?.ok_or_else(missing)
}

fn body(robot: &Bound<'_, PyDict>) -> PyResult<Body> {
    let number = |name: &str| item(robot, name)?.extract::<f64>();
    Ok(Body {
        nominal: item(robot, "nominal")?.extract()?,
        height: number("height")?,
        lowest: number("lowest")?,
        sole: number("sole")?,
        feet: item(robot, "feet")?.extract()?,
        hinges: item(robot, "hinges")?.extract()?,
        has_torques: item(robot, "has_torques")?.extract()?,
        action_scale: number("action_scale")?,
        kp: number("kp")?,
        kd: number("kd")?,
    })
}

/// A use: label, term, weight and parameters.
fn usage(value: &Bound<'_, PyAny>) -> PyResult<Use> {
    let (label, term, weight, given): (String, String, f64, Bound<'_, PyDict>) = value.extract()?;
    let given = given.iter().map(|(name, value)| {
        let name: String = name.extract()?;
        let given = self::given(&name, &value)?;
        Ok((name, given))
    });
    let given = given.collect::<PyResult<_>>()?;
    Ok(Use { label, term, weight, given })
}

fn given(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Given> {
    if let Ok(number) = value.extract::<f64>() {
        return Ok(Given::Number(number));
    }
    match value.extract::<Vec<f64>>() {
        Ok(numbers) => Ok(Given::Numbers(numbers)),
        Err(_) => {
            let kind = type_name(value);
            Err(argument_error(name, format!("must be a number or a list of them, not {kind}")))
        }
    }
}
