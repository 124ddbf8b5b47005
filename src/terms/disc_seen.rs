//! What a player of the 2D game observes, relative to their place and body: either the true state,
//! or what they remember of what they have sensed. Units: m, m/cycle, rad.

use super::arguments::{Arguments, parameter};
use super::half_field::STAMINA;
use super::program::{Builder, Condition, Observation, Process};
use super::registry::{Entry, Make};
use super::view::{KNOWN, Quantity};
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH};
use crate::disc::{PlayMode, Side, Vec2};

/// Divisor for the speed of the ball, m/cycle.
const BALL_SPEED: f64 = 3.0;
/// Divisor for the speeds of players, m/cycle.
const SPEED: f64 = 1.05;
/// Width of the observation of oneself.
const SELF: usize = 12;
/// Of the ball.
const BALL: usize = 6;
/// Of another player.
const OTHER: usize = 7;
/// Of the goals.
const GOALS: usize = 4;
/// Of the play mode.
const MODES: usize = 12;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "disc_memory",
        formula: "makes players of the 2D game observe what they remember of what they have sensed \
                  instead of the true state",
        shape: "0",
        unit: "",
        parameters: &[],
        make: Make::Process(|builder, _| {
            builder.perceives = true;
            Ok(Box::new(Remembering))
        }),
    },
    Entry {
        name: "disc_self",
        formula: "of a player of the 2D game: position / (52.5, 34) m; sine and cosine of the \
                  body's direction; velocity along and across the body / 1.05; age of the position \
                  / 30 cycles, at most 1; stamina / 8000; then, 1 or 0 each, whether they may not \
                  act, whether the ball is in reach, whether their last command was of no use, \
                  whether they have kicked",
        shape: "12",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let (seen, feelings) =
                (Seen::new(builder, arguments)?, builder.sense("feelings", Quantity::Feelings));
            let term: Observation = Box::new(move |row, out| {
                let own = &row[seen.known..seen.known + KNOWN];
                let (sin, cos) = own[4].sin_cos();
                let velocity = along([own[2], own[3]], [sin, cos]);
                let felt = &row[feelings..];
                out.copy_from_slice(&[
                    own[0] / HALF_LENGTH,
                    own[1] / HALF_WIDTH,
                    sin,
                    cos,
                    velocity[0] / SPEED,
                    velocity[1] / SPEED,
                    seen.age(own[5]),
                    felt[0] / STAMINA,
                    felt[1],
                    felt[5],
                    felt[6],
                    felt[7],
                ]);
            });
            Ok((SELF, term))
        }),
    },
    Entry {
        name: "disc_ball",
        formula: "for a player of the 2D game, the ball along and across the player's body: \
                  position relative to the player / 52.5 m, velocity / 3; the ages of both; what \
                  is unknown is 0, with age 1",
        shape: "6",
        unit: "1",
        parameters: &[parameter("oldest", 30.0, "cycles that count as an age of 1")],
        make: Make::Observation(|builder, arguments| {
            let seen = Seen::new(builder, arguments)?;
            let term: Observation = Box::new(move |row, out| {
                let (here, turn) = seen.stand(row);
                let ball = &row[seen.known + KNOWN..][..KNOWN];
                let ages = [4, 5].map(|at| seen.age(ball[at]));
                let place = along([ball[0] - here.x, ball[1] - here.y], turn);
                let velocity = along([ball[2], ball[3]], turn);
                out.copy_from_slice(&[
                    place[0] / HALF_LENGTH,
                    place[1] / HALF_LENGTH,
                    velocity[0] / BALL_SPEED,
                    velocity[1] / BALL_SPEED,
                    ages[0],
                    ages[1],
                ]);
                forget(&mut out[..2], ages[0]);
                forget(&mut out[2..4], ages[1]);
            });
            Ok((BALL, term))
        }),
    },
    Entry {
        name: "disc_players",
        formula: "for a player of the 2D game, each other player, teammates by number and then \
                  opponents by number: position relative to the first / 52.5 m and velocity / \
                  1.05, both along and across the first's body; sine and cosine of the other's \
                  body relative to the first's; age; a player who is unknown has 0, with age 1",
        shape: "7 N",
        unit: "1",
        parameters: &[parameter("oldest", 30.0, "cycles that count as an age of 1")],
        make: Make::Observation(|builder, arguments| {
            let seen = Seen::new(builder, arguments)?;
            let count = builder.dims.others();
            let term: Observation = Box::new(move |row, out| {
                let (here, turn) = seen.stand(row);
                let others = row[seen.known + 2 * KNOWN..].chunks_exact(KNOWN);
                for (other, out) in others.zip(out.chunks_exact_mut(OTHER)) {
                    let place = along([other[0] - here.x, other[1] - here.y], turn);
                    let velocity = along([other[2], other[3]], turn);
                    let (sin, cos) = other[4].sin_cos();
                    let age = seen.age(other[5]);
                    let body = along([cos, sin], turn);
                    out.copy_from_slice(&[
                        place[0] / HALF_LENGTH,
                        place[1] / HALF_LENGTH,
                        velocity[0] / SPEED,
                        velocity[1] / SPEED,
                        body[1],
                        body[0],
                        age,
                    ]);
                    forget(&mut out[..OTHER - 1], age);
                }
            });
            Ok((OTHER * count, term))
        }),
    },
    Entry {
        name: "disc_goals",
        formula: "vectors from a player of the 2D game to the opponents' goal and to ours / 52.5 \
                  m: along and across the player's body",
        shape: "4",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let seen = Seen::new(builder, arguments)?;
            let term: Observation = Box::new(move |row, out| {
                let (here, turn) = seen.stand(row);
                for (out, goal) in out.chunks_exact_mut(2).zip([HALF_LENGTH, -HALF_LENGTH]) {
                    let gap = along([goal - here.x, -here.y], turn);
                    out.copy_from_slice(&gap.map(|number| number / HALF_LENGTH));
                }
            });
            Ok((GOALS, term))
        }),
    },
    Entry {
        name: "disc_mode",
        formula: "1 for the current play mode, 0 for all others: play on; our and their kick-off, \
                  kick-in, corner kick, goal kick, free kick (also after a foul); any other",
        shape: "12",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.sense("play_mode", Quantity::PlayMode);
            let term: Observation = Box::new(move |row, out| {
                out.fill(0.0);
                out[mode_index(PlayMode::numbered(row[at] as u8))] = 1.0;
            });
            Ok((MODES, term))
        }),
    },
    Entry {
        name: "disc_number",
        formula: "1 for the number of a player of the 2D game, 0 for all others of the same team",
        shape: "N",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let (at, size) = (builder.sense("number", Quantity::Number), builder.dims.mates + 1);
            let term: Observation = Box::new(move |row, out| {
                out.fill(0.0);
                if let Some(own) = out.get_mut((row[at] as usize).wrapping_sub(1)) {
                    *own = 1.0;
                }
            });
            Ok((size, term))
        }),
    },
    Entry {
        name: "disc_time_over",
        formula: "the 2D game, or one of its halves, is over",
        shape: "1",
        unit: "bool",
        parameters: &[],
        make: Make::Condition(|builder, _| {
            let at = builder.sense("play_mode", Quantity::PlayMode);
            let over = [PlayMode::TimeOver, PlayMode::FirstHalfOver, PlayMode::BeforeKickOff];
            let over = over.map(|mode| f64::from(mode.number()));
            let term: Condition = Box::new(move |row| over.contains(&row[at]));
            Ok(term)
        }),
    },
];

