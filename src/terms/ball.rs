//! The ball: where it is and how it rolls, and the rewards and ends of episodes that depend on it.

use super::arguments::{Arguments, parameter};
use super::geometry::{along, heading};
use super::program::{Base, Builder, Condition, Observation};
use super::registry::{Entry, Make};
use super::row::{flag, integer};
use super::rows::Worth;
use super::torso::fallen;
use crate::error::Result;

/// Speed below which a ball rests, m/s.
pub const REST: f64 = 0.005;
/// Points of the kick challenge per metre.
const POINTS: f64 = 100.0;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "ball",
        formula: "vector from torso to ball: along the torso's heading, and to its left",
        shape: "2",
        unit: "m",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let base = builder.base;
            let term: Observation = Box::new(move |row, out| {
                let [x, y] = to_ball(&base, row);
                out.copy_from_slice(&along(seen_heading(&base, row), x, y));
            });
            Ok((2, term))
        }),
    },
    Entry {
        name: "ball_velocity",
        formula: "velocity of the ball / unit: along the torso's heading, and to its left",
        shape: "2",
        unit: "3 m/s",
        parameters: &[parameter("unit", 3.0, "m/s")],
        make: Make::Observation(|builder, arguments| {
            let (base, unit) = (builder.base, arguments.positive("unit")?);
            let term: Observation = Box::new(move |row, out| {
                let [x, y] = [0, 1].map(|i| row[base.ball_velocity + i] / unit);
                out.copy_from_slice(&along(seen_heading(&base, row), x, y));
            });
            Ok((2, term))
        }),
    },
    Entry {
        name: "ball_direction",
        formula: "unit vector of the direction in which the ball should go: along the torso's \
                  heading, and to its left; needs the process `direction` or `turning_direction`",
        shape: "2",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let (base, at) = (builder.base, direction(builder, arguments)?);
            let term: Observation = Box::new(move |row, out| {
                out.copy_from_slice(&along(seen_heading(&base, row), row[at], row[at + 1]));
            });
            Ok((2, term))
        }),
    },
    Entry {
        name: "ball_speed",
        formula: "v exp(-d^2), with v the ball's speed along its direction, clipped to -1 m/s to \
                  fastest, and d the distance from torso to ball, m; needs the process `direction` \
                  or `turning_direction`",
        shape: "1",
        unit: "m/s",
        parameters: &[parameter("fastest", 1.0, "m/s")],
        make: Make::Value(|builder, arguments| {
            let (base, at) = (builder.base, direction(builder, arguments)?);
            let fastest = arguments.number("fastest")?;
            if fastest < -1.0 {
                return Err(arguments.fail(format!("fastest: {fastest} is below -1")));
            }
            Ok(Box::new(move |row| {
                let [vx, vy] = [0, 1].map(|i| row[base.ball_velocity + i]);
                let speed = vx * row[at] + vy * row[at + 1];
                speed.clamp(-1.0, fastest) * (-squared_distance(&base, row)).exp()
            }))
        }),
    },
    Entry {
        name: "ball_drift",
        formula: "square of the ball's speed across its direction, clipped to 2 m/s; needs the \
                  process `direction` or `turning_direction`",
        shape: "1",
        unit: "(m/s)^2",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let (base, at) = (builder.base, direction(builder, arguments)?);
            Ok(Box::new(move |row| {
                let [vx, vy] = [0, 1].map(|i| row[base.ball_velocity + i]);
                let across = (vy * row[at] - vx * row[at + 1]).clamp(-2.0, 2.0);
                across * across
            }))
        }),
    },
    Entry {
        name: "ball_near",
        formula: "exp(-d), with d the distance from torso to ball, m",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let base = builder.base;
            Ok(Box::new(move |row| (-squared_distance(&base, row).sqrt()).exp()))
        }),
    },
    Entry {
        name: "ball_way",
        formula: "distance that the ball has moved along its directions in this episode; needs the \
                  process `ball_way_counter`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let at = builder.kept(arguments, "distance", "ball_way_counter")?;
            Ok(Box::new(move |row| row[at]))
        }),
    },
    Entry {
        name: "ball_way_gain",
        formula: "distance that the ball has moved along its direction in this step; needs the \
                  process `ball_way_counter`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let (base, at) = (builder.base, direction(builder, arguments)?);
            let before = builder.kept(arguments, "ball_before", "ball_way_counter")?;
            Ok(Box::new(move |row| {
                (0..2).map(|i| (row[base.ball + i] - row[before + i]) * row[at + i]).sum()
            }))
        }),
    },
    Entry {
        name: "approach",
        formula: "decrease of the distance to the pose behind the ball in this step; needs the \
                  process `target_pose`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let (error, before) = pose_errors(builder, arguments)?;
            Ok(Box::new(move |row| row[before] - row[error]))
        }),
    },
    Entry {
        name: "facing",
        formula: "(angle by which the robot has turned towards the ball's direction in this step) \
                  exp(-distance to the pose); needs the process `target_pose`",
        shape: "1",
        unit: "rad",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let (error, before) = pose_errors(builder, arguments)?;
            Ok(Box::new(move |row| (row[before + 1] - row[error + 1]) * (-row[error]).exp()))
        }),
    },
    Entry {
        name: "pose_distance",
        formula: "distance to the pose behind the ball; needs the process `target_pose`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let (error, _) = pose_errors(builder, arguments)?;
            Ok(Box::new(move |row| row[error]))
        }),
    },
    Entry {
        name: "kick_score",
        formula: "score of the kick challenge; needs the process `kick_challenge`",
        shape: "1",
        unit: "m, of 100 points each",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let at = builder.kept(arguments, "points", "kick_challenge")?;
            Ok(Box::new(move |row| row[at] / POINTS))
        }),
    },
    Entry {
        name: "kick_gain",
        formula: "increase of the score of the kick challenge in this step; needs the process \
                  `kick_challenge`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let at = builder.kept(arguments, "points", "kick_challenge")?;
            let before = builder.kept(arguments, "points_before", "kick_challenge")?;
            Ok(Box::new(move |row| row[at] / POINTS - row[before] / POINTS))
        }),
    },
    Entry {
        name: "ball_touched_now",
        formula: "something has touched the ball in this step; needs the process `touches`",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Condition(|builder, arguments| flagged(builder, arguments, "touches")),
    },
    Entry {
        name: "ball_touched",
        formula: "something has touched the ball in this episode; needs the process `touches` or \
                  `kick_challenge`",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Condition(|builder, arguments| flagged(builder, arguments, "touched")),
    },
    Entry {
        name: "ball_lost",
        formula: "the distance from torso to ball is more than far",
        shape: "1",
        unit: "bool",
        parameters: &[parameter("far", 2.0, "m")],
        make: Make::Condition(|builder, arguments| {
            let (base, far) = (builder.base, arguments.positive("far")?);
            Ok(Box::new(move |row| squared_distance(&base, row) > far * far))
        }),
    },
    Entry {
        name: "ball_at_rest",
        formula: "the ball has been touched and is slower than 5 mm/s; needs the process `touches` \
                  or `kick_challenge`",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Condition(|builder, arguments| {
            let (base, touched) = (builder.base, flagged(builder, arguments, "touched")?);
            Ok(Box::new(move |row| {
                let [x, y] = [0, 1].map(|i| row[base.ball_velocity + i]);
                touched(row) && (x * x + y * y).sqrt() < REST
            }))
        }),
    },
    Entry {
        name: "kick_over",
        formula: "the referee of the kick challenge has ended it; needs the process \
                  `kick_challenge`",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Condition(|builder, arguments| flagged(builder, arguments, "is_over")),
    },
    Entry {
        name: "fallen_untouched",
        formula: "the robot has fallen (see `fallen`) before anything has touched the ball; needs \
                  the process `touches` or `kick_challenge`",
        shape: "1",
        unit: "bool",
        parameters: &[parameter("lean", 1.0, "largest lean, rad")],
        make: Make::Condition(|builder, arguments| {
            let touched = flagged(builder, arguments, "touched")?;
            let fallen = fallen(builder, arguments.unsigned("lean")?);
            Ok(Box::new(move |row| fallen.one(row) > 0.0 && !touched(row)))
        }),
    },
    Entry {
        name: "arrived",
        formula: "the robot has been at the pose behind the ball for the last `steady` steps; \
                  needs the process `target_pose`",
        shape: "1",
        unit: "bool",
        parameters: &[parameter("steady", 10.0, "steps")],
        make: Make::Condition(|builder, arguments| {
            let at = builder.kept(arguments, "arrived", "target_pose")?;
            let steady = arguments.steps("steady")?;
            Ok(Box::new(move |row| integer(row[at]) >= steady))
        }),
    },
];

