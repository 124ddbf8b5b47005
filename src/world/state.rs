//! The changing part of a batch: plain arrays, one row per world.

use super::report::RawContact;
use super::scene::Scene;
use super::sides::{Sides, SidesMut};
use super::variation::{Variations, VariedWorld};
use super::view::{Observed, TreeGeom};
use crate::model::ROOT_COORDS;

/// Numbers of one motor's command: `target velocity kp kd torque`.
pub const COMMAND_LEN: usize = 5;

/// What worlds begin with.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// (nq,)
    pub qpos: Vec<f64>,
    /// (nu, [`COMMAND_LEN`]): commands of the motors before anybody gives one.
    pub command: Vec<f64>,
}

/// State of all worlds.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// (W, nq)
    pub qpos: Vec<f64>,
    /// (W, nv)
    pub qvel: Vec<f64>,
    /// (W, nv): accelerations of the last substep.
    pub warmstart: Vec<f64>,
    /// Where the solver begins, in addition to the warm start.
    pub sides: Sides,
    /// (W, nu, [`COMMAND_LEN`]): commands of the motors.
    pub command: Vec<f64>,
    /// (W, ns): readings of the sensors, as of the last substep's start.
    pub sensors: Vec<f64>,
    /// (W,), s
    pub time: Vec<f64>,
    /// (W,): whether the world has stopped, because a number was not finite or beyond 1e10.
    pub frozen: Vec<bool>,
    /// (W, slots): what trees touched at the last substep, as numbers; trees with the same number
    /// count as alike.
    pub signatures: Vec<u64>,
    /// (W,): how worlds differ from the others; empty if none does.
    pub varied: Variations,
    /// What is observed of the worlds, if that is kept.
    pub observed: Option<Observed>,
    /// (W,): contacts with their forces as of the last substep's start, if they are kept; empty
    /// otherwise.
    pub contacts: Vec<Vec<RawContact>>,
}

/// Rows of consecutive worlds.
#[derive(Debug)]
pub struct StateMut<'a> {
    /// (worlds, nq)
    pub qpos: &'a mut [f64],
    /// (worlds, nv)
    pub qvel: &'a mut [f64],
    /// (worlds, nv)
    pub warmstart: &'a mut [f64],
    /// Where the solver begins, in addition to the warm start.
    pub sides: SidesMut<'a>,
    /// (worlds, nu, [`COMMAND_LEN`])
    pub command: &'a mut [f64],
    /// (worlds, ns)
    pub sensors: &'a mut [f64],
    /// (worlds,), s
    pub time: &'a mut [f64],
    /// (worlds,)
    pub frozen: &'a mut [bool],
    /// (worlds, slots)
    pub signatures: &'a mut [u64],
    /// (worlds,), or empty.
    pub varied: &'a mut [Option<Box<VariedWorld>>],
    /// What is observed of the worlds, if that is kept.
    pub observed: Option<ObservedMut<'a>>,
    /// (worlds,), or empty.
    pub contacts: &'a mut [Vec<RawContact>],
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
    pub touching: &'a mut [Vec<TreeGeom>],
}

impl State {
    /// All worlds at their start, at rest. `observed` says whether observations of them are kept.
    pub fn new(scene: &Scene, worlds: usize, start: &Start, observed: bool) -> Self {
        Self {
            observed: observed.then(|| Observed::new(scene, &start.qpos, worlds)),
            qpos: start.qpos.repeat(worlds),
            qvel: vec![0.0; worlds * scene.nv()],
            warmstart: vec![0.0; worlds * scene.nv()],
            sides: Sides::new(scene, worlds),
            command: start.command.repeat(worlds),
            sensors: vec![0.0; worlds * scene.ns()],
            time: vec![0.0; worlds],
            frozen: vec![false; worlds],
            signatures: vec![0; worlds * scene.slots.len()],
            varied: Vec::new(),
            contacts: Vec::new(),
        }
    }

    /// A view of all worlds.
    pub fn all(&mut self) -> StateMut<'_> {
        StateMut {
            qpos: &mut self.qpos,
            qvel: &mut self.qvel,
            warmstart: &mut self.warmstart,
            sides: self.sides.all(),
            command: &mut self.command,
            sensors: &mut self.sensors,
            time: &mut self.time,
            frozen: &mut self.frozen,
            signatures: &mut self.signatures,
            varied: &mut self.varied,
            observed: self.observed.as_mut().map(|observed| ObservedMut {
                qpos: &mut observed.qpos,
                roots: &mut observed.roots,
                previous: &mut observed.previous,
                touching: &mut observed.touching,
            }),
            contacts: &mut self.contacts,
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
        let is_felt = !self.contacts.is_empty();
        let mut rest = self.all();
        (0..worlds).step_by(size).map(move |first| {
            let n = size.min(worlds - first);
            StateMut {
                qpos: take(&mut rest.qpos, n * nq),
                qvel: take(&mut rest.qvel, n * nv),
                warmstart: take(&mut rest.warmstart, n * nv),
                sides: rest.sides.take(n),
                command: take(&mut rest.command, n * nc),
                sensors: take(&mut rest.sensors, n * ns),
                time: take(&mut rest.time, n),
                frozen: take(&mut rest.frozen, n),
                signatures: take(&mut rest.signatures, n * slots),
                varied: take(&mut rest.varied, if is_varied { n } else { 0 }),
                observed: rest.observed.as_mut().map(|observed| ObservedMut {
                    qpos: take(&mut observed.qpos, n * nq),
                    roots: take(&mut observed.roots, n * slots * ROOT_COORDS),
                    previous: take(&mut observed.previous, n * slots * 3),
                    touching: take(&mut observed.touching, n),
                }),
                contacts: take(&mut rest.contacts, if is_felt { n } else { 0 }),
            }
        })
    }
}

pub(crate) fn take<'a, T>(rest: &mut &'a mut [T], n: usize) -> &'a mut [T] {
    let (head, tail) = std::mem::take(rest).split_at_mut(n);
    *rest = tail;
    head
}
