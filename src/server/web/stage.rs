//! Shots of worlds of robots.

use super::delta::{Pose, Shot};
use super::scenery::Scenery;
use crate::batch::{WorldBatch, WorldGame};
use crate::render::mode_words;
use crate::soccer::{Arena, Foul, PlayerId, Side};
use crate::world::Poses;
use serde_json::{Value, json};
use std::sync::Arc;

/// Distance from one world to the next if there are no games, m.
const SPACING: f64 = 3.0;

/// The last scenery, and the worlds it belongs to.
#[derive(Debug)]
struct Known {
    arena: Arc<Arena>,
    places: Vec<[f64; 2]>,
    scenery: Arc<Scenery>,
}

/// Takes shots of the worlds of a batch.
#[derive(Debug, Default)]
pub struct Stage {
    known: Option<Known>,
    bodies: Poses,
    poses: Vec<Pose>,
    standing: String,
    news: Vec<String>,
    insight: String,
}

impl Stage {
    /// Takes a shot of a world, with notes as JSON, and with what the selected robot sees and
    /// feels.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) for a world out of range, or a shape that cannot
    /// be drawn.
    pub fn shoot(
        &mut self,
        batch: &WorldBatch,
        world: usize,
        fouls: &[(PlayerId, Foul)],
        notes: &Value,
        selected: Option<PlayerId>,
    ) -> crate::Result<Shot<'_>> {
        self.pose(batch, &[world], &[[0.0; 2]])?;
        let game = batch.game(world).ok();
        self.standing = standing(world as i64, batch.num_worlds(), game, notes);
        self.news.clear();
        self.news.extend(fouls.iter().map(|(player, foul)| {
            let (team, number) = (player.side.index(), player.number);
            json!({"kind": "foul", "name": foul.name(), "team": team, "number": number}).to_string()
        }));
        self.insight = selected.map_or(String::new(), |player| insight(batch, world, player));
        let play_time = game.map(|game| game.game.state.play_time());
        self.shot(batch.world(world)?.time, play_time)
    }

    /// Takes a shot of several worlds side by side.
    ///
    /// # Errors
    /// As [`shoot`](Self::shoot).
    pub fn shoot_several(
        &mut self,
        batch: &WorldBatch,
        worlds: &[usize],
        notes: &Value,
    ) -> crate::Result<Shot<'_>> {
        self.pose(batch, worlds, &places(batch, worlds.len()))?;
        self.standing = standing(-1, batch.num_worlds(), None, notes);
        self.news.clear();
        self.insight.clear();
        let first = worlds.first().copied().unwrap_or(0);
        self.shot(batch.world(first)?.time, None)
    }

    fn shot(&self, time: f64, play_time: Option<f64>) -> crate::Result<Shot<'_>> {
        let missing = || crate::Error::argument("worlds", "there is none to be shown");
        let Known { scenery, .. } = self.known.as_ref().ok_or_else(missing)?;
        let Self { poses, standing, news, insight, .. } = self;
        Ok(Shot { scenery, time, play_time, poses, standing, news, insight })
    }

    /// Stores the poses of all bodies of worlds that stand at these places.
    fn pose(
        &mut self,
        batch: &WorldBatch,
        worlds: &[usize],
        places: &[[f64; 2]],
    ) -> crate::Result<()> {
        let arena = batch.arena();
        let is_known = |known: &Known| Arc::ptr_eq(&known.arena, arena) && known.places == places;
        if !self.known.as_ref().is_some_and(is_known) {
            let scenery = Arc::new(Scenery::of_arena(arena, places)?);
            self.known = Some(Known { arena: Arc::clone(arena), places: places.to_vec(), scenery });
        }
        self.poses.clear();
        for (&world, place) in worlds.iter().zip(places) {
            let view = batch.world(world)?;
            let qpos = &batch.qpos()[world * batch.nq()..][..batch.nq()];
            for (slot, at) in view.scene.slots.iter().enumerate() {
                let model = view.scene.model(slot);
                self.bodies.update(model, &qpos[at.qpos.clone()]);
                self.poses.extend((0..model.bodies.len()).map(|body| {
                    let ([x, y, z], quat) =
                        (self.bodies.body(body).pos, self.bodies.body(body).quat);
                    let pos = [x + place[0], y + place[1], z];
                    std::array::from_fn(|i| if i < 3 { pos[i] as f32 } else { quat[i - 3] as f32 })
                }));
            }
        }
        Ok(())
    }
}

/// Returns where worlds stand side by side, around the centre.
fn places(batch: &WorldBatch, count: usize) -> Vec<[f64; 2]> {
    let field = batch.field();
    let apart = match batch.has_games() {
        true => [0, 1].map(|axis| field.size[axis] + 2.0 * field.border + 2.0),
        false => [SPACING; 2],
    };
    grid(count, apart)
}

/// Returns places around the centre in a grid that is about as wide as it is high, with these
/// distances in x and y, m.
pub(super) fn grid(count: usize, [x, y]: [f64; 2]) -> Vec<[f64; 2]> {
    let columns = (1..).find(|columns| columns * columns >= count).unwrap_or(1);
    let rows = count.div_ceil(columns);
    let middle = |of: usize| 0.5 * (of as f64 - 1.0);
    (0..count)
        .map(|index| {
            let (column, row) = ((index % columns) as f64, (index / columns) as f64);
            [x * (column - middle(columns)), y * (middle(rows) - row)]
        })
        .collect()
}

/// Returns what a robot sees and the forces on it.
fn insight(batch: &WorldBatch, world: usize, player: PlayerId) -> String {
    let Some(slot) = batch.slot_of(player) else { return String::new() };
    let short = |point: [f64; 3]| point.map(|x| (x * 1000.0).round() / 1000.0);
    let seen = batch.seen_from(world, slot);
    let seen: Option<Vec<_>> = seen.map(|seen| seen.into_iter().map(short).collect());
    let pushes: Vec<_> =
        batch.pushes(world, slot).into_iter().map(|push| push.map(short)).collect();
    let (team, number) = (player.side.index(), player.number);
    json!({"team": team, "number": number, "seen": seen, "pushes": pushes}).to_string()
}

/// Returns the state of a world; `world` is -1 for several.
fn standing(world: i64, worlds: usize, game: Option<&WorldGame>, notes: &Value) -> String {
    let game = game.map(|game| {
        let state = &game.game.state;
        let teams = Side::BOTH.map(|side| state.team_name(side).unwrap_or(side.alias()));
        let mode = state.play_mode().name();
        json!({
            "teams": teams, "score": state.score, "mode": mode, "words": mode_words(mode),
            "phase": state.phase().name(),
        })
    });
    json!({"world": world, "worlds": worlds, "game": game, "notes": notes}).to_string()
}
