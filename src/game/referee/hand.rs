//! Hand ball: the ball on a hand or forearm that makes the robot larger than it need be.
//!
//! Not a foul are arms close to the body, arms that a fallen robot leans on, and the goalie's in
//! its own penalty area. As in rcsssmj, arms are geoms with `hand` or `forearm` in their names, the
//! torso is the geom `torso` (without one nothing is a foul), and the head is the body of the site
//! `camera`. How high the head reaches is measured on all its geoms; a site `head-extent` stands for
//! a mesh that rcsssmj measures and we do not ship.

use crate::game::Game;
use crate::model::{Model, Shape};
use crate::world::{Poses, WorldMut};

/// The goalie's number.
pub(super) const GOALIE: u32 = 1;
/// A camera lower than this belongs to a robot that has fallen, m.
const FALLEN: f64 = 0.45;
/// How far arms may reach out of the torso to the front and to the side, in widths of the arm.
const REACH: [f64; 2] = [3.0, 5.0];
/// Without a camera: height of the head above the torso, and of its top above the head, m.
const HEAD: [f64; 2] = [0.25, 0.10];
/// Stands for what of the head is not in the model.
const HEAD_EXTENT: &str = "head-extent";

impl Game {
    /// Does whoever touches the ball commit a hand ball?
    pub(super) fn is_hand_foul(&self, world: &WorldMut) -> bool {
        let Some(player) = self.ball.active else { return false };
        let Some(slot) = world.scene.slot_of(player) else { return false };
        let model = world.scene.model(slot);
        let arms = self.ball.parts.iter().copied().filter(|&geom| is_arm(model, geom));
        if arms.clone().next().is_none() {
            return false;
        }
        let [x, y, _] = world.view().ball();
        let own = world.scene.field.penalty_area(player.side);
        if player.number == GOALIE && own.is_some_and(|area| area.contains(x, y)) {
            return false;
        }
        let posture = Posture::of(model, &world.view().poses(slot));
        posture.is_some_and(|posture| posture.is_stretched(model, arms))
    }
}

fn is_arm(model: &Model, geom: usize) -> bool {
    let part = model.geoms.get(geom).map_or("", |geom| &geom.name);
    part.contains("hand") || part.contains("forearm")
}

/// Torso and head of a robot.
struct Posture {
    poses: Poses,
    torso: [f64; 3],
    /// Half sizes of the torso to the front and to the side.
    torso_size: [f64; 2],
    head: [f64; 3],
    head_top: f64,
}

impl Posture {
    /// `None` for a robot without a geom `torso`.
    fn of(model: &Model, poses: &Poses) -> Option<Self> {
        let torso = model.geoms.iter().position(|geom| geom.name == "torso")?;
        let [half_x, half_y, _] = size(&model.geoms[torso].shape);
        let torso = poses.geom_position(model, torso);
        let (head, head_top) = head(model, poses).unwrap_or_else(|| {
            let z = torso[2] + HEAD[0];
            ([torso[0], torso[1], z], z + HEAD[1])
        });
        let torso_size = [half_x, half_y];
        Some(Self { poses: poses.clone(), torso, torso_size, head, head_top })
    }

    fn is_stretched(&self, model: &Model, mut arms: impl Iterator<Item = usize>) -> bool {
        let fallen = self.head[2] < FALLEN;
        arms.any(|arm| {
            let hand = self.poses.geom_position(model, arm);
            let [a, b, _] = size(&model.geoms[arm].shape);
            if fallen { self.is_raised(hand) } else { self.reaches_out(hand, a.min(b)) }
        })
    }

    /// Of a fallen robot: is the hand high in the air, or stretched beyond the head while the
    /// robot lies on its side?
    fn is_raised(&self, hand: [f64; 3]) -> bool {
        let [half_x, half_y] = self.torso_size;
        let [_, _, up] = self.poses.body(0).mat;
        let on_side = up[1].abs() > up[0].abs();
        let beyond_head = self.in_torso(hand)[2] > self.in_torso(self.head)[2].abs();
        hand[2] > self.torso[2] + half_x.max(half_y) * 2.0 || on_side && beyond_head
    }

    /// Of a robot that stands: is the hand far to the front, to the side, or above the head?
    fn reaches_out(&self, hand: [f64; 3], width: f64) -> bool {
        let [half_x, half_y] = self.torso_size;
        let [x, y, _] = self.in_torso(hand);
        x.abs() > half_x + width * REACH[0]
            || y.abs() > half_y + width * REACH[1]
            || hand[2] > self.head_top
    }

    /// From the middle of the torso, along the root body's axes.
    fn in_torso(&self, point: [f64; 3]) -> [f64; 3] {
        let mat = &self.poses.body(0).mat;
        let arm: [f64; 3] = std::array::from_fn(|i| point[i] - self.torso[i]);
        std::array::from_fn(|i| mat[0][i] * arm[0] + mat[1][i] * arm[1] + mat[2][i] * arm[2])
    }
}

/// Position of the camera and height of the top of the head; `None` without a camera.
fn head(model: &Model, poses: &Poses) -> Option<([f64; 3], f64)> {
    let camera = model.sites.iter().position(|site| site.name == "camera")?;
    let body = model.sites[camera].body;
    let camera = poses.site(model, camera).pos;
    let geoms = model.geoms.iter().map(|geom| (geom.body, geom.pos, &geom.shape));
    // What is drawn for want of a mesh is not what rcsssmj measures.
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
