//! What the rules decide, as data, so that somebody else may carry it out.

use super::removal::penalize;
use crate::soccer::Game;
use crate::soccer::foul::Foul;
use crate::soccer::pitch::Pitch;
use crate::soccer::player::{PlayerId, Side};

/// A decision of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ruling {
    /// See [`Game::kick_off`].
    KickOff(Side),
    /// See [`Game::play_on`].
    PlayOn,
    /// See [`Game::throw_in`].
    ThrowIn(Side),
    /// See [`Game::corner_kick`].
    CornerKick(Side),
    /// See [`Game::goal_kick`].
    GoalKick(Side),
    /// See [`Game::game_over`].
    GameOver,
    /// See [`Game::goal`].
    Goal(Side),
    /// See [`Game::free_kick`].
    FreeKick(Side),
    /// See [`Game::direct_free_kick`].
    DirectFreeKick(Side),
    /// See [`Game::drop_ball`].
    DropBall([f64; 2]),
    /// A player is sent beside the pitch.
    Penalize(PlayerId),
    /// A foul is noted.
    Foul(PlayerId, Foul),
}

impl Game {
    /// Carries out what a rule decides, or adds it to the rulings that are being collected.
    pub(super) fn rule(&mut self, pitch: &mut dyn Pitch<'_>, ruling: Ruling) {
        if let Some(rulings) = &mut self.referee.collected {
            rulings.push(ruling);
            return;
        }
        match ruling {
            Ruling::KickOff(side) => self.kick_off(pitch, side),
            Ruling::PlayOn => self.play_on(),
            Ruling::ThrowIn(side) => self.throw_in(pitch, side),
            Ruling::CornerKick(side) => self.corner_kick(pitch, side),
            Ruling::GoalKick(side) => self.goal_kick(pitch, side),
            Ruling::GameOver => self.game_over(),
            Ruling::Goal(side) => self.goal(side),
            Ruling::FreeKick(side) => self.free_kick(pitch, side),
            Ruling::DirectFreeKick(side) => self.direct_free_kick(pitch, side),
            Ruling::DropBall(pos) => self.drop_ball(pitch, Some(pos)),
            Ruling::Penalize(player) => self.penalize(pitch, player),
            Ruling::Foul(player, foul) => self.log_foul(player, foul),
        }
    }

    /// Runs some work of the rules and returns what they decide there instead of carrying it out.
    pub fn rulings(&mut self, work: impl FnOnce(&mut Self)) -> Vec<Ruling> {
        self.referee.collected = Some(Vec::new());
        work(self);
        self.referee.collected.take().unwrap_or_default()
    }

    /// Sends a player beside the pitch, if it plays.
    pub fn penalize(&mut self, pitch: &mut dyn Pitch<'_>, player: PlayerId) {
        if let Some(index) = pitch.players().iter().position(|other| *other == player) {
            penalize(pitch, index);
        }
    }
}
