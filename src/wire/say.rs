//! What players of different teams can tell each other in ten characters: the Coachable Agents
//! Communication Standard of Davin, Riley, Gu and Veloso (2004).
//!
//! A text is a sequence of units, each with one character for its type and one for each of its
//! values. The table in the document lacks the `T` at index 55; with it, the document's own example
//! is correct.

use thiserror::Error;

/// Characters of the longest text that players can say.
pub const MAX_LENGTH: usize = 10;
/// The character of each number from 0 to 72.
const CHARACTERS: &[u8; 73] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ().+-*/?<>_";
/// Number of values that a character can have.
const NUMBERS: f64 = 73.0;
/// Half of the length of the pitch with its border, m.
pub const X: f64 = 53.0;
/// Half of its width, m.
pub const Y: f64 = 34.0;
/// Greatest speed of the ball, m/cycle.
pub const SPEED: f64 = 2.7;
/// The highest number of cycles that a character can stand for.
pub const MAX_CYCLES: u8 = 72;
/// Distance from the lower edge of the interval that a character stands for to its middle, as a
/// fraction of [`X`], [`Y`] or [`SPEED`].
pub const HALF_STEP: f64 = 1.0 / NUMBERS;
/// How far below the edge of an interval a value is still taken for the edge, in intervals. Without
/// it half of the values that were read would be said again as the interval below, and places would
/// drift when players pass on what they have heard.
const ROUNDING: f64 = 1e-9;
/// Number of kinds of units.
pub const KINDS: usize = 10;
/// Type of the unit about opponent 1.
const OPPONENT: u8 = 8;
/// Type of the unit about teammate 1.
const TEAMMATE: u8 = 19;

/// A piece of information. Positions are in m, with negative x left of the centre, and a character
/// resolves 1.45 m along x and 0.93 m along y. Velocities are in m/cycle, resolved to 0.074.
/// `cycles` is the time since the information was seen, at most 72. Players' numbers are 1 to 11.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// Where the speaker is.
    OurPos { x: f64, y: f64 },
    /// Where the ball is.
    BallPos { x: f64, y: f64, cycles: u32 },
    /// How the ball moves.
    BallVelocity { dx: f64, dy: f64, cycles: u32 },
    /// The player of our team who has the ball; 0 if it is not known which.
    WeHaveBall { player: u8 },
    /// The opponent who has the ball; 0 if it is not known which.
    OpponentHasBall { player: u8 },
    /// The speaker passes to that player.
    PassToPlayer { player: u8 },
    /// The speaker passes to this point.
    PassToPoint { x: f64, y: f64 },
    /// The speaker wants a pass.
    WantPass,
    /// Where an opponent is.
    OpponentPos { player: u8, x: f64, y: f64, cycles: u32 },
    /// Where a teammate is.
    TeammatePos { player: u8, x: f64, y: f64, cycles: u32 },
}

/// A unit as numbers: its kind in the order of [`Unit`], player, x or dx, y or dy, cycles; fields
/// that the kind does not have are 0.
pub type Fields = (u8, u8, f64, f64, u32);

impl Unit {
    /// Returns the unit with these numbers; `None` for a kind that does not exist.
    pub fn of_fields((kind, player, x, y, cycles): Fields) -> Option<Self> {
        Some(match kind {
            0 => Self::OurPos { x, y },
            1 => Self::BallPos { x, y, cycles },
            2 => Self::BallVelocity { dx: x, dy: y, cycles },
            3 => Self::WeHaveBall { player },
            4 => Self::OpponentHasBall { player },
            5 => Self::PassToPlayer { player },
            6 => Self::PassToPoint { x, y },
            7 => Self::WantPass,
            8 => Self::OpponentPos { player, x, y, cycles },
            9 => Self::TeammatePos { player, x, y, cycles },
            _ => return None,
        })
    }

