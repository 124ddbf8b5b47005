//! Short texts without an allocation, and lines made of them.

/// The text of a number with few digits: ASCII, of at most `LONGEST` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    bytes: [u8; LONGEST],
    len: usize,
}

/// Maximum number of bytes of a text. `-1.23457e-300` has 13.
pub(super) const LONGEST: usize = 16;

impl Text {
    /// Creates a text; bytes beyond `LONGEST` are cut off.
    pub(super) fn new(text: &str) -> Self {
        let (mut bytes, len) = ([0; LONGEST], text.len().min(LONGEST));
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Self { bytes, len }
    }

    /// Creates a text from the first `len` bytes of an integer, the lowest byte first. Texts are
    /// put together in registers, since bytes that are written to memory one by one are slow to
    /// read back together.
    pub(super) fn packed(bytes: u128, len: usize) -> Self {
        Self { bytes: bytes.to_le_bytes(), len }
    }

    /// Returns the text with a minus sign if `is_negative`.
    pub(super) fn signed(self, is_negative: bool) -> Self {
        let bytes = u128::from_le_bytes(self.bytes);
        match is_negative {
            true => Self::packed(bytes << 8 | u128::from(b'-'), self.len + 1),
            false => self,
        }
    }

    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

/// A line of numbers, of at most `SIZE` bytes, of which the last `LONGEST` stay unused.
#[derive(Clone, Debug)]
pub struct Line<const SIZE: usize> {
    bytes: [u8; SIZE],
    len: usize,
}

impl<const SIZE: usize> Line<SIZE> {
    /// A line that begins with a text of ASCII.
    pub fn new(start: &str) -> Self {
        let mut bytes = [0; SIZE];
        bytes[..start.len()].copy_from_slice(start.as_bytes());
        Self { bytes, len: start.len() }
    }

    /// Adds a blank and a number.
    pub fn push(&mut self, text: &Text) {
        self.bytes[self.len] = b' ';
        // A fixed length is copied in a single operation.
        self.bytes[self.len + 1..=self.len + LONGEST].copy_from_slice(&text.bytes);
        self.len += 1 + text.len;
    }

    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}
