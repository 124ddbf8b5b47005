//! Robots that join and leave while the others play on.

use super::WorldBatch;
use crate::error::{Error, Result};
use crate::math::simd::SimdLevel;
use crate::perception::MarkerTable;
use crate::soccer::{Arena, Entrant, Lineup, forget_gains};
use crate::world::scene::Slot;
use crate::world::state::{COMMAND_LEN, State};
use crate::world::{Observed, new_engine};
use std::sync::{Arc, Mutex};

impl WorldBatch {
    /// Who plays, in order of joining.
    pub fn roster(&self) -> Vec<Entrant> {
        self.arena.roster()
    }

    /// Changes the robots of the worlds. A robot that stays keeps its state and command bit for
    /// bit; one that is new, or comes as another model, stands beside the pitch. Then sensors,
    /// contacts and sounds are updated without moving anything, as rcsssmj does. Under strict
    /// compatibility all motors lose their gains, too.
    ///
    /// The arrays of the batch move, so nobody may hold views of them. Varied worlds become plain
    /// again, since what was drawn was for other robots.
    ///
    /// # Errors
    /// As [`Arena::new`], and [`Error::Argument`] for a player that is named twice; nothing has
    /// changed then.
    pub fn change_roster(&mut self, robots: &[Entrant]) -> Result<()> {
        for (index, Entrant { player, .. }) in robots.iter().enumerate() {
            if robots[..index].iter().any(|other| other.player == *player) {
                return Err(Error::argument("robots", format!("{player} is listed twice")));
            }
        }
        let level = SimdLevel::detect()?;
        let old = Arc::clone(&self.arena);
        let arena = Arc::new(old.with_robots(robots)?);
        let slots = |arena: &Arena| 0..arena.scene().slots.len();
        let origin: Vec<Option<usize>> = slots(&arena)
            .map(|slot| {
                let is_same = |other: &usize| {
                    let models = [arena.scene().model(slot), old.scene().model(*other)];
                    arena.player(slot) == old.player(*other) && models[0] == models[1]
                };
                slots(&old).find(is_same)
            })
            .collect();
        self.state = transfer(&old, &mut self.state, &arena, &origin);
        if self.config.as_ref().is_some_and(|game| game.compat.is_strict()) {
            forget_gains(&mut self.state);
        }
        self.markers =
            MarkerTable::new(&arena, self.config.as_ref().is_none_or(|game| game.compat.is_on()));
        self.arena = arena;
        self.painter = None;
        let engine =
            || Mutex::new(new_engine(self.arena.scene(), self.block, level, self.precision));
        self.engines = self.engines.iter().map(|_| engine()).collect();
        for game in &mut self.games {
            game.change_roster(&old, &origin);
        }
        self.observe_all();
        Ok(())
    }

    /// Updates sensors, contacts and sounds of some worlds to their current state, without moving
    /// anything.
    pub(super) fn observe(&mut self, worlds: &[usize]) {
        if !self.has_games() {
            return;
        }
        let mut engine = super::lock(&self.engines[0]);
        let mut wanted = vec![false; self.games.len()];
        worlds.iter().for_each(|&world| wanted[world] = true);
        let blocks = self.state.blocks(self.arena.scene(), 1).zip(&mut self.games).zip(wanted);
        for ((mut block, game), _) in blocks.filter(|(_, wanted)| *wanted) {
            engine.observe(&mut block);
            block.world(self.arena.scene(), 0).observe_roots();
            game.listen_again();
        }
    }

    /// Updates sensors, contacts and sounds in all worlds that have a game.
    pub(super) fn observe_all(&mut self) {
        let all: Vec<usize> = (0..self.games.len()).collect();
        self.observe(&all);
    }
}

/// Returns the state for a new set of slots, some of which are old ones.
fn transfer(old: &Arena, from: &mut State, new: &Arena, origin: &[Option<usize>]) -> State {
    let (worlds, has_games) = (from.time.len(), from.observed.is_some());
    let start = new.start(Lineup::Sideline, has_games);
    let (old, new) = (old.scene(), new.scene());
    let mut to = State::new(new, worlds, &start, has_games);
    to.time.clone_from(&from.time);
    to.frozen.clone_from(&from.frozen);
    for world in 0..worlds {
        for (place, origin) in new.slots.iter().zip(origin) {
            let Some(source) = origin.map(|slot| &old.slots[slot]) else { continue };
            let row = |to: &mut [f64], from: &[f64], lens: [usize; 2], range: Range| {
                let (target, source) = (range(place), range(source));
                let source = &from[world * lens[0]..][source];
                to[world * lens[1]..][target].copy_from_slice(source);
            };
            let command = |s: &Slot| s.motors.start * COMMAND_LEN..s.motors.end * COMMAND_LEN;
            let commands = [old.nu() * COMMAND_LEN, new.nu() * COMMAND_LEN];
            row(&mut to.qpos, &from.qpos, [old.nq(), new.nq()], |s| s.qpos.clone());
            row(&mut to.qvel, &from.qvel, [old.nv(), new.nv()], |s| s.qvel.clone());
            row(&mut to.warmstart, &from.warmstart, [old.nv(), new.nv()], |s| s.qvel.clone());
            row(&mut to.command, &from.command, commands, command);
            row(&mut to.sensors, &from.sensors, [old.ns(), new.ns()], |s| s.sensors.clone());
        }
    }
    to.sides.transfer(new, &mut from.sides, old, origin);
    // Found anew when the worlds are observed.
    to.contacts.resize_with(from.contacts.len(), Vec::new);
    if let (Some(to), Some(from)) = (&mut to.observed, &from.observed) {
        transfer_previous(old.slots.len(), from, to, origin, worlds);
    }
    to
}

type Range = fn(&Slot) -> std::ops::Range<usize>;

/// Copies `previous`, the only part that outlives a new observation.
fn transfer_previous(
    old_slots: usize,
    from: &Observed,
    to: &mut Observed,
    origin: &[Option<usize>],
    worlds: usize,
) {
    let counts = (old_slots * 3, origin.len() * 3);
    for world in 0..worlds {
        for (slot, source) in origin.iter().enumerate() {
            if let Some(source) = source {
                let source = &from.previous[world * counts.0 + source * 3..][..3];
                to.previous[world * counts.1 + slot * 3..][..3].copy_from_slice(source);
            }
        }
    }
}