    /// Returns the unit's numbers.
    pub fn fields(self) -> Fields {
        match self {
            Self::OurPos { x, y } => (0, 0, x, y, 0),
            Self::BallPos { x, y, cycles } => (1, 0, x, y, cycles),
            Self::BallVelocity { dx, dy, cycles } => (2, 0, dx, dy, cycles),
            Self::WeHaveBall { player } => (3, player, 0.0, 0.0, 0),
            Self::OpponentHasBall { player } => (4, player, 0.0, 0.0, 0),
            Self::PassToPlayer { player } => (5, player, 0.0, 0.0, 0),
            Self::PassToPoint { x, y } => (6, 0, x, y, 0),
            Self::WantPass => (7, 0, 0.0, 0.0, 0),
            Self::OpponentPos { player, x, y, cycles } => (8, player, x, y, cycles),
            Self::TeammatePos { player, x, y, cycles } => (9, player, x, y, cycles),
        }
    }
}

/// Why units cannot be said.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EncodeError {
    /// Longer than [`MAX_LENGTH`].
    #[error(
        "{length} characters are {} more than the {MAX_LENGTH} that can be said",
        length - MAX_LENGTH
    )]
    Long {
        /// Length of the whole text.
        length: usize,
    },
    /// A player's number that is not valid in this unit.
    #[error("unit {unit}: player {player} is not from {lowest} to 11")]
    Player {
        /// Index of the unit, starting at 0.
        unit: usize,
        /// The number given.
        player: u8,
        /// The lowest number possible there.
        lowest: u8,
    },
    /// A coordinate or speed that is not finite.
    #[error("unit {unit}: {name} is {value}")]
    NotFinite {
        /// Index of the unit, starting at 0.
        unit: usize,
        /// Name of the value.
        name: &'static str,
        /// The number given.
        value: f64,
    },
}

/// Why the rest of a text cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// A character that stands for no number.
    #[error("character {place}: {character:?} stands for nothing")]
    Character {
        /// Number of characters before it.
        place: usize,
        /// The character.
        character: char,
    },
    /// A type that does not exist.
    #[error("character {place}: there is no type {number}")]
    Type {
        /// Number of characters before it.
        place: usize,
        /// Its number, 30 or more.
        number: u8,
    },
    /// A unit that lacks values.
    #[error("character {place}: a unit of type {number} ends before its last value")]
    Truncated {
        /// Number of characters before the unit.
        place: usize,
        /// Its type.
        number: u8,
    },
}

/// Encodes units as a text. Values out of range are encoded as the nearest value in range.
///
/// # Errors
/// [`EncodeError`]
pub fn encode(units: &[Unit]) -> Result<String, EncodeError> {
    let mut text = String::new();
    for (at, unit) in units.iter().enumerate() {
        check(at, unit)?;
        write(unit, &mut text);
    }
    if text.len() > MAX_LENGTH { Err(EncodeError::Long { length: text.len() }) } else { Ok(text) }
}

/// Reads the units of a text, up to the first that cannot be read, and returns why it stopped
/// there. Coordinates and speeds are the lower edge of the interval that their character stands
/// for. Players' numbers are returned as encoded, although there may be no such player.
pub fn decode(text: &str) -> (Vec<Unit>, Option<DecodeError>) {
    let mut reader = Reader { rest: text, place: 0 };
    let mut units = Vec::new();
    while !reader.rest.is_empty() {
        match reader.unit() {
            Ok(unit) => units.push(unit),
            Err(error) => return (units, Some(error)),
        }
    }
    (units, None)
}

fn check(unit: usize, what: &Unit) -> Result<(), EncodeError> {
    let (player, lowest) = match *what {
        Unit::WeHaveBall { player } | Unit::OpponentHasBall { player } => (player, 0),
        Unit::PassToPlayer { player }
        | Unit::OpponentPos { player, .. }
        | Unit::TeammatePos { player, .. } => (player, 1),
        _ => (1, 1),
    };
    if !(lowest..=11).contains(&player) {
        return Err(EncodeError::Player { unit, player, lowest });
    }
    let numbers = match *what {
        Unit::OurPos { x, y }
        | Unit::BallPos { x, y, .. }
        | Unit::PassToPoint { x, y }
        | Unit::OpponentPos { x, y, .. }
        | Unit::TeammatePos { x, y, .. } => [("x", x), ("y", y)],
        Unit::BallVelocity { dx, dy, .. } => [("dx", dx), ("dy", dy)],
        _ => return Ok(()),
    };
    match numbers.into_iter().find(|(_, value)| !value.is_finite()) {
        Some((name, value)) => Err(EncodeError::NotFinite { unit, name, value }),
        None => Ok(()),
    }
}

