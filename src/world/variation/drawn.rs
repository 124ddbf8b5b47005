//! What was drawn for a world.

use super::parameter::{MAX_DELAY, Parameter, Randomization, Scope};
use crate::collision::ContactFactors;
use crate::math::splitmix::{SplitMix64, mix};
use crate::model::Model;
use crate::world::scene::Scene;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The numbers drawn for one world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variation {
    /// The seed from which they were drawn.
    pub seed: u64,
    /// For each of [`Parameter::ALL`]: its numbers, tree by tree; empty if it is plain.
    values: Vec<Vec<f64>>,
}

impl Variation {
    /// Draws a variation. A parameter's numbers depend on the seed and its own range alone.
    pub fn draw(randomization: &Randomization, scene: &Scene, seed: u64) -> Self {
        let draw = |&parameter: &Parameter| match randomization.range(parameter) {
            None => Vec::new(),
            Some(range) if parameter.scope() == Scope::Range => range.to_vec(),
            Some([low, high]) => {
                let mut stream = SplitMix64::new(seed ^ mix(1 + parameter as u64));
                let mut one = || match parameter {
                    // Whole numbers, the highest as likely as the others.
                    Parameter::ActionDelay => stream.uniform([low, high + 1.0]).floor().min(high),
                    _ => stream.uniform([low, high]),
                };
                (0..length(parameter, scene)).map(|_| one()).collect()
            }
        };
        Self { seed, values: Parameter::ALL.iter().map(draw).collect() }
    }

    /// Whether this could have been drawn for a world of the scene.
    pub fn fits(&self, scene: &Scene) -> bool {
        let fits = |(values, &parameter): (&Vec<f64>, &Parameter)| {
            let domain = parameter.domain();
            let sound = |value: &f64| domain.contains(value);
            values.is_empty()
                || values.len() == length(parameter, scene) && values.iter().all(sound)
        };
        self.values.len() == Parameter::ALL.len()
            && self.values.iter().zip(Parameter::ALL).all(fits)
            && self.range(Parameter::PushInterval).is_some()
                == self.range(Parameter::PushVelocity).is_some()
    }

    /// All numbers of a parameter; empty if it is plain.
    pub fn values(&self, parameter: Parameter) -> &[f64] {
        &self.values[parameter as usize]
    }

    /// The one number of a parameter of the whole world.
    pub fn value(&self, parameter: Parameter) -> Option<f64> {
        self.values(parameter).first().copied()
    }

    /// The numbers of a parameter that belong to a slot's tree; empty if it does not vary.
    pub fn of_slot(&self, parameter: Parameter, scene: &Scene, slot: usize) -> &[f64] {
        self.values(parameter).get(slot_range(parameter.scope(), scene, slot)).unwrap_or_default()
    }

    /// The range of a parameter whose numbers are a range.
    pub fn range(&self, parameter: Parameter) -> Option<[f64; 2]> {
        self.values(parameter).first_chunk().copied()
    }

    /// Substeps after which commands take effect.
    pub fn delay(&self) -> usize {
        // A checked whole number.
        self.value(Parameter::ActionDelay).map_or(0, |delay| (delay as usize).min(MAX_DELAY))
    }

    /// Whether the dynamics differ from those of plain worlds.
    pub fn is_physical(&self) -> bool {
        let mut physical = Parameter::ALL.iter().filter(|parameter| parameter.is_physical());
        physical.any(|&parameter| !self.values(parameter).is_empty())
    }

    /// Factors of all contacts.
    pub fn contacts(&self) -> ContactFactors {
        let factor = |parameter| self.value(parameter).unwrap_or(1.0);
        ContactFactors {
            friction: factor(Parameter::Friction),
            solref: [Parameter::SolrefTimeconst, Parameter::SolrefDampratio].map(factor),
            solimp: [Parameter::SolimpDmin, Parameter::SolimpDmax, Parameter::SolimpWidth]
                .map(factor),
        }
    }

    /// The model of a slot with what was drawn for its bodies and hinges; `None` if its mass
    /// matrix is not positive definite.
    pub fn model(&self, scene: &Scene, slot: usize) -> Option<Model> {
        let mut model = Model::clone(scene.model(slot));
        let of = |parameter| self.of_slot(parameter, scene, slot);
        for (body, &factor) in model.bodies.iter_mut().zip(of(Parameter::Mass)) {
            body.mass *= factor;
            body.inertia = body.inertia.map(|moment| moment * factor);
        }
        for (body, &factor) in model.bodies.iter_mut().zip(of(Parameter::Inertia)) {
            body.inertia = body.inertia.map(|moment| moment * factor);
        }
        for (body, offset) in model.bodies.iter_mut().zip(of(Parameter::CenterOfMass).chunks(3)) {
            body.ipos.iter_mut().zip(offset).for_each(|(x, offset)| *x += offset);
        }
        for (joint, &factor) in model.joints.iter_mut().zip(of(Parameter::JointDamping)) {
            joint.damping *= factor;
        }
        for (joint, &factor) in model.joints.iter_mut().zip(of(Parameter::JointArmature)) {
            joint.armature *= factor;
        }
        for (joint, &factor) in model.joints.iter_mut().zip(of(Parameter::JointFrictionloss)) {
            joint.frictionloss *= factor;
        }
        scale_forces(&mut model, of(Parameter::ForceRange));
        let weighs = [
            Parameter::Mass,
            Parameter::Inertia,
            Parameter::CenterOfMass,
            Parameter::JointArmature,
        ];
        let as_before = weighs.iter().all(|&parameter| of(parameter).is_empty());
        (as_before || model.update_weights()).then_some(model)
    }
}

/// Scales the force ranges of hinges and of the actuators that drive them.
fn scale_forces(model: &mut Model, factors: &[f64]) {
    let scale = |range: &mut Option<[f64; 2]>, factor: f64| {
        if let Some(range) = range {
            *range = range.map(|bound| bound * factor);
        }
    };
    for (joint, &factor) in model.joints.iter_mut().zip(factors) {
        scale(&mut joint.actuator_force_range, factor);
    }
    for motor in &mut model.motors {
        let Some(&factor) = factors.get(motor.joint) else { continue };
        for actuator in [&mut motor.torque, &mut motor.position, &mut motor.velocity] {
            scale(&mut actuator.force_range, factor);
        }
    }
}

/// How many numbers a parameter has in a world of the scene.
fn length(parameter: Parameter, scene: &Scene) -> usize {
    match parameter.scope() {
        Scope::World => 1,
        Scope::Range => 2,
        scope => scene.varying().map(|slot| count(scope, scene, slot)).sum(),
    }
}

/// Where the numbers of a slot's tree are among those of all trees that vary.
fn slot_range(scope: Scope, scene: &Scene, slot: usize) -> Range<usize> {
    let before = scene.varying().take_while(|&other| other < slot);
    let start = before.map(|other| count(scope, scene, other)).sum();
    start..start + if scene.slots[slot].varies { count(scope, scene, slot) } else { 0 }
}

/// How many numbers a tree has.
fn count(scope: Scope, scene: &Scene, slot: usize) -> usize {
    let model = scene.model(slot);
    match scope {
        Scope::World | Scope::Range => 0,
        Scope::Body => model.bodies.len(),
        Scope::BodyAxis => 3 * model.bodies.len(),
        Scope::Joint => model.joints.len(),
        Scope::Motor => model.motors.len(),
    }
}
