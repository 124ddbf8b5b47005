//! Fouls: tackles that bring down an opponent who has the ball, and cards.

use super::interruption::{self, Kind};
use super::placement::{on_pitch, out_of_goal_area, out_of_penalty_area};
use super::side_of;
use crate::disc::{Card, Lot, Message, PlayMode, Side, Stadium};
use std::f64::consts::{FRAC_PI_2, PI};

/// What the referee sees in a tackle: nothing, a foul, or one worth a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    Clean,
    Foul,
    Yellow,
    Red,
}

/// A tackle has succeeded; `intentional`: whether it was meant as a foul.
pub(super) fn tackled(stadium: &mut Stadium, tackler: usize, intentional: bool) {
    if stadium.game.mode.is_shoot_out() || stadium.rules.server.keepaway {
        return;
    }
    let verdict = judge(stadium, tackler, intentional);
    if verdict > Verdict::Clean {
        call(stadium, tackler);
    }
    match verdict {
        Verdict::Yellow => caution(stadium, tackler),
        Verdict::Red => send_off(stadium, tackler),
        Verdict::Clean | Verdict::Foul => {}
    }
}

/// Judges a tackle by every opponent who could kick the ball. Victims of intentional fouls are
/// frozen whether or not the referee sees the foul.
pub(super) fn judge(stadium: &mut Stadium, tackler: usize, intentional: bool) -> Verdict {
    let probability = stadium.type_of(tackler).foul_detect_probability;
    let red_probability = stadium.rules.server.red_card_probability;
    let (mut foul, mut yellow, mut red) = (false, false, false);
    for victim in stadium.team(side_of(stadium, tackler).other()) {
        if !stadium.can_kick(victim) {
            continue;
        }
        let who = Some(tackler);
        let mut seen = false;
        if intentional {
            stadium.foul_charge(victim);
            seen = stadium.event(Lot::Foul, who, probability);
            foul |= seen;
        }
        if !runs_for_ball(stadium, tackler, victim) {
            continue;
        }
        if !intentional {
            seen = stadium.event(Lot::Foul, who, probability);
            foul |= seen;
            yellow |= seen && stadium.event(Lot::Card, who, red_probability);
        } else if seen {
            let now_red = stadium.event(Lot::Card, who, red_probability);
            yellow = !now_red;
            red |= now_red;
        }
    }
    match (red, yellow, foul) {
        (true, _, _) => Verdict::Red,
        (_, true, _) => Verdict::Yellow,
        (_, _, true) => Verdict::Foul,
        _ => Verdict::Clean,
    }
}

/// Whether a player has dashed in this cycle or the last and is between the tackler and the ball:
/// no farther from the tackler than the ball is, ahead of the tackler, in their way, and facing the
/// ball rather than the tackler.
fn runs_for_ball(stadium: &Stadium, tackler: usize, victim: usize) -> bool {
    let sizes = stadium.type_of(tackler).player_size + stadium.type_of(victim).player_size;
    let (tackler, victim) = (&stadium.game.players[tackler], &stadium.game.players[victim]);
    let to_ball = stadium.game.ball.position - tackler.position;
    let line = to_ball.direction();
    let to_victim = victim.position - tackler.position;
    if victim.dash_cycles < 0 || to_victim.length2() > to_ball.length2() {
        return false;
    }
    let relative = to_victim.rotated(-line);
    let turned = (victim.body - line).rem_euclid(2.0 * PI);
    let turned = turned.min(2.0 * PI - turned);
    relative.x >= 0.0 && relative.y.abs() <= sizes && turned <= FRAC_PI_2
}

/// The victims' team gets a free kick where the tackler stands, moved out of the goal areas and out
/// of the victims' own penalty area.
fn call(stadium: &mut Stadium, tackler: usize) {
    let side = side_of(stadium, tackler);
    let mut point = on_pitch(stadium.game.players[tackler].position);
    for area in Side::BOTH {
        point = out_of_goal_area(area, point);
    }
    point = out_of_penalty_area(side.other(), point);
    interruption::begin(stadium, PlayMode::FoulCharge(side), side, point);
}

/// Shows a yellow card; after a second one the player is sent off.
pub fn caution(stadium: &mut Stadium, player: usize) {
    let (side, unum, card) = {
        let player = &stadium.game.players[player];
        (player.side, player.unum, player.card)
    };
    stadium.say(Message::YellowCard(side, unum));
    if card == Card::Yellow {
        send_off(stadium, player);
    } else {
        stadium.show_card(player, Card::Yellow);
    }
}

/// Shows a red card: the player leaves the game.
pub fn send_off(stadium: &mut Stadium, player: usize) {
    let (side, unum) = (stadium.game.players[player].side, stadium.game.players[player].unum);
    stadium.say(Message::RedCard(side, unum));
    stadium.show_card(player, Card::Red);
}

/// Runs the interruption after a foul.
pub(super) fn analyse(stadium: &mut Stadium) {
    if !stadium.game.mode.is_shoot_out() {
        interruption::pass(stadium, Kind::Foul);
    }
}
