//! Speed of the 2D game's skills on one thread: cycles in which each of the 22 players decides.
//!
//!     cargo bench --bench skills [-- FILTER]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rcssgym::disc::skills::planner::{Planner, offensive_plan};
use rcssgym::disc::skills::{
    GoToPoint, Intercept, Outcome, WorldModel, go_to_point, intercept::reach_steps, intercept_ball,
};
use rcssgym::disc::{
    Command, PLAYERS, PlayMode, PlayerParameters, Random, Rules, ServerParameters, Side, Vec2,
    World, referee,
};
use std::f64::consts::PI;
use std::hint::black_box;
use std::sync::Arc;

/// Number of states in which the players decide, in turn.
const STATES: usize = 100;
const GO: GoToPoint = GoToPoint { threshold: 1.0, power: 100.0, save_recovery: true };

/// A world of 22 players somewhere on the pitch, the ball in play.
fn world(seed: u64) -> World {
    let server = ServerParameters::default();
    let rules = Rules::new(server, PlayerParameters::default(), None, 1).unwrap();
    let mut world = World::new(Arc::new(rules), seed);
    for team in ["Left", "Right"] {
        for unum in 1..=11 {
            world.join(team, unum == 1).unwrap();
        }
    }
    let mut random = Random::new(seed);
    let mut stadium = world.stadium();
    referee::start(&mut stadium);
    referee::change_mode(&mut stadium, PlayMode::PlayOn);
    for place in 0..PLAYERS {
        let at = Vec2::new(random.uniform(-50.0, 50.0), random.uniform(-32.0, 32.0));
        let velocity = Vec2::polar(random.uniform(0.0, 0.4), random.uniform(-PI, PI));
        stadium.move_player(place, at, Some(random.uniform(-PI, PI)), Some(velocity));
    }
    let at = Vec2::new(random.uniform(-50.0, 50.0), random.uniform(-32.0, 32.0));
    stadium.move_ball(at, Vec2::polar(random.uniform(0.0, 2.0), random.uniform(-PI, PI)));
    world
}

fn home(place: usize) -> Vec2 {
    let (row, column) = ((place % 11) / 4, place % 11 % 4);
    Vec2::new(-35.0 + 25.0 * row as f64, -24.0 + 16.0 * column as f64)
}

/// Returns what a player of a team that uses the planner does: with the ball it plans, the player
/// that is first at the ball goes for it, and the others go home.
fn decide(world: &World, place: usize, planner: &Planner, first: [Option<usize>; 2]) -> Outcome {
    let model = WorldModel::full(world.rules(), &world.game, place);
    if model.me.can_kick {
        offensive_plan(&model, planner)
    } else if first.contains(&Some(place)) {
        intercept_ball(&model, Intercept::default())
    } else {
        go_to_point(&model, home(place) + model.ball.position * 0.4, GO)
    }
}

/// Returns the player of each team that is first at the ball.
fn first(world: &World) -> [Option<usize>; 2] {
    let steps = reach_steps(world.rules(), &world.game);
    Side::BOTH.map(|side| {
        let places = (0..PLAYERS).filter(|place| world.game.players[*place].side == side);
        places.min_by_key(|&place| steps[place])
    })
}

fn skills(c: &mut Criterion) {
    let worlds: Vec<World> = (0..STATES as u64).map(world).collect();
    let mut group = c.benchmark_group("skills");
    group.throughput(Throughput::Elements(STATES as u64));
    group.bench_function("go to point, 22 players", |bencher| {
        bencher.iter(|| {
            for world in &worlds {
                for place in 0..PLAYERS {
                    let model = WorldModel::alone(world.rules(), &world.game, place);
                    black_box(go_to_point(&model, home(place), GO));
                }
            }
        });
    });
    group.bench_function("cycles to the ball, 22 players", |bencher| {
        bencher.iter(|| {
            for world in &worlds {
                black_box(reach_steps(world.rules(), &world.game));
            }
        });
    });
    group.bench_function("go for the ball by the best way, 22 players", |bencher| {
        bencher.iter(|| {
            for world in &worlds {
                for place in 0..PLAYERS {
                    let model = WorldModel::full(world.rules(), &world.game, place);
                    black_box(intercept_ball(&model, Intercept::default()));
                }
            }
        });
    });
    group.finish();
}

fn games(c: &mut Criterion) {
    const CYCLES: u32 = 1000;
    let mut group = c.benchmark_group("skills");
    group.sample_size(10).throughput(Throughput::Elements(CYCLES.into()));
    group.bench_function("11v11 with the planner", |bencher| {
        let (mut world, planner) = (world(3), Planner::default());
        bencher.iter(|| {
            for _ in 0..CYCLES {
                let first = first(&world);
                let commands: Vec<Option<Command>> = (0..PLAYERS)
                    .map(|place| decide(&world, place, &planner, first).command)
                    .collect();
                let mut stadium = world.stadium();
                for (place, command) in commands.into_iter().enumerate() {
                    if let Some(command) = command {
                        stadium.act(place, command);
                    }
                }
                stadium.step();
                if stadium.game.mode != PlayMode::PlayOn {
                    stadium.move_ball(Vec2::ZERO, Vec2::ZERO);
                    referee::change_mode(&mut stadium, PlayMode::PlayOn);
                    stadium.recover_all();
                    stadium.game.cycle = 1;
                }
                world.messages.clear();
            }
        });
    });
    group.finish();
}

criterion_group!(benches, skills, games);
criterion_main!(benches);
