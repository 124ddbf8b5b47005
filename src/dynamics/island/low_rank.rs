//! Contacts between trees in the matrix of Newton's method, as rows of low rank on the trees' own
//! factors (the Woodbury identity; Golub and Van Loan, "Matrix Computations", section 2.1.4).
//!
//! With the trees' matrix T = L^T D L and the contacts' W, (T + W W^T)^-1 needs a factor of the
//! small matrix I + W^T T^-1 W alone. A column of W is nonzero in two trees only, and so is one of
//! Z = D^-1/2 L^-T W, of which W^T T^-1 W = Z^T Z.

use super::contact::Contact;
use super::matrix::SparseMatrix;
use std::ops::Range;

/// A coupling that is weaker than this part of the normal's own stiffness is rounding.
const ROUNDING: f64 = 1e-12;

/// Columns of W, and the factor of the small matrix.
#[derive(Debug, Default)]
pub struct LowRank {
    blocks: Vec<Block>,
    /// Columns, of their first tree and then of their second; those of W, after
    /// [`factorize`](Self::factorize) of Z.
    values: Vec<f64>,
    /// Number of columns.
    n: usize,
    /// Lower triangle of the small matrix by rows, then of its Cholesky factor.
    small: Vec<f64>,
    right: Vec<f64>,
}

/// The columns of one contact.
#[derive(Clone, Debug)]
struct Block {
    /// Dofs of the two trees.
    trees: [Range<usize>; 2],
    /// Which columns.
    columns: Range<usize>,
    /// Where the first one begins in `values`.
    start: usize,
}

impl Block {
    /// Where a column's part of one of the trees is in `values`.
    #[inline(always)]
    fn part(&self, column: usize, side: usize) -> Range<usize> {
        let [first, second] = [self.trees[0].len(), self.trees[1].len()];
        let start = self.start + (column - self.columns.start) * (first + second);
        if side == 0 { start..start + first } else { start + first..start + first + second }
    }
}

impl LowRank {
    /// Memory for a few contacts; a pile of robots makes it grow.
    pub fn with_capacity(contacts: usize) -> Self {
        Self {
            blocks: Vec::with_capacity(contacts),
            values: Vec::with_capacity(contacts * 64),
            n: 0,
            small: Vec::with_capacity(contacts * 16),
            right: Vec::with_capacity(contacts),
        }
    }

    /// Forgets all columns.
    pub fn clear(&mut self) {
        self.n = 0;
        self.blocks.clear();
        self.values.clear();
    }

    /// Adds the columns of a contact between the trees whose dofs these are; `J^T K J` as a sum of
    /// squares. Tangents are eliminated before the normal, which is all that couples them.
    #[inline(always)]
    pub fn add<const WIDTH: usize>(
        &mut self,
        contact: &Contact,
        jacobian: &[f64],
        dofs: &[u16],
        trees: [Range<usize>; 2],
    ) {
        let curvature = contact.row.law().curvature(&contact.rows.pushing);
        let mut rest = curvature.normal.0;
        let jacobian = jacobian.as_chunks::<WIDTH>().0;
        let mut block = Block { trees, columns: self.n..self.n, start: self.values.len() };
        for tangent in 0..WIDTH - 1 {
            let own = curvature.tangent[tangent].0;
            if own > 0.0 {
                let coupling = curvature.coupling[tangent].0 / own;
                rest -= coupling * curvature.coupling[tangent].0;
                let (normal, along) = (own.sqrt() * coupling, own.sqrt());
                self.push(&mut block, dofs, |k| {
                    normal * jacobian[k][0] + along * jacobian[k][1 + tangent]
                });
            }
        }
        if rest > ROUNDING * curvature.normal.0 {
            let normal = rest.sqrt();
            self.push(&mut block, dofs, |k| normal * jacobian[k][0]);
        }
        if !block.columns.is_empty() {
            self.n = block.columns.end;
            self.blocks.push(block);
        }
    }

    /// Adds a column to a block.
    #[inline(always)]
    fn push(&mut self, block: &mut Block, dofs: &[u16], number: impl Fn(usize) -> f64) {
        let [first, second] = &block.trees;
        let start = self.values.len();
        self.values.resize(start + first.len() + second.len(), 0.0);
        let column = &mut self.values[start..];
        for (k, &dof) in dofs.iter().enumerate() {
            let dof = usize::from(dof);
            let place =
                if dof < first.end { dof - first.start } else { first.len() + dof - second.start };
            column[place] = number(k);
        }
        block.columns.end += 1;
    }

