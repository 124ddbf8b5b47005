//! Whose turn it is in a shoot-out, as agents count.

use rcssgym::disc::{
    PLAYERS, PlayMode, PlayerParameters, Rules, ServerParameters, Side, TEAM, World,
};
use rcssgym::playmaker::Notes;
use std::sync::Arc;

fn world() -> World {
    let rules = Rules::new(ServerParameters::default(), PlayerParameters::default(), None, 1);
    let mut world = World::new(Arc::new(rules.unwrap()), 1);
    for place in 0..PLAYERS {
        world.join(["A", "B"][place / 11], place % 11 == 0).unwrap();
    }
    world
}

/// The numbers of the left team's players who say that they take the penalty.
fn takers(world: &World, notes: &mut [Notes; TEAM]) -> Vec<u8> {
    let mut takers = Vec::new();
    for (unum, notes) in (1..).zip(notes) {
        if !world.game.players[usize::from(unum) - 1].connected {
            continue;
        }
        notes.observe(&world.game, Side::Left, unum);
        takers.extend(notes.penalty(world.game.mode).filter(|own| own.is_kick_taker).map(|_| unum));
    }
    takers
}

#[test]
fn the_turn_of_who_was_sent_off_comes_without_anybody() {
    let (mut world, mut notes) = (world(), std::array::from_fn(|_| Notes::default()));
    world.game.players[10 - 1].connected = false;
    for turn in [11, 10, 9] {
        for side in [Side::Left, Side::Right] {
            let modes = [PlayMode::PenaltySetup, PlayMode::PenaltyReady, PlayMode::PenaltyTaken];
            for mode in modes {
                world.game.mode = mode(side);
                let is_theirs = side == Side::Left && turn != 10;
                let expected = if is_theirs { vec![turn] } else { Vec::new() };
                assert_eq!(takers(&world, &mut notes), expected, "{:?}", world.game.mode);
            }
            world.game.mode = PlayMode::PenaltyMiss(side);
            assert!(takers(&world, &mut notes).is_empty(), "it has been taken");
        }
    }
}
