//! The shoot-out after a drawn game: penalties at one goal, with the teams taking turns.
//! [`positions`] decides who stands where, [`verdict`] what each kick was worth.

mod positions;
mod verdict;

use super::placement::{in_penalty_area, put_ball};
use super::{change_mode, fouls, goals, halves, side_of};
use crate::disc::{Lot, Message, PlayMode, Side, Stadium, TEAM, Vec2, pitch};
use serde::{Deserialize, Serialize};
use verdict::{foul, miss, score};

/// The shoot-out under way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ShootOut {
    started: bool,
    /// Whether a team has won, or it is certain that none will.
    decided: bool,
    /// The side whose goal is used.
    goal: Side,
    /// Whose turn it is.
    taking: Option<Side>,
    /// Cycles until the mode ends.
    pub(super) timer: i32,
    /// Kicks so far.
    kicks: i32,
    /// The place of the player who has kicked in this turn.
    pub(super) taker: Option<u8>,
    /// Numbers of the players who have taken a penalty, by team, as bits; cleared when all have.
    have_taken: [u16; 2],
    /// Where the ball was when the referee last checked.
    previous_ball: Vec2,
}

impl Default for ShootOut {
    fn default() -> Self {
        Self {
            started: false,
            decided: false,
            goal: Side::Left,
            taking: None,
            timer: -1,
            kicks: 0,
            taker: None,
            have_taken: [0; 2],
            previous_ball: Vec2::ZERO,
        }
    }
}

impl ShootOut {
    /// Whether a player has taken a penalty already.
    fn has_taken(&self, side: Side, unum: u8) -> bool {
        self.have_taken[side.index()] & (1 << unum) != 0
    }

    /// A player takes a penalty; when all have, all may again.
    fn take(&mut self, side: Side, unum: u8) {
        let taken = &mut self.have_taken[side.index()];
        *taken |= 1 << unum;
        if taken.count_ones() as usize == TEAM {
            *taken = 0;
        }
    }
}

/// Begins the shoot-out when it is due, and conducts the penalty under way.
pub(super) fn analyse(stadium: &mut Stadium) {
    begin(stadium);
    if stadium.game.mode.is_shoot_out() {
        proceed(stadium);
    }
    stadium.game.referee.shoot_out.previous_ball = stadium.game.ball.position;
}

/// When time is up and the teams are level: draws the goal and the team that begins.
fn begin(stadium: &mut Stadium) {
    let due = !stadium.game.referee.shoot_out.started
        && stadium.rules.server.penalty_shoot_outs
        && stadium.game.mode != PlayMode::BeforeKickOff
        && halves::level(stadium)
        && halves::calls_for_shoot_out(stadium);
    if !due {
        return;
    }
    let goal = draw_side(stadium, Lot::PenaltySide);
    stadium.game.ball.holder = None;
    stadium.say(Message::PenaltyOnfield(goal));
    let first = draw_side(stadium, Lot::Toss);
    let shoot_out = &mut stadium.game.referee.shoot_out;
    shoot_out.started = true;
    shoot_out.goal = goal;
    // The turn passes before every penalty.
    shoot_out.taking = Some(first.other());
    let far = Vec2::new(-goal.sign() * (pitch::HALF_LENGTH - 10.0), 10.0);
    for player in stadium.team(goal.other()) {
        if stadium.game.players[player].goalie {
            stadium.game.players[player].position = far;
        }
    }
    next_turn(stadium);
}

/// Left or right with equal probability.
fn draw_side(stadium: &mut Stadium, lot: Lot) -> Side {
    if stadium.event(lot, None, 0.5) { Side::Left } else { Side::Right }
}

/// Gives the other team its turn: the ball is put on the penalty spot.
fn next_turn(stadium: &mut Stadium) {
    let shoot_out = &mut stadium.game.referee.shoot_out;
    let taking = if shoot_out.taking == Some(Side::Left) { Side::Right } else { Side::Left };
    shoot_out.taking = Some(taking);
    let distance = pitch::HALF_LENGTH - stadium.rules.server.pen_dist_x;
    let spot = Vec2::new(-shoot_out.goal.sign() * distance, 0.0);
    put_ball(stadium, None, spot);
    change_mode(stadium, PlayMode::PenaltySetup(taking));
}

