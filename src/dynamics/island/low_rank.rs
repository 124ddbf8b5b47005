//! Contacts between trees in the matrix of Newton's method, as columns of low rank on the trees' own
//! factors (the Woodbury identity; Golub and Van Loan, "Matrix Computations", section 2.1.4).
//!
//! With the trees' matrix H = U^T D^-1 U and the contacts' W, (H + W W^T)^-1 needs a factor of the
//! small matrix I + W^T H^-1 W alone. A column of W is nonzero in two trees only, and so is one of
//! U^-T W, with which W^T H^-1 W = (U^-T W)^T D (U^-T W). The columns of one tree go through its
//! factor side by side, one in each lane.
//!
//! What the contacts push before the step is W c. So (H + W W^T) x = b + W c is solved as
//! H x = b + W w, with (I + W^T H^-1 W) w = c - W^T H^-1 b: W w is what they push after a full step.
//! W c never meets H^-1, which would make of it large numbers that cancel.

use super::contact::Contact;
use super::small_matrix::SmallMatrix;
use crate::dynamics::data::TreeData;
use crate::dynamics::tree::Tree;
use crate::math::lane::Lane;
use crate::model::ROOT_DOFS;
use std::ops::Range;

/// A coupling that is weaker than this part of the normal's own stiffness is rounding.
const ROUNDING: f64 = 1e-12;

/// Columns of a tree that there is memory for from the start.
const COLUMNS: usize = 32;

/// Columns of W, and the small matrix.
#[derive(Debug)]
pub struct LowRank<D: Lane> {
    /// What each column is, over the normal and the tangents of its contact.
    weights: Vec<Weight>,
    /// The parts of the columns, tree by tree; there may be more than the island has.
    trees: Vec<TreeColumns<D>>,
    small: SmallMatrix<D>,
    /// By how much a tree's right side changes.
    change: Vec<f64>,
}

/// `normal` times the normal's row of a Jacobian, and `along` times another.
#[derive(Clone, Copy, Debug)]
struct Weight {
    normal: f64,
    row: usize,
    along: f64,
}

/// What columns hold in one tree.
#[derive(Debug)]
struct TreeColumns<D: Lane> {
    /// Which columns.
    columns: Vec<usize>,
    /// As many columns as there are lanes side by side, one number for each dof; then the next. At
    /// first W, then D U^-T W.
    values: Vec<D>,
    /// U^-T W.
    scaled: Vec<D>,
}

impl<D: Lane> LowRank<D> {
    /// Memory for so many trees of up to `nv` degrees of freedom, and a few contacts; a pile of
    /// robots makes it grow.
    pub fn with_capacity(trees: usize, nv: usize) -> Self {
        Self {
            weights: Vec::with_capacity(2 * COLUMNS),
            trees: (0..trees).map(|_| TreeColumns::with_capacity(COLUMNS, nv)).collect(),
            small: SmallMatrix::with_capacity(2 * COLUMNS),
            change: Vec::with_capacity(nv),
        }
    }

    /// Forgets all columns; there will be so many trees.
    #[inline(always)]
    pub fn clear(&mut self, trees: usize) {
        self.weights.clear();
        for tree in &mut self.trees {
            tree.columns.clear();
            tree.values.clear();
        }
        while self.trees.len() < trees {
            self.trees.push(TreeColumns::with_capacity(0, 0));
        }
    }

    /// Adds the columns of a contact, given the dofs of its trees; `J^T K J` as a sum of squares.
    /// Tangents are eliminated before the normal, which is all that couples them.
    #[inline(always)]
    pub fn add<const WIDTH: usize>(
        &mut self,
        contact: &mut Contact,
        dofs: &[u16],
        jacobian: &[f64],
        trees: &[Range<usize>; 2],
    ) {
        let curvature = contact.row.law().curvature(&contact.rows.pushing);
        let mut rest = curvature.normal.0;
        contact.low_rank.start = self.weights.len();
        for tangent in 0..WIDTH - 1 {
            let own = curvature.tangent[tangent].0;
            if own > 0.0 {
                let coupling = curvature.coupling[tangent].0 / own;
                rest -= coupling * curvature.coupling[tangent].0;
                let along = own.sqrt();
                self.weights.push(Weight { normal: along * coupling, row: 1 + tangent, along });
            }
        }
        if rest > ROUNDING * curvature.normal.0 {
            self.weights.push(Weight { normal: rest.sqrt(), row: 0, along: 0.0 });
        }
        contact.low_rank.end = self.weights.len();
        let jacobian = jacobian.as_chunks::<WIDTH>().0;
        let ranges = [0..contact.split, contact.split..contact.count];
        for ((range, tree), of_tree) in ranges.into_iter().zip(contact.trees).zip(trees) {
            if range.is_empty() {
                continue;
            }
            let tree = &mut self.trees[tree];
            for column in contact.low_rank.clone() {
                let Weight { normal, row, along } = self.weights[column];
                let (values, lane) = tree.begin(column, of_tree.len());
                for (j, &dof) in jacobian[range.clone()].iter().zip(&dofs[range.clone()]) {
                    let number = normal * j[0] + along * j[row];
                    values[usize::from(dof) - of_tree.start].set_lane(lane, number);
                }
            }
        }
    }

