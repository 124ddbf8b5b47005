//! What happens over time in a varied world: late commands and pushes.

use super::drawn::Variation;
use super::parameter::Parameter;
use crate::math::splitmix::{SplitMix64, mix};
use crate::world::scene::Scene;
use crate::world::state::COMMAND_LEN;
use serde::{Deserialize, Serialize};

/// Distinguishes the random numbers of pushes from those of the draw.
const PUSHES: u64 = 0x7075_7368;

/// How far a varied world has come in time: commands on their way, and pushes to come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Substeps since the draw, or since the world was reset.
    pub clock: u64,
    /// Commands on their way (delay, nu, 5).
    late: Vec<f64>,
    /// Which of them takes effect next.
    next: usize,
    /// When each of the scene's varying trees is pushed next, substeps.
    pushes: Vec<u64>,
    stream: SplitMix64,
}

impl Course {
    /// Begins a course. Until the first command has arrived, motors follow `command`.
    pub fn new(scene: &Scene, drawn: &Variation, command: &[f64]) -> Self {
        let mut stream = SplitMix64::new(drawn.seed ^ mix(PUSHES));
        let count = pushed(scene, drawn).count();
        Self {
            clock: 0,
            late: command.repeat(drawn.delay()),
            next: 0,
            pushes: (0..count).map(|_| interval(scene, drawn, &mut stream)).collect(),
            stream,
        }
    }

    /// Whether this could be the course of a world of the scene.
    pub fn fits(&self, scene: &Scene, drawn: &Variation) -> bool {
        self.late.len() == drawn.delay() * scene.nu() * COMMAND_LEN
            && self.late.iter().all(|number| number.is_finite())
            && self.next < drawn.delay().max(1)
            && self.pushes.len() == pushed(scene, drawn).count()
    }

    /// The command in effect, if commands are late.
    pub fn effective(&self, scene: &Scene) -> Option<&[f64]> {
        let row = scene.nu() * COMMAND_LEN;
        self.late.get(self.next * row..(self.next + 1) * row).filter(|_| !self.late.is_empty())
    }

    /// Ends a substep: sends `command` on its way, and lets the next one that arrives take effect.
    pub fn pass(&mut self, command: &[f64]) {
        self.clock = self.clock.saturating_add(1);
        if self.late.is_empty() {
            return;
        }
        self.late[self.next * command.len()..][..command.len()].copy_from_slice(command);
        self.next = (self.next + 1) % (self.late.len() / command.len());
    }

    /// Calls `push` with slot and change of velocity along x and y of the world, m/s, for every
    /// tree that is due.
    pub fn push(
        &mut self,
        scene: &Scene,
        drawn: &Variation,
        mut push: impl FnMut(usize, [f64; 2]),
    ) {
        let Some(speeds) = drawn.range(Parameter::PushVelocity) else { return };
        for (due, slot) in self.pushes.iter_mut().zip(pushed(scene, drawn)) {
            if *due <= self.clock {
                let speed = self.stream.uniform(speeds);
                let (sin, cos) = self.stream.uniform([0.0, std::f64::consts::TAU]).sin_cos();
                push(slot, [speed * cos, speed * sin]);
                let wait = interval(scene, drawn, &mut self.stream);
                *due = self.clock.saturating_add(wait);
            }
        }
    }
}

/// Slots that are pushed now and then.
fn pushed(scene: &Scene, drawn: &Variation) -> impl Iterator<Item = usize> {
    let is_pushed = drawn.range(Parameter::PushInterval).is_some();
    scene.varying().filter(move |_| is_pushed)
}

/// Substeps until the next push, at least one.
fn interval(scene: &Scene, drawn: &Variation, stream: &mut SplitMix64) -> u64 {
    let seconds = drawn.range(Parameter::PushInterval).map_or(0.0, |range| stream.uniform(range));
    ((seconds / scene.medium.timestep).round() as u64).max(1)
}
