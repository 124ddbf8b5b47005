//! What starts and ends set plays.

use crate::stage::*;
use rcssgym::disc::Command;

const MODES: [&str; 5] =
    ["kick_off_l", "kick_in_l", "free_kick_l", "corner_kick_l", "indirect_free_kick_l"];

#[test]
fn the_first_kick_brings_the_ball_into_play_at_once() {
    for mode in MODES {
        let mut stage = Stage::in_play(&[]);
        stage.mode(mode);
        stage.said();
        stage.kick(Left, 2, 50.0, 0.0);
        assert_eq!(stage.now(), "play_on", "{mode}");
        assert_eq!(stage.said(), ["play_on"]);
    }
}

#[test]
fn a_tackle_of_anyone_brings_it_into_play() {
    let mut stage = Stage::in_play(&[]);
    stage.mode("kick_in_l");
    stage.put(Right, 2, -0.7, 0.0, 0.0);
    stage.fate.events = vec![(rcssgym::disc::Lot::Tackle, true)];
    stage.act(Right, 2, Command::Tackle(0.0, false));
    assert_eq!(stage.now(), "play_on");
}

#[test]
fn a_moving_ball_is_in_play() {
    for mode in MODES {
        let mut stage = Stage::in_play(&[]);
        stage.mode(mode);
        stage.step(1);
        assert_eq!(stage.now(), mode);
        stage.ball(0.0, 0.0, 0.1, 0.0);
        stage.step(1);
        assert_eq!(stage.now(), "play_on", "{mode}");
    }
}

#[test]
fn after_a_hundred_cycles_the_ball_is_dropped() {
    for mode in MODES {
        let mut stage = Stage::in_play(&[]);
        stage.ball(-45.0, 3.0, 0.0, 0.0);
        stage.mode(mode);
        stage.said();
        stage.step(99);
        assert_eq!(stage.now(), mode);
        stage.put(Left, 3, -36.0, 15.0, 0.0);
        stage.step(1);
        assert_eq!(stage.said(), ["drop_ball", "play_on"], "{mode}");
        near(stage.ball_at(), [-36.0, 20.16]);
        assert!(stage.gap(Left, 3) > 9.45, "both teams are put off");
    }
}

#[test]
fn the_time_limit_is_a_parameter() {
    let mut stage = Stage::in_play(&[("drop_ball_time", 10.0)]);
    stage.mode("free_kick_l");
    assert_eq!(stage.until_change(20), 10);
}

#[test]
fn a_goal_kick_is_dropped_as_well() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(47.0, 9.0, 0.0, 0.0);
    stage.mode("goal_kick_r");
    assert_eq!(stage.until_change(120), 100);
    near(stage.ball_at(), [36.0, 20.16]);
}

#[test]
fn a_drop_ball_that_the_trainer_calls_lasts_until_somebody_kicks() {
    let mut stage = Stage::in_play(&[]);
    stage.mode("drop_ball");
    stage.step(300);
    assert_eq!(stage.now(), "drop_ball");
    stage.kick(Right, 2, 30.0, 0.0);
    assert_eq!(stage.now(), "play_on");
}

#[test]
fn modes_are_announced_by_name_each_time() {
    let mut stage = Stage::in_play(&[]);
    stage.mode("play_on");
    stage.mode("play_on");
    stage.mode("goal_l");
    stage.mode("pause");
    assert_eq!(stage.said(), ["play_on", "play_on", "pause"]);
}
