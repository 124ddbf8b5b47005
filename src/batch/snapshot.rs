//! State as bytes: versioned, checked, bit-exact.
//!
//! Layout, little-endian: magic; version; length of the identity; the identity (which batch this is
//! of, by name) in postcard's encoding; the arrays that it lists, as `f64`; a byte for each world
//! (0: it moves, 1: it is frozen, 2: it is held); then, in postcard's encoding, on which sides
//! constraint rows were, how worlds vary, and the games, if there are any; last a checksum of
//! everything before it. [`VERSION`] grows whenever any of this changes, or a type that is written
//! or that the identity digests.

mod checksum;
mod identity;

use super::WorldBatch;
use super::game::WorldGame;
use super::hold::Pace;
use crate::error::{Error, Result};
use crate::math::splitmix::SplitMix64;
use crate::world::scene::Scene;
use crate::world::state::COMMAND_LEN;
use crate::world::{Course, Sides, TreeGeom, Variation, Variations, VariedWorld};
use checksum::checksum;
use identity::{Identity, arrays, arrays_mut, identity};

const MAGIC: &[u8; 8] = b"rcssgym\0";
const VERSION: u32 = 7;
/// Byte of a world that is held.
const HELD: u8 = 2;
/// Magic, version, length of the identity.
const HEADER: usize = 8 + 4 + 4;
/// Length of the checksum.
const CHECKSUM: usize = 8;

/// What only worlds with games have, in addition to numbers.
type Games = (Vec<WorldGame>, Vec<Vec<TreeGeom>>);
/// The worlds' streams and what was drawn from them; both empty if nothing ever was.
type DrawnWorlds = (Vec<SplitMix64>, Vec<Option<(Variation, Course)>>);

impl WorldBatch {
    /// Everything that changes, as bytes.
    ///
    /// # Errors
    /// [`Error::Snapshot`] if games or variations cannot be written, for want of memory.
    pub fn snapshot(&self) -> Result<Vec<u8>> {
        let fail = |error| Error::Snapshot(format!("cannot be written: {error}"));
        let identity = postcard::to_stdvec(&identity(self)?).map_err(fail)?;
        let mut bytes = Vec::with_capacity(HEADER + identity.len() + self.fixed_len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(identity.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&identity);
        for (_, array) in arrays(&self.state) {
            for value in array {
                bytes.extend_from_slice(&value.to_le_bytes());
            }
        }
        let flag = |(world, &frozen): (usize, &bool)| match self.held.get(world) {
            Some(Pace::Held) if frozen => HELD,
            _ => u8::from(frozen),
        };
        bytes.extend(self.state.frozen.iter().enumerate().map(flag));
        let drawn = |varied: &VariedWorld| (varied.drawn.clone(), varied.course.clone());
        let varied: Vec<_> = self.state.varied.iter().map(|v| v.as_deref().map(drawn)).collect();
        bytes = postcard::to_extend(&(&self.state.sides, &self.streams, varied), bytes)
            .map_err(fail)?;
        if let Some(observed) = &self.state.observed {
            let games = (&self.games, &observed.touching);
            bytes = postcard::to_extend(&games, bytes).map_err(fail)?;
        }
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        Ok(bytes)
    }

    /// Restores the state from a snapshot of a batch with the same models, field, rules and number
    /// of worlds.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for anything else; nothing has changed then.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let body = self.check_snapshot(bytes)?;
        let (body, rest) = body.split_at(self.fixed_len());
        let Ok((sides, rest)) = postcard::take_from_bytes::<Sides>(rest) else {
            return Err(Error::Snapshot("what rows of constraints did cannot be read".to_owned()));
        };
        if !sides.fits(&self.state.sides) {
            return Err(Error::Snapshot("holds rows of constraints of other robots".to_owned()));
        }
        let Ok(((streams, drawn), games)) = postcard::take_from_bytes::<DrawnWorlds>(rest) else {
            return Err(Error::Snapshot("how worlds vary cannot be read".to_owned()));
        };
        let varied = self.check_drawn(streams.len(), drawn)?;
        let games = self.check_games(games)?;
        let (numbers, flags) = body.split_at(body.len() - self.state.frozen.len());
        let mut values = numbers
            .chunks_exact(8)
            .map(|chunk| f64::from_le_bytes(std::array::from_fn(|i| chunk[i])));
        if values.clone().any(|value| !value.is_finite()) {
            return Err(Error::Snapshot("holds a number that is not finite".to_owned()));
        }
        // Written in place, since views of these arrays may be held elsewhere.
        for array in arrays_mut(&mut self.state) {
            for (out, value) in array.iter_mut().zip(&mut values) {
                *out = value;
            }
        }
        for (out, &flag) in self.state.frozen.iter_mut().zip(flags) {
            *out = flag != 0;
        }
        let pace = |&flag: &u8| if flag == HELD { Pace::Held } else { Pace::Moves };
        self.held.clear();
        if flags.contains(&HELD) {
            self.held.extend(flags.iter().map(pace));
        }
        self.state.sides.copy_from(&sides);
        self.streams = streams;
        self.state.varied = varied;
        if let (Some(observed), Some((games, touches))) = (&mut self.state.observed, games) {
            self.games = games;
            observed.touching = touches;
        }
        Ok(())
    }

