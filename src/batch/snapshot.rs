//! State as bytes: versioned, checked, bit-exact.
//!
//! Layout, little-endian: magic, version, fingerprint of scene and rules, number of worlds, then the
//! arrays of [`State`] in order as `f64` (frozen flags as bytes), then, in postcard's encoding, how
//! worlds vary and the games, if there are any, then a checksum of all before.

use super::WorldBatch;
use super::game::WorldGame;
use crate::error::{Error, Result};
use crate::math::splitmix::SplitMix64;
use crate::world::scene::Scene;
use crate::world::state::{COMMAND_LEN, State};
use crate::world::{Course, TreeGeom, Variation, Variations, VariedWorld};

const MAGIC: &[u8; 8] = b"rcssgym\0";
const VERSION: u32 = 3;
/// Magic, version, fingerprint, worlds.
const HEADER: usize = 8 + 4 + 8 + 8;

/// What only worlds with games have besides numbers.
type Games = (Vec<WorldGame>, Vec<Vec<TreeGeom>>);
/// The worlds' streams and what was drawn from them; both empty if nothing ever was.
type Drawn = (Vec<SplitMix64>, Vec<Option<(Variation, Course)>>);

impl WorldBatch {
    /// Everything that changes, as bytes.
    ///
    /// # Errors
    /// [`Error::Snapshot`] if games or variations cannot be written, for want of memory.
    pub fn snapshot(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.fixed_len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&self.fingerprint().to_le_bytes());
        bytes.extend_from_slice(&(self.num_worlds() as u64).to_le_bytes());
        for array in arrays(&self.state) {
            for value in array {
                bytes.extend_from_slice(&value.to_le_bytes());
            }
        }
        bytes.extend(self.state.frozen.iter().map(|&frozen| u8::from(frozen)));
        let fail = |error| Error::Snapshot(format!("cannot be written: {error}"));
        let drawn = |varied: &VariedWorld| (varied.drawn.clone(), varied.course.clone());
        let varied: Vec<_> = self.state.varied.iter().map(|v| v.as_deref().map(drawn)).collect();
        bytes = postcard::to_extend(&(&self.streams, varied), bytes).map_err(fail)?;
        if let Some(observed) = &self.state.observed {
            let games = (&self.games, &observed.touching);
            bytes = postcard::to_extend(&games, bytes).map_err(fail)?;
        }
        let sum = hash(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        Ok(bytes)
    }

    /// Takes the state of a snapshot of a batch with the same models, field, rules and number of
    /// worlds.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for anything else; nothing has changed then.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let body = self.check_snapshot(bytes)?;
        let (body, rest) = body.split_at(self.fixed_len() - HEADER);
        let Ok(((streams, drawn), games)) = postcard::take_from_bytes::<Drawn>(rest) else {
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
        // In place: views of these arrays may be held elsewhere.
        for array in arrays_mut(&mut self.state) {
            for (out, value) in array.iter_mut().zip(&mut values) {
                *out = value;
            }
        }
        for (out, &flag) in self.state.frozen.iter_mut().zip(flags) {
            *out = flag != 0;
        }
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

    /// The bytes between header and checksum, if all else is right.
    fn check_snapshot<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8]> {
        let fail = |message: String| Err(Error::Snapshot(message));
        if bytes.len() < HEADER || &bytes[..8] != MAGIC {
            return fail("these bytes are no rcssgym snapshot".to_owned());
        }
        let version = u32::from_le_bytes(std::array::from_fn(|i| bytes[8 + i]));
        if version != VERSION {
            return fail(format!("version {version}, this build reads version {VERSION}"));
        }
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        if number(12) != self.fingerprint() {
            return fail("of a batch with other models or another field".to_owned());
        }
        if number(20) != self.num_worlds() as u64 {
            return fail(format!("of {} worlds, here are {}", number(20), self.num_worlds()));
        }
        let needed = self.fixed_len() + 8;
        if bytes.len() < needed {
            return fail(format!("{} bytes where at least {needed} are needed", bytes.len()));
        }
        let end = bytes.len() - 8;
        if number(end) != hash(&bytes[..end]) {
            return fail("damaged: the checksum does not fit".to_owned());
        }
        Ok(&bytes[HEADER..end])
    }

    /// Bytes up to the variations.
    fn fixed_len(&self) -> usize {
        let numbers: usize = arrays(&self.state).map(Vec::len).sum();
        HEADER + numbers * 8 + self.state.frozen.len()
    }

    /// Tells batches with other models, rules or another field apart.
    fn fingerprint(&self) -> u64 {
        let mut text = format!("{:?}{:?}", self.arena.field(), self.config);
        for slot in &self.arena.scene().slots {
            text.push_str(&slot.prefix);
            text.push_str(&format!("{:?}", self.arena.scene().kinds[slot.kind].model));
        }
        hash(text.as_bytes())
    }
}

fn touches_fit(scene: &Scene, touch: &TreeGeom) -> bool {
    (1..scene.slots.len()).contains(&touch.slot) && touch.geom < scene.model(touch.slot).geoms.len()
}

fn arrays(state: &State) -> impl Iterator<Item = &Vec<f64>> {
    let State { qpos, qvel, warmstart, command, sensors, time, observed, .. } = state;
    let observed = observed.iter().flat_map(|o| [&o.qpos, &o.roots, &o.previous]);
    [qpos, qvel, warmstart, command, sensors, time].into_iter().chain(observed)
}

fn arrays_mut(state: &mut State) -> impl Iterator<Item = &mut Vec<f64>> {
    let State { qpos, qvel, warmstart, command, sensors, time, observed, .. } = state;
    let observed = observed.iter_mut().flat_map(|o| [&mut o.qpos, &mut o.roots, &mut o.previous]);
    [qpos, qvel, warmstart, command, sensors, time].into_iter().chain(observed)
}

/// FNV-1a, 64 bits: against accidents, not against forgery.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
