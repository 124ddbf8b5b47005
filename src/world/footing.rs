//! How high something must be placed to stand on the ground.

use super::poses::Poses;
use super::scene::Scene;
use crate::collision::{Aabb, filter};
use crate::model::ROOT_COORDS;

/// Height of the lowest point of the geoms that may meet the ground, m, in a slot's tree whose root
/// is at `pos` with the unit quaternion `quat`, its hinges at these angles, rad; hinges for which
/// none is given are at zero. Infinite if no geom may.
pub fn lowest_point(
    scene: &Scene,
    slot: usize,
    pos: [f64; 3],
    quat: [f64; 4],
    hinges: &[f64],
) -> f64 {
    let kind = &scene.kinds[scene.slots[slot].kind];
    let mut qpos = vec![0.0; ROOT_COORDS + kind.model.joints.len()];
    qpos[..3].copy_from_slice(&pos);
    qpos[3..ROOT_COORDS].copy_from_slice(&quat);
    qpos[ROOT_COORDS..].iter_mut().zip(hinges).for_each(|(hinge, angle)| *hinge = *angle);
    let poses = Poses::of(&kind.model, &qpos);
    let geoms = kind.model.geoms.iter().zip(&kind.colliders).enumerate();
    geoms
        .filter(|(_, (geom, _))| filter(&scene.ground.geom, geom))
        .map(|(index, (_, collider))| Aabb::of(collider, &poses.geom(&kind.model, index)).min[2])
        .fold(f64::INFINITY, f64::min)
}
