//! Trees that touch each other, or something with which lanes handle no contacts, and the contacts
//! that couple them.
//!
//! The trees themselves stay in their lanes, with their hinges' rows and contacts with the ground.
//! An island holds all their other contacts, with explicit Jacobians, and the state of the line
//! search, which all its trees share: they all go the same fraction of their search directions.
//! [`coupled`](super::coupled) has the iteration.

mod by_dofs;
mod contact;
mod low_rank;
mod order;
mod small_matrix;
mod tree_columns;

use super::data::TreeData;
use super::line_search::Bracket;
use super::tree::Tree;
use crate::math::lane::Lane;
use crate::math::spatial::Motion;
use contact::Contact;
use order::Order;
use std::ops::Range;

pub use contact::ContactSide;
pub use low_rank::LowRank;

/// One of an island's trees.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its lane group, and its lane there.
    pub group: usize,
    pub lane: usize,
    /// Its degrees of freedom among those of the island.
    pub dofs: Range<usize>,
}

/// A set of trees of one world, and the contacts that couple them. Memory is kept from use to use.
#[derive(Debug, Default)]
pub struct Island {
    pub(super) members: Vec<Member>,
    /// Axes of hinges, as motions about their tree's root; unused at the root's dofs.
    axis: Vec<[f64; 6]>,
    velocity: Vec<f64>,
    contacts: Vec<Contact>,
    /// Jacobian entries of all contacts, column by column of each.
    jacobian: Vec<f64>,
    /// The dof of each column; within a contact the first tree's before the second's.
    columns: Vec<u16>,
    /// A vector over all degrees of freedom: accelerations, or the search direction.
    pub(super) way: Vec<f64>,
    /// Order in which contacts are eliminated.
    order: Order,
    /// Whether the small matrix has a row for each dof.
    pub(super) is_by_dofs: bool,
    /// Contacts that have a row that flips.
    turned: Vec<usize>,
    /// Index of its first tree in [`LowRank`].
    pub(super) first: usize,
    /// Squares of the iterate and the gradient at the warm start; see `newton::still_moving`.
    pub(super) size: f64,
    /// Slope along the search direction, and the contacts' part of it.
    pub(super) slope: f64,
    pub(super) own_slope: f64,
    pub(super) bracket: Bracket,
    pub(super) done: bool,
}

impl Island {
    /// Memory for `nv` degrees of freedom and a few contacts; a pile of robots makes it grow.
    pub fn with_capacity(nv: usize) -> Self {
        const CONTACTS: usize = 16;
        let vector = || Vec::with_capacity(nv);
        Self {
            members: Vec::with_capacity(4),
            axis: Vec::with_capacity(nv),
            velocity: vector(),
            contacts: Vec::with_capacity(CONTACTS),
            jacobian: Vec::with_capacity(CONTACTS * 4 * 16),
            columns: Vec::with_capacity(CONTACTS * 16),
            way: vector(),
            order: Order::with_capacity(CONTACTS),
            turned: Vec::with_capacity(CONTACTS),
            ..Self::default()
        }
    }

    /// Forgets all trees.
    pub fn clear(&mut self) {
        self.members.clear();
        self.axis.clear();
        self.velocity.clear();
        self.contacts.clear();
        self.jacobian.clear();
        self.columns.clear();
        self.done = false;
    }

    /// Adds the tree in a lane of a group; returns its index in the island.
    pub fn add_tree<L: Lane>(
        &mut self,
        tree: &Tree,
        d: &TreeData<L>,
        group: usize,
        lane: usize,
    ) -> usize {
        let start = self.velocity.len();
        self.members.push(Member { group, lane, dofs: start..start + tree.nv });
        self.axis.extend([[0.0; 6]; 6]);
        self.axis.extend(d.axis.iter().map(|axis| motion(axis, lane)));
        self.velocity.extend(d.v.iter().map(|v| v.lane(lane)));
        self.members.len() - 1
    }

    pub(super) fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Number of degrees of freedom.
    pub(super) fn dofs(&self) -> usize {
        self.velocity.len()
    }

    /// The trees.
    pub fn members(&self) -> &[Member] {
        &self.members
    }
}

fn motion<L: Lane>(m: &Motion<L>, lane: usize) -> [f64; 6] {
    let ([ax, ay, az], [lx, ly, lz]) = (m.ang.lane(lane), m.lin.lane(lane));
    [ax, ay, az, lx, ly, lz]
}
