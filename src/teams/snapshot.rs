//! A game with teams that play by themselves as bytes: versioned, checked, bit-exact.
//!
//! Layout, little-endian: magic, version, length of the game's snapshot, that, the crew's state and
//! statistics in postcard's encoding, a checksum of all before. `VERSION` grows whenever a type
//! that is written changes.

use super::{Crew, CrewState, Statistics};
use crate::disc::World;
use crate::error::{Error, Result};
use crc::{CRC_64_XZ, Crc, Table};

const MAGIC: &[u8; 8] = b"rcdteams";
const VERSION: u32 = 1;
/// Magic, version, length of the game's part.
const HEADER: usize = 8 + 4 + 8;
/// Length of the checksum.
const CHECKSUM: usize = 8;
const CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// Everything that changes in a game, its teams and statistics, as bytes.
///
/// # Errors
/// [`Error::Snapshot`] if it cannot be written, for want of memory.
pub fn snapshot(world: &World, crew: &Crew, statistics: &Statistics) -> Result<Vec<u8>> {
    let fail = |error| Error::Snapshot(format!("cannot be written: {error}"));
    let game = world.snapshot()?;
    let mut bytes = Vec::with_capacity(HEADER + game.len() + 512);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(game.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&game);
    bytes = postcard::to_extend(&(crew.state(), statistics), bytes).map_err(fail)?;
    let sum = CRC.checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    Ok(bytes)
}

/// Takes a state from bytes of a game with the same rules, and teams that play by themselves.
///
/// # Errors
/// [`Error::Snapshot`] for anything else; nothing has changed then.
pub fn restore(
    bytes: &[u8],
    world: &mut World,
    crew: &mut Crew,
    statistics: &mut Statistics,
) -> Result<()> {
    let fail = |what: &str| Err(Error::Snapshot(what.to_owned()));
    let Some(body) = bytes.len().checked_sub(CHECKSUM).filter(|&body| body >= HEADER) else {
        return fail("too short");
    };
    let (body, sum) = bytes.split_at(body);
    if &body[..8] != MAGIC {
        return fail("no snapshot of a 2D game with teams that play by themselves");
    }
    if body[8..12] != VERSION.to_le_bytes() {
        return fail("of another version of rcssgym");
    }
    if CRC.checksum(body).to_le_bytes() != *sum {
        return fail("damaged");
    }
    let length = body[12..HEADER].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    let Some((game, own)) = body[HEADER..].split_at_checked(length as usize) else {
        return fail("shorter than its game");
    };
    let state = postcard::from_bytes::<(CrewState, Statistics)>(own);
    let Ok((state, counted)) = state else { return fail("holds teams that cannot be read") };
    if !state.is_possible() || !counted.is_possible() {
        return fail("teams that cannot be");
    }
    world.restore(game)?;
    crew.restore(state);
    *statistics = counted;
    Ok(())
}
