//! A dense positive definite matrix: Cholesky's factorization by strips of rows of the upper
//! triangle (Golub and Van Loan, "Matrix Computations", section 4.2), several columns side by side.
//!
//! The results do not depend on how many columns those are. Blocks on the diagonal are factorized
//! in `f64`, whatever the lanes' precision.

use crate::math::float::Float;
use crate::math::lane::{Lane, Mask};
use std::ops::Range;

/// Rows of a strip, and columns of a panel; the numbers of rows and columns are multiples of this.
pub(super) const STRIP: usize = 8;

/// Rows of a block on the diagonal.
type Square<F> = [[F; STRIP]; STRIP];

/// Pairs of rows of a strip.
const PAIRS: usize = STRIP / 2;
/// Number of strips whose pairs of rows fit in a word, one bit each.
const WORD: usize = u64::BITS as usize / PAIRS;
/// Rows that are summed up side by side.
const SIDE_BY_SIDE: usize = 4;

/// A matrix `A = R^T R`, which is the unit matrix plus a sum of squares, and a vector.
#[derive(Debug)]
pub struct SmallMatrix<D: Lane> {
    /// Number of rows, including those that fill up the last strip.
    n: usize,
    /// Panels of A, then of R, whose inverse diagonal is in `inverse`. A panel holds its columns
    /// row after row, down to the block on the diagonal, which has zeros left of the diagonal.
    values: Vec<D>,
    inverse: Vec<f64>,
    /// The vector, then the solution.
    vector: Vec<D>,
    /// Panel by panel: which pairs of rows above its block on the diagonal are not zero; bits.
    coupled: Vec<u64>,
}

/// Number of lane groups in a row of a panel.
const fn wide<D: Lane>() -> usize {
    STRIP / D::LANES
}

/// Where a panel is in `values`.
const fn panel<D: Lane>(strip: usize) -> Range<usize> {
    let size = STRIP * wide::<D>();
    size * (strip * (strip + 1) / 2)..size * ((strip + 1) * (strip + 2) / 2)
}

impl<D: Lane> SmallMatrix<D> {
    /// Memory for `n` rows.
    pub fn with_capacity(n: usize) -> Self {
        const { assert!(STRIP.is_multiple_of(D::LANES)) };
        let strips = n.div_ceil(STRIP);
        Self {
            n: 0,
            values: Vec::with_capacity(panel::<D>(strips).start),
            inverse: Vec::with_capacity(strips * STRIP),
            vector: Vec::with_capacity(strips * wide::<D>()),
            coupled: Vec::with_capacity(strips * strips.div_ceil(WORD)),
        }
    }

    /// Begins with the unit matrix of `n` rows.
    #[inline(always)]
    pub fn reset(&mut self, n: usize) {
        let strips = n.div_ceil(STRIP);
        self.n = strips * STRIP;
        self.values.clear();
        self.values.resize(panel::<D>(strips).start, D::zero());
        for row in 0..self.n {
            self.add(row, row, 1.0);
        }
        self.inverse.resize(self.n, 0.0);
        self.coupled.clear();
        self.coupled.resize(strips * strips.div_ceil(WORD), 0);
    }

    /// Begins with a vector of `n` zeros.
    #[inline(always)]
    pub fn reset_right(&mut self, n: usize) {
        self.vector.clear();
        self.vector.resize(n.div_ceil(STRIP) * wide::<D>(), D::zero());
    }

