//! Working memory of one lane group: up to `L::LANES` trees of one model, side by side.

use super::coupled::Exchange;
use super::double_state::DoubleState;
use super::factor::Place;
use super::fill::Fill;
use super::memory::RowMemory;
use super::own::{OwnColumns, OwnContact};
use super::rows::{GroundContact, JointRows, LimitRow};
use super::tree::{NONE, Tree};
use crate::math::lane::Lane;
use crate::math::spatial::{Force, Inertia, Motion};
use crate::math::vec3::{Mat3, Vec3};
use crate::model::{Model, ROOT_DOFS};

/// Number of contacts of a group's trees with themselves for which memory is allocated at the
/// start.
const OWN_CONTACTS: usize = 128;

/// State, command and every intermediate result of a lane group. Vectors over degrees of freedom
/// hold the root's linear part (world frame), its angular part in **world** axes, and the hinges.
#[derive(Clone, Debug)]
pub struct TreeData<L: Lane> {
    /// Root position in the world, m.
    pub root_pos: Vec3<L>,
    /// Root orientation, wxyz.
    pub root_quat: [L; 4],
    /// Hinge angles, rad.
    pub q: Vec<L>,
    /// The same coordinates in double precision, if lanes are in single precision.
    pub double: DoubleState,
    /// The root's angular velocity in its own frame, rad/s.
    pub root_spin: Vec3<L>,
    /// The root's angular acceleration in its own frame at the last substep.
    pub root_spin_acc: Vec3<L>,
    /// Velocities.
    pub v: Vec<L>,
    /// Accelerations: warm start on entry to the solver, result after it.
    pub qacc: Vec<L>,
    /// Command of every motor.
    pub command: Vec<MotorCommand<L>>,

    /// Orientation of every body.
    pub rot: Vec<Mat3<L>>,
    /// Position of every body, from the root, world axes.
    pub pos: Vec<Vec3<L>>,
    /// Axis of every hinge as a motion.
    pub axis: Vec<Motion<L>>,
    /// Velocity of every body.
    pub vel: Vec<Motion<L>>,
    /// Acceleration of every body that is not due to `qacc`, gravity included.
    pub acc: Vec<Motion<L>>,
    /// Force on every body, then on its subtree.
    pub force: Vec<Force<L>>,
    /// Inertia of every body, then of its subtree.
    pub inertia: Vec<Inertia<L>>,
    /// Centre of every geom, from the root, world axes.
    pub geom_pos: Vec<Vec3<L>>,
    /// Orientation of every geom.
    pub geom_rot: Vec<Mat3<L>>,

    /// Mass matrix, compact rows.
    pub mass: Vec<L>,
    /// Matrix under factorization, compact rows.
    pub factor: Vec<L>,
    /// Its entries outside of the tree's sparsity.
    pub fill: Fill<L>,
    /// Inverse diagonal of the factor.
    pub inverse_diagonal: Vec<L>,
    /// Actuator, passive and bias forces together.
    pub smooth: Vec<L>,

    /// Limit rows.
    pub limits: Vec<LimitRow<L>>,
    /// Contacts with the ground, the first `ground_count` in use.
    pub ground: Vec<GroundContact<L>>,
    /// Number of contacts with the ground in any lane.
    pub ground_count: usize,
    /// Contacts of trees with themselves.
    pub own: Vec<OwnContact<L>>,
    /// Their Jacobians.
    pub own_columns: OwnColumns<L>,

    /// Sides of the rows in the previous substep.
    pub memory: RowMemory,

    /// Readings of all sensors.
    pub sensors: Vec<L>,

    /// Working memory of the solver.
    pub solver: SolverData<L>,
    /// Data that the solver exchanges with islands.
    pub exchange: Exchange<L>,
}

/// One motor's command: `torque + kp (target - q) + kd (velocity - dq)`.
#[derive(Clone, Copy, Debug)]
pub struct MotorCommand<L> {
    /// rad
    pub target: L,
    /// rad/s
    pub velocity: L,
    /// N m/rad
    pub kp: L,
    /// N m s/rad
    pub kd: L,
    /// N m
    pub torque: L,
}

/// Vectors of the Newton iteration.
#[derive(Clone, Debug)]
pub struct SolverData<L: Lane> {
    /// Iterate.
    pub x: Vec<L>,
    /// Which side of its kinks each row of a hinge is on.
    pub joint_rows: Vec<JointRows>,
    /// Lanes whose matrix the last step has changed; bits.
    pub bent: u32,
    /// Lanes in which rows are assumed to be on other sides than at the iterate; bits.
    pub assumed: u32,
    /// Steps so far.
    pub steps: usize,
    /// Gradient of the cost.
    pub gradient: Vec<L>,
    /// Search direction.
    pub direction: Vec<L>,
    /// What islands have added to the half-solved direction.
    pub correction: Vec<L>,
    /// What joint rows, or damping, add to the matrix's diagonal.
    pub diagonal: Vec<L>,
    /// Compact rows of the mass matrix plus what contacts with the ground add to it; only the rows
    /// to which they add anything.
    pub ground_matrix: Vec<L>,
    /// Where each row of the matrix is stored, without the tree's contacts with itself.
    pub ground_places: Vec<Place>,
    /// Where each row of the matrix is stored, with these contacts.
    pub places: Vec<Place>,
    /// Bodies for which `ground_matrix` is out of date, as their contacts with the ground have
    /// changed.
    pub stale: Vec<bool>,
    /// Working memory for solving with the factor.
    pub scaled: Vec<L>,
    /// Contacts with the ground of all unfinished lanes.
    pub ground_slots: Vec<usize>,
    /// Those of them that have a row that flips.
    pub turned_ground: Vec<usize>,
    /// Contacts of trees with themselves, of all unfinished lanes.
    pub own_slots: Vec<usize>,
    /// Those of them that have a row that flips.
    pub turned_own: Vec<usize>,
    /// Hinges with a row that flips.
    pub turned_joints: Vec<usize>,
    /// Bodies on the paths to the root from `ground_slots`.
    pub grounded: Vec<bool>,
    /// Bodies on the paths to the root from `turned_ground`.
    pub turned_bodies: Vec<bool>,
    /// Accelerations of the bodies on the ground.
    pub acc: Vec<Motion<L>>,
    /// Forces on them.
    pub wrench: Vec<Force<L>>,
    /// Quadratic part of the cost that contacts add, per body, lower triangle by rows
    /// (rotation first).
    pub stiffness: Vec<[L; 21]>,
    /// For each body, the index of its entry in `stiffness`; [`NONE`] if it has none.
    pub holders: Vec<usize>,
}

