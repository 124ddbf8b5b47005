//! Newton's method on an island; the same rules as for uncoupled trees.

use super::Island;
use super::contact::Contact;
use super::matrix::SparseMatrix;
use crate::dynamics::joint_rows::{joint_curvature, joint_force};
use crate::dynamics::line_search::{FLAT, MAX_TRIALS};
use crate::dynamics::newton::{MAX_ITERATIONS, NEGLIGIBLE, OVERSHOOT};
use crate::math::lane::{Kernel, Scalar, Single};
use crate::math::wide::with_avx2;

struct SolveIsland;

impl Kernel for SolveIsland {
    type Data = Island;
    type Output = ();
    #[inline(always)]
    fn run(self, island: &mut Island) {
        island.solve_here();
    }
}

impl Island {
    /// Minimizes the cost from the warm start; the accelerations are then ready for
    /// [`write_back`](Self::write_back).
    pub fn solve(&mut self) {
        with_avx2(SolveIsland, self);
    }

    #[inline(always)]
    fn solve_here(&mut self) {
        let n = self.n;
        for vector in [&mut self.mx, &mut self.mx_before, &mut self.gradient, &mut self.direction] {
            vector.resize(n, 0.0);
        }
        self.matrix.reset(&self.offsets, self.n);
        let mut now = 0;
        self.evaluate(now);
        for _ in 0..MAX_ITERATIONS {
            let slope = self.newton_direction();
            let size = dot(&self.x, &self.mx).abs();
            let negligible = -slope <= size * NEGLIGIBLE;
            self.mx_before.copy_from_slice(&self.mx);
            self.advance(1.0);
            let next = 1 - now;
            let changed = self.evaluate(next);
            if negligible || !changed {
                break;
            }
            if dot(&self.gradient, &self.direction) > -slope * OVERSHOOT {
                let length = self.line_search(now, slope);
                self.advance(length - 1.0);
                self.evaluate(next);
            }
            now = next;
        }
    }

    fn advance(&mut self, length: f64) {
        for (x, p) in self.x.iter_mut().zip(&self.direction) {
            *x += length * p;
        }
    }

    /// Gradient at `x`; returns whether a row changed sides.
    #[inline(always)]
    fn evaluate(&mut self, buffer: usize) -> bool {
        self.multiply_mass();
        for ((g, mx), smooth) in self.gradient.iter_mut().zip(&self.mx).zip(&self.smooth) {
            *g = mx - smooth;
        }
        let mut changed = false;
        for joint in &mut self.joints {
            let (v, x) = (Single(self.velocity[joint.dof]), Single(self.x[joint.dof]));
            let (force, sides) = joint_force::<Scalar>(&joint.friction, &joint.limit, v, x);
            self.gradient[joint.dof] -= force.0;
            changed |= sides != joint.sides;
            joint.sides = sides;
        }
        for contact in &mut self.contacts {
            let columns = &self.columns[contact.columns..][..contact.count];
            let jacobian =
                &self.jacobian[contact.jacobian..][..contact.row.width() * contact.count];
            let (x, g) = (&self.x, &mut self.gradient);
            changed |= match contact.row.width() {
                3 => contact_gradient::<3>(contact, jacobian, columns, buffer, x, g),
                _ => contact_gradient::<6>(contact, jacobian, columns, buffer, x, g),
            };
        }
        changed
    }

    #[inline(always)]
    fn multiply_mass(&mut self) {
        self.mx.fill(0.0);
        for dof in 0..self.n {
            let start = self.mass_row[dof];
            let end = self.mass_row.get(dof + 1).copied().unwrap_or(self.mass.len());
            let value = self.x[dof];
            let mut sum = self.mass[end - 1] * value;
            for (m, &c) in self.mass[start..end - 1].iter().zip(&self.mass_columns[start..]) {
                let c = usize::from(c);
                sum += m * self.x[c];
                self.mx[c] += m * value;
            }
            self.mx[dof] += sum;
        }
    }

    /// Sets `direction` and returns the slope along it.
    #[inline(always)]
    fn newton_direction(&mut self) -> f64 {
        self.matrix.clear_values();
        for dof in 0..self.n {
            let start = self.mass_row[dof];
            let end = self.mass_row.get(dof + 1).copied().unwrap_or(self.mass.len());
            for (m, &c) in self.mass[start..end].iter().zip(&self.mass_columns[start..]) {
                *self.matrix.entry_mut(dof, usize::from(c)) = *m;
            }
        }
        for joint in &self.joints {
            let curvature = joint_curvature::<Scalar>(&joint.friction, &joint.limit, joint.sides);
            *self.matrix.entry_mut(joint.dof, joint.dof) += curvature.0;
        }
        self.add_contact_curvature();
        self.matrix.factorize();
        self.low_rank.factorize(&self.matrix);
        for (p, g) in self.direction.iter_mut().zip(&self.gradient) {
            *p = -g;
        }
        self.low_rank.solve(&self.matrix, &mut self.direction);
        dot(&self.gradient, &self.direction)
    }

