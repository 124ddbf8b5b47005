//! Where shapes touch: closed forms for the hot pairs, `rapier3d::parry` for the rest.

mod contact;

pub use contact::{ContactPoint, MAX_PAIR_POINTS, PairPoints, Pose};
