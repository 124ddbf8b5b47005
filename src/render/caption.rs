//! Captions of a picture: score and clock, names over heads, numbers at the side.

use super::Size;
use super::disc::{Align, Ink, Sheet, fitted, text_width};
use super::exhibit::team_colour;
use super::mode::mode_words;
use super::overlay::{Stroke, draw_angles, draw_curve};
use crate::error::{Error, Result};
use crate::soccer::Side;

const BAR: Ink = Ink { rgb: [14.0, 19.0, 27.0], alpha: 0.78 };
pub(super) const PANEL: Ink = Ink { rgb: [14.0, 19.0, 27.0], alpha: 0.6 };
pub(super) const WHITE: Ink = Ink::solid([250.0, 250.0, 250.0]);
pub(super) const PALE: Ink = Ink::solid([255.0, 223.0, 128.0]);
/// Height of the bar relative to that of the picture.
const BAR_HEIGHT: f32 = 0.062;
/// Height of capitals relative to that of the bar.
const LETTERS: f32 = 0.42;
/// Maximum number of numbers at the side.
const MOST_NOTES: usize = 16;
/// Length of a curve relative to the height of letters.
const CURVE: f32 = 9.0;

/// The state of a game, shown in the bar at the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Names of the teams.
    pub teams: [String; 2],
    /// Their goals; `None` where there is no game.
    pub score: Option<[i64; 2]>,
    /// What the clock shows, s.
    pub seconds: f64,
    /// The play mode, by its name.
    pub mode: String,
}

/// A name over a head.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where its middle is, px from the upper left corner.
    pub at: [f32; 2],
    /// The name.
    pub text: String,
    /// The side whose colour it has.
    pub side: Option<Side>,
}

/// What is written into a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Caption {
    /// In a bar at the top.
    pub board: Option<Board>,
    /// Over heads.
    pub labels: Vec<Label>,
    /// Names and numbers at the left, such as terms of a reward.
    pub notes: Vec<(String, f64)>,
    /// Past values of each of these numbers, the oldest first; drawn as a curve beside it, if
    /// given.
    pub past: Vec<Vec<f64>>,
    /// Lines between places of the world, as the camera sees them.
    pub strokes: Vec<Stroke>,
    /// Names and angles at the right, rad.
    pub angles: Vec<(String, f64)>,
}

impl Caption {
    /// Writes it into a picture: rows from top to bottom of pixels of red, green and blue.
    ///
    /// # Errors
    /// [`Error::Argument`] for a picture of another length than [`Size::bytes`].
    pub fn write(&self, size: Size, picture: &mut [u8]) -> Result<()> {
        if picture.len() != size.bytes() {
            let message = format!("{} bytes where {} are needed", picture.len(), size.bytes());
            return Err(Error::argument("picture", message));
        }
        if *self == Self::default() {
            return Ok(());
        }
        let (width, height) = (size.width() as f32, size.height() as f32);
        let mut sheet = Sheet::of(size.width(), size.height(), picture);
        let bar = (BAR_HEIGHT * height).min(0.05 * width).max(12.0);
        for stroke in &self.strokes {
            stroke.draw(&mut sheet, height);
        }
        for label in &self.labels {
            draw_label(&mut sheet, label, 0.3 * bar);
        }
        if let Some(board) = &self.board {
            draw_board(&mut sheet, board, width, bar);
        }
        let top = if self.board.is_some() { bar } else { 0.0 };
        self.draw_notes(&mut sheet, top, 0.34 * bar);
        draw_angles(&mut sheet, &self.angles, [width, height], top);
        sheet.write(picture);
        Ok(())
    }

    fn draw_notes(&self, sheet: &mut Sheet, top: f32, letters: f32) {
        let lines: Vec<_> = self
            .notes
            .iter()
            .take(MOST_NOTES)
            .map(|(name, value)| (name.as_str(), written(*value)))
            .collect();
        if lines.is_empty() {
            return;
        }
        let widest = |of: &dyn Fn(&(&str, String)) -> f32| lines.iter().map(of).fold(0.0, f32::max);
        let names = widest(&|line| text_width(line.0, letters));
        let numbers = widest(&|line| text_width(&line.1, letters));
        let (gap, row) = (0.9 * letters, 1.75 * letters);
        let corner = [gap, top + gap];
        let curves = if self.past.is_empty() { 0.0 } else { CURVE * letters + gap };
        let end = [
            corner[0] + names + numbers + curves + 3.5 * gap,
            corner[1] + row * lines.len() as f32 + 0.8 * gap,
        ];
        sheet.bar([corner, end], 0.3 * letters, PANEL);
        for (index, (name, number)) in lines.iter().enumerate() {
            let y = corner[1] + 0.4 * gap + (index as f32 + 0.5) * row;
            sheet.text(name, [corner[0] + gap, y], letters, Align::Left, WHITE);
            sheet.text(number, [end[0] - gap, y], letters, Align::Right, PALE);
            if let Some(past) = self.past.get(index) {
                let from = corner[0] + names + 2.0 * gap;
                draw_curve(sheet, past, [from, y], [CURVE * letters, row]);
            }
        }
    }
}

