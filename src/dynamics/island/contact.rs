//! Contacts of an island, with explicit Jacobians.

use super::Island;
use crate::dynamics::data::TreeData;
use crate::dynamics::params::Params;
use crate::dynamics::tree::Tree;
use crate::math::lane::Lane;

/// Tangents of a contact, at most: two of sliding, three of rotation.
pub const MAX_TANGENTS: usize = 5;

/// One body that takes part in a contact.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The tree's number in the island.
    pub member: usize,
    /// Its tables.
    pub tree: &'a Tree,
    /// The body.
    pub body: usize,
    /// The contact point from the tree's root, world axes.
    pub point: [f64; 3],
}

/// What a contact's rows look like, apart from who takes part.
#[derive(Clone, Copy, Debug)]
pub struct ContactRow {
    /// 1, 3, 4 or 6.
    pub condim: usize,
    /// Normal and two tangents, world axes.
    pub frame: [[f64; 3]; 3],
    /// Friction of each tangent.
    pub friction: [f64; MAX_TANGENTS],
    /// Inverse regularizer of every row.
    pub d: f64,
    /// `b` of the reference acceleration.
    pub damping: f64,
    /// `k imp (distance - margin)`.
    pub spring: f64,
}

/// A contact of the island.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// MuJoCo's `condim`: 1, 3, 4 or 6.
    pub condim: usize,
    /// Friction coefficient of each tangent.
    pub friction: [f64; MAX_TANGENTS],
    /// Inverse regularizer.
    pub d: f64,
    /// Minus the reference acceleration along normal and tangents.
    pub offset: [f64; 6],
    /// Relative acceleration less reference, at the iterate and the one before.
    pub residual: [[f64; 6]; 2],
    /// Rows that push, `+` and `-` of every tangent.
    pub pushing: [[bool; 2]; MAX_TANGENTS],
    /// First entry of the Jacobian: `count` columns of [`width`](Self::width) numbers.
    pub jacobian: usize,
    /// First of the dofs that the columns belong to.
    pub columns: usize,
    /// Number of those dofs.
    pub count: usize,
    /// The two trees that it couples, the earlier one first.
    pub members: Option<(usize, usize)>,
}

impl Contact {
    /// Numbers of a Jacobian column: translation only, or rotation too.
    #[inline(always)]
    pub fn width(&self) -> usize {
        if self.condim > 3 { 6 } else { 3 }
    }

    /// Force along normal and tangents, and whether a row changed sides.
    #[inline(always)]
    pub fn push(&mut self, buffer: usize) -> ([f64; 6], bool) {
        let r = self.residual[buffer];
        let mut force = [0.0; 6];
        if self.condim == 1 {
            let on = r[0] < 0.0;
            let changed = on != self.pushing[0][0];
            self.pushing[0] = [on, false];
            force[0] = if on { -self.d * r[0] } else { 0.0 };
            return (force, changed);
        }
        let mut changed = false;
        for t in 0..self.condim - 1 {
            let along = self.friction[t] * r[1 + t];
            let (plus, minus) = (r[0] + along, r[0] - along);
            let on = [plus < 0.0, minus < 0.0];
            let (plus, minus) = (-self.d * plus.min(0.0), -self.d * minus.min(0.0));
            force[0] += plus + minus;
            force[1 + t] = self.friction[t] * (plus - minus);
            changed |= on != self.pushing[t];
            self.pushing[t] = on;
        }
        (force, changed)
    }

    /// Curvature over normal and tangents: the normal's, the couplings' and the tangents' own.
    #[inline(always)]
    pub fn curvature(&self) -> (f64, [f64; MAX_TANGENTS], [f64; MAX_TANGENTS]) {
        let (mut nn, mut nt, mut tt) = (0.0, [0.0; MAX_TANGENTS], [0.0; MAX_TANGENTS]);
        if self.condim == 1 {
            nn = if self.pushing[0][0] { self.d } else { 0.0 };
            return (nn, nt, tt);
        }
        for t in 0..self.condim - 1 {
            let plus = if self.pushing[t][0] { self.d } else { 0.0 };
            let minus = if self.pushing[t][1] { self.d } else { 0.0 };
            let mu = self.friction[t];
            nn += plus + minus;
            nt[t] = mu * (plus - minus);
            tt[t] = mu * mu * (plus + minus);
        }
        (nn, nt, tt)
    }

