//! Factorization in tree order: H = L^T D L without fill-in (Featherstone 2008, section 6.5).

use super::tree::Tree;
use crate::math::lane::Lane;

/// Replaces the compact rows of H by those of L (unit diagonal implied) and the inverse of D.
#[inline(always)]
pub fn factorize<L: Lane>(tree: &Tree, rows: &mut [L], inverse_diagonal: &mut [L]) {
    for dof in (0..tree.nv).rev() {
        let chain = &tree.ancestors[dof];
        let last = chain.len() - 1;
        let start = tree.row[dof];
        // Rows of ancestors lie before this one.
        let (before, row) = rows.split_at_mut(start);
        let row = &mut row[..=last];
        let inverse = L::one() / row[last];
        inverse_diagonal[dof] = inverse;
        for (a, &ancestor) in chain[..last].iter().enumerate().rev() {
            let factor = row[a] * inverse;
            let target = &mut before[tree.row[ancestor]..][..=a];
            for (t, &r) in target.iter_mut().zip(row[..=a].iter()) {
                *t = factor.neg_mul_add(r, *t);
            }
            row[a] = factor;
        }
    }
}

/// Solves L^T D L x = b in place.
#[inline(always)]
pub fn solve<L: Lane>(tree: &Tree, rows: &[L], inverse_diagonal: &[L], x: &mut [L]) {
    for dof in (0..tree.nv).rev() {
        let value = x[dof];
        let row = &rows[tree.row_range(dof)];
        for (&ancestor, &l) in tree.ancestors[dof].iter().zip(row).take(row.len() - 1) {
            x[ancestor] = l.neg_mul_add(value, x[ancestor]);
        }
    }
    for dof in 0..tree.nv {
        let row = &rows[tree.row_range(dof)];
        let mut value = x[dof] * inverse_diagonal[dof];
        for (&ancestor, &l) in tree.ancestors[dof].iter().zip(row).take(row.len() - 1) {
            value = l.neg_mul_add(x[ancestor], value);
        }
        x[dof] = value;
    }
}

/// `y = M x` for a symmetric matrix in compact rows.
#[inline(always)]
pub fn multiply<L: Lane>(tree: &Tree, rows: &[L], x: &[L], y: &mut [L]) {
    for dof in 0..tree.nv {
        let row = &rows[tree.row_range(dof)];
        let last = row.len() - 1;
        let value = x[dof];
        let mut sum = row[last] * value;
        for (&ancestor, &m) in tree.ancestors[dof][..last].iter().zip(row) {
            sum = m.mul_add(x[ancestor], sum);
            y[ancestor] = m.mul_add(value, y[ancestor]);
        }
        y[dof] = sum;
    }
}
