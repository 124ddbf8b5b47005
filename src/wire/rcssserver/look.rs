//! What trainer and coaches see of the whole pitch, as each version of the protocol has it.

use crate::disc::{Card, Player, World};
use crate::wire::number::general;
use std::fmt::Write;

/// `(ok look T ((g r) 52.5 0) ((g l) -52.5 0) ((b) x y vx vy) ((p "A" 1 goalie) ...)...)`.
pub(super) fn look(world: &World, version: u8) -> String {
    let mut text = format!("(ok look {}", world.game.cycle);
    // In versions 8 to 12 it reports neither who points nor who tackles.
    objects(world, version, !(8..13).contains(&version), &mut text);
    text
}

/// Appends what is sent in every cycle: `(see_global T ...)`, before version 7 `(see T ...)`.
pub fn write_see_global(world: &World, version: u8, out: &mut String) {
    let name = if version >= 7 { "see_global" } else { "see" };
    let _ = write!(out, "({name} {}", world.game.cycle);
    objects(world, version, true, out);
}

fn objects(world: &World, version: u8, conditions: bool, out: &mut String) {
    let [right, left, ball] = match version {
        ..7 => ["(goal r)", "(goal l)", "(ball)"],
        _ => ["(g r)", "(g l)", "(b)"],
    };
    let _ = write!(out, " ({right} 52.5 0) ({left} -52.5 0) ({ball}");
    let (p, v) = (world.game.ball.position, world.game.ball.velocity);
    numbers(out, &[p.x, p.y, v.x, v.y]);
    out.push(')');
    for player in world.game.players.iter().filter(|player| player.connected) {
        out.push_str(" (");
        write_name(world, player, version, out);
        let (p, v) = (player.position, player.velocity);
        if version >= 7 {
            numbers(out, &[p.x, p.y, v.x, v.y]);
            let degrees = |angle: f64| angle.to_degrees().round_ties_even() as i32;
            let _ = write!(out, " {} {}", degrees(player.body), degrees(player.neck));
        } else {
            numbers(out, &[p.x, p.y]);
            let degrees = |angle: f64| angle.to_degrees() as i32;
            let _ = write!(out, " {} {}", degrees(player.body), degrees(player.neck));
            numbers(out, &[v.x, v.y]);
        }
        if conditions && version >= 8 {
            condition(player, version, out);
        }
        out.push(')');
    }
    out.push(')');
}

/// `(p "A" 1 goalie)`, before version 7 `(player A 1)`.
pub(super) fn write_name(world: &World, player: &Player, version: u8, out: &mut String) {
    let (team, unum) = (&world.names()[player.side.index()], player.unum);
    let goalie = if player.goalie { " goalie" } else { "" };
    let _ = match version {
        ..7 => write!(out, "(player {team} {unum})"),
        _ => write!(out, "(p \"{team}\" {unum}{goalie})"),
    };
}

fn numbers(out: &mut String, numbers: &[f64]) {
    for number in numbers {
        out.push(' ');
        general(*number, out);
    }
}

/// Appends where a player points, whether they tackle, kick or are frozen by a foul, and their
/// card.
fn condition(player: &Player, version: u8, out: &mut String) {
    let points = player.arm.expires > 0;
    if points {
        let direction = (player.arm.target - player.position).direction().to_degrees();
        let _ = write!(out, " {}", direction.round_ties_even() as i32);
    }
    if player.tackle_cycles > 0 {
        out.push_str(" t");
    } else if version >= 13 && player.has_kicked() {
        out.push_str(" k");
    } else if version >= 14 && player.foul_cycles > 0 && !points {
        out.push_str(" f");
    }
    match player.card {
        Card::Yellow if version >= 14 => out.push_str(" y"),
        Card::Red if version >= 14 => out.push_str(" r"),
        _ => {}
    }
}
