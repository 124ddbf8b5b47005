//! A game with teams that play by themselves as bytes, bit-exact: the game's own snapshot, the
//! crew's state and statistics in postcard's encoding, in a `Frame`.

use super::{Crew, CrewState, Statistics};
use crate::disc::World;
use crate::disc::frame::Frame;
use crate::error::{Error, Result};

const FRAME: Frame = Frame {
    magic: b"rcdteams",
    foreign: "not a snapshot of a 2D game with teams that play by themselves",
    other: "of another kind of teams",
};
/// What the games depend on is checked by their own snapshots.
const DIGEST: u64 = 0;

/// Everything that changes in a game, its teams and statistics, as bytes.
///
/// # Errors
/// [`Error::Snapshot`] if it cannot be written, for want of memory.
pub fn snapshot(world: &World, crew: &Crew, statistics: &Statistics) -> Result<Vec<u8>> {
    let fail = |error| Error::Snapshot(format!("cannot be written: {error}"));
    let game = world.snapshot()?;
    let bytes = FRAME.begin(DIGEST, game.len() + 512);
    let bytes = postcard::to_extend(&(game, crew.state(), statistics), bytes).map_err(fail)?;
    Ok(FRAME.end(bytes))
}

/// Restores a state from bytes of a game with the same rules, and teams that play by themselves.
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
    let contents = FRAME.open(bytes, DIGEST)?;
    let state = postcard::from_bytes::<(Vec<u8>, CrewState, Statistics)>(contents);
    let Ok((game, state, counted)) = state else { return fail("holds teams that cannot be read") };
    if !state.is_possible() || !counted.is_possible() {
        return fail("teams that cannot be");
    }
    world.restore(&game)?;
    crew.restore(state);
    *statistics = counted;
    Ok(())
}
