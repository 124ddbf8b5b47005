//! Speech as numbers: what an action says, and what is heard, in units of the say codec ([`say`]).

use crate::terms::{SPOKEN_UNIT, WORD, words_of_mates};
use crate::wire::say::{self, Unit};

/// Numbers of an action for each unit: a score for saying nothing and one for each kind, of which
/// the kind with the highest score is said, the first one in a tie; then the number of a player, x
/// or dx, y or dy, and cycles.
const SPOKEN: usize = SPOKEN_UNIT;
/// How many of those numbers are scores.
const SCORES: usize = 1 + say::KINDS;
/// The kinds that name an opponent, as numbered in [`Unit::fields`].
const OF_OPPONENTS: [u8; 2] = [4, 8];
/// The kind of a velocity.
const VELOCITY: u8 = 2;

/// Divides the range from -1 to 1 into `count` equal parts and returns that of a number, the lowest
/// being 0.
pub(super) fn part(number: f64, count: usize) -> usize {
    let part = 0.5 * (number + 1.0) * count as f64;
    (part.max(0.0) as usize).min(count.saturating_sub(1))
}

/// Returns the text that an action says, given the sizes of both teams, the speaker's first; `None`
/// if it says nothing. A unit for which there is no room left is omitted.
pub(super) fn text(action: &[f64], teams: [usize; 2]) -> Option<String> {
    let mut units = Vec::new();
    let mut text = None;
    for numbers in action.chunks_exact(SPOKEN) {
        let Some(unit) = unit(numbers, teams) else { continue };
        units.push(unit);
        match say::encode(&units) {
            Ok(longer) => text = Some(longer),
            Err(_) => drop(units.pop()),
        }
    }
    text
}

fn unit(numbers: &[f64], [mates, opponents]: [usize; 2]) -> Option<Unit> {
    let (scores, fields) = numbers.split_at(SCORES);
    let first = |best: usize, at: usize| if scores[at] > scores[best] { at } else { best };
    let kind = (0..SCORES).reduce(first)?.checked_sub(1)? as u8;
    let players = if OF_OPPONENTS.contains(&kind) { opponents } else { mates };
    if players == 0 {
        return None;
    }
    let &[player, x, y, cycles] = fields else { return None };
    let player = 1 + part(player, players) as u8;
    let [wide, high] = if kind == VELOCITY { [say::SPEED; 2] } else { [say::X, say::Y] };
    let cycles = (0.5 * (cycles + 1.0) * f64::from(say::MAX_CYCLES)).round().max(0.0) as u32;
    Unit::of_fields((kind, player, wide * x, high * y, cycles))
}

/// Writes what a text says, a row of [`WORD`] numbers for each unit that there is room for: its
/// kind, counted from 1, player, x or dx and y or dy as shares of the largest, cycles; the rest is
/// zeros.
pub(super) fn write(text: &str, out: &mut [f64]) {
    let (units, _) = say::decode(text);
    out.fill(0.0);
    for (unit, out) in units.into_iter().zip(out.chunks_exact_mut(WORD)) {
        let (kind, player, x, y, cycles) = unit.fields();
        let [wide, high] = if kind == VELOCITY { [say::SPEED; 2] } else { [say::X, say::Y] };
        let is_vector = !matches!(kind, 3..=5 | 7);
        // The middle of the range that a character stands for.
        let share =
            |number: f64, most: f64| if is_vector { number / most + say::HALF_STEP } else { 0.0 };
        let numbers =
            [f64::from(kind + 1), player.into(), share(x, wide), share(y, high), cycles.into()];
        out.copy_from_slice(&numbers);
    }
}

/// Writes that a teammate has been heard. `mate` counts teammates by number, without the listener;
/// `direction` is where they are heard from, degrees.
pub(super) fn hear(mate: usize, direction: f64, text: &str, out: &mut [f64]) {
    if let Some([heard, from, words @ ..]) = words_of_mates(out).nth(mate) {
        (*heard, *from) = (1.0, direction);
        write(text, words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fall_into_equal_parts() {
        let parts = [-1.0, -0.34, -0.33, 0.33, 0.34, 1.0, 7.0, -7.0].map(|number| part(number, 3));
        assert_eq!(parts, [0, 0, 1, 1, 2, 2, 2, 0]);
    }

    #[test]
    fn what_has_no_room_is_left_out() {
        // Two balls take eight characters; a third does not fit, a wish for a pass does.
        let say = |kind: usize| {
            let mut numbers = [0.0; SPOKEN];
            numbers[kind] = 1.0;
            numbers
        };
        let action = [say(2), say(2), say(2), say(8)].concat();
        assert_eq!(text(&action, [3, 3]).as_deref(), Some("1AAA1AAA7"));
        assert_eq!(text(&[say(0), say(0)].concat(), [3, 3]), None);
        assert_eq!(text(&say(9), [3, 0]), None, "there is no opponent");
    }
}
