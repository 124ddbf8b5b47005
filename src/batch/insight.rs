//! What can be told of one robot beside its pose: what it sees, and what touches it.

use super::WorldBatch;
use super::perceive::senses;
use crate::math::point::{add, rotate};
use crate::perception::{Locations, Vision};

/// A force on a robot: where it acts and how much, m and N in the world.
pub type Push = [[f64; 3]; 2];

impl WorldBatch {
    /// Where a robot sees what it sees, m in the world: with its errors, as its agent would work it
    /// out. Nothing without a game or a camera.
    pub fn seen_from(&self, world: usize, slot: usize) -> Vec<[f64; 3]> {
        let (Some(config), Ok(view), Ok(game)) =
            (&self.config, self.world(world), self.game(world))
        else {
            return Vec::new();
        };
        let (scene, table) = (self.arena.scene(), self.markers());
        let senses = senses(config, self.seed().wrapping_add(world as u64));
        let (mut locations, mut seen) = (Locations::default(), Vec::new());
        locations.update(&view, table, &senses);
        let frame = game.frame;
        let vision = Vision { senses: &senses, scene, table, locations: &locations, frame };
        let Some(camera) = table.camera(slot).filter(|_| vision.look(slot, &mut seen)) else {
            return Vec::new();
        };
        let pose = locations.site(scene, slot, camera);
        seen.iter()
            .map(|seen| {
                let (sin, cos) = seen.inclination.to_radians().sin_cos();
                let (left, ahead) = seen.azimuth.to_radians().sin_cos();
                let level = seen.distance * cos;
                let local = [level * ahead, level * left, seen.distance * sin];
                add(pose.pos, rotate(&pose.mat, local))
            })
            .collect()
    }

    /// What pushes a robot, as of the last substep's start; nothing as long as nobody
    /// [feels](Self::feel).
    pub fn pushes(&self, world: usize, slot: usize) -> Vec<Push> {
        let is_it = |side: Option<(usize, usize)>| side.is_some_and(|(tree, _)| tree == slot);
        self.felt(world)
            .filter_map(|contact| match contact.sides {
                [_, second] if is_it(second) => Some([contact.position, contact.force]),
                [first, _] if is_it(first) => {
                    Some([contact.position, contact.force.map(|force| -force)])
                }
                _ => None,
            })
            .collect()
    }
}
