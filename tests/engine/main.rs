//! One tree at a time: files of models, collisions, dynamics, lanes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/random.rs"]
mod random;
#[path = "../common/shapes.rs"]
mod shapes;

mod collision_overlaps;
mod collision_parity;
mod collision_properties;
mod collision_rays;
mod collisions;
mod dynamics;
mod hull_contacts;
mod lanes;
mod model_constants;
mod model_fuzz;
mod model_load;
mod model_refusals;
mod small_model;
