//! Players where the play mode forbids it.

use super::removal::distance;
use super::ruling::Ruling;
use crate::soccer::Game;
use crate::soccer::pitch::{Pitch, members};
use crate::soccer::play_mode::PlayMode::{self, *};
use crate::soccer::player::Side;

impl Game {
    /// Sends players who stand where a mode forbids it off the pitch.
    pub fn penalize_misplaced_players(&mut self, pitch: &mut dyn Pitch<'_>, mode: PlayMode) {
        match mode {
            KickOffLeft => self.clear_for_kick_off(pitch, Side::Left),
            KickOffRight => self.clear_for_kick_off(pitch, Side::Right),
            GoalKickLeft => self.clear_goalie_area(pitch, Side::Left),
            GoalKickRight => self.clear_goalie_area(pitch, Side::Right),
            ThrowInLeft | CornerKickLeft | FreeKickLeft | DirectFreeKickLeft => {
                self.clear_ball(pitch, Side::Left);
            }
            ThrowInRight | CornerKickRight | FreeKickRight | DirectFreeKickRight => {
                self.clear_ball(pitch, Side::Right);
            }
            BeforeKickOff | PlayOn | GameOver | GoalLeft | GoalRight => {}
            OffsideLeft | OffsideRight => {}
            PenaltyKickLeft | PenaltyKickRight | PenaltyShootLeft | PenaltyShootRight => {}
        }
    }

    /// Keeps everybody in its own half, except one kicker of `side` in the centre circle; keeps the
    /// opponents out of the circle, too.
    fn clear_for_kick_off(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        let radius = pitch.field().circle_radius;
        for team in Side::BOTH {
            if team == side {
                self.leave_one_kicker(pitch, team, radius);
            } else {
                self.penalize_where(pitch, team, |[x, y]| {
                    in_other_half(x, team) || distance([x, y], [0.0; 2]) < radius
                });
            }
        }
    }

    /// The player of `team` nearest to the centre may be in the other half, if within `radius`.
    fn leave_one_kicker(&mut self, pitch: &mut dyn Pitch<'_>, team: Side, radius: f64) {
        let mut kicker = None;
        let mut nearest = radius;
        for index in members(pitch.players(), team) {
            let player = pitch.players()[index];
            let [x, y, _] = pitch.position(index);
            if !in_other_half(x, team) {
                continue;
            }
            let distance = distance([x, y], [0.0; 2]);
            if distance > nearest {
                self.rule(pitch, Ruling::Penalize(player));
            } else {
                if let Some(farther) = kicker.replace(player) {
                    self.rule(pitch, Ruling::Penalize(farther));
                }
                nearest = distance;
            }
        }
    }

    /// Keeps opponents of `side` out of its goalie area.
    fn clear_goalie_area(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        let area = pitch.field().goalie_area(side);
        self.penalize_where(pitch, side.opponent(), |[x, y]| area.contains(x, y));
    }

    /// Keeps opponents of `side` as far from the ball as the radius of the centre circle.
    fn clear_ball(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        let [x, y, _] = pitch.ball();
        let radius = pitch.field().circle_radius;
        self.penalize_where(pitch, side.opponent(), |at| distance(at, [x, y]) < radius);
    }

    fn penalize_where(
        &mut self,
        pitch: &mut dyn Pitch<'_>,
        team: Side,
        forbidden: impl Fn([f64; 2]) -> bool,
    ) {
        for index in members(pitch.players(), team) {
            let player = pitch.players()[index];
            let [x, y, _] = pitch.position(index);
            if forbidden([x, y]) {
                self.rule(pitch, Ruling::Penalize(player));
            }
        }
    }
}

fn in_other_half(x: f64, team: Side) -> bool {
    -team.sign() * x > 0.0
}
