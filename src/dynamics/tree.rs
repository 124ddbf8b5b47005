//! What the algorithms need to know of a model's kinematic tree: which bodies and dofs hang from
//! which, and where rows are stored.

use crate::math::quaternion;
use crate::model::{Model, ROOT_DOFS, Shape};
use std::ops::Range;

/// Maximum number of degrees of freedom of a tree whose contacts with itself are handled in lanes.
pub const MAX_DOFS: usize = 64;

/// The index that stands for none, e.g. for the parent of the root.
pub const NONE: usize = usize::MAX;

/// Index tables of one model, shared by all its robots.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Number of bodies.
    pub nb: usize,
    /// Number of hinges.
    pub nj: usize,
    /// Degrees of freedom: 6 of the root, then the hinges.
    pub nv: usize,
    /// Parent of each body; [`NONE`] for the root.
    pub parent: Vec<usize>,
    /// Hinges between a body and its parent.
    pub joints: Vec<Range<usize>>,
    /// For each dof of a tree of at most [`MAX_DOFS`], the dofs on its way to the root without
    /// itself; bits.
    pub chains: Vec<u64>,
    /// For each dof, the dof after the last one that hangs from it.
    pub subtree_end: Vec<usize>,
    /// For each body, the dofs that move it, root first.
    pub body_dofs: Vec<Vec<usize>>,
    /// A matrix in tree order is stored in compressed rows: where each dof's row starts, and then
    /// where the last one ends.
    pub row: Vec<usize>,
    /// The column of each entry; see [`columns_of`](Self::columns_of).
    columns: Vec<usize>,
    /// Whether the fixed rotation of a body relative to its parent can be left out.
    pub unrotated: Vec<bool>,
    /// Geoms that meet the ground in closed form.
    pub ground_geoms: Vec<GroundGeom>,
    /// Maximum number of contacts with the ground.
    pub ground_slots: usize,
}

/// A geom and its places in the table of ground contacts.
#[derive(Clone, Debug)]
pub struct GroundGeom {
    /// Index into `Model::geoms`.
    pub geom: usize,
    /// Its slots.
    pub slots: Range<usize>,
}

impl Tree {
    /// Tables of a model.
    pub fn new(model: &Model) -> Self {
        let nj = model.joints.len();
        let parent: Vec<usize> =
            model.bodies.iter().map(|body| body.parent.unwrap_or(NONE)).collect();
        let joints: Vec<Range<usize>> =
            model.bodies.iter().map(|body| body.joints.clone()).collect();
        let (ancestors, body_dofs) = chains(&parent, &joints, nj);
        let mut row = vec![0];
        row.extend(ancestors.iter().scan(0, |end, chain| {
            *end += chain.len();
            Some(*end)
        }));
        let (ground_geoms, ground_slots) = ground_geoms(model);
        Self {
            nb: model.bodies.len(),
            nj,
            nv: ROOT_DOFS + nj,
            parent,
            joints,
            chains: bit_chains(&ancestors),
            subtree_end: subtree_ends(&ancestors),
            columns: ancestors.concat(),
            body_dofs,
            row,
            unrotated: model.bodies.iter().map(|b| b.quat == quaternion::IDENTITY).collect(),
            ground_geoms,
            ground_slots,
        }
    }

    /// Entries of a matrix in compact storage.
    pub fn entries(&self) -> usize {
        self.columns.len()
    }

    /// Entries of a dof's row.
    #[inline(always)]
    pub fn row_range(&self, dof: usize) -> Range<usize> {
        self.row[dof]..self.row[dof + 1]
    }

    /// The columns of a dof's row: the dofs on the way from the root to it, itself last.
    #[inline(always)]
    pub fn columns_of(&self, dof: usize) -> &[usize] {
        &self.columns[self.row_range(dof)]
    }

    /// The columns of a hinge's row that are other hinges.
    #[inline(always)]
    pub fn hinges_above(&self, dof: usize) -> &[usize] {
        &self.columns[self.row[dof] + ROOT_DOFS..self.row[dof + 1] - 1]
    }

    /// Place of a dof's own column in the rows of dofs that hang from it.
    #[inline(always)]
    pub fn depth(&self, dof: usize) -> usize {
        self.row[dof + 1] - self.row[dof] - 1
    }
}

/// Chains of dofs that end at each dof, and at each body.
fn chains(
    parent: &[usize],
    joints: &[Range<usize>],
    nj: usize,
) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut ancestors: Vec<Vec<usize>> = (0..ROOT_DOFS).map(|i| (0..=i).collect()).collect();
    ancestors.resize(ROOT_DOFS + nj, Vec::new());
    let mut chain_of_body: Vec<Vec<usize>> = Vec::with_capacity(parent.len());
    for body in 0..parent.len() {
        let mut chain = match parent[body] {
            NONE => (0..ROOT_DOFS).collect(),
            p => chain_of_body[p].clone(),
        };
        for joint in joints[body].clone() {
            chain.push(ROOT_DOFS + joint);
            ancestors[ROOT_DOFS + joint].clone_from(&chain);
        }
        chain_of_body.push(chain);
    }
    (ancestors, chain_of_body)
}

/// Chains without their last dof, as bits.
fn bit_chains(ancestors: &[Vec<usize>]) -> Vec<u64> {
    let few = ancestors.len() <= MAX_DOFS;
    let chains = ancestors.iter().filter(|_| few);
    chains.map(|chain| chain.split_last().map_or(0, |(_, rest)| bits(rest))).collect()
}

fn bits(dofs: &[usize]) -> u64 {
    dofs.iter().fold(0, |set, dof| set | 1 << dof)
}

/// Bodies come depth first, so what hangs from a dof follows directly after it.
fn subtree_ends(ancestors: &[Vec<usize>]) -> Vec<usize> {
    let hangs = |other: usize, dof: usize| ancestors[other].contains(&dof);
    (0..ancestors.len())
        .map(|dof| dof + (dof..ancestors.len()).take_while(|&other| hangs(other, dof)).count())
        .collect()
}

fn ground_geoms(model: &Model) -> (Vec<GroundGeom>, usize) {
    let mut slots = 0;
    let mut geoms = Vec::new();
    for (geom, g) in model.geoms.iter().enumerate() {
        let count = match g.shape {
            Shape::Sphere { .. } => 1,
            Shape::Capsule { .. } => 2,
            Shape::Box { .. } | Shape::Cylinder { .. } => 4,
            Shape::Plane { .. } | Shape::Convex { .. } => continue,
        };
        geoms.push(GroundGeom { geom, slots: slots..slots + count });
        slots += count;
    }
    (geoms, slots)
}
