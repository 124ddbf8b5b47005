//! Contacts of an island in the matrix of Newton's method, as columns of low rank on the trees' own
//! factors (the Woodbury identity; Golub and Van Loan, "Matrix Computations", section 2.1.4).
//!
//! With the trees' matrix H = U^T D^-1 U and the contacts' W, (H + W W^T)^-1 needs only a factor of
//! the small matrix I + W^T H^-1 W. A column of W is nonzero in at most two trees, and so is one of
//! V = D U^-T W, with which W^T H^-1 W = V^T D^-1 V. The columns of one tree go through its factor
//! side by side, one in each lane.
//!
//! Before the step the contacts' force is W c. So (H + W W^T) x = b + W c is solved in the form
//! H x = b + W w, with (I + W^T H^-1 W) w = c - W^T H^-1 b: W w is their force after a full step.
//! H^-1 is never applied to W c, which would give large numbers that cancel.
//!
//! From iteration to iteration few rows flip. A tree's solved columns are kept as long as neither
//! its factor nor one of them changes, and the small matrix's factor as long as nothing changes in
//! any tree.
//!
//! Robots deep inside each other have thousands of contacts, whose matrix would take minutes to
//! factorize. Their small matrix is the one [by dofs](super::by_dofs).

use super::by_dofs::ByDofs;
use super::contact::Contact;
use super::small_matrix::{SmallMatrix, total};
use super::tree_columns::{Reduce, TreeColumns, padded};
use crate::dynamics::data::TreeData;
use crate::dynamics::tree::Tree;
use crate::math::lane::{Kernel, Lane, MAX_LANES};
use std::marker::PhantomData;
use std::ops::Range;

/// If eliminating the tangents leaves less than this share of the normal's stiffness, the rest is
/// rounding.
const ROUNDING: f64 = 1e-12;

/// Groups of columns that are summed side by side: a single sum would wait for each of its
/// additions.
const SIDE_BY_SIDE: usize = 4;

/// Columns of a tree for which memory is allocated at the start.
const COLUMNS: usize = 32;

/// Columns of W, and the small matrix. A register holds as many columns as it would hold trees;
/// sums over columns are the same in the narrow and in the full width of a SIMD level (see
/// `total`).
pub struct LowRank<D: Lane> {
    /// The parts of the columns, tree by tree, of all islands.
    trees: Vec<TreeColumns<D>>,
    /// Index of the first tree of the current island.
    first: usize,
    /// The small systems of the islands, each at the index of the island's first tree.
    systems: Vec<System<D>>,
    /// Weight of each of a tree's columns in the correction of its right-hand side.
    weight: Vec<D>,
}

/// The small system of the contacts of an island.
struct System<D: Lane> {
    /// Each column as a combination of its contact's rows of the Jacobian.
    weights: Vec<Weight>,
    small: SmallMatrix<D::Few>,
    /// Whether all of that must be computed anew.
    is_stale: bool,
    /// Whether the small matrix is the one by dofs, and what only that one needs.
    is_by_dofs: bool,
    by_dofs: ByDofs,
}

/// `normal` times the normal's row of a Jacobian, and `along` times another.
#[derive(Clone, Copy, Debug)]
struct Weight {
    normal: f64,
    row: usize,
    along: f64,
}

impl<D: Lane> LowRank<D> {
    /// Memory for this many trees of up to `nv` degrees of freedom, and a few contacts; a pile of
    /// robots makes it grow.
    pub fn with_capacity(trees: usize, nv: usize) -> Self {
        Self {
            trees: (0..trees).map(|_| TreeColumns::with_capacity(COLUMNS, nv)).collect(),
            first: 0,
            systems: (0..trees).map(|_| System::with_capacity(COLUMNS)).collect(),
            weight: Vec::with_capacity(COLUMNS / D::LANES),
        }
    }

    /// Selects the island whose trees begin at `first` among those of all islands; `stale` says
    /// which of its trees have a new factor. `is_by_dofs` is the same from the first iteration,
    /// when all are stale, to the last.
    #[inline(always)]
    pub fn turn_to(
        &mut self,
        first: usize,
        is_by_dofs: bool,
        stale: impl ExactSizeIterator<Item = bool>,
    ) {
        self.first = first;
        while self.trees.len() < first + stale.len() {
            self.trees.push(TreeColumns::with_capacity(0, 0));
            self.systems.push(System::with_capacity(0));
        }
        let system = &mut self.systems[first];
        system.is_stale = false;
        system.is_by_dofs = is_by_dofs;
        for (tree, is_stale) in self.trees[first..].iter_mut().zip(stale) {
            tree.is_stale = is_stale;
            system.is_stale |= is_stale;
        }
    }

    /// Marks the columns of a contact between these trees of the island as changed.
    #[inline(always)]
    pub fn forget(&mut self, trees: [usize; 2]) {
        for tree in trees {
            self.trees[self.first + tree].is_stale = true;
        }
        self.systems[self.first].is_stale = true;
    }

