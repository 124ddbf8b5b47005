//! Rewards for the players of a game, which compare a step with the one before.

use super::arguments::{Parameter, REQUIRED, parameter};
use super::geometry::gravity;
use super::match_course::Course;
use super::registry::{Entry, Make};

/// A robot that is farther than this from where it was a step ago has been moved by the referee, m.
const RELOCATED: Parameter = parameter("moved", 0.5, "m");

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "goal_difference",
        formula: "our goals in this step minus theirs; needs the process `match`",
        shape: "1",
        unit: "goals",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let course = Course::kept(builder, arguments)?;
            Ok(Box::new(move |row| {
                let [ours, theirs] =
                    [0, 1].map(|i| row[course.goals + i] - row[course.goals_before + i]);
                ours - theirs
            }))
        }),
    },
    Entry {
        name: "ball_progress",
        formula: "(decrease of the ball's distance to their goal - decrease of its distance to \
                  ours) / 2 in this step; 0 where the play mode has changed, because the referee \
                  may then have moved the ball; needs the process `match`",
        shape: "1",
        unit: "m",
        parameters: &[parameter("length", REQUIRED, "of the pitch, m")],
        make: Make::Value(|builder, arguments| {
            let course = Course::kept(builder, arguments)?;
            let goal = 0.5 * arguments.positive("length")?;
            Ok(Box::new(move |row| {
                if row[course.mode] != row[course.mode_before] {
                    return 0.0;
                }
                advance(goal, &row[course.base.ball..]) - advance(goal, &row[course.ball_before..])
            }))
        }),
    },
    Entry {
        name: "ball_approach",
        formula: "decrease of the robot's distance to the ball in this step; 0 where the play mode \
                  has changed or the robot is at least `moved` from where it was, because the \
                  referee has then put it there; needs the process `match`",
        shape: "1",
        unit: "m",
        parameters: &[RELOCATED],
        make: Make::Value(|builder, arguments| {
            let course = Course::kept(builder, arguments)?;
            let moved = arguments.positive("moved")?;
            Ok(Box::new(move |row| {
                let (now, before) = (&row[course.base.position..], &row[course.position_before..]);
                let is_same = row[course.mode] == row[course.mode_before];
                if !is_same || distance(now, before) >= moved {
                    return 0.0;
                }
                distance(&row[course.ball_before..], before)
                    - distance(&row[course.base.ball..], now)
            }))
        }),
    },
    Entry {
        name: "torso_upward",
        formula: "upward component of the torso's axis, 0 where the axis points downwards",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let base = builder.base;
            Ok(Box::new(move |row| (-gravity(&row[base.quaternion..][..4])[2]).max(0.0)))
        }),
    },
    Entry {
        name: "fouls",
        formula: "number of fouls that the referee has given against the robot in this step; needs \
                  the process `match`",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let course = Course::kept(builder, arguments)?;
            Ok(Box::new(move |row| row[course.fouls] - row[course.fouls_before]))
        }),
    },
];

/// How much nearer the ball is to their goal than to ours, halved, m.
fn advance(goal: f64, ball: &[f64]) -> f64 {
    let to = |goal: f64| distance(ball, &[goal, 0.0]);
    0.5 * (to(-goal) - to(goal))
}

/// Horizontal distance, m.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    (x * x + y * y).sqrt()
}
