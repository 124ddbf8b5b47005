//! What robots could see that are only seen themselves: by their poses and the league's rules of
//! sight, without the errors of a camera.

use super::teller::Pose;
use crate::perception::{Locations, MarkerTable, Sensing, Vision};
use crate::soccer::{Arena, PlayerId};
use crate::world::Poses;
use std::ops::Range;

/// Markers where they are, and a camera without errors that nothing hides anything from.
const SENSES: Sensing = Sensing { compat: false, noise: None, occlusion: false, seed: 0 };

/// Works out what the robots of an arena see.
#[derive(Debug)]
pub(super) struct Onlooker {
    arena: Arena,
    table: MarkerTable,
    /// Which poses are those of each slot; `None`: nobody tells where it is.
    bodies: Vec<Option<Range<usize>>>,
    locations: Locations,
}

impl Onlooker {
    pub(super) fn new(arena: Arena, bodies: Vec<Option<Range<usize>>>) -> Self {
        let table = MarkerTable::new(&arena, SENSES.compat);
        Self { arena, table, bodies, locations: Locations::default() }
    }

    pub(super) fn players(&self) -> &[PlayerId] {
        self.arena.players()
    }

    /// Where a robot sees something, m; `None` for one that has no camera or is not there.
    pub(super) fn seen(&mut self, poses: &[Pose], player: PlayerId) -> Option<Vec<[f64; 3]>> {
        let slot = self.arena.slot_of(player)?;
        let scene = self.arena.scene();
        // What is nowhere is in nobody's view.
        let nowhere = ([f64::NAN; 3], [1.0, 0.0, 0.0, 0.0]);
        let told = self.bodies.iter().enumerate().map(|(slot, bodies)| {
            match bodies.as_ref().and_then(|bodies| poses.get(bodies.clone())) {
                Some(poses) => Poses::told(poses.iter().map(wide)),
                None => Poses::told(scene.model(slot).bodies.iter().map(|_| nowhere)),
            }
        });
        let told = told.collect();
        self.locations.take(scene, told, &self.table, &SENSES);
        let Self { table, locations, .. } = &*self;
        Vision { senses: &SENSES, scene, table, locations, frame: 0 }.points(slot)
    }
}

fn wide(pose: &Pose) -> ([f64; 3], [f64; 4]) {
    let [x, y, z, rest @ ..] = pose.map(f64::from);
    ([x, y, z], rest)
}
