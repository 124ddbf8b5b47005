//! Numbers aligned so that a register is loaded from memory in one piece.

/// Numbers of the widest register, which fill a cache line.
const LINE: usize = 8;

/// Numbers, the first of which begins a cache line. They do not move in memory.
pub struct Aligned {
    numbers: Box<[f64]>,
    first: usize,
    count: usize,
}

impl Aligned {
    /// Zeros.
    pub fn zeros(count: usize) -> Self {
        let numbers: Box<[f64]> = vec![0.0; count + LINE - 1].into();
        // Without alignment, access is only slower.
        let first = match numbers.as_ptr().align_offset(LINE * size_of::<f64>()) {
            first if first < LINE => first,
            _ => 0,
        };
        Self { numbers, first, count }
    }

    /// All numbers.
    pub fn all(&self) -> &[f64] {
        &self.numbers[self.first..][..self.count]
    }

    /// All numbers, for writing.
    pub fn all_mut(&mut self) -> &mut [f64] {
        &mut self.numbers[self.first..][..self.count]
    }
}
