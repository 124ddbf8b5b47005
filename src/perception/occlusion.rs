//! What is hidden behind what, by the rules of [`Sensing::occlusion`](super::Sensing::occlusion).

use super::locations::Locations;
use super::obstacles::Sphere;
use super::table::{MarkerAnchor, MarkerTable};
use crate::collision::{Collider, Pose, entry};
use crate::soccer::Side;
use crate::world::scene::{Fixture, Scene};

/// Suffix of the names of nets.
const NET: &str = "-net";

/// A camera's view of the markers of a world.
pub(super) struct Sightline<'a> {
    pub scene: &'a Scene,
    pub table: &'a MarkerTable,
    pub locations: &'a Locations,
    /// Where the camera is.
    pub eye: [f64; 3],
    /// Slot and body that carry it.
    pub head: (usize, usize),
}

impl Sightline<'_> {
    /// Whether a marker at this point is hidden.
    pub(super) fn hides(&self, marker: usize, point: [f64; 3]) -> bool {
        match self.table.anchors()[marker] {
            MarkerAnchor::World { goal, .. } => {
                self.behind_goals(goal, point) || self.behind_trees(None, point)
            }
            MarkerAnchor::Site { slot, site } => {
                let body = self.scene.model(slot).sites[site].body;
                self.behind_goals(None, point) || self.behind_trees(Some((slot, body)), point)
            }
        }
    }

    fn behind_goals(&self, own: Option<Side>, point: [f64; 3]) -> bool {
        Side::BOTH.into_iter().filter(|&side| Some(side) != own).any(|side| {
            let goal = self.scene.fixture_groups[side.index()].fixtures.clone();
            self.scene.fixtures[goal].iter().any(|bar| self.behind_bar(bar, point))
        })
    }

    fn behind_bar(&self, bar: &Fixture, point: [f64; 3]) -> bool {
        let sphere = Sphere { centre: bar.pose.pos, radius: bar.collider.bounding_radius() };
        sphere.meets(self.eye, point)
            && !bar.geom.name.ends_with(NET)
            && self.behind(&bar.collider, &bar.pose, point)
    }

    /// Whether trees hide a point, except for the body that carries the marker.
    fn behind_trees(&self, own: Option<(usize, usize)>, point: [f64; 3]) -> bool {
        let obstacles = &self.locations.obstacles;
        let mut rest = &obstacles.geoms[..];
        obstacles.trees.iter().enumerate().any(|(slot, tree)| {
            let kind = &self.scene.kinds[self.scene.slots[slot].kind];
            let (geoms, after) = rest.split_at(kind.radii.len());
            rest = after;
            tree.meets(self.eye, point)
                && geoms.iter().enumerate().any(|(geom, sphere)| {
                    let part = (slot, kind.model.geoms[geom].body);
                    part != self.head
                        && Some(part) != own
                        && sphere.meets(self.eye, point)
                        && self.behind_geom(slot, geom, point)
                })
        })
    }

    fn behind_geom(&self, slot: usize, geom: usize, point: [f64; 3]) -> bool {
        let kind = &self.scene.kinds[self.scene.slots[slot].kind];
        let pose = self.locations.poses(slot).geom(&kind.model, geom);
        self.behind(&kind.colliders[geom], &pose, point)
    }

    fn behind(&self, collider: &Collider, pose: &Pose, point: [f64; 3]) -> bool {
        let outside = |distance: f64| distance > 0.0;
        entry(collider, pose, self.eye, point).is_some_and(outside)
            && entry(collider, pose, point, self.eye).is_some_and(outside)
    }
}