    /// Adds to an entry of the upper triangle.
    #[inline(always)]
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.add_column::<D>(column, &[row], &[D::splat(value)], 0);
    }

    /// Adds the values in one lane of `numbers` to the entries of a column at these rows, none of
    /// which are below the diagonal.
    #[inline(always)]
    pub fn add_column<E: Lane>(
        &mut self,
        column: usize,
        rows: &[usize],
        numbers: &[E],
        lane: usize,
    ) {
        let panel = &mut self.values[panel::<D>(column / STRIP)];
        let (group, lane_of_entry) = (column % STRIP / D::LANES, column % D::LANES);
        for (row, number) in rows.iter().zip(numbers) {
            let entry = &mut panel[row * wide::<D>() + group];
            entry.set_lane(lane_of_entry, entry.lane(lane_of_entry) + number.lane(lane));
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
        for strip in 0..self.n / STRIP {
            self.factorize_strip(strip);
        }
    }

    /// Eliminates from a strip the strips above that it is not orthogonal to, then its rows from
    /// each other.
    #[inline(always)]
    fn factorize_strip(&mut self, strip: usize) {
        let (words, rows) = ((self.n / STRIP).div_ceil(WORD), strip * STRIP * wide::<D>());
        let (coupled, later) = self.coupled[strip * words..].split_at_mut(words);
        let (own, panels) =
            self.values[panel::<D>(strip).start..].split_at_mut(panel::<D>(strip).len());
        let (above, diagonal) = own.split_at_mut(rows);
        let mut block = [[0.0; STRIP]; STRIP];
        for group in 0..wide::<D>() {
            let sums = less_above((above, coupled), (above, coupled), diagonal, group);
            for (row, sum) in block.iter_mut().zip(&sums) {
                for lane in 0..D::LANES {
                    row[group * D::LANES + lane] = sum.lane(lane);
                }
            }
        }
        let block = DiagonalBlock::<D>::new(block, &mut self.inverse[strip * STRIP..]);
        for (row, numbers) in diagonal.chunks_exact_mut(wide::<D>()).zip(&block.rows) {
            set_numbers(row, numbers);
        }
        let mut rest = panels;
        for (number, later) in (strip + 1..).zip(later.chunks_exact_mut(words)) {
            let (panel, others) = rest.split_at_mut(panel::<D>(number).len());
            rest = others;
            let (theirs, entries) = panel.split_at_mut(rows);
            let entries = &mut entries[..STRIP * wide::<D>()];
            let mut bits = 0;
            for group in 0..wide::<D>() {
                let mut sums = less_above((above, coupled), (theirs, later), entries, group);
                block.eliminate(&mut sums);
                for (row, sum) in entries.chunks_exact_mut(wide::<D>()).zip(&sums) {
                    row[group] = *sum;
                }
                for k in 0..PAIRS {
                    let largest = sums[2 * k].abs().max(sums[2 * k + 1].abs());
                    bits |= u64::from((!largest.le(D::zero())).any()) << k;
                }
            }
            later[strip / WORD] |= bits << (strip % WORD * PAIRS);
        }
    }

    /// Solves for the vector, in place.
    #[inline(always)]
    pub fn solve(&mut self) {
        for strip in 0..self.n / STRIP {
            self.solve_down(strip);
        }
        for strip in (0..self.n / STRIP).rev() {
            self.solve_up(strip);
        }
    }

    /// Forward substitution along a panel of R, whose columns are rows of R^T.
    #[inline(always)]
    fn solve_down(&mut self, strip: usize) {
        let (known, wanted) = self.vector.split_at_mut(strip * wide::<D>());
        let wanted = &mut wanted[..wide::<D>()];
        let (above, diagonal) = self.values[panel::<D>(strip)].split_at(STRIP * known.len());
        // One sum alone would wait for each of its products.
        let mut sums = [[D::zero(); STRIP]; SIDE_BY_SIDE];
        for (strip, block) in above.chunks_exact(STRIP * wide::<D>()).enumerate() {
            for (row, values) in block.chunks_exact(wide::<D>()).enumerate() {
                let known = known[strip * wide::<D>() + row / D::LANES];
                let known = D::splat(known.lane(row % D::LANES));
                for (sum, value) in sums[row % SIDE_BY_SIDE].iter_mut().zip(values) {
                    *sum = known.mul_add(*value, *sum);
                }
            }
        }
        for (group, wanted) in wanted.iter_mut().enumerate() {
            let [a, b, c, d] = &sums;
            *wanted -= (a[group] + b[group]) + (c[group] + d[group]);
        }
        let mut y = numbers(wanted);
        for (k, row) in diagonal.chunks_exact(wide::<D>()).enumerate() {
            y[k] *= self.inverse[strip * STRIP + k];
            for j in k + 1..STRIP {
                y[j] -= y[k] * row[j / D::LANES].lane(j % D::LANES);
            }
        }
        set_numbers(wanted, &y);
    }

    /// Back substitution along a strip of R.
    #[inline(always)]
    fn solve_up(&mut self, strip: usize) {
        let (strips, block) = (self.n / STRIP, STRIP * wide::<D>());
        let mut sums = [[D::zero(); STRIP]; STRIP];
        let (wanted, known) = self.vector[strip * wide::<D>()..].split_at_mut(wide::<D>());
        for (number, known) in (strip + 1..strips).zip(known.chunks_exact(wide::<D>())) {
            let entries = &self.values[panel::<D>(number).start + strip * block..][..block];
            for (sums, row) in sums.iter_mut().zip(entries.chunks_exact(wide::<D>())) {
                for ((sum, value), known) in sums.iter_mut().zip(row).zip(known) {
                    *sum = value.mul_add(*known, *sum);
                }
            }
        }
        let diagonal = &self.values[panel::<D>(strip).start + strip * block..][..block];
        let mut x = numbers(wanted);
        for (x, sums) in x.iter_mut().zip(&sums) {
            *x -= total(sums);
        }
        for (k, row) in diagonal.chunks_exact(wide::<D>()).enumerate().rev() {
            for j in k + 1..STRIP {
                x[k] -= x[j] * row[j / D::LANES].lane(j % D::LANES);
            }
            x[k] *= self.inverse[strip * STRIP + k];
        }
        set_numbers(wanted, &x);
    }
}

