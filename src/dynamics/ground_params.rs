//! Constants of contacts with the ground.

use super::contact_law::MAX_TANGENTS;
use super::impedance::Impedance;
use crate::collision::PairParams;
use crate::math::lane::Lane;
use crate::math::uniform::Uniform;
use crate::math::vec3::Vec3;
use crate::model::{Geom, Shape, SolverParams};

/// How one geom meets the ground.
#[derive(Clone, Copy, Debug)]
pub struct GroundParams<L: Lane> {
    /// Body that carries the geom.
    pub body: usize,
    /// MuJoCo's `condim`: 1, 3, 4 or 6.
    pub condim: usize,
    /// Whether the geom collides with the ground at all.
    pub enabled: bool,
    /// Radius and half length, or half the edges, m.
    pub size: Vec3<Uniform<L>>,
    /// Radius of the sphere about the geom's origin that encloses the shape, m.
    pub radius: Uniform<L>,
    /// Distance at which a contact sets in, m.
    pub margin: Uniform<L>,
    /// Impedance of the normal and the friction rows.
    pub impedance: Impedance<L>,
    /// Friction coefficient of each tangent.
    pub friction: [L; MAX_TANGENTS],
    /// `R = scale (1 - imp) / imp` of every row.
    pub regularizer: L,
}

impl<L: Lane> GroundParams<L> {
    /// Constants of a geom in a sphere of this radius, whose contacts have these parameters.
    pub fn new(
        geom: &Geom,
        radius: f64,
        invweight: f64,
        pair: &PairParams,
        enabled: bool,
        timestep: f64,
    ) -> Self {
        let solver = SolverParams { solref: pair.solref, solimp: pair.solimp };
        let size = match geom.shape {
            Shape::Sphere { radius } => [radius, 0.0, 0.0],
            Shape::Capsule { radius, half_length } | Shape::Cylinder { radius, half_length } => {
                [radius, half_length, 0.0]
            }
            Shape::Box { half } => half,
            Shape::Plane { .. } | Shape::Convex { .. } => [0.0; 3],
        };
        Self {
            body: geom.body,
            condim: usize::from(pair.condim),
            enabled,
            size: Vec3::uniform(size),
            radius: Uniform::new(radius),
            margin: Uniform::new(pair.include_margin()),
            impedance: Impedance::new(&solver, timestep),
            friction: pair.friction.map(L::splat),
            regularizer: L::splat(row_regularizer(
                usize::from(pair.condim),
                pair.friction[0],
                invweight,
            )),
        }
    }
}

/// Factor of `(1 - imp) / imp` that gives the common `R` of a contact's rows: the translational
/// inverse inertia for one row, `2 mu^2 (1 + mu^2)` times it for a pyramid (`impratio` 1).
pub fn row_regularizer(condim: usize, slide: f64, invweight: f64) -> f64 {
    let square = slide * slide;
    if condim == 1 { invweight } else { 2.0 * square * (invweight + square * invweight) }
}
