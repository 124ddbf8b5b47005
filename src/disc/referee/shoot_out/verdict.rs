//! What a penalty was worth, and when a team has won.

use super::draw_side;
use crate::disc::referee::change_mode;
use crate::disc::{Lot, Message, PlayMode, Side, Stadium};

/// A penalty has gone in.
pub(super) fn score(stadium: &mut Stadium, side: Side) {
    change_mode(stadium, PlayMode::PenaltyScore(side));
    if stadium.game.teams[side.index()] {
        stadium.game.score[side.index()].penalties_scored += 1;
    }
    stadium.game.referee.shoot_out.kicks += 1;
    decide(stadium);
}

/// A penalty has not gone in.
pub(super) fn miss(stadium: &mut Stadium, side: Side) {
    change_mode(stadium, PlayMode::PenaltyMiss(side));
    if stadium.game.teams[side.index()] {
        stadium.game.score[side.index()].penalties_missed += 1;
    }
    stadium.game.referee.shoot_out.kicks += 1;
    decide(stadium);
}

/// A side has broken the rules: this is a miss if it is that side's turn, and a score for the other
/// side if not.
pub(super) fn foul(stadium: &mut Stadium, side: Side) {
    stadium.say(Message::PenaltyFoul(side));
    if stadium.game.referee.shoot_out.taking == Some(side) {
        miss(stadium, side);
    } else {
        score(stadium, side.other());
    }
}

/// Ends the shoot-out when a team has won, or when both have kicked often enough.
fn decide(stadium: &mut Stadium) {
    let server = &stadium.rules.server;
    let (regular, extra) = (server.pen_nr_kicks, server.pen_max_extra_kicks);
    let kicks = stadium.game.referee.shoot_out.kicks;
    if kicks > 2 * (regular + extra) {
        give_up(stadium);
    } else if kicks > 2 * regular {
        decide_pair(stadium, kicks);
    } else {
        decide_regular(stadium, regular, kicks);
    }
}

/// How many penalties each team has scored.
fn scored(stadium: &Stadium) -> [i32; 2] {
    stadium.game.score.map(|score| score.penalties_scored as i32)
}

/// There were too many extra kicks: nobody wins, or a random draw decides.
fn give_up(stadium: &mut Stadium) {
    let message = if stadium.rules.server.pen_random_winner {
        let winner = draw_side(stadium, Lot::PenaltyWinner);
        stadium.game.score[winner.index()].won_toss = true;
        Message::PenaltyWinner(winner)
    } else {
        Message::PenaltyDraw
    };
    stadium.say(message);
    stadium.game.referee.shoot_out.decided = true;
}

/// Among the extra kicks, the first pair after which the teams are not level decides.
fn decide_pair(stadium: &mut Stadium, kicks: i32) {
    let [left, right] = scored(stadium);
    if kicks % 2 == 0 && left != right {
        stadium.say(Message::PenaltyWinner(if left > right { Side::Left } else { Side::Right }));
        stadium.game.referee.shoot_out.decided = true;
    }
}

/// During the regular kicks, a team has won when the other one cannot catch up any more. If the
/// right team wins, rcssserver ends the game at once instead of in the next cycle.
fn decide_regular(stadium: &mut Stadium, regular: i32, kicks: i32) {
    let scored = scored(stadium);
    let left = regular - kicks / 2;
    let mut most = scored.map(|scored| scored + left);
    if let (1, Some(side)) = (kicks % 2, stadium.game.referee.shoot_out.taking) {
        most[side.index()] -= 1;
    }
    if most[0] < scored[1] {
        stadium.say(Message::PenaltyWinner(Side::Right));
        change_mode(stadium, PlayMode::TimeOver);
    } else if most[1] < scored[0] {
        stadium.say(Message::PenaltyWinner(Side::Left));
        stadium.game.referee.shoot_out.decided = true;
    }
}
