//! Which balls agents say that they can kick.

use rcssgym::disc::senses::NEWEST;
use rcssgym::disc::{PLAYERS, PlayMode, PlayerParameters, Rules, ServerParameters, Vec2, World};
use rcssgym::playmaker::{Notes, state::Asker};
use rcssgym::teams::Playbook;
use std::sync::Arc;

/// The place of the player who asks, and of an opponent.
const OWN: usize = 6;
const OTHER: usize = 17;

/// A game in play: the ball rests so far ahead of the player, and everybody else is far away.
fn world(far: f64) -> World {
    let rules = Rules::new(ServerParameters::default(), PlayerParameters::default(), None, 1);
    let mut world = World::new(Arc::new(rules.unwrap()), 1);
    for place in 0..PLAYERS {
        world.join(["A", "B"][place / 11], place % 11 == 0).unwrap();
    }
    world.game.mode = PlayMode::PlayOn;
    for (place, player) in world.game.players.iter_mut().enumerate() {
        player.position = Vec2::new(50.0, place as f64 - 10.0);
    }
    world.game.players[OWN].position = Vec2::new(-10.0, 33.0);
    world.game.ball.position = Vec2::new(-10.0 + far, 33.0);
    world
}

fn told(world: &World, is_full: bool) -> (bool, i32) {
    let (notes, playbook) = (Notes::default(), Playbook::standard().unwrap());
    let asker = Asker { world, place: OWN, is_full, notes: &notes, playbook: &playbook };
    let told = asker.world_model(&asker.model());
    (told.self_.unwrap().is_kickable, told.intercept_table.unwrap().self_reach_steps)
}

fn is_kickable(world: &World) -> bool {
    told(world, true).0
}

#[test]
fn a_ball_at_the_edge_of_the_reach_is_gone_to() {
    assert_eq!(told(&world(1.029), true), (true, 0));
    assert_eq!(told(&world(1.031), true), (false, 1));
    assert_eq!(told(&world(1.083), true), (false, 1));
}

#[test]
fn a_ball_at_the_edge_that_he_does_not_get_nearer_to_is_kicked() {
    for (far, is_near) in [(1.083, true), (1.0845, false)] {
        let mut tired = world(far);
        tired.game.players[OWN].stamina = 0.0;
        let (is_kickable, steps) = told(&tired, true);
        assert_eq!(is_kickable, is_near, "{far}");
        assert!(steps >= 10, "{steps}");
        let mut waiting = world(far);
        waiting.game.mode = PlayMode::BeforeKickOff;
        assert_eq!(told(&waiting, true), (is_near, 1000));
    }
}

#[test]
fn a_ball_at_the_edge_that_leaves_the_pitch_is_kicked() {
    for (speed, leaves) in [(0.9, false), (1.1, true)] {
        let mut world = world(1.08);
        world.game.ball.velocity = Vec2::new(0.0, speed);
        // Somebody on the line is there after a cycle.
        world.game.players[OTHER].position = Vec2::new(-9.0, 35.0);
        assert_eq!(is_kickable(&world), leaves, "{speed}");
    }
}

#[test]
fn a_ball_at_the_edge_that_an_opponent_has_long_before_is_kicked() {
    for (away, has_it) in [(1.0, true), (20.0, false)] {
        let mut world = world(1.08);
        let ball = world.game.ball.position;
        // He moves away and is tired, so that he needs eight cycles to come back.
        let own = &mut world.game.players[OWN];
        (own.velocity, own.stamina, own.effort) = (Vec2::new(-0.8, 0.0), 2403.0, 0.6);
        world.game.players[OTHER].position = ball + Vec2::new(away, 0.0);
        assert_eq!(told(&world, true), (has_it, 8), "{away}");
    }
}

#[test]
fn a_ball_that_was_seen_longer_ago_must_be_nearer() {
    // What counts is when it was seen, though a mate may have told of it since.
    for (seen, told_of, most) in [(0, 0, 1.03), (1, 1, 0.93), (2, 2, 0.83), (2, 1, 0.83)] {
        for (far, expected) in [(most - 0.001, true), (most + 0.001, false)] {
            let mut world = world(20.0);
            world.open_senses(1, NEWEST, true);
            let memory = &mut world.minds.as_mut().unwrap().memories[OWN];
            (memory.own.position, memory.own.pos_count) = (Vec2::new(-10.0, 0.0), 0);
            let ball = &mut memory.ball;
            ball.position = Vec2::new(-10.0 + far, 0.0);
            (ball.seen_pos_count, ball.pos_count) = (seen, told_of);
            (ball.velocity, ball.vel_count) = (Vec2::ZERO, told_of);
            assert_eq!(told(&world, false).0, expected, "{seen}, {told_of}, {far}");
        }
    }
}
