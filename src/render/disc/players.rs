//! Players and the ball.

use super::super::Rgb;
use super::sheet::{Ink, Point, Sheet};
use super::text::{self, Align};
use super::{Look, Plan};
use crate::disc::{Card, Player, Side, World, flags, visible_angle};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Shirt colours of field players and goalies, by side.
const SHIRTS: [[Rgb; 2]; 2] =
    [[[36.0, 92.0, 214.0], [0.0, 150.0, 160.0]], [[214.0, 44.0, 44.0], [232.0, 128.0, 20.0]]];
const EDGE: Ink = Ink { rgb: [10.0, 16.0, 24.0], alpha: 0.85 };
const SHADOW: Ink = Ink { rgb: [0.0, 20.0, 0.0], alpha: 0.28 };
const WHITE: Ink = Ink::solid([255.0, 255.0, 255.0]);
const HEAD: Ink = Ink::solid([255.0, 226.0, 120.0]);
const EMPTY: Ink = Ink { rgb: [8.0, 14.0, 20.0], alpha: 0.45 };
const CARDS: [Ink; 2] = [Ink::solid([250.0, 214.0, 20.0]), Ink::solid([226.0, 24.0, 30.0])];
/// Radius to which players that would be too small are enlarged, m.
const SHOWN: f64 = 1.15;
/// Its maximum, px.
const MOST: f32 = 13.0;
/// The radius to which the ball is enlarged, m.
const BALL_SHOWN: f64 = 0.55;
/// Its maximum, px.
const BALL_MOST: f32 = 6.0;

/// The colour of a side on the board.
pub(super) fn colour(side: Side) -> Rgb {
    SHIRTS[side.index()][0]
}

pub(super) fn draw(sheet: &mut Sheet, plan: &Plan, world: &World, look: &Look<'_>) {
    let present = || world.game.players.iter().filter(|player| player.joined);
    if look.view_cones > 0.0 {
        for player in present().filter(|player| player.connected) {
            cone(sheet, plan, world, player, look.view_cones);
        }
    }
    trail(sheet, plan, world, look);
    for player in present() {
        draw_player(sheet, plan, world, player, look);
    }
    let ball = plan.at(world.game.ball.position);
    let radius = plan.at_least(world.rules().server.ball_size, BALL_SHOWN, BALL_MOST);
    sheet.disc([ball[0] + 0.25 * radius, ball[1] + 0.35 * radius], radius, SHADOW);
    sheet.disc(ball, radius + 1.0, EDGE);
    sheet.disc(ball, radius, WHITE);
    if let Some(holder) = world.game.ball.holder {
        let holder = &world.game.players[usize::from(holder)];
        sheet.line(&[plan.at(holder.position), ball], 1.5, WHITE);
    }
}

/// The ball's trail, fading towards its beginning.
fn trail(sheet: &mut Sheet, plan: &Plan, world: &World, look: &Look<'_>) {
    let mut points: Vec<Point> = look.trail.iter().map(|&point| plan.at(point)).collect();
    points.push(plan.at(world.game.ball.position));
    let width =
        (0.9 * plan.at_least(world.rules().server.ball_size, BALL_SHOWN, BALL_MOST)).max(1.5);
    let count = points.len() as f32;
    for (index, part) in points.windows(2).enumerate() {
        let age = (index + 1) as f32 / count;
        sheet.line(part, width * (0.35 + 0.65 * age), WHITE.faded(0.65 * age * age));
    }
}

fn cone(sheet: &mut Sheet, plan: &Plan, world: &World, player: &Player, reach: f64) {
    let wide = visible_angle(&world.rules().server, player) as f32;
    let start = (player.body + player.neck) as f32 - 0.5 * wide;
    let ink = Ink { rgb: shirt(player).map(|part| 0.5 * part + 127.0), alpha: 0.11 };
    let centre = plan.at(player.position);
    sheet.sector(centre, [0.0, plan.px(reach)], [start, wide], ink);
    let edge = ink.faded(3.0);
    for angle in [start, start + wide] {
        sheet.line(&[centre, polar(centre, plan.px(reach), angle)], 1.0, edge);
    }
}

fn polar([x, y]: Point, radius: f32, angle: f32) -> Point {
    let (sin, cos) = angle.sin_cos();
    [x + radius * cos, y + radius * sin]
}

fn shirt(player: &Player) -> Rgb {
    SHIRTS[player.side.index()][usize::from(player.goalie)]
}

