//! Newton's method on an island; the same rules as for uncoupled trees.

use super::Island;
use super::contact::Contact;
use super::matrix::SparseMatrix;
use crate::dynamics::joint_rows::{joint_curvature, joint_force, joint_turn};
use crate::dynamics::line_search::OVERSHOOT;
use crate::dynamics::line_search::{FLAT, MAX_TRIALS};
use crate::dynamics::newton::{MAX_ITERATIONS, NEGLIGIBLE};
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
        for vector in [&mut self.mx, &mut self.gradient, &mut self.direction] {
            vector.resize(n, 0.0);
        }
        self.spread_mass();
        let mut size = self.begin();
        for iteration in 0..MAX_ITERATIONS {
            let slope = self.newton_direction();
            if iteration == 0 {
                size -= slope;
            }
            self.find_turns();
            let turned = !self.turned_joints.is_empty() || !self.turned_contacts.is_empty();
            if !turned || -slope <= size * NEGLIGIBLE {
                self.advance(1.0);
                break;
            }
            let length = self.line_search(slope);
            self.turn(length);
            self.advance(length);
        }
    }

    /// The mass matrices as the matrix wants them.
    #[inline(always)]
    fn spread_mass(&mut self) {
        self.matrix.reset(&self.offsets, self.n);
        for dof in 0..self.n {
            let start = self.mass_row[dof];
            let end = self.mass_row.get(dof + 1).copied().unwrap_or(self.mass.len());
            let (row, first) = self.matrix.row_mut(dof);
            for (m, &c) in self.mass[start..end].iter().zip(&self.mass_columns[start..]) {
                row[usize::from(c) - first] = *m;
            }
        }
        self.full_mass.clear();
        self.full_mass.extend_from_slice(self.matrix.values());
    }

    fn advance(&mut self, length: f64) {
        for (x, p) in self.x.iter_mut().zip(&self.direction) {
            *x += length * p;
        }
    }

    /// Residuals, sides and gradient at the warm start; returns its square in the metric of the
    /// mass matrices.
    #[inline(always)]
    fn begin(&mut self) -> f64 {
        self.multiply_mass();
        for ((g, mx), smooth) in self.gradient.iter_mut().zip(&self.mx).zip(&self.smooth) {
            *g = mx - smooth;
        }
        for joint in &mut self.joints {
            let (v, x) = (Single(self.velocity[joint.dof]), Single(self.x[joint.dof]));
            let (force, sides) = joint_force::<Scalar>(&joint.friction, &joint.limit, v, x);
            self.gradient[joint.dof] -= force.0;
            joint.sides = sides;
        }
        for contact in &mut self.contacts {
            let (columns, jacobian) = contact.parts(&self.columns, &self.jacobian);
            contact.rows.residual = along(contact, jacobian, columns, &self.x);
            for (residual, offset) in contact.rows.residual.iter_mut().zip(contact.rows.offset) {
                *residual += offset;
            }
            let rows = &mut contact.rows;
            let force = rows.law(&contact.row.friction).push(&rows.residual, &mut rows.pushing).0;
            take(contact, jacobian, columns, &force, &mut self.gradient);
        }
        dot(&self.x, &self.mx).abs()
    }

    /// Sets the rates of all contacts, and lists what has a row that flips within a full step.
    #[inline(always)]
    fn find_turns(&mut self) {
        self.turned_joints.clear();
        for (index, joint) in self.joints.iter().enumerate() {
            let x = Single(self.x[joint.dof] + self.direction[joint.dof]);
            let v = Single(self.velocity[joint.dof]);
            let (_, sides) = joint_force::<Scalar>(&joint.friction, &joint.limit, v, x);
            if sides != joint.sides {
                self.turned_joints.push(index);
            }
        }
        self.turned_contacts.clear();
        for (index, contact) in self.contacts.iter_mut().enumerate() {
            let (columns, jacobian) = contact.parts(&self.columns, &self.jacobian);
            contact.rows.rate = along(contact, jacobian, columns, &self.direction);
            if contact.rows.flips(&contact.row.friction) != 0 {
                self.turned_contacts.push(index);
            }
        }
    }

    /// Goes `length` of the way along the search direction, but for `x`: takes what rows that have
    /// flipped push out of the gradient.
    #[inline(always)]
    fn turn(&mut self, length: f64) {
        for g in &mut self.gradient {
            *g *= 1.0 - length;
        }
        for &index in &self.turned_joints {
            let joint = &mut self.joints[index];
            let way = (Single(self.x[joint.dof]), Single(self.direction[joint.dof]));
            let v = Single(self.velocity[joint.dof]);
            let turn = joint_turn(&joint.friction, &joint.limit, v, way, Single(length));
            self.gradient[joint.dof] -= turn.force.0;
            joint.sides = turn.sides;
        }
        for &index in &self.turned_contacts {
            let contact = &mut self.contacts[index];
            let (columns, jacobian) = contact.parts(&self.columns, &self.jacobian);
            let (turn, sides) = contact.rows.turn(&contact.row.friction, Single(length));
            contact.rows.pushing = sides;
            take(contact, jacobian, columns, &turn.force, &mut self.gradient);
        }
        for contact in &mut self.contacts {
            contact.rows.advance(Single(length));
        }
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
        self.matrix.set(&self.full_mass);
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
            let (columns, jacobian) = contact.parts(&self.columns, &self.jacobian);
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
    fn line_search(&self, slope: f64) -> f64 {
        let (mut low, mut high, mut length) = (0.0, 1.0, 1.0);
        let (mut trial, mut curvature) = self.derivatives(slope, length);
        if trial <= -slope * OVERSHOOT {
            return length;
        }
        for _ in 0..MAX_TRIALS {
            if trial < 0.0 {
                low = length;
            } else {
                high = length;
            }
            let newton = length - trial / curvature;
            length = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            (trial, curvature) = self.derivatives(slope, length);
            if trial.abs() <= -slope * FLAT {
                break;
            }
        }
        length
    }

    /// First and second derivative of the cost along the search direction, `length` of the way.
    #[inline(always)]
    fn derivatives(&self, start: f64, length: f64) -> (f64, f64) {
        let (mut slope, mut curvature) = ((1.0 - length) * start, -start);
        for &index in &self.turned_joints {
            let joint = &self.joints[index];
            let way = (Single(self.x[joint.dof]), Single(self.direction[joint.dof]));
            let v = Single(self.velocity[joint.dof]);
            let turn = joint_turn(&joint.friction, &joint.limit, v, way, Single(length));
            slope -= turn.force.0 * way.1.0;
            curvature += turn.curvature.0;
        }
        for &index in &self.turned_contacts {
            let contact = &self.contacts[index];
            let (turn, _) = contact.rows.turn(&contact.row.friction, Single(length));
            slope += turn.slope.0;
            curvature += turn.curvature.0;
        }
        (slope, curvature)
    }
}

