//! How far a tree's geoms can be from its root, whatever its joints do: trees that are farther
//! apart than both can reach need no closer look.

use crate::math::point::{Point, dot};
use crate::model::Model;

/// Factor of safety: in single precision rotations stretch vectors by a millionth or so.
const ROUNDING: f64 = 1.001;

/// The largest distance of a geom with its margin from the root's origin, m, given a radius about
/// each geom; computed as if all bodies on the way lay in a line.
pub fn reach(model: &Model, radii: &[f64]) -> f64 {
    let origins = origins(model);
    let geoms = model.geoms.iter().zip(radii);
    let ends = geoms
        .map(|(geom, radius)| origins[geom.body] + length(geom.pos) + radius + geom.contact.margin);
    ROUNDING * ends.fold(0.0, f64::max)
}

/// The largest distance of a site from the root's origin, m, computed in the same way.
pub fn reach_of_sites(model: &Model) -> f64 {
    let origins = origins(model);
    let ends = model.sites.iter().map(|site| origins[site.body] + length(site.pos));
    ROUNDING * ends.fold(0.0, f64::max)
}

/// The largest distance of each body's origin from the root's.
fn origins(model: &Model) -> Vec<f64> {
    let mut origins: Vec<f64> = Vec::with_capacity(model.bodies.len());
    for body in &model.bodies {
        origins.push(body.parent.map_or(0.0, |parent| {
            // A hinge that is off a body's origin turns that origin, too.
            let hinges = model.joints[body.joints.clone()].iter();
            let turned: f64 = hinges.map(|joint| 2.0 * length(joint.pos)).sum();
            origins[parent] + length(body.pos) + turned
        }));
    }
    origins
}

fn length(vector: Point) -> f64 {
    dot(vector, vector).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::Collider;
    use crate::math::point::sub;
    use crate::math::splitmix::SplitMix64;
    use crate::model::{Geom, ROOT_COORDS, builtin_names, load};
    use crate::world::Poses;

    #[test]
    fn no_geom_is_ever_farther_from_the_root() {
        let mut random = SplitMix64::new(3);
        for name in builtin_names() {
            let model = load(name).unwrap();
            let radius = |geom: &Geom| Collider::new(&geom.shape).unwrap().bounding_radius();
            let radii: Vec<f64> = model.geoms.iter().map(radius).collect();
            let (reach, mut farthest) = (reach(&model, &radii), 0.0_f64);
            let mut qpos = vec![0.0; model.nq()];
            qpos[3] = 1.0;
            for _ in 0..2_000 {
                for angle in &mut qpos[ROOT_COORDS..] {
                    *angle = random.uniform([-3.2, 3.2]);
                }
                let poses = Poses::of(&model, &qpos);
                for (index, (geom, radius)) in model.geoms.iter().zip(&radii).enumerate() {
                    let centre = sub(poses.geom_position(&model, index), poses.body(0).pos);
                    farthest = farthest.max(length(centre) + radius + geom.contact.margin);
                }
            }
            assert!(farthest <= reach, "{name}: {farthest} m, reach {reach} m");
            assert!(farthest > 0.5 * reach, "{name}: {farthest} m, reach {reach} m");
        }
    }
}
