//! Half field offense (Hausknecht et al., 2016; LARG's HFO): an attack in the right half of the 2D
//! pitch. Its low-level features and its ends. Units: m, m/cycle, rad.

use super::arguments::{Arguments, REQUIRED, parameter};
use super::program::{Base, Builder, Episode, Observation, Process, Start};
use super::reach_ball::{BALL, PLAYER};
use super::registry::{Entry, Make};
use super::row::{flag, integer, of_integer};
use super::stream::Stream;
use super::view::{Dims, FELLOW, Quantity, View};
use crate::disc::pitch::{
    GOAL_HALF_WIDTH, HALF_LENGTH, HALF_WIDTH, PENALTY_AREA_HALF_WIDTH, PENALTY_AREA_LENGTH,
};
use crate::disc::{PlayMode, Vec2};
use crate::error::Result;
use arrayvec::ArrayVec;
use std::ops::Range;

/// The largest distance on the field, m.
pub(super) const FARTHEST: f64 = 85.908_381_430_451_83;
/// Corner of the penalty area, m.
const AREA: [f64; 2] = [HALF_LENGTH - PENALTY_AREA_LENGTH, PENALTY_AREA_HALF_WIDTH];
/// Largest speeds of oneself, others and the ball, m/cycle.
const SPEEDS: [f64; 3] = [0.46, 0.75, 5.0];
/// Largest stamina.
pub(super) const STAMINA: f64 = 8000.0;
/// Number of features that do not depend on how many players there are.
const FEATURES: usize = 58;
/// Number of features of each other player besides their number.
const EACH: usize = 8;

/// Landmarks in their order: the middle of the goal, its posts, front of the penalty area, middle,
/// top and bottom, middle of the pitch, corners top left, top right, bottom right, bottom left; as
/// attackers see them. For defenders x has the other sign.
const LANDMARKS: [[f64; 2]; 11] = [
    [HALF_LENGTH, 0.0],
    [HALF_LENGTH, -GOAL_HALF_WIDTH],
    [HALF_LENGTH, GOAL_HALF_WIDTH],
    [AREA[0], 0.0],
    [AREA[0], -AREA[1]],
    [AREA[0], AREA[1]],
    [0.0, 0.0],
    [0.0, -HALF_WIDTH],
    [HALF_LENGTH, -HALF_WIDTH],
    [HALF_LENGTH, HALF_WIDTH],
    [0.0, HALF_WIDTH],
];

