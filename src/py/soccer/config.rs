//! Fields and rules from their Python objects.

use super::game_state::time;
use crate::batch::GameConfig;
use crate::py::argument::type_name;
use crate::py::error::argument_error;
use crate::soccer::{Field, Phase, RefereeKind, Rules};
use pyo3::prelude::*;
use pyo3::types::PyDict;

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

/// A field of play by its name, or from a `SoccerField`.
pub fn field(object: Any<'_, '_>) -> PyResult<Field> {
    match object.extract::<String>() {
        Ok(name) => Ok(Field::from_name(&name)?),
        Err(_) if object.hasattr("field_dim")? => custom_field(object),
        Err(_) => {
            let kind = type_name(object);
            Err(argument_error("field", format!("must be a name or a SoccerField, not {kind}")))
        }
    }
}

fn custom_field(object: Any<'_, '_>) -> PyResult<Field> {
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
fn rules(object: Any<'_, '_>) -> PyResult<Rules> {
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

/// A rule book by its name, or from a `SoccerRules`.
pub fn rule_book(value: Any<'_, '_>) -> PyResult<Rules> {
    match value.extract::<String>() {
        Ok(name) => Ok(Rules::from_name(&name)?),
        Err(_) => rules(value),
    }
}

/// What a game is configured by, as the arguments of `SoccerSimulation` and `WorldBatch` say.
pub struct GameArguments<'a, 'py> {
    /// A name, or a `SoccerRules`; `None` for no game.
    pub rules: Option<Any<'a, 'py>>,
    /// Of the left and the right team.
    pub team_names: Option<Any<'a, 'py>>,
    /// `soccer` or `kick_challenge`.
    pub referee: &'a str,
    /// A `GamePhase`, or its value.
    pub phase: Option<Any<'a, 'py>>,
    /// s; `None` for the phase's start.
    pub play_time: Option<Any<'a, 'py>>,
    pub compat: bool,
    pub vision_noise: bool,
    pub occlusion: bool,
}

impl<'a, 'py> GameArguments<'a, 'py> {
    /// Reads them; `None` for no game.
    pub fn read(&self) -> PyResult<Option<GameConfig>> {
        let Some(rules) = self.rules else { return self.check_absent().map(|()| None) };
        let &Self { referee, compat, vision_noise, occlusion, .. } = self;
        let rules = rule_book(rules)?;
        let phase = self.phase.map_or(Ok(Phase::FirstHalf), phase)?;
        let play_time = self.play_time.map(time).transpose()?;
        // A whole number that the rules gave stays one when agents are told it, as in rcsssmj.
        let of_rules = (rules.start_time(phase), rules.start_is_whole(phase));
        let play_time = play_time.filter(|time| *time != of_rules).map(|(time, _)| time);
        let referee = self::referee(referee)?;
        Ok(Some(GameConfig { rules, referee, phase, play_time, compat, vision_noise, occlusion }))
    }

    /// Without rules nothing may be said about a game.
    fn check_absent(&self) -> PyResult<()> {
        let objects = self.objects().into_iter().map(|(name, value)| (name, value.is_some()));
        let others = [
            ("referee", self.referee != SOCCER),
            ("compat", !self.compat),
            ("vision_noise", self.vision_noise),
            ("occlusion", self.occlusion),
        ];
        match objects.chain(others).find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((name, _)) => Err(argument_error(name, "is about a game, which needs rules")),
        }
    }

    fn objects(&self) -> [(&'static str, Option<Any<'a, 'py>>); 4] {
        [
            ("rules", self.rules),
            ("team_names", self.team_names),
            ("phase", self.phase),
            ("play_time", self.play_time),
        ]
    }

    /// Puts them under their names, as they were given.
    pub fn note(&self, keywords: &Bound<'py, PyDict>) -> PyResult<()> {
        for (name, value) in self.objects() {
            value.map_or(Ok(()), |value| keywords.set_item(name, value))?;
        }
        keywords.set_item("referee", self.referee)?;
        keywords.set_item("compat", self.compat)?;
        keywords.set_item("vision_noise", self.vision_noise)?;
        keywords.set_item("occlusion", self.occlusion)
    }
}

/// The referee of a match.
const SOCCER: &str = "soccer";

fn referee(name: &str) -> PyResult<RefereeKind> {
    match name {
        SOCCER => Ok(RefereeKind::Soccer),
        "kick_challenge" => Ok(RefereeKind::KickChallenge),
        other => {
            let message = format!("unknown '{other}', known are 'soccer' and 'kick_challenge'");
            Err(argument_error("referee", message))
        }
    }
}

fn phase(value: Any<'_, '_>) -> PyResult<Phase> {
    let index = value.getattr("value").unwrap_or_else(|_| value.clone());
    let phase = index.extract().ok().and_then(Phase::from_index);
    let wrong = || argument_error("phase", format!("must be a GamePhase or 0 to 4, not {value}"));
    phase.ok_or_else(wrong)
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
