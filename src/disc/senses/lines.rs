//! The lines around the pitch.

use super::Eye;
use crate::disc::angle::normalize;
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH};
use std::f64::consts::{FRAC_PI_2, PI};

/// Names of the lines, in the order in which they are reported.
pub const LINES: [&str; 4] = ["l", "r", "t", "b"];

/// A line in the middle of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenLine {
    /// Which of [`LINES`].
    pub line: usize,
    /// Distance along the line of sight, m; `None` in low quality.
    pub distance: Option<f64>,
    /// Angle between the line and the line of sight, degrees.
    pub direction: i32,
}

impl Eye<'_> {
    /// The lines that the middle of the view hits: one for a player on the pitch, up to two for one
    /// beside it.
    pub fn lines(&self) -> impl Iterator<Item = SeenLine> {
        let at = self.player.position;
        let inside = at.x.abs() < HALF_LENGTH && at.y.abs() < HALF_WIDTH;
        let seen = |line| {
            let (seen, along) = self.line(line)?;
            let distance =
                self.player.high_quality.then(|| self.landmark_steps().rounded_off(along().abs()));
            Some(SeenLine { distance, ..seen })
        };
        (0..LINES.len()).filter_map(seen).take(if inside { 1 } else { 2 })
    }

    /// The first of these lines, without its distance.
    pub fn first_line(&self) -> Option<SeenLine> {
        (0..LINES.len()).find_map(|line| self.line(line)).map(|(seen, _)| seen)
    }

    /// A line without its distance, and a function that returns its distance along the line of
    /// sight, m, perhaps negative.
    fn line(&self, line: usize) -> Option<(SeenLine, impl Fn() -> f64)> {
        let player = self.player;
        let across = line < 2;
        let (own, other) = match across {
            true => (player.position.x, player.position.y),
            false => (player.position.y, player.position.x),
        };
        let (place, half) = match line {
            0 => (-HALF_LENGTH, HALF_WIDTH),
            1 => (HALF_LENGTH, HALF_WIDTH),
            2 => (-HALF_WIDTH, HALF_LENGTH),
            _ => (HALF_WIDTH, HALF_LENGTH),
        };
        // A player who has crossed a line sees its other face.
        let outwards = if place < 0.0 { own >= place } else { own > place };
        let normal = match (across, outwards) {
            (true, true) => PI,
            (true, false) => 0.0,
            (false, true) => -FRAC_PI_2,
            (false, false) => FRAC_PI_2,
        };
        let angle = normalize(normal - player.body - player.neck);
        if angle.abs() >= FRAC_PI_2 {
            return None;
        }
        let gap = place - own;
        let aside = gap * angle.tan();
        let hit = if across { other - aside } else { other + aside };
        if hit.abs() > half {
            return None;
        }
        let direction = if angle > 0.0 { angle - FRAC_PI_2 } else { angle + FRAC_PI_2 };
        let seen = SeenLine { line, distance: None, direction: self.degrees(direction) };
        Some((seen, move || gap / angle.cos()))
    }
}
