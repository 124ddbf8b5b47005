//! A cycle allocates nothing, with commands of all players, motion, collisions and referee.

use crate::stage::Stage;
use rcssgym::batch::disc::{DiscBatch, DiscCommands, DiscConfig, Input};
use rcssgym::disc::{
    Command, PLAYERS, PlayMode, PlayerParameters, Random, ServerParameters, Teams,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    /// Number of allocations of this thread.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller's promise, passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise, passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_cycle_allocates_nothing() {
    let mut stage = Stage::of_teams(&[("player_rand", 0.1), ("half_time", 40.0)], [11, 11]);
    stage.scatter();
    stage.start();
    let mut random = Random::new(5);
    let world = &mut stage.world;
    world.messages.reserve(64);
    let before = COUNT.get();
    for cycle in 0..2000 {
        for place in 0..PLAYERS {
            let command = match random.below(8) {
                0 => Command::Turn(random.uniform(-180.0, 180.0)),
                1 => Command::Tackle(random.uniform(-180.0, 180.0), cycle % 2 == 0),
                2 => Command::Kick(100.0, random.uniform(-180.0, 180.0)),
                3 => Command::Catch(0.0),
                4 => Command::Move(-10.0, random.uniform(-30.0, 30.0)),
                _ => Command::Dash(100.0, random.uniform(-180.0, 180.0)),
            };
            world.stadium().act(place, command);
        }
        world.stadium().step();
        world.messages.clear();
        if cycle % 300 == 299 {
            let ball = world.game.players[cycle % PLAYERS].position;
            world.stadium().move_ball(ball, rcssgym::disc::Vec2::ZERO);
        }
    }
    assert_eq!(COUNT.get() - before, 0);
    assert!(world.game.cycle > 300, "the game went on: {}", world.game.cycle);
    // The counter works.
    drop(vec![1]);
    assert_ne!(COUNT.get() - before, 0);
}

#[test]
fn a_batchs_step_allocates_nothing() {
    let teams = Teams { sizes: [11; 2], goalies: [true; 2], names: Arc::default() };
    let mut batch = DiscBatch::new(DiscConfig {
        num_worlds: 5,
        teams,
        server: Arc::new(ServerParameters::default()),
        player: PlayerParameters::default(),
        types: None,
        threads: Some(1),
        seed: 1,
        messages: false,
        sensed: true,
        hearing: false,
        plays: [None, None],
    })
    .unwrap();
    for world in 0..5 {
        batch.world_mut(world).unwrap().messages.reserve(64);
    }
    batch.change_mode(&[0, 1, 2, 3, 4], PlayMode::PlayOn).unwrap();
    let mut random = Random::new(6);
    let kinds: Vec<u8> = (0..5 * PLAYERS).map(|_| 1 + random.below(6) as u8).collect();
    let args: Vec<f64> = (0..10 * PLAYERS).map(|_| random.uniform(-90.0, 90.0)).collect();
    let commands = DiscCommands {
        kind: Input { values: &kinds, strides: [PLAYERS, 1] },
        args: Input { values: &args, strides: [2 * PLAYERS, 2, 1] },
        width: 2,
        turn_neck: Some(Input { values: &args, strides: [0, 1] }),
        change_view: None,
        change_focus: None,
        point_to: None,
        point_off: None,
        attention: None,
        say: None,
        texts: None,
    };
    let before = COUNT.get();
    for _ in 0..500 {
        batch.step(&commands, None).unwrap();
    }
    assert_eq!(COUNT.get() - before, 0);
    assert!(batch.worlds()[0].game.cycle > 100);
}
