//! What happens in the worlds that tests step: placements and commands that follow from a seed a
//! world, and all that a world shows.

use crate::batches::step_with;
use crate::random::Random;
use rcssgym::batch::{MotorInput, WorldBatch};

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
