//! How far one kick drives the ball, without what happens after the kick.

use super::arguments::parameter;
use super::ball::direction;
use super::program::{Base, Episode, Process};
use super::registry::{Entry, Make};
use super::row::{flag, integer, of_flag, of_integer};
use super::view::View;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "kick_way",
        formula: "distance that the kick has driven the ball: x - |y|, with x along the direction, \
                  from where the ball lay, until it is touched again; needs the process `kick`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let at = builder.kept(arguments, "kick_way", "kick")?;
            Ok(Box::new(move |row| row[at]))
        }),
    },
    Entry {
        name: "kick_way_gain",
        formula: "increase, in this step, of the distance that the kick will have driven the ball; \
                  needs the process `kick`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let at = builder.kept(arguments, "kick_reach", "kick")?;
            let before = builder.kept(arguments, "kick_reach_before", "kick")?;
            Ok(Box::new(move |row| row[at] - row[before]))
        }),
    },
    Entry {
        name: "kicked_twice",
        formula: "the ball has been touched again after the kick; needs the process `kick`",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Condition(|builder, arguments| {
            let at = builder.kept(arguments, "kicked_twice", "kick")?;
            Ok(Box::new(move |row| flag(row[at])))
        }),
    },
    Entry {
        name: "kick",
        formula: "keeps the distance that the kick has driven the ball, and the distance that it \
                  will have driven the ball if nobody touches it again: the first touch and those \
                  within `pause` steps of it are one kick, and the next touch ends what counts; \
                  needs the processes `touches` and `direction`",
        shape: "1",
        unit: "m",
        parameters: &[
            parameter("pause", 10.0, "steps in which the foot may bounce"),
            parameter("slowing", f64::INFINITY, "deceleration of a rolling ball, m/s^2"),
        ],
        make: Make::Process(|builder, arguments| {
            Ok(Box::new(Kick {
                base: builder.base,
                direction: direction(builder, arguments)?,
                touches: builder.kept(arguments, "touches", "touches")?,
                pause: arguments.steps("pause")?,
                origin: builder.real("ball_origin", 2),
                kicked_at: builder.integer("kicked_at"),
                is_over: builder.flag("kicked_twice"),
                way: builder.real("kick_way", 1),
                reach: builder.real("kick_reach", 1),
                before: builder.real("kick_reach_before", 1),
                slowing: arguments.positive("slowing")?,
            }))
        }),
    },
];

/// Value of [`Kick::kicked_at`] until there is a kick.
const NEVER: i64 = -1;

struct Kick {
    base: Base,
    direction: usize,
    touches: usize,
    pause: i64,
    origin: usize,
    kicked_at: usize,
    is_over: usize,
    way: usize,
    reach: usize,
    before: usize,
    slowing: f64,
}

impl Kick {
    /// Returns `x - |y|` of the vector from where the ball lay to where it will be after `rolling`,
    /// with x along the direction, m.
    fn score(&self, row: &[f64], rolling: [f64; 2]) -> f64 {
        let [x, y] = [0, 1].map(|i| row[self.base.ball + i] + rolling[i] - row[self.origin + i]);
        let [dx, dy] = [0, 1].map(|i| row[self.direction + i]);
        x * dx + y * dy - (y * dx - x * dy).abs()
    }
}

impl Process for Kick {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        let row = &mut *episode.row;
        row[self.kicked_at] = of_integer(NEVER);
        row[self.is_over] = of_flag(false);
        row[self.way] = 0.0;
        row[self.reach] = 0.0;
    }

    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        let row = &mut *episode.row;
        if integer(row[self.base.age]) == 0 {
            row.copy_within(self.base.ball..self.base.ball + 2, self.origin);
        }
        row[self.before] = row[self.reach];
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let row = &mut *episode.row;
        let (age, kicked_at) = (integer(row[self.base.age]), integer(row[self.kicked_at]));
        if flag(row[self.touches]) {
            if kicked_at == NEVER {
                row[self.kicked_at] = of_integer(age);
            } else if age - kicked_at > self.pause {
                row[self.is_over] = of_flag(true);
            }
        }
        if flag(row[self.is_over]) {
            // The rest of the predicted way does not count once the ball has been touched again.
            row[self.reach] = row[self.way];
            return;
        }
        let [vx, vy] = [0, 1].map(|i| row[self.base.ball_velocity + i]);
        let time = 0.5 * vx.hypot(vy) / self.slowing;
        row[self.way] = self.score(row, [0.0; 2]);
        row[self.reach] = self.score(row, [time * vx, time * vy]);
    }
}
