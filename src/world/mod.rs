//! Field, ball and robots put together.

mod area;
mod closeness;
mod constants;
mod coupling;
mod disturbance;
mod engine;
mod field;
mod markers;
mod pairs;
mod player;
mod poses;
mod report;
pub mod scene;
mod stages;
pub mod state;
mod touch;
mod variation;
mod view;
mod worker;

pub use area::{Area, Volume};
pub use coupling::Partner;
pub use engine::{Engine, block_size, new_engine};
pub use field::{Areas, Field};
pub use markers::Marker;
pub use player::{PlayerId, Side};
pub use poses::{BodyPose, Poses, SitePose};
pub use report::RawContact;
pub use variation::{
    Course, MAX_DELAY, Parameter, Physics, Randomization, Scope, Variation, Variations, VariedWorld,
};
pub use view::{BALL, BallTouch, Observed, WorldMut, WorldRef};
