//! Time that the robots' perception takes, on one thread.
//!
//!     cargo bench --bench perception [-- FILTER]
//!
//! One control cycle of a world of seven T1 against seven, or of one T1: `locations` computes where
//! everything is, `vision` and `occluded` compute what every robot sees, and `sensors` reads every
//! robot's own sensors.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rcssgym::perception::{RobotSensors, Sensing, Vision};
use rcssgym::soccer::Side;

#[path = "../tests/common/stage.rs"]
mod stage;

use stage::Stage;

/// Robots of both teams in two rows, turned in all directions.
fn stage(robots: u32) -> Stage {
    let player = |i: u32| (if i < 7 { Side::Left } else { Side::Right }, i % 7 + 1, "T1");
    let mut stage = Stage::new("fifa7vs7", &(0..robots).map(player).collect::<Vec<_>>());
    for slot in 1..=robots {
        let (row, column) = (f64::from(slot % 2), f64::from(slot / 2));
        let pos = [4.0 - 8.0 * row, 2.0 * column - 7.0, 0.67];
        stage.put(slot as usize, pos, f64::from(slot) * 2.4);
        stage.qpos(slot as usize)[7..].fill(0.1);
    }
    stage
}

fn look(stage: &Stage, senses: &Sensing, seen: &mut Vec<rcssgym::perception::Detection>) {
    let Stage { arena, table, locations, .. } = stage;
    let scene = arena.scene();
    let vision = Vision { senses, scene, table, locations, frame: 1 };
    for robot in table.robots() {
        vision.look(robot.slot, seen);
        black_box(&seen);
    }
}

fn perceive(c: &mut Criterion) {
    for robots in [1, 14] {
        let mut stage = stage(robots);
        let mut group = c.benchmark_group(format!("perception/{robots}xT1"));
        let mut seen = Vec::new();
        for (name, occlusion) in [("vision", false), ("occluded", true)] {
            let senses = Sensing { occlusion, ..Sensing::default() };
            group.bench_function(format!("locations/{name}"), |b| {
                b.iter(|| stage.locate(&senses));
            });
            stage.locate(&senses);
            group.bench_function(name, |b| b.iter(|| look(&stage, &senses, &mut seen)));
        }
        group.bench_function("sensors", |b| {
            b.iter(|| {
                let world = stage.world();
                for slot in 1..=robots as usize {
                    let body = RobotSensors::new(stage.scene.model(slot), world.sensors(slot));
                    body.readings().for_each(|reading| {
                        black_box(reading);
                    });
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, perceive);
criterion_main!(benches);
