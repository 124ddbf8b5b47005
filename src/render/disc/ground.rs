//! The pitch: mown grass, lines, goals.

use super::super::Rgb;
use super::Plan;
use super::sheet::{Ink, Sheet};
use crate::disc::Vec2;
use crate::disc::pitch::{
    CIRCLE_RADIUS, GOAL_AREA_HALF_WIDTH, GOAL_AREA_LENGTH, HALF_LENGTH, HALF_WIDTH,
    PENALTY_AREA_HALF_WIDTH, PENALTY_AREA_LENGTH, POST_RADIUS,
};
use std::f64::consts::{FRAC_PI_2, PI};

/// Grass around the pitch.
pub(super) const SURROUNDINGS: Rgb = [52.0, 104.0, 60.0];
/// The alternating stripes on the pitch.
const GRASS: [Rgb; 2] = [[70.0, 136.0, 74.0], [63.0, 127.0, 68.0]];
const LINES: Ink = Ink::solid([232.0, 240.0, 230.0]);
const NET: Ink = Ink { rgb: [236.0, 240.0, 236.0], alpha: 0.32 };
const POSTS: Ink = Ink::solid([252.0, 252.0, 252.0]);
/// Number of stripes along the pitch.
const STRIPES: usize = 20;
/// Width of the lines, m.
const LINE: f64 = 0.12;
/// Minimum width of the lines, px.
const THIN: f32 = 1.3;
/// From the goal line to the penalty spot, m.
const PENALTY_SPOT: f64 = 11.0;
/// Depth of the goals, m.
const GOAL_DEPTH: f64 = 2.44;
/// Size of the mesh with which their nets are drawn, m.
const MESH: f64 = 0.61;

pub(super) fn draw(sheet: &mut Sheet, plan: &Plan, goal_width: f64) {
    let step = 2.0 * HALF_LENGTH / STRIPES as f64;
    for stripe in 0..STRIPES {
        let left = -HALF_LENGTH + step * stripe as f64;
        let corners = [Vec2::new(left, -HALF_WIDTH), Vec2::new(left + step, HALF_WIDTH)];
        sheet.bar(corners.map(|corner| plan.at(corner)), 0.0, Ink::solid(GRASS[stripe % 2]));
    }
    let width = plan.px(LINE).max(THIN);
    let mut line = |points: &[[f64; 2]]| {
        let points: Vec<_> = points.iter().map(|&[x, y]| plan.at(Vec2::new(x, y))).collect();
        sheet.line(&points, width, LINES);
    };
    let (x, y) = (HALF_LENGTH, HALF_WIDTH);
    line(&[[-x, -y], [x, -y], [x, y], [-x, y], [-x, -y]]);
    line(&[[0.0, -y], [0.0, y]]);
    for side in [-1.0, 1.0] {
        for (length, half) in [
            (PENALTY_AREA_LENGTH, PENALTY_AREA_HALF_WIDTH),
            (GOAL_AREA_LENGTH, GOAL_AREA_HALF_WIDTH),
        ] {
            let front = side * (x - length);
            line(&[[side * x, -half], [front, -half], [front, half], [side * x, half]]);
        }
    }
    curves(sheet, plan, width);
    for side in [-1.0, 1.0] {
        goal(sheet, plan, side, 0.5 * goal_width);
    }
}

fn curves(sheet: &mut Sheet, plan: &Plan, width: f32) {
    let spot = (1.6 * width).max(plan.px(0.15));
    sheet.ring(plan.at(Vec2::ZERO), plan.px(CIRCLE_RADIUS), width, LINES);
    sheet.disc(plan.at(Vec2::ZERO), spot, LINES);
    let reach = ((PENALTY_AREA_LENGTH - PENALTY_SPOT) / CIRCLE_RADIUS).acos();
    for (side, ahead) in [(-1.0, 0.0), (1.0, PI)] {
        let centre = plan.at(Vec2::new(side * (HALF_LENGTH - PENALTY_SPOT), 0.0));
        sheet.disc(centre, spot, LINES);
        let part = [(ahead - reach) as f32, 2.0 * reach as f32];
        sheet.arc(centre, plan.px(CIRCLE_RADIUS), part, width, LINES);
        for (end, start) in [
            (-1.0, if side < 0.0 { 0.0 } else { FRAC_PI_2 }),
            (1.0, { if side < 0.0 { -FRAC_PI_2 } else { PI } }),
        ] {
            let corner = plan.at(Vec2::new(side * HALF_LENGTH, end * HALF_WIDTH));
            sheet.arc(corner, plan.px(1.0), [start as f32, FRAC_PI_2 as f32], width, LINES);
        }
    }
}

/// A goal with its net and posts.
fn goal(sheet: &mut Sheet, plan: &Plan, side: f64, half: f64) {
    let (line, back) = (side * HALF_LENGTH, side * (HALF_LENGTH + GOAL_DEPTH));
    let at = |x: f64, y: f64| plan.at(Vec2::new(x, y));
    let corners = [at(line.min(back), -half), at(line.max(back), half)];
    sheet.bar(corners, 0.0, NET.faded(0.45));
    if plan.px(MESH) > 3.5 {
        let rows = (2.0 * half / MESH).round() as usize;
        for row in 1..rows {
            let y = -half + 2.0 * half * row as f64 / rows as f64;
            sheet.line(&[at(line, y), at(back, y)], 1.0, NET);
        }
        for column in 1..4 {
            let x = line + side * GOAL_DEPTH * f64::from(column) / 4.0;
            sheet.line(&[at(x, -half), at(x, half)], 1.0, NET);
        }
    }
    let frame = [at(line, -half), at(back, -half), at(back, half), at(line, half)];
    sheet.line(&frame, plan.px(2.0 * POST_RADIUS).max(THIN), NET.faded(2.4));
    for y in [-half - POST_RADIUS, half + POST_RADIUS] {
        sheet.disc(at(line, y), plan.at_least(POST_RADIUS, 0.35, 2.4), POSTS);
    }
}
