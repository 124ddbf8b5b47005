//! A game as bytes, bit-exact: names and state in postcard's encoding, in a [`Frame`].

use super::frame::{CRC, Frame};
use super::memory::Minds;
use super::world::State;
use super::{Game, PLAYERS, Player, Rules, Senses, Staff, TEAM, TYPES, Vec2, World};
use crate::error::{Error, Result};

const FRAME: Frame = Frame {
    magic: b"rcssdisc",
    foreign: "not a snapshot of a 2D game",
    other: "of a game with other parameters or player types",
};

impl World {
    /// Everything that changes, as bytes.
    ///
    /// # Errors
    /// [`Error::Snapshot`] if it cannot be written for lack of memory.
    pub fn snapshot(&self) -> Result<Vec<u8>> {
        let fail = |error| Error::Snapshot(format!("cannot be written: {error}"));
        let bytes = FRAME.begin(digest(self.rules()), size_of::<Game>());
        let bytes = postcard::to_extend(&(self.names(), self.state()), bytes).map_err(fail)?;
        Ok(FRAME.end(bytes))
    }

    /// Restores the state from a snapshot of a game with the same rules. Everything that was said
    /// before is dropped.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for any other bytes; nothing has changed then.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let contents = FRAME.open(bytes, digest(self.rules()))?;
        let Ok((names, state)) = postcard::from_bytes::<([String; 2], State)>(contents) else {
            return Err(Error::Snapshot("a game that cannot be read".to_owned()));
        };
        self.check_state(&state)?;
        self.set_state(names, state);
        Ok(())
    }

    /// All that changes.
    pub(crate) fn state(&self) -> (&Game, Option<&Senses>, Option<&Minds>, Option<&Staff>) {
        (&self.game, self.senses.as_deref(), self.minds.as_deref(), self.staff.as_deref())
    }

    /// Whether a state can be this world's.
    ///
    /// # Errors
    /// [`Error::Snapshot`] with the reason if it cannot.
    pub(crate) fn check_state(&self, (game, senses, minds, staff): &State) -> Result<()> {
        let fail = |what: &str| Err(Error::Snapshot(what.to_owned()));
        if senses.is_some() != self.senses.is_some() || minds.is_some() != self.minds.is_some() {
            return fail("of a game whose players sense or remember otherwise");
        }
        let possible = is_possible(game)
            && senses.as_ref().is_none_or(|senses| senses.is_possible())
            && minds.as_ref().is_none_or(|minds| minds.is_possible())
            && staff.as_ref().is_none_or(|staff| staff.is_possible());
        if possible { Ok(()) } else { fail("a game that cannot be") }
    }
}

/// A digest that is equal for equal rules.
fn digest(rules: &Rules) -> u64 {
    CRC.checksum(format!("{rules:?}").as_bytes())
}

/// Whether players are in their places and numbers are finite.
fn is_possible(game: &Game) -> bool {
    let in_place = |place: usize, player: &Player| {
        let side = usize::from(place >= TEAM);
        let unum = place % TEAM + 1;
        player.side.index() == side && usize::from(player.unum) == unum
    };
    let place = |index: Option<u8>| index.is_none_or(|index| usize::from(index) < PLAYERS);
    let finite = |points: &[Vec2]| points.iter().all(|point| point.is_finite());
    let player = |(at, player): (usize, &Player)| {
        let numbers = [player.body, player.next_body, player.neck, player.next_neck];
        let state = [player.stamina, player.effort, player.recovery, player.capacity];
        in_place(at, player)
            && usize::from(player.type_id) < TYPES
            && place(player.attention)
            && finite(&[player.position, player.velocity, player.acceleration, player.arm.target])
            && numbers.iter().chain(&state).chain(&player.focus).all(|number| number.is_finite())
    };
    let ball = &game.ball;
    game.players.iter().enumerate().all(player)
        && place(ball.holder)
        && finite(&[ball.position, ball.velocity, ball.acceleration, ball.previous, game.wind])
        && game.referee.is_possible()
}
