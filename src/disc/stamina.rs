//! Stamina, effort, recovery and capacity.

use super::bounds::{at_least, at_most};
use super::{Player, PlayerType, ServerParameters, Stadium};

/// Applies one cycle of recovery to every player, and counts down the goalies' catch bans.
pub(super) fn recover(stadium: &mut Stadium) {
    let rules = stadium.rules;
    for player in stadium.connected().select(&mut stadium.game.players) {
        let own = &rules.types[usize::from(player.type_id)];
        let mut energy = Energy::of(player);
        energy.recover(&rules.server, own);
        energy.give(player);
        player.catch_ban = player.catch_ban.saturating_sub(1);
    }
}

/// A player's energy for running.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Energy {
    /// Stamina.
    pub(super) stamina: f64,
    /// The share of its full power that a dash has.
    pub(super) effort: f64,
    /// The share of `stamina_inc_max` that is recovered in a cycle.
    pub(super) recovery: f64,
    /// How much stamina may still be recovered; below 0: no limit.
    pub(super) capacity: f64,
}

impl Energy {
    fn of(player: &Player) -> Self {
        let &Player { stamina, effort, recovery, capacity, .. } = player;
        Self { stamina, effort, recovery, capacity }
    }

    fn give(self, player: &mut Player) {
        (player.stamina, player.effort) = (self.stamina, self.effort);
        (player.recovery, player.capacity) = (self.recovery, self.capacity);
    }

    /// Applies one cycle of recovery.
    pub(super) fn recover(&mut self, server: &ServerParameters, own: &PlayerType) {
        let most = server.stamina_max;
        if self.stamina <= server.recover_dec_thr * most {
            self.recovery = decreased(self.recovery, server.recover_dec, server.recover_min);
        }
        if self.stamina <= server.effort_dec_thr * most {
            self.effort = decreased(self.effort, server.effort_dec, own.effort_min);
        }
        if self.stamina >= server.effort_inc_thr * most && self.effort < own.effort_max {
            self.effort = at_most(self.effort + server.effort_inc, own.effort_max);
        }
        let limited = server.stamina_capacity >= 0.0;
        let mut gain = at_most(self.recovery * own.stamina_inc_max, most - self.stamina);
        if limited {
            gain = at_most(gain, self.capacity);
        }
        self.stamina = at_most(self.stamina + gain, most);
        if limited {
            self.capacity = at_least(self.capacity - gain, 0.0);
        }
    }
}

/// Decreases a value down to a minimum, to which a lower value is raised.
fn decreased(value: f64, by: f64, least: f64) -> f64 {
    let value = if value > least { value - by } else { value };
    at_least(value, least)
}

/// Resets a player's energy to that at the start of a game.
pub(super) fn restore(server: &ServerParameters, own: &PlayerType, player: &mut Player) {
    player.stamina = server.stamina_max;
    player.recovery = 1.0;
    player.effort = own.effort_max;
    restore_capacity(server, player);
}

/// Resets a player's capacity to that at the start of a half.
pub(super) fn restore_capacity(server: &ServerParameters, player: &mut Player) {
    player.capacity = server.stamina_capacity;
}
