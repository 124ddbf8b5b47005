//! Contacts of an island in the matrix of Newton's method, as columns of low rank on the trees' own
//! factors (the Woodbury identity; Golub and Van Loan, "Matrix Computations", section 2.1.4).
//!
//! With the trees' matrix H = U^T D^-1 U and the contacts' W, (H + W W^T)^-1 needs a factor of the
//! small matrix I + W^T H^-1 W alone. A column of W is nonzero in two trees at most, and so is one
//! of V = D U^-T W, with which W^T H^-1 W = V^T D^-1 V. The columns of one tree go through its
//! factor side by side, one in each lane.
//!
//! What the contacts push before the step is W c. So (H + W W^T) x = b + W c is solved as
//! H x = b + W w, with (I + W^T H^-1 W) w = c - W^T H^-1 b: W w is what they push after a full
//! step. W c never meets H^-1, which would make of it large numbers that cancel.
//!
//! From iteration to iteration few rows flip. What a tree's columns have become is kept as long as
//! neither its factor nor one of them changes, and the small matrix' factor as long as none does.

use super::contact::Contact;
use super::small_matrix::{STRIP, SmallMatrix, total};
use crate::dynamics::data::TreeData;
use crate::dynamics::tree::Tree;
use crate::math::lane::{Kernel, Lane, MAX_LANES};
use crate::model::ROOT_DOFS;
use std::marker::PhantomData;
use std::ops::Range;

/// A coupling that is weaker than this part of the normal's own stiffness is rounding.
const ROUNDING: f64 = 1e-12;

/// Groups of columns whose sums are made at once: one sum alone waits for each of its additions.
const SIDE_BY_SIDE: usize = 4;

/// Columns of a tree that there is memory for from the start.
const COLUMNS: usize = 32;

/// Columns of W, and the small matrix. A register holds as many columns as it would hold trees;
/// sums over columns are alike in the narrow and in the full width of a level (`total`).
pub struct LowRank<D: Lane> {
    /// The parts of the columns, tree by tree, of all islands.
    trees: Vec<TreeColumns<D>>,
    /// Where those of the island in hand begin.
    first: usize,
    /// What the islands solve, each at the place of its first tree.
    systems: Vec<System<D>>,
    /// The part of each of a tree's columns in its right side.
    weight: Vec<D>,
}

/// What the contacts of an island couple.
struct System<D: Lane> {
    /// What each column is, over the normal and the tangents of its contact.
    weights: Vec<Weight>,
    small: SmallMatrix<D::Few>,
    /// Is all of that to be made anew?
    is_stale: bool,
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
    /// Which columns, in ascending order.
    columns: Vec<usize>,
    /// As many columns as there are lanes side by side, one number for each dof; then the next. At
    /// first W, then V.
    values: Vec<D>,
    /// The tree's part of W^T H^-1 W, group by group: each column so far with all of the group's,
    /// [`padded`].
    products: Vec<D>,
    /// Is all of that to be made anew?
    is_stale: bool,
}

impl<D: Lane> LowRank<D> {
    /// Memory for so many trees of up to `nv` degrees of freedom, and a few contacts; a pile of
    /// robots makes it grow.
    pub fn with_capacity(trees: usize, nv: usize) -> Self {
        Self {
            trees: (0..trees).map(|_| TreeColumns::with_capacity(COLUMNS, nv)).collect(),
            first: 0,
            systems: (0..trees).map(|_| System::with_capacity(COLUMNS)).collect(),
            weight: Vec::with_capacity(COLUMNS / D::LANES),
        }
    }

    /// Turns to the island whose trees begin at `first` among those of all islands; `stale` says
    /// of which the factor has changed.
    #[inline(always)]
    pub fn turn_to(&mut self, first: usize, stale: impl ExactSizeIterator<Item = bool>) {
        self.first = first;
        while self.trees.len() < first + stale.len() {
            self.trees.push(TreeColumns::with_capacity(0, 0));
            self.systems.push(System::with_capacity(0));
        }
        let system = &mut self.systems[first];
        system.is_stale = false;
        for (tree, is_stale) in self.trees[first..].iter_mut().zip(stale) {
            tree.is_stale = is_stale;
            system.is_stale |= is_stale;
        }
    }

