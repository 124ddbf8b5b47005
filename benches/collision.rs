//! Time per call of `collide` for each kind of pair, over the poses of
//! `tests/reference/collisions.json`. The shapes there are close, touching or penetrating, so that
//! no call returns after the test of bounding spheres. The same is measured again with the second
//! shape moved away until nothing touches, and last for K1's largest hull, on the ground and
//! against the other shapes.
//!
//!     cargo bench --bench collision

use std::hint::black_box;
use std::time::Instant;

use rcssgym::collision::{Collider, PairPoints, Pose, collide};
use rcssgym::model::{self, Shape};

#[path = "../tests/common/shapes.rs"]
mod shapes;

use serde_json::Value;
use shapes::{each, number, pose, shape};

const ROUNDS: u32 = 500;
/// Distance between shapes that do not touch, beyond the margin, m.
const APART: f64 = 0.02;

type Poses = Vec<[Pose; 2]>;

/// Nanoseconds per call.
fn time(a: &Collider, b: &Collider, poses: &Poses, margin: f64) -> f64 {
    let calls = ROUNDS * poses.len() as u32;
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        let mut out = PairPoints::default();
        for _ in 0..ROUNDS {
            for [at_a, at_b] in poses {
                collide(a, black_box(at_a), b, at_b, margin, &mut out);
                black_box(&out);
            }
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(calls));
    }
    best
}

/// Returns the poses with the second shape moved along the normal of the deepest contact, if there
/// is a contact.
fn apart(a: &Collider, b: &Collider, poses: &Poses, margin: f64) -> Poses {
    let mut out = PairPoints::default();
    let mut moved = poses.clone();
    for [at_a, at_b] in &mut moved {
        collide(a, at_a, b, at_b, margin, &mut out);
        if let Some(deepest) = out.as_slice().iter().min_by(|p, q| p.dist.total_cmp(&q.dist)) {
            let way = margin + APART - deepest.dist;
            at_b.pos = std::array::from_fn(|i| at_b.pos[i] + way * deepest.normal[i]);
        }
    }
    moved
}

fn report(name: &str, a: &Collider, b: &Collider, poses: &Poses, margin: f64) {
    let far = apart(a, b, poses, margin);
    let (touching, far) = (time(a, b, poses, margin), time(a, b, &far, margin));
    println!("{name:<20} {touching:8.0} ns, apart {far:8.0} ns");
}

/// Two shapes at many poses.
struct Pair {
    kinds: [String; 2],
    shapes: [Shape; 2],
    poses: Poses,
}

fn pair(value: &Value) -> Result<Pair, String> {
    let kind = |key: &str| value[key]["kind"].as_str().unwrap_or_default().to_owned();
    Ok(Pair {
        kinds: [kind("a"), kind("b")],
        shapes: [shape(&value["a"])?, shape(&value["b"])?],
        poses: each(&value["cases"], |case| {
            Ok([pose(&case["poses"][0])?, pose(&case["poses"][1])?])
        })?,
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let reference: Value =
        serde_json::from_str(include_str!("../tests/reference/collisions.json"))?;
    let (margin, pairs) = (number(&reference["margin"])?, each(&reference["pairs"], pair)?);
    let start = Instant::now();
    let k1 = model::load("K1")?;
    let loaded = start.elapsed();
    let shapes = k1.geoms.iter().map(|geom| &geom.shape);
    let hulls = shapes.filter(|shape| matches!(shape, Shape::Convex { .. }));
    let hulls: Vec<_> = hulls.map(Collider::new).collect::<Result<_, _>>()?;
    println!("K1: loaded in {loaded:?}, with its hulls {:?}", start.elapsed());
    for Pair { kinds, shapes: [a, b], poses } in &pairs {
        let (a, b) = (Collider::new(a)?, Collider::new(b)?);
        report(&kinds.join("-"), &a, &b, poses, margin);
        if kinds[1] == "hull" {
            let name = format!("{}-Head_2", kinds[0]);
            report(&name, &a, &hulls[1], poses, margin);
        }
    }
    Ok(())
}