/// One cycle of the shoot-out.
fn proceed(stadium: &mut Stadium) {
    if stadium.game.referee.shoot_out.decided {
        return change_mode(stadium, PlayMode::TimeOver);
    }
    let mut placed = Side::BOTH.map(|side| positions::check(stadium, side));
    let kicking =
        matches!(stadium.game.mode, PlayMode::PenaltyReady(_) | PlayMode::PenaltyTaken(_));
    if kicking && stadium.rules.server.pen_coach_moves_players {
        placed = move_misplaced(stadium, placed);
    }
    match stadium.game.referee.shoot_out.timer {
        ..0 => {}
        0 => time_out(stadium, placed),
        _ => run(stadium, placed),
    }
}

/// Puts the teams that are not placed correctly where they belong.
fn move_misplaced(stadium: &mut Stadium, placed: [bool; 2]) -> [bool; 2] {
    for side in Side::BOTH {
        if !placed[side.index()] {
            positions::place(stadium, side);
        }
    }
    [true; 2]
}

/// The time of a mode is up.
fn time_out(stadium: &mut Stadium, mut placed: [bool; 2]) {
    let mode = stadium.game.mode;
    if matches!(mode, PlayMode::PenaltySetup(_)) && stadium.rules.server.pen_coach_moves_players {
        placed = move_misplaced(stadium, placed);
    }
    match mode {
        _ if mode.is_penalty_result() => next_turn(stadium),
        _ if placed != [true; 2] => blame(stadium, placed),
        PlayMode::PenaltySetup(side) => change_mode(stadium, PlayMode::PenaltyReady(side)),
        PlayMode::PenaltyReady(side) | PlayMode::PenaltyTaken(side) => miss(stadium, side),
        _ => {}
    }
}

/// Calls a foul of the team that is not placed correctly; of the takers if neither is.
fn blame(stadium: &mut Stadium, placed: [bool; 2]) {
    if let Some(taking) = stadium.game.referee.shoot_out.taking {
        let takers_placed = placed[taking.index()];
        foul(stadium, if takers_placed { taking.other() } else { taking });
    }
}

/// Runs a mode while its time lasts: checks for goals, for the ball out of play, and for players
/// who leave their places.
fn run(stadium: &mut Stadium, placed: [bool; 2]) {
    let mode = stadium.game.mode;
    let shoot_out = &mut stadium.game.referee.shoot_out;
    shoot_out.timer -= 1;
    let (taking, goal, previous) = (shoot_out.taking, shoot_out.goal, shoot_out.previous_ball);
    let ball = stadium.game.ball.position;
    if mode.is_penalty_result() {
        put_ball(stadium, taking, ball);
    } else if placed == [true; 2] {
        if goals::crosses(stadium, goal, previous) {
            if let PlayMode::PenaltyTaken(side) = mode {
                score(stadium, side);
            }
            put_ball(stadium, Some(goal), ball);
        } else if is_out(stadium, ball) {
            put_ball(stadium, Some(goal), ball);
            if let PlayMode::PenaltyTaken(side) = mode {
                miss(stadium, side);
            }
        }
    } else if matches!(mode, PlayMode::PenaltyReady(_) | PlayMode::PenaltyTaken(_)) {
        blame(stadium, placed);
    }
}

/// Whether the ball has left the pitch.
fn is_out(stadium: &Stadium, ball: Vec2) -> bool {
    let size = stadium.rules.server.ball_size;
    ball.x.abs() > pitch::HALF_LENGTH + size || ball.y.abs() > pitch::HALF_WIDTH + size
}

