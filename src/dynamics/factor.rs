//! Factorization in tree order: H = L^T D L without fill-in (Featherstone 2008, section 6.5).
//!
//! Every row begins with the root's six columns. What rows do to the root is summed up in
//! registers; memory is touched only for the hinges' part.

use super::tree::Tree;
use crate::math::lane::Lane;
use crate::model::ROOT_DOFS;

/// The lower triangle of the root's block.
const ROOT_ENTRIES: usize = ROOT_DOFS * (ROOT_DOFS + 1) / 2;

/// Replaces the compact rows of H by those of L (unit diagonal implied) and the inverse of D.
#[inline(always)]
pub fn factorize<L: Lane>(tree: &Tree, rows: &mut [L], inverse_diagonal: &mut [L]) {
    let mut root: [L; ROOT_ENTRIES] = first(rows);
    for dof in (ROOT_DOFS..tree.nv).rev() {
        let hinges = &tree.ancestors[dof][ROOT_DOFS..];
        let last = hinges.len() - 1;
        // Rows of ancestors lie before this one.
        let (before, row) = rows.split_at_mut(tree.row[dof]);
        let (base, row) = row.split_at_mut(ROOT_DOFS);
        let row = &mut row[..=last];
        let inverse = L::one() / row[last];
        inverse_diagonal[dof] = inverse;
        let base_values: [L; ROOT_DOFS] = first(base);
        for (a, &ancestor) in hinges[..last].iter().enumerate().rev() {
            let factor = row[a] * inverse;
            let target = &mut before[tree.row[ancestor]..][..ROOT_DOFS + a + 1];
            let (target_base, target) = target.split_at_mut(ROOT_DOFS);
            for (t, &b) in target_base.iter_mut().zip(&base_values) {
                *t = factor.neg_mul_add(b, *t);
            }
            for (t, &r) in target.iter_mut().zip(row[..=a].iter()) {
                *t = factor.neg_mul_add(r, *t);
            }
            row[a] = factor;
        }
        for a in 0..ROOT_DOFS {
            let factor = base_values[a] * inverse;
            for (b, &value) in base_values[..=a].iter().enumerate() {
                let entry = &mut root[a * (a + 1) / 2 + b];
                *entry = factor.neg_mul_add(value, *entry);
            }
            base[a] = factor;
        }
    }
    factorize_root(&mut root, inverse_diagonal);
    rows[..ROOT_ENTRIES].copy_from_slice(&root);
}

#[inline(always)]
fn factorize_root<L: Lane>(root: &mut [L; ROOT_ENTRIES], inverse_diagonal: &mut [L]) {
    for dof in (0..ROOT_DOFS).rev() {
        let start = dof * (dof + 1) / 2;
        let inverse = L::one() / root[start + dof];
        inverse_diagonal[dof] = inverse;
        for a in (0..dof).rev() {
            let factor = root[start + a] * inverse;
            for b in 0..=a {
                let entry = a * (a + 1) / 2 + b;
                root[entry] = factor.neg_mul_add(root[start + b], root[entry]);
            }
            root[start + a] = factor;
        }
    }
}

/// Solves L^T D L x = b in place.
#[inline(always)]
pub fn solve<L: Lane>(tree: &Tree, rows: &[L], inverse_diagonal: &[L], x: &mut [L]) {
    let mut root: [L; ROOT_DOFS] = first(x);
    for dof in (ROOT_DOFS..tree.nv).rev() {
        let value = x[dof];
        let (base, row) = rows[tree.row_range(dof)].split_at(ROOT_DOFS);
        for (x, &l) in root.iter_mut().zip(base) {
            *x = l.neg_mul_add(value, *x);
        }
        let hinges = &tree.ancestors[dof][ROOT_DOFS..];
        for (&ancestor, &l) in hinges[..hinges.len() - 1].iter().zip(row) {
            x[ancestor] = l.neg_mul_add(value, x[ancestor]);
        }
    }
    solve_root(rows, inverse_diagonal, &mut root);
    x[..ROOT_DOFS].copy_from_slice(&root);
    for dof in ROOT_DOFS..tree.nv {
        let (base, row) = rows[tree.row_range(dof)].split_at(ROOT_DOFS);
        let mut value = x[dof] * inverse_diagonal[dof];
        for (&x, &l) in root.iter().zip(base) {
            value = l.neg_mul_add(x, value);
        }
        let hinges = &tree.ancestors[dof][ROOT_DOFS..];
        for (&ancestor, &l) in hinges[..hinges.len() - 1].iter().zip(row) {
            value = l.neg_mul_add(x[ancestor], value);
        }
        x[dof] = value;
    }
}

#[inline(always)]
fn solve_root<L: Lane>(rows: &[L], inverse_diagonal: &[L], x: &mut [L; ROOT_DOFS]) {
    for dof in (0..ROOT_DOFS).rev() {
        let value = x[dof];
        for a in 0..dof {
            x[a] = rows[dof * (dof + 1) / 2 + a].neg_mul_add(value, x[a]);
        }
    }
    for dof in 0..ROOT_DOFS {
        let mut value = x[dof] * inverse_diagonal[dof];
        for a in 0..dof {
            value = rows[dof * (dof + 1) / 2 + a].neg_mul_add(x[a], value);
        }
        x[dof] = value;
    }
}

/// `y = M x` for a symmetric matrix in compact rows.
#[inline(always)]
pub fn multiply<L: Lane>(tree: &Tree, rows: &[L], x: &[L], y: &mut [L]) {
    let base_x: [L; ROOT_DOFS] = first(x);
    let mut base_y = multiply_root(rows, &base_x);
    for dof in ROOT_DOFS..tree.nv {
        let (base, row) = rows[tree.row_range(dof)].split_at(ROOT_DOFS);
        let value = x[dof];
        let (diagonal, row) = match row.split_last() {
            Some((&diagonal, row)) => (diagonal, row),
            None => continue,
        };
        let mut sum = diagonal * value;
        for ((y, &m), &x) in base_y.iter_mut().zip(base).zip(&base_x) {
            sum = m.mul_add(x, sum);
            *y = m.mul_add(value, *y);
        }
        for (&ancestor, &m) in tree.ancestors[dof][ROOT_DOFS..].iter().zip(row) {
            sum = m.mul_add(x[ancestor], sum);
            y[ancestor] = m.mul_add(value, y[ancestor]);
        }
        y[dof] = sum;
    }
    y[..ROOT_DOFS].copy_from_slice(&base_y);
}

#[inline(always)]
fn multiply_root<L: Lane>(rows: &[L], x: &[L; ROOT_DOFS]) -> [L; ROOT_DOFS] {
    let mut y = [L::zero(); ROOT_DOFS];
    for dof in 0..ROOT_DOFS {
        let start = dof * (dof + 1) / 2;
        let mut sum = rows[start + dof] * x[dof];
        for a in 0..dof {
            sum = rows[start + a].mul_add(x[a], sum);
            y[a] = rows[start + a].mul_add(x[dof], y[a]);
        }
        y[dof] = sum;
    }
    y
}

/// The first values as an array, to be kept in registers.
#[inline(always)]
fn first<L: Lane, const N: usize>(values: &[L]) -> [L; N] {
    let mut array = [L::zero(); N];
    array.copy_from_slice(&values[..N]);
    array
}
