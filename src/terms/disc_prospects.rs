//! What a player of the 2D game observes of what may come: who reaches the ball when, how long a
//! set play lasts, what can be done with the ball.

use super::arguments::Arguments;
use super::program::{Builder, Observation};
use super::registry::{Entry, Make};
use super::view::{CHANCES, Quantity, RACE, SET_PLAY};
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH};
use crate::error::Result;

/// Cycles after which it no longer matters who gets to the ball.
const LATE: f64 = 40.0;
/// Cycles by which a team must be earlier there to be safe from the other.
const SOON: f64 = 5.0;
/// Duration of a set play, cycles.
const SET_PLAY_LASTS: f64 = 100.0;
/// Divisor for values, m.
const WORTH: f64 = 20.0;
/// The limit of the quotient.
const MOST: f64 = 2.0;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "disc_race",
        formula: "cycles / 40, at most 1, until each of these can kick the ball if nobody plays it \
                  earlier: the player of the 2D game themselves, each other player in the order of \
                  `disc_players`, the first of our team other than the goalie, the first of \
                  theirs; cycles by which their first is later than ours / 5, clipped to -1 to 1; \
                  1 if the player is our first, else 0; x of the offside line / 52.5; where the \
                  ball is met / (52.5, 34)",
        shape: "8 + N",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let at = asked(builder, arguments, "race", "reckoned_race", Quantity::Race)?;
            let others = builder.dims.others();
            let term: Observation = Box::new(move |row, out| {
                let race = &row[at..at + RACE + others];
                let (players, rest) = race.split_at(1 + others);
                let (cycles, after) = out.split_at_mut(3 + others);
                for (out, number) in cycles.iter_mut().zip(players.iter().chain(&rest[..2])) {
                    *out = (number / LATE).min(1.0);
                }
                after.copy_from_slice(&[
                    ((rest[1] - rest[0]) / SOON).clamp(-1.0, 1.0),
                    rest[2],
                    rest[3] / HALF_LENGTH,
                    rest[4] / HALF_LENGTH,
                    rest[5] / HALF_WIDTH,
                ]);
            });
            Ok((RACE + 1 + others, term))
        }),
    },
    Entry {
        name: "disc_set_play",
        formula: "cycles until the referee ends the set play / 100, 0 if there is none; 1 if the \
                  player has brought the ball into play and may not touch it again yet, else 0",
        shape: "2",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.sense("set_play", Quantity::SetPlay);
            let term: Observation = Box::new(move |row, out| {
                out.copy_from_slice(&[row[at] / SET_PLAY_LASTS, row[at + 1]]);
            });
            Ok((SET_PLAY, term))
        }),
    },
    Entry {
        name: "disc_chances",
        formula: "for a player who can kick the ball: 1 if a shot arrives before all opponents, \
                  else 0; the worth that scripted players give to the best run and, for each \
                  teammate by number, to the best pass and to the best one that arrives two \
                  cycles before opponents; a worth is in metres of way to the goal, relative to \
                  that of the ball where it is, / 20, clipped to -2 to 2; -2 for what cannot be \
                  done",
        shape: "2 + 2 T",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let at = asked(builder, arguments, "chances", "reckoned_chances", Quantity::Chances)?;
            let width = CHANCES + 2 * builder.dims.mates;
            let term: Observation = Box::new(move |row, out| {
                out[0] = row[at];
                for (out, value) in out[1..].iter_mut().zip(&row[at + 1..at + width]) {
                    *out = (value / WORTH).clamp(-MOST, MOST);
                }
            });
            Ok((width, term))
        }),
    },
];

/// Returns the channel of a quantity: its true value, or, for a player who senses, what they infer
/// from their memory.
fn asked(
    builder: &mut Builder<'_>,
    arguments: &Arguments<'_>,
    name: &'static str,
    by_memory: &'static str,
    quantity: Quantity,
) -> Result<usize> {
    if builder.perceives && !builder.is_exact {
        return builder.perceive(arguments, by_memory, quantity);
    }
    Ok(builder.sense(name, quantity))
}
