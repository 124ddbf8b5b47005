//! Time per call of `collide` for each kind of pair, over the poses of
//! `tests/reference/collisions.json`: close, touching and penetrating shapes, so that no call ends
//! at a bounding sphere.
//!
//!     cargo bench --bench collision

use std::hint::black_box;
use std::time::Instant;

use rcssgym::collision::{Collider, PairPoints, Pose, collide};

#[path = "../tests/common/collisions.rs"]
mod collisions;

const ROUNDS: u32 = 2000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let reference = collisions::reference()?;
    for pair in &reference.pairs {
        let (a, b) = (Collider::new(&pair.shapes[0])?, Collider::new(&pair.shapes[1])?);
        let poses: Vec<[Pose; 2]> = pair.cases.iter().map(|case| case.poses).collect();
        let calls = ROUNDS * poses.len() as u32;
        let mut best = f64::INFINITY;
        for _ in 0..3 {
            let start = Instant::now();
            let mut out = PairPoints::default();
            for _ in 0..ROUNDS {
                for [at_a, at_b] in &poses {
                    collide(&a, black_box(at_a), &b, at_b, reference.margin, &mut out);
                    black_box(&out);
                }
            }
            best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(calls));
        }
        println!("{:<20} {best:8.0} ns", pair.name());
    }
    Ok(())
}
