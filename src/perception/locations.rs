//! Positions of everything that can be seen or heard, computed once per world and cycle.

use super::Sensing;
use super::interest::Interest;
use super::obstacles::Obstacles;
use super::table::{MarkerAnchor, MarkerTable};
use crate::collision::Pose;
use crate::world::scene::Scene;
use crate::world::{Poses, WorldRef};

/// Poses of one world's bodies at the time when its sensors were read, and what follows from them.
/// Keep it and update it, so that its memory is reused.
#[derive(Clone, Debug, Default)]
pub struct Locations {
    /// One per slot.
    poses: Vec<Poses>,
    /// World positions of the table's markers, m.
    pub(super) markers: Vec<[f64; 3]>,
    pub(super) obstacles: Obstacles,
}

impl Locations {
    /// Takes the poses of a world; markers are those of `table`, which is of the same scene. What
    /// hides them is worked out only if occlusion is among these senses.
    pub fn update(&mut self, world: &WorldRef, table: &MarkerTable, senses: &Sensing) {
        self.update_for(world, table, senses, None);
    }

    /// As [`update`](Self::update), but only for the markers of an interest; the positions of the
    /// others are meaningless then.
    pub(super) fn update_for(
        &mut self,
        world: &WorldRef,
        table: &MarkerTable,
        senses: &Sensing,
        interest: Option<&Interest>,
    ) {
        // Any body may be in the way.
        let some = interest.filter(|_| !senses.occlusion);
        let scene = world.scene;
        self.poses.resize_with(scene.slots.len(), Poses::default);
        for (index, (slot, poses)) in scene.slots.iter().zip(&mut self.poses).enumerate() {
            let (model, qpos) = (scene.model(index), &world.observed[slot.qpos.clone()]);
            match some {
                Some(interest) => {
                    poses.update_some(model, qpos, |body| interest.needs(index, body));
                }
                None => poses.update(model, qpos),
            }
        }
        self.follow(scene, table, senses);
    }

    /// As [`update`](Self::update), with given poses for each slot of a scene.
    pub fn take(
        &mut self,
        scene: &Scene,
        poses: Vec<Poses>,
        table: &MarkerTable,
        senses: &Sensing,
    ) {
        self.poses = poses;
        self.follow(scene, table, senses);
    }

    fn follow(&mut self, scene: &Scene, table: &MarkerTable, senses: &Sensing) {
        self.markers.clear();
        self.markers.extend(table.anchors().iter().map(|anchor| match *anchor {
            MarkerAnchor::World { pos, .. } => pos,
            MarkerAnchor::Site { slot, site } => {
                let site = &scene.model(slot).sites[site];
                self.poses[slot].point(site.body, site.pos)
            }
        }));
        self.obstacles.update(scene, if senses.occlusion { &self.poses } else { &[] });
    }

    /// Poses of a slot's bodies.
    pub fn poses(&self, slot: usize) -> &Poses {
        &self.poses[slot]
    }

    /// Position of a marker of the table, m.
    pub fn marker(&self, marker: usize) -> [f64; 3] {
        self.markers[marker]
    }

    /// Pose of a site of a slot's model.
    pub fn site(&self, scene: &Scene, slot: usize, site: usize) -> Pose {
        self.poses[slot].site(scene.model(slot), site)
    }
}
