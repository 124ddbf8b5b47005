//! The changing part of a batch: plain arrays, one row a world.

use super::player::{PlayerId, Side};
use super::scene::Scene;
use super::variation::{Variations, VariedWorld};
use super::view::{BallTouch, Observed};
use crate::model::ROOT_COORDS;

/// Numbers of one motor's command: `target velocity kp kd torque`.
pub const COMMAND_LEN: usize = 5;

/// What a player's motor does until its first command: MuJoCo's default gains pull it to zero.
const UNCOMMANDED: [f64; COMMAND_LEN] = [0.0, 0.0, 1.0, 1.0, 0.0];

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
    /// (W,): how worlds differ from the others; empty if none does.
    pub varied: Variations,
    /// What a game needs besides; `None` for bare physics.
    pub observed: Option<Observed>,
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
    pub command: &'a mut [f64],
    /// (worlds, ns)
    pub sensors: &'a mut [f64],
    /// (worlds,), s
    pub time: &'a mut [f64],
    /// (worlds,)
    pub frozen: &'a mut [bool],
    /// (worlds,), or empty.
    pub varied: &'a mut [Option<Box<VariedWorld>>],
    /// What a game needs besides.
    pub observed: Option<ObservedMut<'a>>,
}

/// Rows of [`Observed`].
#[derive(Debug)]
pub struct ObservedMut<'a> {
    /// (worlds, nq)
    pub qpos: &'a mut [f64],
    /// (worlds, slots, 7)
    pub roots: &'a mut [f64],
    /// (worlds, slots, 3)
    pub previous: &'a mut [f64],
    /// (worlds,)
    pub ball_touches: &'a mut [Vec<BallTouch>],
}

impl State {
    /// Gives all motors the gains that they have until their first command; targets and torques
    /// stay.
    pub fn forget_gains(&mut self) {
        for command in self.command.chunks_exact_mut(COMMAND_LEN) {
            command[2..4].copy_from_slice(&UNCOMMANDED[2..4]);
        }
    }

    /// All worlds in their initial state, motors without command; `observed` if they have games.
    pub fn new(scene: &Scene, worlds: usize, start: Start, observed: bool) -> Self {
        let initial = initial_qpos(scene, start);
        Self {
            observed: observed.then(|| Observed::new(scene, &initial, worlds)),
            qpos: initial.repeat(worlds),
            qvel: vec![0.0; worlds * scene.nv()],
            warmstart: vec![0.0; worlds * scene.nv()],
            command: initial_command(scene, observed).repeat(worlds),
            sensors: vec![0.0; worlds * scene.ns()],
            time: vec![0.0; worlds],
            frozen: vec![false; worlds],
            varied: Vec::new(),
        }
    }

    /// A view of all worlds.
    pub fn all(&mut self) -> StateMut<'_> {
        StateMut {
            qpos: &mut self.qpos,
            qvel: &mut self.qvel,
            warmstart: &mut self.warmstart,
            command: &mut self.command,
            sensors: &mut self.sensors,
            time: &mut self.time,
            frozen: &mut self.frozen,
            varied: &mut self.varied,
            observed: self.observed.as_mut().map(|observed| ObservedMut {
                qpos: &mut observed.qpos,
                roots: &mut observed.roots,
                previous: &mut observed.previous,
                ball_touches: &mut observed.ball_touches,
            }),
        }
    }

    /// Views of consecutive blocks of `size` worlds.
    pub fn blocks<'a>(
        &'a mut self,
        scene: &Scene,
        size: usize,
    ) -> impl Iterator<Item = StateMut<'a>> {
        let worlds = self.time.len();
        let (nq, nv, nc, ns) = (scene.nq(), scene.nv(), scene.nu() * COMMAND_LEN, scene.ns());
        let (slots, is_varied) = (scene.slots.len(), !self.varied.is_empty());
        let mut rest = self.all();
        (0..worlds).step_by(size).map(move |first| {
            let n = size.min(worlds - first);
            StateMut {
                qpos: take(&mut rest.qpos, n * nq),
                qvel: take(&mut rest.qvel, n * nv),
                warmstart: take(&mut rest.warmstart, n * nv),
                command: take(&mut rest.command, n * nc),
                sensors: take(&mut rest.sensors, n * ns),
                time: take(&mut rest.time, n),
                frozen: take(&mut rest.frozen, n),
                varied: take(&mut rest.varied, if is_varied { n } else { 0 }),
                observed: rest.observed.as_mut().map(|observed| ObservedMut {
                    qpos: take(&mut observed.qpos, n * nq),
                    roots: take(&mut observed.roots, n * slots * ROOT_COORDS),
                    previous: take(&mut observed.previous, n * slots * 3),
                    ball_touches: take(&mut observed.ball_touches, n),
                }),
            }
        })
    }
}

