//! A dense positive definite matrix: Cholesky's factorization by strips of rows of the upper
//! triangle (Golub and Van Loan, "Matrix Computations", section 4.2), several columns side by side.
//!
//! The numbers do not depend on how many columns that are.

use crate::math::lane::Lane;

/// Rows of a strip; rows and columns come in multiples of as many.
pub(super) const STRIP: usize = 8;

/// `A = R^T R`, and a vector.
#[derive(Debug)]
pub struct SmallMatrix<D: Lane> {
    /// Rows, with those that fill the last strip.
    n: usize,
    /// Lanes of a row.
    stride: usize,
    /// Rows of A, then of R, whose inverse diagonal stands in `inverse`. Below the blocks on the
    /// diagonal nothing means anything; in them, what is left of the diagonal is zero.
    values: Vec<D>,
    inverse: Vec<f64>,
    /// The vector, then the solution.
    vector: Vec<D>,
    /// Rows above a strip that it is not orthogonal to.
    above: Vec<usize>,
}

impl<D: Lane> SmallMatrix<D> {
    /// Memory for a few rows.
    pub fn with_capacity(n: usize) -> Self {
        const { assert!(STRIP.is_multiple_of(D::LANES)) };
        let n = n.next_multiple_of(STRIP);
        Self {
            n: 0,
            stride: 0,
            values: Vec::with_capacity(n * n / D::LANES),
            inverse: Vec::with_capacity(n),
            vector: Vec::with_capacity(n / D::LANES),
            above: Vec::with_capacity(n),
        }
    }

    /// Begins with the unit matrix of `n` rows.
    #[inline(always)]
    pub fn reset(&mut self, n: usize) {
        self.n = n.next_multiple_of(STRIP);
        self.stride = self.n / D::LANES;
        if self.values.len() < self.n * self.stride {
            self.values.resize(self.n * self.stride, D::zero());
        }
        for row in 0..self.n {
            let start = row / STRIP * (STRIP / D::LANES);
            self.values[row * self.stride..][start..self.stride].fill(D::zero());
            self.add(row, row, 1.0);
        }
        self.inverse.resize(self.n, 0.0);
    }

    /// Begins with a vector of zeros.
    #[inline(always)]
    pub fn reset_right(&mut self) {
        self.vector.clear();
        self.vector.resize(self.stride, D::zero());
    }

    /// Adds to an entry of the upper triangle.
    #[inline(always)]
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        let entry = &mut self.values[row * self.stride + column / D::LANES];
        let lane = column % D::LANES;
        entry.set_lane(lane, entry.lane(lane) + value);
    }

    /// Adds to the entries of a row at some columns, to those in the upper triangle.
    #[inline(always)]
    pub fn add_row(&mut self, row: usize, columns: &[usize], numbers: &D) {
        for (lane, &column) in columns.iter().enumerate() {
            if column >= row {
                self.add(row, column, numbers.lane(lane));
            }
        }
    }

    /// Adds to an entry of the vector.
    #[inline(always)]
    pub fn add_right(&mut self, row: usize, value: f64) {
        let entry = &mut self.vector[row / D::LANES];
        entry.set_lane(row % D::LANES, entry.lane(row % D::LANES) + value);
    }

    /// An entry of the vector.
    #[inline(always)]
    pub fn right(&self, row: usize) -> f64 {
        self.vector[row / D::LANES].lane(row % D::LANES)
    }

    /// Replaces the matrix by its factor.
    #[inline(always)]
    pub fn factorize(&mut self) {
        let (stride, width) = (self.stride, STRIP / D::LANES);
        for start in (0..self.n).step_by(STRIP) {
            let (above, strip) = self.values.split_at_mut(start * stride);
            let strip = &mut strip[..STRIP * stride];
            let first = start / D::LANES;
            self.above.clear();
            for row in 0..start {
                let block = &above[row * stride + first..][..width];
                if (0..STRIP).any(|k| block[k / D::LANES].lane(k % D::LANES) != 0.0) {
                    self.above.push(row * stride);
                }
            }
            for at in first..stride {
                let mut sums = [D::zero(); STRIP];
                for (k, sum) in sums.iter_mut().enumerate() {
                    *sum = strip[k * stride + at];
                }
                for &row in &self.above {
                    let value = above[row + at];
                    let weights = &above[row + first..][..width];
                    for k in 0..STRIP {
                        let weight = D::splat(weights[k / D::LANES].lane(k % D::LANES));
                        sums[k] = weight.neg_mul_add(value, sums[k]);
                    }
                }
                for (k, sum) in sums.iter().enumerate() {
                    strip[k * stride + at] = *sum;
                }
            }
            self.factorize_strip(start);
        }
    }

    /// Factorizes a strip of which the rows above have been taken out.
    #[inline(always)]
    fn factorize_strip(&mut self, start: usize) {
        let (stride, first) = (self.stride, start / D::LANES);
        let strip = &mut self.values[start * stride..][..STRIP * stride];
        let place = |k: usize| (first + k / D::LANES, k % D::LANES);
        for k in 0..STRIP {
            let (before, rest) = strip.split_at_mut(k * stride);
            let row = &mut rest[..stride];
            let (at, lane) = place(k);
            for j in 0..k {
                let other = &before[j * stride..][..stride];
                let weight = D::splat(other[at].lane(lane));
                for (value, other) in row[first..].iter_mut().zip(&other[first..]) {
                    *value = weight.neg_mul_add(*other, *value);
                }
            }
            let inverse = 1.0 / row[at].lane(lane).sqrt();
            self.inverse[start + k] = inverse;
            let inverse = D::splat(inverse);
            for value in &mut row[first..] {
                *value = *value * inverse;
            }
            for j in 0..k {
                let (at, lane) = place(j);
                row[at].set_lane(lane, 0.0);
            }
        }
    }

    /// Solves for the vector, in place.
    #[inline(always)]
    pub fn solve(&mut self) {
        // Forwards along rows of R, which are columns of R^T.
        for row in 0..self.n {
            let (first, lane) = (row / D::LANES, row % D::LANES);
            let y = self.vector[first].lane(lane) * self.inverse[row];
            let values = &self.values[row * self.stride..][..self.stride];
            for (right, value) in self.vector[first..].iter_mut().zip(&values[first..]) {
                *right = D::splat(y).neg_mul_add(*value, *right);
            }
            self.vector[first].set_lane(lane, y);
        }
        for row in (0..self.n).rev() {
            let (at, lane) = (row / D::LANES, row % D::LANES);
            let y = self.vector[at].lane(lane);
            self.vector[at].set_lane(lane, 0.0);
            let start = row / STRIP * (STRIP / D::LANES);
            let values = &self.values[row * self.stride..][start..self.stride];
            // What is left of the diagonal in this row is zero.
            let known = dot(values, &self.vector[start..]);
            self.vector[at].set_lane(lane, (y - known) * self.inverse[row]);
        }
    }
}