    /// Takes the trees' factor, and factorizes the small matrix.
    #[inline(always)]
    pub fn factorize(&mut self, trees: &SparseMatrix) {
        let n = self.n;
        self.right.resize(n, 0.0);
        self.small.clear();
        self.small.resize(n * (n + 1) / 2, 0.0);
        for index in 0..self.blocks.len() {
            let (block, before) = (&self.blocks[index], &self.blocks[..=index]);
            for column in block.columns.clone() {
                for (side, tree) in block.trees.iter().enumerate() {
                    trees.half_solve(tree.start, &mut self.values[block.part(column, side)]);
                }
                self.small[column * (column + 1) / 2 + column] = 1.0;
            }
            for other in before {
                for (side, tree) in block.trees.iter().enumerate() {
                    let Some(their) = other.trees.iter().position(|t| t.start == tree.start) else {
                        continue;
                    };
                    for row in block.columns.clone() {
                        let values = &self.values[block.part(row, side)];
                        for column in other.columns.start..other.columns.end.min(row + 1) {
                            self.small[row * (row + 1) / 2 + column] +=
                                dot(values, &self.values[other.part(column, their)]);
                        }
                    }
                }
            }
        }
        cholesky(&mut self.small, n);
    }

    /// Solves for `x` in place.
    #[inline(always)]
    pub fn solve(&mut self, trees: &SparseMatrix, x: &mut [f64]) {
        trees.half_solve_all(x);
        for block in &self.blocks {
            for column in block.columns.clone() {
                let [first, second] = [0, 1].map(|side| &self.values[block.part(column, side)]);
                self.right[column] = dot(first, &x[block.trees[0].clone()])
                    + dot(second, &x[block.trees[1].clone()]);
            }
        }
        solve_cholesky(&self.small, &mut self.right);
        for block in &self.blocks {
            for column in block.columns.clone() {
                let weight = self.right[column];
                for (side, tree) in block.trees.iter().enumerate() {
                    let values = &self.values[block.part(column, side)];
                    for (x, value) in x[tree.clone()].iter_mut().zip(values) {
                        *x -= weight * value;
                    }
                }
            }
        }
        trees.solve_other_half(x);
    }
}

/// A dot product in sums that do not wait for each other.
#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_chunks, a_rest) = a.as_chunks::<16>();
    let (b_chunks, b_rest) = b.as_chunks::<16>();
    let mut sums = [0.0; 16];
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for k in 0..16 {
            sums[k] += a[k] * b[k];
        }
    }
    let mut quad = [0.0; 4];
    for k in 0..4 {
        quad[k] = (sums[k] + sums[4 + k]) + (sums[8 + k] + sums[12 + k]);
    }
    let (a_quads, a_rest) = a_rest.as_chunks::<4>();
    let (b_quads, b_rest) = b_rest.as_chunks::<4>();
    for (a, b) in a_quads.iter().zip(b_quads) {
        for k in 0..4 {
            quad[k] += a[k] * b[k];
        }
    }
    let mut sum = (quad[0] + quad[1]) + (quad[2] + quad[3]);
    for (a, b) in a_rest.iter().zip(b_rest) {
        sum += a * b;
    }
    sum
}

/// Replaces a matrix by its factor: the diagonal's inverse stands in its place. What a row has
/// zeros in at its beginning stays zero.
#[inline(always)]
fn cholesky(matrix: &mut [f64], n: usize) {
    for row in 0..n {
        let (above, this) = matrix.split_at_mut(row * (row + 1) / 2);
        let this = &mut this[..=row];
        let first = this.iter().position(|value| *value != 0.0).unwrap_or(row);
        for column in first..row {
            let other = &above[column * (column + 1) / 2..][..=column];
            let sum = dot(&this[first..column], &other[first..column]);
            this[column] = (this[column] - sum) * other[column];
        }
        let sum = dot(&this[first..row], &this[first..row]);
        this[row] = 1.0 / (this[row] - sum).sqrt();
    }
}

#[inline(always)]
fn solve_cholesky(factor: &[f64], x: &mut [f64]) {
    let n = x.len();
    for row in 0..n {
        let start = row * (row + 1) / 2;
        let (before, rest) = x.split_at_mut(row);
        rest[0] = (rest[0] - dot(&factor[start..start + row], before)) * factor[start + row];
    }
    for row in (0..n).rev() {
        let start = row * (row + 1) / 2;
        let (before, rest) = x.split_at_mut(row);
        rest[0] *= factor[start + row];
        for (x, value) in before.iter_mut().zip(&factor[start..]) {
            *x -= rest[0] * value;
        }
    }
}
