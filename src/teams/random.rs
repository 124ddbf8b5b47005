//! A team of players who act at random.

use super::player::Orders;
use crate::disc::{Command, Random};

/// Range of the powers of dashes.
const DASH: [f64; 2] = [30.0, 100.0];
/// Range of the powers of kicks.
const KICK: [f64; 2] = [20.0, 100.0];
/// Largest moment of a turn, degrees.
const TURN: f64 = 180.0;

/// What a random player does: kicks the ball in any direction if they can; otherwise mostly dashes
/// ahead, and now and then turns by any angle.
pub(super) fn decide(random: &mut Random, can_kick: bool) -> Orders {
    let body = if can_kick {
        Command::Kick(random.uniform(KICK[0], KICK[1]), random.uniform(-180.0, 180.0))
    } else if random.below(10) < 8 {
        Command::Dash(random.uniform(DASH[0], DASH[1]), random.uniform(-45.0, 45.0))
    } else {
        Command::Turn(random.uniform(-TURN, TURN))
    };
    Orders { body: Some(body), ..Orders::default() }
}