    /// First and second derivative of the contact's cost at a point of the line through both
    /// residuals.
    #[inline(always)]
    pub fn derivatives(&self, start: usize, length: f64) -> (f64, f64) {
        let (from, to) = (&self.residual[start], &self.residual[1 - start]);
        let rate = to[0] - from[0];
        let normal = from[0] + length * rate;
        let (mut slope, mut curvature) = (0.0, 0.0);
        let mut add_row = |residual: f64, rate: f64| {
            if residual < 0.0 {
                slope += self.d * residual * rate;
                curvature += self.d * rate * rate;
            }
        };
        if self.condim == 1 {
            add_row(normal, rate);
            return (slope, curvature);
        }
        for t in 0..self.condim - 1 {
            let along_rate = self.friction[t] * (to[1 + t] - from[1 + t]);
            let along = self.friction[t] * from[1 + t] + length * along_rate;
            add_row(normal + along, rate + along_rate);
            add_row(normal - along, rate - along_rate);
        }
        (slope, curvature)
    }
}

impl Island {
    /// Adds a contact between a body and another one, or something fixed. The normal points from
    /// the first to the second.
    pub fn add_contact(
        &mut self,
        first: Option<Side<'_>>,
        second: Option<Side<'_>>,
        row: &ContactRow,
    ) {
        let width = if row.condim > 3 { 6 } else { 3 };
        let (columns, jacobian) = (self.columns.len(), self.jacobian.len());
        self.merge_columns(first, second);
        let count = self.columns.len() - columns;
        if count == 0 {
            return;
        }
        let mut offset = [0.0; 6];
        for k in 0..count {
            let dof = usize::from(self.columns[columns + k]);
            let column = self.column(dof, first, second, row);
            self.jacobian.extend_from_slice(&column[..width]);
            for (offset, j) in offset.iter_mut().zip(&column[..width]) {
                *offset += row.damping * self.velocity[dof] * j;
            }
        }
        offset[0] += row.spring;
        self.contacts.push(Contact {
            condim: row.condim,
            friction: row.friction,
            d: row.d,
            offset,
            residual: [[0.0; 6]; 2],
            pushing: [[false; 2]; MAX_TANGENTS],
            jacobian,
            columns,
            count,
            members: match (first, second) {
                (Some(a), Some(b)) if a.member != b.member => {
                    Some((a.member.min(b.member), a.member.max(b.member)))
                }
                _ => None,
            },
        });
    }

    /// Force of a contact on its second side, along normal and tangents; contacts count in the
    /// order in which they were added: a tree's with the ground when the tree was.
    pub fn contact_force(&self, index: usize) -> [f64; 3] {
        let Some(mut contact) = self.contacts.get(index).copied() else { return [0.0; 3] };
        contact.residual[0] = contact.offset;
        let width = contact.width();
        let columns = &self.columns[contact.columns..][..contact.count];
        let jacobian = self.jacobian[contact.jacobian..].chunks_exact(width);
        for (column, &dof) in jacobian.zip(columns) {
            for (residual, j) in contact.residual[0].iter_mut().zip(column) {
                *residual += j * self.x[usize::from(dof)];
            }
        }
        let force = contact.push(0).0;
        [force[0], force[1], force[2]]
    }

