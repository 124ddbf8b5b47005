//! What can be reported of one robot besides its pose: what it sees, and what touches it.

use super::WorldBatch;
use super::perceive::senses;
use crate::perception::{Locations, Vision};

/// A force on a robot: the point where it acts, m, and the force, N, both in the world's frame.
pub type Push = [[f64; 3]; 2];

impl WorldBatch {
    /// Returns the positions of what a robot sees, m in the world's frame, with the errors of its
    /// camera, as its agent would compute them. `None` without a game or a camera.
    pub fn seen_from(&self, world: usize, slot: usize) -> Option<Vec<[f64; 3]>> {
        let (Some(config), Ok(view), Ok(game)) =
            (&self.config, self.world(world), self.game(world))
        else {
            return None;
        };
        let (scene, table) = (self.arena.scene(), self.markers());
        let senses = senses(config, self.seed().wrapping_add(world as u64));
        let mut locations = Locations::default();
        locations.update(&view, table, &senses);
        let frame = game.frame;
        let vision = Vision { senses: &senses, scene, table, locations: &locations, frame };
        vision.points(slot)
    }

    /// Returns the forces that push a robot, as of the last substep's start; none unless
    /// [`feel`](Self::feel) has been called.
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
