//! What a player who can kick the ball can do with it, each option by itself.

use super::pass::{self, Pass};
use super::{Player, ball, shot, value};
use crate::disc::Command;
use crate::teams::prospects::Chances;

/// The fastest ball of a kick that has to be done at once, m/cycle.
const AT_ONCE: f64 = 2.5;
/// How many cycles before the opponents a ball must arrive at least to be risked.
const RISKED: i32 = -1;
/// The same to be safe.
const SAFE: i32 = 2;

/// The speed that their kicks can be counted on to reach, m/cycle: goalies, and players who bring
/// the ball into play, kick once.
fn fastest(player: &Player) -> f64 {
    let at_once = player.me().is_goalie || player.world.mode.set_play().is_some();
    if at_once { AT_ONCE } else { ball::KICK }
}

/// The best pass to a mate.
fn best_pass(player: &Player, unum: u8, sooner: i32) -> Option<Pass> {
    pass::best_of(player, fastest(player), sooner, |other, _, _| other == unum, false)
}

/// All that they can do, and what it is worth.
pub fn chances(player: &Player) -> Chances {
    let here = value::of(player.view.ball);
    let mut chances = Chances {
        shot: shot::best(player, fastest(player)).is_some(),
        run: ball::best_run(player).map(|(_, value)| value - here),
        ..Chances::default()
    };
    for (unum, passes) in (1..).zip(&mut chances.passes) {
        let is_mate = player.view.our(unum).is_some() && unum != player.me().unum;
        for (out, sooner) in passes.iter_mut().zip([RISKED, SAFE]).filter(|_| is_mate) {
            *out = best_pass(player, unum, sooner).map(|pass| pass.value - here);
        }
    }
    chances
}

/// The command of the best pass to a mate; goalies, and players who bring the ball into play,
/// prefer the best safe pass if there is one.
pub fn pass_to(player: &Player, unum: u8) -> Option<Command> {
    let is_careful = player.me().is_goalie || player.world.mode.set_play().is_some();
    let safe = is_careful.then(|| best_pass(player, unum, SAFE)).flatten();
    let pass = safe.or_else(|| best_pass(player, unum, RISKED))?;
    ball::play_pass(player, &pass).body
}

/// The command that kicks the ball away.
pub fn clear(player: &Player) -> Option<Command> {
    ball::clear(player).body
}

/// The command of the best run.
pub fn run(player: &Player) -> Option<Command> {
    let (point, _) = ball::best_run(player)?;
    ball::run(player, point).body
}
