//! What robots perceive: typed values in the agents' units, truncated as agents get them; no text.
//!
//! Everything is as rcsssmj 0.2.1 has it: names, order, units, truncation, and the robot's own body
//! in view. Poses and sensors are those of the start of the last substep
//! ([`WorldRef`](crate::world::WorldRef)). [`RobotSensors`] reads the sensors of one robot,
//! [`Vision`] what its camera sees, [`audio`] what its microphone hears.
//!
//! [`Perceiver::walk`] reports all of it to a [`Visitor`]; visitors make texts, objects and arrays
//! of it. Callers that need only some markers name them in an [`Interest`]
//! ([`Perceiver::walk_for`]).
//!
//! A [`MarkerTable`] is made once for an arena; [`Locations`] are those of a world in a cycle in
//! which somebody looks or listens. Objects and arrays come from the same [`Detection`]s: an array
//! has a column for each marker of the table, objects are [grouped](sightings) by robot.

pub mod audio;
mod interest;
mod locations;
mod noise;
mod obstacles;
mod occlusion;
mod perceiver;
mod readings;
mod site_frame;
mod table;
pub mod truncate;
mod vision;
mod visit;

use serde::{Deserialize, Serialize};

pub use interest::Interest;
pub use locations::Locations;
pub use noise::VisionNoise;
pub use perceiver::{Perceiver, VISION_INTERVAL, Workspace};
pub use readings::{Reading, RobotSensors, Sensed};
pub use table::{MarkerTable, RobotMarkers};
pub use vision::{Detection, HALF_VIEW, Sighting, Vision, sightings};
pub use visit::{Joints, Seen, SensorRef, Visitor};

/// How the robots of a world perceive; the default is rcsssmj's ideal camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sensing {
    /// Whether markers are where rcsssmj has them, even if it misplaces them
    /// ([`Field::markers`](crate::soccer::Field::markers)).
    pub compat: bool,
    /// Errors of the camera; `None`: it is exact.
    pub noise: Option<VisionNoise>,
    /// Whether bodies hide what is behind them. A marker is a point: it is hidden if the straight
    /// line from the camera to it enters a geom that collides, of another robot, of the observer
    /// itself, of the ball or of a goal. These never hide it: the body that carries the camera, the
    /// body that carries the marker (for the tops of the posts, their goal), geoms that contain the
    /// camera or the marker, nets, which are seen through, shapes that are only drawn, and the
    /// ground.
    pub occlusion: bool,
    /// Seed of the camera's errors; each world has its own.
    pub seed: u64,
}

impl Default for Sensing {
    fn default() -> Self {
        Self { compat: true, noise: None, occlusion: false, seed: 0 }
    }
}
