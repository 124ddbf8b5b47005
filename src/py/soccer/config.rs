//! Fields and rules from their Python objects.

use super::game_state::time;
use crate::batch::GameConfig;
use crate::game::{Phase, RefereeKind, Rules};
use crate::py::argument::type_name;
use crate::py::error::argument_error;
use crate::world::Field;
use pyo3::prelude::*;

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

/// A field of play from a `SoccerField`.
pub fn field(object: Any<'_, '_>) -> PyResult<Field> {
    let get = |name| attribute(object, "field", name);
    let number = |name| positive(&get(name)?, "field", name);
    let penalty = get("penalty_area_dim")?;
    let field = Field {
        name: field_name(object)?,
        size: sizes(&get("field_dim")?, "field_dim")?,
        line_width: number("line_width")?,
        border: number("field_border")?,
        goal_size: sizes(&get("goal_dim")?, "goal_dim")?,
        post_radius: number("goal_post_radius")?,
        goalie_area: sizes(&get("goalie_area_dim")?, "goalie_area_dim")?,
        penalty_area: match penalty.is_none() {
            true => None,
            false => Some(sizes(&penalty, "penalty_area_dim")?),
        },
        corner_radius: number("corner_area_radius")?,
        penalty_spot: number("penalty_spot_distance")?,
        circle_radius: number("center_circle_radius")?,
    };
    Ok(field)
}

/// Known fields keep their names; others are called after their class.
fn field_name(object: Any<'_, '_>) -> PyResult<String> {
    Ok(match type_name(object).as_str() {
        "FIFASoccerField" => "fifa".to_owned(),
        "FIFA7vs7SoccerField" => "fifa7vs7".to_owned(),
        other => other.to_owned(),
    })
}

/// A rule book from a `SoccerRules`.
pub fn rules(object: Any<'_, '_>) -> PyResult<Rules> {
    let get = |name: &str| attribute(object, "rules", name);
    let time = |name: &str| finite(&get(name)?, "rules", name);
    let count = |name: &str| -> PyResult<u32> {
        let value = get(name)?;
        value.extract().map_err(|_| {
            argument_error("rules", format!("{name} must be a whole number from 0, not {value}"))
        })
    };
    Ok(Rules {
        name: type_name(object),
        max_team_size: count("max_team_size")? as usize,
        max_player_no: count("max_player_no")?,
        half_time: time("half_time")?,
        extra_half_time: time("extra_half_time")?,
        penalty_shooting_time: time("penalty_shooting_time")?,
        kick_off_time: time("kick_off_time")?,
        throw_in_time: time("throw_in_time")?,
        corner_kick_time: time("corner_kick_time")?,
        goal_kick_time: time("goal_kick_time")?,
        free_kick_time: time("free_kick_time")?,
        direct_free_kick_time: time("direct_free_kick_time")?,
        goal_pause_time: time("goal_pause_time")?,
        throw_in_wait_time: time("throw_in_wait_time")?,
        ground_max_time: time("ground_max_time")?,
        goalie_ground_max_time: time("goalie_ground_max_time")?,
        not_standing_max_time: time("not_standing_max_time")?,
        goalie_not_standing_max_time: time("goalie_not_standing_max_time")?,
        ..Rules::fifa()
    })
}

/// A game's configuration from the arguments of `SoccerSimulation` and of `WorldBatch`.
pub fn game_config(
    rules: Any<'_, '_>,
    referee: &str,
    phase: usize,
    play_time: Any<'_, '_>,
    compat: bool,
    vision_noise: bool,
    occlusion: bool,
) -> PyResult<GameConfig> {
    let referee = match referee {
        "soccer" => RefereeKind::Soccer,
        "kick_challenge" => RefereeKind::KickChallenge,
        other => {
            let message = format!("unknown '{other}', known are 'soccer' and 'kick_challenge'");
            return Err(argument_error("referee", message));
        }
    };
    let phase = Phase::from_index(phase)
        .ok_or_else(|| argument_error("phase", format!("{phase} is not from 0 to 4")))?;
    let rules = self::rules(rules)?;
    // A whole number that the rules gave stays one when agents are told the time, as in rcsssmj.
    let play_time = match time(play_time)? {
        (time, whole)
            if time == rules.start_time(phase) && whole == rules.start_is_whole(phase) =>
        {
            None
        }
        (time, _) => Some(time),
    };
    Ok(GameConfig { rules, referee, phase, play_time, compat, vision_noise, occlusion })
}

fn attribute<'py>(object: Any<'_, 'py>, argument: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    object.getattr(name).map_err(|_| {
        let kind = type_name(object);
        argument_error(argument, format!("a {kind} has no {name}"))
    })
}

fn finite(value: Any<'_, '_>, argument: &str, name: &str) -> PyResult<f64> {
    let number = value.extract::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| {
        let what = if name.is_empty() { String::new() } else { format!("{name} ") };
        argument_error(argument, format!("{what}must be a finite number, not {value}"))
    })
}

fn positive(value: Any<'_, '_>, argument: &str, name: &str) -> PyResult<f64> {
    match finite(value, argument, name)? {
        number if number >= 0.0 => Ok(number),
        number => Err(argument_error(argument, format!("{name} must not be negative: {number}"))),
    }
}

fn sizes<const N: usize>(value: Any<'_, '_>, name: &str) -> PyResult<[f64; N]> {
    let sizes: [f64; N] = value
        .extract()
        .map_err(|_| argument_error("field", format!("{name} must be {N} numbers, not {value}")))?;
    match sizes.iter().all(|size| size.is_finite() && *size > 0.0) {
        true => Ok(sizes),
        false => Err(argument_error("field", format!("{name} must be positive, not {sizes:?}"))),
    }
}
