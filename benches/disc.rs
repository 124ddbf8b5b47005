//! Speed of the 2D game: cycles of 11 against 11, commands of every player and referee included.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rcssgym::disc::{
    Command, PlayMode, PlayerParameters, Random, Rules, ServerParameters, Side, Vec2, World,
    referee,
};
use std::hint::black_box;
use std::sync::Arc;

/// Cycles of a sample: two halves.
const CYCLES: u32 = 6000;

/// A world of 22 players who stand in their halves, with the ball in play.
fn world(server: ServerParameters) -> World {
    let rules = Rules::new(server, PlayerParameters::default(), None, 1).unwrap();
    let mut world = World::new(Arc::new(rules), 1);
    for team in ["Left", "Right"] {
        for unum in 1..=11 {
            world.join(team, unum == 1).unwrap();
        }
    }
    let mut stadium = world.stadium();
    for place in 0..22 {
        let (row, column) = ((place % 11) / 4, place % 11 % 4);
        let own = Vec2::new(-45.0 + 15.0 * row as f64, -24.0 + 16.0 * column as f64);
        let side = if place < 11 { Side::Left } else { Side::Right };
        stadium.move_player(place, own * side.sign(), None, None);
    }
    referee::start(&mut stadium);
    referee::change_mode(&mut stadium, PlayMode::PlayOn);
    world
}

/// What random players do: whoever can kick the ball kicks it anywhere; others dash, turn to the
/// ball, tackle; all turn their necks.
fn command(world: &mut World, place: usize, random: &mut Random) -> Command {
    let stadium = world.stadium();
    if stadium.can_kick(place) {
        return Command::Kick(random.uniform(20.0, 100.0), random.uniform(-180.0, 180.0));
    }
    match random.below(20) {
        0..13 => Command::Dash(random.uniform(30.0, 100.0), random.uniform(-45.0, 45.0)),
        13..16 => {
            let player = &stadium.game.players[place];
            let to_ball = stadium.game.ball.position - player.position;
            let direction = (to_ball.direction() - player.body).to_degrees();
            Command::Turn((direction + 540.0) % 360.0 - 180.0)
        }
        16..19 => Command::Legs([Some((70.0, 0.0)), Some((random.uniform(40.0, 100.0), 0.0))]),
        _ => Command::Tackle(random.uniform(-180.0, 180.0), false),
    }
}

/// Goes on with the game where it ended.
fn restart(world: &mut World) {
    if world.game.mode == PlayMode::TimeOver || world.game.mode == PlayMode::BeforeKickOff {
        let mut stadium = world.stadium();
        stadium.recover_all();
        referee::change_mode(&mut stadium, PlayMode::PlayOn);
        stadium.game.cycle = 1;
    }
    world.messages.clear();
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("disc");
    group.sample_size(10).throughput(Throughput::Elements(CYCLES.into()));
    group.bench_function("11v11, commands of all, referee", |bencher| {
        let mut world = world(ServerParameters::default());
        let mut random = Random::new(7);
        bencher.iter(|| {
            for _ in 0..CYCLES {
                for place in 0..22 {
                    let command = command(&mut world, place, &mut random);
                    world.stadium().act(place, command);
                    let neck = Command::TurnNeck(random.uniform(-90.0, 90.0));
                    world.stadium().act(place, neck);
                }
                world.stadium().step();
                restart(&mut world);
            }
            black_box(&world.game);
        });
    });
    group.finish();
}

criterion_group!(benches, games);
criterion_main!(benches);
