//! Catches.

use crate::stage::*;
use rcssgym::disc::Command;

/// Lets the left goalie catch a ball at a point.
fn caught(x: f64, y: f64) -> Stage {
    let mut stage = Stage::in_play(&[]);
    stage.ball(x, y, 0.0, 0.0);
    stage.put(Left, 1, x - 0.9, y, 0.0);
    stage.act(Left, 1, Command::Catch(0.0));
    stage
}

#[test]
fn a_catch_is_a_free_kick_where_the_ball_is() {
    let mut stage = caught(-45.0, 5.0);
    assert_eq!(stage.said(), ["goalie_catch_ball_l", "free_kick_l"]);
    near(stage.ball_at(), [-45.0, 5.0]);
    assert_eq!(stage.world.game.ball.holder, Some(0));
    stage.step(3);
    assert_eq!(stage.now(), "free_kick_l");
}

#[test]
fn outside_of_the_own_area_it_is_a_fault() {
    let mut stage = caught(-30.0, 5.0);
    assert_eq!(stage.said(), ["goalie_catch_ball_l", "catch_fault_l"]);
    near(stage.ball_at(), [-30.0, 5.0]);
    stage.until_change(40);
    assert_eq!(stage.now(), "free_kick_r");
    assert_eq!(caught(-35.93, 5.0).now(), "free_kick_l", "a ball partly inside");
    assert_eq!(caught(-35.9, 5.0).now(), "catch_fault_l");
    assert_eq!(caught(45.0, 5.0).now(), "catch_fault_l", "in the other area as well");
}

#[test]
fn carrying_the_ball_out_of_the_area_is_a_fault() {
    let mut stage = caught(-37.0, 5.0);
    stage.put(Left, 1, -35.5, 5.0, 0.0);
    stage.step(1);
    assert_eq!(stage.now(), "catch_fault_l");
    let mut stage = caught(-37.0, 5.0);
    stage.step(1);
    stage.act(Left, 1, Command::Move(-37.0, 20.3));
    stage.step(1);
    assert_eq!(stage.now(), "catch_fault_l", "by a move too");
}

#[test]
fn a_fault_at_the_edge_of_the_area_is_taken_outside_of_it() {
    let mut stage = caught(-37.0, 5.0);
    stage.put(Left, 1, -36.5, 20.0, 90.0);
    stage.step(1);
    assert_eq!(stage.now(), "catch_fault_l");
    let [x, y] = stage.ball_at();
    assert!(x > -36.0 || y > 20.16, "{x} {y}");
}

#[test]
fn catches_in_set_plays_are_in_vain() {
    for mode in ["free_kick_l", "kick_in_r", "drop_ball", "goal_kick_l"] {
        let mut stage = Stage::in_play(&[]);
        stage.ball(-45.0, 5.0, 0.0, 0.0);
        stage.mode(mode);
        stage.said();
        stage.put(Left, 1, -45.9, 5.0, 0.0);
        stage.act(Left, 1, Command::Catch(0.0));
        assert!(stage.said().is_empty(), "{mode}");
        assert_eq!(stage.now(), mode);
    }
}
