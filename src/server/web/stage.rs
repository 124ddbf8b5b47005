//! Shots of worlds of robots.

use super::scenery::Scenery;
use super::teller::{Pose, Shot};
use crate::batch::{WorldBatch, WorldGame};
use crate::soccer::{Arena, Foul, PlayerId, Side};
use crate::world::Poses;
use serde_json::json;
use std::sync::Arc;

/// Takes shots of the worlds of a batch, one at a time.
#[derive(Debug, Default)]
pub struct Stage {
    known: Option<(Arc<Arena>, Arc<Scenery>)>,
    bodies: Poses,
    poses: Vec<Pose>,
    standing: String,
    news: Vec<String>,
}

impl Stage {
    /// What there is to see in a world, with what else is to be said of it, as JSON.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) for a world out of range, or a shape that cannot
    /// be drawn.
    pub fn shoot(
        &mut self,
        batch: &WorldBatch,
        world: usize,
        fouls: &[(PlayerId, Foul)],
        notes: &serde_json::Value,
    ) -> crate::Result<Shot<'_>> {
        let view = batch.world(world)?;
        let game = batch.game(world).ok();
        let arena = batch.arena();
        let is_known = |known: &(Arc<Arena>, _)| Arc::ptr_eq(&known.0, arena);
        let scenery = match self.known.take().filter(is_known) {
            Some((_, scenery)) => scenery,
            None => Arc::new(Scenery::of_arena(arena)?),
        };
        let (_, scenery) = self.known.insert((Arc::clone(arena), scenery));
        let qpos = &batch.qpos()[world * batch.nq()..][..batch.nq()];
        self.poses.clear();
        for (slot, place) in view.scene.slots.iter().enumerate() {
            let model = view.scene.model(slot);
            self.bodies.update(model, &qpos[place.qpos.clone()]);
            self.poses.extend((0..model.bodies.len()).map(|body| {
                let (pos, quat) = (self.bodies.body(body).pos, self.bodies.body(body).quat);
                std::array::from_fn(|i| if i < 3 { pos[i] as f32 } else { quat[i - 3] as f32 })
            }));
        }
        self.standing = standing(world, batch.num_worlds(), game, notes);
        self.news.clear();
        self.news.extend(fouls.iter().map(|(player, foul)| {
            let (team, number) = (player.side.index(), player.number);
            json!({"kind": "foul", "name": foul.name(), "team": team, "number": number}).to_string()
        }));
        Ok(Shot {
            scenery,
            time: view.time,
            play_time: game.map(|game| game.game.state.play_time()),
            poses: &self.poses,
            standing: &self.standing,
            news: &self.news,
        })
    }
}

/// How a world stands.
fn standing(
    world: usize,
    worlds: usize,
    game: Option<&WorldGame>,
    notes: &serde_json::Value,
) -> String {
    let game = game.map(|game| {
        let state = &game.game.state;
        let teams = Side::BOTH.map(|side| state.team_name(side).unwrap_or(side.alias()));
        json!({
            "teams": teams, "score": state.score, "mode": state.play_mode().name(),
            "phase": state.phase().name(),
        })
    });
    json!({"world": world, "worlds": worlds, "game": game, "notes": notes}).to_string()
}
