//! Keepaway.

use crate::stage::*;
use rcssgym::disc::Lot;

fn keepaway() -> Stage {
    let mut stage = Stage::of_teams(&[("keepaway", 1.0), ("use_offside", 0.0)], [3, 2]);
    stage.scatter();
    stage.start();
    stage
}

#[test]
fn it_begins_with_play_on_and_everyone_in_a_corner() {
    let mut corners = [[false; 2]; 3];
    let mut stage = keepaway();
    assert_eq!(stage.said(), ["play_on"]);
    for _ in 0..200 {
        near(stage.ball_at(), [-6.0, -6.0]);
        for unum in 1..=3 {
            let [x, y] = stage.at(Left, unum);
            assert!((7.0..=10.0).contains(&x.abs()) && (7.0..=10.0).contains(&y.abs()));
            assert!(!(x < 0.0 && y > 0.0), "that corner is the takers'");
            corners[usize::from(unum) - 1][usize::from(x > 0.0 && y < 0.0)] = true;
        }
        for unum in 1..=2 {
            let [x, y] = stage.at(Right, unum);
            assert!((-10.0..=-7.0).contains(&x) && (7.0..=10.0).contains(&y), "{x} {y}");
        }
        stage.ball(11.0, 0.0, 0.0, 0.0);
        stage.step(1);
    }
    assert_eq!(corners, [[true; 2]; 3], "from a random corner on");
    assert!(stage.fate.asked.contains(&(Lot::Keepaway, Some(0), 0.0)));
}

#[test]
fn it_begins_by_itself_after_the_time_to_start() {
    let parameters = [("keepaway", 1.0), ("keepaway_start", 2.0), ("use_offside", 0.0)];
    let mut stage = Stage::of_teams(&parameters, [3, 2]);
    stage.scatter();
    stage.step(20);
    assert_eq!(stage.now(), "before_kick_off");
    stage.step(1);
    assert_eq!(stage.now(), "play_on");
    near(stage.ball_at(), [-6.0, -6.0]);
}

#[test]
fn a_ball_out_of_the_field_ends_the_episode() {
    for (x, y) in [(10.0, 0.0), (0.0, -10.0)] {
        let mut stage = keepaway();
        stage.said();
        stage.world.game.players[0].stamina = 100.0;
        stage.ball(x * 0.99, y * 0.99, 0.0, 0.0);
        stage.step(1);
        assert!(stage.said().is_empty());
        stage.ball(x, y, 0.0, 0.0);
        stage.step(1);
        assert_eq!(stage.said(), ["training Keepaway 1"]);
        assert_eq!(stage.player(Left, 1).stamina, 8000.0);
    }
}

/// Starts keepaway with everyone away from the ball, which is at the centre.
fn at_centre() -> Stage {
    let mut stage = keepaway();
    for unum in 1..=3 {
        stage.put(Left, unum, 5.0, 2.0 * f64::from(unum), 0.0);
    }
    stage.put(Right, 1, -5.0, 0.0, 0.0);
    stage.put(Right, 2, -5.0, 3.0, 0.0);
    stage.ball(0.0, 0.0, 0.0, 0.0);
    stage.said();
    stage
}

#[test]
fn a_taker_at_the_ball_for_four_cycles_ends_it() {
    let mut stage = at_centre();
    stage.put(Right, 1, -1.0, 0.0, 0.0);
    stage.step(4);
    assert!(stage.said().is_empty());
    stage.step(1);
    assert_eq!(stage.said(), ["training Keepaway 1"]);
}

#[test]
fn a_keeper_alone_at_the_ball_begins_the_count_anew() {
    let mut stage = at_centre();
    stage.put(Right, 1, -1.0, 0.0, 0.0);
    stage.step(3);
    stage.put(Right, 1, -5.0, 0.0, 0.0);
    stage.step(1);
    stage.put(Left, 1, 1.0, 0.0, 0.0);
    stage.step(1);
    stage.put(Right, 1, -1.0, 0.0, 0.0);
    stage.step(4);
    assert!(stage.said().is_empty(), "a keeper beside the taker does not help");
    stage.step(1);
    assert_eq!(stage.said(), ["training Keepaway 1"]);
}

#[test]
fn nobody_fouls_in_keepaway() {
    let mut stage = at_centre();
    stage.put(Left, 1, 0.7, 0.0, 180.0);
    stage.put(Right, 1, -0.7, 0.0, 0.0);
    stage.fate.events = vec![(Lot::Tackle, true), (Lot::Foul, true)];
    stage.act(Right, 1, rcssgym::disc::Command::Tackle(0.0, true));
    assert_eq!(stage.now(), "play_on");
    assert_eq!(stage.player(Left, 1).foul_cycles, 0);
}
