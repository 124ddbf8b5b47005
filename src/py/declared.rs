//! What a task declares, read from Python.

use super::argument::type_name;
use super::error::argument_error;
use crate::batch::disc::{Deed, DiscPlan, KeepawayPlan, Others};
use crate::disc::Vec2;
use crate::terms::{Body, Declaration, Given, Program, Squad, Use};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The programs of a declaration, one for each robot, and whether teams share their rewards.
pub fn programs(declaration: &Bound<'_, PyDict>, progress: f64) -> PyResult<(Vec<Program>, bool)> {
    let mut declared = self::declaration(declaration)?;
    let is_shared = item(declaration, "is_shared")?.extract()?;
    let mut programs = vec![Program::new(&declared, progress)?];
    for index in 1..declared.squad.bodies.len() {
        declared.squad.index = index;
        declared.body.clone_from(&declared.squad.bodies[index]);
        programs.push(Program::new(&declared, progress)?);
    }
    Ok((programs, is_shared))
}

/// How a declared task plays the 2D game.
pub fn disc_plan(declaration: &Bound<'_, PyDict>) -> PyResult<DiscPlan> {
    let deed: String = item(declaration, "deed")?.extract()?;
    let others: String = item(declaration, "others")?.extract()?;
    let keeps_play_on = item(declaration, "keeps_play_on")?.extract()?;
    let keepaway =
        declaration.get_item("keepaway")?.map(|plan| keepaway_plan(&plan)).transpose()?;
    let (deed, others) = (Deed::named(&deed)?, Others::named(&others)?);
    Ok(DiscPlan { deed, others, keeps_play_on, keepaway })
}

/// How keepaway is played.
fn keepaway_plan(plan: &Bound<'_, PyAny>) -> PyResult<KeepawayPlan> {
    let (length, width, takers, by_decisions): (f64, f64, Option<f64>, bool) = plan.extract()?;
    Ok(KeepawayPlan { half: Vec2::new(0.5 * length, 0.5 * width), takers, by_decisions })
}

/// A declaration as `rcssgym.envs.Terms` makes it, for the first robot.
pub fn declaration(declaration: &Bound<'_, PyDict>) -> PyResult<Declaration> {
    let uses = |name: &str| -> PyResult<Vec<Use>> {
        let list = item(declaration, name)?;
        list.try_iter()?.map(|usage| self::usage(&usage?)).collect()
    };
    let bodies: Vec<Body> = item(declaration, "robots")?
        .try_iter()?
        .map(|robot| body(&robot?.cast_into()?))
        .collect::<PyResult<_>>()?;
    let body = bodies.first().cloned();
    let body = body.ok_or_else(|| argument_error("declaration", "has no robots"))?;
    // A robot that is alone has no squad.
    let left = item(declaration, "left")?.extract::<Option<usize>>()?;
    let squad = left.map(|left| Squad { bodies, left, index: 0 });
    Ok(Declaration {
        body,
        squad: squad.unwrap_or_default(),
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
        is_disc: item(robot, "is_disc")?.extract()?,
        company: item(robot, "company")?.extract()?,
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
