//! The course of a game of two teams: what every robot observes of it, and when an episode is over.

use super::arguments::{Arguments, parameter};
use super::program::{Base, Builder, Condition, Episode, Observation, Process};
use super::registry::{Entry, Make};
use super::view::{Quantity, View};
use crate::error::Result;
use crate::soccer::{PLAY_MODES, PlayMode};

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "play_mode",
        formula: "1 for the current play mode, 0 for all others, in the order of `list(PlayMode)`; \
                  our modes are where it has those of the left team",
        shape: "23",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.sense("play_mode", Quantity::PlayMode);
            let term: Observation = Box::new(move |row, out| {
                out.fill(0.0);
                if let Some(mode) = out.get_mut(row[at] as usize) {
                    *mode = 1.0;
                }
            });
            Ok((PLAY_MODES, term))
        }),
    },
    Entry {
        name: "play_time",
        formula: "time played / unit",
        shape: "1",
        unit: "300 s",
        parameters: &[parameter("unit", 300.0, "s")],
        make: Make::Observation(|builder, arguments| {
            let unit = arguments.positive("unit")?;
            let at = builder.sense("play_time", Quantity::PlayTime);
            let term: Observation = Box::new(move |row, out| out[0] = row[at] / unit);
            Ok((1, term))
        }),
    },
    Entry {
        name: "score",
        formula: "our goals and theirs / unit",
        shape: "2",
        unit: "10 goals",
        parameters: &[parameter("unit", 10.0, "goals")],
        make: Make::Observation(|builder, arguments| {
            let unit = arguments.positive("unit")?;
            let at = builder.sense("goals", Quantity::Goals);
            let term: Observation = Box::new(move |row, out| {
                out.iter_mut().zip(&row[at..]).for_each(|(out, goals)| *out = goals / unit);
            });
            Ok((2, term))
        }),
    },
    Entry {
        name: "own_number",
        formula: "1 for the robot's own place in its team, 0 for all others",
        shape: "N",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let (number, size) = (builder.squad.number(), builder.dims.mates + 1);
            let term: Observation = Box::new(move |_, out| {
                out.fill(0.0);
                out[number] = 1.0;
            });
            Ok((size, term))
        }),
    },
    Entry {
        name: "goals_for",
        formula: "our goals",
        shape: "1",
        unit: "goals",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let at = builder.sense("goals", Quantity::Goals);
            Ok(Box::new(move |row| row[at]))
        }),
    },
    Entry {
        name: "goals_against",
        formula: "their goals",
        shape: "1",
        unit: "goals",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let at = builder.sense("goals", Quantity::Goals);
            Ok(Box::new(move |row| row[at + 1]))
        }),
    },
    Entry {
        name: "play_mode_index",
        formula: "index of the play mode in `list(PlayMode)`, or rcssserver's number in the 2D \
                  game, as if we were the left team",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let at = builder.sense("play_mode", Quantity::PlayMode);
            Ok(Box::new(move |row| row[at]))
        }),
    },
    Entry {
        name: "half_over",
        formula: "the half is over, or has not begun",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Condition(|builder, _| {
            let at = builder.sense("play_mode", Quantity::PlayMode);
            let over =
                [PlayMode::GameOver, PlayMode::BeforeKickOff].map(|mode| mode.index() as f64);
            let term: Condition = Box::new(move |row| over.contains(&row[at]));
            Ok(term)
        }),
    },
    Entry {
        name: "goal_scored",
        formula: "either team has scored in this step; needs the process `match`",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Condition(|builder, arguments| {
            let course = Course::kept(builder, arguments)?;
            Ok(Box::new(move |row| {
                [0, 1].iter().any(|i| row[course.goals + i] != row[course.goals_before + i])
            }))
        }),
    },
    Entry {
        name: "match",
        formula: "keeps goals, play mode, fouls, and the positions of the ball and of the robot as \
                  they were before the step",
        shape: "10",
        unit: "1, m",
        parameters: &[],
        make: Make::Process(|builder, _| Ok(Box::new(Course::new(builder)))),
    },
];

/// Channels that hold the course of a game, as it is now and as it was before the step.
#[derive(Clone, Copy)]
pub struct Course {
    /// Channels that every task has.
    pub base: Base,
    /// Our goals and theirs.
    pub goals: usize,
    /// Our goals and theirs before the step.
    pub goals_before: usize,
    /// Play mode.
    pub mode: usize,
    /// Play mode before the step.
    pub mode_before: usize,
    /// Fouls against the robot.
    pub fouls: usize,
    /// Fouls against the robot before the step.
    pub fouls_before: usize,
    /// Position of the ball before the step (3), m.
    pub ball_before: usize,
    /// Position of the torso before the step (3), m.
    pub position_before: usize,
}

impl Course {
    fn new(builder: &mut Builder<'_>) -> Self {
        Self {
            base: builder.base,
            goals: builder.sense("goals", Quantity::Goals),
            goals_before: builder.real(GOALS_BEFORE, 2),
            mode: builder.sense("play_mode", Quantity::PlayMode),
            mode_before: builder.real("play_mode_before", 1),
            fouls: builder.sense("fouls", Quantity::Fouls),
            fouls_before: builder.real("fouls_before", 1),
            ball_before: builder.real("match_ball_before", 3),
            position_before: builder.real("match_position_before", 3),
        }
    }

    /// Returns the channels for terms that need the process `match`.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) if the process is not declared.
    pub fn kept(builder: &mut Builder<'_>, arguments: &Arguments<'_>) -> Result<Self> {
        builder.kept(arguments, GOALS_BEFORE, "match")?;
        Ok(Self::new(builder))
    }
}

/// A channel that only the process keeps.
const GOALS_BEFORE: &str = "goals_before";

impl Process for Course {
    /// Reads the world itself, which may have been changed since the last step.
    fn before(&self, episode: &mut Episode<'_>, view: &mut dyn View) {
        let row = &mut *episode.row;
        view.read(Quantity::Goals, &mut row[self.goals_before..][..2]);
        view.read(Quantity::PlayMode, &mut row[self.mode_before..][..1]);
        view.read(Quantity::Fouls, &mut row[self.fouls_before..][..1]);
        view.read(Quantity::BallPosition, &mut row[self.ball_before..][..3]);
        view.read(Quantity::Position, &mut row[self.position_before..][..3]);
    }
}
