//! The library of terms, which are found by name and document what they compute.

use super::arguments::{Arguments, Parameter, Use, parameter};
use super::program::{Builder, Condition, Observation, Process, Start, Value};
use super::rows::{Bounded, Sight, Worth};
use super::{
    ball, ball_course, ball_escape, checkpoints, disc_prospects, disc_seen, disc_starts,
    disturbances, feet, formation, half_field, half_field_high, joints, keepaway, kick,
    match_course, match_score, padding, physics, players, reach_ball, reference, rising, sightings,
    starts, steering, talk, torso, tracking,
};
use crate::error::{Error, Result};

type Maker<T> = fn(&mut Builder<'_>, &Arguments<'_>) -> Result<T>;

/// What a term is for, and how it is made.
#[derive(Clone, Copy)]
pub enum Make {
    /// A part of the observation, and how wide it is.
    Observation(Maker<(usize, Observation)>),
    /// A part of the observation that is computed for several rows together.
    Sight(Maker<(usize, Box<dyn Sight>)>),
    /// A number: a term of the reward, or a measure.
    Value(Maker<Value>),
    /// A number that is computed for several rows together.
    Worth(Maker<Box<dyn Worth>>),
    /// A truth value: an end of episodes, a measure, or a term of the reward that is 1 or 0.
    Condition(Maker<Condition>),
    /// A truth value as 1 or 0, computed for several rows together.
    Truth(Maker<Box<dyn Worth>>),
    /// Something that goes on during an episode.
    Process(Maker<Box<dyn Process>>),
    /// Where episodes start.
    Start(Maker<Start>),
}

/// The kinds of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as of Make")]
pub enum Kind {
    Observation,
    Value,
    Condition,
    Process,
    Start,
}

impl Kind {
    /// Name of the kind, as in the documentation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Observation => "observation",
            Self::Value => "value",
            Self::Condition => "condition",
            Self::Process => "process",
            Self::Start => "start",
        }
    }
}

/// A term of the library.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it computes or does.
    pub formula: &'static str,
    /// Shape of its numbers.
    pub shape: &'static str,
    /// Unit of its numbers.
    pub unit: &'static str,
    /// Parameters that it takes.
    pub parameters: &'static [Parameter],
    /// How it is made.
    pub make: Make,
}

impl Entry {
    /// Kind of the term.
    pub fn kind(&self) -> Kind {
        match self.make {
            Make::Observation(_) | Make::Sight(_) => Kind::Observation,
            Make::Value(_) | Make::Worth(_) => Kind::Value,
            Make::Condition(_) | Make::Truth(_) => Kind::Condition,
            Make::Process(_) => Kind::Process,
            Make::Start(_) => Kind::Start,
        }
    }
}

/// The parameter that every value takes besides its own.
const HALF: &[Parameter] = &[parameter("half", 1.0, "where a bounded value is 1/2")];

const FAMILIES: [&[Entry]; 29] = [
    joints::TERMS,
    torso::TERMS,
    tracking::TERMS,
    feet::TERMS,
    reference::TERMS,
    ball::TERMS,
    ball_course::TERMS,
    ball_escape::TERMS,
    kick::TERMS,
    steering::TERMS,
    rising::TERMS,
    padding::TERMS,
    disturbances::TERMS,
    physics::TERMS,
    starts::TERMS,
    match_course::TERMS,
    match_score::TERMS,
    players::TERMS,
    sightings::TERMS,
    talk::TERMS,
    formation::TERMS,
    reach_ball::TERMS,
    half_field::TERMS,
    half_field_high::TERMS,
    keepaway::TERMS,
    disc_seen::TERMS,
    disc_prospects::TERMS,
    disc_starts::TERMS,
    checkpoints::TERMS,
];

/// Families of the 2D game; all others but [`FOR_ALL`] are for robots.
const OF_DISCS: [&[Entry]; 8] = [
    reach_ball::TERMS,
    half_field::TERMS,
    half_field_high::TERMS,
    keepaway::TERMS,
    disc_seen::TERMS,
    disc_prospects::TERMS,
    disc_starts::TERMS,
    checkpoints::TERMS,
];
/// Families for robots and for players of the 2D game.
const FOR_ALL: [&[Entry]; 2] = [padding::TERMS, talk::TERMS];

/// Terms of robots' games that also work for the 2D game.
const FOR_BOTH: [&str; 10] = [
    "match",
    "goal_difference",
    "ball_progress",
    "ball_approach",
    "goal_scored",
    "goals_for",
    "goals_against",
    "score",
    "play_time",
    "play_mode_index",
];

/// All terms, family by family.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    FAMILIES.into_iter().flatten()
}

/// The term of this name and of one of these kinds.
///
/// # Errors
/// [`Error::Argument`] if there is none; the message lists those that exist.
pub fn find(name: &str, kinds: &[Kind]) -> Result<&'static Entry> {
    let wanted = || all().filter(|entry| kinds.contains(&entry.kind()));
    let found = wanted().find(|entry| entry.name == name);
    found.ok_or_else(|| {
        let kind = kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" or ");
        let known = wanted().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        Error::argument("terms", format!("there is no {kind} '{name}'; there are {known}"))
    })
}

