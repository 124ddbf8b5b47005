//! The frame around the contents of every snapshot of 2D games, of one game or of many.
//!
//! Layout, little-endian: magic, version, digest of what the games are based on, the contents, a
//! checksum of everything before it. [`VERSION`] grows whenever a type that is written changes.

use crate::error::{Error, Result};
use crc::{CRC_64_XZ, Crc, Table};

const VERSION: u32 = 5;
/// Magic, version, digest.
const HEADER: usize = 8 + 4 + 8;
/// Length of the checksum.
const CHECKSUM: usize = 8;

/// The algorithm of the checksum, which also makes the digests.
pub(crate) const CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// A kind of snapshot.
pub(crate) struct Frame {
    /// The bytes with which it begins.
    pub magic: &'static [u8; 8],
    /// The error message for bytes that begin differently.
    pub foreign: &'static str,
    /// The error message for a different digest.
    pub other: &'static str,
}

impl Frame {
    /// Returns the beginning of a snapshot whose contents have about `len` bytes.
    pub fn begin(&self, digest: u64, len: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + len + CHECKSUM);
        bytes.extend_from_slice(self.magic);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&digest.to_le_bytes());
        bytes
    }

    /// Returns the whole snapshot, given its beginning followed by its contents.
    pub fn end(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = CRC.checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The contents of a snapshot of this kind.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for anything else.
    pub fn open<'a>(&self, bytes: &'a [u8], digest: u64) -> Result<&'a [u8]> {
        let fail = |what: &str| Err(Error::Snapshot(what.to_owned()));
        let Some(body) = bytes.len().checked_sub(CHECKSUM).filter(|&body| body >= HEADER) else {
            return fail("too short");
        };
        let (body, sum) = bytes.split_at(body);
        if &body[..8] != self.magic {
            return fail(self.foreign);
        }
        if body[8..12] != VERSION.to_le_bytes() {
            return fail("of another version of rcssgym");
        }
        if CRC.checksum(body).to_le_bytes() != *sum {
            return fail("damaged");
        }
        if body[12..HEADER] != digest.to_le_bytes() {
            return fail(self.other);
        }
        Ok(&body[HEADER..])
    }
}
