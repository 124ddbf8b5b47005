//! Speed of the 2D game: cycles of 11 against 11, commands of every player and referee included.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rcssgym::batch::disc::{DiscBatch, DiscCommands, DiscConfig, DiscState, Input};
use rcssgym::disc::parameters::Value;
use rcssgym::disc::skills::planner::Planner;
use rcssgym::disc::{
    Command, PLAYERS, PlayMode, PlayerParameters, Random, Rules, ServerParameters, Side, Teams,
    Vec2, World, referee,
};
use rcssgym::teams::{Crew, Play, Script};
use rcssgym::wire::rcssserver::take_in;
use std::hint::black_box;
use std::sync::Arc;

/// Cycles in one sample: two halves.
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

/// Returns what a random player does: one that can kick the ball kicks it anywhere; the others
/// dash, turn to the ball or tackle. All turn their necks.
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

/// Resumes play if the game has ended or waits for a kick-off.
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
    let names = ["batch of 64, commands as arrays", "batch of 64, sensed"];
    for (sensed, name) in [false, true].into_iter().zip(names) {
        group.bench_function(name, |bencher| {
            let (mut batch, kinds, args) = batch(sensed);
            let commands = DiscCommands {
                kind: Input { values: &kinds, strides: [PLAYERS, 1] },
                args: Input { values: &args, strides: [2 * PLAYERS, 2, 1] },
                width: 2,
                turn_neck: Some(Input { values: &args, strides: [2 * PLAYERS, 2] }),
                change_view: None,
                change_focus: None,
                point_to: None,
                point_off: None,
                attention: None,
                say: None,
                texts: None,
            };
            bencher.iter(|| {
                for _ in 0..CYCLES / WORLDS as u32 {
                    batch.step(&commands, None).unwrap();
                }
            });
        });
    }
    let standard = || Script::standard().unwrap();
    let planner = Some(Arc::new(Planner::default()));
    for (name, script, cycles) in [
        ("two scripted teams", standard(), CYCLES),
        ("two scripted teams that plan", Script { planner, ..standard() }, CYCLES / 6),
        ("two scripted teams, sensed", Script { is_sensed: true, ..standard() }, CYCLES / 6),
    ] {
        group.throughput(Throughput::Elements(cycles.into()));
        group.bench_function(name, |bencher| {
            let mut game = ScriptedGame::new(&script);
            bencher.iter(|| (0..cycles).for_each(|_| game.step()));
        });
    }
    group.finish();
}

/// An endless game of two scripted teams, and its referee.
struct ScriptedGame {
    world: World,
    crew: Crew,
}

impl ScriptedGame {
    fn new(script: &Script) -> Self {
        let mut server = ServerParameters { half_time: 1_000_000, ..ServerParameters::default() };
        server.set("auto_mode", &Value::Bool(true)).unwrap();
        let rules = Rules::new(server, PlayerParameters::default(), None, 1).unwrap();
        let names = Arc::new(["Left".to_owned(), "Right".to_owned()]);
        let teams = Teams { sizes: [11; 2], goalies: [true; 2], names };
        let mut world = World::with_teams(Arc::new(rules), 1, &teams);
        if script.is_sensed {
            world.open_senses(1, 19, true);
        }
        let play = Some(Play::Scripted(script.clone()));
        let mut game = Self { world, crew: Crew::new([play.clone(), play], 1) };
        // By then the kick-off is over and the ball is in play.
        (0..300).for_each(|_| game.step());
        game
    }

    fn step(&mut self) {
        // Nobody tires in a game that has no half-time.
        if self.world.game.cycle.is_multiple_of(3000) {
            self.world.stadium().recover_all();
        }
        self.crew.act(&mut self.world, None);
        self.world.stadium().step();
        self.world.sense();
        take_in(&mut self.world);
        self.crew.listen(&self.world);
        self.world.messages.clear();
    }
}

/// Number of worlds in the batch.
const WORLDS: usize = 64;

/// Returns a batch of games in play, without halves, and random dashes, turns, kicks and tackles as
/// commands. If `sensed`, the players sense and remember.
fn batch(sensed: bool) -> (DiscBatch, Vec<u8>, Vec<f64>) {
    let teams = Teams { sizes: [11; 2], goalies: [true; 2], names: Arc::default() };
    let server = ServerParameters { half_time: 1_000_000, ..ServerParameters::default() };
    let mut batch = DiscBatch::new(DiscConfig {
        num_worlds: WORLDS,
        teams,
        server: Arc::new(server),
        player: PlayerParameters::default(),
        types: None,
        threads: Some(1),
        seed: 1,
        messages: false,
        sensed,
        hearing: false,
        plays: [None, None],
    })
    .unwrap();
    let all: Vec<usize> = (0..WORLDS).collect();
    let mut random = Random::new(2);
    let mut position = Vec::new();
    for place in 0..WORLDS * PLAYERS {
        let side = if place % PLAYERS < 11 { -1.0 } else { 1.0 };
        position.extend([side * random.uniform(2.0, 50.0), random.uniform(-32.0, 32.0)]);
    }
    batch.set_state(&all, &DiscState { position, ..DiscState::default() }).unwrap();
    batch.change_mode(&all, PlayMode::PlayOn).unwrap();
    let kinds = (0..WORLDS * PLAYERS).map(|_| match random.below(20) {
        0..15 => 1,
        15..18 => 2,
        18 => 3,
        _ => 4,
    });
    let kinds = kinds.collect();
    let args = (0..2 * WORLDS * PLAYERS).map(|_| random.uniform(-90.0, 90.0)).collect();
    (batch, kinds, args)
}

criterion_group!(benches, games);
criterion_main!(benches);
