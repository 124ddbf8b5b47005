//! The taker of a set play must not play the ball twice.

use crate::stage::*;
use rcssgym::disc::{Command, flags};

/// Plays a free kick of left's number 2, a dash if requested, and a second kick by number `unum`.
fn twice(parameters: &[(&str, f64)], dash: bool, unum: u8) -> Stage {
    let mut stage = Stage::in_play(parameters);
    stage.ball(-45.0, 3.0, 0.0, 0.0);
    stage.mode("kick_in_l");
    stage.kick(Left, 2, 3.0, 0.0);
    stage.step(1);
    if dash {
        stage.act(Left, 2, Command::Dash(30.0, 0.0));
        stage.step(1);
    }
    if unum != 2 {
        stage.put(Left, 2, -20.0, -25.0, 0.0);
        stage.kick(Left, unum, 3.0, 0.0);
        stage.step(1);
        stage.put(Left, unum, -20.0, -20.0, 0.0);
    }
    stage.kick(Left, 2, 3.0, 0.0);
    stage
}

#[test]
fn a_second_kick_after_a_dash_is_a_fault() {
    let mut stage = twice(&[], true, 2);
    assert_eq!(stage.now(), "free_kick_fault_l");
    assert!(stage.player(Left, 2).flags & flags::FREE_KICK_FAULT != 0);
    near(stage.ball_at(), [-36.0, 20.16]);
    stage.until_change(40);
    assert_eq!(stage.now(), "free_kick_r");
}

#[test]
fn without_a_dash_it_is_none() {
    assert_eq!(twice(&[], false, 2).now(), "play_on");
}

#[test]
fn after_somebody_else_it_is_none() {
    assert_eq!(twice(&[], true, 3).now(), "play_on");
}

#[test]
fn a_collision_after_a_dash_is_one_as_well() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(5.0, 3.0, 0.0, 0.0);
    stage.mode("free_kick_l");
    stage.kick(Left, 2, 3.0, 0.0);
    stage.step(1);
    stage.act(Left, 2, Command::Dash(30.0, 0.0));
    stage.step(1);
    let [x, y] = stage.ball_at();
    stage.put(Left, 2, x - 0.2, y, 0.0);
    assert_eq!(stage.now(), "free_kick_fault_l");
}

#[test]
fn the_rule_can_be_turned_off() {
    assert_eq!(twice(&[("free_kick_faults", 0.0)], true, 2).now(), "play_on");
}
