//! Goal kicks.

use crate::stage::*;
use rcssgym::disc::Command;

fn goal_kick(parameters: &[(&str, f64)]) -> Stage {
    let mut stage = Stage::in_play(parameters);
    stage.ball(-47.0, 9.16, 0.0, 0.0);
    stage.mode("goal_kick_l");
    stage.step(1);
    stage.said();
    stage
}

#[test]
fn opponents_are_moved_to_the_nearest_edge_of_the_area() {
    let mut stage = goal_kick(&[]);
    stage.put(Right, 2, -37.0, -2.0, 0.0);
    stage.put(Right, 3, -45.0, -19.0, 0.0);
    stage.put(Left, 2, -38.0, 3.0, 0.0);
    stage.step(1);
    near(stage.at(Right, 2), [-36.0 + 0.3, -2.0]);
    near(stage.at(Right, 3), [-45.0, -20.16 - 0.3]);
    near(stage.at(Left, 2), [-38.0, 3.0]);
}

#[test]
fn nobody_is_moved_behind_the_goal_line() {
    let mut stage = goal_kick(&[]);
    stage.put(Right, 2, -51.5, -3.0, 0.0);
    stage.step(1);
    near(stage.at(Right, 2), [-36.0 + 0.3, -3.0]);
}

#[test]
fn the_ball_is_in_play_where_it_leaves_the_area() {
    let mut stage = goal_kick(&[]);
    stage.ball(-37.0, 9.0, 0.0, 0.0);
    stage.kick(Left, 2, 60.0, 0.0);
    assert_eq!(stage.now(), "goal_kick_l");
    stage.step(1);
    assert_eq!(stage.said(), ["play_on"]);
}

#[test]
fn an_opponents_touch_in_the_area_repeats_it() {
    let mut stage = goal_kick(&[]);
    stage.ball(-40.0, 9.0, 0.0, 0.0);
    stage.kick(Right, 2, 50.0, 0.0);
    assert_eq!(stage.said(), ["goal_kick_l"]);
    near(stage.ball_at(), [-47.0, 9.16]);
    stage.ball(-40.0, -9.0, 0.0, 0.0);
    stage.put(Right, 2, -40.2, -9.0, 0.0);
    assert_eq!(stage.said(), ["goal_kick_l"], "a collision as well");
    near(stage.ball_at(), [-47.0, -9.16]);
}

#[test]
fn team_mates_may_touch_it_in_the_area() {
    let mut stage = goal_kick(&[]);
    stage.kick(Left, 2, 5.0, 0.0);
    stage.step(1);
    stage.put(Left, 2, -50.0, -20.0, 0.0);
    stage.kick(Left, 3, 5.0, 0.0);
    assert_eq!(stage.now(), "goal_kick_l");
    assert!(stage.said().is_empty());
}

#[test]
fn proper_goal_kicks_are_repeated_after_a_team_mates_touch() {
    let mut stage = goal_kick(&[("proper_goal_kicks", 1.0)]);
    stage.kick(Left, 2, 20.0, 0.0);
    stage.step(1);
    stage.put(Left, 2, -50.0, -20.0, 0.0);
    stage.kick(Left, 3, 5.0, 0.0);
    assert_eq!(stage.said(), ["goal_kick_l"]);
    near(stage.ball_at(), [-47.0, 9.16]);
}

#[test]
fn proper_goal_kicks_are_repeated_if_the_ball_stops_and_lost_after_three() {
    let mut stage = goal_kick(&[("proper_goal_kicks", 1.0)]);
    for _ in 0..2 {
        stage.kick(Left, 2, 5.0, 0.0);
        let mut cycles = 0;
        while stage.said().is_empty() {
            stage.step(1);
            cycles += 1;
            assert!(cycles < 90, "repeated before the ball is dropped");
        }
        assert_eq!(stage.now(), "goal_kick_l");
        near(stage.ball_at(), [-47.0, 9.16]);
    }
    stage.kick(Left, 2, 5.0, 0.0);
    stage.until_change(90);
    assert_eq!(stage.now(), "free_kick_r");
    near(stage.ball_at(), [-36.0, 20.16]);
}

#[test]
fn the_taker_must_not_dash_and_kick_again() {
    let mut stage = goal_kick(&[]);
    stage.kick(Left, 2, 5.0, 0.0);
    stage.step(1);
    stage.act(Left, 2, Command::Dash(50.0, 0.0));
    stage.step(1);
    stage.kick(Left, 2, 5.0, 0.0);
    assert_eq!(stage.now(), "free_kick_fault_l");
}
