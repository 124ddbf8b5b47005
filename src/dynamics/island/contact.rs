//! Contacts of an island, with explicit Jacobians, in gradient, line search and matrix of Newton's
//! method.

use super::{Island, LowRank, by_dofs};
use crate::dynamics::contact_law::{packed, replace};
use crate::dynamics::contact_row::ContactRow;
use crate::dynamics::rows::ContactRows;
use crate::dynamics::tree::Tree;
use crate::math::lane::{Lane, Scalar, Single};
use crate::math::point::cross;
use crate::model::ROOT_DOFS;
use std::ops::Range;

/// One body that takes part in a contact.
#[derive(Clone, Copy, Debug)]
pub struct ContactSide<'a> {
    /// The tree's index in the island.
    pub member: usize,
    /// Its tables.
    pub tree: &'a Tree,
    /// The body.
    pub body: usize,
    /// The contact point from the tree's root, world axes.
    pub point: [f64; 3],
}

/// A contact of the island.
#[derive(Clone, Debug)]
pub struct Contact {
    /// Constants of its rows.
    pub row: ContactRow,
    /// State of its rows.
    pub rows: ContactRows<Scalar>,
    /// First entry of the Jacobian: `count` columns of [`NARROW`] or [`WIDE`] numbers, of which the
    /// unused ones at the end are zero.
    pub jacobian: usize,
    /// First of the dofs that the columns belong to.
    pub columns: usize,
    /// Number of those dofs.
    pub count: usize,
    /// Indices of its trees, twice the same if there is only one.
    pub trees: [usize; 2],
    /// Number of dofs that are the first tree's; the others are the second's.
    pub split: usize,
    /// Its columns in [`LowRank`].
    pub low_rank: Range<usize>,
    /// Number by which it is remembered from substep to substep.
    pub number: usize,
    /// Whether the rows that push have changed since `low_rank` was computed.
    pub has_turned: bool,
}

/// Length of a column for a contact that resists translation alone, with one number that fills up a
/// register.
const NARROW: usize = 4;
/// Length of a column for a contact that resists rotation, too.
const WIDE: usize = 8;

