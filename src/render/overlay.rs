//! Information about a robot that is drawn over a picture: lines in the world, angles of joints,
//! curves.

use super::Rgb;
use super::caption::{PALE, PANEL, WHITE};
use super::disc::{Align, Ink, Sheet, text_width};

/// The angle at which its bar is full, rad.
const WIDEST: f32 = 2.5;
/// Maximum number of angles.
const MOST_ANGLES: usize = 40;
/// The fraction of the picture's height that they may take up together.
const TALLEST: f32 = 0.8;
const BLUE: Ink = Ink::solid([127.0, 212.0, 255.0]);
const TRACK: Ink = Ink { rgb: [70.0, 84.0, 100.0], alpha: 0.9 };

/// A line between two places of the world, as a camera sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Where it begins and ends, px from the upper left corner.
    pub ends: [[f32; 2]; 2],
    /// Red, green and blue, 0 to 255.
    pub rgb: Rgb,
    /// 1 hides what is behind it.
    pub alpha: f32,
    /// Whether its end is a dot.
    pub has_dot: bool,
}

impl Stroke {
    /// Draws it into a picture of this height, px.
    pub(super) fn draw(&self, sheet: &mut Sheet, height: f32) {
        let width = (height / 360.0).max(1.0);
        sheet.line(&self.ends, width, Ink { rgb: self.rgb, alpha: self.alpha });
        if self.has_dot {
            sheet.disc(self.ends[1], 1.8 * width, Ink::solid(self.rgb));
        }
    }
}

/// Angles as bars from their middle, in a panel at the right.
pub(super) fn draw_angles(
    sheet: &mut Sheet,
    angles: &[(String, f64)],
    [width, height]: [f32; 2],
    top: f32,
) {
    let angles = &angles[..angles.len().min(MOST_ANGLES)];
    if angles.is_empty() {
        return;
    }
    let row = (TALLEST * height / angles.len() as f32).min(0.028 * height);
    let letters = 0.52 * row;
    let names = angles.iter().map(|(name, _)| text_width(name, letters)).fold(0.0, f32::max);
    let (gap, bar, number) = (0.7 * row, 4.0 * row, text_width("-180", letters));
    let from = width - names - bar - number - 5.0 * gap;
    let corner = [from, top + gap];
    let end = [width - gap, corner[1] + row * angles.len() as f32 + gap];
    sheet.bar([corner, end], 0.2 * row, PANEL);
    for (index, (name, angle)) in angles.iter().enumerate() {
        let y = corner[1] + 0.5 * gap + (index as f32 + 0.5) * row;
        sheet.text(name, [from + gap, y], letters, Align::Left, WHITE);
        let left = from + names + 2.0 * gap;
        let [up, down] = [y - 0.2 * row, y + 0.2 * row];
        sheet.bar([[left, up], [left + bar, down]], 0.0, TRACK);
        let middle = left + 0.5 * bar;
        let to = middle + 0.5 * bar * (*angle as f32 / WIDEST).clamp(-1.0, 1.0);
        sheet.bar([[middle.min(to), up], [middle.max(to) + 1.0, down]], 0.0, BLUE);
        let degrees = format!("{:.0}", angle.to_degrees().round() + 0.0); // no -0
        sheet.text(&degrees, [end[0] - gap, y], letters, Align::Right, PALE);
    }
}

/// Draws the past values of a number, scaled from the least to the greatest, zero included.
pub(super) fn draw_curve(sheet: &mut Sheet, past: &[f64], from: [f32; 2], size: [f32; 2]) {
    let finite = || past.iter().copied().filter(|value| value.is_finite());
    let (low, high) = (finite().fold(0.0, f64::min), finite().fold(0.0, f64::max));
    let span = if high > low { high - low } else { 1.0 };
    let height = 0.8 * size[1];
    let y = |value: f64| from[1] + 0.5 * height - height * ((value - low) / span) as f32;
    let step = size[0] / (past.len().max(2) - 1) as f32;
    sheet.line(&[[from[0], y(0.0)], [from[0] + size[0], y(0.0)]], 1.0, TRACK);
    let points = past.iter().enumerate().filter(|(_, value)| value.is_finite());
    let points: Vec<_> =
        points.map(|(index, &value)| [from[0] + step * index as f32, y(value)]).collect();
    sheet.line(&points, 1.2, BLUE);
}
