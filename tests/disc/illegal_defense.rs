//! Too many defenders.

use crate::stage::*;
use rcssgym::disc::{Side, flags};

/// Three players of the left team are in front of their goal, and the ball is in their half.
/// `kicker`'s number 2 kicks it.
fn siege(number: f64, kicker: Side) -> Stage {
    let mut stage = Stage::in_play(&[("illegal_defense_number", number)]);
    stage.put(Left, 1, -30.0, 25.0, 0.0);
    for unum in 2..=4 {
        stage.put(Left, unum, -42.0, 3.0 * f64::from(unum), 0.0);
    }
    stage.ball(-20.0, 0.0, 0.0, 0.0);
    stage.kick(kicker, 2, 1.0, 0.0);
    if kicker == Left {
        stage.put(Left, 2, -42.0, 6.0, 0.0);
    }
    stage
}

#[test]
fn three_defenders_for_twenty_cycles_are_too_many() {
    let mut stage = siege(3.0, Right);
    stage.step(19);
    assert_eq!(stage.now(), "play_on");
    assert!(stage.player(Left, 3).shown & flags::ILLEGAL_DEFENSE != 0);
    stage.step(1);
    assert_eq!(stage.said(), ["illegal_defense_l"]);
    near(stage.ball_at(), [-41.5, 0.0]);
    stage.until_change(40);
    assert_eq!(stage.now(), "free_kick_r");
}

#[test]
fn fewer_are_not() {
    let mut stage = siege(4.0, Right);
    stage.step(40);
    assert_eq!(stage.now(), "play_on");
    assert_eq!(stage.player(Left, 3).shown & flags::ILLEGAL_DEFENSE, 0);
}

#[test]
fn nothing_is_counted_without_a_number() {
    let mut stage = siege(0.0, Right);
    stage.step(40);
    assert_eq!(stage.now(), "play_on");
}

#[test]
fn the_attackers_must_have_kicked_last_in_that_half() {
    let mut stage = siege(3.0, Left);
    stage.step(40);
    assert_eq!(stage.now(), "play_on");
    let mut stage = siege(3.0, Right);
    stage.ball(20.0, 0.0, 0.0, 0.0);
    stage.step(40);
    assert_eq!(stage.now(), "play_on");
}

#[test]
fn only_those_in_the_area_count_and_for_cycles_in_a_row() {
    for (x, y) in [(-35.9, 12.0), (-42.0, 20.2)] {
        let mut stage = siege(3.0, Right);
        stage.put(Left, 4, x, y, 0.0);
        stage.step(40);
        assert_eq!(stage.now(), "play_on", "{x} {y}");
    }
    let mut stage = siege(3.0, Right);
    stage.step(15);
    stage.put(Left, 4, -30.0, 12.0, 0.0);
    stage.step(1);
    stage.put(Left, 4, -42.0, 12.0, 0.0);
    stage.step(19);
    assert_eq!(stage.now(), "play_on");
    stage.step(1);
    assert_eq!(stage.now(), "illegal_defense_l");
}

#[test]
fn the_right_side_is_judged_alike() {
    let mut stage = Stage::in_play(&[("illegal_defense_number", 3.0)]);
    stage.put(Right, 1, 30.0, 25.0, 0.0);
    for unum in 2..=4 {
        stage.put(Right, unum, 42.0, 3.0 * f64::from(unum), 0.0);
    }
    stage.ball(20.0, 0.0, 0.0, 0.0);
    stage.kick(Left, 2, 1.0, 180.0);
    stage.step(20);
    assert_eq!(stage.now(), "illegal_defense_r");
    near(stage.ball_at(), [41.5, 0.0]);
}
