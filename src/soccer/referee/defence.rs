//! Illegal defence: too many players in their own goalie area.

use super::ruling::Ruling;
use crate::soccer::Game;
use crate::soccer::foul::Foul;
use crate::soccer::pitch::{Pitch, members};
use crate::soccer::player::{PlayerId, Side};

/// How many players may be in their own goalie area.
const ALLOWED: usize = 2;
/// Consecutive cycles with more players than that after which the referee acts.
const DEBOUNCE: u32 = 5;

impl Game {
    /// Sends the player who entered last off the pitch if too many have been there for too long.
    pub(super) fn check_illegal_defence(&mut self, pitch: &mut dyn Pitch<'_>) {
        for side in Side::BOTH {
            let (inside, latest) = self.watch_goalie_area(pitch, side);
            let cycles = &mut self.referee.crowded_cycles[side.index()];
            *cycles = if inside > ALLOWED { *cycles + 1 } else { 0 };
            if *cycles < DEBOUNCE {
                continue;
            }
            *cycles = 0;
            if let Some((player, _)) = latest {
                self.referee.record_mut(player).goalie_area_entry = None;
                self.rule(pitch, Ruling::Penalize(player));
                self.rule(pitch, Ruling::Foul(player, Foul::IllegalDefence));
            }
        }
    }

    /// Notes who enters and leaves. Returns how many are inside, and who came last: player and time
    /// of entry. If several came in the same cycle, it is the first of them.
    fn watch_goalie_area(
        &mut self,
        pitch: &dyn Pitch<'_>,
        side: Side,
    ) -> (usize, Option<(PlayerId, f64)>) {
        let area = pitch.field().goalie_area(side);
        let now = self.state.sim_time();
        let (mut inside, mut latest) = (0, None);
        for index in members(pitch.players(), side) {
            let player = pitch.players()[index];
            let [x, y, _] = pitch.position(index);
            let record = self.referee.record_mut(player);
            if !area.contains(x, y) {
                record.goalie_area_entry = None;
                continue;
            }
            let entry = *record.goalie_area_entry.get_or_insert(now);
            inside += 1;
            if latest.is_none_or(|(_, time)| entry > time) {
                latest = Some((player, entry));
            }
        }
        (inside, latest)
    }
}