/// HFO's number of the status that a goal has been scored.
const GOAL: f64 = 1.0;
/// That the defence has the ball.
const CAPTURED: f64 = 2.0;
/// That the ball is out.
const OUT: f64 = 3.0;
/// That time is up.
const TIME: f64 = 4.0;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "half_field",
        formula: "keeps the status of the trial: 0 it goes on, 1 goal, 2 a defender has played or \
                  caught the ball, 3 the ball is out or left of `left`, 4 too late, or untouched \
                  for too long; distances from the player to the ball and from the ball to the \
                  attacked goal, now and before the step; how often the player has kicked",
        shape: "1, 2, 2, 1",
        unit: "1, m",
        parameters: &[
            parameter("steps", 1000.0, "largest number of steps of a trial"),
            parameter("untouched", 100.0, "largest number of steps without a touch of the ball"),
            parameter("left", 0.0, "x left of which the ball is out, m"),
        ],
        make: Make::Process(|builder, arguments| {
            let (steps, untouched) = (arguments.steps("steps")?, arguments.steps("untouched")?);
            Ok(Box::new(Trial {
                base: builder.base,
                defends: builder.body.is_right,
                goals: builder.sense("goals", Quantity::Goals),
                mode: builder.sense("play_mode", Quantity::PlayMode),
                played: builder.sense("played", Quantity::Played),
                feelings: builder.sense("feelings", Quantity::Feelings),
                status: builder.real("status", 1),
                gaps: builder.real("gaps", 2),
                before: builder.real("gaps_before", 2),
                since: builder.integer("untouched"),
                kicks: builder.integer("kicks"),
                steps,
                untouched,
                left: arguments.number("left")?,
            }))
        }),
    },
    Entry {
        name: "half_field_low",
        formula: "HFO's low-level features with N other players: oneself, landmarks, borders and \
                  ball (58), each other player by distance (8), the number of each / 100, whether \
                  the last command was of use; needs the process `half_field`",
        shape: "59 + 9 N",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let feelings = builder.kept(arguments, "feelings", "half_field")?;
            let low = Low {
                base: builder.base,
                heading: builder.sense("heading", Quantity::Heading),
                fellows: builder.sense("fellows", Quantity::Fellows),
                feelings,
                dims: builder.dims,
                defends: builder.body.is_right,
            };
            let width = FEATURES + (EACH + 1) * builder.dims.others() + 1;
            let term: Observation = Box::new(move |row, out| low.write(row, out));
            Ok((width, term))
        }),
    },
    Entry {
        name: "half_field_is",
        formula: "the status of the trial is `status`; needs the process `half_field`",
        shape: "1",
        unit: "bool",
        parameters: &[parameter("status", REQUIRED, "1 to 4, as in `half_field`")],
        make: Make::Condition(|builder, arguments| {
            let cell = builder.kept(arguments, "status", "half_field")?;
            let status = arguments.number("status")?;
            if ![GOAL, CAPTURED, OUT, TIME].contains(&status) {
                return Err(arguments.fail(format!("status: {status} is none of 1, 2, 3, 4")));
            }
            Ok(Box::new(move |row| row[cell] == status))
        }),
    },
    Entry {
        name: "half_field_nearing",
        formula: "decrease of the player's distance to the ball in this step; needs the process \
                  `half_field`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let [now, before] = gaps(builder, arguments)?;
            Ok(Box::new(move |row| row[before] - row[now]))
        }),
    },
    Entry {
        name: "half_field_advance",
        formula: "decrease of the ball's distance to the attacked goal in this step; needs the \
                  process `half_field`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let [now, before] = gaps(builder, arguments)?;
            Ok(Box::new(move |row| row[before + 1] - row[now + 1]))
        }),
    },
    Entry {
        name: "first_kick",
        formula: "the player has kicked the ball in this step, for the first time in this trial; \
                  needs the process `half_field`",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Condition(|builder, arguments| {
            let kicks = builder.kept(arguments, "kicks", "half_field")?;
            let feelings = builder.kept(arguments, "feelings", "half_field")?;
            Ok(Box::new(move |row| integer(row[kicks]) == 1 && row[feelings + KICKED] == 1.0))
        }),
    },
    Entry {
        name: "half_field_start",
        formula: "places the ball up to 0.2 of the half from the middle line and up to 0.8 of half \
                  the width to either side; attackers around it, as HFO's trainer places them, or \
                  one of them on it: the one with the number `on_ball`, or any if there is none \
                  with that number; the goalie in the goal, defenders from 0.5 to 0.75 of the \
                  half; all face random directions",
        shape: "4 + 3 (N + 1)",
        unit: "m, rad",
        parameters: &[parameter("on_ball", 0.0, "number of the attacker on the ball; 0: nobody")],
        make: Make::Start(|builder, arguments| {
            let on_ball = arguments.number("on_ball")?;
            if on_ball < 0.0 || on_ball.fract() != 0.0 {
                return Err(arguments.fail(format!("on_ball: {on_ball} is not a player's number")));
            }
            let dims = builder.dims;
            let attackers = match builder.body.is_right {
                true => dims.opponents,
                false => 1 + dims.mates,
            };
            let start: Start = Box::new(move |episode, state| {
                place(attackers, on_ball as usize, episode.stream, state);
            });
            Ok(start)
        }),
    },
];

/// Index into `Quantity::Feelings` of whether the player may not act.
const FROZEN: usize = 1;
/// Of whether they have collided with the ball; whether with a player and a post follow.
const COLLIDED: usize = 2;
/// Of whether the ball is in reach.
pub(super) const KICKABLE: usize = 5;
/// Of whether their last command was of no use.
const IN_VAIN: usize = 6;
/// Of whether they have kicked the ball.
const KICKED: usize = 7;

/// The goal that is attacked, in the frame of an attacker or of a defender.
pub(super) fn goal(defends: bool) -> Vec2 {
    Vec2::new(if defends { -HALF_LENGTH } else { HALF_LENGTH }, 0.0)
}

/// Whether the player's last command could not be done, or was of no use.
pub(super) fn in_vain(row: &[f64], base: Base, feelings: usize) -> bool {
    flag(row[base.in_vain]) || row[feelings + IN_VAIN] == 1.0
}

fn gaps(builder: &Builder<'_>, arguments: &Arguments<'_>) -> Result<[usize; 2]> {
    let now = builder.kept(arguments, "gaps", "half_field")?;
    Ok([now, builder.kept(arguments, "gaps_before", "half_field")?])
}

pub(super) fn point(row: &[f64], first: usize) -> Vec2 {
    Vec2::new(row[first], row[first + 1])
}

