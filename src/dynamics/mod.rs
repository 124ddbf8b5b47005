//! Generalized-coordinate dynamics with MuJoCo's soft constraints, many trees at once.
//!
//! A substep of one lane group runs through the files in this order: [`kinematics`] (poses,
//! velocities), [`smooth`] (bias, motors, mass matrix, [`drag`]), [`joint_rows`], [`ground`] and
//! [`own`] (constraints: of hinges, with the ground, of a tree with itself), [`newton`]
//! (accelerations of uncoupled trees), [`coupled`] (of those that [`island`]s couple), [`sensor`],
//! [`integrate`]. The law by which contacts push is stated once, in [`contact_law`]; [`touch`]
//! evaluates the touch sensors.
//!
//! Within [`newton`]: [`rows`] holds the state of the constraints. [`ground_rows`], [`own_rows`]
//! and [`joint_rows`] evaluate them in the gradient and along the search direction,
//! [`ground_curvature`] adds the contacts with the ground to the matrix, [`factor`] and [`fill`]
//! factorize it, and [`line_search`] finds the step length. [`memory`] holds what the next substep
//! starts from.

pub mod contact_law;
pub mod contact_row;
pub mod coupled;
pub mod data;
pub mod double_state;
pub mod drag;
pub mod factor;
pub mod fill;
pub mod ground;
pub mod ground_curvature;
pub mod ground_params;
pub mod ground_rows;
pub mod impedance;
pub mod integrate;
pub mod island;
pub mod joint_rows;
pub mod kinematics;
pub mod line_search;
pub mod medium;
pub mod memory;
pub mod newton;
pub mod own;
pub mod own_rows;
pub mod params;
pub mod rows;
pub mod sensor;
pub mod smooth;
pub mod touch;
pub mod tree;
pub mod varying;
