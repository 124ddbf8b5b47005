//! Touch sensors: the normal forces of contacts within a site's volume (MuJoCo's
//! `mjSENS_TOUCH`). They need all contacts of a world and its final accelerations, so they are read
//! once a step, apart from the other sensors, and only for models that have them.

use super::constants::Constants;
use super::coupling::{Partner, Touch};
use super::scene::{Kind, Scene};
use super::worker::{Group, Place};
use crate::dynamics::contact_row::ContactRow;
use crate::dynamics::data::TreeData;
use crate::dynamics::params::Params;
use crate::math::lane::{Lane, Scalar, Single};
use crate::math::spatial::Motion;
use crate::math::vec3::{Mat3, Vec3};
use crate::model::{ROOT_DOFS, Shape, Site};

type Vector = Vec3<Scalar>;

/// A contact as the sensors of one body see it.
struct Push {
    /// From the tree's root, world axes.
    point: Vector,
    /// Out of the body.
    outwards: Vector,
    /// N
    force: f64,
}

/// Reads all touch sensors of a block.
pub fn touch_sensors<L: Lane>(
    scene: &Scene,
    constants: &Constants<L>,
    groups: &mut [Group<L>],
    places: &[Place],
    touches: &[Touch],
) {
    for index in 0..groups.len() {
        let kind = &scene.kinds[groups[index].kind];
        for lane in 0..groups[index].members.len() {
            if groups[index].live >> lane & 1 == 0 {
                continue;
            }
            for &(at, site) in &kind.touch_sensors {
                let site = &kind.model.sites[site];
                let place = Place { group: index, lane };
                let mut total = on_ground(
                    kind,
                    constants.of(index, groups[index].kind),
                    &groups[index],
                    place,
                    site,
                );
                total += on_others(scene, groups, places, touches, place, site);
                groups[index].data.sensors[at].set_lane(lane, total);
            }
        }
    }
}

/// Sum over the site's contacts with the ground that the lanes hold.
fn on_ground<L: Lane>(
    kind: &Kind,
    params: &Params<L>,
    group: &Group<L>,
    Place { lane, .. }: Place,
    site: &Site,
) -> f64 {
    let d = &group.data;
    let mut total = 0.0;
    for contact in &d.ground[..d.ground_count] {
        if contact.body != site.body {
            continue;
        }
        let Some(row) = ContactRow::of_ground(contact, &params.ground[contact.geom], lane) else {
            continue;
        };
        let point = Vec3::splat(contact.point.lane(lane));
        let [acc, vel] = motions(kind, d, lane, site.body).map(|m| at(m, point));
        let force = row.normal_force(acc, vel);
        let push = Push { point, outwards: Vec3::splat([0.0, 0.0, -1.0]), force };
        total += reading(&push, d, lane, site);
    }
    total
}

/// Sum over the site's contacts with other bodies, goals and, for hulls, the ground.
fn on_others<L: Lane>(
    scene: &Scene,
    groups: &[Group<L>],
    places: &[Place],
    touches: &[Touch],
    place: Place,
    site: &Site,
) -> f64 {
    let (world, slot) = groups[place.group].members[place.lane];
    let places = &places[world * scene.slots.len()..][..scene.slots.len()];
    let body_of =
        |(slot, geom): (usize, usize)| scene.kinds[scene.slots[slot].kind].model.geoms[geom].body;
    let is_mine = |side: (usize, usize)| side.0 == slot && body_of(side) == site.body;
    let root = |slot: usize| {
        let Place { group, lane } = places[slot];
        Vec3::splat(groups[group].data.root_pos.lane(lane))
    };
    let mut total = 0.0;
    for touch in touches.iter().filter(|touch| touch.world == world) {
        let second = match touch.second {
            Partner::Tree(slot, geom) => Some((slot, geom)),
            Partner::Fixture(_) | Partner::Ground => None,
        };
        let sign = match (is_mine(touch.first), second.is_some_and(is_mine)) {
            (true, _) => 1.0,
            (_, true) => -1.0,
            _ => continue,
        };
        // Points count from the root of whichever tree is asked.
        let point: Vector = Vec3::splat(touch.point);
        let point_in_world = point + root(touch.first.0);
        let moved = |side: (usize, usize)| {
            let Place { group, lane } = places[side.0];
            let kind = &scene.kinds[scene.slots[side.0].kind];
            let point = point_in_world - root(side.0);
            motions(kind, &groups[group].data, lane, body_of(side)).map(|m| at(m, point))
        };
        let mut relative = second.map_or([still(); 2], moved);
        for (relative, first) in relative.iter_mut().zip(moved(touch.first)) {
            relative.ang = relative.ang - first.ang;
            relative.lin = relative.lin - first.lin;
        }
        let [acc, vel] = relative;
        let push = Push {
            point: point_in_world - root(slot),
            outwards: Vec3::splat(touch.row.frame[0].map(|n| sign * n)),
            force: touch.row.normal_force(acc, vel),
        };
        total += reading(&push, &groups[place.group].data, place.lane, site);
    }
    total
}