impl Contact {
    /// Its columns, and the numbers in them.
    #[inline(always)]
    pub fn parts<'a>(&self, columns: &'a [u16], jacobian: &'a [f64]) -> (&'a [u16], &'a [f64]) {
        let numbers = &jacobian[self.jacobian..][..stride(&self.row) * self.count];
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
        let (columns, jacobian) = (self.columns.len(), self.jacobian.len());
        let Some(any) = first.or(second) else { return };
        let (mut a, mut b) = (dofs_of(&first), dofs_of(&second));
        if let (Some(x), Some(y)) = (first, second)
            && x.member == y.member
        {
            // Shared ancestors move both bodies alike at the contact point.
            let shared = a.iter().zip(b).take_while(|(p, q)| p == q).count();
            (a, b) = (&a[shared..], &b[shared..]);
        }
        let mut velocity = [0.0; 6];
        for (side, dofs, sign) in [(first, a, -1.0), (second, b, 1.0)] {
            let Some(side) = side else { continue };
            if stride(row) == NARROW {
                self.add_columns::<NARROW>(side, dofs, sign, row, &mut velocity);
            } else {
                self.add_columns::<WIDE>(side, dofs, sign, row, &mut velocity);
            }
        }
        let trees = [first, second].map(|side| side.map_or(any.member, |side| side.member));
        let count = a.len() + b.len();
        // Both branches of one tree are that tree's.
        let split = if trees[0] == trees[1] { count } else { a.len() };
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
            trees,
            split,
            low_rank: 0..0,
            number: 0,
            has_turned: true,
        });
    }

    /// Adds the columns of one side of a contact, and its part of the velocity there.
    #[inline(always)]
    fn add_columns<const STRIDE: usize>(
        &mut self,
        side: ContactSide<'_>,
        dofs: &[usize],
        sign: f64,
        row: &ContactRow,
        velocity: &mut [f64; 6],
    ) {
        let offset = self.members[side.member].dofs.start;
        let units = unit_columns::<STRIDE>(side.point, sign, row);
        for &dof in dofs {
            let column = match dof {
                0..3 => units[3 + dof],
                3..ROOT_DOFS => units[dof - 3],
                _ => combined(&units, &self.axis[offset + dof]),
            };
            let speed = self.velocity[offset + dof];
            for (velocity, j) in velocity.iter_mut().zip(&column) {
                *velocity += speed * j;
            }
            self.jacobian.extend(column);
        }
        self.columns.extend(dofs.iter().map(|dof| (offset + dof) as u16));
    }

    /// Sets the number by which to remember the contact added last and, if known, which of its rows
    /// pushed in the previous substep, in the form of [`packed`].
    pub fn recall(&mut self, number: usize, pushing: Option<u16>) {
        if let Some(contact) = self.contacts.last_mut() {
            contact.number = number;
            if let Some(bits) = pushing {
                contact.rows.before.set_lane(0, bits);
            }
        }
    }

    /// For each contact, the number by which it is remembered, and which of its rows push.
    pub fn sides(&self) -> impl Iterator<Item = (usize, u16)> {
        self.contacts.iter().map(|contact| (contact.number, packed(&contact.rows.pushing, 0)))
    }

    /// Decides in which order contacts are eliminated, and which small matrix they have.
    pub(crate) fn order_contacts(&mut self) {
        let pairs = self.contacts.iter().map(|contact| contact.trees);
        self.order.find(self.members.len(), pairs);
        let columns = self.contacts.iter().map(|contact| contact.row.width()).sum();
        self.is_by_dofs = by_dofs::is_better(columns, self.dofs());
    }

    /// Computes residuals of all contacts for the warm start, which is in `way`, and their sides:
    /// those of the previous substep, where they are known.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self) {
        for contact in &mut self.contacts {
            let (columns, jacobian) = contact.parts(&self.columns, &self.jacobian);
            contact.rows.residual = along(contact, jacobian, columns, &self.way);
            for (residual, offset) in contact.rows.residual.iter_mut().zip(contact.rows.offset) {
                *residual += offset;
            }
            contact.rows.settle(&contact.row.friction, 1, true);
            contact.has_turned = true;
        }
    }

    /// Sets the rates of all contacts for the search direction in `way`, and lists those that have
    /// a row that flips within a full step; returns whether there are any.
    #[inline(always)]
    pub(crate) fn find_turns(&mut self) -> bool {
        self.turned.clear();
        for (index, contact) in self.contacts.iter_mut().enumerate() {
            let (columns, jacobian) = contact.parts(&self.columns, &self.jacobian);
            contact.rows.rate = along(contact, jacobian, columns, &self.way);
            if contact.rows.flips(&contact.row.friction) != 0 {
                self.turned.push(index);
            }
        }
        !self.turned.is_empty()
    }

    /// The contacts' part of the first and the second derivative of the cost along the search
    /// direction, `length` of the way; `start` is the contacts' part of the slope at the start.
    #[inline(always)]
    pub(crate) fn derivatives(&self, start: f64, length: f64) -> (f64, f64) {
        let (mut slope, mut curvature) = ((1.0 - length) * start, -start);
        for &index in &self.turned {
            let contact = &self.contacts[index];
            let (turn, _) = contact.rows.turn(&contact.row.friction, Single(length));
            slope += turn.slope.0;
            curvature += turn.curvature.0;
        }
        (slope, curvature)
    }

    /// The slope of the contacts' cost along the search direction.
    #[inline(always)]
    pub(crate) fn contact_slope(&self) -> f64 {
        let mut slope = 0.0;
        for contact in &self.contacts {
            let rows = &contact.rows;
            let force = contact.row.law().force_of(&rows.residual, &rows.pushing);
            for (force, rate) in force.iter().zip(&contact.rows.rate) {
                slope -= force.0 * rate.0;
            }
        }
        slope
    }

    /// Goes `length` of the way along the search direction.
    #[inline(always)]
    pub(crate) fn turn(&mut self, length: f64) {
        for &index in &self.turned {
            let contact = &mut self.contacts[index];
            let sides = contact.rows.turn(&contact.row.friction, Single(length)).1;
            contact.has_turned = replace(&mut contact.rows.pushing, 1, &sides) != 0;
        }
        for contact in &mut self.contacts {
            contact.rows.advance(Single(length));
        }
    }

    /// Adds `J^T K J` of all contacts, if anything has changed.
    #[inline(always)]
    pub(crate) fn add_curvature<D: Lane>(&mut self, low_rank: &mut LowRank<D>) {
        for contact in self.contacts.iter_mut().filter(|contact| contact.has_turned) {
            contact.has_turned = false;
            low_rank.forget(contact.trees);
        }
        if !low_rank.renew(self.members.len()) {
            return;
        }
        for index in self.order.iter() {
            let contact = &mut self.contacts[index];
            let (columns, jacobian) = contact.parts(&self.columns, &self.jacobian);
            let trees = &contact.trees.map(|tree| self.members[tree].dofs.clone());
            match stride(&contact.row) {
                NARROW => low_rank.add::<NARROW>(contact, columns, jacobian, trees),
                _ => low_rank.add::<WIDE>(contact, columns, jacobian, trees),
            }
        }
    }
}