    /// Returns whether any column has changed. If so, forgets all columns of the island's `trees`
    /// trees.
    #[inline(always)]
    pub fn renew(&mut self, trees: usize) -> bool {
        let system = &mut self.systems[self.first];
        if system.is_stale {
            system.weights.clear();
            for tree in &mut self.trees[self.first..][..trees] {
                tree.columns.clear();
            }
        }
        system.is_stale
    }

    /// Adds the columns of a contact, given the dofs of its trees; `J^T K J` as a sum of squares.
    /// Tangents are eliminated before the normal, which is all that couples them.
    #[inline(always)]
    pub fn add<const STRIDE: usize>(
        &mut self,
        contact: &mut Contact,
        dofs: &[u16],
        jacobian: &[f64],
        trees: &[Range<usize>; 2],
    ) {
        let curvature = contact.row.law().curvature(&contact.rows.pushing);
        let mut rest = curvature.normal.0;
        let weights = &mut self.systems[self.first].weights;
        contact.low_rank.start = weights.len();
        for tangent in 0..contact.row.width() - 1 {
            let own = curvature.tangent[tangent].0;
            if own > 0.0 {
                let coupling = curvature.coupling[tangent].0 / own;
                rest -= coupling * curvature.coupling[tangent].0;
                let along = own.sqrt();
                weights.push(Weight { normal: along * coupling, row: 1 + tangent, along });
            }
        }
        if rest > ROUNDING * curvature.normal.0 {
            weights.push(Weight { normal: rest.sqrt(), row: 0, along: 0.0 });
        }
        contact.low_rank.end = weights.len();
        let jacobian = jacobian.as_chunks::<STRIDE>().0;
        let ranges = [0..contact.split, contact.split..contact.count];
        for ((range, tree), of_tree) in ranges.into_iter().zip(contact.trees).zip(trees) {
            if range.is_empty() {
                continue;
            }
            let tree = &mut self.trees[self.first + tree];
            if !tree.is_stale {
                tree.columns.extend(contact.low_rank.clone());
                continue;
            }
            let (jacobian, dofs) = (&jacobian[range.clone()], &dofs[range]);
            for column in contact.low_rank.clone() {
                let Weight { normal, row, along } = weights[column];
                let (values, lane) = tree.begin(column, of_tree.len());
                for (j, &dof) in jacobian.iter().zip(dofs) {
                    let number = normal * j[0] + along * j[row];
                    values[usize::from(dof) - of_tree.start].set_lane(lane, number);
                }
            }
        }
    }

    /// Begins the small system's right-hand side with the current forces of these contacts, of an
    /// island of `dofs` degrees of freedom. To be called when all columns have been added, before
    /// the trees are [`reduce`](Self::reduce)d.
    #[inline(always)]
    pub fn begin(&mut self, contacts: &[Contact], dofs: usize) {
        let System { weights, small, is_by_dofs, by_dofs, .. } = &mut self.systems[self.first];
        if *is_by_dofs {
            small.reset_right(dofs);
            by_dofs.begin(weights.len());
        } else {
            small.reset_right(weights.len());
        }
        for contact in contacts {
            for column in contact.low_rank.clone() {
                let Weight { normal, row, along } = weights[column];
                let residual = &contact.rows.residual;
                let push = -(normal * residual[0].0 + along * residual[row].0);
                if *is_by_dofs {
                    by_dofs.push[column] = push;
                } else {
                    small.add_right(column, push);
                }
            }
        }
    }

    /// Adds the island's tree `index` to the small system, given its lane with the factor and the
    /// half-solved right-hand side.
    #[inline(always)]
    pub fn reduce<L: Lane>(&mut self, index: usize, tree: &Tree, d: &TreeData<L>, lane: usize) {
        let part = &mut self.trees[self.first + index];
        let System { small, is_by_dofs, by_dofs, .. } = &mut self.systems[self.first];
        if part.is_stale {
            let has_products = !*is_by_dofs;
            L::run(Reduce { tree, d, lane, has_products, columns: PhantomData }, part);
        }
        if *is_by_dofs {
            by_dofs.add_tree(part, d, lane, small);
            return;
        }
        let TreeColumns { columns, values, .. } = part;
        let groups = columns.chunks(SIDE_BY_SIDE * D::LANES);
        for (columns, values) in groups.zip(values.chunks(SIDE_BY_SIDE * tree.nv)) {
            let sums = along(values, d, lane, tree.nv);
            for (columns, sum) in columns.chunks(D::LANES).zip(&sums) {
                for (k, &column) in columns.iter().enumerate() {
                    small.add_right(column, -sum.lane(k));
                }
            }
        }
    }

    /// Assembles the small matrix, if it has changed. To be called when the island's `trees` trees
    /// have been [`reduce`](Self::reduce)d. It goes column by column: in each, the rows of the
    /// upper triangle come first, so that no entry has to be checked for being in it.
    #[inline(always)]
    pub fn assemble(&mut self, trees: usize) {
        let System { weights, small, is_stale, is_by_dofs, by_dofs } =
            &mut self.systems[self.first];
        if !*is_stale {
            return;
        }
        let trees = &self.trees[self.first..][..trees];
        if *is_by_dofs {
            by_dofs.assemble(trees, small);
            return;
        }
        small.reset(weights.len());
        for TreeColumns { columns, products, .. } in trees {
            let mut products = &products[..];
            for (group, theirs) in columns.chunks(D::LANES).enumerate() {
                let first = group * D::LANES;
                let (own, rest) = products.split_at(padded::<D>(first + theirs.len()));
                for (lane, &column) in theirs.iter().enumerate() {
                    small.add_column(column, &columns[..=first + lane], own, lane);
                }
                products = rest;
            }
        }
    }

