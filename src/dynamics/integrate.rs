//! From accelerations to the next state: semi-implicit Euler with implicit joint damping
//! (MuJoCo, "Computation", "Numerical integration").

use super::data::TreeData;
use super::double_state::move_in_double;
use super::factor::{Matrix, Place, factorize, solve};
use super::params::Params;
use super::tree::Tree;
use crate::math::MIN_VALUE;
use crate::math::lane::Lane;
use crate::math::precision::Precision;
use crate::math::trig::sin_cos;
use crate::math::vec3::{Vec3, quat_mul, quat_normalize};

/// Advances the state by one timestep, as MuJoCo's `Euler` integrator does: joint damping is
/// implicit.
#[inline(always)]
pub fn integrate<L: Lane>(tree: &Tree, params: &Params<L>, d: &mut TreeData<L>) {
    let h = params.timestep;
    damped_acceleration(tree, params, d);
    let acc = &d.solver.direction;
    for dof in (0..3).chain(6..tree.nv) {
        d.v[dof] = h.mul_add(acc[dof], d.v[dof]);
    }
    let spin_acc = d.rot[0].tr_mul_vec(Vec3::new(acc[3], acc[4], acc[5]));
    d.root_spin = spin_acc.scale_add(h, d.root_spin);
    if L::PRECISION == Precision::F32 {
        return move_in_double(h, d);
    }
    d.root_pos = Vec3::new(d.v[0], d.v[1], d.v[2]).scale_add(h, d.root_pos);
    d.root_quat = rotated(d.root_quat, d.root_spin, h);
    for (q, &v) in d.q.iter_mut().zip(&d.v[6..]) {
        *q = h.mul_add(v, *q);
    }
}

/// Keeps the root's angular acceleration in its body frame, as MuJoCo's warm start does.
#[inline(always)]
pub fn keep_acceleration<L: Lane>(d: &mut TreeData<L>) {
    d.root_spin_acc = d.rot[0].tr_mul_vec(Vec3::new(d.qacc[3], d.qacc[4], d.qacc[5]));
}

/// `(M + h D)^-1 M qacc` into `solver.direction`, as `qacc - (M + h D)^-1 h D qacc`.
#[inline(always)]
fn damped_acceleration<L: Lane>(tree: &Tree, params: &Params<L>, d: &mut TreeData<L>) {
    let s = &mut d.solver;
    if !params.damped {
        s.direction.copy_from_slice(&d.qacc);
        return;
    }
    s.direction[..6].fill(L::zero());
    s.diagonal[..6].fill(L::zero());
    for (joint, j) in params.joints.iter().enumerate() {
        let damping = params.timestep * j.damping;
        s.diagonal[6 + joint] = damping;
        s.direction[6 + joint] = damping * d.qacc[6 + joint];
    }
    s.places.fill(Place::Mass);
    d.fill.clear();
    let (ground, diagonal, places) = (&s.ground_matrix, &s.diagonal, &s.places);
    let matrix = Matrix { mass: &d.mass, ground, diagonal, places };
    factorize(tree, matrix, &mut d.factor, &mut d.inverse_diagonal, &mut d.fill);
    let (acc, scaled) = (&mut s.direction, &mut s.scaled);
    solve(tree, &d.factor, &d.inverse_diagonal, &d.fill, acc, scaled);
    for (acc, &qacc) in acc.iter_mut().zip(&d.qacc) {
        *acc = qacc - *acc;
    }
}

/// A quaternion turned by an angular velocity in its own frame for a time (`mju_quatIntegrate`).
#[inline(always)]
fn rotated<L: Lane>(quat: [L; 4], spin: Vec3<L>, time: L) -> [L; 4] {
    let speed = spin.norm_squared().sqrt();
    let still = speed.lt(L::splat(MIN_VALUE));
    let (sin, cos) = sin_cos(L::splat(0.5) * speed * time);
    let scale = (sin / L::select(still, L::one(), speed)).keep(!still);
    let turn = [cos, spin.x * scale, spin.y * scale, spin.z * scale];
    quat_mul(quat_normalize(quat), turn)
}