struct Remembering;

impl Process for Remembering {}

/// Where a row holds an observer's knowledge.
#[derive(Clone, Copy)]
struct Seen {
    known: usize,
    oldest: f64,
}

impl Seen {
    fn new(builder: &mut Builder<'_>, arguments: &Arguments<'_>) -> crate::error::Result<Self> {
        let known = if builder.perceives && !builder.is_exact {
            builder.perceive(arguments, "remembered", Quantity::Known)?
        } else {
            builder.sense("known", Quantity::Known)
        };
        let oldest = if arguments.has("oldest") { arguments.positive("oldest")? } else { 30.0 };
        Ok(Self { known, oldest })
    }

    /// An age as a share of the oldest, at most 1.
    fn age(&self, cycles: f64) -> f64 {
        (cycles / self.oldest).min(1.0)
    }

    /// Their place, and the sine and cosine of the direction of their body.
    fn stand(&self, row: &[f64]) -> (Vec2, [f64; 2]) {
        let own = &row[self.known..self.known + KNOWN];
        let (sin, cos) = own[4].sin_cos();
        (Vec2::new(own[0], own[1]), [sin, cos])
    }
}

/// Components of a vector along and across a direction, which is given by its sine and cosine.
fn along([x, y]: [f64; 2], [sin, cos]: [f64; 2]) -> [f64; 2] {
    [x * cos + y * sin, y * cos - x * sin]
}

/// Zeroes what is too old to count as known.
fn forget(numbers: &mut [f64], age: f64) {
    if age >= 1.0 {
        numbers.fill(0.0);
    }
}

/// Index of a play mode in the observation, from the point of view of the left team.
fn mode_index(mode: Option<PlayMode>) -> usize {
    use PlayMode as M;
    let of = |first: usize, side: Side| first + usize::from(side == Side::Right);
    match mode {
        Some(M::PlayOn) => 0,
        Some(M::KickOff(side)) => of(1, side),
        Some(M::KickIn(side)) => of(3, side),
        Some(M::CornerKick(side)) => of(5, side),
        Some(M::GoalKick(side)) => of(7, side),
        Some(M::FreeKick(side) | M::IndirectFreeKick(side)) => of(9, side),
        // The team at fault concedes a free kick to the other one.
        Some(
            M::Offside(side)
            | M::FoulCharge(side)
            | M::FoulPush(side)
            | M::FoulMultipleAttack(side)
            | M::FoulBallout(side)
            | M::BackPass(side)
            | M::FreeKickFault(side)
            | M::CatchFault(side)
            | M::IllegalDefense(side),
        ) => of(9, side.other()),
        _ => MODES - 1,
    }
}
