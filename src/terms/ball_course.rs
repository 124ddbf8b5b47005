//! What is kept about the ball: whether it is touched, where it should go, how far it has come, and
//! what the referee of the kick challenge decides.

use super::arguments::{REQUIRED, parameter};
use super::ball::{REST, direction, to_ball};
use super::geometry::heading;
use super::program::{Base, Episode, Process};
use super::registry::{Entry, Make};
use super::row::{flag, integer, of_flag, of_integer};
use super::view::{Quantity, View};
use crate::soccer::PlayMode;

/// Speed that a ball at rest reaches within a step only if it is touched, m/s.
const START: f64 = 0.01;
/// Gain in speed within a step that is more than the ground gives a spinning ball, m/s.
const GAIN: f64 = 0.05;
/// Change of velocity within a step that is larger than the ground's friction makes, m/s.
const JOLT: f64 = 0.25;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "touches",
        formula: "detects whether something touches the ball: the ball's velocity changes in a \
                  step by more than friction with the ground can change it",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Process(|builder, _| {
            Ok(Box::new(Touches {
                velocity: builder.base.ball_velocity,
                before: builder.real("ball_velocity_before", 2),
                touches: builder.flag("touches"),
                touched: builder.flag("touched"),
            }))
        }),
    },
    Entry {
        name: "direction",
        formula: "keeps the direction in which the ball should go: along x unless a start draws it",
        shape: "2",
        unit: "1",
        parameters: &[],
        make: Make::Process(|builder, _| {
            Ok(Box::new(Direction { at: builder.real("direction", 2) }))
        }),
    },
    Entry {
        name: "turning_direction",
        formula: "keeps the direction in which the ball should go: at most turn progress off the \
                  one that the start has set, along x if it sets none, then every `interval` steps \
                  at most as much off the last one",
        shape: "2",
        unit: "1",
        parameters: &[parameter("turn", REQUIRED, "rad"), parameter("interval", 250.0, "steps")],
        make: Make::Process(|builder, arguments| {
            let (turn, interval) = (arguments.unsigned("turn")?, arguments.steps("interval")?);
            let (at, yaw) = (builder.real("direction", 2), builder.real("direction_yaw", 1));
            Ok(Box::new(TurningDirection { at, yaw, age: builder.base.age, turn, interval }))
        }),
    },
    Entry {
        name: "ball_way_counter",
        formula: "adds up the distances that the ball moves along its direction; needs the process \
                  `direction` or `turning_direction`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Process(|builder, arguments| {
            let (ball, direction) = (builder.base.ball, direction(builder, arguments)?);
            let before = builder.real("ball_before", 2);
            Ok(Box::new(BallWay { at: builder.real("distance", 1), ball, before, direction }))
        }),
    },
    Entry {
        name: "target_pose",
        formula: "keeps the distance to the pose behind the ball that faces along the ball's \
                  direction, and the angle to that direction; needs the process `direction` or \
                  `turning_direction`",
        shape: "2",
        unit: "m, rad",
        parameters: &[
            parameter("behind", 0.35, "distance of the pose from the ball, m"),
            parameter("close", 0.1, "largest distance at which the robot is at the pose, m"),
            parameter("aligned", 0.2, "largest angle at which the robot is at the pose, rad"),
        ],
        make: Make::Process(|builder, arguments| {
            let direction = direction(builder, arguments)?;
            let (error, before) = (builder.real("error", 2), builder.real("before", 2));
            Ok(Box::new(TargetPose {
                base: builder.base,
                direction,
                error,
                before,
                arrived: builder.integer("arrived"),
                behind: arguments.number("behind")?,
                close: arguments.unsigned("close")?,
                aligned: arguments.unsigned("aligned")?,
            }))
        }),
    },
    Entry {
        name: "kick_challenge",
        formula: "keeps what the referee of the kick challenge reports: score, touch and end",
        shape: "1",
        unit: "points",
        parameters: &[],
        make: Make::Process(|builder, _| {
            Ok(Box::new(KickChallenge {
                points: builder.sense("points", Quantity::Score),
                before: builder.real("points_before", 1),
                mode: builder.sense("play_mode", Quantity::PlayMode),
                touched: builder.flag("touched"),
                is_over: builder.flag("is_over"),
            }))
        }),
    },
];

