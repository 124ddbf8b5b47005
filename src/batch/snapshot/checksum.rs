//! CRC-64/XZ: against accidents, not against forgery.

use crc::{CRC_64_XZ, Crc, Table};

const CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// The checksum of some bytes.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    CRC.checksum(bytes)
}
