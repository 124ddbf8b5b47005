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
    /// Roots of the inverse diagonal.
    half_diagonal: Vec<f64>,
}

impl SparseMatrix {
    /// Memory for up to `n` rows.
    pub fn with_capacity(n: usize) -> Self {
        Self {
            blocks: Vec::with_capacity(n + 1),
            first: Vec::with_capacity(n),
            start: Vec::with_capacity(n),
            values: Vec::with_capacity(n * 32),
            half_diagonal: Vec::with_capacity(n),
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
        self.values.clear();
        self.values.resize(start, 0.0);
        self.half_diagonal.resize(n, 0.0);
    }

    /// Sets all entries, row by row, each from its block's first column on.
    #[inline(always)]
    pub fn set(&mut self, values: &[f64]) {
        self.values.copy_from_slice(values);
    }

    /// All entries, row by row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// A row from its block's first column on, and that column.
    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> (&mut [f64], usize) {
        let first = self.first[row];
        (&mut self.values[self.start[row]..][..=row - first], first)
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
            self.half_diagonal[row] = inverse.sqrt();
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

    /// Multiplies the part of a vector that belongs to the block from `first` on by D^-1/2 L^-T.
    #[inline(always)]
    pub fn half_solve(&self, first: usize, x: &mut [f64]) {
        for row in (0..x.len()).rev() {
            let value = x[row];
            if value != 0.0 {
                for (x, l) in x[..row].iter_mut().zip(self.row(first + row)) {
                    *x -= l * value;
                }
                x[row] = value * self.half_diagonal[first + row];
            }
        }
    }

    /// Multiplies a vector by D^-1/2 L^-T.
    #[inline(always)]
    pub fn half_solve_all(&self, x: &mut [f64]) {
        for block in self.blocks.windows(2) {
            self.half_solve(block[0], &mut x[block[0]..block[1]]);
        }
    }

    /// Multiplies a vector by L^-1 D^-1/2.
    #[inline(always)]
    pub fn solve_other_half(&self, x: &mut [f64]) {
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
            x[row] = x[row] * self.half_diagonal[row] - sum;
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
        matrix.half_solve_all(&mut x);
        matrix.solve_other_half(&mut x);
        let residual = dense * DVector::from_vec(x) - b;
        assert!(residual.amax() < 1e-12, "{}", residual.amax());
    }
}
