//! All games as bytes, bit-exact: one after the other in postcard's encoding, in a [`Frame`].

use super::DiscBatch;
use super::seat::{self, SeatState};
use crate::disc::frame::{CRC, Frame};
use crate::disc::world::State;
use crate::disc::{Game, PlayerType, Rules, Teams, World};
use crate::error::{Error, Result};
use std::sync::Arc;

const FRAME: Frame = Frame {
    magic: b"rcdiscs\0",
    foreign: "not a snapshot of a batch of 2D games",
    other: "of other worlds: their number, teams, parameters or player types differ",
};

impl DiscBatch {
    /// Everything that changes, as bytes.
    ///
    /// # Errors
    /// [`Error::Snapshot`] if it cannot be written, for want of memory.
    pub fn snapshot(&self) -> Result<Vec<u8>> {
        let fail = |error| Error::Snapshot(format!("cannot be written: {error}"));
        let mut bytes = FRAME.begin(self.identity, size_of::<Game>() * self.worlds.len());
        for world in &self.worlds {
            bytes = postcard::to_extend(&world.state(), bytes).map_err(fail)?;
        }
        for seat in &self.seats {
            bytes = postcard::to_extend(&seat.state(), bytes).map_err(fail)?;
        }
        Ok(FRAME.end(bytes))
    }

    /// Restores the state from a snapshot of a batch with the same number of worlds, teams,
    /// parameters and player types; messages are not kept.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for anything else; nothing has changed then.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let fail = |what: &str| Err(Error::Snapshot(what.to_owned()));
        let mut rest = FRAME.open(bytes, self.identity)?;
        let mut games = Vec::with_capacity(self.worlds.len());
        let mut seats = Vec::with_capacity(self.worlds.len());
        for world in &self.worlds {
            let Ok((state, behind)) = postcard::take_from_bytes::<State>(rest) else {
                return fail("holds a game that cannot be read");
            };
            world.check_state(&state)?;
            games.push(state);
            rest = behind;
        }
        for _ in &self.seats {
            let Ok((state, behind)) = postcard::take_from_bytes::<SeatState>(rest) else {
                return fail("holds teams that cannot be read");
            };
            if !seat::is_possible(&state) {
                return fail("teams that cannot be");
            }
            seats.push(state);
            rest = behind;
        }
        if !rest.is_empty() {
            return fail("longer than its games");
        }
        // Written in place, since views of these games may be held elsewhere.
        for (world, game) in self.worlds.iter_mut().zip(games) {
            world.restore_state(game);
        }
        for (seat, state) in self.seats.iter_mut().zip(seats) {
            seat.restore(state);
        }
        Ok(())
    }
}

/// Equal for batches that can restore each other's snapshots: number of worlds, teams, parameters,
/// and the player types of each world.
pub(super) fn identity(worlds: &[World], teams: &Teams) -> u64 {
    let mut digest = CRC.digest();
    digest.update(format!("{} {teams:?}", worlds.len()).as_bytes());
    if let Some(first) = worlds.first() {
        // The worlds' parameters differ in nothing but the seed of their types.
        let rules = first.rules();
        digest.update(format!("{:?} {:?}", rules.server, rules.player).as_bytes());
    }
    let mut last: Option<&Arc<Rules>> = None;
    for rules in worlds.iter().map(World::rules) {
        if last.is_none_or(|last| !Arc::ptr_eq(last, rules)) {
            for number in rules.types.iter().flat_map(PlayerType::numbers) {
                digest.update(&number.to_le_bytes());
            }
        }
        last = Some(rules);
    }
    digest.finalize()
}
