//! Contacts between trees in the matrix of Newton's method, as rows of low rank on the trees' own
//! factors (the Woodbury identity; Golub and Van Loan, "Matrix Computations", section 2.1.4).
//!
//! With the trees' matrix T = L^T D L and the contacts' W, (T + W W^T)^-1 needs a factor of the
//! small matrix I + W^T T^-1 W alone. A column of W is nonzero in two trees only, and so is one of
//! Z = D^-1/2 L^-T W, of which W^T T^-1 W = Z^T Z.

use super::contact::Contact;
use super::matrix::SparseMatrix;

/// A coupling that is weaker than this part of the normal's own stiffness is rounding.
const ROUNDING: f64 = 1e-12;

/// Columns of W, and the factor of the small matrix.
#[derive(Debug, Default)]
pub struct LowRank {
    /// Of each column, where its two trees' parts begin among the dofs.
    spans: Vec<[usize; 2]>,
    /// Where those parts begin in `values`; a part is as long as its tree.
    parts: Vec<[usize; 2]>,
    /// Those of W, after [`factorize`](Self::factorize) of Z.
    values: Vec<f64>,
    /// Lower triangle of the small matrix by rows, then of its Cholesky factor.
    small: Vec<f64>,
    right: Vec<f64>,
}

impl LowRank {
    /// Memory for a few contacts; a pile of robots makes it grow.
    pub fn with_capacity(contacts: usize) -> Self {
        Self {
            spans: Vec::with_capacity(contacts),
            parts: Vec::with_capacity(contacts),
            values: Vec::with_capacity(contacts * 64),
            small: Vec::with_capacity(contacts * 16),
            right: Vec::with_capacity(contacts),
        }
    }

    /// Forgets all columns.
    pub fn clear(&mut self) {
        self.spans.clear();
        self.parts.clear();
        self.values.clear();
    }

    /// Adds the columns of a contact between the trees whose dofs these are; `J^T K J` as a sum of
    /// squares. Tangents are eliminated before the normal, which is all that couples them.
    #[inline(always)]
    pub fn add<const WIDTH: usize>(
        &mut self,
        contact: &Contact,
        jacobian: &[f64],
        columns: &[u16],
        trees: [std::ops::Range<usize>; 2],
    ) {
        let curvature = contact.row.law().curvature(&contact.rows.pushing);
        let mut rest = curvature.normal.0;
        let jacobian = jacobian.as_chunks::<WIDTH>().0;
        for tangent in 0..WIDTH - 1 {
            let own = curvature.tangent[tangent].0;
            if own > 0.0 {
                let coupling = curvature.coupling[tangent].0 / own;
                rest -= coupling * curvature.coupling[tangent].0;
                let root = own.sqrt();
                let row = self.push(&trees);
                for (column, &dof) in jacobian.iter().zip(columns) {
                    *self.entry(row, &trees, dof) =
                        root * (coupling * column[0] + column[1 + tangent]);
                }
            }
        }
        if rest > ROUNDING * curvature.normal.0 {
            let root = rest.sqrt();
            let row = self.push(&trees);
            for (column, &dof) in jacobian.iter().zip(columns) {
                *self.entry(row, &trees, dof) = root * column[0];
            }
        }
    }

    fn push(&mut self, [first, second]: &[std::ops::Range<usize>; 2]) -> usize {
        let start = self.values.len();
        let end = start + first.len();
        self.spans.push([first.start, second.start]);
        self.parts.push([start, end]);
        self.values.resize(end + second.len(), 0.0);
        self.spans.len() - 1
    }

    #[inline(always)]
    fn entry(
        &mut self,
        row: usize,
        [first, second]: &[std::ops::Range<usize>; 2],
        dof: u16,
    ) -> &mut f64 {
        let dof = usize::from(dof);
        let [in_first, in_second] = self.parts[row];
        let place = if first.contains(&dof) {
            in_first + (dof - first.start)
        } else {
            in_second + (dof - second.start)
        };
        &mut self.values[place]
    }

    /// Where a column's part `side` ends in `values`.
    #[inline(always)]
    fn part(&self, row: usize, side: usize) -> std::ops::Range<usize> {
        let [first, second] = self.parts[row];
        if side == 0 {
            return first..second;
        }
        let end = self.parts.get(row + 1).map_or(self.values.len(), |next| next[0]);
        second..end
    }

    /// Takes the trees' factor, and factorizes the small matrix.
    #[inline(always)]
    pub fn factorize(&mut self, trees: &SparseMatrix) {
        let n = self.spans.len();
        for row in 0..n {
            for side in 0..2 {
                let part = self.part(row, side);
                trees.half_solve(self.spans[row][side], &mut self.values[part]);
            }
        }
        self.small.resize(n * (n + 1) / 2, 0.0);
        self.right.resize(n, 0.0);
        for row in 0..n {
            for column in 0..=row {
                let mut sum = if row == column { 1.0 } else { 0.0 };
                for side in 0..2 {
                    for other in 0..2 {
                        let span = self.spans[row][side];
                        if span == self.spans[column][other] {
                            let (a, b) = (self.part(row, side), self.part(column, other));
                            sum += dot(&self.values[a], &self.values[b]);
                        }
                    }
                }
                self.small[row * (row + 1) / 2 + column] = sum;
            }
        }
        cholesky(&mut self.small, n);
    }

    /// Solves for `x` in place.
    #[inline(always)]
    pub fn solve(&mut self, trees: &SparseMatrix, x: &mut [f64]) {
        trees.half_solve_all(x);
        for row in 0..self.spans.len() {
            let mut sum = 0.0;
            for side in 0..2 {
                let part = self.part(row, side);
                let values = &self.values[part];
                sum += dot(values, &x[self.spans[row][side]..][..values.len()]);
            }
            self.right[row] = sum;
        }
        solve_cholesky(&self.small, &mut self.right);
        for row in 0..self.spans.len() {
            let weight = self.right[row];
            for side in 0..2 {
                let part = self.part(row, side);
                let span = self.spans[row][side];
                for (x, value) in x[span..].iter_mut().zip(&self.values[part]) {
                    *x -= weight * value;
                }
            }
        }
        trees.solve_other_half(x);
    }
}

/// A dot product in sums that do not wait for each other.
#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    const SUMS: usize = 16;
    let (a_chunks, a_rest) = a.as_chunks::<SUMS>();
    let (b_chunks, b_rest) = b.as_chunks::<SUMS>();
    let mut sums = [0.0; SUMS];
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    for ((sum, a), b) in sums.iter_mut().zip(a_rest).zip(b_rest) {
        *sum += a * b;
    }
    let mut width = SUMS;
    while width > 1 {
        width /= 2;
        let (low, high) = sums.split_at_mut(width);
        for (low, high) in low.iter_mut().zip(high) {
            *low += *high;
        }
    }
    sums[0]
}

/// Replaces a matrix by its factor: the diagonal's inverse stands in its place.
#[inline(always)]
fn cholesky(matrix: &mut [f64], n: usize) {
    for row in 0..n {
        let start = row * (row + 1) / 2;
        let (above, this) = matrix.split_at_mut(start);
        for column in 0..row {
            let other = column * (column + 1) / 2;
            let sum = dot(&this[..column], &above[other..other + column]);
            this[column] = (this[column] - sum) * above[other + column];
        }
        let sum = dot(&this[..row], &this[..row]);
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
