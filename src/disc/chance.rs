//! The random draws that the rules make, and noise.

use super::Vec2;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// The random draws that the rules make, without noise. A caller can decide each of them: an event
/// through [`Answers::event`], a number through [`Answers::number`], a point through
/// [`Answers::point`]. "Of the tackler" and the like say whose place is passed along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lot {
    /// Whether a tackle succeeds: an event, of the tackler.
    Tackle,
    /// Whether the referee sees a foul: an event, of the tackler.
    Foul,
    /// Whether a card is red instead of yellow: an event, of the tackler.
    Card,
    /// Whether a goalie catches a ball within reach: an event, of the goalie.
    Catch,
    /// Whether the left team takes the first kick of a shoot-out.
    Toss,
    /// Whether a shoot-out is played on the left side's half.
    PenaltySide,
    /// Whether the left team wins a drawn shoot-out, if the rules draw a winner at random.
    PenaltyWinner,
    /// The direction in which to move a player who stands exactly where the ball or another player
    /// with a lower place stands: a number, degrees.
    Separation,
    /// Where keepaway puts a player: a point.
    Keepaway,
    /// Where a player in the wrong half is put before the kick-off: a point.
    Placement,
    /// Whether the observer cannot make out the number of a player in sight: an event, of the
    /// observer.
    SeenNumber,
    /// Whether the observer cannot make out the team of a player in sight: an event, of the
    /// observer.
    SeenTeam,
    /// Whether the observer cannot make out how an object in sight moves: an event, of the
    /// observer.
    SeenChange,
    /// By how many standard deviations a distance is seen too large: a number.
    SeenDistance,
    /// By how many standard deviations the direction of a pointing arm is seen too large: a number.
    SeenPointing,
    /// Which of several messages a player hears next: a number, its index starting at 0.
    Heard,
    /// The error of a player's estimate of their own turn. Callers are not asked for it.
    ExpectedTurn,
}

impl Lot {
    /// All kinds of draws that callers are asked for.
    pub const ALL: [Self; 16] = [
        Self::Tackle,
        Self::Foul,
        Self::Card,
        Self::Catch,
        Self::Toss,
        Self::PenaltySide,
        Self::PenaltyWinner,
        Self::Separation,
        Self::Keepaway,
        Self::Placement,
        Self::SeenNumber,
        Self::SeenTeam,
        Self::SeenChange,
        Self::SeenDistance,
        Self::SeenPointing,
        Self::Heard,
    ];

    /// The name by which callers know the draw.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tackle => "tackle",
            Self::Foul => "foul",
            Self::Card => "card",
            Self::Catch => "catch",
            Self::Toss => "toss",
            Self::PenaltySide => "penalty_side",
            Self::PenaltyWinner => "penalty_winner",
            Self::Separation => "separation",
            Self::Keepaway => "keepaway",
            Self::Placement => "placement",
            Self::SeenNumber => "seen_number",
            Self::SeenTeam => "seen_team",
            Self::SeenChange => "seen_change",
            Self::SeenDistance => "seen_distance",
            Self::SeenPointing => "seen_pointing",
            Self::Heard => "heard",
            Self::ExpectedTurn => "expected_turn",
        }
    }
}

/// A caller that decides what would otherwise be drawn at random. `player` is a place in
/// [`super::Game::players`]. Returning `None` leaves a draw to the generator.
pub trait Answers {
    /// Whether something of this probability happens.
    fn event(&mut self, lot: Lot, player: Option<usize>, probability: f64) -> Option<bool>;
    /// The number to use.
    fn number(&mut self, lot: Lot, player: Option<usize>) -> Option<f64>;
    /// The point to use, m.
    fn point(&mut self, lot: Lot, player: Option<usize>) -> Option<Vec2>;
}

/// Coefficients of the series of sin(x) / x, after the leading 1.
const SINE: [f64; 6] = [
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    1.0 / 6_227_020_800.0,
];
/// Coefficients of the series of cos(x), after the leading 1.
const COSINE: [f64; 6] =
    [-1.0 / 2.0, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40_320.0, -1.0 / 3_628_800.0, 1.0 / 479_001_600.0];

/// The generator of a game (xoshiro256++, Blackman and Vigna 2018).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A number from [low, high); `low` if they are equal.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + self.unit() * (high - low)
    }

    /// A vector of random length up to `most` and random direction, both in steps of 2^-32 of their
    /// range.
    ///
    /// No recorded game contains this generator's directions, so they need not match the C
    /// library's sine to the last bit. Series up to the 13th power avoid the call; they are
    /// accurate to twelve digits on an eighth of the circle.
    pub fn vector(&mut self, most: f64) -> Vec2 {
        const STEP: f64 = 1.0 / (1u64 << 32) as f64;
        let bits = self.0.next_u64();
        let length = (bits >> 32) as f64 * STEP * most;
        // Two bits select the quarter of the circle, the others the angle within it.
        let part = (bits as u32 & !3) as f64 * STEP - 0.5;
        let angle = part * std::f64::consts::FRAC_PI_2;
        let square = angle * angle;
        let series = |terms: [f64; 6]| {
            terms.into_iter().rev().fold(0.0, |sum, term| (sum + term) * square) + 1.0
        };
        let sin = length * angle * series(SINE);
        let cos = length * series(COSINE);
        let (x, y) = if bits & 1 == 0 { (cos, sin) } else { (-sin, cos) };
        if bits & 2 == 0 { Vec2::new(x, y) } else { Vec2::new(-x, -y) }
    }

    /// A whole number from 0 to `count` - 1.
    pub fn below(&mut self, count: u32) -> u32 {
        ((u64::from(self.0.next_u64() as u32) * u64::from(count)) >> 32) as u32
    }

    /// Whether something of this probability happens.
    pub fn event(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}
