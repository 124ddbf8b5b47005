//! Factorization in tree order: H = U^T D^-1 U without fill-in, except that of a tree's contacts
//! with itself (Featherstone 2008, section 6.5).
//!
//! A row has entries in its ancestors' columns, root first, so it begins with the columns of each
//! of its ancestors. Rows are computed from the leaves to the root, each in one pass from the rows
//! of the dofs that hang from it. As the compiler knows its length, a row stays in registers.

use super::fill::Fill;
use super::tree::Tree;
use crate::math::lane::{Kernel, Lane};
use crate::model::ROOT_DOFS;
use std::marker::PhantomData;

/// The lower triangle of the root's block.
pub(super) const ROOT_ENTRIES: usize = ROOT_DOFS * (ROOT_DOFS + 1) / 2;

/// Calls a function with the length of a row as a constant; evaluates `$long` for other lengths.
macro_rules! with_row_length {
    ($length:expr, $function:ident($($argument:expr),*), $long:expr) => {
        match $length {
            7 => $function::<L, 7>($($argument),*),
            8 => $function::<L, 8>($($argument),*),
            9 => $function::<L, 9>($($argument),*),
            10 => $function::<L, 10>($($argument),*),
            11 => $function::<L, 11>($($argument),*),
            12 => $function::<L, 12>($($argument),*),
            13 => $function::<L, 13>($($argument),*),
            14 => $function::<L, 14>($($argument),*),
            _ => $long,
        }
    };
}

/// The matrix to factorize: the mass matrix, with additions to some rows and to the diagonal.
#[derive(Clone, Copy)]
pub struct Matrix<'a, L> {
    /// Compact rows of the mass matrix.
    pub mass: &'a [L],
    /// The same, plus what contacts with the ground add.
    pub ground: &'a [L],
    /// What is added to the diagonal; nothing for the root.
    pub diagonal: &'a [L],
    /// Where each row is stored; all of the root's rows are where its first one is.
    pub places: &'a [Place],
}

/// Where a row of the matrix is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the mass matrix.
    Mass,
    /// In the matrix with the contacts with the ground.
    Ground,
    /// Where the factor will be written.
    Factor,
}

impl Place {
    /// The matrix that has the row; `None` if it is where the factor will be written.
    #[inline(always)]
    pub fn source<'a, L>(self, mass: &'a [L], ground: &'a [L]) -> Option<&'a [L]> {
        match self {
            Self::Mass => Some(mass),
            Self::Ground => Some(ground),
            Self::Factor => None,
        }
    }
}

impl<'a, L> Matrix<'a, L> {
    /// See [`Place::source`].
    #[inline(always)]
    fn source(&self, dof: usize) -> Option<&'a [L]> {
        self.places[dof].source(self.mass, self.ground)
    }
}

/// Computes the compact rows of U, and the inverse of D, its diagonal; in a function of its own, so
/// that the compiler allocates registers for these loops alone.
#[inline(always)]
pub fn factorize<L: Lane>(
    tree: &Tree,
    matrix: Matrix<'_, L>,
    rows: &mut [L],
    inverse_diagonal: &mut [L],
    fill: &mut Fill<L>,
) {
    L::run(Factorize { tree, matrix, data: PhantomData }, &mut (rows, inverse_diagonal, fill));
}

struct Factorize<'a, 'b, L> {
    tree: &'a Tree,
    matrix: Matrix<'a, L>,
    data: PhantomData<&'b ()>,
}

impl<'b, L: Lane> Kernel for Factorize<'_, 'b, L> {
    type Data = (&'b mut [L], &'b mut [L], &'b mut Fill<L>);
    type Output = ();

    #[inline(always)]
    fn run(self, (rows, inverse_diagonal, fill): &mut Self::Data) {
        let Self { tree, matrix, .. } = self;
        for dof in (ROOT_DOFS..tree.nv).rev() {
            let length = tree.row_range(dof).len();
            with_row_length!(
                length,
                eliminate(tree, matrix, rows, inverse_diagonal, dof),
                eliminate_long(tree, matrix, rows, inverse_diagonal, dof)
            );
            if !fill.is_empty() {
                fill.eliminate(tree, rows, inverse_diagonal, dof);
            }
            inverse_diagonal[dof] = L::one() / rows[tree.row[dof] + length - 1];
        }
        factorize_root(tree, matrix, rows, inverse_diagonal);
    }
}

