//! Bodies put together: trees that move, fixtures that do not, and the ground.
//!
//! A [`Scene`](scene::Scene) is what all worlds share: a *slot* for each tree and a *kind* for each
//! different model among the trees. [`State`](state::State) holds what changes, with a row for each
//! world. An [`Engine`] steps a *block* of worlds: it deals the block's trees of one kind to the
//! lanes of *groups*, so that one instruction computes several trees, and solves trees of one world
//! that touch each other together, as an *island*. Outside of the engine, a world is read and
//! changed in plain numbers, through [`WorldRef`] and [`WorldMut`].
//!
//! A *varied* world has constants, delays, pushes or noise of its own ([`VariedWorld`]); the others
//! are *plain*.

mod capsules;
mod closeness;
mod constants;
mod contact;
mod coupling;
mod dealer;
mod disturbance;
mod engine;
mod footing;
mod geom_pose;
mod islands;
mod pairs;
mod poses;
mod reach;
mod report;
pub mod scene;
mod sides;
mod spheres;
mod stages;
pub mod state;
mod touch;
mod variation;
mod view;
mod worker;

pub use contact::Partner;
pub use engine::{Engine, block_size, blocks_at_once, new_engine};
pub use footing::lowest_point;
pub use poses::{BodyPose, Poses, with_ancestors};
pub use report::RawContact;
pub use sides::{Sides, SidesMut};
pub use variation::{
    Course, MAX_DELAY, Parameter, Physics, Randomization, Scope, Variation, Variations, VariedWorld,
};
pub use view::{Observed, TreeGeom, WorldMut, WorldRef};
