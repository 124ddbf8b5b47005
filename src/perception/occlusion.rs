//! What is hidden behind what.
//!
//! A marker is hidden if the straight line from the camera to it enters a geom that collides: of
//! another robot, of the observer itself, of the ball, or of a goal. These never hide a marker: the
//! body that carries the camera, the body that carries the marker (for the tops of the posts their
//! goal), geoms that camera or marker are inside of, nets, which are seen through, and the ground.
//! Shapes that are only drawn hide nothing. A marker is a point: it is seen or not.

use super::locations::Locations;
use super::table::{MarkerAnchor, MarkerTable};
use crate::collision::{Collider, Pose, entry};
use crate::math::point::{add_scaled, distance_squared, dot, sub};
use crate::soccer::Side;
use crate::world::Poses;
use crate::world::scene::{Fixture, Scene};

/// What the names of nets end with.
const NET: &str = "-net";

/// Spheres about what hides.
#[derive(Clone, Debug, Default)]
pub(super) struct Obstacles {
    /// One about each slot's tree.
    trees: Vec<Sphere>,
    /// One about each geom, slot by slot.
    geoms: Vec<Sphere>,
}

impl Obstacles {
    /// Takes the poses of the first slots; no poses, no obstacles.
    pub(super) fn update(&mut self, scene: &Scene, poses: &[Poses]) {
        self.trees.clear();
        self.geoms.clear();
        for (slot, poses) in scene.slots.iter().zip(poses) {
            let kind = &scene.kinds[slot.kind];
            let first = self.geoms.len();
            self.geoms.extend(kind.radii.iter().enumerate().map(|(geom, &radius)| Sphere {
                centre: poses.geom_position(&kind.model, geom),
                radius,
            }));
            let centre = poses.body(0).pos;
            let reach = |geom: &Sphere| distance_squared(geom.centre, centre).sqrt() + geom.radius;
            let radius = self.geoms[first..].iter().map(reach).fold(0.0, f64::max);
            self.trees.push(Sphere { centre, radius });
        }
    }
}

/// Who looks from where at the markers of a world.
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
    /// Is a marker, which is at this point, hidden?
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

    /// Trees hide what is behind them, except for the body that carries the marker.
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

#[derive(Clone, Copy, Debug)]
struct Sphere {
    centre: [f64; 3],
    radius: f64,
}

impl Sphere {
    /// Does the line between two points come into it?
    #[inline]
    fn meets(&self, from: [f64; 3], to: [f64; 3]) -> bool {
        let (way, offset) = (sub(to, from), sub(self.centre, from));
        let part = (dot(offset, way) / dot(way, way)).clamp(0.0, 1.0);
        let gap = add_scaled(offset, way, -part);
        dot(gap, gap) <= self.radius * self.radius
    }
}
