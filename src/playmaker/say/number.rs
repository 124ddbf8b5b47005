//! Numbers as characters.

use crate::disc::Vec2;

/// The characters of 0 to 73.
const ALPHABET: &[u8; 74] =
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ().+-*/?<>_0123456789";
/// How many there are.
const BASE: u64 = 74;
/// Half of the pitch's length, m.
const X: f64 = 52.5;
/// Half of its width, m.
const Y: f64 = 34.0;
/// The fastest that can be said, m/cycle.
const FASTEST: f64 = 3.0;

/// A scale of `count` steps, starting at `-offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub offset: f64,
    pub step: f64,
    pub count: u64,
}

impl Scale {
    pub const fn new(offset: f64, step: f64, count: u64) -> Self {
        Self { offset, step, count }
    }

    /// The nearest step.
    pub fn pack(&self, value: f64) -> u64 {
        let step = ((value + self.offset) / self.step).round_ties_even();
        step.clamp(0.0, (self.count - 1) as f64) as u64
    }

    /// The value of a step.
    pub fn read(&self, step: u64) -> f64 {
        step as f64 * self.step - self.offset
    }
}

/// A row of values as one number, and back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row(pub u64);

impl Row {
    pub fn push(&mut self, value: u64, count: u64) {
        self.0 = self.0 * count + value.min(count - 1);
    }

    /// Takes out the last value.
    pub fn pop(&mut self, count: u64) -> u64 {
        let value = self.0 % count;
        self.0 /= count;
        value
    }
}

/// Writes a number in this many characters, the most significant first.
pub(super) fn write(mut value: u64, length: usize, text: &mut String) {
    let mut characters = [b'a'; 10];
    for place in characters[..length].iter_mut().rev() {
        *place = ALPHABET[(value % BASE) as usize];
        value /= BASE;
    }
    text.extend(characters[..length].iter().map(|&character| char::from(character)));
}

/// The number that characters stand for; `None` if one is not in the alphabet.
pub(super) fn read(text: &[u8]) -> Option<u64> {
    text.iter().try_fold(0, |value: u64, character| {
        let digit = ALPHABET.iter().position(|own| own == character)?;
        value.checked_mul(BASE)?.checked_add(digit as u64)
    })
}

/// Nearest point of the pitch.
pub(super) fn on_pitch(at: Vec2) -> Vec2 {
    Vec2::new(at.x.clamp(-X, X), at.y.clamp(-Y, Y))
}

fn steps(value: f64, half: f64, most: f64) -> u64 {
    ((value + half) * (most / (2.0 * half))).round_ties_even().clamp(0.0, most) as u64
}

/// A point in 19 bits.
pub(super) fn point19(at: Vec2) -> u64 {
    let at = on_pitch(at);
    steps(at.x, X, 1023.0) << 9 | steps(at.y, Y, 511.0)
}

/// The point of 19 bits.
pub(super) fn read_point19(value: u64) -> Vec2 {
    let (x, y) = ((value >> 9) & 1023, value & 511);
    Vec2::new(x as f64 * (2.0 * X / 1023.0) - X, y as f64 * (2.0 * Y / 511.0) - Y)
}

/// A point in 18 bits, as in requests for passes.
pub(super) fn point18(at: Vec2) -> u64 {
    let at = Vec2::new(at.x.clamp(-52.0, 52.0), at.y.clamp(-Y, Y));
    steps(at.x, 52.0, 511.0) << 9 | steps(at.y, Y, 511.0)
}

/// The point of 18 bits.
pub(super) fn read_point18(value: u64) -> Vec2 {
    let (x, y) = ((value >> 9) & 511, value & 511);
    Vec2::new(x as f64 * (104.0 / 511.0) - 52.0, y as f64 * (2.0 * Y / 511.0) - Y)
}

fn speed(value: f64) -> u64 {
    let size = (value.abs() * (31.0 / FASTEST)).round_ties_even().clamp(0.0, 31.0) as u64;
    u64::from(value < 0.0) << 5 | size
}

fn read_speed(value: u64) -> f64 {
    let size = (value & 31) as f64 * (FASTEST / 31.0);
    if value & 32 == 0 { size } else { -size }
}

/// A ball: its place and velocity.
pub(super) fn ball(at: Vec2, velocity: Vec2) -> u64 {
    point19(at) << 12 | speed(velocity.x) << 6 | speed(velocity.y)
}

/// The ball of a number.
pub(super) fn read_ball(value: u64) -> (Vec2, Vec2) {
    let velocity = Vec2::new(read_speed(value >> 6 & 63), read_speed(value & 63));
    (read_point19(value >> 12), velocity)
}

/// A share from 0 to 1.
pub(super) fn share(value: f64) -> u64 {
    (value * 73.0).round_ties_even().clamp(0.0, 73.0) as u64
}

/// The share of a number.
pub(super) fn read_share(value: u64) -> f64 {
    value as f64 / 73.0
}
