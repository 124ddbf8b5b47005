//! When players see.

use super::Senses;
use crate::disc::{Player, ViewWidth};

/// Number of ticks at which eyes without `synch_see` are checked, in each of three successive
/// cycles: one every 37.5 ms, on the server's grid of 10 ms (0, 40, 80; 120, 150, 190; 230, 270
/// after a step).
const TICKS: [u8; 3] = [3, 3, 2];

/// Ticks from one sight to the next. With `synch_see` a tick is a cycle, else a quarter of
/// `send_step`.
fn interval(player: &Player) -> u8 {
    let (synch, normal) = match player.view_width {
        ViewWidth::Narrow => (1, 2),
        ViewWidth::Normal => (2, 4),
        ViewWidth::Wide => (3, 8),
    };
    match (player.synch_see, player.high_quality) {
        (true, _) => synch,
        (false, true) => normal,
        (false, false) => normal / 2,
    }
}

impl Senses {
    /// Runs a tick of a player's eyes; returns whether they see now. With `synch_see` a tick is a
    /// cycle, else a quarter of `send_step`.
    pub fn tick(&mut self, player: &Player, place: usize) -> bool {
        let own = &mut self.players[place];
        own.ticks = own.ticks.saturating_add(1);
        let sees = own.ticks >= interval(player);
        if sees {
            own.ticks = 0;
        }
        sees
    }

    /// Whether a player will see before the next step.
    pub(in crate::disc) fn will_see(&self, player: &Player, place: usize) -> bool {
        self.players[place].ticks.saturating_add(self.ticks(player)) >= interval(player)
    }

    /// Number of ticks of a player's eyes up to the next step.
    fn ticks(&self, player: &Player) -> u8 {
        if player.synch_see { 1 } else { TICKS[self.steps as usize % 3] }
    }

    /// Runs all ticks of a player's eyes up to the next step; returns how often they see.
    pub fn cycle(&mut self, player: &Player, place: usize) -> u8 {
        (0..self.ticks(player)).map(|_| u8::from(self.tick(player, place))).sum()
    }
}
