//! What robots could see if only their poses are known: by the league's rules of vision, without
//! camera noise.

use super::delta::Pose;
use crate::math::quaternion;
use crate::perception::{Locations, MarkerTable, Sensing, Vision};
use crate::soccer::{Arena, PlayerId};
use crate::world::Poses;
use std::ops::Range;

/// Exact marker positions, and a camera without noise or occlusion.
const SENSES: Sensing = Sensing { compat: false, noise: None, occlusion: false, seed: 0 };

/// Works out what the robots of an arena see.
#[derive(Debug)]
pub(super) struct InferredSight {
    arena: Arena,
    table: MarkerTable,
    /// Range of poses that belong to each slot; `None` if its pose is not known.
    bodies: Vec<Option<Range<usize>>>,
    locations: Locations,
}

impl InferredSight {
    pub(super) fn new(arena: Arena, bodies: Vec<Option<Range<usize>>>) -> Self {
        let table = MarkerTable::new(&arena, SENSES.compat);
        Self { arena, table, bodies, locations: Locations::default() }
    }

    pub(super) fn players(&self) -> &[PlayerId] {
        self.arena.players()
    }

    /// Returns the points at which a robot sees something, m; `None` if it has no camera or is not
    /// there.
    pub(super) fn seen(&mut self, poses: &[Pose], player: PlayerId) -> Option<Vec<[f64; 3]>> {
        let slot = self.arena.slot_of(player)?;
        let scene = self.arena.scene();
        // A body without a position is in nobody's view.
        let nowhere = ([f64::NAN; 3], quaternion::IDENTITY);
        let poses = self.bodies.iter().enumerate().map(|(slot, bodies)| {
            match bodies.as_ref().and_then(|bodies| poses.get(bodies.clone())) {
                Some(poses) => Poses::given(poses.iter().map(wide)),
                None => Poses::given(scene.model(slot).bodies.iter().map(|_| nowhere)),
            }
        });
        let poses = poses.collect();
        self.locations.take(scene, poses, &self.table, &SENSES);
        let Self { table, locations, .. } = &*self;
        Vision { senses: &SENSES, scene, table, locations, frame: 0 }.points(slot)
    }
}

fn wide(pose: &Pose) -> ([f64; 3], [f64; 4]) {
    let [x, y, z, rest @ ..] = pose.map(f64::from);
    ([x, y, z], rest)
}
