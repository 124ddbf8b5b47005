//! Every overlap is found, wherever it is: between any two players, and with the ball.

use crate::stage::{Left, Right, Stage};
use rcssgym::disc::{Player, Random, Vec2, flags};

/// Puts all players far from each other and from all places that are tested.
fn apart(stage: &mut Stage) {
    for place in 0..8 {
        let at = Vec2::new(-3000.0 - 100.0 * f64::from(place), 2000.0);
        let place = if place < 4 { place as usize } else { 7 + place as usize };
        stage.world.game.players[place].position = at;
    }
}

/// Whether both have collided, which is the same as whether one of them has.
fn collides(stage: &mut Stage, one: Vec2, other: Vec2) -> bool {
    apart(stage);
    let places = [Player::place(Left, 2), Player::place(Right, 3)];
    for (place, at) in places.into_iter().zip([one, other]) {
        stage.world.game.players[place].position = at;
        stage.world.game.players[place].flags = 0;
    }
    stage.stadium(|stadium| stadium.collide());
    let both =
        places.map(|place| stage.world.game.players[place].flags & flags::PLAYER_COLLIDE != 0);
    assert_eq!(both[0], both[1]);
    both[0]
}

#[test]
fn two_who_overlap_anywhere_collide_and_others_do_not() {
    let mut random = Random::new(1);
    for size in [0.3, 0.02, 1.7] {
        let mut stage = Stage::with(&[("player_size", size)]);
        stage.ball(0.0, 500.0, 0.0, 0.0);
        for spread in [60.0, 140.0, 1.0e5] {
            for _ in 0..20_000 {
                let mut at = || random.uniform(-spread, spread);
                let one = Vec2::new(at(), at());
                let way = random.vector(1.0).with_length(2.0 * size);
                assert!(collides(&mut stage, one, one + way * 0.999), "{one:?} {way:?}");
                assert!(!collides(&mut stage, one, one + way * 1.001), "{one:?} {way:?}");
            }
        }
    }
}

#[test]
fn the_ball_is_found_anywhere() {
    let mut stage = Stage::new();
    let mut random = Random::new(2);
    let place = Player::place(Left, 4);
    for _ in 0..20_000 {
        let ball = Vec2::new(random.uniform(-60.0, 60.0), random.uniform(-40.0, 40.0));
        let way = random.vector(1.0).with_length(0.385);
        for (part, meets) in [(0.999, true), (1.001, false)] {
            apart(&mut stage);
            stage.ball(ball.x, ball.y, 0.0, 0.0);
            stage.world.game.players[place].position = ball + way * part;
            stage.world.game.players[place].flags = 0;
            stage.stadium(|stadium| stadium.collide());
            let met = stage.world.game.players[place].flags & flags::BALL_COLLIDE != 0;
            assert_eq!(met, meets, "{ball:?} {way:?}");
        }
    }
}