    /// Makes the small matrix, and what these contacts push now: to be called when all columns are
    /// there, before the trees are [`reduce`](Self::reduce)d.
    #[inline(always)]
    pub fn begin(&mut self, contacts: &[Contact]) {
        self.small.reset(self.weights.len());
        for contact in contacts {
            for column in contact.low_rank.clone() {
                let Weight { normal, row, along } = self.weights[column];
                let residual = &contact.rows.residual;
                let push = -(normal * residual[0].0 + along * residual[row].0);
                self.small.add_right(column, push);
            }
        }
    }

    /// What a contact would push at the end of a full step: along and about normal and tangents.
    #[inline(always)]
    pub fn push(&self, contact: &Contact) -> [f64; 6] {
        let mut push = [0.0; 6];
        for column in contact.low_rank.clone() {
            let (Weight { normal, row, along }, part) =
                (self.weights[column], self.small.right(column));
            push[0] += normal * part;
            push[row] += along * part;
        }
        push
    }

    /// Takes a lane's factor and half-solved right side, of the island's tree `index`.
    #[inline(always)]
    pub fn reduce<L: Lane>(&mut self, index: usize, tree: &Tree, d: &TreeData<L>, lane: usize) {
        let TreeColumns { columns, values, scaled } = &mut self.trees[index];
        if columns.is_empty() {
            return;
        }
        scaled.resize(values.len(), D::zero());
        let pairs = values.chunks_mut(2 * tree.nv).zip(scaled.chunks_mut(2 * tree.nv));
        for (values, scaled) in pairs {
            if values.len() > tree.nv {
                solve_columns::<L, D, 2>(tree, d, lane, values, scaled);
            } else {
                solve_columns::<L, D, 1>(tree, d, lane, values, scaled);
            }
        }
        for (start, scaled) in scaled.chunks_exact(tree.nv).enumerate() {
            let theirs = &columns[start * D::LANES..];
            let theirs = &theirs[..theirs.len().min(D::LANES)];
            let mut sum = D::zero();
            for (scaled, right) in scaled.iter().zip(&d.solver.direction) {
                sum = scaled.mul_add(D::splat(right.lane(lane)), sum);
            }
            for (k, &column) in theirs.iter().enumerate() {
                self.small.add_right(column, -sum.lane(k));
            }
            for (of, rows) in columns.chunks(D::LANES).take(start + 1).enumerate() {
                let values = &values[of * tree.nv..][..tree.nv];
                let mut k = 0;
                while k + 4 <= rows.len() {
                    let sums = products::<D, 4>(values, scaled, k);
                    add_products(&mut self.small, &rows[k..], theirs, &sums);
                    k += 4;
                }
                while k < rows.len() {
                    let sums = products::<D, 1>(values, scaled, k);
                    add_products(&mut self.small, &rows[k..], theirs, &sums);
                    k += 1;
                }
            }
        }
    }

    /// Solves the small system of all trees.
    #[inline(always)]
    pub fn solve(&mut self) {
        self.small.factorize();
        self.small.solve();
    }

    /// Corrects a lane's half-solved right side by what the contacts couple.
    #[inline(always)]
    pub fn correct<L: Lane>(&mut self, index: usize, d: &mut TreeData<L>, lane: usize) {
        let TreeColumns { columns, values, .. } = &self.trees[index];
        if columns.is_empty() {
            return;
        }
        let right = &mut d.solver.direction;
        self.change.clear();
        self.change.resize(right.len(), 0.0);
        for (k, &column) in columns.iter().enumerate() {
            let weight = self.small.right(column);
            let values = &values[k / D::LANES * right.len()..][..right.len()];
            for (change, value) in self.change.iter_mut().zip(values) {
                *change += weight * value.lane(k % D::LANES);
            }
        }
        for (right, change) in right.iter_mut().zip(&self.change) {
            right.set_lane(lane, right.lane(lane) + change);
        }
    }
}

