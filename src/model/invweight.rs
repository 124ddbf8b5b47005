//! Inverse inertia of bodies and joints in the reference pose: the scale of constraint
//! regularizers.
//!
//! As MuJoCo defines `body_invweight0` and `dof_invweight0`: with the mass matrix M (armature on
//! its diagonal) and the Jacobian J of a body at its centre of mass, a body's weights are the mean
//! diagonals of the two 3x3 blocks of J M^-1 J', a hinge's is its diagonal entry of M^-1.

use nalgebra::{
    Cholesky, DMatrix, Dyn, Isometry3, Matrix3, OMatrix, Quaternion, Translation3, U3,
    UnitQuaternion, Vector3,
};

use super::types::{Model, ROOT_DOFS};

type Jacobian = OMatrix<f64, U3, Dyn>;

/// Largest product of a degree of freedom's inertia and its inverse: beyond it, as with two hinges
/// about the same axis, rounding leaves no digits of the inverse.
const SINGULAR: f64 = 1e14;

/// A body in the reference pose; vectors in the world frame.
struct PlacedBody {
    world_from_body: Isometry3<f64>,
    center: Vector3<f64>,
    /// Velocity of the centre of mass and angular velocity for each degree of freedom, (3, nv)
    /// both.
    linear: Jacobian,
    angular: Jacobian,
}

impl Model {
    /// Recomputes all `invweight0` after masses or armatures have changed (that part of MuJoCo's
    /// `mj_setConst`). `false` if the mass matrix is not positive definite.
    pub fn update_weights(&mut self) -> bool {
        compute(self)
    }
}

/// Fills in `invweight0` everywhere; `false` if the mass matrix is not positive definite.
pub(super) fn compute(model: &mut Model) -> bool {
    let placed = place(model);
    let matrix = mass_matrix(model, &placed);
    let inertia = matrix.diagonal();
    let Some(factor) = Cholesky::new(matrix) else {
        return false;
    };
    let inverse = factor.inverse();
    if inertia.component_mul(&inverse.diagonal()).iter().any(|&product| product > SINGULAR) {
        return false;
    }
    let mean_diagonal = |jacobian: &Jacobian| {
        let response = factor.solve(&jacobian.transpose());
        jacobian.transpose().dot(&response) / 3.0
    };
    for (body, placed) in model.bodies.iter_mut().zip(&placed) {
        body.invweight0 = [mean_diagonal(&placed.linear), mean_diagonal(&placed.angular)];
    }
    for (index, joint) in model.joints.iter_mut().enumerate() {
        joint.invweight0 = inverse[(ROOT_DOFS + index, ROOT_DOFS + index)];
    }
    let bodies = model.bodies.iter().flat_map(|body| body.invweight0);
    bodies.chain(model.joints.iter().map(|joint| joint.invweight0)).all(f64::is_finite)
}

/// Places every body with all hinges at their reference.
fn place(model: &Model) -> Vec<PlacedBody> {
    let mut placed: Vec<PlacedBody> = Vec::with_capacity(model.bodies.len());
    let mut axes: Vec<(Vector3<f64>, Vector3<f64>)> = Vec::with_capacity(model.joints.len());
    for body in &model.bodies {
        let local = pose(body.pos, body.quat);
        let world_from_body =
            body.parent.map_or(local, |parent| placed[parent].world_from_body * local);
        let center = (world_from_body * nalgebra::Point3::from(body.ipos)).coords;
        for joint in &model.joints[body.joints.clone()] {
            let anchor = (world_from_body * nalgebra::Point3::from(joint.pos)).coords;
            axes.push((anchor, world_from_body * Vector3::from(joint.axis)));
        }
        placed.push(PlacedBody {
            world_from_body,
            center,
            linear: Jacobian::zeros(model.nv()),
            angular: Jacobian::zeros(model.nv()),
        });
    }
    for index in 0..placed.len() {
        fill_jacobians(model, &axes, &mut placed, index);
    }
    placed
}

fn pose(pos: [f64; 3], [w, x, y, z]: [f64; 4]) -> Isometry3<f64> {
    let turn = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
    Isometry3::from_parts(Translation3::from(pos), turn)
}

/// Columns of the root's translation and rotation, then of each hinge between root and body.
fn fill_jacobians(
    model: &Model,
    axes: &[(Vector3<f64>, Vector3<f64>)],
    placed: &mut [PlacedBody],
    body: usize,
) {
    let root = placed[0].world_from_body;
    let target = &mut placed[body];
    for axis in 0..3 {
        target.linear[(axis, axis)] = 1.0;
        let spin = root.rotation * Vector3::ith(axis, 1.0);
        set_turn(target, 3 + axis, root.translation.vector, spin);
    }
    let mut link = Some(body);
    while let Some(index) = link {
        for joint in model.bodies[index].joints.clone() {
            let (anchor, axis) = axes[joint];
            set_turn(target, ROOT_DOFS + joint, anchor, axis);
        }
        link = model.bodies[index].parent;
    }
}

fn set_turn(target: &mut PlacedBody, dof: usize, anchor: Vector3<f64>, axis: Vector3<f64>) {
    target.linear.set_column(dof, &axis.cross(&(target.center - anchor)));
    target.angular.set_column(dof, &axis);
}

/// Joint-space inertia, (nv, nv).
fn mass_matrix(model: &Model, placed: &[PlacedBody]) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(model.nv(), model.nv());
    for (body, placed) in model.bodies.iter().zip(placed) {
        let [w, x, y, z] = body.iquat;
        let axes = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        let frame = (placed.world_from_body.rotation * axes).to_rotation_matrix();
        let moments = Matrix3::from_diagonal(&body.inertia.into());
        let tensor = frame.matrix() * moments * frame.matrix().transpose();
        matrix += placed.linear.transpose() * &placed.linear * body.mass;
        matrix += placed.angular.transpose() * tensor * &placed.angular;
    }
    for (index, joint) in model.joints.iter().enumerate() {
        matrix[(ROOT_DOFS + index, ROOT_DOFS + index)] += joint.armature;
    }
    matrix
}
