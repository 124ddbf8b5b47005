//! Fields of messages of protocol buffers: the little of it that ONNX files need.
//!
//! [Encoding](https://protobuf.dev/programming-guides/encoding/).

/// A field's content.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    /// An integer.
    Varint(u64),
    /// Eight or four bytes, or a text, a message, or packed numbers.
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    /// The bytes of what has a length.
    pub(super) fn bytes(self) -> Result<&'a [u8], String> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Varint(_) => Err("a number where a text or a message is due".to_owned()),
        }
    }

    /// A text.
    pub(super) fn text(self) -> Result<&'a str, String> {
        std::str::from_utf8(self.bytes()?).map_err(|_| "a text is no UTF-8".to_owned())
    }

    /// An integer, or integers that are packed.
    pub(super) fn integers(self) -> Result<Vec<u64>, String> {
        match self {
            Self::Varint(number) => Ok(vec![number]),
            Self::Bytes(mut bytes) => {
                let mut numbers = Vec::new();
                while !bytes.is_empty() {
                    numbers.push(varint(&mut bytes)?);
                }
                Ok(numbers)
            }
        }
    }

    /// A number of 32 bits, or such numbers that are packed.
    pub(super) fn floats(self) -> Result<Vec<f32>, String> {
        let (numbers, rest) = self.bytes()?.as_chunks::<4>();
        match rest {
            [] => Ok(numbers.iter().map(|number| f32::from_le_bytes(*number)).collect()),
            _ => Err(format!("{} bytes too many after numbers of 4", rest.len())),
        }
    }
}

/// The fields of a message in their order: number and content.
pub(super) fn fields(mut message: &[u8]) -> Result<Vec<(u64, Value<'_>)>, String> {
    let mut found = Vec::new();
    while !message.is_empty() {
        let key = varint(&mut message)?;
        let value = match key & 7 {
            0 => Value::Varint(varint(&mut message)?),
            1 => Value::Bytes(take(&mut message, 8)?),
            2 => {
                let length = varint(&mut message)?;
                Value::Bytes(take(&mut message, usize::try_from(length).unwrap_or(usize::MAX))?)
            }
            5 => Value::Bytes(take(&mut message, 4)?),
            kind => return Err(format!("a field of the unknown kind {kind}")),
        };
        found.push((key >> 3, value));
    }
    Ok(found)
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Result<&'a [u8], String> {
    let (taken, rest) = bytes.split_at_checked(count).ok_or("it ends within a field")?;
    *bytes = rest;
    Ok(taken)
}

fn varint(bytes: &mut &[u8]) -> Result<u64, String> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let [byte] = take(bytes, 1)? else { break };
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err("an integer of more than 64 bits".to_owned())
}