impl<L: Lane> SolverData<L> {
    fn new(tree: &Tree) -> Self {
        let zero = L::zero();
        let vector = vec![zero; tree.nv];
        Self {
            x: vector.clone(),
            joint_rows: vec![JointRows::default(); tree.nj],
            bent: 0,
            assumed: 0,
            steps: 0,
            gradient: vector.clone(),
            direction: vector.clone(),
            correction: vector.clone(),
            diagonal: vector.clone(),
            ground_matrix: vec![zero; tree.entries()],
            ground_places: vec![Place::Mass; tree.nv],
            places: vec![Place::Mass; tree.nv],
            stale: vec![true; tree.nb],
            scaled: vector,
            ground_slots: Vec::with_capacity(tree.ground_slots),
            turned_ground: Vec::with_capacity(tree.ground_slots),
            own_slots: Vec::with_capacity(OWN_CONTACTS),
            turned_own: Vec::with_capacity(OWN_CONTACTS),
            turned_joints: Vec::with_capacity(tree.nj),
            grounded: vec![false; tree.nb],
            turned_bodies: vec![false; tree.nb],
            acc: vec![Motion::zero(); tree.nb],
            wrench: vec![Force::zero(); tree.nb],
            stiffness: vec![[zero; 21]; tree.nb],
            holders: vec![NONE; tree.nb],
        }
    }
}

impl<L: Lane> TreeData<L> {
    /// Memory for a model's trees, all zero.
    pub fn new(model: &Model, tree: &Tree) -> Self {
        let zero = L::zero();
        let vector = vec![zero; tree.nv];
        let motions = vec![Motion::zero(); tree.nb];
        let command =
            MotorCommand { target: zero, velocity: zero, kp: zero, kd: zero, torque: zero };
        let no_limit = LimitRow { lanes: 0, sign: zero, d: zero, offset: zero };
        Self {
            root_pos: Vec3::zero(),
            root_quat: [L::one(), zero, zero, zero],
            q: vec![zero; tree.nj],
            double: DoubleState::new::<L>(model.nq()),
            root_spin: Vec3::zero(),
            root_spin_acc: Vec3::zero(),
            v: vector.clone(),
            qacc: vector.clone(),
            command: vec![command; model.motors.len()],
            rot: vec![Mat3::identity(); tree.nb],
            pos: vec![Vec3::zero(); tree.nb],
            axis: vec![Motion::zero(); tree.nj],
            vel: motions.clone(),
            acc: motions,
            force: vec![Force::zero(); tree.nb],
            inertia: vec![
                Inertia::new(
                    zero,
                    Vec3::zero(),
                    Mat3::identity().congruence_diagonal(Vec3::zero())
                );
                tree.nb
            ],
            geom_pos: vec![Vec3::zero(); model.geoms.len()],
            geom_rot: vec![Mat3::identity(); model.geoms.len()],
            mass: vec![zero; tree.entries()],
            factor: vec![zero; tree.entries()],
            fill: Fill::new(tree),
            inverse_diagonal: vector.clone(),
            smooth: vector,
            limits: vec![no_limit; tree.nj],
            ground: vec![GroundContact::none(); tree.ground_slots],
            ground_count: 0,
            own: Vec::with_capacity(OWN_CONTACTS),
            own_columns: Vec::with_capacity(OWN_CONTACTS * tree.nv),
            exchange: Exchange::default(),
            memory: RowMemory::new(tree),
            sensors: vec![zero; model.sensors.iter().map(|s| s.kind.dim()).sum()],
            solver: SolverData::new(tree),
        }
    }
}

/// The root's part of a vector over degrees of freedom.
#[inline(always)]
pub fn base_motion<L: Lane>(x: &[L]) -> Motion<L> {
    let x = &x[..ROOT_DOFS];
    Motion { lin: Vec3::new(x[0], x[1], x[2]), ang: Vec3::new(x[3], x[4], x[5]) }
}

/// A force on the root as the first entries of a vector over degrees of freedom.
#[inline(always)]
pub fn base_force<L: Lane>(f: Force<L>) -> [L; ROOT_DOFS] {
    [f.lin.x, f.lin.y, f.lin.z, f.ang.x, f.ang.y, f.ang.z]
}
