//! Time to write a frame for monitors, in each dialect, on one thread.
//!
//!     cargo bench --bench frames [-- FILTER]
//!
//! Seven T1 play against seven, with a frame every second cycle, for one monitor: further monitors
//! would get the same bytes. `standing` robots hold still. `stepping` ones swing their legs as in a
//! walk and hold their arms still; they fall and struggle on the ground. `flailing` ones swing all
//! motors.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::f64::consts::TAU;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use rcssgym::batch::{BatchConfig, Commands, GameConfig, MotorInput, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::model;
use rcssgym::server::dialect::{self, Moment, ReaderId};
use rcssgym::soccer::{Compat, Field, Phase, RefereeKind, Rules};

const PLAYERS: usize = 7;
/// Cycles between two frames.
const INTERVAL: usize = 2;
/// Cycles in one period of a swing.
const SWING: usize = 60;
/// Cycles in which robots come to stand or fall, before frames are timed.
const SETTLE: usize = 100;

fn batch() -> WorldBatch {
    let model = Arc::new(model::load("T1").unwrap());
    let team = || (0..PLAYERS).map(|_| Arc::clone(&model)).collect();
    let game = GameConfig {
        rules: Rules::ssim26(),
        referee: RefereeKind::Soccer,
        phase: Phase::FirstHalf,
        play_time: None,
        compat: Compat::On,
        vision_noise: true,
        occlusion: false,
    };
    let config = BatchConfig {
        num_worlds: 1,
        left: team(),
        right: team(),
        field: Field::fifa7vs7(),
        threads: Some(1),
        seed: 0,
        precision: Precision::F64,
        game: Some(game),
    };
    WorldBatch::new(config).unwrap()
}

/// Which motors swing.
type Swings = fn(&str) -> bool;

/// Returns the targets of all robots in one cycle of a swing, rad.
fn targets(batch: &WorldBatch, swings: Swings, cycle: usize) -> Vec<f64> {
    let arena = batch.arena();
    let robots = (1..arena.scene().slots.len()).map(|slot| arena.scene().model(slot));
    let angle = |(index, name): (usize, &str)| {
        let phase = TAU * (cycle as f64 / SWING as f64) + index as f64;
        crouch(name) + if swings(name) { 0.5 * phase.sin() } else { 0.0 }
    };
    robots
        .flat_map(|model| model.motors.iter().map(|motor| motor.name.as_str()).enumerate())
        .map(angle)
        .collect()
}

/// Bent knees, arms down.
fn crouch(motor: &str) -> f64 {
    match motor {
        "lae2" => -1.4,
        "rae2" => 1.4,
        "lle1" | "rle1" | "lle5" | "rle5" => -0.4,
        "lle4" | "rle4" => 0.8,
        _ => 0.0,
    }
}

fn step(batch: &mut WorldBatch, targets: &[f64]) {
    let motors = batch.max_motors();
    let all = |values| MotorInput { values, strides: [0; 3] };
    let commands = Commands {
        targets: MotorInput { values: targets, strides: [0, motors, 1] },
        velocities: all(&[0.0]),
        kp: all(&[200.0]),
        kd: all(&[3.0]),
        torques: all(&[0.0]),
    };
    batch.step(&commands, 4, &mut || false).unwrap();
}

fn write(criterion: &mut Criterion) {
    let states: [(&str, Swings); 3] = [
        ("standing", |_| false),
        ("stepping", |motor| motor.contains("le")),
        ("flailing", |_| true),
    ];
    for (state, swings) in states {
        let mut batch = batch();
        let swing: Vec<_> = (0..SWING).map(|cycle| targets(&batch, swings, cycle)).collect();
        let mut cycle = 0;
        let mut play = |batch: &mut WorldBatch, cycles: usize| {
            for _ in 0..cycles {
                step(batch, &swing[cycle % SWING]);
                cycle += 1;
            }
        };
        play(&mut batch, SETTLE);
        let mut group = criterion.benchmark_group(state);
        for dialect in dialect::all() {
            let mut frames = dialect.dialect.frames(INTERVAL as u64);
            let (mut count, mut bytes) = (0_usize, 0_usize);
            group.bench_function(dialect.dialect.name(), |bencher| {
                bencher.iter_custom(|times| {
                    let mut spent = Duration::ZERO;
                    for _ in 0..times {
                        play(&mut batch, INTERVAL);
                        let (view, game) = (batch.world(0).unwrap(), batch.game(0).unwrap());
                        let (fouls, fouls_before, selected) = (&[][..], 0, None);
                        let moment =
                            Moment { batch: &batch, view, game, fouls, fouls_before, selected };
                        let begin = Instant::now();
                        frames.begin(&moment);
                        let text = black_box(frames.message(&moment, ReaderId(1)));
                        spent += begin.elapsed();
                        (count, bytes) = (count + 1, bytes + text.len());
                    }
                    spent
                });
            });
            println!("{state}/{}: {} bytes", dialect.dialect.name(), bytes / count.max(1));
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(4));
    targets = write
}
criterion_main!(benches);
