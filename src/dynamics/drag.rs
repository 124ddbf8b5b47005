//! Forces of the air (MuJoCo, "Computation", "Inertia model").

use super::medium::Medium;
use crate::math::MIN_VALUE;
use crate::math::lane::Lane;
use crate::math::spatial::{Force, Motion};
use crate::math::vec3::{Mat3, Vec3};
use crate::model::Body;

/// Fluid forces on the box of equal inertia (MuJoCo, "Computation", "Inertia model"): per axis of
/// the box, linear and quadratic coefficients of translation and rotation.
#[derive(Clone, Copy, Debug)]
pub struct Drag<L> {
    /// N s/m, the same along all axes.
    pub linear_translation: L,
    /// N m s, the same about all axes.
    pub linear_rotation: L,
    /// N s^2/m^2
    pub quadratic_translation: Vec3<L>,
    /// N m s^2
    pub quadratic_rotation: Vec3<L>,
}

impl<L: Lane> Drag<L> {
    /// Coefficients of a body.
    pub fn new(body: &Body, medium: &Medium) -> Self {
        use std::f64::consts::PI;
        let [ix, iy, iz] = body.inertia;
        // Massless bodies feel no fluid.
        let edge = |sum: f64| {
            if body.mass < MIN_VALUE { 0.0 } else { (sum.max(MIN_VALUE) / body.mass * 6.0).sqrt() }
        };
        let (x, y, z) = (edge(iy + iz - ix), edge(ix + iz - iy), edge(ix + iy - iz));
        let diameter = (x + y + z) / 3.0;
        let rho = medium.density;
        let fourth = |a: f64, b: f64| a.powi(4) + b.powi(4);
        Self {
            linear_translation: L::splat(3.0 * PI * diameter * medium.viscosity),
            linear_rotation: L::splat(PI * diameter.powi(3) * medium.viscosity),
            quadratic_translation: Vec3::splat([
                0.5 * rho * y * z,
                0.5 * rho * x * z,
                0.5 * rho * x * y,
            ]),
            quadratic_rotation: Vec3::splat([
                rho * x * fourth(y, z) / 64.0,
                rho * y * fourth(x, z) / 64.0,
                rho * z * fourth(x, y) / 64.0,
            ]),
        }
    }
}

/// Force of the air on the box of equal inertia (`mj_inertiaBoxFluidModel`).
#[inline(always)]
pub fn drag<L: Lane>(p: &Drag<L>, vel: Motion<L>, com: Vec3<L>, principal: &Mat3<L>) -> Force<L> {
    let ang = principal.tr_mul_vec(vel.ang);
    let lin = principal.tr_mul_vec(vel.at(com));
    let force = resistance(lin, p.linear_translation, p.quadratic_translation);
    let moment = resistance(ang, p.linear_rotation, p.quadratic_rotation);
    Force::at(com, principal.mul_vec(force), principal.mul_vec(moment))
}

/// Force or moment against a velocity, with a linear part and a quadratic part for each axis.
#[inline(always)]
fn resistance<L: Lane>(v: Vec3<L>, linear: L, quadratic: Vec3<L>) -> Vec3<L> {
    -Vec3::new(
        v.x * v.x.abs().mul_add(quadratic.x, linear),
        v.y * v.y.abs().mul_add(quadratic.y, linear),
        v.z * v.z.abs().mul_add(quadratic.z, linear),
    )
}
