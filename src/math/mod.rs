//! Scalars, lanes, vectors, quaternions and spatial algebra.

pub mod lane;
pub mod quaternion;
pub mod simd;
pub mod spatial;
pub mod splitmix;
pub mod trig;
pub mod vec3;
pub mod wide;
