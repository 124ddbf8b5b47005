//! Cost of the contacts with the ground: residuals, forces and curvature of pyramid rows.

use super::data::TreeData;
use super::ground::{GroundContact, turned, turned_back};
use super::params::GroundParams;
use super::tree::{NONE, Tree};
use crate::math::lane::{Lane, Mask};
use crate::math::spatial::{Force, Motion};
use crate::math::vec3::Vec3;

/// Tangents of a contact: sliding x and y, then rotation about z, x and y.
#[inline(always)]
pub fn tangents(condim: usize) -> usize {
    condim - 1
}

/// Friction coefficient of a tangent.
#[inline(always)]
pub fn friction<L: Lane>(p: &GroundParams<L>, tangent: usize) -> L {
    p.friction[match tangent {
        0 | 1 => 0,
        2 => 1,
        _ => 2,
    }]
}

/// A tangent's component of translation and rotation.
#[inline(always)]
pub fn component<L: Lane>(v: &[Vec3<L>; 2], tangent: usize) -> L {
    match tangent {
        0 => v[0].x,
        1 => v[0].y,
        2 => v[1].z,
        3 => v[1].x,
        _ => v[1].y,
    }
}

#[inline(always)]
fn component_mut<L: Lane>(v: &mut [Vec3<L>; 2], tangent: usize) -> &mut L {
    match tangent {
        0 => &mut v[0].x,
        1 => &mut v[0].y,
        2 => &mut v[1].z,
        3 => &mut v[1].x,
        _ => &mut v[1].y,
    }
}

impl<L: Lane> GroundContact<L> {
    /// Sets the residual for a body's acceleration.
    #[inline(always)]
    fn set_residual(&mut self, acc: Motion<L>, buffer: usize) {
        let residual = &mut self.residual[buffer];
        residual[0] = turned(acc.at(self.point), self.heading) + self.offset[0];
        if self.condim > 3 {
            residual[1] = turned(acc.ang, self.heading) + self.offset[1];
        }
    }

    /// Force and moment at the contact point for the residual, which rows push, and in which
    /// lanes that has changed.
    #[inline(always)]
    fn push(&mut self, p: &GroundParams<L>, buffer: usize) -> ([Vec3<L>; 2], u32) {
        let residual = self.residual[buffer];
        let normal = residual[0].z;
        let mut force = [Vec3::zero(); 2];
        if self.condim == 1 {
            let (push, bits) = self.row(normal);
            let changed = self.pushing[0][0] ^ bits;
            self.pushing[0] = [bits, 0];
            force[0].z = push;
            return (force, changed);
        }
        let mu = p.friction[0];
        let (x, along_x, flips_x) = self.pair(0, normal, mu, residual[0].x);
        let (y, along_y, flips_y) = self.pair(1, normal, mu, residual[0].y);
        force[0] = Vec3::new(along_x, along_y, x + y);
        let mut changed = flips_x | flips_y;
        for tangent in 2..tangents(self.condim) {
            let mu = friction(p, tangent);
            let (sum, along, flips) = self.pair(tangent, normal, mu, component(&residual, tangent));
            force[0].z += sum;
            *component_mut(&mut force, tangent) = along;
            changed |= flips;
        }
        (force, changed)
    }

    /// Both rows of a tangent: their forces' sum, the force along the tangent, and in which lanes
    /// a row changed sides.
    #[inline(always)]
    fn pair(&mut self, tangent: usize, normal: L, mu: L, residual: L) -> (L, L, u32) {
        let along = mu * residual;
        let (plus, plus_bits) = self.row(normal + along);
        let (minus, minus_bits) = self.row(normal - along);
        let [before_plus, before_minus] = self.pushing[tangent];
        self.pushing[tangent] = [plus_bits, minus_bits];
        let changed = (before_plus ^ plus_bits) | (before_minus ^ minus_bits);
        (plus + minus, mu * (plus - minus), changed)
    }

    /// Force of one row, and the lanes in which it pushes.
    #[inline(always)]
    fn row(&self, residual: L) -> (L, u32) {
        let force = -(self.d * residual.min(L::zero()));
        (force, force.gt(L::zero()).bits())
    }

    /// Adds the curvature to the lower triangle of a 6 x 6 matrix over the body's motion.
    #[inline(always)]
    fn add_curvature(&self, p: &GroundParams<L>, a: &mut [L; 21]) {
        let (mut nn, mut nt, mut tt) = (L::zero(), [L::zero(); 5], [L::zero(); 5]);
        if self.condim == 1 {
            nn = self.d.keep(L::Mask::from_bits(self.pushing[0][0]));
        } else {
            for tangent in 0..tangents(self.condim) {
                let mu = friction(p, tangent);
                let [plus, minus] = self.pushing[tangent];
                let plus = self.d.keep(L::Mask::from_bits(plus));
                let minus = self.d.keep(L::Mask::from_bits(minus));
                nn += plus + minus;
                nt[tangent] = mu * (plus - minus);
                tt[tangent] = mu * mu * (plus + minus);
            }
        }
        add_point_curvature(self.point, nn, &nt, &tt, self.heading, a);
        if self.condim > 3 {
            add_rotation_curvature(self.point, &nt, &tt, self.heading, a);
        }
    }
}

