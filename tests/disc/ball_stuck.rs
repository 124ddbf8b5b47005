//! Balls that are stuck.

use crate::stage::*;

#[test]
fn a_ball_near_one_point_for_a_hundred_cycles_is_dropped() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(5.0, 7.0, 0.0, 0.0);
    stage.put(Left, 2, 6.0, 8.0, 0.0);
    stage.step(100);
    assert_eq!(stage.now(), "play_on");
    assert!(stage.said().is_empty());
    stage.step(1);
    assert_eq!(stage.said(), ["drop_ball", "play_on"]);
    near(stage.ball_at(), [5.0, 7.0]);
    assert!(stage.gap(Left, 2) > 9.45);
}

#[test]
fn leaving_the_area_begins_anew() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(5.0, 7.0, 0.0, 0.0);
    stage.step(60);
    stage.ball(8.1, 7.0, 0.0, 0.0);
    stage.step(100);
    assert!(stage.said().is_empty());
    stage.step(1);
    assert_eq!(stage.said(), ["drop_ball", "play_on"]);
    let mut stage = Stage::in_play(&[]);
    stage.ball(5.0, 7.0, 0.0, 0.0);
    stage.step(60);
    stage.ball(7.9, 7.0, 0.0, 0.0);
    stage.step(41);
    assert_eq!(stage.said(), ["drop_ball", "play_on"], "2.9 m is near");
}

#[test]
fn in_a_penalty_area_it_is_dropped_outside() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(45.0, -7.0, 0.0, 0.0);
    stage.step(101);
    near(stage.ball_at(), [36.0, -20.16]);
}
