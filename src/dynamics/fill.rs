//! Entries of the matrix between branches of a tree: those caused by contacts of the tree with
//! itself, and the fill-in that the factorization adds to them.
//!
//! A row's entries within the tree's sparsity stay where they are; its other columns are stored
//! here. If a column is among these, so are all of the column's ancestors that the row does not
//! hang from.

use super::tree::{MAX_DOFS, Tree};
use crate::math::lane::Lane;

/// Columns outside of the tree's sparsity.
#[derive(Clone, Debug)]
pub struct Fill<L: Lane> {
    /// For each row, its columns; bits.
    columns: Vec<u64>,
    /// For each column, the later rows that have it; bits.
    holders: Vec<u64>,
    /// Rows that have any of these columns; bits.
    rows: u64,
    /// Lower triangle by rows, in which only the entries listed in `columns` are valid.
    values: Vec<L>,
}

#[inline(always)]
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < MAX_DOFS).then_some(bit)
    })
}

/// Like `bits`, from the highest bit to the lowest.
#[inline(always)]
fn bits_from_behind(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.checked_ilog2()?;
        set ^= 1 << bit;
        Some(bit as usize)
    })
}

/// All bits below this one.
#[inline(always)]
fn below(bit: usize) -> u64 {
    if bit < MAX_DOFS { (1 << bit) - 1 } else { u64::MAX }
}

#[inline(always)]
fn at(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

impl<L: Lane> Fill<L> {
    /// Memory for a tree.
    pub fn new(tree: &Tree) -> Self {
        let nv = if tree.nv <= MAX_DOFS { tree.nv } else { 0 };
        Self {
            columns: vec![0; nv],
            holders: vec![0; nv],
            rows: 0,
            values: vec![L::zero(); nv * (nv + 1) / 2],
        }
    }

    /// Forgets all columns.
    #[inline(always)]
    pub fn clear(&mut self) {
        if !self.is_empty() {
            self.columns.fill(0);
            self.holders.fill(0);
            self.rows = 0;
        }
    }

    /// Adds columns for entries between all dofs of two branches.
    #[inline(always)]
    pub fn couple(&mut self, first: &[usize], second: &[usize]) {
        let columns = first.iter().fold(0, |set, dof| set | 1 << dof);
        for &dof in second {
            self.columns[dof] |= columns;
        }
    }

    /// Adds the columns that the factorization fills in, and zeroes all entries.
    #[inline(always)]
    pub fn complete(&mut self, tree: &Tree) {
        for row in (0..tree.nv).rev() {
            let own = self.columns[row];
            if own == 0 {
                continue;
            }
            self.rows |= 1 << row;
            let all = own | tree.chains[row];
            for column in bits(all) {
                self.columns[column] |= all & below(column) & !tree.chains[column];
            }
            for column in bits(own) {
                self.holders[column] |= 1 << row;
                self.values[at(row, column)] = L::zero();
            }
        }
    }

    /// Columns outside of the tree's sparsity in which a row has an entry.
    #[inline(always)]
    pub fn columns_of(&self, row: usize) -> impl Iterator<Item = usize> {
        bits(self.columns.get(row).copied().unwrap_or_default())
    }

    /// One of these entries.
    #[inline(always)]
    pub fn entry(&self, row: usize, column: usize) -> &L {
        &self.values[at(row, column)]
    }

    /// The entry of a row that was coupled with this column.
    #[inline(always)]
    pub fn entry_mut(&mut self, row: usize, column: usize) -> &mut L {
        &mut self.values[at(row, column)]
    }

    /// Subtracts from a row what eliminating the later rows that have fill-in contributes to it.
    #[inline(always)]
    pub fn eliminate(&mut self, tree: &Tree, rows: &mut [L], inverse_diagonal: &[L], dof: usize) {
        let own = self.columns[dof];
        // Rows that hang from the dof take part where they share columns outside of the sparsity.
        let hanging = if own == 0 { 0 } else { self.rows & below(tree.subtree_end[dof]) };
        let holders = self.holders[dof];
        for row in bits_from_behind((hanging & !below(dof + 1)) | holders) {
            let columns = self.columns[row];
            let factor = if holders >> row & 1 == 1 {
                let factor = self.values[at(row, dof)] * inverse_diagonal[row];
                self.eliminate_tree(tree, rows, row, dof, factor);
                factor
            } else if columns & own != 0 {
                rows[tree.row[row] + tree.depth(dof)] * inverse_diagonal[row]
            } else {
                continue;
            };
            for column in bits(columns & own) {
                let value = self.values[at(row, column)];
                let entry = &mut self.values[at(dof, column)];
                *entry = factor.neg_mul_add(value, *entry);
            }
        }
    }

    /// The part within the tree's sparsity: first in the columns that both rows hang from, then in
    /// those of the dof's own branch.
    #[inline(always)]
    fn eliminate_tree(&self, tree: &Tree, rows: &mut [L], row: usize, dof: usize, factor: L) {
        let shared = (tree.chains[row] & tree.chains[dof]).count_ones() as usize;
        let chain = tree.columns_of(dof);
        let (before, from) = rows.split_at_mut(tree.row[row]);
        let target = &mut before[tree.row[dof]..][..chain.len()];
        let (common, branch) = target.split_at_mut(shared);
        for (entry, &value) in common.iter_mut().zip(&*from) {
            *entry = factor.neg_mul_add(value, *entry);
        }
        for (entry, &column) in branch.iter_mut().zip(&chain[shared..]) {
            *entry = factor.neg_mul_add(self.values[at(row, column)], *entry);
        }
    }

    /// Subtracts the contributions of later rows from a row's value, on the way from the leaves to
    /// the root.
    #[inline(always)]
    pub fn solve_down(&self, dof: usize, value: L, scaled: &[L]) -> L {
        let mut value = value;
        for row in bits_from_behind(self.holders[dof]) {
            value = self.values[at(row, dof)].neg_mul_add(scaled[row], value);
        }
        value
    }

    /// Subtracts the contributions of `x` from a row's value, on the way from the root to the
    /// leaves.
    #[inline(always)]
    pub fn solve_up(&self, row: usize, value: L, x: &[L]) -> L {
        let mut value = value;
        for column in bits(self.columns[row]) {
            value = self.values[at(row, column)].neg_mul_add(x[column], value);
        }
        value
    }

    /// Whether there is no entry outside of the tree's sparsity.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }
}
