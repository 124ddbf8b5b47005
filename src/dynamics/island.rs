//! Trees that touch each other, themselves or the goals: one world's coupled part, scalar.
//!
//! The cost is the one that [`newton`](super::newton) minimizes. Contacts between branches leave
//! the sparsity of the trees, so rows carry explicit Jacobians. Each tree's matrix is factorized
//! in the same order, leaves to root; contacts between trees are rows of low rank on top.

mod contact;
mod low_rank;
mod matrix;
mod solve;

use super::data::TreeData;
use super::params::{DryFriction, Params};
use super::rows::{JointRows, LimitRow};
use super::tree::Tree;
use crate::math::lane::{Lane, Scalar, Single};
use crate::math::spatial::Motion;
use contact::Contact;
use low_rank::LowRank;
use matrix::SparseMatrix;

pub use contact::ContactSide;

/// A set of trees of one world and all their constraints. Memory is kept from use to use.
#[derive(Debug, Default)]
pub struct Island {
    /// First degree of freedom, and number of degrees of freedom, of each tree.
    offsets: Vec<usize>,
    sizes: Vec<usize>,
    /// Degrees of freedom of all trees.
    n: usize,
    /// Axes of hinges, as motions about their tree's root; unused at the root's dofs.
    axis: Vec<[f64; 6]>,
    velocity: Vec<f64>,
    smooth: Vec<f64>,
    /// Mass matrices by rows of tree sparsity, all trees in one.
    mass: Vec<f64>,
    /// Where each dof's row starts in `mass`.
    mass_row: Vec<usize>,
    /// Column of every entry of `mass`.
    mass_columns: Vec<u16>,
    /// The same with room for what contacts add.
    full_mass: Vec<f64>,
    joints: Vec<JointTerm>,
    contacts: Vec<Contact>,
    /// Jacobian entries of all contacts, row by row of each.
    jacobian: Vec<f64>,
    /// Columns of those rows, ascending.
    columns: Vec<u16>,
    /// What trees contribute each for itself, and what contacts between them add.
    matrix: SparseMatrix,
    low_rank: LowRank,
    x: Vec<f64>,
    mx: Vec<f64>,
    gradient: Vec<f64>,
    direction: Vec<f64>,
    /// What has a row that flips.
    turned_joints: Vec<usize>,
    turned_contacts: Vec<usize>,
}

/// A hinge's rows.
#[derive(Clone, Copy, Debug)]
struct JointTerm {
    dof: usize,
    friction: DryFriction<Scalar>,
    limit: LimitRow<Scalar>,
    sides: JointRows,
}

impl Island {
    /// Memory for a world with `nv` degrees of freedom; more contacts than a pile of robots has
    /// make it grow.
    pub fn with_capacity(nv: usize) -> Self {
        let contacts = 4 * nv + 64;
        let vector = || Vec::with_capacity(nv);
        Self {
            offsets: Vec::with_capacity(nv),
            sizes: Vec::with_capacity(nv),
            axis: Vec::with_capacity(nv),
            velocity: vector(),
            smooth: vector(),
            mass: Vec::with_capacity(nv * 16),
            mass_row: Vec::with_capacity(nv),
            mass_columns: Vec::with_capacity(nv * 16),
            full_mass: Vec::with_capacity(nv * 32),
            joints: Vec::with_capacity(nv),
            contacts: Vec::with_capacity(contacts),
            jacobian: Vec::with_capacity(contacts * 6 * 16),
            columns: Vec::with_capacity(contacts * 16),
            matrix: SparseMatrix::with_capacity(nv),
            low_rank: LowRank::with_capacity(contacts),
            x: vector(),
            mx: vector(),
            gradient: vector(),
            direction: vector(),
            turned_joints: Vec::with_capacity(nv),
            turned_contacts: Vec::with_capacity(contacts),
            ..Self::default()
        }
    }

    /// Forgets all trees.
    pub fn clear(&mut self) {
        self.n = 0;
        self.offsets.clear();
        self.sizes.clear();
        self.axis.clear();
        self.velocity.clear();
        self.smooth.clear();
        self.mass.clear();
        self.mass_row.clear();
        self.mass_columns.clear();
        self.joints.clear();
        self.contacts.clear();
        self.jacobian.clear();
        self.columns.clear();
        self.x.clear();
    }

    /// Takes one lane's tree with its joint rows and ground contacts; returns its number.
    pub fn add_tree<L: Lane>(
        &mut self,
        tree: &Tree,
        params: &Params<L>,
        d: &TreeData<L>,
        lane: usize,
    ) -> usize {
        let (member, offset) = (self.offsets.len(), self.n);
        self.offsets.push(offset);
        self.sizes.push(tree.nv);
        self.n += tree.nv;
        self.axis.extend([[0.0; 6]; 6]);
        self.axis.extend(d.axis.iter().map(|axis| motion(axis, lane)));
        let one_lane = |values: &[L], out: &mut Vec<f64>| {
            out.extend(values.iter().map(|value| value.lane(lane)));
        };
        one_lane(&d.v, &mut self.velocity);
        one_lane(&d.smooth, &mut self.smooth);
        one_lane(&d.qacc, &mut self.x);
        for dof in 0..tree.nv {
            self.mass_row.push(self.mass.len());
            one_lane(&d.mass[tree.row_range(dof)], &mut self.mass);
            self.mass_columns.extend(tree.ancestors[dof].iter().map(|&a| (offset + a) as u16));
        }
        for (joint, j) in params.joints.iter().enumerate() {
            let limit = &d.limits[joint];
            let scalar = |value: L| Single(value.lane(lane));
            let limit = LimitRow {
                lanes: limit.lanes >> lane & 1,
                sign: scalar(limit.sign),
                d: scalar(limit.d),
                offset: scalar(limit.offset),
            };
            let sides = JointRows::default();
            self.joints.push(JointTerm {
                dof: offset + 6 + joint,
                friction: j.friction.one_lane(lane),
                limit,
                sides,
            });
        }
        self.add_ground_contacts(member, tree, params, d, lane);
        member
    }

    /// Writes a tree's accelerations back.
    pub fn write_back<L: Lane>(&self, member: usize, d: &mut TreeData<L>, lane: usize) {
        let offset = self.offsets[member];
        for (out, &x) in d.qacc.iter_mut().zip(&self.x[offset..offset + self.sizes[member]]) {
            out.set_lane(lane, x);
        }
    }
}

fn motion<L: Lane>(m: &Motion<L>, lane: usize) -> [f64; 6] {
    let ([ax, ay, az], [lx, ly, lz]) = (m.ang.lane(lane), m.lin.lane(lane));
    [ax, ay, az, lx, ly, lz]
}