/// Sets a direction from a yaw angle; starts that draw a direction use it, too.
pub fn set_direction(row: &mut [f64], at: usize, yaw: f64) {
    let (sin, cos) = yaw.sin_cos();
    row[at..at + 2].copy_from_slice(&[cos, sin]);
}

struct Touches {
    velocity: usize,
    before: usize,
    touches: usize,
    touched: usize,
}

impl Process for Touches {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.touched] = of_flag(false);
    }

    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row.copy_within(self.velocity..self.velocity + 2, self.before);
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let row = &mut *episode.row;
        let [x, y] = [0, 1].map(|i| row[self.velocity + i]);
        let [was_x, was_y] = [0, 1].map(|i| row[self.before + i]);
        let (slow, fast) = ((was_x * was_x + was_y * was_y).sqrt(), (x * x + y * y).sqrt());
        let jolt = ((x - was_x) * (x - was_x) + (y - was_y) * (y - was_y)).sqrt();
        let is_started = slow < REST && fast > START;
        let hit = is_started || fast - slow > GAIN || jolt > JOLT;
        row[self.touches] = of_flag(hit);
        row[self.touched] = of_flag(hit || flag(row[self.touched]));
    }
}

struct Direction {
    at: usize,
}

impl Process for Direction {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        if episode.row[self.at..][..2] == [0.0; 2] {
            set_direction(episode.row, self.at, 0.0);
        }
    }
}

struct TurningDirection {
    at: usize,
    yaw: usize,
    age: usize,
    turn: f64,
    interval: i64,
}

impl TurningDirection {
    fn turn(&self, episode: &mut Episode<'_>) {
        let turn = episode.progress * self.turn;
        episode.row[self.yaw] += episode.stream.uniform(-turn, turn);
        set_direction(episode.row, self.at, episode.row[self.yaw]);
    }
}

impl Process for TurningDirection {
    fn forget(&self, row: &mut [f64]) {
        // Otherwise the direction would go on from the last episode's where no start sets one.
        row[self.yaw] = 0.0;
    }

    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        self.turn(episode);
    }

    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        let age = integer(episode.row[self.age]);
        if age > 0 && age % self.interval == 0 {
            self.turn(episode);
        }
    }
}

struct BallWay {
    at: usize,
    ball: usize,
    before: usize,
    direction: usize,
}

impl Process for BallWay {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.at] = 0.0;
    }

    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row.copy_within(self.ball..self.ball + 2, self.before);
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let row = &mut *episode.row;
        let way: f64 = (0..2)
            .map(|i| (row[self.ball + i] - row[self.before + i]) * row[self.direction + i])
            .sum();
        row[self.at] += way;
    }
}

struct TargetPose {
    base: Base,
    direction: usize,
    error: usize,
    before: usize,
    arrived: usize,
    behind: f64,
    close: f64,
    aligned: f64,
}

impl Process for TargetPose {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.arrived] = of_integer(0);
    }

    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row.copy_within(self.error..self.error + 2, self.before);
    }

    fn sense(&self, row: &mut [f64]) {
        let [dx, dy] = [0, 1].map(|i| row[self.direction + i]);
        let [x, y] = to_ball(&self.base, row);
        let (x, y) = (x - self.behind * dx, y - self.behind * dy);
        let [cos, sin] = heading(&row[self.base.quaternion..][..4]);
        // The angle from the heading to the direction.
        let turn = (dy * cos - dx * sin).atan2(dx * cos + dy * sin);
        row[self.error] = (x * x + y * y).sqrt();
        row[self.error + 1] = turn.abs();
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let row = &mut *episode.row;
        let is_there = row[self.error] < self.close && row[self.error + 1] < self.aligned;
        let steps = if is_there { integer(row[self.arrived]) + 1 } else { 0 };
        row[self.arrived] = of_integer(steps);
    }
}

struct KickChallenge {
    points: usize,
    before: usize,
    mode: usize,
    touched: usize,
    is_over: usize,
}

impl Process for KickChallenge {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        for at in [self.touched, self.is_over] {
            episode.row[at] = of_flag(false);
        }
    }

    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.before] = episode.row[self.points];
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let is = |mode: PlayMode| episode.row[self.mode] == mode.index() as f64;
        let is_before = is(PlayMode::BeforeKickOff) || is(PlayMode::KickOffLeft);
        let is_over = is(PlayMode::GameOver);
        episode.row[self.touched] = of_flag(!is_before);
        episode.row[self.is_over] = of_flag(is_over);
    }
}
