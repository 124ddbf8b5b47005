//! A match goes on even if a robot is commanded until its numbers leave all bounds.

use super::complaints::Complaints;
use crate::batch::WorldBatch;
use crate::world::BALL;

/// If the world has stopped: stands up anew, where it is, what moves fastest in the last state that
/// was within bounds.
pub(super) fn recover(batch: &mut WorldBatch, accidents: &mut Complaints) {
    if !batch.frozen().first().is_some_and(|frozen| *frozen) {
        return;
    }
    let speed = |slot: usize| {
        batch.qvel()[batch.scene().slots[slot].qvel.clone()]
            .iter()
            .fold(0.0, |fastest: f64, v| fastest.max(v.abs()))
    };
    let slots = 0..=batch.num_robots();
    let Some(fastest) = slots.max_by(|&a, &b| speed(a).total_cmp(&speed(b))) else { return };
    let place = &batch.scene().slots[fastest];
    let name = place.player.map_or_else(|| "the ball".to_owned(), |player| player.to_string());
    let root = batch.qpos()[place.qpos.clone()][..2].to_vec();
    accidents.add(format_args!("it left its bounds: {name} is put back where it was, at rest"));
    let put = batch.with_game(0, |_, world| match fastest {
        BALL => world.place_ball([0.0, 0.0, 0.0], [0.0; 3]),
        slot => world.drop_robot(slot, [root[0], root[1]], 0.0),
    });
    if let Err(problem) = put {
        accidents.add(problem);
    }
}
