//! Reaching the ball in the 2D game, as in gym-soccer-2d-env's `ReachBall`. Its units: m, m/cycle,
//! degrees; the pitch is 105 m by 68 m, y points down.

use super::arguments::{Arguments, parameter};
use super::program::{Base, Builder, Episode, Observation, Process, Start};
use super::registry::{Entry, Make};
use super::rows::{Columns, Number};
use super::stream::Stream;
use super::view::{Quantity, View};
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH};
use crate::disc::{Vec2, normalize_angle};
use crate::error::Result;
use crate::math::lane::Lane;

/// Coordinates of the ball in the state in which an episode starts: position and velocity.
pub const BALL: usize = 4;
/// Coordinates of each player, which come after the ball's: position, m, and direction of the body,
/// rad.
pub const PLAYER: usize = 3;

/// What that environment divides speeds of the ball by, m/cycle.
const SPEED: f64 = 3.0;
/// Factor by which that environment expects the ball to slow down in a cycle.
const DECAY: f64 = 0.96;
/// Largest distances from the centre at which places are drawn, along and across the pitch, m.
const PLACES: [f64; 2] = [50.0, 30.0];

const STEPS: super::Parameter = parameter("steps", 200.0, "steps after which it is too late");

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "reach",
        formula: "keeps the distance to the ball, and the ball's direction relative to the body, \
                  now and before the step",
        shape: "2, 2",
        unit: "m, deg",
        parameters: &[],
        make: Make::Process(|builder, _| {
            let heading = builder.sense("heading", Quantity::Heading);
            let (now, before) = (builder.real("reach", 2), builder.real("reach_before", 2));
            Ok(Box::new(Reach { base: builder.base, heading, now, before }))
        }),
    },
    Entry {
        name: "reach_ball",
        formula: "of a player of the 2D game: direction of the ball relative to the body / 180 \
                  deg, and of the body / 180 deg; positions of player and ball / (52.5, 34) m; \
                  speed of the ball / 3, direction of its velocity / 360 deg, velocity / 3; needs \
                  the process `reach`",
        shape: "10",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let (base, reach) = (builder.base, builder.kept(arguments, "reach", "reach")?);
            let heading = builder.sense("heading", Quantity::Heading);
            let term: Observation = Box::new(move |row, out| {
                let [x, y] = [row[base.position], row[base.position + 1]];
                let ball = [row[base.ball], row[base.ball + 1]];
                let velocity = Vec2::new(row[base.ball_velocity], row[base.ball_velocity + 1]);
                out.copy_from_slice(&[
                    row[reach + 1] / 180.0,
                    row[heading].to_degrees() / 180.0,
                    x / HALF_LENGTH,
                    y / HALF_WIDTH,
                    ball[0] / HALF_LENGTH,
                    ball[1] / HALF_WIDTH,
                    velocity.length() / SPEED,
                    velocity.direction().to_degrees() / 360.0,
                    velocity.x / SPEED,
                    velocity.y / SPEED,
                ]);
            });
            Ok((10, term))
        }),
    },
    Entry {
        name: "nearing",
        formula: "decrease of the distance to the ball in this step; needs the process `reach`",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Worth(|builder, arguments| {
            let (now, before) = kept(builder, arguments)?;
            Ok(Box::new(Nearing { now, before }))
        }),
    },
    Entry {
        name: "turning_to_ball",
        formula: "decrease, in this step, of the angle between the body and the direction to the \
                  ball / 180 deg; needs the process `reach`",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Worth(|builder, arguments| {
            let (now, before) = kept(builder, arguments)?;
            Ok(Box::new(Turning { now: now + 1, before: before + 1 }))
        }),
    },
    Entry {
        name: "ball_reached",
        formula: "the distance to the ball is less than `near`; needs the process `reach`",
        shape: "1",
        unit: "bool",
        parameters: &[parameter("near", 5.0, "m")],
        make: Make::Truth(|builder, arguments| {
            let ((now, _), near) = (kept(builder, arguments)?, arguments.unsigned("near")?);
            Ok(Box::new(Reached { now, near }))
        }),
    },
    Entry {
        name: "off_pitch",
        formula: "the player is beyond the lines of the 2D pitch",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Truth(|builder, _| Ok(Box::new(Off { at: builder.base.position }))),
    },
    Entry {
        name: "too_late",
        formula: "the episode has had more than `steps` steps",
        shape: "1",
        unit: "bool",
        parameters: &[STEPS],
        make: Make::Truth(|builder, arguments| {
            let (age, steps) = (builder.base.age, arguments.steps("steps")?);
            Ok(Box::new(Late { age, steps: steps as f64 }))
        }),
    },
    Entry {
        name: "anywhere_on_pitch",
        formula: "places player and ball on whole metres up to 50 m along and 30 m across from the \
                  centre, with the body at a whole number of degrees; the ball is at `place` if \
                  that is given, with a velocity of `speed` along `direction` or, with moving = 1, \
                  with one drawn such that it does not roll off the pitch within `steps`",
        shape: "7",
        unit: "m, m/cycle, rad",
        parameters: &[
            parameter("place", f64::NAN, "of the ball, m (2)"),
            parameter("speed", 0.0, "m/cycle"),
            parameter("direction", 0.0, "deg"),
            parameter("moving", 0.0, "1 or 0"),
            STEPS,
        ],
        make: Make::Start(|_, arguments| {
            let place =
                arguments.has("place").then(|| arguments.numbers("place", 2)).transpose()?;
            let (speed, direction) = (arguments.number("speed")?, arguments.number("direction")?);
            let (moving, steps) = (arguments.switch("moving")?, arguments.steps("steps")?);
            if let Some([x, y]) = place.as_deref().filter(|at| moving && !is_on_pitch(at)) {
                let message = format!("place: ({x}, {y}) is off the pitch, where no ball can roll");
                return Err(arguments.fail(message));
            }
            let velocity = Vec2::polar(speed, direction.to_radians());
            let travel = (1.0 - DECAY.powf(steps as f64)) / (1.0 - DECAY);
            let start: Start = Box::new(move |episode, state| {
                let stream = &mut *episode.stream;
                let [x, y] = PLACES.map(|most| whole(stream, -most, most));
                let body = normalize_angle(whole(stream, 0.0, 360.0).to_radians());
                let drawn = || -> [f64; 2] { PLACES.map(|most| whole(stream, -most, most)) };
                let [ball_x, ball_y] = place.as_ref().map_or_else(drawn, |at| [at[0], at[1]]);
                let ball = Vec2::new(ball_x, ball_y);
                let velocity = if moving { rolling(stream, ball, travel) } else { velocity };
                let all = [ball.x, ball.y, velocity.x, velocity.y, x, y, body];
                for (own, number) in state.iter_mut().zip(all) {
                    *own = number;
                }
            });
            Ok(start)
        }),
    },
];

