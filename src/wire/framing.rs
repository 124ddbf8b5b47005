//! Messages in a stream of bytes: each is preceded by its length, 4 bytes, big-endian.

/// Bytes of the length before a message.
pub const PREFIX: usize = 4;

/// Returns the prefix of a message of `length` bytes; `None` if the message is too long for one.
pub fn prefix(length: usize) -> Option<[u8; PREFIX]> {
    u32::try_from(length).ok().map(u32::to_be_bytes)
}

/// Returns the length of the message after a prefix, bytes.
pub fn length(prefix: [u8; PREFIX]) -> usize {
    u32::from_be_bytes(prefix) as usize
}

/// Returns a message with its length prefix; `None` if the message is too long for one.
pub fn framed(message: &[u8]) -> Option<Vec<u8>> {
    let prefix = prefix(message.len())?;
    Some([&prefix, message].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_its_length_in_front() {
        assert_eq!(framed(b"(syn)").as_deref(), Some(&b"\0\0\0\x05(syn)"[..]));
        assert_eq!(prefix(0x0102_0304), Some([1, 2, 3, 4]));
        assert_eq!(length([1, 2, 3, 4]), 0x0102_0304);
        assert_eq!(prefix(1 << 32), None);
    }
}
