//! Contacts with the ground in the matrix of Newton's method.

use super::contact_law::{Curvature, MAX_TANGENTS};
use super::data::{SolverData, TreeData, base_force};
use super::factor::{Place, ROOT_ENTRIES};
use super::ground::turned_back;
use super::ground_params::GroundParams;
use super::tree::{NONE, Tree};
use crate::math::lane::Lane;
use crate::math::spatial::{Force, Motion};
use crate::math::vec3::Vec3;
use crate::model::ROOT_DOFS;

/// Adds the contacts' curvature to the mass matrix, going from the bodies on the ground to the root
/// as composite inertias do: a contact with the ground keeps the tree's sparsity. Bodies that are
/// not stale keep what they have; if one is stale, so are all between it and the root.
#[inline(always)]
pub fn add_ground_curvature<L: Lane>(tree: &Tree, ground: &[GroundParams<L>], d: &mut TreeData<L>) {
    if !d.solver.stale[0] {
        return;
    }
    add_contacts(ground, d);
    for body in (0..tree.nb).rev() {
        let (holder, parent) = (d.solver.holders[body], tree.parent[body]);
        if d.solver.stale[body] {
            assemble_rows(tree, body, d);
        }
        if holder != NONE && parent != NONE && d.solver.stale[parent] {
            hand_on(&mut d.solver, holder, parent);
        }
    }
    d.solver.stale.fill(false);
}

/// Sets what contacts add to the quadratic cost of the stale bodies that have them.
#[inline(always)]
fn add_contacts<L: Lane>(ground: &[GroundParams<L>], d: &mut TreeData<L>) {
    let s = &mut d.solver;
    for (holder, _) in s.holders.iter_mut().zip(&s.stale).filter(|(_, stale)| **stale) {
        *holder = NONE;
    }
    for &slot in &s.ground_slots {
        let contact = &d.ground[slot];
        if !s.stale[contact.body] || contact.rows.pushing == [[0; 2]; MAX_TANGENTS] {
            continue;
        }
        let law = contact.rows.law(contact.friction(ground));
        let curvature = law.curvature(&contact.rows.pushing);
        let a = &mut s.stiffness[contact.body];
        if s.holders[contact.body] == NONE {
            s.holders[contact.body] = contact.body;
            *a = [L::zero(); 21];
        }
        add_point_curvature(contact.point, &curvature, contact.heading, a);
        if contact.rows.condim > 3 {
            add_rotation_curvature(contact.point, &curvature, contact.heading, a);
        }
    }
}

/// Assembles the rows of the dofs between a body and its parent.
#[inline(always)]
fn assemble_rows<L: Lane>(tree: &Tree, body: usize, d: &mut TreeData<L>) {
    let s = &mut d.solver;
    // `NONE` is beyond the end of any list.
    let a = s.stiffness.get(s.holders[body]);
    let place = if a.is_some() { Place::Ground } else { Place::Mass };
    if tree.parent[body] == NONE {
        s.ground_places[..ROOT_DOFS].fill(place);
        if let Some(a) = a {
            let root = &mut s.ground_matrix[..ROOT_ENTRIES];
            root.copy_from_slice(&d.mass[..ROOT_ENTRIES]);
            add_to_root(tree, a, root);
        }
    }
    for joint in tree.joints[body].clone() {
        let dof = ROOT_DOFS + joint;
        s.ground_places[dof] = place;
        if let Some(a) = a {
            let force = symmetric_times(a, d.axis[joint]);
            let rows = tree.row_range(dof);
            let (base, hinges) = s.ground_matrix[rows.clone()].split_at_mut(ROOT_DOFS);
            let (base_mass, hinge_mass) = d.mass[rows].split_at(ROOT_DOFS);
            for ((entry, &mass), f) in base.iter_mut().zip(base_mass).zip(base_force(force)) {
                *entry = mass + f;
            }
            let ancestors = &tree.columns_of(dof)[ROOT_DOFS..];
            for ((entry, &mass), &ancestor) in hinges.iter_mut().zip(hinge_mass).zip(ancestors) {
                *entry = mass + d.axis[ancestor - ROOT_DOFS].dot(force);
            }
        }
    }
}

/// Adds a body's stiffness to its parent's. A parent without contacts of its own shares the entry
/// of the first child, until a second child comes.
#[inline(always)]
fn hand_on<L: Lane>(s: &mut SolverData<L>, holder: usize, parent: usize) {
    match s.holders[parent] {
        NONE => {
            s.holders[parent] = holder;
            return;
        }
        other if other != parent => {
            s.stiffness[parent] = s.stiffness[other];
            s.holders[parent] = parent;
        }
        _ => {}
    }
    let a = s.stiffness[holder];
    for (sum, &value) in s.stiffness[parent].iter_mut().zip(&a) {
        *sum += value;
    }
}

