//! Where shapes touch: closed forms for the hot pairs; for the rest `rapier3d::parry` where they
//! are apart, and a search for the least overlap (`overlap.rs`) where they are not.
//!
//! Pairs of planes, spheres, capsules and boxes, and spheres with cylinders, report the points that
//! MuJoCo 3.5 does, to rounding (its source: `engine_collision_primitive.c`,
//! `engine_collision_box.c`). Cylinders with anything else and convex hulls report one point, the
//! nearest or deepest, as MuJoCo does without `multiccd`; the agreement there is that of two
//! iterative searches, of which ours ends within 1e-8 m of the least depth. A plane reports a
//! hull's lowest corner and up to two of its neighbours (`engine_collision_convex.c`).

mod box_axis;
mod box_box;
mod box_clip;
mod capsule;
mod capsule_box;
mod capsule_cylinder;
mod collider;
mod contact;
mod convex;
mod core;
mod difference;
mod discs;
mod frame;
mod hull;
mod overlap;
mod pair;
mod params;
mod plane;
mod polytope;
mod ray;
mod sphere;

pub use collider::{Aabb, Collider};
pub use contact::{ContactPoint, MAX_PAIR_POINTS, PairPoints, Pose};
pub use frame::contact_frame;
pub use hull::Hull;
pub use pair::collide;
pub use params::{ContactFactors, PairParams, filter};
pub use ray::{entry, meets};
