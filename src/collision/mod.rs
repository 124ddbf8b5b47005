//! Where shapes touch: closed forms for the hot pairs, `rapier3d::parry` for the rest.

mod box_axis;
mod box_box;
mod box_clip;
mod capsule;
mod capsule_box;
mod capsule_cylinder;
mod collider;
mod contact;
mod convex;
mod frame;
mod pair;
mod params;
mod plane;
mod sphere;
mod vector;

pub use collider::{Aabb, Collider, bounding_radius};
pub use contact::{ContactPoint, MAX_PAIR_POINTS, PairPoints, Pose};
pub use frame::contact_frame;
pub use pair::collide;
pub use params::{PairParams, filter};