struct Trial {
    base: Base,
    /// Whether the player is a defender.
    defends: bool,
    goals: usize,
    mode: usize,
    played: usize,
    feelings: usize,
    status: usize,
    gaps: usize,
    before: usize,
    since: usize,
    kicks: usize,
    steps: i64,
    untouched: i64,
    left: f64,
}

impl Process for Trial {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.status] = 0.0;
        episode.row[self.since] = of_integer(0);
        episode.row[self.kicks] = of_integer(0);
    }

    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row.copy_within(self.gaps..self.gaps + 2, self.before);
    }

    fn sense(&self, row: &mut [f64]) {
        let ball = point(row, self.base.ball);
        row[self.gaps] = ball.distance(point(row, self.base.position));
        row[self.gaps + 1] = ball.distance(goal(self.defends));
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let row = &mut *episode.row;
        let touched = row[self.played + 2] == 1.0;
        let since = if touched { 0 } else { integer(row[self.since]) + 1 };
        row[self.since] = of_integer(since);
        if row[self.feelings + KICKED] == 1.0 {
            row[self.kicks] = of_integer(integer(row[self.kicks]) + 1);
        }
        let in_play = row[self.mode] == f64::from(PlayMode::PlayOn.number());
        let [attack, defence] = if self.defends { [1, 0] } else { [0, 1] };
        let beyond = row[self.base.ball] * if self.defends { -1.0 } else { 1.0 };
        row[self.status] = if row[self.goals + attack] > 0.0 {
            GOAL
        } else if row[self.played + defence] == 1.0 {
            CAPTURED
        } else if !in_play || beyond < self.left {
            OUT
        } else if integer(row[self.base.age]) >= self.steps || since >= self.untouched {
            TIME
        } else {
            0.0
        };
    }
}

/// The channels that low-level features are made of.
struct Low {
    base: Base,
    heading: usize,
    fellows: usize,
    feelings: usize,
    dims: Dims,
    defends: bool,
}

/// Writes features one after the other.
struct Features<'a> {
    out: &'a mut [f64],
    count: usize,
}

impl Features<'_> {
    fn add<const N: usize>(&mut self, numbers: [f64; N]) {
        self.out[self.count..self.count + N].copy_from_slice(&numbers);
        self.count += N;
    }

    /// Adds a number from 0 to `most`, scaled to -1 to 1.
    fn share(&mut self, number: f64, most: f64) {
        self.add([2.0 * (number / most).clamp(0.0, 1.0) - 1.0]);
    }

    /// Adds how near something is: 1 at distance 0, -1 at `most` or beyond.
    fn near(&mut self, distance: f64, most: f64) {
        self.add([1.0 - 2.0 * (distance / most).clamp(0.0, 1.0)]);
    }

    fn angle(&mut self, angle: f64) {
        self.add([angle.sin(), angle.cos()]);
    }

    fn flag(&mut self, number: f64) {
        self.add([2.0 * number - 1.0]);
    }

    /// Adds the angle of a gap from the body, and how near its end is.
    fn gap(&mut self, gap: Vec2, heading: f64) {
        self.angle(gap.direction() - heading);
        self.near(gap.length(), FARTHEST);
    }
}

impl Low {
    fn write(&self, row: &[f64], out: &mut [f64]) {
        let mut features = Features { out, count: 0 };
        let (at, heading) = (point(row, self.base.position), row[self.heading]);
        let velocity = point(row, self.base.velocity);
        features.add([1.0, 1.0]);
        features.angle(heading - velocity.direction());
        features.share(velocity.length(), SPEEDS[0]);
        features.angle(heading);
        features.share(row[self.feelings], STAMINA);
        features.flag(row[self.feelings + FROZEN]);
        (0..3).for_each(|what| features.flag(row[self.feelings + COLLIDED + what]));
        features.flag(row[self.feelings + KICKABLE]);
        let sign = if self.defends { -1.0 } else { 1.0 };
        for [x, y] in LANDMARKS {
            features.gap(Vec2::new(sign * x, y) - at, heading);
        }
        let left = if self.defends { HALF_LENGTH } else { 0.0 };
        features.near(left + at.x, 1.1 * HALF_LENGTH);
        features.near(HALF_LENGTH - left - at.x, 1.1 * HALF_LENGTH);
        features.near(HALF_WIDTH + at.y, 2.1 * HALF_WIDTH);
        features.near(HALF_WIDTH - at.y, 2.1 * HALF_WIDTH);
        let (ball, motion) = (point(row, self.base.ball), point(row, self.base.ball_velocity));
        features.add([1.0]);
        features.gap(ball - at, heading);
        features.add([1.0]);
        features.share(motion.length(), SPEEDS[2]);
        features.angle(motion.direction());
        self.write_others(row, at, heading, &mut features);
        features.flag(f64::from(u8::from(!in_vain(row, self.base, self.feelings))));
    }

