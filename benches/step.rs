//! Control steps of 20 ms (4 substeps) of whole worlds, on one thread.
//!
//!     cargo bench --bench step [-- FILTER]
//!
//! Throughput is in world-steps: one world advanced by one control step. `1x14` is one world of
//! seven against seven. Standing robots hold their initial pose; settling ones start a little above
//! the ground with bent joints and fall.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rcssgym::batch::MotorInput;
use rcssgym::math::splitmix::SplitMix64;

#[path = "../tests/common/batches.rs"]
mod batches;

use batches::{batch, step_with};

/// Worlds in one batch, models of both teams, and whether they stand.
struct Case {
    name: &'static str,
    worlds: usize,
    left: &'static [&'static str],
    right: &'static [&'static str],
    settling: bool,
}

const fn case(
    name: &'static str,
    worlds: usize,
    left: &'static [&'static str],
    right: &'static [&'static str],
    settling: bool,
) -> Case {
    Case { name, worlds, left, right, settling }
}

const CASES: [Case; 8] = [
    case("1x1_T1_standing", 1, &["T1"], &[], false),
    case("256x1_T1_standing", 256, &["T1"], &[], false),
    case("256x1_T1_settling", 256, &["T1"], &[], true),
    case("1x14", 1, &["T1"; 7], &["T1"; 7], false),
    case("16x14", 16, &["T1"; 7], &["T1"; 7], false),
    case("256x1_K1_standing", 256, &["K1"], &[], false),
    case("256x1_ant_standing", 256, &["ant"], &[], false),
    case("256_ball", 256, &[], &[], false),
];

/// Control steps in which robots come to rest, before steps are timed.
const REST: usize = 50;
/// Control steps timed after each start.
const TIMED: usize = 10;

fn run(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    for case in &CASES {
        let mut batch = batch(case.left, case.right, case.worlds, 1);
        let joints = batch.max_motors();
        let mut random = SplitMix64::new(1);
        let robots = batch.num_robots();
        let bent: Vec<f64> = (0..robots * joints).map(|_| random.uniform([-0.3, 0.3])).collect();
        let still = vec![0.0; robots * joints];
        let targets = if case.settling { &bent } else { &still };
        let targets = MotorInput { values: targets, strides: [0, joints, 1] };
        if !case.settling {
            for _ in 0..REST {
                step_with(&mut batch, targets, 50.0, 1.5);
            }
        }
        let start = batch.snapshot().unwrap();
        group.throughput(Throughput::Elements((case.worlds * TIMED) as u64));
        group.bench_function(case.name, |bencher| {
            bencher.iter_custom(|rounds| {
                let mut total = Duration::ZERO;
                for _ in 0..rounds {
                    batch.restore(&start).unwrap();
                    let begin = Instant::now();
                    for _ in 0..TIMED {
                        step_with(&mut batch, targets, 50.0, 1.5);
                    }
                    total += begin.elapsed();
                }
                total
            });
        });
    }
    group.finish();
}

criterion_group!(benches, run);
criterion_main!(benches);
