//! Scalars, lanes, vectors, quaternions and spatial algebra.
//!
//! Vectors come in three kinds, one for each demand on their arithmetic. [`vec3`] is over lanes and
//! fuses where the CPU does: the order of its operations is part of every result, which must be the
//! same in each lane. [`point`] is one plain array at a time, in MuJoCo's order of operations,
//! since contacts come and go with the last bit. Everything else (compiling models, drawing) uses
//! `nalgebra`, whose order of operations is nobody's business.

pub mod covering;
pub mod exp;
pub mod finite;
pub mod float;
pub mod lane;
pub mod point;
pub mod precision;
pub mod prefetch;
pub mod quaternion;
pub mod simd;
pub mod spatial;
pub mod splitmix;
pub mod trig;
pub mod uniform;
pub mod vec3;
pub mod wide;
