//! The ball over the lines.

use crate::stage::*;
use rcssgym::disc::Command;

/// Lets a player touch the ball last, near the given place, and then the ball goes out.
fn out(side: Option<Side>, from: [f64; 2], velocity: [f64; 2]) -> Stage {
    let mut stage = Stage::in_play(&[]);
    if let Some(side) = side {
        stage.ball(from[0], from[1], 0.0, 0.0);
        stage.kick(side, 2, 1.0, 0.0);
        stage.step(1);
        stage.put(side, 2, -side.sign() * 20.0, -30.0, 0.0);
    }
    stage.ball(from[0], from[1], velocity[0], velocity[1]);
    stage.step(1);
    stage
}

use rcssgym::disc::Side;

#[test]
fn over_the_goal_line_of_the_last_toucher_it_is_a_corner() {
    for (y, corner) in [(20.0, 33.0), (-20.0, -33.0)] {
        let stage = out(Some(Right), [52.0, y], [1.0, 0.0]);
        assert_eq!(stage.now(), "corner_kick_l");
        near(stage.ball_at(), [51.5, corner]);
        let stage = out(Some(Left), [-52.0, y], [-1.0, 0.0]);
        assert_eq!(stage.now(), "corner_kick_r");
        near(stage.ball_at(), [-51.5, corner]);
    }
}

#[test]
fn over_the_others_goal_line_it_is_a_goal_kick() {
    for (y, corner) in [(20.0, 9.16), (-20.0, -9.16)] {
        let stage = out(Some(Left), [52.0, y], [1.0, 0.0]);
        assert_eq!(stage.now(), "goal_kick_r");
        near(stage.ball_at(), [47.0, corner]);
        let stage = out(Some(Right), [-52.0, y], [-1.0, 0.0]);
        assert_eq!(stage.now(), "goal_kick_l");
        near(stage.ball_at(), [-47.0, corner]);
    }
    assert_eq!(out(None, [52.0, 20.0], [1.0, 0.0]).now(), "goal_kick_r", "nobody touched it");
}

#[test]
fn over_the_side_line_it_is_a_kick_in_for_the_other_side() {
    let stage = out(Some(Left), [10.0, 33.8], [0.4, 1.0]);
    assert_eq!(stage.now(), "kick_in_r");
    near(stage.ball_at(), [10.4, 34.0]);
    let stage = out(Some(Right), [10.0, -33.8], [0.4, -1.0]);
    assert_eq!(stage.now(), "kick_in_l");
    near(stage.ball_at(), [10.4, -34.0]);
    let stage = out(Some(Left), [10.0, 33.5], [0.0, 0.58]);
    assert_eq!(stage.now(), "play_on", "34.08 is not wholly out");
}

#[test]
fn the_margin_of_corner_kicks_is_a_parameter() {
    let mut stage = Stage::in_play(&[("ckick_margin", 2.0)]);
    stage.ball(51.0, 20.0, 0.0, 0.0);
    stage.kick(Right, 2, 1.0, 0.0);
    stage.ball(52.0, 20.0, 1.0, 0.0);
    stage.step(1);
    near(stage.ball_at(), [50.5, 32.0]);
}

#[test]
fn with_nobody_to_blame_the_ball_is_dropped() {
    let mut stage = out(None, [10.0, 33.8], [0.0, 1.0]);
    assert_eq!(stage.said(), ["drop_ball", "play_on"]);
    near(stage.ball_at(), [10.0, 34.0]);
}

#[test]
fn of_two_kicks_in_one_cycle_the_stronger_counts() {
    for (left, right, mode) in [(80.0, 20.0, "kick_in_r"), (20.0, 80.0, "kick_in_l")] {
        let mut stage = Stage::in_play(&[]);
        stage.ball(10.0, 33.5, 0.0, 0.0);
        stage.put(Left, 2, 9.5, 33.0, 45.0);
        stage.put(Right, 2, 10.5, 33.0, 135.0);
        stage.act(Left, 2, Command::Kick(left, 45.0));
        stage.act(Right, 2, Command::Kick(right, -45.0));
        stage.step(1);
        assert_eq!(stage.now(), mode);
    }
}
