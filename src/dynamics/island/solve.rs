//! Newton's method on an island; the same rules as for uncoupled trees.

use super::{Island, Scalar};
use crate::dynamics::joint_rows::{joint_curvature, joint_force};
use crate::math::lane::Single;

const MAX_ITERATIONS: usize = 100;
const MAX_TRIALS: usize = 20;
/// See [`newton`](crate::dynamics::newton).
const OVERSHOOT: f64 = 0.3;
const NEGLIGIBLE: f64 = 1e-28;
const FLAT: f64 = 0.05;

impl Island {
    /// Minimizes the cost from the warm start; the accelerations are then ready for
    /// [`write_back`](Self::write_back).
    #[inline(always)]
    pub fn solve(&mut self) {
        let n = self.n;
        for vector in [&mut self.mx, &mut self.mx_before, &mut self.gradient, &mut self.direction] {
            vector.resize(n, 0.0);
        }
        self.make_pattern();
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

    fn make_pattern(&mut self) {
        self.matrix.reset(self.n);
        for dof in 0..self.n {
            let end = self.mass_row.get(dof + 1).copied().unwrap_or(self.mass.len());
            self.matrix.connect_last(&self.mass_columns[self.mass_row[dof]..end]);
        }
        for contact in &self.contacts {
            self.matrix.connect(&self.columns[contact.columns..][..contact.count]);
        }
        self.matrix.close_pattern();
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
            let (force, sides) = joint_force::<Scalar>(&joint.params, &joint.limit, v, x);
            self.gradient[joint.dof] -= force.0;
            changed |= sides != joint.sides;
            joint.sides = sides;
        }
        for contact in &mut self.contacts {
            let dim = contact.condim;
            let columns = &self.columns[contact.columns..][..contact.count];
            let rows = &self.jacobian[contact.jacobian..][..dim * contact.count];
            for (r, row) in rows.chunks_exact(contact.count).enumerate() {
                let acc: f64 =
                    row.iter().zip(columns).map(|(j, &c)| j * self.x[usize::from(c)]).sum();
                contact.residual[buffer][r] = acc + contact.offset[r];
            }
            let (force, flips) = contact.push(buffer);
            changed |= flips;
            for (row, force) in rows.chunks_exact(contact.count).zip(force) {
                for (j, &c) in row.iter().zip(columns) {
                    self.gradient[usize::from(c)] -= j * force;
                }
            }
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
            let row = self.matrix.row_mut(dof);
            for (m, &c) in self.mass[start..end].iter().zip(&self.mass_columns[start..]) {
                row[usize::from(c)] = *m;
            }
        }
        for joint in &self.joints {
            let curvature = joint_curvature::<Scalar>(&joint.params, &joint.limit, joint.sides);
            self.matrix.row_mut(joint.dof)[joint.dof] += curvature.0;
        }
        self.add_contact_curvature();
        self.matrix.factorize();
        for (p, g) in self.direction.iter_mut().zip(&self.gradient) {
            *p = -g;
        }
        self.matrix.solve(&mut self.direction);
        dot(&self.gradient, &self.direction)
    }

    /// Adds `J^T K J` of every contact.
    #[inline(always)]
    fn add_contact_curvature(&mut self) {
        for contact in &self.contacts {
            let (nn, nt, tt) = contact.curvature();
            if nn == 0.0 {
                continue;
            }
            let count = contact.count;
            let columns = &self.columns[contact.columns..][..count];
            let rows = &self.jacobian[contact.jacobian..][..contact.condim * count];
            for a in 0..count {
                // column a of K J
                let mut kj = [nn * rows[a], 0.0, 0.0, 0.0, 0.0, 0.0];
                for t in 0..contact.condim - 1 {
                    let j = rows[(1 + t) * count + a];
                    kj[0] += nt[t] * j;
                    kj[1 + t] = nt[t] * rows[a] + tt[t] * j;
                }
                let target = self.matrix.row_mut(usize::from(columns[a]));
                for b in 0..=a {
                    let mut sum = 0.0;
                    for (r, k) in kj.iter().enumerate().take(contact.condim) {
                        sum += k * rows[r * count + b];
                    }
                    target[usize::from(columns[b])] += sum;
                }
            }
        }
    }

    /// See [`line_search`](crate::dynamics::line_search).
    fn line_search(&self, start: usize, slope: f64) -> f64 {
        let (mut constant, mut rate) = (0.0, 0.0);
        for (dof, p) in self.direction.iter().enumerate() {
            constant += p * (self.mx_before[dof] - self.smooth[dof]);
            rate += p * (self.mx[dof] - self.mx_before[dof]);
        }
        let slope_at = |length: f64| {
            let mut slope = constant + length * rate;
            for joint in &self.joints {
                let p = self.direction[joint.dof];
                let x = Single(self.x[joint.dof] + (length - 1.0) * p);
                let v = Single(self.velocity[joint.dof]);
                slope -= joint_force::<Scalar>(&joint.params, &joint.limit, v, x).0.0 * p;
            }
            slope + self.contacts.iter().map(|c| c.slope(start, length)).sum::<f64>()
        };
        let (mut low, mut low_slope) = (0.0, slope);
        let (mut high, mut high_slope) = (1.0, slope_at(1.0));
        let mut best = 1.0;
        for _ in 0..MAX_TRIALS {
            let part = (-low_slope / (high_slope - low_slope)).clamp(0.02, 0.98);
            best = low + part * (high - low);
            let value = slope_at(best);
            if value < 0.0 {
                (low, low_slope) = (best, value);
            } else {
                (high, high_slope) = (best, value);
            }
            if value.abs() <= -slope * FLAT {
                break;
            }
        }
        best
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
