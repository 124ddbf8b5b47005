//! Numbers that begin where a register that is loaded from memory has them in one piece.

/// Numbers of the widest register, which a line of the cache holds.
const LINE: usize = 8;

/// So many numbers, the first of which begins a line. They stay where they are.
pub struct Aligned {
    numbers: Box<[f64]>,
    first: usize,
    count: usize,
}

impl Aligned {
    /// Zeros.
    pub fn zeros(count: usize) -> Self {
        let numbers: Box<[f64]> = vec![0.0; count + LINE - 1].into();
        // Where that is not to be had, they are only slower.
        let first = match numbers.as_ptr().align_offset(LINE * size_of::<f64>()) {
            first if first < LINE => first,
            _ => 0,
        };
        Self { numbers, first, count }
    }

    /// All of them.
    pub fn all(&self) -> &[f64] {
        &self.numbers[self.first..][..self.count]
    }

    /// The same, to write.
    pub fn all_mut(&mut self) -> &mut [f64] {
        &mut self.numbers[self.first..][..self.count]
    }
}