impl<D: Lane> TreeColumns<D> {
    fn with_capacity(columns: usize, nv: usize) -> Self {
        let numbers = columns.div_ceil(D::LANES) * nv;
        Self {
            columns: Vec::with_capacity(columns),
            values: Vec::with_capacity(numbers),
            scaled: Vec::with_capacity(numbers),
        }
    }

    /// The numbers that a column is one of, all zero in its lane, and that lane.
    #[inline(always)]
    fn begin(&mut self, column: usize, size: usize) -> (&mut [D], usize) {
        let lane = self.columns.len() % D::LANES;
        if lane == 0 {
            self.values.resize(self.values.len() + size, D::zero());
        }
        self.columns.push(column);
        let start = self.values.len() - size;
        (&mut self.values[start..], lane)
    }
}

/// `x` becomes D U^-T x, and `scaled` U^-T x, of `N` groups of columns with one lane's factor.
#[inline(always)]
fn solve_columns<L: Lane, D: Lane, const N: usize>(
    tree: &Tree,
    d: &TreeData<L>,
    lane: usize,
    x: &mut [D],
    scaled: &mut [D],
) {
    let nv = tree.nv;
    let (rows, inverse_diagonal) = d.exchange.factor.lane(lane);
    let mut root = [[D::zero(); ROOT_DOFS]; N];
    for n in 0..N {
        root[n].copy_from_slice(&x[n * nv..][..ROOT_DOFS]);
    }
    for dof in (ROOT_DOFS..nv).rev() {
        let (base, row) = rows[tree.row_range(dof)].split_at(ROOT_DOFS);
        let inverse = D::splat(inverse_diagonal[dof]);
        let mut value = [D::zero(); N];
        for n in 0..N {
            value[n] = x[n * nv + dof] * inverse;
            scaled[n * nv + dof] = value[n];
        }
        for k in 0..ROOT_DOFS {
            let u = D::splat(base[k]);
            for n in 0..N {
                root[n][k] = u.neg_mul_add(value[n], root[n][k]);
            }
        }
        let hinges = &tree.ancestors[dof][ROOT_DOFS..tree.depth(dof)];
        for (&ancestor, &u) in hinges.iter().zip(row) {
            let u = D::splat(u);
            for n in 0..N {
                x[n * nv + ancestor] = u.neg_mul_add(value[n], x[n * nv + ancestor]);
            }
        }
        for column in d.fill.columns_of(dof) {
            let u = D::splat(d.fill.entry(dof, column).lane(lane));
            for n in 0..N {
                x[n * nv + column] = u.neg_mul_add(value[n], x[n * nv + column]);
            }
        }
    }
    for dof in (0..ROOT_DOFS).rev() {
        let inverse = D::splat(inverse_diagonal[dof]);
        for n in 0..N {
            let value = root[n][dof] * inverse;
            x[n * nv + dof] = root[n][dof];
            scaled[n * nv + dof] = value;
            for k in 0..dof {
                let u = D::splat(rows[tree.row[dof] + k]);
                root[n][k] = u.neg_mul_add(value, root[n][k]);
            }
        }
    }
}

/// Dot products of `N` columns of one group, from the `k`th on, with all columns of another.
#[inline(always)]
fn products<D: Lane, const N: usize>(values: &[D], scaled: &[D], k: usize) -> [D; N] {
    let mut sums = [D::zero(); N];
    for (value, scaled) in values.iter().zip(scaled) {
        for (n, sum) in sums.iter_mut().enumerate() {
            *sum = D::splat(value.lane(k + n)).mul_add(*scaled, *sum);
        }
    }
    sums
}

/// Adds them to the upper triangle.
#[inline(always)]
fn add_products<D: Lane>(
    small: &mut SmallMatrix<D>,
    rows: &[usize],
    columns: &[usize],
    sums: &[D],
) {
    for (&row, sum) in rows.iter().zip(sums) {
        for (lane, &column) in columns.iter().enumerate() {
            if column >= row {
                small.add(row, column, sum.lane(lane));
            }
        }
    }
}