/// The push's force if its ray meets the site's volume, else zero.
fn reading<L: Lane>(push: &Push, d: &TreeData<L>, lane: usize, site: &Site) -> f64 {
    let rot = Mat3::<Scalar>::splat(d.rot[site.body].lane(lane));
    let pos = rot.mul_vec_add(Vec3::splat(site.pos), Vec3::splat(d.pos[site.body].lane(lane)));
    let rot = rot.mul_mat(&Mat3::from_quat(site.quat.map(Single)));
    let from = rot.tr_mul_vec(push.point - pos).lane(0);
    let along = rot.tr_mul_vec(push.outwards).lane(0);
    if push.force > 0.0 && ray_meets(&site.shape, from, along) { push.force } else { 0.0 }
}

/// Does the ray meet the shape about the origin?
fn ray_meets(shape: &Shape, from: [f64; 3], along: [f64; 3]) -> bool {
    match *shape {
        Shape::Sphere { radius } => within(sphere_span(radius, 0.0, from, along)),
        Shape::Capsule { radius, half_length } => {
            let ends = [half_length, -half_length];
            ends.iter().any(|&z| within(sphere_span(radius, z, from, along)))
                || within(cylinder_span(radius, half_length, from, along))
        }
        Shape::Cylinder { radius, half_length } => {
            within(cylinder_span(radius, half_length, from, along))
        }
        Shape::Box { half } => {
            let slabs = (0..3).map(|i| slab_span(half[i], from[i], along[i]));
            within(slabs.fold(EVERYWHERE, overlap))
        }
        Shape::Plane { .. } | Shape::Convex { .. } => false,
    }
}

/// Where on a line something begins and ends; empty if the end comes first.
type Span = [f64; 2];

const EVERYWHERE: Span = [f64::NEG_INFINITY, f64::INFINITY];
const NOWHERE: Span = [f64::INFINITY, f64::NEG_INFINITY];

/// Does the span hold a point of the ray?
fn within([begin, end]: Span) -> bool {
    begin <= end && end >= 0.0
}

fn overlap(a: Span, b: Span) -> Span {
    [a[0].max(b[0]), a[1].min(b[1])]
}

fn slab_span(half: f64, from: f64, along: f64) -> Span {
    if along.abs() < 1e-15 {
        return if from.abs() <= half { EVERYWHERE } else { NOWHERE };
    }
    let (a, b) = ((-half - from) / along, (half - from) / along);
    [a.min(b), a.max(b)]
}

fn cylinder_span(radius: f64, half_length: f64, from: [f64; 3], along: [f64; 3]) -> Span {
    let ([x, y, z], [u, v, w]) = (from, along);
    let round = quadratic_span(u * u + v * v, x * u + y * v, x * x + y * y - radius * radius);
    overlap(round, slab_span(half_length, z, w))
}

fn sphere_span(radius: f64, height: f64, [x, y, z]: [f64; 3], [u, v, w]: [f64; 3]) -> Span {
    let z = z - height;
    let square = x * x + y * y + z * z - radius * radius;
    quadratic_span(u * u + v * v + w * w, x * u + y * v + z * w, square)
}

/// Where `a t^2 + 2 b t + c` is not positive.
fn quadratic_span(a: f64, b: f64, c: f64) -> Span {
    if a < 1e-15 {
        return if c <= 0.0 { EVERYWHERE } else { NOWHERE };
    }
    let discriminant = b * b - a * c;
    if discriminant < 0.0 {
        return NOWHERE;
    }
    let root = discriminant.sqrt();
    [(-b - root) / a, (root - b) / a]
}

/// Acceleration that is due to `qacc`, and velocity, of one lane's body.
fn motions<L: Lane>(kind: &Kind, d: &TreeData<L>, lane: usize, body: usize) -> [Motion<Scalar>; 2] {
    let scalar = |m: &Motion<L>| Motion {
        ang: Vec3::splat(m.ang.lane(lane)),
        lin: Vec3::splat(m.lin.lane(lane)),
    };
    let qacc = |dof: usize| d.qacc[dof].lane(lane);
    let mut acc = Motion {
        ang: Vec3::splat([qacc(3), qacc(4), qacc(5)]),
        lin: Vec3::splat([qacc(0), qacc(1), qacc(2)]),
    };
    for &dof in &kind.tree.body_dofs[body][ROOT_DOFS..] {
        acc = scalar(&d.axis[dof - ROOT_DOFS]).scale_add(Single(qacc(dof)), acc);
    }
    [acc, scalar(&d.vel[body])]
}

/// A body's motion with its translation at a point.
fn at(motion: Motion<Scalar>, point: Vector) -> Motion<Scalar> {
    Motion { ang: motion.ang, lin: motion.at(point) }
}

fn still() -> Motion<Scalar> {
    Motion::zero()
}
