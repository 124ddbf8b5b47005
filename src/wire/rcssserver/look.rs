//! What trainer and coaches see of the whole pitch, in the form of protocol version 14 and later.

use crate::disc::{Card, Player, World, flags};
use crate::wire::number::general;
use std::fmt::Write;

/// `(ok look T ((g r) 52.5 0) ((g l) -52.5 0) ((b) x y vx vy) ((p "A" 1 goalie) ...)...)`.
pub(super) fn look(world: &World) -> String {
    let mut text = format!("(ok look {} ((g r) 52.5 0) ((g l) -52.5 0) ((b)", world.game.cycle);
    let ball = &world.game.ball;
    numbers(&mut text, [ball.position.x, ball.position.y, ball.velocity.x, ball.velocity.y]);
    text.push(')');
    for player in world.game.players.iter().filter(|player| player.connected) {
        let goalie = if player.goalie { " goalie" } else { "" };
        let team = &world.names()[player.side.index()];
        let _ = write!(text, " ((p \"{team}\" {}{goalie})", player.unum);
        let (p, v) = (player.position, player.velocity);
        numbers(&mut text, [p.x, p.y, v.x, v.y]);
        let degrees = |angle: f64| angle.to_degrees().round_ties_even() + 0.0;
        let _ = write!(text, " {} {}", degrees(player.body), degrees(player.neck));
        condition(player, &mut text);
        text.push(')');
    }
    text.push(')');
    text
}

fn numbers(text: &mut String, numbers: [f64; 4]) {
    for number in numbers {
        text.push(' ');
        general(number, text);
    }
}

/// Where he points, whether he tackles, kicks or is frozen, and his card.
fn condition(player: &Player, text: &mut String) {
    if player.arm.expires > 0 {
        let direction = (player.arm.target - player.position).direction().to_degrees();
        let _ = write!(text, " {}", direction.round_ties_even() + 0.0);
    }
    if player.tackle_cycles > 0 {
        text.push_str(" t");
    } else if player.shown & flags::KICK != 0 {
        text.push_str(" k");
    } else if player.foul_cycles > 0 {
        text.push_str(" f");
    }
    match player.card {
        Card::None => {}
        Card::Yellow => text.push_str(" y"),
        Card::Red => text.push_str(" r"),
    }
}
