//! Messages in a stream of bytes: each has its length in front, 4 bytes, the highest one first.

/// Bytes of the length in front of a message.
pub const PREFIX: usize = 4;

/// What comes in front of a message of `length` bytes; `None` if it is too long for one.
pub fn prefix(length: usize) -> Option<[u8; PREFIX]> {
    u32::try_from(length).ok().map(u32::to_be_bytes)
}

/// Bytes of the message behind a prefix.
pub fn length(prefix: [u8; PREFIX]) -> usize {
    u32::from_be_bytes(prefix) as usize
}

/// A message with its length in front; `None` if it is too long for one.
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
