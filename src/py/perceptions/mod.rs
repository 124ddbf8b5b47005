//! Perceptions of robots: the classes of `rcssgym.perceptions`.
//!
//! The simulation makes dozens of these for every robot and cycle. Next to each class is therefore
//! a function that makes one without a detour through Python.

mod base;
mod detection;
mod game_state;
mod joints;
mod microphone;
mod reading;
mod vision;

pub use base::Perception;
pub use detection::{AgentDetection, ObjectDetection, agent_detection, object_detection};
pub use game_state::{GameStatePerception, game_state};
pub use joints::{JointStatePerception, joints};
pub use microphone::{MicrophonePerception, microphone};
pub use reading::{
    AccelerometerPerception, GyroPerception, OrientationPerception, PositionPerception,
    TimePerception, TouchPerception, accelerometer, gyro, orientation, position, time, touch,
};
pub use vision::{VisionPerception, vision};

use pyo3::prelude::*;

/// Adds the classes to the extension module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Perception>()?;
    module.add_class::<TimePerception>()?;
    module.add_class::<PositionPerception>()?;
    module.add_class::<OrientationPerception>()?;
    module.add_class::<JointStatePerception>()?;
    module.add_class::<GyroPerception>()?;
    module.add_class::<AccelerometerPerception>()?;
    module.add_class::<TouchPerception>()?;
    module.add_class::<ObjectDetection>()?;
    module.add_class::<AgentDetection>()?;
    module.add_class::<VisionPerception>()?;
    module.add_class::<MicrophonePerception>()?;
    module.add_class::<GameStatePerception>()
}
