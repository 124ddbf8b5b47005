//! Bounding spheres of what may hide markers, with which most of it is ruled out quickly.

use crate::math::point::{add_scaled, distance_squared, dot, sub};
use crate::world::Poses;
use crate::world::scene::Scene;

/// Bounding spheres of what may hide markers.
#[derive(Clone, Debug, Default)]
pub(super) struct Obstacles {
    /// One around each slot's tree.
    pub(super) trees: Vec<Sphere>,
    /// One around each geom, slot by slot.
    pub(super) geoms: Vec<Sphere>,
}

impl Obstacles {
    /// Updates the spheres by the poses of the first slots; without poses there are no obstacles.
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

/// A sphere that encloses something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sphere {
    pub(super) centre: [f64; 3],
    pub(super) radius: f64,
}

impl Sphere {
    /// Whether the line segment between two points touches it.
    #[inline]
    pub(super) fn meets(&self, from: [f64; 3], to: [f64; 3]) -> bool {
        let (way, offset) = (sub(to, from), sub(self.centre, from));
        let part = (dot(offset, way) / dot(way, way)).clamp(0.0, 1.0);
        let gap = add_scaled(offset, way, -part);
        dot(gap, gap) <= self.radius * self.radius
    }
}
