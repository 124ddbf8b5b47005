//! Bodies put together: trees that move, fixtures that do not, and the ground.

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