/// `J x` of a contact.
#[inline(always)]
fn along(contact: &Contact, jacobian: &[f64], columns: &[u16], x: &[f64]) -> [Scalar; 6] {
    match contact.row.width() {
        3 => along_columns::<3>(jacobian, columns, x),
        _ => along_columns::<6>(jacobian, columns, x),
    }
}

#[inline(always)]
fn along_columns<const WIDTH: usize>(jacobian: &[f64], columns: &[u16], x: &[f64]) -> [Scalar; 6] {
    let mut sums = [0.0; WIDTH];
    for (column, &dof) in jacobian.as_chunks::<WIDTH>().0.iter().zip(columns) {
        let x = x[usize::from(dof)];
        for (sum, j) in sums.iter_mut().zip(column) {
            *sum += j * x;
        }
    }
    let mut all = [Single(0.0); 6];
    for (out, sum) in all.iter_mut().zip(sums) {
        *out = Single(sum);
    }
    all
}

/// Takes `J^T force` of a contact out of the gradient.
#[inline(always)]
fn take(
    contact: &Contact,
    jacobian: &[f64],
    columns: &[u16],
    force: &[Scalar; 6],
    gradient: &mut [f64],
) {
    if force[0].0 == 0.0 {
        return;
    }
    for (column, &dof) in jacobian.chunks_exact(contact.row.width()).zip(columns) {
        let mut sum = 0.0;
        for (j, f) in column.iter().zip(force) {
            sum += j * f.0;
        }
        gradient[usize::from(dof)] -= sum;
    }
}

/// Adds a contact's `J^T K J`.
#[inline(always)]
fn contact_curvature<const WIDTH: usize>(
    contact: &Contact,
    jacobian: &[f64],
    columns: &[u16],
    matrix: &mut SparseMatrix,
) {
    let curvature = contact.row.law().curvature(&contact.rows.pushing);
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
        let (row, first) = matrix.row_mut(usize::from(dof));
        for (other, &other_dof) in jacobian[..=a].iter().zip(columns) {
            let mut sum = 0.0;
            for (k, j) in kj.iter().zip(other) {
                sum += k * j;
            }
            row[usize::from(other_dof) - first] += sum;
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