/// Computes a row by subtracting what eliminating all rows that hang from it contributes.
#[inline(always)]
fn eliminate<L: Lane, const N: usize>(
    tree: &Tree,
    matrix: Matrix<'_, L>,
    rows: &mut [L],
    inverse_diagonal: &[L],
    dof: usize,
) {
    let start = tree.row[dof];
    let (row, behind) = rows[start..].split_at_mut(N);
    let source = match matrix.source(dof) {
        Some(source) => &source[start..],
        None => row,
    };
    let mut sums: [L; N] = first(source);
    sums[N - 1] += matrix.diagonal[dof];
    for other in dof + 1..tree.subtree_end[dof] {
        let values = &behind[tree.row[other] - start - N..][..N];
        let factor = values[N - 1] * inverse_diagonal[other];
        for k in 0..N {
            sums[k] = factor.neg_mul_add(values[k], sums[k]);
        }
    }
    row.copy_from_slice(&sums);
}

/// The same for a row of any length.
#[inline(always)]
fn eliminate_long<L: Lane>(
    tree: &Tree,
    matrix: Matrix<'_, L>,
    rows: &mut [L],
    inverse_diagonal: &[L],
    dof: usize,
) {
    let (start, length) = (tree.row[dof], tree.row_range(dof).len());
    let (row, behind) = rows[start..].split_at_mut(length);
    if let Some(source) = matrix.source(dof) {
        row.copy_from_slice(&source[start..][..length]);
    }
    row[length - 1] += matrix.diagonal[dof];
    for other in dof + 1..tree.subtree_end[dof] {
        let values = &behind[tree.row[other] - start - length..][..length];
        let factor = values[length - 1] * inverse_diagonal[other];
        for (sum, &value) in row.iter_mut().zip(values) {
            *sum = factor.neg_mul_add(value, *sum);
        }
    }
}

#[inline(always)]
fn factorize_root<L: Lane>(
    tree: &Tree,
    matrix: Matrix<'_, L>,
    rows: &mut [L],
    inverse_diagonal: &mut [L],
) {
    let mut root: [L; ROOT_ENTRIES] = first(matrix.source(0).unwrap_or(rows));
    for dof in ROOT_DOFS..tree.nv {
        let values: [L; ROOT_DOFS] = first(&rows[tree.row[dof]..]);
        let inverse = inverse_diagonal[dof];
        for a in 0..ROOT_DOFS {
            let factor = values[a] * inverse;
            for (b, &value) in values[..=a].iter().enumerate() {
                let entry = a * (a + 1) / 2 + b;
                root[entry] = factor.neg_mul_add(value, root[entry]);
            }
        }
    }
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
        }
    }
    rows[..ROOT_ENTRIES].copy_from_slice(&root);
}

/// Solves U^T D^-1 U x = b in place. `scaled` is working memory.
#[inline(always)]
pub fn solve<L: Lane>(
    tree: &Tree,
    rows: &[L],
    inverse_diagonal: &[L],
    fill: &Fill<L>,
    x: &mut [L],
    scaled: &mut [L],
) {
    solve_down(tree, rows, inverse_diagonal, fill, x, scaled);
    solve_up(tree, rows, inverse_diagonal, fill, x);
}

