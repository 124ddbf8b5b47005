//! State as bytes: versioned, checked, bit-exact.
//!
//! Layout, little-endian: magic, version, fingerprint of the scene, numbers of worlds, then the
//! arrays of [`State`] in order as `f64` (frozen flags as bytes), then a checksum of all before.

use super::WorldBatch;
use crate::error::{Error, Result};
use crate::world::state::State;

const MAGIC: &[u8; 8] = b"rcssgym\0";
const VERSION: u32 = 1;
/// Magic, version, fingerprint, worlds.
const HEADER: usize = 8 + 4 + 8 + 8;

impl WorldBatch {
    /// Everything that changes, as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.snapshot_len());
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
        let sum = hash(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Takes the state of a snapshot of a batch with the same models, field and number of worlds.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for anything else; nothing has changed then.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let body = self.check_snapshot(bytes)?;
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
        Ok(())
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
        if bytes.len() != self.snapshot_len() {
            return fail(format!("{} bytes where {} are needed", bytes.len(), self.snapshot_len()));
        }
        let end = bytes.len() - 8;
        if number(end) != hash(&bytes[..end]) {
            return fail("damaged: the checksum does not fit".to_owned());
        }
        Ok(&bytes[HEADER..end])
    }

    fn snapshot_len(&self) -> usize {
        let numbers: usize = arrays(&self.state).iter().map(|a| a.len()).sum();
        HEADER + numbers * 8 + self.state.frozen.len() + 8
    }

    /// Tells batches with other models or another field apart.
    fn fingerprint(&self) -> u64 {
        let mut text = format!("{:?}", self.scene.field);
        for slot in &self.scene.slots {
            text.push_str(&slot.prefix);
            text.push_str(&format!("{:?}", self.scene.kinds[slot.kind].model));
        }
        hash(text.as_bytes())
    }
}

fn arrays(state: &State) -> [&Vec<f64>; 6] {
    let State { qpos, qvel, warmstart, command, sensors, time, .. } = state;
    [qpos, qvel, warmstart, command, sensors, time]
}

fn arrays_mut(state: &mut State) -> [&mut Vec<f64>; 6] {
    let State { qpos, qvel, warmstart, command, sensors, time, .. } = state;
    [qpos, qvel, warmstart, command, sensors, time]
}

/// FNV-1a, 64 bits: against accidents, not against forgery.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
