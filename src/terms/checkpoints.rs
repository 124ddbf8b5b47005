//! Checkpoints of an attack (Kurach et al., 2020: Google Research Football): ten circles about the
//! goal, each of which counts once when the attackers bring the ball into it. Units: m.

use super::half_field::point;
use super::program::{Base, Episode, Process};
use super::registry::{Entry, Make};
use super::row::{integer, of_integer};
use super::view::{FELLOW, Quantity, View};
use crate::disc::pitch::HALF_LENGTH;
use crate::disc::{DEFAULT_REACH, Vec2};

/// Number of checkpoints.
const COUNT: i64 = 10;
/// Radius of the first circle, as a share of half the pitch's length.
const FIRST: f64 = 0.99;
/// By how much each circle is smaller than the one before, as a share of half the pitch's length.
const STEP: f64 = 0.08;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "checkpoints",
        formula: "keeps how many checkpoints have been passed in this episode: ten circles around \
                  their goal, with radii of 0.99, 0.91, ... of 52.5 m, each passed when one of us \
                  has the ball in reach inside of it, and all after a goal; and how many of them \
                  were passed in this step",
        shape: "1, 1",
        unit: "1",
        parameters: &[],
        make: Make::Process(|builder, _| {
            Ok(Box::new(Checkpoints {
                base: builder.base,
                fellows: builder.sense("fellows", Quantity::Fellows),
                mates: builder.dims.mates,
                goals: builder.sense("goals", Quantity::Goals),
                passed: builder.integer(PASSED),
                gained: builder.integer("checkpoints_gained"),
            }))
        }),
    },
    Entry {
        name: "checkpoints_gained",
        formula: "checkpoints passed in this step; needs the process `checkpoints`",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let cell = builder.kept(arguments, "checkpoints_gained", "checkpoints")?;
            Ok(Box::new(move |row| integer(row[cell]) as f64))
        }),
    },
    Entry {
        name: "checkpoints_passed",
        formula: "checkpoints passed in this episode; needs the process `checkpoints`",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let cell = builder.kept(arguments, PASSED, "checkpoints")?;
            Ok(Box::new(move |row| integer(row[cell]) as f64))
        }),
    },
];

const PASSED: &str = "checkpoints_passed";

struct Checkpoints {
    base: Base,
    fellows: usize,
    mates: usize,
    goals: usize,
    passed: usize,
    gained: usize,
}

impl Checkpoints {
    /// Returns how many circles the ball is inside of, if one of us has it in reach; all after a
    /// goal.
    fn reached(&self, row: &[f64]) -> i64 {
        if row[self.goals] > 0.0 {
            return COUNT;
        }
        let ball = point(row, self.base.ball);
        let has_ball =
            |first: usize| (point(row, first) - ball).length2() <= DEFAULT_REACH * DEFAULT_REACH;
        let mut mates = (0..self.mates).map(|mate| self.fellows + FELLOW * mate);
        if !(has_ball(self.base.position) || mates.any(has_ball)) {
            return 0;
        }
        let gap = ball.distance(Vec2::new(HALF_LENGTH, 0.0)) / HALF_LENGTH;
        (0..COUNT).take_while(|&index| gap <= FIRST - STEP * index as f64).count() as i64
    }
}

impl Process for Checkpoints {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.passed] = of_integer(0);
        episode.row[self.gained] = of_integer(0);
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let row = &mut *episode.row;
        let before = integer(row[self.passed]);
        let now = before.max(self.reached(row));
        row[self.passed] = of_integer(now);
        row[self.gained] = of_integer(now - before);
    }
}
