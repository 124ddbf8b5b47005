//! Stamina, effort, recovery and capacity.

use super::bounds::{at_least, at_most};
use super::{Player, PlayerType, ServerParameters, Stadium};

/// One cycle of everyone's recovery, and of goalies' bans.
pub(super) fn recover(stadium: &mut Stadium) {
    let rules = stadium.rules;
    for player in stadium.game.players.iter_mut().filter(|player| player.connected) {
        let own = &rules.types[usize::from(player.type_id)];
        cycle(&rules.server, own, player);
        player.catch_ban = player.catch_ban.saturating_sub(1);
    }
}

fn cycle(server: &ServerParameters, own: &PlayerType, player: &mut Player) {
    let most = server.stamina_max;
    if player.stamina <= server.recover_dec_thr * most {
        player.recovery = decreased(player.recovery, server.recover_dec, server.recover_min);
    }
    if player.stamina <= server.effort_dec_thr * most {
        player.effort = decreased(player.effort, server.effort_dec, own.effort_min);
    }
    if player.stamina >= server.effort_inc_thr * most && player.effort < own.effort_max {
        player.effort = at_most(player.effort + server.effort_inc, own.effort_max);
    }
    let limited = server.stamina_capacity >= 0.0;
    let mut gain = at_most(player.recovery * own.stamina_inc_max, most - player.stamina);
    if limited {
        gain = at_most(gain, player.capacity);
    }
    player.stamina = at_most(player.stamina + gain, most);
    if limited {
        player.capacity = at_least(player.capacity - gain, 0.0);
    }
}

/// Down to a minimum, which also lifts what is below.
fn decreased(value: f64, by: f64, least: f64) -> f64 {
    let value = if value > least { value - by } else { value };
    at_least(value, least)
}

/// As at the start of a game.
pub(super) fn restore(server: &ServerParameters, own: &PlayerType, player: &mut Player) {
    player.stamina = server.stamina_max;
    player.recovery = 1.0;
    player.effort = own.effort_max;
    restore_capacity(server, player);
}

/// As at the start of a half.
pub(super) fn restore_capacity(server: &ServerParameters, player: &mut Player) {
    player.capacity = server.stamina_capacity;
}
