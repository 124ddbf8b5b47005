//! Scalars, lanes, vectors, quaternions and spatial algebra.
//!
//! Vectors come in three kinds, one for each requirement on their arithmetic. [`vec3`] works on
//! lanes and fuses multiply and add where the CPU does: the order of its operations is part of
//! every result, which must be the same in each lane. [`point`] works on one plain array at a time,
//! in MuJoCo's order of operations, since the last bit can decide whether there is a contact.
//! Everything else (compiling models, drawing) uses `nalgebra`, as the order of operations does not
//! matter there.

/// MuJoCo's `mjMINVAL`: divisors and lengths below this count as zero.
pub const MIN_VALUE: f64 = 1e-15;
/// MuJoCo's `mjMAXVAL`: beyond this magnitude it gives up on a state.
pub const MAX_VALUE: f64 = 1e10;

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