    /// Ascending dofs that move one side but not both alike.
    fn merge_columns(&mut self, first: Option<Side<'_>>, second: Option<Side<'_>>) {
        let offset = |side: Option<Side<'_>>| side.map_or(0, |s| self.offsets[s.member]);
        let (offset_a, offset_b) = (offset(first), offset(second));
        let (mut a, mut b) = (dofs_of(&first), dofs_of(&second));
        if let (Some(x), Some(y)) = (first, second)
            && x.member == y.member
        {
            // Shared ancestors move both bodies alike at the contact point.
            let shared = a.iter().zip(b).take_while(|(p, q)| p == q).count();
            (a, b) = (&a[shared..], &b[shared..]);
        }
        loop {
            let (next_a, next_b) =
                (a.first().map(|d| offset_a + d), b.first().map(|d| offset_b + d));
            let next = match (next_a, next_b) {
                (Some(p), Some(q)) if p < q => Some((p, true)),
                (Some(p), None) => Some((p, true)),
                (_, Some(q)) => Some((q, false)),
                (None, None) => None,
            };
            let Some((dof, from_a)) = next else { break };
            if from_a {
                a = &a[1..];
            } else {
                b = &b[1..];
            }
            self.columns.push(dof as u16);
        }
    }

    /// How a dof moves the contact: along normal and tangents, then about them.
    fn column(
        &self,
        dof: usize,
        first: Option<Side<'_>>,
        second: Option<Side<'_>>,
        row: &ContactRow,
    ) -> [f64; 6] {
        let mut column = [0.0; 6];
        for (side, sign) in [(first, -1.0), (second, 1.0)] {
            let Some(side) = side else { continue };
            let offset = self.offsets[side.member];
            let mine = dof
                .checked_sub(offset)
                .is_some_and(|local| side.tree.body_dofs[side.body].contains(&local));
            if !mine {
                continue;
            }
            let (lin, ang) = self.dof_motion(dof, offset, side.point);
            for (axis, n) in row.frame.iter().enumerate() {
                column[axis] += sign * dot(*n, lin);
                column[3 + axis] += sign * dot(*n, ang);
            }
        }
        column
    }

    /// Translation at a point, and rotation, for a unit acceleration of a dof.
    fn dof_motion(&self, dof: usize, offset: usize, point: [f64; 3]) -> ([f64; 3], [f64; 3]) {
        let mut unit = [0.0; 3];
        match dof - offset {
            local @ 0..3 => {
                unit[local] = 1.0;
                (unit, [0.0; 3])
            }
            local @ 3..6 => {
                unit[local - 3] = 1.0;
                (cross(unit, point), unit)
            }
            _ => {
                let [ax, ay, az, lx, ly, lz] = self.axis[dof];
                let c = cross([ax, ay, az], point);
                ([c[0] + lx, c[1] + ly, c[2] + lz], [ax, ay, az])
            }
        }
    }

    /// The lane's contacts with the ground.
    pub(super) fn add_ground_contacts<L: Lane>(
        &mut self,
        member: usize,
        tree: &Tree,
        params: &Params<L>,
        d: &TreeData<L>,
        lane: usize,
    ) {
        for contact in &d.ground[..d.ground_count] {
            let inverse = contact.d.lane(lane);
            if inverse <= 0.0 {
                continue;
            }
            let p = &params.ground[contact.geom];
            let [slide, spin, roll] = p.friction.map(|f| f.lane(lane));
            let [cos, sin] = contact.heading.map(|h| h.lane(lane));
            let row = ContactRow {
                condim: contact.condim,
                frame: [[0.0, 0.0, 1.0], [cos, sin, 0.0], [-sin, cos, 0.0]],
                friction: [slide, slide, spin, roll, roll],
                d: inverse,
                damping: p.impedance.b.lane(lane),
                spring: contact.spring.lane(lane),
            };
            let side = Side { member, tree, body: contact.body, point: contact.point.lane(lane) };
            self.add_contact(None, Some(side), &row);
        }
    }
}

fn dofs_of<'a>(side: &Option<Side<'a>>) -> &'a [usize] {
    side.as_ref().map_or(&[], |s| &s.tree.body_dofs[s.body])
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
