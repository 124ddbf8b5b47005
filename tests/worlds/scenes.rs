//! What happens in the worlds that tests step: placements and commands that follow from a seed per
//! world, and all observable numbers of a world.

use crate::batches::step_with;
use crate::random::Random;
use rcssgym::batch::{MotorInput, WorldBatch};

/// Where a goal of the small field begins, m.
const GOAL_LINE: f64 = 27.5;

/// The kind of situation in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Robots where they start a game.
    Kickoff,
    /// Robots and the ball dropped onto each other.
    Pile,
    /// Robots among posts and net, the ball shot at them.
    Goal,
}

/// Sets up one world; the same seed gives the same world at any index.
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
    /// Makes a controller for worlds with these seeds.
    pub fn new(batch: &WorldBatch, seeds: &[u64]) -> Self {
        let (robots, motors) = (batch.num_robots(), batch.max_motors());
        let targets = vec![0.0; seeds.len() * robots * motors];
        Self { seeds: seeds.to_vec(), robots, motors, targets }
    }

    /// Makes the control step `step` with its command.
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

/// Returns all observable numbers of one world, as bits.
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

/// Returns all observable numbers of all worlds, as bits.
pub fn rows(batch: &WorldBatch) -> Vec<Vec<u64>> {
    (0..batch.num_worlds()).map(|world| row(batch, world)).collect()
}

/// Returns a number from an environment variable, or `otherwise`.
pub fn from_env(name: &str, otherwise: usize) -> usize {
    let Ok(text) = std::env::var(name) else { return otherwise };
    text.parse().expect(name)
}
