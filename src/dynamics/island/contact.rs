//! Contacts of an island, with explicit Jacobians.

use super::Island;
use crate::dynamics::contact_row::ContactRow;
use crate::dynamics::data::TreeData;
use crate::dynamics::params::Params;
use crate::dynamics::rows::ContactRows;
use crate::dynamics::tree::Tree;
use crate::math::lane::{Lane, Scalar, Single};
use crate::math::point::cross;

/// One body that takes part in a contact.
#[derive(Clone, Copy, Debug)]
pub struct ContactSide<'a> {
    /// The tree's number in the island.
    pub member: usize,
    /// Its tables.
    pub tree: &'a Tree,
    /// The body.
    pub body: usize,
    /// The contact point from the tree's root, world axes.
    pub point: [f64; 3],
}

/// A contact of the island.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// What its rows look like.
    pub row: ContactRow,
    /// Their state.
    pub rows: ContactRows<Scalar>,
    /// First entry of the Jacobian: `count` columns of [`width`](ContactRow::width) numbers.
    pub jacobian: usize,
    /// First of the dofs that the columns belong to.
    pub columns: usize,
    /// Number of those dofs.
    pub count: usize,
    /// Is it between two trees?
    pub couples: bool,
}

impl Contact {
    /// Its columns, and the numbers in them.
    #[inline(always)]
    pub fn parts<'a>(&self, columns: &'a [u16], jacobian: &'a [f64]) -> (&'a [u16], &'a [f64]) {
        let numbers = &jacobian[self.jacobian..][..self.row.width() * self.count];
        (&columns[self.columns..][..self.count], numbers)
    }
}

impl Island {
    /// Adds a contact between a body and another one, or something fixed. The normal points from
    /// the first to the second.
    pub fn add_contact(
        &mut self,
        first: Option<ContactSide<'_>>,
        second: Option<ContactSide<'_>>,
        row: &ContactRow,
    ) {
        let width = row.width();
        let (columns, jacobian) = (self.columns.len(), self.jacobian.len());
        self.merge_columns(first, second);
        let count = self.columns.len() - columns;
        if count == 0 {
            return;
        }
        let mut velocity = [0.0; 6];
        for k in 0..count {
            let dof = usize::from(self.columns[columns + k]);
            let column = self.column(dof, first, second, row);
            self.jacobian.extend_from_slice(&column[..width]);
            for (velocity, j) in velocity.iter_mut().zip(&column[..width]) {
                *velocity += self.velocity[dof] * j;
            }
        }
        self.contacts.push(Contact {
            row: *row,
            rows: ContactRows {
                condim: row.condim,
                lanes: 1,
                d: row.d,
                offset: row.offset(velocity),
                ..ContactRows::none()
            },
            jacobian,
            columns,
            count,
            couples: matches!((first, second), (Some(a), Some(b)) if a.member != b.member),
        });
    }

    /// Force of a contact on its second side, world axes; contacts count in the order in which they
    /// were added: a tree's with the ground when the tree was.
    pub fn contact_force(&self, index: usize) -> [f64; 3] {
        let Some(contact) = self.contacts.get(index) else { return [0.0; 3] };
        let mut residual = contact.rows.offset;
        let width = contact.row.width();
        let columns = &self.columns[contact.columns..][..contact.count];
        let jacobian = self.jacobian[contact.jacobian..].chunks_exact(width);
        for (column, &dof) in jacobian.zip(columns) {
            for (residual, j) in residual.iter_mut().zip(column) {
                *residual += Single(j * self.x[usize::from(dof)]);
            }
        }
        let [normal, x, y, ..] = contact.row.law().force(&residual);
        contact.row.in_world([normal.0, x.0, y.0])
    }

    /// Ascending dofs that move one side but not both alike.
    fn merge_columns(&mut self, first: Option<ContactSide<'_>>, second: Option<ContactSide<'_>>) {
        let offset = |side: Option<ContactSide<'_>>| side.map_or(0, |s| self.offsets[s.member]);
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
        first: Option<ContactSide<'_>>,
        second: Option<ContactSide<'_>>,
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
            for (sum, part) in column.iter_mut().zip(row.components(lin, ang)) {
                *sum += sign * part;
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
            let p = &params.ground[contact.geom];
            let Some(row) = ContactRow::of_ground(contact, p, lane) else { continue };
            let side =
                ContactSide { member, tree, body: contact.body, point: contact.point.lane(lane) };
            self.add_contact(None, Some(side), &row);
        }
    }
}

fn dofs_of<'a>(side: &Option<ContactSide<'a>>) -> &'a [usize] {
    side.as_ref().map_or(&[], |s| &s.tree.body_dofs[s.body])
}
