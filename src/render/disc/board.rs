//! Teams, score, time and play mode in a bar at the top.

use super::Plan;
use super::sheet::{Ink, Sheet};
use super::text::{Align, fitted, width};
use crate::disc::{Side, World};
use crate::render::mode::mode_words;

const BAR: Ink = Ink::solid([18.0, 24.0, 32.0]);
const WHITE: Ink = Ink::solid([250.0, 250.0, 250.0]);
const PALE: Ink = Ink::solid([176.0, 188.0, 200.0]);
/// Height of capitals relative to that of the bar.
const LETTERS: f32 = 0.42;
/// Cycles per second.
const PER_SECOND: u32 = 10;

pub(super) fn draw(sheet: &mut Sheet, plan: &Plan, world: &World) {
    let (wide, high) = (sheet.width as f32, plan.board);
    let game = &world.game;
    sheet.bar([[0.0, 0.0], [wide, high]], 0.0, BAR);
    let (middle, letters) = (0.5 * high, LETTERS * high);
    let score = game.score.map(|score| score.goals.to_string());
    let is_shoot_out = game.score.iter().any(|s| s.penalties_scored + s.penalties_missed > 0);
    let half = 0.5 * width(":", letters) + 0.35 * letters;
    sheet.text(":", [0.5 * wide, middle], letters, Align::Centre, WHITE);
    let goals = width(&score[0], letters).max(width(&score[1], letters));
    let flag = 0.55 * letters;
    let (small, margin) = (0.84 * letters, 0.7 * letters);
    let mode = fitted(&mode_words(game.mode.name()), small, 0.32 * wide);
    // Room for the clock, and for the play mode.
    let clock_room = 6.5 * letters;
    let mode_room = (width(&mode, small) + margin + letters).max(clock_room);
    for side in Side::BOTH {
        let sign = -side.sign() as f32;
        let align = if side == Side::Left { Align::Right } else { Align::Left };
        let at = |off: f32| [0.5 * wide + sign * off, middle];
        sheet.text(&score[side.index()], at(half), letters, align, WHITE);
        // A strip of the team's colour between score and name.
        let from = half + goals + 0.7 * letters;
        let [a, b] = [at(from)[0], at(from + flag)[0]];
        let ink = Ink::solid(super::players::colour(side));
        let [top, bottom] = [middle - 0.62 * letters, middle + 0.62 * letters];
        sheet.bar([[a.min(b), top], [a.max(b), bottom]], 0.12 * letters, ink);
        let taken = if side == Side::Left { clock_room } else { mode_room };
        let room = 0.5 * wide - from - flag - 0.6 * letters - taken;
        let mut name = world.names()[side.index()].clone();
        if is_shoot_out {
            name = format!("({}) {name}", game.score[side.index()].penalties_scored);
        }
        let name = fitted(&name, letters, room);
        sheet.text(&name, at(from + flag + 0.6 * letters), letters, align, WHITE);
    }
    sheet.text(&mode, [wide - margin, middle], small, Align::Right, PALE);
    let seconds = game.cycle / PER_SECOND;
    let clock = format!("{}:{:02}", seconds / 60, seconds % 60);
    let mut x = margin;
    sheet.text(&clock, [x, middle], small, Align::Left, WHITE);
    x += width("00:00", small) + 0.8 * letters;
    let mut cycle = game.cycle.to_string();
    if game.stopped > 0 {
        cycle += &format!("+{}", game.stopped);
    }
    sheet.text(&cycle, [x, middle], small, Align::Left, PALE);
}