/// Returns the channel of the direction in which the ball should go.
pub fn direction(builder: &Builder<'_>, arguments: &Arguments<'_>) -> Result<usize> {
    builder.kept(arguments, "direction", "direction")
}

fn pose_errors(builder: &Builder<'_>, arguments: &Arguments<'_>) -> Result<(usize, usize)> {
    let error = builder.kept(arguments, "error", "target_pose")?;
    Ok((error, builder.kept(arguments, "before", "target_pose")?))
}

fn flagged(
    builder: &Builder<'_>,
    arguments: &Arguments<'_>,
    channel: &'static str,
) -> Result<Condition> {
    let process = if channel == "is_over" { "kick_challenge" } else { "touches" };
    let at = builder.kept(arguments, channel, process)?;
    Ok(Box::new(move |row| flag(row[at])))
}

/// Vector from torso to ball in the world, m.
pub fn to_ball(base: &Base, row: &[f64]) -> [f64; 2] {
    [0, 1].map(|i| row[base.ball + i] - row[base.position + i])
}

fn squared_distance(base: &Base, row: &[f64]) -> f64 {
    let [x, y] = to_ball(base, row);
    x * x + y * y
}

fn seen_heading(base: &Base, row: &[f64]) -> [f64; 2] {
    heading(&row[base.seen_quaternion..][..4])
}
