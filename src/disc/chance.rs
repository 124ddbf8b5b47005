//! What the rules draw by lot, and noise.

use super::Vec2;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// What a rule draws lots for. A caller can decide each ([`Answers`]); noise is no lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lot {
    /// Whether a tackle succeeds. An event of the tackler.
    Tackle,
    /// Whether the referee sees a foul. An event of the tackler.
    Foul,
    /// Whether a card is red instead of yellow. An event of the tackler.
    Card,
    /// Whether a goalie catches a ball within reach. An event of the goalie.
    Catch,
    /// Whether the left team takes the first kick of a shoot-out.
    Toss,
    /// Whether a shoot-out is played on the left side's half.
    PenaltySide,
    /// Who wins a drawn shoot-out where a winner is drawn: whether left does.
    PenaltyWinner,
    /// In which direction a player goes who stands on the very place of the ball or of another
    /// player with a lower place: a number, degrees.
    Separation,
    /// Where keepaway puts a player: a point.
    Keepaway,
    /// Where a player in the wrong half is put before the kick-off: a point.
    Placement,
    /// Whether the number of a player in sight cannot be told. An event of the observer.
    SeenNumber,
    /// Whether the team of a player in sight cannot be told. An event of the observer.
    SeenTeam,
    /// Whether it cannot be told how a thing in sight moves. An event of the observer.
    SeenChange,
    /// By how many standard deviations a distance is seen too large: a number.
    SeenDistance,
    /// By how many standard deviations the direction of a pointing arm is seen too large: a number.
    SeenPointing,
    /// Which of several messages a player hears next: a number, from 0 on.
    Heard,
    /// By how much a player's idea of his own turn is off. Callers are not asked.
    ExpectedTurn,
}

impl Lot {
    /// All kinds of lots that callers are asked for.
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

    /// The name that callers are asked by.
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

/// A caller who decides what else is drawn by lot. `player` is a place in [`super::Game::players`];
/// `None` leaves a lot to the generator.
pub trait Answers {
    /// Whether something of this probability happens.
    fn event(&mut self, lot: Lot, player: Option<usize>, probability: f64) -> Option<bool>;
    /// A number.
    fn number(&mut self, lot: Lot, player: Option<usize>) -> Option<f64>;
    /// A point, m.
    fn point(&mut self, lot: Lot, player: Option<usize>) -> Option<Vec2>;
}

/// Coefficients of the series of sine by its argument, and of cosine, behind the 1.
const SINE: [f64; 6] = [
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    1.0 / 6_227_020_800.0,
];
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

    /// A vector of any length up to `most`, in any direction, both in steps of 2^-32.
    ///
    /// No record has this generator's directions, so they need not have the last bits of the C
    /// library's sine: series up to the 13th power, good to twelve digits on an eighth of the
    /// circle, do without a call.
    pub fn vector(&mut self, most: f64) -> Vec2 {
        const STEP: f64 = 1.0 / (1u64 << 32) as f64;
        let bits = self.0.next_u64();
        let length = (bits >> 32) as f64 * STEP * most;
        // Two bits say in which quarter of the circle, the others where.
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