/// Index of `(row, column)` in a lower triangle by rows.
#[inline(always)]
fn at(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

/// `J^T K J` with J = [-[p]x, 1] and K over normal and sliding tangents.
#[inline(always)]
fn add_point_curvature<L: Lane>(
    p: Vec3<L>,
    nn: L,
    nt: &[L; 5],
    tt: &[L; 5],
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
    nt: &[L; 5],
    tt: &[L; 5],
    [cos, sin]: [L; 2],
    a: &mut [L; 21],
) {
    // The normal's row over rotation is p x z = (p.y, -p.x, 0).
    let arm = [p.y, -p.x, L::zero()];
    let (zero, one) = (L::zero(), L::one());
    let axes = [[zero, zero, one], [cos, sin, zero], [-sin, cos, zero]];
    for (axis, tangent) in axes.iter().zip(2..5) {
        let (cross, own) = (nt[tangent], tt[tangent]);
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

/// Spreads accelerations `x` to the bodies on the ground, and takes the contacts' forces out of
/// the gradient. Returns the lanes whose pushing rows have changed.
#[inline(always)]
pub fn ground_gradient<L: Lane>(
    tree: &Tree,
    ground: &[GroundParams<L>],
    buffer: usize,
    d: &mut TreeData<L>,
) -> u32 {
    if d.ground_count == 0 {
        return 0;
    }
    let s = &mut d.solver;
    for body in 0..tree.nb {
        if !d.grounded[body] {
            continue;
        }
        let mut acc = match tree.parent[body] {
            NONE => super::data::base_motion(&s.x),
            parent => s.acc[parent],
        };
        for joint in tree.joints[body].clone() {
            acc = d.axis[joint].scale_add(s.x[6 + joint], acc);
        }
        s.acc[body] = acc;
        s.wrench[body] = Force::zero();
    }
    let mut changed = 0;
    for contact in &mut d.ground[..d.ground_count] {
        contact.set_residual(s.acc[contact.body], buffer);
        let ([force, moment], flips) = contact.push(&ground[contact.geom], buffer);
        let force = turned_back(force, contact.heading);
        let moment = turned_back(moment, contact.heading);
        s.wrench[contact.body] += Force::at(contact.point, force, moment);
        changed |= flips;
    }
    for body in (0..tree.nb).rev() {
        if !d.grounded[body] {
            continue;
        }
        let wrench = s.wrench[body];
        for joint in tree.joints[body].clone() {
            s.gradient[6 + joint] -= d.axis[joint].dot(wrench);
        }
        match tree.parent[body] {
            NONE => {
                for (g, f) in s.gradient.iter_mut().zip(super::data::base_force(wrench)) {
                    *g -= f;
                }
            }
            parent => s.wrench[parent] += wrench,
        }
    }
    changed
}

/// Adds the contacts' curvature to `factor`, going from the bodies on the ground to the root as
/// composite inertias do: a contact with the ground keeps the tree's sparsity.
#[inline(always)]
pub fn add_ground_curvature<L: Lane>(tree: &Tree, ground: &[GroundParams<L>], d: &mut TreeData<L>) {
    if d.ground_count == 0 {
        return;
    }
    let stiffness = &mut d.solver.stiffness;
    for (a, _) in stiffness.iter_mut().zip(&d.grounded).filter(|(_, grounded)| **grounded) {
        *a = [L::zero(); 21];
    }
    for contact in &d.ground[..d.ground_count] {
        if contact.pushing != [[0; 2]; 5] {
            contact.add_curvature(&ground[contact.geom], &mut stiffness[contact.body]);
        }
    }
    for body in (0..tree.nb).rev() {
        if !d.grounded[body] {
            continue;
        }
        // Parents come before their children.
        let (before, rest) = stiffness.split_at_mut(body);
        let a = &rest[0];
        for joint in tree.joints[body].clone() {
            let force = symmetric_times(a, d.axis[joint]);
            let row = &mut d.factor[tree.row_range(6 + joint)];
            for (entry, f) in row[..6].iter_mut().zip(super::data::base_force(force)) {
                *entry += f;
            }
            for (entry, &ancestor) in row[6..].iter_mut().zip(&tree.ancestors[6 + joint][6..]) {
                *entry += d.axis[ancestor - 6].dot(force);
            }
        }
        match tree.parent[body] {
            NONE => add_to_root(tree, a, &mut d.factor),
            parent => {
                for (sum, &value) in before[parent].iter_mut().zip(a) {
                    *sum += value;
                }
            }
        }
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
