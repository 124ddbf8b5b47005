//! Takes worlds back to their initial state.

use crate::batch::game::{GameConfig, WorldGame};
use crate::soccer::Arena;
use crate::world::scene::Scene;
use crate::world::state::{COMMAND_LEN, ObservedMut, Start, StateMut};

/// Takes worlds back to their initial state.
#[derive(Clone, Copy)]
pub struct Restart<'a> {
    pub arena: &'a Arena,
    pub start: &'a Start,
    pub config: Option<&'a GameConfig>,
    pub team_names: &'a [Option<String>; 2],
    /// Seed of the batch.
    pub seed: u64,
}

impl Restart<'_> {
    /// Takes a world of a block back to its initial state; `number` is its index in the batch. What
    /// is observed of it stays as it was.
    pub fn world(
        &self,
        block: &mut StateMut<'_>,
        game: Option<&mut WorldGame>,
        index: usize,
        number: usize,
    ) {
        let scene = self.arena.scene();
        let mut state = only(scene, block, index);
        state.qpos.copy_from_slice(&self.start.qpos);
        state.qvel.fill(0.0);
        state.warmstart.fill(0.0);
        state.sides.forget();
        state.command.copy_from_slice(&self.start.command);
        state.sensors.fill(0.0);
        state.time.fill(0.0);
        state.frozen.fill(false);
        if let Some(Some(varied)) = state.varied.first_mut() {
            varied.restart(scene, state.command);
        }
        if let (Some(config), Some(game)) = (self.config, game) {
            let seed = self.seed.wrapping_add(number as u64);
            *game = WorldGame::new(config, seed, scene.slots.len());
            game.game.state.team_names.clone_from(self.team_names);
        }
    }
}

/// One world of a block, as a block.
pub(super) fn only<'a>(scene: &Scene, block: &'a mut StateMut<'_>, index: usize) -> StateMut<'a> {
    let (nq, nv, slots) = (scene.nq(), scene.nv(), scene.slots.len());
    let (nc, ns) = (scene.nu() * COMMAND_LEN, scene.ns());
    let (is_varied, is_felt) = (!block.varied.is_empty(), !block.contacts.is_empty());
    StateMut {
        qpos: row(block.qpos, nq, index),
        qvel: row(block.qvel, nv, index),
        warmstart: row(block.warmstart, nv, index),
        sides: block.sides.row(index),
        command: row(block.command, nc, index),
        sensors: row(block.sensors, ns, index),
        time: row(block.time, 1, index),
        frozen: row(block.frozen, 1, index),
        signatures: row(block.signatures, slots, index),
        varied: row(block.varied, usize::from(is_varied), index),
        observed: block.observed.as_mut().map(|observed| ObservedMut {
            qpos: row(observed.qpos, nq, index),
            roots: row(observed.roots, slots * 7, index),
            previous: row(observed.previous, slots * 3, index),
            touching: row(observed.touching, 1, index),
        }),
        contacts: row(block.contacts, usize::from(is_felt), index),
    }
}

fn row<T>(values: &mut [T], length: usize, index: usize) -> &mut [T] {
    &mut values[index * length..][..length]
}
