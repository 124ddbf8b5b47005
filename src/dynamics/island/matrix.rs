//! A symmetric matrix of blocks along the diagonal and some between them, factorized from the last
//! row to the first.
//!
//! Rows are stored densely from the first block that they are connected with. Tree sparsity is
//! not listed anywhere: a zero in a row is seen and skipped, what is left are long runs.

/// Lower triangle by rows.
#[derive(Debug, Default)]
pub struct SparseMatrix {
    n: usize,
    /// First row of each block.
    blocks: Vec<usize>,
    /// First column of each block's rows.
    first: Vec<usize>,
    /// `n` x `n`
    values: Vec<f64>,
    inverse_diagonal: Vec<f64>,
}

impl SparseMatrix {
    /// Memory for up to `n` rows.
    pub fn with_capacity(n: usize) -> Self {
        Self {
            values: vec![0.0; n * n],
            inverse_diagonal: Vec::with_capacity(n),
            blocks: Vec::with_capacity(n),
            first: Vec::with_capacity(n),
            n: 0,
        }
    }

    /// Begins a matrix of `n` rows in blocks that start at these rows, not connected yet.
    pub fn reset(&mut self, blocks: &[usize], n: usize) {
        self.n = n;
        self.blocks.clear();
        self.blocks.extend_from_slice(blocks);
        self.first.clear();
        self.first.extend_from_slice(blocks);
        self.inverse_diagonal.resize(n, 0.0);
        if self.values.len() < n * n {
            self.values.resize(n * n, 0.0);
        }
    }

    /// Two blocks, the earlier one first, will hold something between them.
    pub fn connect(&mut self, low: usize, high: usize) {
        self.first[high] = self.first[high].min(self.blocks[low]);
    }

    /// Zeroes everything, once all connections are known.
    pub fn clear_values(&mut self) {
        // A block passes its connections on to all that lie between: room for the fill-in.
        for block in (0..self.blocks.len()).rev() {
            let first = self.first[block];
            for other in (0..block).rev().take_while(|&other| self.blocks[other] >= first) {
                self.first[other] = self.first[other].min(first);
            }
        }
        for block in 0..self.blocks.len() {
            let end = self.blocks.get(block + 1).copied().unwrap_or(self.n);
            for row in self.blocks[block]..end {
                self.values[row * self.n..][self.first[block]..=row].fill(0.0);
            }
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
        for block in (0..self.blocks.len()).rev() {
            let end = self.blocks.get(block + 1).copied().unwrap_or(n);
            let first = self.first[block];
            for row in (self.blocks[block]..end).rev() {
                let (above, rest) = self.values.split_at_mut(row * n);
                let this = &mut rest[first..=row];
                let inverse = 1.0 / this[row - first];
                self.inverse_diagonal[row] = inverse;
                for column in (first..row).rev() {
                    let value = this[column - first];
                    if value == 0.0 {
                        continue;
                    }
                    let factor = value * inverse;
                    let target = &mut above[column * n..][first..=column];
                    for (t, v) in target.iter_mut().zip(&this[..=column - first]) {
                        *t -= factor * v;
                    }
                    this[column - first] = factor;
                }
            }
        }
    }

    /// Solves in place.
    #[inline(always)]
    pub fn solve(&self, x: &mut [f64]) {
        let n = self.n;
        for block in (0..self.blocks.len()).rev() {
            let end = self.blocks.get(block + 1).copied().unwrap_or(n);
            let first = self.first[block];
            for row in (self.blocks[block]..end).rev() {
                let value = x[row];
                let values = &self.values[row * n..][first..row];
                for (x, l) in x[first..row].iter_mut().zip(values) {
                    *x -= l * value;
                }
            }
        }
        for block in 0..self.blocks.len() {
            let end = self.blocks.get(block + 1).copied().unwrap_or(n);
            let first = self.first[block];
            for row in self.blocks[block]..end {
                let values = &self.values[row * n..][first..row];
                let (quads, rest) = values.as_chunks::<4>();
                let (x_quads, x_rest) = x[first..row].as_chunks::<4>();
                let mut sums = [0.0; 4];
                for (l, x) in quads.iter().zip(x_quads) {
                    for ((sum, l), x) in sums.iter_mut().zip(l).zip(x) {
                        *sum += l * x;
                    }
                }
                let mut sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
                for (l, x) in rest.iter().zip(x_rest) {
                    sum += l * x;
                }
                x[row] = x[row] * self.inverse_diagonal[row] - sum;
            }
        }
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
        let groups: [&[u16]; 4] =
            [&[0, 1, 2, 3, 4, 5, 8], &[15, 17, 20, 65], &[3, 20, 69], &[64, 66]];
        matrix.reset(&[0, 10, 30, 60], n);
        for (low, high) in [(1, 3), (0, 1), (0, 3)] {
            matrix.connect(low, high);
        }
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
