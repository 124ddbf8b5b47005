//! Contacts of a tree with itself, and with fixed things for which [`ground`](super::ground) finds
//! none: which bodies touch, and how the tree's dofs move the contact.

use super::contact_law::{MAX_TANGENTS, offset};
use super::contact_row::ContactRow;
use super::data::TreeData;
use super::rows::ContactRows;
use super::tree::{NONE, Tree};
use crate::math::lane::Lane;
use crate::math::spatial::Motion;
use crate::math::vec3::Vec3;
use crate::model::ROOT_DOFS;

/// One such contact, in any lanes of a group. Lanes that do not have it hold zeros.
#[derive(Clone, Copy, Debug)]
pub struct OwnContact<L> {
    /// The pair of geoms, and the contact's number among those of the pair; slots are sorted by
    /// this.
    pub key: (usize, usize),
    /// The two bodies, in the order of the tree; [`NONE`] for something fixed.
    bodies: [usize; 2],
    /// Whether the normal points from the second to the first.
    reversed: bool,
    /// Contact point from the root, world axes.
    point: Vec3<L>,
    /// Normal and two tangents, world axes.
    frame: [Vec3<L>; 3],
    /// Friction coefficient of each tangent.
    pub friction: [L; MAX_TANGENTS],
    /// `b` of the reference acceleration.
    damping: L,
    /// `k imp (distance - margin)`.
    spring: L,
    /// Its rows.
    pub rows: ContactRows<L>,
    /// Number of dofs that both bodies hang from; these move both alike.
    pub shared: usize,
    /// Index of its first column in [`OwnColumns`].
    pub columns: usize,
}

/// Jacobian columns of all of a group's [`OwnContact`]s: motion along normal and tangents, for each
/// dof that moves only one of the contact's bodies, those of the first body before those of the
/// second.
pub type OwnColumns<L> = Vec<[L; 3]>;

impl<L: Lane> OwnContact<L> {
    /// A contact that no lane has yet, between two bodies, or one and [`NONE`]; the normal points
    /// to the second.
    pub fn new(tree: &Tree, key: (usize, usize), [from, to]: [usize; 2]) -> Self {
        let bodies = [from.min(to), from.max(to)];
        let [a, b] = bodies.map(|body| dofs_of(tree, body));
        Self {
            key,
            bodies,
            reversed: from > to,
            point: Vec3::zero(),
            frame: [Vec3::zero(); 3],
            friction: [L::zero(); MAX_TANGENTS],
            damping: L::zero(),
            spring: L::zero(),
            rows: ContactRows::none(),
            shared: a.iter().zip(b).take_while(|(p, q)| p == q).count(),
            columns: 0,
        }
    }

    /// Adds the contact to a lane, at `point` from the root.
    pub fn set_lane(&mut self, lane: usize, point: [f64; 3], row: &ContactRow) {
        let set = |out: &mut Vec3<L>, [x, y, z]: [f64; 3]| {
            out.x.set_lane(lane, x);
            out.y.set_lane(lane, y);
            out.z.set_lane(lane, z);
        };
        set(&mut self.point, point);
        for (axis, direction) in self.frame.iter_mut().zip(row.frame) {
            set(axis, direction);
        }
        for (out, friction) in self.friction.iter_mut().zip(row.friction) {
            out.set_lane(lane, friction.0);
        }
        self.rows.d.set_lane(lane, row.d.0);
        self.damping.set_lane(lane, row.damping.0);
        self.spring.set_lane(lane, row.spring.0);
        self.rows.lanes |= 1 << lane;
    }

    /// The dofs that move the first body alone, and those that move the second alone.
    #[inline(always)]
    pub fn dofs<'a>(&self, tree: &'a Tree) -> [&'a [usize]; 2] {
        self.bodies.map(|body| dofs_of(tree, body).get(self.shared..).unwrap_or_default())
    }

    /// Writes its columns and, from velocities `v`, its reference acceleration.
    #[inline(always)]
    fn prepare(&mut self, tree: &Tree, axis: &[Motion<L>], v: &[L], columns: &mut [[L; 3]]) {
        let mut velocity = [L::zero(); 6];
        let [first, second] = self.dofs(tree);
        let (columns_a, columns_b) = columns.split_at_mut(first.len());
        let back = L::splat(if self.reversed { 1.0 } else { -1.0 });
        for (dofs, columns, sign) in [(first, columns_a, back), (second, columns_b, -back)] {
            for (column, &dof) in columns.iter_mut().zip(dofs) {
                let way = dof_motion(axis, dof).at(self.point).scale(sign);
                for ((j, velocity), axis) in column.iter_mut().zip(&mut velocity).zip(&self.frame) {
                    *j = axis.dot(way);
                    *velocity = j.mul_add(v[dof], *velocity);
                }
            }
        }
        self.rows.offset = offset(velocity, self.damping, self.spring);
    }
}

/// The dofs that move a body, root first.
#[inline(always)]
fn dofs_of(tree: &Tree, body: usize) -> &[usize] {
    if body == NONE { &[] } else { &tree.body_dofs[body] }
}

/// How a unit of a dof's acceleration moves what hangs from it.
#[inline(always)]
fn dof_motion<L: Lane>(axis: &[Motion<L>], dof: usize) -> Motion<L> {
    if dof >= ROOT_DOFS {
        return axis[dof - ROOT_DOFS];
    }
    let mut unit = [L::zero(); 3];
    unit[dof % 3] = L::one();
    let (unit, zero) = (Vec3::new(unit[0], unit[1], unit[2]), Vec3::zero());
    if dof < 3 { Motion { ang: zero, lin: unit } } else { Motion { ang: unit, lin: zero } }
}

/// Computes Jacobians and reference accelerations of all contacts that have been added to lanes.
#[inline(always)]
pub fn prepare_own_contacts<L: Lane>(tree: &Tree, d: &mut TreeData<L>) {
    d.own_columns.clear();
    for contact in &mut d.own {
        let [first, second] = contact.dofs(tree);
        contact.columns = d.own_columns.len();
        let end = contact.columns + first.len() + second.len();
        d.own_columns.resize(end, [L::zero(); 3]);
        contact.prepare(tree, &d.axis, &d.v, &mut d.own_columns[contact.columns..]);
    }
}
