//! Scalars, lanes, vectors, quaternions and random numbers.

pub mod lane;
pub mod simd;
pub mod wide;