/// Returns the term of a use, if it is meant for the kind of world that the task has.
fn entry_of(usage: &Use, kinds: &[Kind], builder: &Builder<'_>) -> Result<&'static Entry> {
    let entry = find(&usage.term, kinds)?;
    let is_in = |families: &[&[Entry]]| {
        families.iter().any(|family| family.iter().any(|one| std::ptr::eq(one, entry)))
    };
    if is_in(&FOR_ALL) || FOR_BOTH.contains(&entry.name) || is_in(&OF_DISCS) == builder.body.is_disc
    {
        return Ok(entry);
    }
    let whom = if builder.body.is_disc { "robots" } else { "players of the 2D game" };
    Err(Error::argument("terms", format!("{}: is for {whom}", entry.name)))
}

/// Makes a part of the observation.
///
/// # Errors
/// [`Error::Argument`] for a term that does not exist or is of another kind, and for wrong
/// parameters; the functions below fail in the same way.
pub fn observation(usage: &Use, builder: &mut Builder<'_>) -> Result<(usize, Box<dyn Sight>)> {
    let entry = entry_of(usage, &[Kind::Observation], builder)?;
    let arguments = Arguments::new(usage, entry.parameters)?;
    match entry.make {
        Make::Observation(make) => {
            make(builder, &arguments).map(|(width, term)| (width, Box::new(term) as _))
        }
        Make::Sight(make) => make(builder, &arguments),
        _ => Err(arguments.fail("is not an observation")),
    }
}

/// Makes a number; a condition is 1 where it holds and 0 elsewhere.
///
/// If `half` is given, which every value takes, the number is bounded: `x / (half + |x|)`.
pub fn value(usage: &Use, builder: &mut Builder<'_>) -> Result<Box<dyn Worth>> {
    let (usage, half) = without_half(usage)?;
    let number = unbounded(&usage, builder)?;
    Ok(match half {
        Some(half) => Box::new(Bounded { number, half }),
        None => number,
    })
}

fn without_half(usage: &Use) -> Result<(Use, Option<f64>)> {
    let (half, given) = usage.given.iter().cloned().partition(|(name, _)| name == HALF[0].name);
    let bounds = Use { given: half, ..usage.clone() };
    let arguments = Arguments::new(&bounds, HALF)?;
    let half = arguments.has(HALF[0].name).then(|| arguments.positive(HALF[0].name));
    Ok((Use { given, ..usage.clone() }, half.transpose()?))
}

fn unbounded(usage: &Use, builder: &mut Builder<'_>) -> Result<Box<dyn Worth>> {
    let entry = entry_of(usage, &[Kind::Value, Kind::Condition], builder)?;
    let arguments = Arguments::new(usage, entry.parameters)?;
    match entry.make {
        Make::Value(make) => Ok(Box::new(make(builder, &arguments)?)),
        Make::Condition(make) => Ok(Box::new(make(builder, &arguments)?)),
        Make::Worth(make) | Make::Truth(make) => make(builder, &arguments),
        _ => Err(arguments.fail("is not a value")),
    }
}

/// Makes a truth value, which is 1 or 0.
pub fn condition(usage: &Use, builder: &mut Builder<'_>) -> Result<Box<dyn Worth>> {
    let entry = entry_of(usage, &[Kind::Condition], builder)?;
    let arguments = Arguments::new(usage, entry.parameters)?;
    match entry.make {
        Make::Condition(make) => Ok(Box::new(make(builder, &arguments)?)),
        Make::Truth(make) => make(builder, &arguments),
        _ => Err(arguments.fail("is not a condition")),
    }
}

/// Makes processes, each of which may be declared once.
pub fn processes(uses: &[Use], builder: &mut Builder<'_>) -> Result<Vec<Box<dyn Process>>> {
    let mut made = Vec::new();
    for (index, usage) in uses.iter().enumerate() {
        let entry = entry_of(usage, &[Kind::Process], builder)?;
        let arguments = Arguments::new(usage, entry.parameters)?;
        if uses[..index].iter().any(|other| other.term == usage.term) {
            return Err(arguments.fail("is declared twice"));
        }
        match entry.make {
            Make::Process(make) => made.push(make(builder, &arguments)?),
            _ => return Err(arguments.fail("is not a process")),
        }
    }
    Ok(made)
}

/// Makes the starts, which place robots and balls.
pub fn starts(uses: &[Use], builder: &mut Builder<'_>) -> Result<Vec<Start>> {
    let start = |usage: &Use| {
        let entry = entry_of(usage, &[Kind::Start], builder)?;
        let arguments = Arguments::new(usage, entry.parameters)?;
        let is_for_teams = formation::TERMS.iter().any(|one| one.name == entry.name);
        // Players of the 2D game are placed all at once, however many of them act.
        if !builder.body.is_disc && is_for_teams == builder.squad.bodies.is_empty() {
            let whom = if is_for_teams { "a game of two teams" } else { "a robot that is alone" };
            return Err(arguments.fail(format!("is for {whom}")));
        }
        match entry.make {
            Make::Start(make) => make(builder, &arguments),
            _ => Err(arguments.fail("is not a start")),
        }
    };
    uses.iter().map(start).collect()
}
