//! Players who do not get up in time.

use super::PlayerRecord;
use super::hand::GOALIE;
use super::ruling::Ruling;
use crate::soccer::foul::Foul;
use crate::soccer::pitch::{Pitch, members};
use crate::soccer::play_mode::PlayMode;
use crate::soccer::player::Side;
use crate::soccer::{Game, Rules};

/// A robot whose root body is below this lies on the ground, m.
const ON_GROUND: f64 = 0.15;
/// A robot whose root body is below this does not stand, m.
const STANDING: f64 = 0.25;
/// A robot that has stood for longer than this is up again, s.
const UP_AGAIN: f64 = 0.5;
/// Players farther than this beyond the touch line are left alone, m.
const MARGIN: f64 = 0.1;

impl Game {
    /// Sends players who lie or sit for too long off the pitch.
    pub(super) fn check_incapable(&mut self, pitch: &mut dyn Pitch<'_>, timestep: f64) {
        if self.state.play_mode() == PlayMode::BeforeKickOff {
            return;
        }
        let outside = pitch.field().half()[1] + MARGIN;
        let players = pitch.players();
        for index in Side::BOTH.into_iter().flat_map(|side| members(players, side)) {
            let player = players[index];
            let [_, y, z] = pitch.position(index);
            let record = self.referee.record_mut(player);
            if y.abs() > outside {
                record.forget_times();
                continue;
            }
            record.pass_time(z, timestep);
            if record.has_exceeded(&self.rules) {
                self.rule(pitch, Ruling::Penalize(player));
                self.rule(pitch, Ruling::Foul(player, Foul::Incapable));
            }
        }
    }
}

impl PlayerRecord {
    fn forget_times(&mut self) {
        (self.ground_time, self.not_standing_time, self.standing_time) = (0.0, 0.0, 0.0);
    }

    /// Counts a cycle with the root body at a height.
    fn pass_time(&mut self, height: f64, timestep: f64) {
        if height < STANDING {
            self.not_standing_time += timestep;
            self.standing_time = 0.0;
        }
        if height < ON_GROUND {
            self.ground_time += timestep;
        }
        if height >= STANDING {
            self.standing_time += timestep;
            self.ground_time = 0.0;
        }
        if self.standing_time > UP_AGAIN {
            self.not_standing_time = 0.0;
        }
    }

    /// Whether one of the times is up. If so, it starts anew.
    fn has_exceeded(&mut self, rules: &Rules) -> bool {
        let (ground, not_standing) = match self.player.number {
            GOALIE => (rules.goalie_ground_max_time, rules.goalie_not_standing_max_time),
            _ => (rules.ground_max_time, rules.not_standing_max_time),
        };
        if self.ground_time > ground {
            self.ground_time = 0.0;
            return true;
        }
        let exceeded = self.not_standing_time > not_standing;
        if exceeded {
            self.not_standing_time = 0.0;
        }
        exceeded
    }
}