pub(crate) fn take<'a, T>(rest: &mut &'a mut [T], n: usize) -> &'a mut [T] {
    let (head, tail) = std::mem::take(rest).split_at_mut(n);
    *rest = tail;
    head
}

/// Where robots stand at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// On the pitch in rows, the teams facing each other.
    InLine,
    /// Beside the pitch, where rcsssmj puts robots that join.
    Sideline,
}

/// Commands of one world's motors before anybody gives one: in a game rcsssmj's, else none.
pub fn initial_command(scene: &Scene, game: bool) -> Vec<f64> {
    let motor = if game { UNCOMMANDED } else { [0.0; COMMAND_LEN] };
    motor.repeat(scene.nu())
}

/// A world at its start: the ball in the centre, every robot in its model's pose.
pub fn initial_qpos(scene: &Scene, start: Start) -> Vec<f64> {
    let mut qpos = vec![0.0; scene.nq()];
    let mut numbers = [0; 2];
    for slot in &scene.slots {
        let model = &scene.kinds[slot.kind].model;
        let out = &mut qpos[slot.qpos.clone()];
        let root = &model.bodies[0];
        out[..3].copy_from_slice(&root.pos);
        out[3..ROOT_COORDS].copy_from_slice(&root.quat);
        for (q, joint) in out[ROOT_COORDS..].iter_mut().zip(&model.joints) {
            *q = joint.reference;
        }
        if let Some(player) = slot.player {
            match start {
                Start::InLine => place_in_line(player.side, numbers[player.side.index()], out),
                Start::Sideline => {
                    let [x, y, yaw] = sideline(scene, player);
                    out[..2].copy_from_slice(&[x, y]);
                    out[3..ROOT_COORDS].copy_from_slice(&quat_about_z(yaw));
                }
            }
            numbers[player.side.index()] += 1;
        }
    }
    qpos
}

/// Where rcsssmj puts a robot that joins: beside the pitch, facing it. Position and heading.
pub fn sideline(scene: &Scene, player: PlayerId) -> [f64; 3] {
    let x = player.side.sign() * (2.0 * f64::from(player.number) + 1.0);
    [x, scene.field.half()[1] + scene.field.border, -std::f64::consts::FRAC_PI_2]
}

/// A turn about the vertical.
pub fn quat_about_z(yaw: f64) -> [f64; 4] {
    let (sin, cos) = (yaw / 2.0).sin_cos();
    // Products keep the sign of zero that the general formula gives.
    [cos, 0.0 * sin, 0.0 * sin, sin]
}

/// Left robots face right on x = -2 m, -4 m, ...; right robots mirror them.
fn place_in_line(side: Side, number: usize, root: &mut [f64]) {
    let (row, column) = (number / 4, number % 4);
    root[0] = side.sign() * (2.0 + 2.0 * row as f64);
    root[1] = 2.0 * (column as f64 - 1.5);
    if side == Side::Right {
        let [w, x, y, z] = [root[3], root[4], root[5], root[6]];
        // half a turn about z, from the left
        root[3..7].copy_from_slice(&[-z, -y, x, w]);
    }
}