/// The first half, from the leaves to the root: `x` becomes D U^-T b, and `scaled` U^-T b.
#[inline(always)]
pub fn solve_down<L: Lane>(
    tree: &Tree,
    rows: &[L],
    inverse_diagonal: &[L],
    fill: &Fill<L>,
    x: &mut [L],
    scaled: &mut [L],
) {
    let mut root: [L; ROOT_DOFS] = first(x);
    for dof in (ROOT_DOFS..tree.nv).rev() {
        let value = less_below(tree, rows, fill, scaled, dof, x[dof]);
        x[dof] = value;
        let value = value * inverse_diagonal[dof];
        scaled[dof] = value;
        let base: [L; ROOT_DOFS] = first(&rows[tree.row[dof]..]);
        for (x, &u) in root.iter_mut().zip(&base) {
            *x = u.neg_mul_add(value, *x);
        }
    }
    for dof in (0..ROOT_DOFS).rev() {
        let value = root[dof] * inverse_diagonal[dof];
        scaled[dof] = value;
        for a in 0..dof {
            root[a] = rows[dof * (dof + 1) / 2 + a].neg_mul_add(value, root[a]);
        }
    }
    x[..ROOT_DOFS].copy_from_slice(&root);
}

/// A dof's value less the contributions of the rows that hang from it.
#[inline(always)]
fn less_below<L: Lane>(
    tree: &Tree,
    rows: &[L],
    fill: &Fill<L>,
    scaled: &[L],
    dof: usize,
    value: L,
) -> L {
    let (depth, mut value) = (tree.depth(dof), value);
    for other in dof + 1..tree.subtree_end[dof] {
        value = rows[tree.row[other] + depth].neg_mul_add(scaled[other], value);
    }
    if !fill.is_empty() {
        value = fill.solve_down(dof, value, scaled);
    }
    value
}

/// Undoes the first half: adds U^T D^-1 x to `b`. `scaled` is working memory.
#[inline(always)]
pub fn add_product<L: Lane>(
    tree: &Tree,
    rows: &[L],
    inverse_diagonal: &[L],
    fill: &Fill<L>,
    x: &[L],
    b: &mut [L],
    scaled: &mut [L],
) {
    // With their signs reversed: rows add what they subtract in `solve_down`.
    for ((scaled, &x), &inverse) in scaled.iter_mut().zip(x).zip(inverse_diagonal) {
        *scaled = -(x * inverse);
    }
    let mut root: [L; ROOT_DOFS] = first(x);
    for dof in (ROOT_DOFS..tree.nv).rev() {
        b[dof] += less_below(tree, rows, fill, scaled, dof, x[dof]);
        let base: [L; ROOT_DOFS] = first(&rows[tree.row[dof]..]);
        for (sum, &u) in root.iter_mut().zip(&base) {
            *sum = u.neg_mul_add(scaled[dof], *sum);
        }
    }
    for dof in (0..ROOT_DOFS).rev() {
        for a in 0..dof {
            root[a] = rows[dof * (dof + 1) / 2 + a].neg_mul_add(scaled[dof], root[a]);
        }
        b[dof] += root[dof];
    }
}

/// The second half, from the root to the leaves: U x = b in place.
#[inline(always)]
pub fn solve_up<L: Lane>(
    tree: &Tree,
    rows: &[L],
    inverse_diagonal: &[L],
    fill: &Fill<L>,
    x: &mut [L],
) {
    let mut root: [L; ROOT_DOFS] = first(x);
    for dof in 0..ROOT_DOFS {
        let mut value = root[dof];
        for a in 0..dof {
            value = rows[dof * (dof + 1) / 2 + a].neg_mul_add(root[a], value);
        }
        root[dof] = value * inverse_diagonal[dof];
    }
    x[..ROOT_DOFS].copy_from_slice(&root);
    for dof in ROOT_DOFS..tree.nv {
        let base: [L; ROOT_DOFS] = first(&rows[tree.row[dof]..]);
        let mut value = x[dof];
        for (&x, &u) in root.iter().zip(&base) {
            value = u.neg_mul_add(x, value);
        }
        let hinges = tree.hinges_above(dof);
        let row = &rows[tree.row[dof] + ROOT_DOFS..][..hinges.len()];
        for (&ancestor, &u) in hinges.iter().zip(row) {
            value = u.neg_mul_add(x[ancestor], value);
        }
        if !fill.is_empty() {
            value = fill.solve_up(dof, value, x);
        }
        x[dof] = value * inverse_diagonal[dof];
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
        for (&ancestor, &m) in tree.hinges_above(dof).iter().zip(row) {
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
