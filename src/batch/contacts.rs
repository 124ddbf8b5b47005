//! The contacts of one world, for people and for tests.

use super::{WorldBatch, checks, lock};
use crate::collision::Collider;
use crate::error::Result;
use crate::math::point::{add, scale};
use crate::soccer::BALL;
use crate::world::{Partner, RawContact};

/// One contact of one world.
#[derive(Clone, Debug)]
pub struct ContactReport {
    /// Names of the two geoms, e.g. `pitch`, `ball`, `r-0-1-left_foot` (rcsssmj's names).
    pub geoms: [String; 2],
    /// World frame, m.
    pub position: [f64; 3],
    /// From the first geom to the second.
    pub normal: [f64; 3],
    /// Negative in penetration, m.
    pub distance: f64,
    /// Force on the second geom, world frame, N.
    pub force: [f64; 3],
}

/// A contact between geoms, and its force.
#[derive(Clone, Copy, Debug)]
pub struct ContactForce {
    /// Slot and geom of both sides; `None` for a side that is not a tree: the ground, a goal.
    pub sides: [Option<(usize, usize)>; 2],
    /// World frame, m.
    pub position: [f64; 3],
    /// Force on the second side, world frame, N.
    pub force: [f64; 3],
}

impl WorldBatch {
    /// The contacts at the current state, with the forces of the last command.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) for a world out of range.
    pub fn contacts(&mut self, world: usize) -> Result<Vec<ContactReport>> {
        let found = self.found(world)?;
        Ok(found.iter().map(|contact| self.report(world, contact)).collect())
    }

    /// From now on keeps the contacts of all worlds, for [`felt`](Self::felt).
    pub fn feel(&mut self) {
        let worlds = self.num_worlds();
        self.state.contacts.resize_with(worlds, Vec::new);
    }

    /// The contacts of a world as of the last substep's start, like the sensors. There are none
    /// before the first step, and none unless [`feel`](Self::feel) has been called.
    pub fn felt(&self, world: usize) -> impl Iterator<Item = ContactForce> {
        let scene = self.arena.scene();
        let view = self.state.world(scene, world);
        self.state.contacts.get(world).into_iter().flatten().map(move |contact| {
            let second = match contact.second {
                Partner::Tree(slot, geom) => Some((slot, geom)),
                Partner::Fixture(_) | Partner::Ground => None,
            };
            let qpos = &view.observed[scene.slots[contact.first.0].qpos.clone()];
            ContactForce {
                sides: [Some(contact.first), second],
                position: add([qpos[0], qpos[1], qpos[2]], contact.point),
                force: contact.force,
            }
        })
    }

    fn found(&mut self, world: usize) -> Result<Vec<RawContact>> {
        checks::index("world", world, self.num_worlds())?;
        // The engine passes over frozen worlds and would return what its lanes held before.
        let frozen = std::mem::replace(&mut self.state.frozen[world], false);
        let mut engine = lock(&self.engines[0]);
        let row = self.state.blocks(self.arena.scene(), 1).nth(world);
        let found = row.map(|mut row| engine.contacts(&mut row)).unwrap_or_default();
        self.state.frozen[world] = frozen;
        Ok(found)
    }

    /// Where a contact is in the world.
    fn position(&self, world: usize, contact: &RawContact) -> [f64; 3] {
        let scene = self.arena.scene();
        let root =
            &self.state.qpos[world * scene.nq()..][scene.slots[contact.first.0].qpos.clone()];
        add([root[0], root[1], root[2]], contact.point)
    }

    /// Names the sides, in MuJoCo's order: by shape, then by place in the scene.
    fn report(&self, world: usize, contact: &RawContact) -> ContactReport {
        let scene = self.arena.scene();
        let tree_geom = |slot: usize, geom: usize| {
            let slot_data = &scene.slots[slot];
            let kind = &scene.kinds[slot_data.kind];
            let name = format!("{}{}", slot_data.prefix, kind.model.geoms[geom].name);
            // The ball comes before the goals, robots after them.
            (kind.colliders[geom].rank(), (if slot == BALL { 0 } else { 2 }, slot, geom), name)
        };
        let (slot, geom) = contact.first;
        let first = tree_geom(slot, geom);
        let second = match contact.second {
            Partner::Tree(slot, geom) => tree_geom(slot, geom),
            Partner::Fixture(index) => {
                let fixture = &scene.fixtures[index];
                (fixture.collider.rank(), (1, index, 0), fixture.geom.name.clone())
            }
            Partner::Ground => (Collider::Plane.rank(), (0, 0, 0), scene.ground.geom.name.clone()),
        };
        let swap = (second.0, second.1) < (first.0, first.1);
        let sign = if swap { -1.0 } else { 1.0 };
        ContactReport {
            geoms: if swap { [second.2, first.2] } else { [first.2, second.2] },
            position: self.position(world, contact),
            normal: scale(contact.normal, sign),
            distance: contact.dist,
            force: scale(contact.force, sign),
        }
    }
}