/// Returns a group of columns of a block, less the contributions of the rows above. Those rows are
/// given in the panel of the block's rows (`above`) and in the panel that the block is in
/// (`theirs`), each with the bits of the pairs that are not zero.
#[inline(always)]
fn less_above<D: Lane>(
    (above, above_pairs): (&[D], &[u64]),
    (theirs, their_pairs): (&[D], &[u64]),
    entries: &[D],
    group: usize,
) -> [D; STRIP] {
    let mut sums = [D::zero(); STRIP];
    for (sum, row) in sums.iter_mut().zip(entries.chunks_exact(wide::<D>())) {
        *sum = row[group];
    }
    for (word, (one, other)) in above_pairs.iter().zip(their_pairs).enumerate() {
        let mut both = one & other;
        while both != 0 {
            let pair = word * WORD * PAIRS + both.trailing_zeros() as usize;
            both &= both - 1;
            let pair = pair * 2 * wide::<D>();
            let (weights, rows) =
                (&above[pair..][..2 * wide::<D>()], &theirs[pair..][..2 * wide::<D>()]);
            let rows = rows.chunks_exact(wide::<D>());
            for (weights, row) in weights.chunks_exact(wide::<D>()).zip(rows) {
                for k in 0..STRIP {
                    let weight = D::splat(weights[k / D::LANES].lane(k % D::LANES));
                    sums[k] = weight.neg_mul_add(row[group], sums[k]);
                }
            }
        }
    }
    sums
}

/// A factorized block on the diagonal.
struct DiagonalBlock<D: Lane> {
    /// Its rows of R.
    rows: Square<f64>,
    /// Factor with which each row is subtracted from the later ones, before it is divided by the
    /// root of its diagonal entry.
    weights: Square<D::Number>,
    /// One over these roots.
    scale: [D::Number; STRIP],
}

impl<D: Lane> DiagonalBlock<D> {
    /// Factorizes a block and sets the inverse diagonal. Square roots come last: nothing waits for
    /// them.
    #[inline(always)]
    fn new(block: Square<f64>, inverse: &mut [f64]) -> Self {
        let mut eliminated = eliminate::<false>(block);
        let diagonal = |k: usize| eliminated.0[k][k];
        if (0..STRIP).any(|k| diagonal(k) < 1.0) {
            eliminated = eliminate_rounded(block);
        }
        let (mut rows, weights) = eliminated;
        let mut scale = [D::Number::default(); STRIP];
        let mut all_weights = [[D::Number::default(); STRIP]; STRIP];
        for k in 0..STRIP {
            let root = 1.0 / rows[k][k].sqrt();
            inverse[k] = root;
            scale[k] = D::Number::nearest(root);
            for i in 0..STRIP {
                rows[k][i] = if i < k { 0.0 } else { rows[k][i] * root };
                all_weights[k][i] = D::Number::nearest(weights[k][i]);
            }
        }
        Self { rows, weights: all_weights, scale }
    }

    /// Eliminates its rows from each other in a group of columns.
    #[inline(always)]
    fn eliminate(&self, columns: &mut [D; STRIP]) {
        for k in 0..STRIP {
            for j in k + 1..STRIP {
                let weight = D::splat(self.weights[k][j].widened());
                columns[j] = weight.neg_mul_add(columns[k], columns[j]);
            }
        }
        for (column, scale) in columns.iter_mut().zip(&self.scale) {
            *column = *column * D::splat(scale.widened());
        }
    }
}

/// Eliminates the rows of a block from the later ones; also returns the factors with which each is
/// subtracted from these. If `LIMITED`, pivots are at least one.
#[inline(always)]
fn eliminate<const LIMITED: bool>(block: Square<f64>) -> (Square<f64>, Square<f64>) {
    let mut rows = block;
    let mut weights = [[0.0; STRIP]; STRIP];
    for k in 0..STRIP {
        if LIMITED && rows[k][k] < 1.0 {
            rows[k][k] = 1.0;
        }
        let row = rows[k];
        let over = 1.0 / row[k];
        for j in k + 1..STRIP {
            let weight = row[j] * over;
            weights[k][j] = weight;
            for i in j..STRIP {
                rows[j][i] -= weight * row[i];
            }
        }
    }
    (rows, weights)
}

