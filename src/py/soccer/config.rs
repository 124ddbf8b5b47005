//! Fields and rules from their Python objects.

use super::game_state::time;
use crate::Any;
use crate::argument::{copied, type_name};
use crate::error::{OrRaise, argument_error};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use rcssgym::batch::GameConfig;
use rcssgym::math::MAX_VALUE;
use rcssgym::soccer::{
    Area, Areas, Compat, Field, Phase, PhaseTimes, RefereeKind, Rules, Side, Volume,
};

/// A field of play by its name, or from a `SoccerField`.
pub fn field(object: Any<'_, '_>) -> PyResult<Field> {
    match object.extract::<String>() {
        Ok(name) => Field::from_name(&name).or_raise(),
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
    let post_radius = number("goal_post_radius")?;
    if post_radius == 0.0 {
        return Err(argument_error("field", "goal_post_radius must be positive, not 0"));
    }
    let mut field = Field {
        name: field_name(object)?,
        size: sizes(&get("field_dim")?, "field_dim")?,
        line_width: number("line_width")?,
        border: number("field_border")?,
        goal_size: sizes(&get("goal_dim")?, "goal_dim")?,
        post_radius,
        goalie_area: sizes(&get("goalie_area_dim")?, "goalie_area_dim")?,
        penalty_area: match penalty.is_none() {
            true => None,
            false => Some(sizes(&penalty, "penalty_area_dim")?),
        },
        corner_radius: number("corner_area_radius")?,
        penalty_spot: number("penalty_spot_distance")?,
        circle_radius: number("center_circle_radius")?,
        areas: None,
    };
    if object.hasattr("field_area")? {
        let areas = areas(object)?;
        field.areas = (areas != field.areas_by_size()).then(|| Box::new(areas));
    }
    Ok(field)
}

/// The areas of a `SoccerField`, which somebody may have set by hand.
fn areas(object: Any<'_, '_>) -> PyResult<Areas> {
    let of = |side: Side, what: &str| {
        let name = format!("{}_{what}", side.alias().to_lowercase());
        Ok::<_, PyErr>((attribute(object, "field", &name)?, name))
    };
    let goal = |side| of(side, "goal_box").and_then(|(object, name)| volume(&object, &name));
    let goalie = |side| of(side, "goalie_area").and_then(|(object, name)| area(&object, &name));
    let penalty = |side| {
        let (object, name) = of(side, "penalty_area")?;
        if object.is_none() { Ok(None) } else { area(&object, &name).map(Some) }
    };
    let [left, right] = Side::BOTH;
    Ok(Areas {
        field: area(&attribute(object, "field", "field_area")?, "field_area")?,
        goals: [goal(left)?, goal(right)?],
        goalie: [goalie(left)?, goalie(right)?],
        penalty: [penalty(left)?, penalty(right)?],
    })
}

/// An `AABB2D`, or the ground of an `AABB3D`.
fn area(object: Any<'_, '_>, name: &str) -> PyResult<Area> {
    let bound = |bound: &str| finite(&part(object, name, bound)?, "field", name);
    Ok(Area { min: [bound("min_x")?, bound("min_y")?], max: [bound("max_x")?, bound("max_y")?] })
}

/// An `AABB3D`.
fn volume(object: Any<'_, '_>, name: &str) -> PyResult<Volume> {
    let bound = |bound: &str| finite(&part(object, name, bound)?, "field", name);
    Ok(Volume { area: area(object, name)?, height: [bound("min_z")?, bound("max_z")?] })
}

fn part<'py>(object: Any<'_, 'py>, name: &str, bound: &str) -> PyResult<Bound<'py, PyAny>> {
    object.getattr(bound).map_err(|_| {
        let kind = type_name(object);
        argument_error("field", format!("{name} must be a box with a {bound}, not a {kind}"))
    })
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
    let mut rules = Rules {
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
    };
    let times = phase_times(object, &rules)?;
    let is_usual = |phase| {
        times.start[Phase::index(phase)] == rules.start_time(phase)
            && times.end[Phase::index(phase)] == rules.end_time(phase)
    };
    if !Phase::ALL.into_iter().all(is_usual) {
        rules.phase_times = Some(times);
    }
    Ok(rules)
}

/// When phases begin and end: what a rule book's methods return, each called once per phase;
/// without such methods, what follows from the lengths of the halves.
fn phase_times(object: Any<'_, '_>, rules: &Rules) -> PyResult<PhaseTimes> {
    let phases = object.py().import("rcssgym.soccer.play_mode")?.getattr("GamePhase")?;
    let mut times = PhaseTimes {
        start: Phase::ALL.map(|phase| rules.start_time(phase)),
        start_is_whole: Phase::ALL.map(|phase| rules.start_is_whole(phase)),
        end: Phase::ALL.map(|phase| rules.end_time(phase)),
    };
    for phase in Phase::ALL {
        let (index, asked) = (phase.index(), phases.call1((phase.index(),))?);
        if let Some(method) = object.getattr_opt("get_start_time_for")? {
            let start = method.call1((&asked,))?;
            let what = format!("get_start_time_for({})", phase.name());
            times.start[index] = finite(&start, "rules", &what)?;
            times.start_is_whole[index] = start.is_instance_of::<PyInt>();
        }
        if let Some(method) = object.getattr_opt("get_end_time_for")? {
            let end = method.call1((&asked,))?;
            let number = end.extract::<f64>().ok().filter(|number| !number.is_nan());
            times.end[index] = number.ok_or_else(|| {
                let what = format!("get_end_time_for({})", phase.name());
                argument_error("rules", format!("{what} must be a number, not {end}"))
            })?;
        }
    }
    Ok(times)
}

/// A rule book by its name, or from a `SoccerRules`.
pub fn rule_book(value: Any<'_, '_>) -> PyResult<Rules> {
    match value.extract::<String>() {
        Ok(name) => Rules::from_name(&name).or_raise(),
        Err(_) => rules(value),
    }
}

/// The configuration of a game, as the arguments of `SoccerSimulation` and `WorldBatch` give it.
pub struct GameArguments<'a, 'py> {
    /// A name, or a `SoccerRules`; `None` for no game.
    pub rules: Option<Any<'a, 'py>>,
    /// Names of the left and the right team.
    pub team_names: Option<Any<'a, 'py>>,
    /// `soccer` or `kick_challenge`.
    pub referee: &'a str,
    /// A `GamePhase`, or its value.
    pub phase: Option<Any<'a, 'py>>,
    /// s; `None` for the phase's start.
    pub play_time: Option<Any<'a, 'py>>,
    /// `True`, `False` or `"strict"`; `None` for `True`.
    pub compat: Option<Any<'a, 'py>>,
    pub vision_noise: bool,
    pub occlusion: bool,
}

impl<'a, 'py> GameArguments<'a, 'py> {
    /// Reads the arguments; `None` for no game.
    pub fn read(&self) -> PyResult<Option<GameConfig>> {
        let Some(rules) = self.rules else { return self.check_absent().map(|()| None) };
        let &Self { referee, vision_noise, occlusion, .. } = self;
        let compat = self.compat.map_or(Ok(Compat::On), compat)?;
        let rules = rule_book(rules)?;
        let phase = self.phase.map_or(Ok(Phase::FirstHalf), phase)?;
        let play_time = self.play_time.map(time).transpose()?;
        let referee = self::referee(referee)?;
        Ok(Some(GameConfig { rules, referee, phase, play_time, compat, vision_noise, occlusion }))
    }

    /// Checks that no argument about a game is given, because there are no rules.
    fn check_absent(&self) -> PyResult<()> {
        let objects = self.objects().into_iter().map(|(name, value)| (name, value.is_some()));
        let others = [
            ("referee", self.referee != SOCCER),
            ("compat", self.compat.map_or(Ok(Compat::On), compat)? != Compat::On),
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

    /// Adds copies of the arguments to `keywords` under their names.
    pub fn note(&self, keywords: &Bound<'py, PyDict>) -> PyResult<()> {
        for (name, value) in self.objects() {
            value.map_or(Ok(()), |value| keywords.set_item(name, copied(value, name)?))?;
        }
        self.compat.map_or(Ok(()), |compat| keywords.set_item("compat", compat))?;
        keywords.set_item("referee", self.referee)?;
        keywords.set_item("vision_noise", self.vision_noise)?;
        keywords.set_item("occlusion", self.occlusion)
    }
}

/// The referee of a match.
pub const SOCCER: &str = "soccer";

/// A referee by name.
pub fn referee(name: &str) -> PyResult<RefereeKind> {
    match name {
        SOCCER => Ok(RefereeKind::Soccer),
        "kick_challenge" => Ok(RefereeKind::KickChallenge),
        other => {
            let message = format!("unknown '{other}', known are 'soccer' and 'kick_challenge'");
            Err(argument_error("referee", message))
        }
    }
}

/// How closely rcsssmj is followed: `True`, `False` or `"strict"`.
fn compat(value: Any<'_, '_>) -> PyResult<Compat> {
    let is_strict = value.extract::<&str>().is_ok_and(|name| name == "strict");
    match value.extract::<bool>() {
        Ok(true) => Ok(Compat::On),
        Ok(false) => Ok(Compat::Off),
        Err(_) if is_strict => Ok(Compat::Strict),
        Err(_) => {
            let given = value.repr()?;
            Err(argument_error("compat", format!("must be True, False or 'strict', not {given}")))
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
        number if (0.0..=MAX_VALUE).contains(&number) => Ok(number),
        number if number > MAX_VALUE => {
            let message = format!("{name} must be at most {MAX_VALUE:e}, not {number:?}");
            Err(argument_error(argument, message))
        }
        number => Err(argument_error(argument, format!("{name} must not be negative: {number:?}"))),
    }
}

fn sizes<const N: usize>(value: Any<'_, '_>, name: &str) -> PyResult<[f64; N]> {
    let sizes: [f64; N] = value
        .extract()
        .map_err(|_| argument_error("field", format!("{name} must be {N} numbers, not {value}")))?;
    if !sizes.iter().all(|size| size.is_finite() && *size > 0.0) {
        return Err(argument_error("field", format!("{name} must be positive, not {sizes:?}")));
    }
    match sizes.iter().all(|size| *size <= MAX_VALUE) {
        true => Ok(sizes),
        false => {
            let message = format!("{name} must be at most {MAX_VALUE:e}, not {sizes:?}");
            Err(argument_error("field", message))
        }
    }
}
