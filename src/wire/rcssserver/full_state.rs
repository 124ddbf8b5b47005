//! `fullstate`, as each version of the protocol has it: the true state of everything.

use super::sense_body::{numbers, quality, width, write_arm};
use crate::disc::senses::BodySense;
use crate::disc::{Card, Game, PlayMode, Player, Side, Vec2};
use std::fmt::Write;

/// Appends `fullstate` for a player; versions before 5 have none.
pub fn write_full_state(game: &Game, place: usize, version: u8, out: &mut String) {
    if version < 5 {
        return;
    }
    let body = BodySense::of(game, place);
    let _ = write!(out, "(fullstate {} (pmode {})", game.cycle, mode(game));
    let (high, wide) = (quality(body.high_quality), width(body.view_width));
    let _ = write!(out, " (vmode {high} {wide})");
    let goals = |side: Side| game.score[side.index()].goals;
    if version >= 8 {
        write_own(game, &body, place, version, out);
        let own = game.players[place].side;
        let _ = write!(out, " (score {} {})", goals(own), goals(own.other()));
    } else {
        // rcssserver's slip: the right team's goals stand where the left team's should be.
        let _ = write!(out, " (score {} 0)", if game.teams[0] { goals(Side::Right) } else { 0 });
    }
    let (ball, step) = (&game.ball, if version >= 8 { None } else { Some(STEP) });
    out.push_str(if version >= 8 { " ((b)" } else { " (ball" });
    vectors(&[ball.position, ball.velocity], step, out);
    out.push(')');
    for player in game.players.iter().filter(|player| player.connected) {
        if version >= 8 {
            write_player(player, version, out);
        } else {
            write_early_player(player, out);
        }
    }
    out.push(')');
}

/// Step of numbers before version 8; rcssserver has it in single precision.
const STEP: f64 = 0.001_f32 as f64;
/// Step of effort and recovery before version 8.
const FINE_STEP: f64 = 0.0001;

fn quantize(value: f64, step: f64) -> f64 {
    (value / step).round_ties_even() * step
}

fn vectors(points: &[Vec2], step: Option<f64>, out: &mut String) {
    for value in points.iter().flat_map(|point| [point.x, point.y]) {
        numbers(&[step.map_or(value, |step| quantize(value, step))], out);
    }
}

/// Returns the play mode. A free kick of a goalie with the ball in their hands has a name of its
/// own.
fn mode(game: &Game) -> &'static str {
    match (game.mode, game.ball.holder) {
        (PlayMode::FreeKick(Side::Left), Some(_)) => "goalie_catch_ball_l",
        (PlayMode::FreeKick(Side::Right), Some(_)) => "goalie_catch_ball_r",
        (mode, _) => mode.name(),
    }
}

fn write_own(game: &Game, body: &BodySense, place: usize, version: u8, out: &mut String) {
    let counts = &body.counts;
    let counted = [
        counts.kick,
        counts.dash,
        counts.turn,
        counts.catch,
        counts.relocate,
        counts.turn_neck,
        counts.change_view,
        counts.say,
        counts.change_focus,
    ];
    out.push_str(" (count");
    for count in &counted[..if version >= 18 { 9 } else { 8 }] {
        let _ = write!(out, " {count}");
    }
    out.push(')');
    let (mut body, arm) = (*body, pointed(&game.players[place]));
    body.arm.direction = arm.direction().to_degrees().round_ties_even() as i32;
    write_arm(&body, arm.length(), out);
}

/// The point at which a player points, from their head; zero if they do not.
fn pointed(player: &Player) -> Vec2 {
    if player.arm.expires == 0 {
        return Vec2::ZERO;
    }
    (player.arm.target - player.position).rotated(-(player.body + player.neck))
}

fn write_player(player: &Player, version: u8, out: &mut String) {
    let (side, unum, type_id) = (player.side.letter(), player.unum, player.type_id);
    let _ = match (player.goalie, version) {
        (false, _) => write!(out, " ((p {side} {unum} {type_id})"),
        (true, ..14) => write!(out, " ((p {side} {unum} g)"),
        (true, _) => write!(out, " ((p {side} {unum} g {type_id})"),
    };
    vectors(&[player.position, player.velocity], None, out);
    numbers(&[player.body.to_degrees(), player.neck.to_degrees()], out);
    if player.arm.expires > 0 {
        let arm = pointed(player);
        numbers(&[arm.length(), arm.direction()], out);
    }
    if version >= 18 {
        out.push_str(" (focus_point");
        numbers(&[player.focus[0], player.focus[1].to_degrees()], out);
        out.push(')');
    }
    out.push_str(" (stamina");
    numbers(&[player.stamina, player.effort, player.recovery], out);
    if version >= 13 {
        numbers(&[player.capacity], out);
    }
    out.push(')');
    write_acting(player, version, out);
    out.push(')');
}

fn write_acting(player: &Player, version: u8, out: &mut String) {
    if version >= 13 {
        if player.tackle_cycles > 0 {
            out.push_str(" t");
        } else if player.has_kicked() {
            out.push_str(" k");
        } else if player.foul_cycles > 0 && version >= 14 {
            out.push_str(" f");
        }
    }
    if version >= 14 {
        match player.card {
            Card::None => {}
            Card::Yellow => out.push_str(" y"),
            Card::Red => out.push_str(" r"),
        }
    }
}

fn write_early_player(player: &Player, out: &mut String) {
    let _ = write!(out, " ({}_{}", player.side.letter(), player.unum);
    vectors(&[player.position, player.velocity], Some(STEP), out);
    let angles = [player.body, player.neck].map(|angle| quantize(angle.to_degrees(), STEP));
    numbers(&angles, out);
    let shares = [player.effort, player.recovery].map(|share| quantize(share, FINE_STEP));
    numbers(&[player.stamina.trunc(), shares[0], shares[1]], out);
    out.push(')');
}