    /// The varied worlds of a snapshot.
    fn check_drawn(
        &self,
        streams: usize,
        drawn: Vec<Option<(Variation, Course)>>,
    ) -> Result<Variations> {
        let worlds = self.num_worlds();
        let fits = (streams == 0 || streams == worlds)
            && (drawn.is_empty() || drawn.len() == streams)
            && drawn.iter().flatten().all(|(drawn, course)| {
                drawn.fits(self.arena.scene()) && course.fits(self.arena.scene(), drawn)
            });
        if !fits {
            return Err(Error::Snapshot("holds variations of other robots".to_owned()));
        }
        let none = vec![0.0; self.arena.scene().nu() * COMMAND_LEN];
        let varied = |(drawn, course): (Variation, Course)| {
            let varied = VariedWorld::new(self.arena.scene(), drawn, &none)?;
            Ok(Box::new(VariedWorld { course, ..varied }))
        };
        drawn
            .into_iter()
            .map(|drawn| drawn.map(varied).transpose())
            .collect::<Result<_>>()
            .map_err(|error| Error::Snapshot(format!("holds a variation that cannot be: {error}")))
    }

    /// The games of a snapshot; `None` if there are none here.
    fn check_games(&self, bytes: &[u8]) -> Result<Option<Games>> {
        let fail = |message: &str| Err(Error::Snapshot(message.to_owned()));
        if !self.has_games() {
            return match bytes.len() {
                0 => Ok(None),
                _ => fail("holds games, which these worlds do not have"),
            };
        }
        let Ok((games, [])) = postcard::take_from_bytes::<Games>(bytes) else {
            return fail("the games cannot be read");
        };
        let (worlds, touches) = &games;
        let touches_fit = |touch: &TreeGeom| touches_fit(self.arena.scene(), touch);
        let fits = worlds.len() == self.num_worlds()
            && touches.len() == self.num_worlds()
            && worlds.iter().all(|game| game.fits(&self.arena))
            && touches.iter().flatten().all(touches_fit);
        if fits { Ok(Some(games)) } else { fail("games of other robots") }
    }

    /// Returns the bytes between identity and checksum, after checking all others.
    fn check_snapshot<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8]> {
        let fail = |message: String| Err(Error::Snapshot(message));
        let Some((header, rest)) = bytes.split_at_checked(HEADER).filter(|(h, _)| &h[..8] == MAGIC)
        else {
            return fail("these bytes are not an rcssgym snapshot".to_owned());
        };
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| header[at + i]));
        let (version, length) = (number(8), number(12) as usize);
        if version != VERSION {
            return fail(format!("version {version}, this build reads version {VERSION}"));
        }
        let Some((identity, body)) = rest.split_at_checked(length) else {
            return fail(format!("{} bytes, fewer than its header tells", bytes.len()));
        };
        let Ok((found, [])) = postcard::take_from_bytes::<Identity>(identity) else {
            return fail("damaged: what it is of cannot be read".to_owned());
        };
        identity::check(&found, &identity::identity(self)?)?;
        let needed = self.fixed_len() + CHECKSUM;
        if body.len() < needed {
            let needed = HEADER + length + needed;
            return fail(format!("{} bytes where at least {needed} are needed", bytes.len()));
        }
        let (body, sum) = body.split_at(body.len() - CHECKSUM);
        if sum != checksum(&bytes[..bytes.len() - CHECKSUM]).to_le_bytes() {
            return fail("damaged: the checksum does not fit".to_owned());
        }
        Ok(body)
    }

    /// Number of bytes of the arrays and the frozen flags.
    fn fixed_len(&self) -> usize {
        let numbers: usize = arrays(&self.state).map(|(_, array)| array.len()).sum();
        numbers * 8 + self.state.frozen.len()
    }
}

fn touches_fit(scene: &Scene, touch: &TreeGeom) -> bool {
    (1..scene.slots.len()).contains(&touch.slot) && touch.geom < scene.model(touch.slot).geoms.len()
}