    /// The columns of a contact between these trees of the island have changed.
    #[inline(always)]
    pub fn forget(&mut self, trees: [usize; 2]) {
        for tree in trees {
            self.trees[self.first + tree].is_stale = true;
        }
        self.systems[self.first].is_stale = true;
    }

    /// Is there a column that has changed? If so, forgets which there are, in so many trees.
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

    /// Begins with what these contacts push now: to be called when all columns are there, before
    /// the trees are [`reduce`](Self::reduce)d.
    #[inline(always)]
    pub fn begin(&mut self, contacts: &[Contact]) {
        let System { weights, small, .. } = &mut self.systems[self.first];
        small.reset_right(weights.len());
        for contact in contacts {
            for column in contact.low_rank.clone() {
                let Weight { normal, row, along } = weights[column];
                let residual = &contact.rows.residual;
                let push = -(normal * residual[0].0 + along * residual[row].0);
                small.add_right(column, push);
            }
        }
    }

    /// Takes a lane's factor and half-solved right side, of the island's tree `index`.
    #[inline(always)]
    pub fn reduce<L: Lane>(&mut self, index: usize, tree: &Tree, d: &TreeData<L>, lane: usize) {
        let part = &mut self.trees[self.first + index];
        if part.is_stale {
            L::run(Reduce { tree, d, lane, columns: PhantomData }, part);
        }
        let small = &mut self.systems[self.first].small;
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

    /// Puts the small matrix together, if it has changed: to be called when so many trees are
    /// [`reduce`](Self::reduce)d. Column by column, in which rows of the upper triangle come first,
    /// so that no entry has to be asked whether it is in it.
    #[inline(always)]
    pub fn assemble(&mut self, trees: usize) {
        let System { weights, small, is_stale } = &mut self.systems[self.first];
        if !*is_stale {
            return;
        }
        small.reset(weights.len());
        for TreeColumns { columns, products, .. } in &self.trees[self.first..][..trees] {
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

    /// Corrects a lane's half-solved right side by what the contacts couple.
    #[inline(always)]
    pub fn correct<L: Lane>(&mut self, index: usize, d: &mut TreeData<L>, lane: usize) {
        let TreeColumns { columns, values, .. } = &self.trees[self.first + index];
        if columns.is_empty() {
            return;
        }
        let small = &self.systems[self.first].small;
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

/// Takes the columns of a tree through its factor, in a function of its own: the compiler deals out
/// registers for these loops alone.
struct Reduce<'a, L: Lane, D> {
    tree: &'a Tree,
    d: &'a TreeData<L>,
    lane: usize,
    columns: PhantomData<D>,
}

impl<L: Lane, D: Lane> Kernel for Reduce<'_, L, D> {
    type Data = TreeColumns<D>;
    type Output = ();

    #[inline(always)]
    fn run(self, part: &mut TreeColumns<D>) {
        let Self { tree, d, lane, .. } = self;
        let TreeColumns { columns, values, products, .. } = part;
        let nv = tree.nv;
        if columns.is_empty() {
            values.clear();
        }
        products.clear();
        for values in values.chunks_mut(2 * nv) {
            if values.len() > nv {
                solve_columns::<L, D, 2>(tree, d, lane, values);
            } else {
                solve_columns::<L, D, 1>(tree, d, lane, values);
            }
        }
        let diagonal = (&*d.inverse_diagonal, lane);
        for (group, own) in values.chunks_exact(nv).enumerate() {
            let rows = columns.len().min((group + 1) * D::LANES);
            for first in (0..rows).step_by(STRIP) {
                let values = &values[first / D::LANES * nv..];
                // The first of these lanes is a constant in each arm, and so are all of them.
                match (rows - first, first % D::LANES) {
                    (rows, _) if D::LANES < 4 => products.extend(
                        (0..rows.min(STRIP)).map(|k| dots::<L, D, 1>(values, own, diagonal, k)[0]),
                    ),
                    (1..=4, 0) => products.extend(dots::<L, D, 4>(values, own, diagonal, 0)),
                    (1..=4, _) => products.extend(dots::<L, D, 4>(values, own, diagonal, STRIP)),
                    (_, 0) => products.extend(dots::<L, D, STRIP>(values, own, diagonal, 0)),
                    _ => products.extend(dots::<L, D, STRIP>(values, own, diagonal, STRIP)),
                }
            }
        }
    }
}

/// Factorizes the small matrix, for the same reason.
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
        }
    }
}

