//! Batches that tests step: rosters, placements and commands that follow from a seed a world.
#![allow(dead_code, reason = "no test needs all of it")]

use std::sync::Arc;

use rcssgym::batch::{BatchConfig, Commands, MotorInput, WorldBatch};
use rcssgym::model;
use rcssgym::soccer::Field;

/// Control steps are 20 ms.
pub const SUBSTEPS: usize = 4;
/// Where a goal of the small field begins, m.
const GOAL_LINE: f64 = 27.5;

/// What happens in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Where they start.
    Kickoff,
    /// Robots dropped onto each other, the ball into them.
    Pile,
    /// Robots among posts and net, the ball shot at them.
    Goal,
}

/// Numbers that follow from a seed (Steele et al., "Fast splittable pseudorandom number
/// generators", 2014).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Between `low` and `high`.
    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        let part = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * part
    }

    /// A quaternion of no unit length that is never zero.
    pub fn quaternion(&mut self) -> [f64; 4] {
        loop {
            let q: [f64; 4] = std::array::from_fn(|_| self.within(-1.0, 1.0));
            if q.iter().map(|x| x * x).sum::<f64>() > 0.1 {
                return q;
            }
        }
    }
}

/// Worlds with these models on the small field.
pub fn batch(left: &[&str], right: &[&str], num_worlds: usize, threads: usize) -> WorldBatch {
    let load =
        |names: &[&str]| names.iter().map(|name| Arc::new(model::load(name).unwrap())).collect();
    let config = BatchConfig {
        num_worlds,
        left: load(left),
        right: load(right),
        field: Field::fifa7vs7(),
        threads: Some(threads),
        seed: 0,
        game: None,
    };
    WorldBatch::new(config).unwrap()
}

/// Sets up one world; the same for the same seed wherever the world is.
pub fn arrange(batch: &mut WorldBatch, world: usize, scene: Scene, seed: u64) {
    let mut random = Random(seed);
    for robot in 0..batch.num_robots() {
        let height = 0.3 + 0.35 * robot as f64;
        let position = match scene {
            Scene::Kickoff => continue,
            Scene::Pile => [random.within(-0.2, 0.2), random.within(-0.2, 0.2), height],
            Scene::Goal => {
                [GOAL_LINE + random.within(-0.1, 0.9), random.within(1.2, 1.9), height + 0.3]
            }
        };
        batch.place_robot(world, robot, position, random.quaternion(), None).unwrap();
    }
    let (position, velocity) = match scene {
        Scene::Kickoff => ([0.0, 0.0, 0.11], [0.0; 6]),
        Scene::Pile => ([-1.5, 0.0, 0.3], [6.0, 0.0, 1.0, 0.0, 30.0, 5.0]),
        Scene::Goal => ([GOAL_LINE - 1.0, 1.5, 0.2], [12.0, 0.5, 3.0, 0.0, 0.0, 40.0]),
    };
    batch.place_ball(world, position, velocity).unwrap();
}

/// Commands that change every tenth control step, different in every world.
pub struct Controller {
    seeds: Vec<u64>,
    robots: usize,
    motors: usize,
    targets: Vec<f64>,
}

impl Controller {
    /// For worlds with these seeds.
    pub fn new(batch: &WorldBatch, seeds: &[u64]) -> Self {
        let (robots, motors) = (batch.num_robots(), batch.max_motors());
        let targets = vec![0.0; seeds.len() * robots * motors];
        Self { seeds: seeds.to_vec(), robots, motors, targets }
    }

    /// Steps once under the command of this control step.
    pub fn step(&mut self, batch: &mut WorldBatch, step: usize) {
        let row = self.robots * self.motors;
        if step.is_multiple_of(10) && row > 0 {
            for (out, &seed) in self.targets.chunks_exact_mut(row).zip(&self.seeds) {
                let mut random = Random(seed ^ (step as u64) << 32);
                out.fill_with(|| random.within(-1.0, 1.0));
            }
        }
        let strides = [row, self.motors, 1];
        let targets = MotorInput { values: &self.targets, strides };
        step_with(batch, targets, 50.0, 1.5);
    }
}

/// One control step with these targets and gains.
pub fn step_with(batch: &mut WorldBatch, targets: MotorInput<'_>, kp: f64, kd: f64) {
    let (zero, kp, kd) = ([0.0], [kp], [kd]);
    let all = |values| MotorInput { values, strides: [0; 3] };
    let commands = Commands {
        targets,
        velocities: all(&zero),
        kp: all(&kp),
        kd: all(&kd),
        torques: all(&zero),
    };
    batch.step(&commands, SUBSTEPS, &mut || false).unwrap();
}

/// Everything that one world shows, as bits.
pub fn row(batch: &WorldBatch, world: usize) -> Vec<u64> {
    let (nq, nv) = (batch.nq(), batch.nv());
    let mut numbers = batch.qpos()[world * nq..][..nq].to_vec();
    numbers.extend(&batch.qvel()[world * nv..][..nv]);
    numbers.extend(&batch.qacc_warmstart()[world * nv..][..nv]);
    for robot in 0..batch.num_robots() {
        numbers.extend(batch.sensordata(world, robot));
    }
    numbers.push(batch.time()[world]);
    numbers.push(f64::from(u8::from(batch.frozen()[world])));
    numbers.iter().map(|x| x.to_bits()).collect()
}

/// Everything that all worlds show.
pub fn rows(batch: &WorldBatch) -> Vec<Vec<u64>> {
    (0..batch.num_worlds()).map(|world| row(batch, world)).collect()
}

/// A number from the environment.
pub fn from_env(name: &str, otherwise: usize) -> usize {
    let Ok(text) = std::env::var(name) else { return otherwise };
    text.parse().expect(name)
}