/// A number with three decimals, or with a power of ten if those would not show it.
fn written(value: f64) -> String {
    if value != 0.0 && value.is_finite() && !(0.001..1e6).contains(&value.abs()) {
        format!("{value:.2e}")
    } else {
        format!("{:.3}", value + 0.0) // no -0
    }
}

fn draw_label(sheet: &mut Sheet, label: &Label, letters: f32) {
    let half = 0.5 * text_width(&label.text, letters) + 0.5 * letters;
    let [x, y] = label.at;
    let colour = label.side.map_or(PANEL, |side| {
        let rgb = team_colour(side).map(f32::from);
        Ink { rgb, alpha: 0.85 }
    });
    sheet.bar([[x - half, y - letters], [x + half, y + letters]], 0.4 * letters, colour);
    sheet.text(&label.text, label.at, letters, Align::Centre, WHITE);
}

fn draw_board(sheet: &mut Sheet, board: &Board, width: f32, bar: f32) {
    let (middle, letters) = (0.5 * bar, LETTERS * bar);
    let (small, margin) = (0.84 * letters, 0.7 * letters);
    sheet.bar([[0.0, 0.0], [width, bar]], 0.0, BAR);
    let seconds = board.seconds.max(0.0) as u64;
    let clock = format!("{:02}:{:02}", seconds / 60, seconds % 60);
    sheet.text(&clock, [margin, middle], letters, Align::Left, WHITE);
    let mode = fitted(&mode_words(&board.mode), small, 0.32 * width);
    sheet.text(&mode, [width - margin, middle], small, Align::Right, PALE);
    // What the clock and the play mode take of each half of the bar.
    let taken =
        [text_width(&clock, letters), text_width(&mode, small)].map(|wide| wide + margin + letters);
    let centre = 0.5 * width;
    let Some(score) = board.score else {
        let title = fitted(&board.teams[0], letters, width - 2.0 * taken[0].max(taken[1]));
        sheet.text(&title, [centre, middle], letters, Align::Centre, WHITE);
        return;
    };
    let score = score.map(|goals| goals.to_string());
    let half = 0.5 * text_width(":", letters) + 0.4 * letters;
    sheet.text(":", [centre, middle], letters, Align::Centre, WHITE);
    for side in Side::BOTH {
        let sign = if side == Side::Left { -1.0 } else { 1.0 };
        let align = if side == Side::Left { Align::Right } else { Align::Left };
        let goals = &score[side.index()];
        sheet.text(goals, [centre + sign * half, middle], letters, align, WHITE);
        let from = half + text_width(goals, letters) + 0.6 * letters;
        let to = from + 0.5 * letters;
        let [a, b] = [centre + sign * from, centre + sign * to];
        let [top, bottom] = [middle - 0.62 * letters, middle + 0.62 * letters];
        let ink = Ink::solid(team_colour(side).map(f32::from));
        sheet.bar([[a.min(b), top], [a.max(b), bottom]], 0.1 * letters, ink);
        let room = centre - to - 0.5 * letters - taken[side.index()];
        let name = fitted(&board.teams[side.index()], letters, room);
        sheet.text(&name, [centre + sign * (to + 0.5 * letters), middle], letters, align, WHITE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_numbers_are_written_with_a_power_of_ten() {
        let cases = [
            (-1e-5, "-1.00e-5"),
            (0.0, "0.000"),
            (-0.0, "0.000"),
            (0.0015, "0.002"),
            (-12.5, "-12.500"),
            (1e30, "1.00e30"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ];
        for (value, expected) in cases {
            assert_eq!(written(value), expected);
        }
    }

    /// Whether each column of a bar has anything of a colour.
    fn columns(board: Board, is_it: fn(&[u8]) -> bool) -> Vec<bool> {
        let size = Size::new(640, 480).unwrap();
        let mut picture = vec![0; size.bytes()];
        Caption { board: Some(board), ..Caption::default() }.write(size, &mut picture).unwrap();
        let rows: Vec<&[u8]> = picture.chunks(3 * 640).take(28).collect();
        (0..640).map(|x| rows.iter().any(|row| is_it(&row[3 * x..3 * x + 3]))).collect()
    }

    #[test]
    fn names_end_before_the_play_mode_begins() {
        let board = |name: &str| Board {
            teams: [name.to_owned(), name.to_owned()],
            score: Some([10, 10]),
            seconds: 6000.0,
            mode: "DirectFreeKick_Right".to_owned(),
        };
        let white = columns(board("TorontoRoboBlueAndWhite"), |p| p.iter().all(|&part| part > 200));
        let pale = columns(board(""), |p| p[0] > 200 && p[1] > 180 && p[2] < 160);
        let name = white.iter().rposition(|&is| is).unwrap();
        assert!(name < pale.iter().position(|&is| is).unwrap());
    }
}