impl<D: Lane> TreeColumns<D> {
    fn with_capacity(columns: usize, nv: usize) -> Self {
        let groups = columns.div_ceil(D::LANES);
        Self {
            columns: Vec::with_capacity(columns),
            values: Vec::with_capacity(groups * nv),
            products: Vec::with_capacity(groups * columns),
            is_stale: true,
        }
    }

    /// The numbers that a column is one of, all zero in its lane, and that lane.
    #[inline(always)]
    fn begin(&mut self, column: usize, size: usize) -> (&mut [D], usize) {
        let lane = self.columns.len() % D::LANES;
        if self.columns.is_empty() {
            self.values.clear();
        }
        if lane == 0 {
            self.values.resize(self.values.len() + size, D::zero());
        }
        self.columns.push(column);
        let start = self.values.len() - size;
        (&mut self.values[start..], lane)
    }
}

/// How many products a group has with so many columns: what is computed side by side is kept.
#[inline(always)]
const fn padded<D: Lane>(columns: usize) -> usize {
    if D::LANES < 4 { columns } else { columns.next_multiple_of(4) }
}

/// `x` becomes D U^-T x, of `N` groups of columns with one lane's factor.
#[inline(always)]
fn solve_columns<L: Lane, D: Lane, const N: usize>(
    tree: &Tree,
    d: &TreeData<L>,
    lane: usize,
    x: &mut [D],
) {
    let nv = tree.nv;
    let (rows, inverse_diagonal) = (&*d.factor, &*d.inverse_diagonal);
    let mut root = [[D::zero(); ROOT_DOFS]; N];
    for n in 0..N {
        root[n].copy_from_slice(&x[n * nv..][..ROOT_DOFS]);
    }
    for dof in (ROOT_DOFS..nv).rev() {
        let (base, row) = rows[tree.row_range(dof)].split_at(ROOT_DOFS);
        let inverse = D::splat(inverse_diagonal[dof].lane(lane));
        let mut value = [D::zero(); N];
        for n in 0..N {
            value[n] = x[n * nv + dof] * inverse;
        }
        for k in 0..ROOT_DOFS {
            let u = D::splat(base[k].lane(lane));
            for n in 0..N {
                root[n][k] = u.neg_mul_add(value[n], root[n][k]);
            }
        }
        let hinges = &tree.ancestors[dof][ROOT_DOFS..tree.depth(dof)];
        for (&ancestor, u) in hinges.iter().zip(row) {
            let u = D::splat(u.lane(lane));
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
        let inverse = D::splat(inverse_diagonal[dof].lane(lane));
        for n in 0..N {
            let value = root[n][dof] * inverse;
            x[n * nv + dof] = root[n][dof];
            for k in 0..dof {
                let u = D::splat(rows[tree.row[dof] + k].lane(lane));
                root[n][k] = u.neg_mul_add(value, root[n][k]);
            }
        }
    }
}

/// Dot products of up to [`SIDE_BY_SIDE`] groups of columns with a lane's right side.
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

/// Adds weighted columns of a tree, which are `N` groups or any number if that is zero, to a lane's
/// right side, and sets its correction to them.
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

/// Dot products of `N` columns, from the `k`th on, with all `own` columns of one group, each dof
/// over a lane's diagonal of D.
#[inline(always)]
fn dots<L: Lane, D: Lane, const N: usize>(
    values: &[D],
    own: &[D],
    (inverse_diagonal, lane): (&[L], usize),
    k: usize,
) -> [D; N] {
    let mut sums = [D::zero(); N];
    for (dof, (own_values, inverse)) in own.iter().zip(inverse_diagonal).enumerate() {
        let scaled = *own_values * D::splat(inverse.lane(lane));
        for (n, sum) in sums.iter_mut().enumerate() {
            let value = &values[(k + n) / D::LANES * own.len() + dof];
            *sum = D::splat(value.lane((k + n) % D::LANES)).mul_add(scaled, *sum);
        }
    }
    sums
}
