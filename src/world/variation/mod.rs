//! Worlds that differ from the others of their batch: in their constants, in when commands take
//! effect, by pushes, and in how their sensors err.

mod course;
mod drawn;
mod noise;
mod parameter;

use super::scene::Scene;
use crate::collision::ContactFactors;
use crate::dynamics::medium::Medium;
use crate::dynamics::params::Params;
use crate::error::{Error, Result};
use crate::math::lane::Single;

pub use course::Course;
pub use drawn::Variation;
pub use parameter::{MAX_DELAY, Parameter, Randomization, Scope};

/// The varied worlds, with `None` for plain ones among them; empty if no world is varied.
pub type Variations = Vec<Option<Box<VariedWorld>>>;

/// A world that differs from the others.
#[derive(Clone, Debug, PartialEq)]
pub struct VariedWorld {
    /// What was drawn.
    pub drawn: Variation,
    /// Its consequences for the dynamics; `None` if these are the same as everywhere.
    pub physics: Option<Physics>,
    /// Factors on `kp` and `kd` of every motor of the world; empty if they are the same as
    /// everywhere.
    pub gains: Vec<[f64; 2]>,
    /// What changes as time passes.
    pub course: Course,
}

/// Constants of a varied world, slot by slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Physics {
    /// Constants of each tree, as [`Params::set_lanes`] takes them.
    pub rows: Vec<Vec<f64>>,
    /// Factors of all contacts.
    pub contacts: ContactFactors,
    /// The translational `invweight0` of each body.
    pub weights: Vec<Vec<f64>>,
}

impl VariedWorld {
    /// Computes what follows from the draw. `command` is that of the world's motors now.
    ///
    /// # Errors
    /// [`Error::Argument`] for bodies whose mass matrix is not positive definite.
    pub fn new(scene: &Scene, drawn: Variation, command: &[f64]) -> Result<Self> {
        let physics = drawn.is_physical().then(|| Physics::new(scene, &drawn)).transpose()?;
        let course = Course::new(scene, &drawn, command);
        Ok(Self { physics, gains: gains(scene, &drawn), course, drawn })
    }

    /// Begins its course anew.
    pub fn restart(&mut self, scene: &Scene, command: &[f64]) {
        self.course = Course::new(scene, &self.drawn, command);
    }
}

impl Physics {
    fn new(scene: &Scene, drawn: &Variation) -> Result<Self> {
        let factor = drawn.value(Parameter::Gravity).unwrap_or(1.0);
        let medium = Medium { gravity: scene.medium.gravity * factor, ..scene.medium };
        let contacts = drawn.contacts();
        let mut physics = Self { rows: Vec::new(), contacts, weights: Vec::new() };
        for slot in 0..scene.slots.len() {
            let Some(model) = drawn.model(scene, slot) else {
                let message = format!(
                    "what seed {} draws for '{}' gives no positive definite mass matrix",
                    drawn.seed,
                    scene.model(slot).name
                );
                return Err(Error::argument("randomization", message));
            };
            let (radii, ground) = (&scene.kinds[scene.slots[slot].kind].radii, &scene.ground.geom);
            let params = Params::<Single<false>>::varied(&model, radii, &medium, ground, &contacts);
            physics.rows.push(params.to_row());
            physics.weights.push(model.bodies.iter().map(|body| body.invweight0[0]).collect());
        }
        Ok(physics)
    }
}

fn gains(scene: &Scene, drawn: &Variation) -> Vec<[f64; 2]> {
    let [kp, kd] = [Parameter::Kp, Parameter::Kd].map(|parameter| drawn.values(parameter));
    if kp.is_empty() && kd.is_empty() {
        return Vec::new();
    }
    let factor = |factors: &[f64], motor: usize| factors.get(motor).copied().unwrap_or(1.0);
    (0..scene.nu()).map(|motor| [factor(kp, motor), factor(kd, motor)]).collect()
}
