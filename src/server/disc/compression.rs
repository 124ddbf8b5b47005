//! Compressed messages: each is a zlib stream of its own, up to its last sync flush.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress};

/// Compresses a message.
pub(super) fn pack(message: &[u8], level: u32) -> Vec<u8> {
    let mut stream = Compress::new(Compression::new(level.min(9)), true);
    // Incompressible data becomes a little longer.
    let mut packed = Vec::with_capacity(message.len() + message.len() / 8 + 64);
    // The capacity is enough; if it were not, the client would get only the beginning.
    let _ = stream.compress_vec(message, &mut packed, FlushCompress::Sync);
    packed
}

/// Decompresses a message, up to `most` bytes; returns nothing if it is not compressed.
pub(super) fn unpack(message: &[u8], most: usize) -> Vec<u8> {
    let mut unpacked = Vec::with_capacity(most);
    let mut stream = Decompress::new(true);
    match stream.decompress_vec(message, &mut unpacked, FlushDecompress::Sync) {
        Ok(_) => unpacked,
        Err(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_out_as_they_went_in() {
        let see = "(see 12 ((f c) 10 20)".repeat(300);
        for level in 0..=9 {
            for message in ["", "(turn 5)\0", &see] {
                let packed = pack(message.as_bytes(), level);
                assert_eq!(packed[0], 0x78, "zlib's header");
                assert_eq!(unpack(&packed, 8192), message.as_bytes());
            }
        }
    }

    #[test]
    fn what_is_too_long_or_no_stream_does_no_harm() {
        let bomb = pack(&vec![b'a'; 1 << 20], 9);
        assert_eq!(unpack(&bomb, 8192).len(), 8192);
        for rubbish in [&b"(turn 5)"[..], b"", &[0x78, 0x9c, 0xff, 0xff]] {
            assert_eq!(unpack(rubbish, 8192), b"");
        }
    }
}
