//! Where arms, torso and head of a robot are, by the names of its parts.
//!
//! As in rcsssmj, arms are geoms with `hand` or `forearm` in their names, the torso is the geom
//! `torso`, and the head is the body of the site `camera`. How high the head reaches is measured on
//! all its geoms; a site `head-extent` stands for a mesh that rcsssmj measures and we do not ship.

use super::pitch::{Arm, Posture};
use crate::model::{Model, Shape};
use crate::world::Poses;

/// Without a camera: height of the head above the torso, and of its top above the head, m.
const HEAD: [f64; 2] = [0.25, 0.10];
/// Site that stands for the part of the head that is not in the model.
const HEAD_EXTENT: &str = "head-extent";

/// The posture of a robot, with those of its arms that are among these geoms; `None` if there are
/// none, or if it has no torso. `poses` is called only if there are such arms.
pub(super) fn posture(
    model: &Model,
    parts: &[usize],
    poses: impl FnOnce() -> Poses,
) -> Option<Posture> {
    if !parts.iter().any(|&part| is_arm(model, part)) {
        return None;
    }
    let torso = model.geoms.iter().position(|geom| geom.name == "torso")?;
    let poses = poses();
    let [half_x, half_y, _] = size(&model.geoms[torso].shape);
    let torso = poses.geom_position(model, torso);
    let (head, head_top) = head(model, &poses).unwrap_or_else(|| {
        let z = torso[2] + HEAD[0];
        ([torso[0], torso[1], z], z + HEAD[1])
    });
    let arm = |&part: &usize| {
        let [a, b, _] = size(&model.geoms[part].shape);
        Arm { pos: poses.geom_position(model, part), width: a.min(b) }
    };
    Some(Posture {
        axes: poses.body(0).mat,
        torso,
        torso_size: [half_x, half_y],
        head,
        head_top,
        arms: parts.iter().filter(|&&part| is_arm(model, part)).map(arm).collect(),
    })
}

fn is_arm(model: &Model, geom: usize) -> bool {
    let part = model.geoms.get(geom).map_or("", |geom| &geom.name);
    part.contains("hand") || part.contains("forearm")
}

/// Position of the camera and height of the top of the head; `None` without a camera.
fn head(model: &Model, poses: &Poses) -> Option<([f64; 3], f64)> {
    let camera = model.sites.iter().position(|site| site.name == "camera")?;
    let body = model.sites[camera].body;
    let camera = poses.site(model, camera).pos;
    let geoms = model.geoms.iter().map(|geom| (geom.body, geom.pos, &geom.shape));
    // A shape that is drawn in place of a missing mesh is not what rcsssmj measures.
    let drawn = model.visuals.iter().filter(|visual| visual.look.mesh.is_none());
    let drawn = drawn.filter_map(|v| v.shape.as_ref().map(|shape| (v.body, v.pos, shape)));
    let extents = model.sites.iter().filter(|site| site.name == HEAD_EXTENT);
    let extents = extents.map(|site| (site.body, site.pos, &site.shape));
    let parts = geoms.chain(drawn).chain(extents).filter(|part| part.0 == body);
    let top = parts.fold(camera[2], |top, (body, pos, shape)| {
        let reach = size(shape).into_iter().fold(0.0, f64::max);
        top.max(poses.point(body, pos)[2] + reach)
    });
    Some((camera, top))
}

/// MuJoCo's `geom_size` of a shape, m.
fn size(shape: &Shape) -> [f64; 3] {
    match shape {
        Shape::Plane { half_x, half_y } => [*half_x, *half_y, 0.0],
        Shape::Sphere { radius } => [*radius, 0.0, 0.0],
        Shape::Capsule { radius, half_length } | Shape::Cylinder { radius, half_length } => {
            [*radius, *half_length, 0.0]
        }
        Shape::Box { half } => *half,
        Shape::Convex { vertices, .. } => vertices.iter().fold([0.0; 3], |size, vertex| {
            std::array::from_fn(|i| f64::max(size[i], vertex[i].abs()))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model;

    #[test]
    fn a_hull_is_as_large_as_mujoco_says() {
        let model = model::load("K1").unwrap();
        let sizes = model.geoms.iter().map(|geom| size(&geom.shape));
        let wanted = [0.10253351834345537, 0.07058192178782456, 0.09749704314955439];
        // Vertices are single precision in rcsssmj's mesh files, and so in ours.
        let near = |size: [f64; 3]| size.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-8);
        assert_eq!(sizes.filter(|size| near(*size)).count(), 1);
    }

    #[test]
    fn a_t1_reaches_as_high_as_its_mesh() {
        let model = model::load("T1").unwrap();
        let mut qpos = vec![0.0; model.nq()];
        qpos[2] = model.bodies[0].pos[2];
        qpos[3] = 1.0;
        let (camera, top) = head(&model, &Poses::of(&model, &qpos)).unwrap();
        // Camera and body H2 at 1.09835 m and 0.97835 m, says MuJoCo.
        assert!((camera[2] - 1.09835).abs() < 1e-9, "{camera:?}");
        assert!((top - (0.97835 + 0.1033706396147591 + 0.133417344216062)).abs() < 1e-9, "{top}");
    }
}
