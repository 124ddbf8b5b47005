//! When other players reach the ball: a turn, then dashes at full power.

use super::super::world_model::{PlayerView, WorldModel, after};
use super::{HORIZON, NEVER, Runs, margin, off, turn_cycles};

/// Directions that differ by less need no turn, degrees.
const STRAIGHT: f64 = 15.0;
/// Mates are taken to reach less far than they do, m.
const DOUBT: f64 = 0.2;
/// For how many cycles of an old position a player is taken to have run already.
const BONUS: u16 = 3;

/// Cycles until a player reaches the ball if he goes for it at full power; [`NEVER`] if he does
/// not.
///
/// `runs`: what he runs with full effort.
pub fn steps_of(world: &WorldModel, player: &PlayerView, runs: &Runs) -> u32 {
    let reach = player.own.kickable_area(world.rules.server.ball_size);
    let size = if player.is_ours == Some(true) { reach - DOUBT } else { reach };
    let bonus = u32::from(player.counts.position.min(BONUS));
    (1..=HORIZON).find(|&cycles| reaches(world, player, runs, size, cycles, bonus)).unwrap_or(NEVER)
}

fn reaches(
    world: &WorldModel,
    player: &PlayerView,
    runs: &Runs,
    size: f64,
    cycles: u32,
    bonus: u32,
) -> bool {
    let decay = player.own.player_decay;
    let gap =
        world.ball_after(cycles) - after(player.position, player.velocity, decay, cycles + bonus);
    let distance = gap.length();
    if distance <= size {
        return true;
    }
    let margin = STRAIGHT.max(margin(size, distance));
    let (turns, _) =
        turn_cycles(&player.own, player.velocity.length(), off(player.body, gap), margin);
    let time = cycles + bonus;
    time >= turns && distance - size <= runs.after(time - turns)
}
