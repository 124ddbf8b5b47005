//! The changing part of a batch: plain arrays, one row a world.

use super::scene::Scene;
use crate::model::ROOT_COORDS;

/// Numbers of one motor's command: `target velocity kp kd torque`.
pub const COMMAND_LEN: usize = 5;

/// State of all worlds.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// (W, nq)
    pub qpos: Vec<f64>,
    /// (W, nv)
    pub qvel: Vec<f64>,
    /// (W, nv): accelerations of the last substep.
    pub warmstart: Vec<f64>,
    /// (W, nu, 5)
    pub command: Vec<f64>,
    /// (W, ns): as of the last substep's start.
    pub sensors: Vec<f64>,
    /// (W,), s
    pub time: Vec<f64>,
    /// (W,): stopped because a number was not finite, or beyond 1e10.
    pub frozen: Vec<bool>,
}

/// Rows of some worlds in a row.
#[derive(Debug)]
pub struct StateMut<'a> {
    /// (worlds, nq)
    pub qpos: &'a mut [f64],
    /// (worlds, nv)
    pub qvel: &'a mut [f64],
    /// (worlds, nv)
    pub warmstart: &'a mut [f64],
    /// (worlds, nu, [`COMMAND_LEN`])
    pub command: &'a [f64],
    /// (worlds, ns)
    pub sensors: &'a mut [f64],
    /// (worlds,), s
    pub time: &'a mut [f64],
    /// (worlds,)
    pub frozen: &'a mut [bool],
}

impl State {
    /// All worlds in their initial state, motors without command.
    pub fn new(scene: &Scene, worlds: usize) -> Self {
        let initial = initial_qpos(scene);
        Self {
            qpos: initial.repeat(worlds),
            qvel: vec![0.0; worlds * scene.nv()],
            warmstart: vec![0.0; worlds * scene.nv()],
            command: vec![0.0; worlds * scene.nu() * COMMAND_LEN],
            sensors: vec![0.0; worlds * scene.ns()],
            time: vec![0.0; worlds],
            frozen: vec![false; worlds],
        }
    }

    /// Views of consecutive blocks of `size` worlds.
    pub fn blocks<'a>(
        &'a mut self,
        scene: &Scene,
        size: usize,
    ) -> impl Iterator<Item = StateMut<'a>> {
        // An empty row (no motors, say) still needs a chunk for every block.
        let worlds = self.time.len();
        let (nq, nv, nc, ns) = (scene.nq(), scene.nv(), scene.nu() * COMMAND_LEN, scene.ns());
        let (mut qpos, mut qvel) = (&mut self.qpos[..], &mut self.qvel[..]);
        let (mut warmstart, mut command) = (&mut self.warmstart[..], &self.command[..]);
        let (mut sensors, mut time) = (&mut self.sensors[..], &mut self.time[..]);
        let mut frozen = &mut self.frozen[..];
        (0..worlds).step_by(size).map(move |first| {
            let n = size.min(worlds - first);
            let (head, tail) = command.split_at(n * nc);
            command = tail;
            StateMut {
                qpos: take(&mut qpos, n * nq),
                qvel: take(&mut qvel, n * nv),
                warmstart: take(&mut warmstart, n * nv),
                command: head,
                sensors: take(&mut sensors, n * ns),
                time: take(&mut time, n),
                frozen: take(&mut frozen, n),
            }
        })
    }
}

fn take<'a, T>(rest: &mut &'a mut [T], n: usize) -> &'a mut [T] {
    let (head, tail) = std::mem::take(rest).split_at_mut(n);
    *rest = tail;
    head
}

/// A world as rcsssmj starts it: the ball in the centre, every robot where its model says, robots
/// of a team side by side so that none overlap.
pub fn initial_qpos(scene: &Scene) -> Vec<f64> {
    let mut qpos = vec![0.0; scene.nq()];
    for (index, slot) in scene.slots.iter().enumerate() {
        let model = &scene.kinds[slot.kind].model;
        let out = &mut qpos[slot.qpos.clone()];
        let root = &model.bodies[0];
        out[..3].copy_from_slice(&root.pos);
        out[3..ROOT_COORDS].copy_from_slice(&root.quat);
        for (q, joint) in out[ROOT_COORDS..].iter_mut().zip(&model.joints) {
            *q = joint.reference;
        }
        if index > 0 {
            place_in_line(scene, index - 1, out);
        }
    }
    qpos
}

/// Left robots face right on x = -2 m, -4 m, ...; right robots mirror them.
fn place_in_line(scene: &Scene, robot: usize, root: &mut [f64]) {
    let (number, side) = if robot < scene.left { (robot, -1.0) } else { (robot - scene.left, 1.0) };
    let (row, column) = (number / 4, number % 4);
    root[0] = side * (2.0 + 2.0 * row as f64);
    root[1] = 2.0 * (column as f64 - 1.5);
    if side > 0.0 {
        let [w, x, y, z] = [root[3], root[4], root[5], root[6]];
        // half a turn about z, from the left
        root[3..7].copy_from_slice(&[-z, -y, x, w]);
    }
}
