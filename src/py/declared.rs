//! What a task declares, read from Python.

use super::argument::type_name;
use super::disc::play;
use super::error::{OrRaise, argument_error};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rcssgym::batch::disc::{ActionMode, DiscAgent, DiscPlan, KeepawayPlan, Other, Others, Talk};
use rcssgym::disc::Vec2;
use rcssgym::teams::{Play, Script};
use rcssgym::terms::{Body, Declaration, Given, Program, Squad, Use};

/// The programs of a declaration, one for each robot, and whether teams share their rewards.
pub fn programs(declaration: &Bound<'_, PyDict>, progress: f64) -> PyResult<(Vec<Program>, bool)> {
    let mut declared = self::declaration(declaration)?;
    let is_shared = item(declaration, "is_shared")?.extract()?;
    if declared.body.is_disc {
        let programs = bodies(declaration)?.into_iter().map(|body| {
            declared.body = body;
            Program::new(&declared, progress)
        });
        return Ok((programs.collect::<Result<_, _>>().or_raise()?, is_shared));
    }
    let mut programs = vec![Program::new(&declared, progress).or_raise()?];
    for index in 1..declared.squad.bodies.len() {
        declared.squad.index = index;
        declared.body.clone_from(&declared.squad.bodies[index]);
        programs.push(Program::new(&declared, progress).or_raise()?);
    }
    Ok((programs, is_shared))
}

/// How a declared task plays the 2D game.
pub fn disc_plan(declaration: &Bound<'_, PyDict>) -> PyResult<DiscPlan> {
    let agents: Vec<_> = item(declaration, "agents")?
        .try_iter()?
        .map(|agent| self::agent(&agent?))
        .collect::<PyResult<_>>()?;
    let [left, right]: [Bound<'_, PyAny>; 2] = item(declaration, "others")?.extract()?;
    Ok(DiscPlan {
        agents,
        others: Others::new([others(&left)?, others(&right)?]).or_raise()?,
        script: Script::standard().or_raise()?,
        teaches: declaration.get_item("teaches")?.map_or(Ok(false), |one| one.extract())?,
        keeps_play_on: item(declaration, "keeps_play_on")?.extract()?,
        kicks_off: item(declaration, "kicks_off")?.extract()?,
        keepaway: declaration.get_item("keepaway")?.map(|plan| keepaway_plan(&plan)).transpose()?,
    })
}

/// How keepaway is played: length and width of the field, m, and whether a step is a decision.
fn keepaway_plan(plan: &Bound<'_, PyAny>) -> PyResult<KeepawayPlan> {
    let (length, width, by_decisions): (f64, f64, bool) = plan.extract()?;
    Ok(KeepawayPlan { half: Vec2::new(0.5 * length, 0.5 * width), by_decisions })
}

/// Reads who acts: the player, the mode of its actions or the names of its acts, whether the
/// learner commands it, and, if its action includes speech, how many numbers of the action come
/// before those for speech, and the maximum number of units of a message.
fn agent(value: &Bound<'_, PyAny>) -> PyResult<DiscAgent> {
    type Declared<'py> = (usize, Bound<'py, PyAny>, bool, Option<(usize, usize)>);
    let (player, action_mode, learns, talk): Declared<'_> = value.extract()?;
    let action_mode = match action_mode.extract::<String>() {
        Ok(name) => ActionMode::named(&name).or_raise()?,
        Err(_) => {
            let names: Vec<String> = action_mode.extract()?;
            ActionMode::acts(names.iter().map(String::as_str)).or_raise()?
        }
    };
    let talk = talk.map(|(from, units)| Talk { from, units });
    Ok(DiscAgent { player, action_mode, learns, talk })
}

/// Reads what the other players of a team do: the choices of which one is drawn for every episode.
fn others(choices: &Bound<'_, PyAny>) -> PyResult<Vec<Other>> {
    let other = |choice: Bound<'_, PyAny>| -> PyResult<Other> {
        if choice.extract::<&str>().is_ok_and(|word| word == "commanded") {
            return Ok(Other::Commanded);
        }
        Ok(match play(&choice, "others")? {
            None | Some(Play::Still) => Other::Still,
            Some(Play::Random) => Other::Random,
            Some(Play::Scripted(script)) => Other::Scripted(script),
        })
    };
    choices.try_iter()?.map(|choice| other(choice?)).collect()
}

/// A declaration as `rcssgym.envs.Terms` makes it, for the first robot.
pub fn declaration(declaration: &Bound<'_, PyDict>) -> PyResult<Declaration> {
    let uses = |name: &str| -> PyResult<Vec<Use>> {
        let list = item(declaration, name)?;
        list.try_iter()?.map(|usage| self::usage(&usage?)).collect()
    };
    let bodies = bodies(declaration)?;
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

/// All robots, or all players who act.
fn bodies(declaration: &Bound<'_, PyDict>) -> PyResult<Vec<Body>> {
    let robots = item(declaration, "robots")?;
    robots.try_iter()?.map(|robot| body(&robot?.cast_into()?)).collect()
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
        words: robot.get_item("words")?.map_or(Ok(0), |words| words.extract())?,
        is_disc: item(robot, "is_disc")?.extract()?,
        company: item(robot, "company")?.extract()?,
        is_right: item(robot, "is_right")?.extract()?,
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