    /// Solves the small system of all trees.
    #[inline(always)]
    pub fn solve<L: Lane>(&mut self) {
        let System { small, is_stale, .. } = &mut self.systems[self.first];
        if *is_stale {
            L::run(Factorize(PhantomData), small);
        }
        small.solve();
    }

    /// Corrects a lane's half-solved right-hand side by what the contacts couple.
    #[inline(always)]
    pub fn correct<L: Lane>(&mut self, index: usize, d: &mut TreeData<L>, lane: usize) {
        let TreeColumns { columns, values, .. } = &self.trees[self.first + index];
        if columns.is_empty() {
            return;
        }
        let System { small, is_by_dofs, by_dofs, .. } = &self.systems[self.first];
        if *is_by_dofs {
            by_dofs.correct(index, small, d, lane);
            return;
        }
        self.weight.clear();
        for columns in columns.chunks(D::LANES) {
            let mut weight = D::zero();
            for (k, &column) in columns.iter().enumerate() {
                weight.set_lane(k, small.right(column));
            }
            self.weight.push(weight);
        }
        let parts = (&self.weight[..], &values[..]);
        match self.weight.len() {
            1 => add_weighted::<L, D, 1>(parts, d, lane),
            2 => add_weighted::<L, D, 2>(parts, d, lane),
            3 => add_weighted::<L, D, 3>(parts, d, lane),
            4 => add_weighted::<L, D, 4>(parts, d, lane),
            _ => add_weighted::<L, D, 0>(parts, d, lane),
        }
    }
}

/// Factorizes the small matrix, in a function of its own, as [`Reduce`] is.
struct Factorize<D>(PhantomData<D>);

impl<D: Lane> Kernel for Factorize<D> {
    type Data = SmallMatrix<D>;
    type Output = ();

    #[inline(always)]
    fn run(self, small: &mut SmallMatrix<D>) {
        small.factorize();
    }
}

impl<D: Lane> System<D> {
    fn with_capacity(columns: usize) -> Self {
        Self {
            weights: Vec::with_capacity(columns),
            small: SmallMatrix::with_capacity(columns),
            is_stale: true,
            is_by_dofs: false,
            by_dofs: ByDofs::default(),
        }
    }
}

/// Dot products of up to [`SIDE_BY_SIDE`] groups of columns with a lane's right-hand side.
#[inline(always)]
fn along<L: Lane, D: Lane>(
    columns: &[D],
    d: &TreeData<L>,
    lane: usize,
    nv: usize,
) -> [D; SIDE_BY_SIDE] {
    let mut sums = [D::zero(); SIDE_BY_SIDE];
    match columns.len() / nv {
        1 => along_groups::<L, D, 1>(columns, d, lane, &mut sums),
        2 => along_groups::<L, D, 2>(columns, d, lane, &mut sums),
        3 => along_groups::<L, D, 3>(columns, d, lane, &mut sums),
        _ => along_groups::<L, D, 4>(columns, d, lane, &mut sums),
    }
    sums
}

#[inline(always)]
fn along_groups<L: Lane, D: Lane, const N: usize>(
    columns: &[D],
    d: &TreeData<L>,
    lane: usize,
    all: &mut [D; SIDE_BY_SIDE],
) {
    let nv = columns.len() / N;
    let mut sums = [D::zero(); N];
    for (dof, right) in d.solver.scaled[..nv].iter().enumerate() {
        let right = D::splat(right.lane(lane));
        for (n, sum) in sums.iter_mut().enumerate() {
            *sum = columns[n * nv + dof].mul_add(right, *sum);
        }
    }
    all[..N].copy_from_slice(&sums);
}

/// Adds weighted columns of a tree to a lane's right-hand side, and sets its correction to their
/// sum. There are `N` groups of columns, or any number if `N` is zero.
#[inline(always)]
fn add_weighted<L: Lane, D: Lane, const N: usize>(
    (weights, columns): (&[D], &[D]),
    d: &mut TreeData<L>,
    lane: usize,
) {
    let s = &mut d.solver;
    let (size, count) = (s.direction.len(), if N > 0 { N } else { weights.len() });
    let (weights, columns) = (&weights[..count], &columns[..count * size]);
    for (dof, (right, correction)) in s.direction.iter_mut().zip(&mut s.correction).enumerate() {
        let mut sums = [D::zero(); MAX_LANES];
        for (n, weight) in weights.iter().enumerate() {
            let sum = &mut sums[n % (MAX_LANES / D::LANES)];
            *sum = weight.mul_add(columns[n * size + dof], *sum);
        }
        let sum = total(&sums);
        right.set_lane(lane, right.lane(lane) + sum);
        correction.set_lane(lane, sum);
    }
}
