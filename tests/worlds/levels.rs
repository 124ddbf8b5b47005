//! All instruction sets that the CPU has step worlds alike: those with fused multiply-add to the
//! last bit, the baseline but for rounding.

use crate::batches::batch;
use crate::scenes::{Controller, Scene, arrange};
use rcssgym::math::precision::Precision;
use rcssgym::math::simd::SimdLevel;
use rcssgym::world::state::{COMMAND_LEN, Start, State};
use rcssgym::world::{block_size, new_engine};

const WORLDS: usize = 9;

/// Positions and velocities after so many control steps.
fn outcome(
    (precision, level): (Precision, SimdLevel),
    left: &[&str],
    right: &[&str],
    steps: usize,
) -> [Vec<f64>; 2] {
    let mut before = batch(left, right, WORLDS, 1);
    let seeds: Vec<u64> = (0..WORLDS as u64).collect();
    for (world, &seed) in seeds.iter().enumerate() {
        arrange(&mut before, world, Scene::Pile, seed);
    }
    let mut controller = Controller::new(&before, &seeds);
    for step in 0..40 {
        controller.step(&mut before, step);
    }
    let scene = before.scene();
    let command: Vec<f64> = (0..scene.nu())
        .flat_map(|motor| [0.2 * (motor % 5) as f64 - 0.4, 0.0, 25.0, 0.6, 0.0])
        .collect();
    assert_eq!(command.len(), scene.nu() * COMMAND_LEN);
    let start = Start { qpos: scene.reference_qpos(), command };
    let mut state = State::new(scene, WORLDS, &start, false);
    state.qpos.copy_from_slice(before.qpos());
    state.qvel.copy_from_slice(before.qvel());
    state.warmstart.copy_from_slice(before.qacc_warmstart());
    let block = block_size(scene, WORLDS, level, precision);
    let mut engine = new_engine(scene, block, level, precision);
    for _ in 0..steps {
        engine.step(&mut state.all(), 4);
    }
    assert!(!state.frozen.contains(&true), "a world froze");
    [state.qpos, state.qvel]
}

#[test]
fn every_level_steps_alike() {
    let cases: [(&[&str], &[&str]); 3] =
        [(&["T1"], &[]), (&["K1"], &[]), (&["T1", "ant"], &["K1"])];
    for (left, right) in cases {
        for precision in Precision::ALL {
            if SimdLevel::of_cpu() >= SimdLevel::Avx512 {
                let [some, more] = [SimdLevel::Avx2, SimdLevel::Avx512]
                    .map(|level| outcome((precision, level), left, right, 25));
                assert!(some == more, "{precision}, {left:?} {right:?}: AVX2 and AVX-512 differ");
            }
        }
        let [plain, best] = [SimdLevel::Baseline, SimdLevel::of_cpu()]
            .map(|level| outcome((Precision::F64, level), left, right, 1));
        for (plain, best) in plain.iter().flatten().zip(best.iter().flatten()) {
            let error = (plain - best).abs() / best.abs().max(1.0);
            assert!(error < 1e-6, "{left:?} {right:?}: {plain}, not {best}");
        }
    }
}