/// A goalie has caught or punched the ball.
pub(super) fn caught(stadium: &mut Stadium, goalie: usize) {
    let mode = stadium.game.mode;
    if !mode.is_shoot_out() {
        return;
    }
    let (side, ball) = (side_of(stadium, goalie), stadium.game.ball.position);
    let ShootOut { goal, taking, .. } = stadium.game.referee.shoot_out;
    match mode {
        PlayMode::PenaltyTaken(_) => {
            if Some(side) == taking || !in_penalty_area(stadium, goal, ball) {
                foul(stadium, side);
            } else {
                miss(stadium, side.other());
            }
        }
        PlayMode::PenaltyReady(_) => foul(stadium, side),
        _ => {}
    }
    put_ball(stadium, None, stadium.game.ball.position);
}

/// A tackle, which counts as a foul or as a kick.
pub(super) fn tackled(stadium: &mut Stadium, tackler: usize, intentional: bool) {
    let mode = stadium.game.mode;
    if !mode.is_shoot_out() || mode.is_penalty_result() {
        return;
    }
    if fouls::judge(stadium, tackler, intentional) > fouls::Verdict::Clean {
        foul(stadium, side_of(stadium, tackler));
    } else {
        kicked(stadium, tackler);
    }
}

/// A kick: the penalty is taken, or somebody is at fault.
pub(super) fn kicked(stadium: &mut Stadium, player: usize) {
    if !stadium.game.mode.is_shoot_out() {
        return;
    }
    let unum = stadium.game.players[player].unum;
    if stadium.game.ball.holder.is_none() {
        if let Some(offender) = kick_fault(stadium, player) {
            foul(stadium, offender);
        } else if !stadium.game.mode.is_penalty_result() {
            stadium.game.referee.shoot_out.taker = Some(player as u8);
        }
    }
    match stadium.game.mode {
        PlayMode::PenaltyReady(taking) => {
            stadium.game.referee.shoot_out.take(taking, unum);
            change_mode(stadium, PlayMode::PenaltyTaken(taking));
        }
        PlayMode::PenaltyTaken(_) => {}
        _ => {
            let goal = stadium.game.referee.shoot_out.goal;
            put_ball(stadium, Some(goal), stadium.game.ball.position);
        }
    }
}

/// The side at fault if a kick is a fault: one before the referee has said ready, by a second
/// taker, or by a field player of the other team.
fn kick_fault(stadium: &Stadium, player: usize) -> Option<Side> {
    let shoot_out = &stadium.game.referee.shoot_out;
    let player_state = &stadium.game.players[player];
    let side = player_state.side;
    let takes = Some(side) == shoot_out.taking;
    let fault = match stadium.game.mode {
        PlayMode::PenaltySetup(_) => true,
        PlayMode::PenaltyTaken(_) if takes && !stadium.rules.server.pen_allow_mult_kicks => true,
        mode @ (PlayMode::PenaltyReady(_) | PlayMode::PenaltyTaken(_)) => {
            let again = matches!(mode, PlayMode::PenaltyReady(_))
                && takes
                && shoot_out.has_taken(side, player_state.unum);
            let other = shoot_out.taker.is_some_and(|taker| {
                let taker = usize::from(taker);
                Some(side_of(stadium, taker)) == shoot_out.taking && taker != player
            });
            if again || other {
                return shoot_out.taking;
            }
            !takes && !player_state.goalie
        }
        _ => false,
    };
    fault.then_some(side)
}

/// Sets the time of a new mode.
pub(super) fn mode_changed(stadium: &mut Stadium, mode: PlayMode) {
    let server = &stadium.rules.server;
    let timer = match mode {
        PlayMode::PenaltySetup(_) => server.pen_setup_wait,
        PlayMode::PenaltyReady(_) => server.pen_ready_wait,
        PlayMode::PenaltyTaken(_) => server.pen_taken_wait,
        PlayMode::PenaltyMiss(_) | PlayMode::PenaltyScore(_) => server.pen_before_setup_wait,
        _ => return,
    };
    let shoot_out = &mut stadium.game.referee.shoot_out;
    shoot_out.timer = timer;
    if !matches!(mode, PlayMode::PenaltyTaken(_)) {
        shoot_out.taker = None;
    }
}
