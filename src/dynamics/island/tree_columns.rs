//! One tree's part of the columns of an island's contacts, which are solved with its factor side by
//! side, and their products, which couple them; see [`low_rank`](super::low_rank).

use super::small_matrix::STRIP;
use crate::dynamics::data::TreeData;
use crate::dynamics::tree::Tree;
use crate::math::lane::{Kernel, Lane};
use crate::model::ROOT_DOFS;
use std::marker::PhantomData;

/// The part of the columns in one tree.
#[derive(Debug)]
pub(super) struct TreeColumns<D: Lane> {
    /// Which columns, in ascending order.
    pub columns: Vec<usize>,
    /// Groups of as many columns as there are lanes, side by side, one number for each dof; group
    /// after group. First W, then V.
    pub values: Vec<D>,
    /// The tree's part of W^T H^-1 W, group by group: the products of each column up to and
    /// including the group's with all of the group's, [`padded`].
    pub products: Vec<D>,
    /// Whether all of that must be computed anew.
    pub is_stale: bool,
}

impl<D: Lane> TreeColumns<D> {
    /// Memory for this many columns of `nv` numbers.
    pub fn with_capacity(columns: usize, nv: usize) -> Self {
        let groups = columns.div_ceil(D::LANES);
        Self {
            columns: Vec::with_capacity(columns),
            values: Vec::with_capacity(groups * nv),
            products: Vec::with_capacity(groups * columns),
            is_stale: true,
        }
    }

    /// Begins a column; returns the numbers of its group, all zero in the column's lane, and that
    /// lane.
    #[inline(always)]
    pub fn begin(&mut self, column: usize, size: usize) -> (&mut [D], usize) {
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

/// Solves the columns of a tree with its factor, in a function of its own, so that the compiler
/// allocates registers for these loops alone.
pub(super) struct Reduce<'a, L: Lane, D> {
    pub tree: &'a Tree,
    pub d: &'a TreeData<L>,
    pub lane: usize,
    /// Whether the products are needed.
    pub has_products: bool,
    pub columns: PhantomData<D>,
}

impl<L: Lane, D: Lane> Kernel for Reduce<'_, L, D> {
    type Data = TreeColumns<D>;
    type Output = ();

    #[inline(always)]
    fn run(self, part: &mut TreeColumns<D>) {
        let Self { tree, d, lane, has_products, .. } = self;
        let TreeColumns { columns, values, products, .. } = part;
        let nv = tree.nv;
        if columns.is_empty() {
            values.clear();
        }
        for values in values.chunks_mut(2 * nv) {
            if values.len() > nv {
                solve_columns::<L, D, 2>(tree, d, lane, values);
            } else {
                solve_columns::<L, D, 1>(tree, d, lane, values);
            }
        }
        if !has_products {
            return;
        }
        let diagonal = (&*d.inverse_diagonal, lane);
        let groups = values.chunks_exact(nv);
        let rows_of = |group: usize| columns.len().min((group + 1) * D::LANES);
        let count = (0..groups.len()).map(|group| padded::<D>(rows_of(group))).sum();
        // All that are left from before are written anew.
        products.resize(count, D::zero());
        let mut rest = &mut products[..];
        for (group, own) in groups.enumerate() {
            let (products, others) = rest.split_at_mut(padded::<D>(rows_of(group)));
            rest = others;
            for (first, out) in (0..).step_by(STRIP).zip(products.chunks_mut(STRIP)) {
                let values = &values[first / D::LANES * nv..];
                // The first lane is a constant in each arm, so all lanes are.
                match (out.len(), first % D::LANES) {
                    (STRIP, 0) => dots::<L, D, STRIP>(values, own, diagonal, 0, out),
                    (STRIP, _) => dots::<L, D, STRIP>(values, own, diagonal, STRIP, out),
                    (4, 0) => dots::<L, D, 4>(values, own, diagonal, 0, out),
                    (4, _) => dots::<L, D, 4>(values, own, diagonal, STRIP, out),
                    _ => {
                        for (k, out) in out.chunks_exact_mut(1).enumerate() {
                            dots::<L, D, 1>(values, own, diagonal, k, out);
                        }
                    }
                }
            }
        }
    }
}

/// Number of products of a group for this many columns. Products computed side by side are all
/// kept.
#[inline(always)]
pub(super) const fn padded<D: Lane>(columns: usize) -> usize {
    if D::LANES < 4 { columns } else { columns.next_multiple_of(4) }
}

/// Replaces `x` by D U^-T x, for `N` groups of columns and one lane's factor.
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
        let (base, row) = rows[tree.row[dof]..].split_at(ROOT_DOFS);
        // The sign goes to the value, which all columns share, and not to each entry of the row.
        let inverse = D::splat(-inverse_diagonal[dof].lane(lane));
        let mut value = [D::zero(); N];
        for n in 0..N {
            value[n] = x[n * nv + dof] * inverse;
        }
        for k in 0..ROOT_DOFS {
            let u = D::splat(base[k].lane(lane));
            for n in 0..N {
                root[n][k] = u.mul_add(value[n], root[n][k]);
            }
        }
        let hinges = tree.hinges_above(dof);
        for (&ancestor, u) in hinges.iter().zip(&row[..hinges.len()]) {
            let u = D::splat(u.lane(lane));
            for n in 0..N {
                x[n * nv + ancestor] = u.mul_add(value[n], x[n * nv + ancestor]);
            }
        }
        for column in d.fill.columns_of(dof) {
            let u = D::splat(d.fill.entry(dof, column).lane(lane));
            for n in 0..N {
                x[n * nv + column] = u.mul_add(value[n], x[n * nv + column]);
            }
        }
    }
    for dof in (0..ROOT_DOFS).rev() {
        let inverse = D::splat(-inverse_diagonal[dof].lane(lane));
        for n in 0..N {
            let value = root[n][dof] * inverse;
            x[n * nv + dof] = root[n][dof];
            for k in 0..dof {
                let u = D::splat(rows[tree.row[dof] + k].lane(lane));
                root[n][k] = u.mul_add(value, root[n][k]);
            }
        }
    }
}

/// Writes the dot products of `N` columns, starting at the `k`th, with all `own` columns of one
/// group; each dof is divided by its entry in a lane's diagonal D.
#[inline(always)]
fn dots<L: Lane, D: Lane, const N: usize>(
    values: &[D],
    own: &[D],
    (inverse_diagonal, lane): (&[L], usize),
    k: usize,
    out: &mut [D],
) {
    let mut sums = [D::zero(); N];
    for (dof, (own_values, inverse)) in own.iter().zip(inverse_diagonal).enumerate() {
        let scaled = *own_values * D::splat(inverse.lane(lane));
        for (n, sum) in sums.iter_mut().enumerate() {
            let value = &values[(k + n) / D::LANES * own.len() + dof];
            *sum = D::splat(value.lane((k + n) % D::LANES)).mul_add(scaled, *sum);
        }
    }
    out.copy_from_slice(&sums);
}
