//! Contacts of a tree with itself, or with something fixed, in the gradient and matrix of Newton's
//! method. They use explicit Jacobians over the dofs between the two bodies; dofs that move both
//! bodies cancel.

use super::contact_law::{Curvature, Pushing, replace};
use super::data::{SolverData, TreeData};
use super::factor::Place;
use super::own::OwnContact;
use super::tree::Tree;
use crate::math::lane::Lane;
use crate::model::ROOT_DOFS;

/// Sets the residuals of all contacts for accelerations `x`.
#[inline(always)]
pub fn own_residuals<L: Lane>(tree: &Tree, d: &mut TreeData<L>) {
    for &slot in &d.solver.own_slots {
        let contact = &mut d.own[slot];
        let along = components(tree, contact, &d.own_columns, &d.solver.x);
        for ((r, along), &offset) in
            contact.rows.residual.iter_mut().zip(along).zip(&contact.rows.offset)
        {
            *r = along + offset;
        }
    }
}

/// Sets the rates of all contacts for the search direction.
#[inline(always)]
pub fn own_rates<L: Lane>(tree: &Tree, d: &mut TreeData<L>) {
    for &slot in &d.solver.own_slots {
        let contact = &mut d.own[slot];
        let along = components(tree, contact, &d.own_columns, &d.solver.direction);
        contact.rows.rate[..3].copy_from_slice(&along);
    }
}

/// `J x`
#[inline(always)]
fn components<L: Lane>(
    tree: &Tree,
    contact: &OwnContact<L>,
    columns: &[[L; 3]],
    x: &[L],
) -> [L; 3] {
    let mut sums = [L::zero(); 3];
    let [first, second] = contact.dofs(tree);
    for (column, &dof) in columns[contact.columns..].iter().zip(first.iter().chain(second)) {
        for (sum, j) in sums.iter_mut().zip(column) {
            *sum = j.mul_add(x[dof], *sum);
        }
    }
    sums
}

/// Subtracts `J^T force` from the gradient.
#[inline(always)]
fn take<L: Lane>(
    tree: &Tree,
    contact: &OwnContact<L>,
    columns: &[[L; 3]],
    force: &[L; 6],
    gradient: &mut [L],
) {
    let [first, second] = contact.dofs(tree);
    for (column, &dof) in columns[contact.columns..].iter().zip(first.iter().chain(second)) {
        let mut sum = L::zero();
        for (j, f) in column.iter().zip(force) {
            sum = j.mul_add(*f, sum);
        }
        gradient[dof] -= sum;
    }
}

/// Subtracts the forces of all contacts from the gradient, and records which rows push in the lanes
/// of `todo`.
#[inline(always)]
pub fn take_own_forces<L: Lane>(tree: &Tree, todo: u32, start: bool, d: &mut TreeData<L>) {
    for &slot in &d.solver.own_slots {
        let contact = &mut d.own[slot];
        let (force, flipped) = contact.rows.settle(&contact.friction, todo, start);
        d.solver.bent |= flipped;
        take(tree, contact, &d.own_columns, &force, &mut d.solver.gradient);
    }
}

/// Goes `length` of the way along the search direction: subtracts from the gradient the change in
/// force due to rows that have flipped, and records their sides in the lanes of `todo`.
#[inline(always)]
pub fn turn_own_rows<L: Lane>(tree: &Tree, todo: u32, length: L, d: &mut TreeData<L>) {
    for &slot in &d.solver.turned_own {
        let contact = &mut d.own[slot];
        let (turn, sides) = contact.rows.turn(&contact.friction, length);
        d.solver.bent |= replace(&mut contact.rows.pushing, todo, &sides);
        take(tree, contact, &d.own_columns, &turn.force, &mut d.solver.gradient);
    }
    for &slot in &d.solver.own_slots {
        d.own[slot].rows.advance(length);
    }
}

/// Adds `J^T K J` of all contacts that push in a lane of `todo` to the matrix: within a branch in
/// the tree's rows, between branches as fill-in.
#[inline(always)]
pub fn add_own_curvature<L: Lane>(tree: &Tree, todo: u32, d: &mut TreeData<L>) {
    let s = &mut d.solver;
    s.places.copy_from_slice(&s.ground_places);
    d.fill.clear();
    if s.own_slots.is_empty() {
        return;
    }
    for &slot in &s.own_slots {
        let contact = &d.own[slot];
        if pushes(contact, todo) {
            let [first, second] = contact.dofs(tree);
            d.fill.couple(first, second);
        }
    }
    d.fill.complete(tree);
    for index in 0..s.own_slots.len() {
        let contact = &d.own[s.own_slots[index]];
        if !pushes(contact, todo) {
            continue;
        }
        let law = contact.rows.law(&contact.friction);
        let curvature = law.curvature(&contact.rows.pushing);
        let [first, second] = contact.dofs(tree);
        let columns = &d.own_columns[contact.columns..][..first.len() + second.len()];
        let (columns_a, columns_b) = columns.split_at(first.len());
        if contact.shared == 0 {
            // The root's rows are assembled together.
            for dof in 0..ROOT_DOFS {
                assembled_row(tree, &d.mass, &mut d.factor, s, dof);
            }
        }
        for (dofs, columns) in [(first, columns_a), (second, columns_b)] {
            for (index, (&dof, column)) in dofs.iter().zip(columns).enumerate() {
                let kj = stiffened(&curvature, column);
                let row = assembled_row(tree, &d.mass, &mut d.factor, s, dof);
                let start = row.len() - 1 - index;
                for (entry, column) in row[start..].iter_mut().zip(columns) {
                    *entry += dot(&kj, column);
                }
            }
        }
        for (&dof, column) in second.iter().zip(columns_b) {
            let kj = stiffened(&curvature, column);
            for (&other, column) in first.iter().zip(columns_a) {
                *d.fill.entry_mut(dof, other) += dot(&kj, column);
            }
        }
    }
}

/// Returns a row of the matrix to be added to, in the storage of the factor; copies it there if it
/// is not there yet.
#[inline(always)]
fn assembled_row<'a, L: Lane>(
    tree: &Tree,
    mass: &[L],
    factor: &'a mut [L],
    s: &mut SolverData<L>,
    dof: usize,
) -> &'a mut [L] {
    let rows = tree.row_range(dof);
    let row = &mut factor[rows.clone()];
    if let Some(source) = s.places[dof].source(mass, &s.ground_matrix) {
        row.copy_from_slice(&source[rows]);
    }
    s.places[dof] = Place::Factor;
    row
}

#[inline(always)]
fn pushes<L: Lane>(contact: &OwnContact<L>, todo: u32) -> bool {
    let pushing: &Pushing = &contact.rows.pushing;
    pushing.iter().flatten().any(|lanes| lanes & todo != 0)
}

/// `K` times a column of `J`.
#[inline(always)]
fn stiffened<L: Lane>(curvature: &Curvature<L>, &[n, x, y]: &[L; 3]) -> [L; 3] {
    let Curvature { normal, coupling, tangent } = curvature;
    [
        normal.mul_add(n, coupling[0].mul_add(x, coupling[1] * y)),
        coupling[0].mul_add(n, tangent[0] * x),
        coupling[1].mul_add(n, tangent[1] * y),
    ]
}

#[inline(always)]
fn dot<L: Lane>(a: &[L; 3], b: &[L; 3]) -> L {
    a[0].mul_add(b[0], a[1].mul_add(b[1], a[2] * b[2]))
}
