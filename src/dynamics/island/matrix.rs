//! A symmetric matrix with a bitset pattern, factorized from the last row to the first.

/// Lower triangle, dense storage, sparse work.
#[derive(Debug, Default)]
pub struct SparseMatrix {
    n: usize,
    words: usize,
    /// `n` x `words` bits: columns below the diagonal that hold something.
    pattern: Vec<u64>,
    /// `n` x `n`, rows.
    values: Vec<f64>,
    inverse_diagonal: Vec<f64>,
    /// Columns of every row, ascending, once the pattern is closed.
    columns: Vec<u16>,
    start: Vec<usize>,
}

impl SparseMatrix {
    /// Memory for up to `n` rows.
    pub fn with_capacity(n: usize) -> Self {
        let mut matrix = Self::default();
        matrix.values.reserve(n * n);
        matrix.pattern.reserve(n * n.div_ceil(64));
        matrix.columns.reserve(n * n / 2 + 1);
        matrix.start.reserve(n + 1);
        matrix.inverse_diagonal.reserve(n);
        matrix
    }

    /// Begins a pattern of `n` rows.
    pub fn reset(&mut self, n: usize) {
        self.n = n;
        self.words = n.div_ceil(64);
        self.pattern.clear();
        self.pattern.resize(n * self.words, 0);
        if self.values.len() < n * n {
            self.values.resize(n * n, 0.0);
        }
        self.inverse_diagonal.resize(n, 0.0);
    }

    /// Every pair of these ascending indices holds something.
    pub fn connect(&mut self, indices: &[u16]) {
        for (count, &row) in indices.iter().enumerate() {
            let row = usize::from(row);
            for &column in &indices[..count] {
                let column = usize::from(column);
                self.pattern[row * self.words + column / 64] |= 1 << (column % 64);
            }
        }
    }

    /// Only the last index with all before it.
    pub fn connect_last(&mut self, indices: &[u16]) {
        if let Some((&row, columns)) = indices.split_last() {
            let row = usize::from(row);
            for &column in columns {
                let column = usize::from(column);
                self.pattern[row * self.words + column / 64] |= 1 << (column % 64);
            }
        }
    }

    /// Adds the fill-in of the factorization and lists the columns.
    pub fn close_pattern(&mut self) {
        let words = self.words;
        for row in (0..self.n).rev() {
            let (above, rest) = self.pattern.split_at_mut(row * words);
            let this = &rest[..words];
            for word in 0..words {
                let mut bits = this[word];
                while bits != 0 {
                    let column = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let target = &mut above[column * words..(column + 1) * words];
                    for (w, (t, &b)) in target.iter_mut().zip(this).enumerate() {
                        *t |= b & below(column, w);
                    }
                }
            }
        }
        self.columns.clear();
        self.start.clear();
        for row in 0..self.n {
            self.start.push(self.columns.len());
            for word in 0..words {
                let mut bits = self.pattern[row * words + word];
                while bits != 0 {
                    self.columns.push((word * 64) as u16 + bits.trailing_zeros() as u16);
                    bits &= bits - 1;
                }
            }
        }
        self.start.push(self.columns.len());
    }

    /// Zeroes everything in the pattern.
    pub fn clear_values(&mut self) {
        for row in 0..self.n {
            let values = &mut self.values[row * self.n..][..=row];
            for &column in &self.columns[self.start[row]..self.start[row + 1]] {
                values[usize::from(column)] = 0.0;
            }
            values[row] = 0.0;
        }
    }

    /// A row up to and with its diagonal.
    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.values[row * self.n..][..=row]
    }

    /// Replaces the matrix by its factor: H = L^T D L.
    #[inline(always)]
    pub fn factorize(&mut self) {
        let n = self.n;
        for row in (0..n).rev() {
            let columns = &self.columns[self.start[row]..self.start[row + 1]];
            let (above, rest) = self.values.split_at_mut(row * n);
            let this = &mut rest[..=row];
            let inverse = 1.0 / this[row];
            self.inverse_diagonal[row] = inverse;
            for (count, &column) in columns.iter().enumerate().rev() {
                let column = usize::from(column);
                let factor = this[column] * inverse;
                let target = &mut above[column * n..][..=column];
                for &other in &columns[..=count] {
                    let other = usize::from(other);
                    target[other] -= factor * this[other];
                }
                this[column] = factor;
            }
        }
    }

    /// Solves in place.
    #[inline(always)]
    pub fn solve(&self, x: &mut [f64]) {
        let n = self.n;
        for row in (0..n).rev() {
            let values = &self.values[row * n..][..n];
            let value = x[row];
            for &column in &self.columns[self.start[row]..self.start[row + 1]] {
                x[usize::from(column)] -= values[usize::from(column)] * value;
            }
        }
        for row in 0..n {
            let values = &self.values[row * n..][..n];
            let mut value = x[row] * self.inverse_diagonal[row];
            for &column in &self.columns[self.start[row]..self.start[row + 1]] {
                value -= values[usize::from(column)] * x[usize::from(column)];
            }
            x[row] = value;
        }
    }
}

/// Bits of a word that stand for columns below `column`.
#[inline(always)]
fn below(column: usize, word: usize) -> u64 {
    let first = word * 64;
    if column >= first + 64 {
        u64::MAX
    } else if column <= first {
        0
    } else {
        (1 << (column - first)) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};

    #[test]
    fn solves_what_a_dense_factorization_solves() {
        let n = 70;
        let mut matrix = SparseMatrix::with_capacity(n);
        matrix.reset(n);
        let groups: [&[u16]; 4] = [&[0, 1, 2, 3, 4, 5, 40], &[6, 7, 20, 65], &[3, 20, 69], &[64, 66]];
        for group in groups {
            matrix.connect(group);
        }
        matrix.close_pattern();
        matrix.clear_values();
        let mut dense = DMatrix::<f64>::zeros(n, n);
        for i in 0..n {
            dense[(i, i)] = 2.0 + (i % 5) as f64;
        }
        for (g, group) in groups.iter().enumerate() {
            for &i in *group {
                for &j in *group {
                    dense[(i.into(), j.into())] += 0.1 * (g + 1) as f64;
                }
            }
        }
        for i in 0..n {
            for j in 0..=i {
                if dense[(i, j)] != 0.0 {
                    matrix.row_mut(i)[j] = dense[(i, j)];
                }
            }
        }
        let b = DVector::from_fn(n, |i, _| (i as f64).sin());
        let mut x: Vec<f64> = b.iter().copied().collect();
        matrix.factorize();
        matrix.solve(&mut x);
        let residual = dense * DVector::from_vec(x) - b;
        assert!(residual.amax() < 1e-12, "{}", residual.amax());
    }
}