/// A dot product in as many sums as a strip is wide.
#[inline(always)]
fn dot<D: Lane>(a: &[D], b: &[D]) -> f64 {
    let wide = STRIP / D::LANES;
    let mut sums = [D::zero(); STRIP];
    for (a, b) in a.chunks_exact(wide).zip(b.chunks_exact(wide)) {
        for k in 0..wide {
            sums[k] = a[k].mul_add(b[k], sums[k]);
        }
    }
    total(&sums)
}

/// The sum of the lanes of the first of these, a strip in all: in the same order however many
/// lanes there are.
#[inline(always)]
pub(super) fn total<D: Lane>(sums: &[D; STRIP]) -> f64 {
    let sum = |k: usize| sums[k / D::LANES].lane(k % D::LANES);
    ((sum(0) + sum(1)) + (sum(2) + sum(3))) + ((sum(4) + sum(5)) + (sum(6) + sum(7)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lane::Scalar;
    use crate::math::wide::Pair;
    use nalgebra::{DMatrix, DVector};

    /// The solution, and what nalgebra makes of the same.
    fn solve<D: Lane>(small: &mut SmallMatrix<D>, n: usize) -> (Vec<f64>, DVector<f64>) {
        small.reset(n);
        small.reset_right();
        let mut dense = DMatrix::<f64>::identity(n, n);
        for row in 0..n {
            for column in (row..n).filter(|column| (row * 7 + column * 3) % 5 < 2) {
                let value = ((row * n + column) as f64).sin() * 0.1;
                small.add(row, column, value);
                dense[(row, column)] += value;
                if column > row {
                    dense[(column, row)] += value;
                }
            }
            small.add(row, row, 2.0);
            dense[(row, row)] += 2.0;
        }
        let b = DVector::from_fn(n, |i, _| (i as f64).cos());
        for (row, value) in b.iter().enumerate() {
            small.add_right(row, *value);
        }
        small.factorize();
        small.solve();
        ((0..n).map(|row| small.right(row)).collect(), dense.lu().solve(&b).unwrap_or(b))
    }

    #[test]
    fn solves_what_nalgebra_solves_whatever_the_lanes() {
        // One after another in the same memory, in which the numbers of the last are left.
        let mut one = SmallMatrix::<Scalar>::with_capacity(1);
        let mut two = SmallMatrix::<Pair>::with_capacity(1);
        for n in [1, 50, 2, 7, 33, 8, 9] {
            let (found, wanted) = solve(&mut one, n);
            let error = (DVector::from_vec(found.clone()) - wanted).amax();
            assert!(error < 1e-13, "{n} rows: {error:e}");
            assert_eq!(found, solve(&mut two, n).0, "{n} rows");
            two.reset(0);
            two.reset_right();
            two.factorize();
            two.solve();
        }
    }
}
