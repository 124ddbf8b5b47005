//! A symmetric matrix of blocks along the diagonal, one a tree, factorized from the last row to the
//! first.
//!
//! Rows are stored densely from the first of their block. Tree sparsity is not listed anywhere: a
//! zero in a row is seen and skipped, what is left are long runs.

/// Lower triangles by rows.
#[derive(Debug, Default)]
pub struct SparseMatrix {
    /// First row of each block, and the number of rows at the end.
    blocks: Vec<usize>,
    /// First column of each row.
    first: Vec<usize>,
    /// Where each row starts in `values`.
    start: Vec<usize>,
    values: Vec<f64>,
    inverse_diagonal: Vec<f64>,
}

impl SparseMatrix {
    /// Memory for up to `n` rows.
    pub fn with_capacity(n: usize) -> Self {
        Self {
            blocks: Vec::with_capacity(n + 1),
            first: Vec::with_capacity(n),
            start: Vec::with_capacity(n),
            values: Vec::with_capacity(n * 32),
            inverse_diagonal: Vec::with_capacity(n),
        }
    }

    /// Begins a matrix of `n` rows in blocks that start at these rows.
    pub fn reset(&mut self, blocks: &[usize], n: usize) {
        self.blocks.clear();
        self.blocks.extend_from_slice(blocks);
        self.blocks.push(n);
        self.first.clear();
        self.start.clear();
        let mut start = 0;
        for block in self.blocks.windows(2) {
            for row in block[0]..block[1] {
                self.first.push(block[0]);
                self.start.push(start);
                start += row - block[0] + 1;
            }
        }
        self.values.resize(start, 0.0);
        self.inverse_diagonal.resize(n, 0.0);
    }

    /// Zeroes everything.
    pub fn clear_values(&mut self) {
        self.values.fill(0.0);
    }

    /// An entry of a block.
    #[inline(always)]
    pub fn entry_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.values[self.start[row] + column - self.first[row]]
    }

    /// The dofs of the tree that a row belongs to.
    #[inline(always)]
    pub fn block_of(&self, row: usize) -> std::ops::Range<usize> {
        let first = self.first[row];
        let next = self.blocks.partition_point(|&block| block <= first);
        first..self.blocks[next]
    }

    /// Replaces the matrix by its factor: H = L^T D L.
    #[inline(always)]
    pub fn factorize(&mut self) {
        for row in (0..self.first.len()).rev() {
            let (first, start) = (self.first[row], self.start[row]);
            let (above, rest) = self.values.split_at_mut(start);
            let this = &mut rest[..=row - first];
            let inverse = 1.0 / this[row - first];
            self.inverse_diagonal[row] = inverse;
            for column in (0..row - first).rev() {
                let value = this[column];
                if value == 0.0 {
                    continue;
                }
                let factor = value * inverse;
                let target = &mut above[self.start[first + column]..][..=column];
                for (t, v) in target.iter_mut().zip(&this[..=column]) {
                    *t -= factor * v;
                }
                this[column] = factor;
            }
        }
    }

    /// The columns of a row before its diagonal.
    #[inline(always)]
    fn row(&self, row: usize) -> &[f64] {
        &self.values[self.start[row]..][..row - self.first[row]]
    }

    /// Multiplies the part of a vector that belongs to the block from `first` on by L^-T.
    #[inline(always)]
    pub fn solve_down(&self, first: usize, x: &mut [f64]) {
        for row in (0..x.len()).rev() {
            let value = x[row];
            if value != 0.0 {
                for (x, l) in x[..row].iter_mut().zip(self.row(first + row)) {
                    *x -= l * value;
                }
            }
        }
    }

    /// `a^T D^-1 b` of parts of vectors that belong to the block from `first` on.
    #[inline(always)]
    pub fn scaled_dot(&self, first: usize, a: &[f64], b: &[f64]) -> f64 {
        let inverse = &self.inverse_diagonal[first..];
        let mut sums = [0.0; 4];
        let (quads, rest) = a.as_chunks::<4>();
        let (b_quads, b_rest) = b.as_chunks::<4>();
        let (i_quads, _) = inverse.as_chunks::<4>();
        for ((a, b), i) in quads.iter().zip(b_quads).zip(i_quads) {
            for k in 0..4 {
                sums[k] += a[k] * b[k] * i[k];
            }
        }
        let mut sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        for ((a, b), i) in rest.iter().zip(b_rest).zip(&inverse[4 * quads.len()..]) {
            sum += a * b * i;
        }
        sum
    }

    /// Multiplies a vector by L^-T.
    #[inline(always)]
    pub fn solve_all_down(&self, x: &mut [f64]) {
        for block in self.blocks.windows(2) {
            self.solve_down(block[0], &mut x[block[0]..block[1]]);
        }
    }

    /// Multiplies a vector by L^-1 D^-1.
    #[inline(always)]
    pub fn solve_all_up(&self, x: &mut [f64]) {
        for row in 0..self.first.len() {
            let values = self.row(row);
            let (quads, rest) = values.as_chunks::<4>();
            let (x_quads, x_rest) = x[self.first[row]..row].as_chunks::<4>();
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

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};

    #[test]
    fn solves_what_a_dense_factorization_solves() {
        let (n, blocks) = (70, [0, 10, 30, 60]);
        let mut matrix = SparseMatrix::with_capacity(n);
        let groups: [&[usize]; 5] =
            [&[0, 1, 2, 3, 4, 5, 8], &[15, 17, 20, 29], &[3, 7, 9], &[64, 66], &[30, 59]];
        matrix.reset(&blocks, n);
        matrix.clear_values();
        let mut dense = DMatrix::<f64>::zeros(n, n);
        for i in 0..n {
            dense[(i, i)] = 2.0 + (i % 5) as f64;
        }
        for (g, group) in groups.iter().enumerate() {
            for &i in *group {
                for &j in *group {
                    dense[(i, j)] += 0.1 * (g + 1) as f64;
                }
            }
        }
        for i in 0..n {
            for j in matrix.block_of(i).start..=i {
                *matrix.entry_mut(i, j) = dense[(i, j)];
            }
        }
        let b = DVector::from_fn(n, |i, _| (i as f64).sin());
        let mut x: Vec<f64> = b.iter().copied().collect();
        matrix.factorize();
        matrix.solve_all_down(&mut x);
        matrix.solve_all_up(&mut x);
        let residual = dense * DVector::from_vec(x) - b;
        assert!(residual.amax() < 1e-12, "{}", residual.amax());
    }
}