fn write(unit: &Unit, text: &mut String) {
    let mut put = |numbers: &[u8]| {
        text.extend(numbers.iter().map(|number| char::from(CHARACTERS[usize::from(*number)])));
    };
    let age = |cycles: u32| cycles.min(u32::from(MAX_CYCLES)) as u8;
    match *unit {
        Unit::OurPos { x, y } => put(&[0, bin(x, X), bin(y, Y)]),
        Unit::BallPos { x, y, cycles } => put(&[1, bin(x, X), bin(y, Y), age(cycles)]),
        Unit::BallVelocity { dx, dy, cycles } => {
            put(&[2, bin(dx, SPEED), bin(dy, SPEED), age(cycles)]);
        }
        Unit::WeHaveBall { player } => put(&[3, player]),
        Unit::OpponentHasBall { player } => put(&[4, player]),
        Unit::PassToPlayer { player } => put(&[5, player]),
        Unit::PassToPoint { x, y } => put(&[6, bin(x, X), bin(y, Y)]),
        Unit::WantPass => put(&[7]),
        Unit::OpponentPos { player, x, y, cycles } => {
            put(&[OPPONENT + player - 1, bin(x, X), bin(y, Y), age(cycles)]);
        }
        Unit::TeammatePos { player, x, y, cycles } => {
            put(&[TEAMMATE + player - 1, bin(x, X), bin(y, Y), age(cycles)]);
        }
    }
}

/// The number that stands for a value in `[-half, half)`.
fn bin(value: f64, half: f64) -> u8 {
    let steps = (value + half) / (2.0 * half) * NUMBERS + ROUNDING;
    // A cast saturates: what is below 0 becomes 0.
    (steps.floor() as u8).min(72)
}

struct Reader<'a> {
    rest: &'a str,
    place: usize,
}

impl Reader<'_> {
    fn unit(&mut self) -> Result<Unit, DecodeError> {
        let place = self.place;
        let number = self.number()?.unwrap_or_default();
        let mut values = [0; 3];
        let length = match number {
            0 | 6 => 2,
            1 | 2 | OPPONENT..30 => 3,
            3..=5 => 1,
            7 => 0,
            _ => return Err(DecodeError::Type { place, number }),
        };
        for value in &mut values[..length] {
            let truncated = DecodeError::Truncated { place, number };
            *value = self.number()?.ok_or(truncated)?;
        }
        let [first, second, third] = values;
        let cycles = u32::from(third);
        let (x, y) = (lower_edge(first, X), lower_edge(second, Y));
        Ok(match number {
            0 => Unit::OurPos { x, y },
            1 => Unit::BallPos { x, y, cycles },
            2 => {
                let (dx, dy) = (lower_edge(first, SPEED), lower_edge(second, SPEED));
                Unit::BallVelocity { dx, dy, cycles }
            }
            3 => Unit::WeHaveBall { player: first },
            4 => Unit::OpponentHasBall { player: first },
            5 => Unit::PassToPlayer { player: first },
            6 => Unit::PassToPoint { x, y },
            7 => Unit::WantPass,
            OPPONENT..TEAMMATE => Unit::OpponentPos { player: number - OPPONENT + 1, x, y, cycles },
            _ => Unit::TeammatePos { player: number - TEAMMATE + 1, x, y, cycles },
        })
    }

    /// The number that the next character stands for; `None` at the end.
    fn number(&mut self) -> Result<Option<u8>, DecodeError> {
        let mut characters = self.rest.chars();
        let Some(character) = characters.next() else { return Ok(None) };
        let known = CHARACTERS.iter().position(|known| char::from(*known) == character);
        let Some(number) = known else {
            return Err(DecodeError::Character { place: self.place, character });
        };
        self.rest = characters.as_str();
        self.place += 1;
        Ok(Some(number as u8))
    }
}

/// The least value in `[-half, half)` that a number stands for.
fn lower_edge(number: u8, half: f64) -> f64 {
    f64::from(number) / NUMBERS * (2.0 * half) - half
}
