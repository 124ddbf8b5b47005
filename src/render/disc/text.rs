//! Texts on a sheet.

use super::font;
use super::sheet::{Ink, Point, Sheet};

/// Width of the pen relative to the height of capitals.
const PEN: f32 = 0.135;

/// Alignment of a text: which part of it is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::render) enum Align {
    Left,
    Centre,
    Right,
}

/// Width of a text whose capitals have this height, px.
pub(in crate::render) fn width(text: &str, height: f32) -> f32 {
    (font::width(text) / font::CAPITAL + PEN) * height
}

/// As much of the beginning of a text as there is room for, px.
pub(in crate::render) fn fitted(text: &str, height: f32, room: f32) -> String {
    let mut text = text.to_owned();
    while !text.is_empty() && width(&text, height) > room {
        text.pop();
    }
    text
}

impl Sheet {
    /// A text whose capitals are this high, their middle at `y`.
    pub(in crate::render) fn text(
        &mut self,
        text: &str,
        [x, y]: Point,
        height: f32,
        align: Align,
        ink: Ink,
    ) {
        let scale = height * (1.0 - PEN) / font::CAPITAL;
        let pen = height * PEN;
        let wide = font::width(text) * scale;
        let left = match align {
            Align::Left => x + 0.5 * pen,
            Align::Centre => x - 0.5 * wide,
            Align::Right => x - wide - 0.5 * pen,
        };
        let top = y - 0.5 * font::CAPITAL * scale;
        for line in font::lines(text) {
            let line: Vec<Point> =
                line.into_iter().map(|[x, y]| [left + x * scale, top + y * scale]).collect();
            self.line(&line, pen.max(1.1), ink);
        }
    }
}
