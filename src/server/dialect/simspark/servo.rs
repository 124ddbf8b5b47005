//! Motors as SimSpark's agents know them: they turn at a speed until another one is commanded.
//!
//! In SimSpark a motor is a constraint of the physics that holds its speed with up to 10 N m, so a
//! robot without commands stands. Here a motor is a spring and a damper about an angle that moves
//! at the commanded speed: `kp (q* - q) + kd (v - dq)`. That angle stays close enough to the
//! joint's that the spring never pulls with more than the motor's force, and it never leaves the
//! joint's range.

use crate::model::{Joint, Model, Motor, ROOT_COORDS};
use crate::world::state::COMMAND_LEN;

/// Greatest speed of a hinge in SimSpark, rad/s (351.77 deg/s).
const FASTEST: f64 = 6.1395;
/// Greatest speed of the pitch of heterogeneous type 2's ankles, rad/s.
const QUICK_PITCH: f64 = 8.80667;
/// Greatest speed of their roll, rad/s.
const SLOW_ROLL: f64 = 3.47234;
/// The heterogeneous type with these ankles.
const QUICK_ANKLES: u32 = 2;

/// Stiffness (N m/rad) and damping (N m s/rad) of a joint. A robot without commands stands, and no
/// joint oscillates from substep to substep: with a substep `h` of 5 ms and the joint's armature I,
/// `damping h + stiffness h^2 / 2` is below 2 I.
fn gains(model: &Model, motor: &Motor) -> [f64; 2] {
    let is_leg = motor.name.get(1..3) == Some("le");
    match model.name.as_str() {
        // The armature of its head and arms is a small fraction of that of its legs.
        "K1" if is_leg => [150.0, 3.0],
        "K1" => [40.0, 0.2],
        "ant" => [300.0, 30.0],
        _ => [150.0, 1.5],
    }
}

/// One motor.
#[derive(Clone, Debug)]
struct Hinge {
    /// Its motor's gear: a motor's angle and speed are the joint's times the gear, and so is the
    /// joint's torque the motor's force times the gear.
    gear: f64,
    /// The motor's gains, which make those of the joint: see [`gains`].
    gains: [f64; 2],
    /// Index of its angle in the robot's coordinates.
    coordinate: usize,
    range: [f64; 2],
    fastest: f64,
    /// Greatest difference between the angle that it holds and the joint's angle, rad.
    lead: f64,
    /// Commanded speed, rad/s.
    speed: f64,
    /// The angle that it holds, rad.
    target: f64,
}

/// All motors of one robot.
#[derive(Clone, Debug)]
pub(super) struct Servo {
    hinges: Vec<Hinge>,
}

impl Servo {
    /// Motors at rest with all joints at zero.
    pub(super) fn new(model: &Model, make: u32) -> Self {
        let hinge = |motor: &Motor| {
            let joint = &model.joints[motor.joint];
            let (gear, [stiffness, damping]) = (motor.position.gear, gains(model, motor));
            Hinge {
                gear,
                gains: [stiffness, damping].map(|gain| gain / (gear * gear)),
                coordinate: ROOT_COORDS + motor.joint,
                range: joint.range.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]),
                fastest: fastest(motor, make),
                lead: force(motor, joint) / stiffness,
                speed: 0.0,
                target: 0.0,
            }
        };
        Self { hinges: model.motors.iter().map(hinge).collect() }
    }

    /// Sets the speed that a motor holds, rad/s, limited to the motor's greatest speed.
    pub(super) fn turn(&mut self, motor: usize, speed: f64) {
        if let Some(hinge) = self.hinges.get_mut(motor) {
            hinge.speed = speed.clamp(-hinge.fastest, hinge.fastest);
        }
    }

    /// Sets the angles that the motors hold to zero, because the robot will stand with all joints
    /// at zero.
    pub(super) fn straighten(&mut self) {
        self.hinges.iter_mut().for_each(|hinge| hinge.target = 0.0);
    }

    /// Returns the commands of all motors for a cycle of `time` seconds, given the robot's
    /// coordinates.
    pub(super) fn commands(
        &mut self,
        coordinates: &[f64],
        time: f64,
    ) -> impl Iterator<Item = [f64; COMMAND_LEN]> {
        self.hinges.iter_mut().map(move |hinge| {
            let (gear, [kp, kd]) = (hinge.gear, hinge.gains);
            let angle = coordinates[hinge.coordinate];
            let [low, high] = hinge.range;
            let before = hinge.target.clamp(angle - hinge.lead, angle + hinge.lead);
            let target = (before + hinge.speed * time).clamp(low, high);
            hinge.target = target;
            // A motor at a stop holds it.
            let is_free = (low..=high).contains(&(before + hinge.speed * time));
            let speed = if is_free { hinge.speed } else { 0.0 };
            [gear * target, gear * speed, kp, kd, 0.0]
        })
    }
}

fn fastest(motor: &Motor, make: u32) -> f64 {
    match motor.name.as_str() {
        "lle5" | "rle5" if make == QUICK_ANKLES => QUICK_PITCH,
        "lle6" | "rle6" if make == QUICK_ANKLES => SLOW_ROLL,
        _ => FASTEST,
    }
}

/// The greatest torque of a motor, N m.
fn force(motor: &Motor, joint: &Joint) -> f64 {
    let of_joint = joint.actuator_force_range.map(|[_, most]| most);
    let of_motor = motor.position.force_range.map(|[_, most]| most * motor.position.gear);
    of_joint.into_iter().chain(of_motor).fold(f64::INFINITY, f64::min)
}