    /// Writes teammates, then opponents, the nearest first in each team; then their numbers.
    /// Players outside the attacked half are left out.
    fn write_others(&self, row: &[f64], at: Vec2, heading: f64, features: &mut Features<'_>) {
        let first = |index: usize| self.fellows + FELLOW * index;
        let place = |index: usize| point(row, first(index));
        let (mates, others) = (self.dims.mates, self.dims.others());
        let teams = [0..mates, mates..others].map(|team| {
            let mut nearest = by_distance(team.clone(), at, place);
            nearest.retain(|index| {
                if self.defends { place(*index).x < 0.0 } else { place(*index).x > 0.0 }
            });
            (nearest, team.len())
        });
        for (nearest, size) in &teams {
            for &index in nearest {
                let motion = point(row, first(index) + 2);
                features.gap(place(index) - at, heading);
                features.angle(row[first(index) + 4]);
                features.share(motion.length(), SPEEDS[1]);
                features.angle(motion.direction());
            }
            (nearest.len()..*size).for_each(|_| features.add([0.0; EACH]));
        }
        for (nearest, size) in &teams {
            nearest.iter().for_each(|&index| features.add([row[first(index) + 5] / 100.0]));
            (nearest.len()..*size).for_each(|_| features.add([-1.0]));
        }
    }
}

/// Sorts others by their distances, the nearest first.
pub(super) fn by_distance(
    others: Range<usize>,
    from: Vec2,
    place: impl Fn(usize) -> Vec2,
) -> ArrayVec<usize, 22> {
    let mut order: ArrayVec<usize, 22> = others.collect();
    let gap = |index: usize| (place(index) - from).length();
    order.sort_by(|&one, &other| gap(one).total_cmp(&gap(other)));
    order
}

/// Places of attackers relative to the ball, in tenths of the pitch's length; up to one more is
/// added along each axis.
const ABOUT: [[f64; 2]; 10] = [
    [-1.0, -1.0],
    [-1.0, 1.0],
    [1.0, 1.0],
    [1.0, -1.0],
    [0.0, 2.0],
    [0.0, -2.0],
    [-2.0, -2.0],
    [-2.0, 2.0],
    [2.0, 2.0],
    [2.0, -2.0],
];

/// Puts all players in their places, the attackers first.
fn place(attackers: usize, on_ball: usize, stream: &mut Stream, state: &mut [f64]) {
    const TENTH: f64 = 0.2 * HALF_LENGTH;
    let ball = Vec2::new(
        stream.uniform(0.0, 0.2 * HALF_LENGTH),
        stream.uniform(-0.8 * HALF_WIDTH, 0.8 * HALF_WIDTH),
    );
    state[..BALL].copy_from_slice(&[ball.x, ball.y, 0.0, 0.0]);
    let most = attackers.saturating_sub(1);
    let holder = match on_ball {
        0 => None,
        number if number <= attackers => Some(number - 1),
        _ => Some(((stream.unit() * attackers as f64) as usize).min(most)),
    };
    for (index, own) in state[BALL..].chunks_exact_mut(PLAYER).enumerate() {
        let at = if index < attackers {
            let [x, y] = ABOUT[((stream.unit() * 10.0) as usize).min(9)];
            let [dx, dy] = [0; 2].map(|_| stream.unit());
            let there = ball + Vec2::new(x + dx, y + dy) * TENTH;
            if holder == Some(index) { ball } else { there }
        } else if index == attackers {
            Vec2::new(HALF_LENGTH, 0.0)
        } else {
            Vec2::new(
                stream.uniform(0.5 * HALF_LENGTH, 0.75 * HALF_LENGTH),
                stream.uniform(-0.8 * HALF_WIDTH, 0.8 * HALF_WIDTH),
            )
        };
        let body = stream.uniform(-180.0, 180.0).to_radians();
        let (x, y) = (at.x.clamp(0.0, HALF_LENGTH), at.y.clamp(-HALF_WIDTH, HALF_WIDTH));
        own.copy_from_slice(&[x, y, body]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_distance_is_that_of_half_a_pitch() {
        let farthest = (HALF_LENGTH * HALF_LENGTH + 4.0 * HALF_WIDTH * HALF_WIDTH).sqrt();
        assert!((FARTHEST - farthest).abs() < 1e-12, "{farthest}");
    }
}
