//! Snapshots that somebody has changed on purpose.

/// Replaces the checksum, CRC-64/XZ, which a forger may know.
pub fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 8;
    let crc = bytes[..end].iter().fold(!0_u64, |crc, &byte| {
        (0..8).fold(crc ^ u64::from(byte), |crc, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xc96c_5795_d787_0f42 } else { crc >> 1 }
        })
    });
    bytes[end..].copy_from_slice(&(!crc).to_le_bytes());
    bytes
}