fn dofs_of<'a>(side: &Option<ContactSide<'a>>) -> &'a [usize] {
    side.as_ref().map_or(&[], |s| &s.tree.body_dofs[s.body])
}

/// Numbers per column of a contact's Jacobian.
#[inline(always)]
fn stride(row: &ContactRow) -> usize {
    if row.width() < NARROW { NARROW } else { WIDE }
}

/// The columns of a body that turns about each axis of the world through its tree's root, then of
/// one that moves along each.
#[inline(always)]
fn unit_columns<const STRIDE: usize>(
    point: [f64; 3],
    sign: f64,
    row: &ContactRow,
) -> [[f64; STRIDE]; 6] {
    let mut columns = [[0.0; STRIDE]; 6];
    for (axis, column) in columns.iter_mut().enumerate() {
        let mut unit = [0.0; 3];
        unit[axis % 3] = 1.0;
        let (lin, ang) = if axis < 3 { (cross(unit, point), unit) } else { (unit, [0.0; 3]) };
        for (number, part) in column.iter_mut().zip(row.components(lin, ang)) {
            *number = sign * part;
        }
        // The first component of rotation, which this contact does not resist.
        if STRIDE == NARROW {
            column[3] = 0.0;
        }
    }
    columns
}

/// The column of a hinge with this axis, a motion about its tree's root.
#[inline(always)]
fn combined<const STRIDE: usize>(units: &[[f64; STRIDE]; 6], axis: &[f64; 6]) -> [f64; STRIDE] {
    let mut column = [0.0; STRIDE];
    for (unit, part) in units.iter().zip(axis) {
        for (sum, number) in column.iter_mut().zip(unit) {
            *sum += part * number;
        }
    }
    column
}

/// `J x` of a contact.
#[inline(always)]
fn along(contact: &Contact, jacobian: &[f64], columns: &[u16], x: &[f64]) -> [Scalar; 6] {
    match stride(&contact.row) {
        NARROW => along_columns::<NARROW>(jacobian, columns, x),
        _ => along_columns::<WIDE>(jacobian, columns, x),
    }
}

#[inline(always)]
fn along_columns<const STRIDE: usize>(jacobian: &[f64], columns: &[u16], x: &[f64]) -> [Scalar; 6] {
    // Even and odd columns have sums of their own: a single sum would wait for each of its
    // additions.
    let mut sums = [[0.0; STRIDE]; 2];
    let (pairs, last) = jacobian.as_chunks::<STRIDE>().0.as_chunks::<2>();
    let (dof_pairs, last_dof) = columns.as_chunks::<2>();
    for ([even, odd], dofs) in pairs.iter().zip(dof_pairs) {
        let [x, y] = dofs.map(|dof| x[usize::from(dof)]);
        for k in 0..STRIDE {
            sums[0][k] += even[k] * x;
            sums[1][k] += odd[k] * y;
        }
    }
    for (column, &dof) in last.iter().zip(last_dof) {
        for (sum, j) in sums[0].iter_mut().zip(column) {
            *sum += j * x[usize::from(dof)];
        }
    }
    let mut all = [Single(0.0); 6];
    for (k, out) in all.iter_mut().enumerate().take(STRIDE) {
        *out = Single(sums[0][k] + sums[1][k]);
    }
    all
}