/// The same for a block in which rounding in `f32` has left a pivot below one, which no pivot of a
/// unit matrix plus squares is.
#[cold]
#[inline(never)]
fn eliminate_rounded(block: Square<f64>) -> (Square<f64>, Square<f64>) {
    eliminate::<true>(block)
}

/// The lanes of a strip.
#[inline(always)]
fn numbers<D: Lane>(lanes: &[D]) -> [f64; STRIP] {
    let mut numbers = [0.0; STRIP];
    for (k, number) in numbers.iter_mut().enumerate() {
        *number = lanes[k / D::LANES].lane(k % D::LANES);
    }
    numbers
}

/// Replaces the lanes of a strip.
#[inline(always)]
fn set_numbers<D: Lane>(lanes: &mut [D], numbers: &[f64; STRIP]) {
    for (lanes, numbers) in lanes.iter_mut().zip(numbers.chunks_exact(D::LANES)) {
        *lanes = D::load(numbers);
    }
}

/// The sum of the lanes of the first of these, `WIDTH` lanes in all, in the same order however many
/// lanes there are.
#[inline(always)]
pub(super) fn total<D: Lane, const WIDTH: usize>(sums: &[D; WIDTH]) -> f64 {
    let mut sums = *sums;
    let mut half = WIDTH / D::LANES / 2;
    while half > 0 {
        for k in 0..half {
            let other = sums[k + half];
            sums[k] += other;
        }
        half /= 2;
    }
    sums[0].sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lane::Scalar;
    use crate::math::wide::{Pair, Quad};
    use nalgebra::{DMatrix, DVector};

    /// Whether the matrix has this entry. Either it has two fifths of all, from which the factor
    /// fills up; or, for one that keeps orthogonal pairs of rows, those within groups of five
    /// columns, and all of the last three columns.
    fn has_entry(keeps_zeros: bool, n: usize, row: usize, column: usize) -> bool {
        if keeps_zeros {
            return row / 5 == column / 5 || column + 3 >= n;
        }
        (row * 7 + column * 3) % 5 < 2
    }

    /// The solution, and that of nalgebra.
    fn solve<D: Lane>(
        small: &mut SmallMatrix<D>,
        n: usize,
        keeps_zeros: bool,
    ) -> (Vec<f64>, DVector<f64>) {
        small.reset(n);
        small.reset_right(n);
        let mut dense = DMatrix::<f64>::identity(n, n);
        for row in 0..n {
            for column in (row..n).filter(|column| has_entry(keeps_zeros, n, row, *column)) {
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
        // One after another in the same memory, which still holds the numbers of the one before.
        let mut one = SmallMatrix::<Scalar>::with_capacity(1);
        let mut two = SmallMatrix::<Pair>::with_capacity(1);
        let sizes = [1, 50, 2, 7, 33, 150, 8, 9];
        for (n, keeps_zeros) in sizes.into_iter().flat_map(|n| [(n, false), (n, true)]) {
            let (found, wanted) = solve(&mut one, n, keeps_zeros);
            let error = (DVector::from_vec(found.clone()) - wanted).amax();
            assert!(error < 1e-13, "{n} rows: {error:e}");
            assert_eq!(found, solve(&mut two, n, keeps_zeros).0, "{n} rows");
            let passes_over = (0..n / STRIP).any(|strip| {
                let words = (two.n / STRIP).div_ceil(WORD);
                let pairs = &two.coupled[strip * words..][..words];
                pairs.iter().map(|word| word.count_ones() as usize).sum::<usize>() < strip * PAIRS
            });
            assert_eq!(passes_over, keeps_zeros && n >= 2 * STRIP, "{n} rows");
            two.reset(0);
            two.reset_right(0);
            two.factorize();
            two.solve();
        }
    }

    #[test]
    fn no_pivot_gets_lost_in_rounding() {
        // Two equal columns, so stiff that the unit added to them is lost in `f32`.
        let mut small = SmallMatrix::<Quad>::with_capacity(2);
        small.reset(2);
        small.reset_right(2);
        for (row, column) in [(0, 0), (0, 1), (1, 1)] {
            small.add(row, column, 1e8);
        }
        for row in 0..2 {
            small.add_right(row, 1.0);
        }
        small.factorize();
        small.solve();
        let sum = small.right(0) + small.right(1);
        assert!((sum - 1e-8).abs() < 1e-14, "{sum:e}");
    }
}