fn draw_player(sheet: &mut Sheet, plan: &Plan, world: &World, player: &Player, look: &Look<'_>) {
    let rules = world.rules();
    let own = &rules.types[usize::from(player.type_id)];
    let centre = plan.at(player.position);
    let radius = plan.at_least(own.player_size, SHOWN, MOST);
    let fade = if player.connected { 1.0 } else { 0.35 };
    // The area in which the player can kick the ball, if the picture is close enough to show it
    // around the player.
    let reach = plan.px(own.kickable_area(rules.server.ball_size));
    if reach > 1.5 * radius {
        sheet.ring(centre, reach, 1.0, WHITE.faded(0.3 * fade));
    }
    if player.arm.expires > 0 {
        let target = plan.at(player.arm.target);
        sheet.line(&[centre, target], 1.2, HEAD.faded(0.55));
        sheet.ring(target, 0.4 * radius, 1.2, HEAD.faded(0.8));
    }
    sheet.disc([centre[0] + 0.12 * radius, centre[1] + 0.2 * radius], 1.1 * radius, SHADOW);
    if look.stamina {
        stamina(sheet, world, player, centre, radius);
    }
    let body = player.body as f32;
    nose(sheet, centre, radius, body, fade);
    let head = body + player.neck as f32;
    let from = polar(centre, 1.16 * radius, head);
    sheet.line(
        &[from, polar(centre, 2.05 * radius, head)],
        (0.2 * radius).max(1.2),
        HEAD.faded(fade),
    );
    sheet.disc(centre, radius + 0.9, EDGE.faded(fade));
    sheet.disc(centre, radius, Ink { rgb: shade(player), alpha: fade });
    let played = player.shown & (flags::KICK | flags::CATCH) != 0;
    let in_vain = player.shown & (flags::KICK_FAULT | flags::CATCH_FAULT) != 0;
    if played && !in_vain {
        sheet.ring(centre, radius - 0.8, (0.18 * radius).max(1.4), WHITE.faded(0.9));
    }
    if look.numbers && radius >= 4.0 {
        let number = player.unum.to_string();
        let mut height = 1.12 * radius;
        height *= (1.45 * radius / text::width(&number, height)).min(1.0);
        sheet.text(&number, centre, height, Align::Centre, WHITE.faded(fade));
    }
    if player.card != Card::None {
        let ink = CARDS[usize::from(player.card == Card::Red)];
        let [x, y] = [centre[0] + 0.75 * radius, centre[1] - 1.5 * radius];
        let corners = [[x, y], [x + 0.55 * radius, y + 0.8 * radius]];
        sheet.bar(corners.map(|[x, y]| [x + 0.6, y + 0.6]), 0.5, EDGE);
        sheet.bar(corners, 0.5, ink);
    }
}

/// The shirt's colour, darker while the player lies on the ground after a tackle or a foul.
fn shade(player: &Player) -> Rgb {
    let lies = player.tackle_cycles > 0 || player.foul_cycles > 0;
    shirt(player).map(|part| if lies { 0.45 * part } else { part })
}

/// A tip in front of the body, in the direction that it faces.
fn nose(sheet: &mut Sheet, centre: Point, radius: f32, body: f32, fade: f32) {
    let tip = |reach: f32, half: f32| {
        [
            polar(centre, reach * radius, body),
            polar(centre, 1.0 * radius, body + half),
            polar(centre, 1.0 * radius, body - half),
        ]
    };
    sheet.polygon(&tip(1.72, 0.72), EDGE.faded(fade));
    sheet.polygon(&tip(1.56, 0.6), WHITE.faded(fade));
}

/// The stamina that is left, as a ring, clockwise from the top, from green to red.
fn stamina(sheet: &mut Sheet, world: &World, player: &Player, centre: Point, radius: f32) {
    if !player.connected {
        return;
    }
    let most = world.rules().server.stamina_max.max(f64::MIN_POSITIVE);
    let left = (player.stamina / most).clamp(0.0, 1.0) as f32;
    let width = (0.2 * radius).max(1.3);
    let middle = radius + 0.9 + 0.5 * width;
    sheet.ring(centre, middle, width + 0.8, EMPTY);
    let colour = if left > 0.5 {
        [255.0 * (2.0 - 2.0 * left) * 0.95, 226.0, 64.0]
    } else {
        [248.0, 452.0 * left, 52.0]
    };
    let ink = Ink { rgb: colour, alpha: 0.95 };
    sheet.arc(centre, middle, [-FRAC_PI_2, TAU * left], width, ink);
}