#[inline(always)]
fn symmetric_times<L: Lane>(a: &[L; 21], v: Motion<L>) -> Force<L> {
    let v = [v.ang.x, v.ang.y, v.ang.z, v.lin.x, v.lin.y, v.lin.z];
    let mut f = [L::zero(); 6];
    for (r, f) in f.iter_mut().enumerate() {
        for (c, &v) in v.iter().enumerate() {
            *f = a[at(r.max(c), r.min(c))].mul_add(v, *f);
        }
    }
    Force { ang: Vec3::new(f[0], f[1], f[2]), lin: Vec3::new(f[3], f[4], f[5]) }
}

#[inline(always)]
fn add_to_root<L: Lane>(tree: &Tree, a: &[L; 21], rows: &mut [L]) {
    for i in 0..3 {
        for j in 0..3 {
            if j <= i {
                rows[tree.row[i] + j] += a[at(3 + i, 3 + j)];
                rows[tree.row[3 + i] + 3 + j] += a[at(i, j)];
            }
            rows[tree.row[3 + i] + j] += a[at(3 + j, i)];
        }
    }
}

/// Index of `(row, column)` in a lower triangle by rows.
#[inline(always)]
fn at(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

/// `J^T K J` with `J = [-[p]x, 1]` and K over normal and sliding tangents.
#[inline(always)]
fn add_point_curvature<L: Lane>(
    p: Vec3<L>,
    &Curvature { normal: nn, coupling: nt, tangent: tt }: &Curvature<L>,
    heading: [L; 2],
    a: &mut [L; 21],
) {
    // K in world axes, its columns, and those of [p]x K.
    let [cos, sin] = heading;
    let n = turned_back(Vec3::new(nt[0], nt[1], nn), heading);
    let (cc, ss, cs) = (cos * cos, sin * sin, cos * sin);
    let (xx, yy) = (tt[0].mul_add(cc, tt[1] * ss), tt[0].mul_add(ss, tt[1] * cc));
    let xy = (tt[0] - tt[1]) * cs;
    let k = [Vec3::new(xx, xy, n.x), Vec3::new(xy, yy, n.y), n];
    let g = [p.cross(k[0]), p.cross(k[1]), p.cross(k[2])];
    let rows = [
        p.cross(Vec3::new(g[0].x, g[1].x, g[2].x)),
        p.cross(Vec3::new(g[0].y, g[1].y, g[2].y)),
        p.cross(Vec3::new(g[0].z, g[1].z, g[2].z)),
    ];
    a[at(0, 0)] += rows[0].x;
    a[at(1, 0)] += rows[1].x;
    a[at(1, 1)] += rows[1].y;
    a[at(2, 0)] += rows[2].x;
    a[at(2, 1)] += rows[2].y;
    a[at(2, 2)] += rows[2].z;
    for (c, (g, k)) in g.iter().zip(&k).enumerate() {
        a[at(3 + c, 0)] += g.x;
        a[at(3 + c, 1)] += g.y;
        a[at(3 + c, 2)] += g.z;
        let column = [k.x, k.y, k.z];
        for r in 0..=c {
            a[at(3 + c, 3 + r)] += column[r];
        }
    }
}

/// Rows `normal +- mu rotation`: the part that couples the normal with rotation.
#[inline(always)]
fn add_rotation_curvature<L: Lane>(
    p: Vec3<L>,
    curvature: &Curvature<L>,
    [cos, sin]: [L; 2],
    a: &mut [L; 21],
) {
    // The normal's row over rotation is p x z = (p.y, -p.x, 0).
    let arm = [p.y, -p.x, L::zero()];
    let (zero, one) = (L::zero(), L::one());
    let axes = [[zero, zero, one], [cos, sin, zero], [-sin, cos, zero]];
    for (axis, tangent) in axes.iter().zip(2..5) {
        let (cross, own) = (curvature.coupling[tangent], curvature.tangent[tangent]);
        for row in 0..3 {
            a[at(5, row)] = cross.mul_add(axis[row], a[at(5, row)]);
            for column in 0..=row {
                let coupled = arm[row].mul_add(axis[column], axis[row] * arm[column]);
                let sum = cross.mul_add(coupled, own * axis[row] * axis[column]);
                a[at(row, column)] += sum;
            }
        }
    }
}