/// The channels of the process: now and before.
fn kept(builder: &Builder<'_>, arguments: &Arguments<'_>) -> Result<(usize, usize)> {
    let now = builder.kept(arguments, "reach", "reach")?;
    Ok((now, builder.kept(arguments, "reach_before", "reach")?))
}

/// Draws a whole number, both ends included.
fn whole(stream: &mut Stream, low: f64, high: f64) -> f64 {
    low + (stream.unit() * (high - low + 1.0)).floor()
}

fn is_on_pitch(place: &[f64]) -> bool {
    let most = [HALF_LENGTH, HALF_WIDTH];
    place.iter().zip(most).all(|(place, most)| place.abs() <= most)
}

/// Draws a velocity with which the ball, which is on the pitch, stays there.
fn rolling(stream: &mut Stream, ball: Vec2, travel: f64) -> Vec2 {
    loop {
        let speed = stream.uniform(0.0, SPEED);
        let direction = whole(stream, 0.0, 360.0).to_radians();
        let end = ball + Vec2::polar(speed * travel, direction);
        if is_on_pitch(&[end.x, end.y]) {
            return Vec2::polar(speed, direction);
        }
    }
}

struct Reach {
    base: Base,
    heading: usize,
    now: usize,
    before: usize,
}

impl Process for Reach {
    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        for place in 0..2 {
            episode.row[self.before + place] = episode.row[self.now + place];
        }
    }

    fn sense(&self, row: &mut [f64]) {
        let point = |first: usize| Vec2::new(row[first], row[first + 1]);
        let gap = point(self.base.ball) - point(self.base.position);
        let direction = normalize_angle(gap.direction() - row[self.heading]);
        (row[self.now], row[self.now + 1]) = (gap.length(), direction.to_degrees());
    }
}

struct Nearing {
    now: usize,
    before: usize,
}

impl Number for Nearing {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        rows.at(self.before) - rows.at(self.now)
    }
}

struct Turning {
    now: usize,
    before: usize,
}

impl Number for Turning {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        (rows.at(self.before).abs() - rows.at(self.now).abs()) / L::splat(180.0)
    }
}

struct Reached {
    now: usize,
    near: f64,
}

impl Number for Reached {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        truth(rows.at(self.now).lt(L::splat(self.near)))
    }
}

struct Off {
    at: usize,
}

impl Number for Off {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        let beyond = |cell, line| rows.at(cell).abs().gt(L::splat(line));
        truth::<L>(beyond(self.at, HALF_LENGTH) | beyond(self.at + 1, HALF_WIDTH))
    }
}

struct Late {
    age: usize,
    steps: f64,
}

impl Number for Late {
    #[inline(always)]
    fn of<L: Lane>(&self, rows: Columns<'_, L>) -> L {
        truth(rows.integers(self.age).gt(L::splat(self.steps)))
    }
}

/// 1 where `is_so` holds, else 0.
#[inline(always)]
fn truth<L: Lane>(is_so: L::Mask) -> L {
    L::select(is_so, L::one(), L::zero())
}
