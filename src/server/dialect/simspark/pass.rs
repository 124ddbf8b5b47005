//! Announced passes: opponents must keep away from the ball for a while, as in rcssserver3d.

use crate::batch::WorldBatch;
use crate::soccer::{BALL, Command, PASS_DISTANCE, PlayMode, PlayerId};

/// Greatest distance of the passing player from the ball, m.
const REACH: f64 = 0.5;
/// Greatest speed of the ball, m/s.
const SLOW: f64 = 0.05;

/// Returns the command for a pass that a player announces.
///
/// # Errors
/// The reason why it cannot pass: the play mode is not "play on" or another pass is under way, the
/// ball is too far away or too fast, or an opponent is nearer to it than opponents may be.
pub(super) fn pass(batch: &WorldBatch, player: PlayerId) -> Result<Command, String> {
    let fail = |error: crate::Error| error.to_string();
    let state = &batch.game(0).map_err(fail)?.game.state;
    if state.play_mode() != PlayMode::PlayOn || state.passing().is_some() {
        return Err("play is not simply on".to_owned());
    }
    let view = batch.world(0).map_err(fail)?;
    let [x, y, _] = view.root_position(BALL);
    let from_ball = |slot: usize| {
        let [there_x, there_y, _] = view.root_position(slot);
        (there_x - x).hypot(there_y - y)
    };
    let own = batch.slot_of(player).map_or(f64::INFINITY, from_ball);
    if own > REACH {
        return Err(format!("the ball is {own:.2} m away, and must be within {REACH} m"));
    }
    let velocity = &batch.qvel()[view.scene.slots[BALL].qvel.clone()];
    let speed = velocity.iter().take(3).map(|v| v * v).sum::<f64>().sqrt();
    if speed > SLOW {
        return Err(format!("the ball moves at {speed:.2} m/s, and may at {SLOW} m/s"));
    }
    let opponents = batch.roster().into_iter().map(|entrant| entrant.player);
    let near = opponents
        .filter(|other| other.side != player.side)
        .filter_map(|other| batch.slot_of(other).map(from_ball))
        .fold(f64::INFINITY, f64::min);
    if near < PASS_DISTANCE {
        return Err(format!("an opponent is {near:.2} m from the ball"));
    }
    Ok(Command::BeginPass(player.side))
}