    /// Adds `J^T K J` of every contact: to the matrix, or as rows of low rank.
    #[inline(always)]
    fn add_contact_curvature(&mut self) {
        self.low_rank.clear();
        for contact in &self.contacts {
            let columns = &self.columns[contact.columns..][..contact.count];
            let jacobian =
                &self.jacobian[contact.jacobian..][..contact.row.width() * contact.count];
            let wide = contact.row.width() > 3;
            if let (true, [first, .., last]) = (contact.couples, columns) {
                let trees = [*first, *last].map(|dof| self.matrix.block_of(usize::from(dof)));
                if wide {
                    self.low_rank.add::<6>(contact, jacobian, columns, trees);
                } else {
                    self.low_rank.add::<3>(contact, jacobian, columns, trees);
                }
            } else if wide {
                contact_curvature::<6>(contact, jacobian, columns, &mut self.matrix);
            } else {
                contact_curvature::<3>(contact, jacobian, columns, &mut self.matrix);
            }
        }
    }

    /// See [`line_search`](crate::dynamics::line_search).
    #[inline(always)]
    fn line_search(&self, start: usize, slope: f64) -> f64 {
        let (mut constant, mut rate) = (0.0, 0.0);
        for (dof, p) in self.direction.iter().enumerate() {
            constant += p * (self.mx_before[dof] - self.smooth[dof]);
            rate += p * (self.mx[dof] - self.mx_before[dof]);
        }
        let (mut low, mut high, mut length) = (0.0, 1.0, 1.0);
        for _ in 0..MAX_TRIALS {
            let (mut value, mut curvature) = (constant + length * rate, rate);
            for joint in &self.joints {
                let p = self.direction[joint.dof];
                let x = Single(self.x[joint.dof] + (length - 1.0) * p);
                let v = Single(self.velocity[joint.dof]);
                let (friction, limit) = (&joint.friction, &joint.limit);
                let (force, sides) = joint_force::<Scalar>(friction, limit, v, x);
                value -= force.0 * p;
                curvature += joint_curvature::<Scalar>(friction, limit, sides).0 * p * p;
            }
            for contact in &self.contacts {
                let (from, to) = (&contact.residual[start], &contact.residual[1 - start]);
                let (s, c) = contact.row.law().derivatives(from, to, Single(length));
                value += s.0;
                curvature += c.0;
            }
            if value.abs() <= -slope * FLAT {
                break;
            }
            if value < 0.0 {
                low = length;
            } else {
                high = length;
            }
            let newton = length - value / curvature;
            length = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        }
        length
    }
}

/// A contact's residual at `x`; takes its force out of the gradient. Returns whether a row changed
/// sides.
#[inline(always)]
fn contact_gradient<const WIDTH: usize>(
    contact: &mut Contact,
    jacobian: &[f64],
    columns: &[u16],
    buffer: usize,
    x: &[f64],
    gradient: &mut [f64],
) -> bool {
    let mut residual = [0.0; WIDTH];
    let (jacobian, _) = jacobian.as_chunks::<WIDTH>();
    for (column, &dof) in jacobian.iter().zip(columns) {
        let x = x[usize::from(dof)];
        for (residual, j) in residual.iter_mut().zip(column) {
            *residual += j * x;
        }
    }
    for ((out, residual), offset) in
        contact.residual[buffer].iter_mut().zip(residual).zip(contact.offset)
    {
        *out = Single(residual) + offset;
    }
    let (force, changed) = contact.row.law().push(&contact.residual[buffer], &mut contact.pushing);
    if force[0].0 > 0.0 {
        for (column, &dof) in jacobian.iter().zip(columns) {
            let mut sum = 0.0;
            for (j, f) in column.iter().zip(&force) {
                sum += j * f.0;
            }
            gradient[usize::from(dof)] -= sum;
        }
    }
    changed != 0
}

/// Adds a contact's `J^T K J`.
#[inline(always)]
fn contact_curvature<const WIDTH: usize>(
    contact: &Contact,
    jacobian: &[f64],
    columns: &[u16],
    matrix: &mut SparseMatrix,
) {
    let curvature = contact.row.law().curvature(&contact.pushing);
    let normal = curvature.normal.0;
    if normal == 0.0 {
        return;
    }
    let (jacobian, _) = jacobian.as_chunks::<WIDTH>();
    for (a, (column, &dof)) in jacobian.iter().zip(columns).enumerate() {
        // this column of K J
        let mut kj = [0.0; WIDTH];
        kj[0] = normal * column[0];
        for t in 0..WIDTH - 1 {
            let (coupling, own) = (curvature.coupling[t].0, curvature.tangent[t].0);
            kj[0] += coupling * column[1 + t];
            kj[1 + t] = coupling * column[0] + own * column[1 + t];
        }
        for (other, &other_dof) in jacobian[..=a].iter().zip(columns) {
            let mut sum = 0.0;
            for (k, j) in kj.iter().zip(other) {
                sum += k * j;
            }
            *matrix.entry_mut(usize::from(dof), usize::from(other_dof)) += sum;
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
