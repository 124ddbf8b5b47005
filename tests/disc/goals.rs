//! Goals.

use crate::stage::*;
use rcssgym::disc::Command;

#[test]
fn a_goal_stops_the_ball_where_it_is_and_the_conceding_side_kicks_off() {
    let mut stage = Stage::in_play(&[]);
    stage.world.game.score[0].goals = 2;
    let cycle = stage.clock()[0];
    stage.ball(52.0, 1.0, 1.0, 0.1);
    stage.step(1);
    assert_eq!(stage.said(), ["goal_l_3"], "the mode itself is not announced");
    assert_eq!((stage.now(), stage.goals()), ("goal_l", [3, 0]));
    near(stage.ball_at(), [53.0, 1.1]);
    assert_eq!(stage.world.game.ball.velocity.length(), 0.0);
    stage.step(50);
    assert_eq!(stage.clock(), [cycle + 1, 50]);
    near(stage.ball_at(), [53.0, 1.1]);
    stage.step(1);
    assert_eq!(stage.now(), "kick_off_r");
    assert_eq!(stage.clock(), [cycle + 2, 0]);
    near(stage.ball_at(), [0.0, 0.0]);
}

#[test]
fn the_other_goal_is_the_other_sides() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(-52.0, -3.0, -1.0, 0.0);
    stage.step(1);
    assert_eq!(stage.said(), ["goal_r_1"]);
    stage.step(51);
    assert_eq!(stage.now(), "kick_off_l");
}

#[test]
fn the_ball_must_be_wholly_over_the_line_between_the_posts() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(52.0, 1.0, 0.58, 0.0);
    stage.step(1);
    assert_eq!(stage.now(), "play_on", "52.58");
    for (y, mode) in [(6.8, "goal_l"), (-6.8, "goal_l"), (7.4, "goal_kick_r")] {
        let mut stage = Stage::in_play(&[]);
        stage.ball(51.9, y, 1.0, 0.0);
        stage.step(1);
        assert_eq!(stage.now(), mode, "{y}");
    }
}

#[test]
fn the_way_of_the_last_step_counts() {
    // The ball is within the goal's width now, but was not where it crossed the line.
    let mut stage = Stage::in_play(&[]);
    stage.ball(51.0, 12.0, 0.0, 0.0);
    stage.step(1);
    stage.ball(54.0, 5.0, 0.0, 0.0);
    stage.step(1);
    assert_eq!(stage.now(), "goal_kick_r");
    // The goal reaches to the middle of the posts: half of 14.02, and .06.
    for (y, mode) in [(7.06, "goal_l"), (7.08, "goal_kick_r")] {
        let mut stage = Stage::in_play(&[]);
        stage.ball(51.0, y, 0.0, 0.0);
        stage.step(1);
        stage.ball(54.0, y, 0.0, 0.0);
        stage.step(1);
        assert_eq!(stage.now(), mode, "{y}");
    }
}

#[test]
fn an_indirect_free_kick_scores_only_by_another_player() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(50.5, 0.0, 0.0, 0.0);
    stage.mode("indirect_free_kick_l");
    stage.kick(Left, 2, 100.0, 0.0);
    stage.step(1);
    assert_eq!(stage.now(), "goal_kick_r");
    let mut stage = Stage::in_play(&[]);
    stage.ball(49.0, 0.0, 0.0, 0.0);
    stage.mode("indirect_free_kick_l");
    stage.kick(Left, 2, 10.0, 0.0);
    stage.step(1);
    stage.put(Left, 2, 30.0, 0.0, 0.0);
    stage.ball(50.5, 0.0, 0.0, 0.0);
    stage.kick(Left, 3, 100.0, 0.0);
    stage.step(1);
    assert_eq!(stage.now(), "goal_l");
}

#[test]
fn who_holds_the_ball_cannot_score() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(-45.0, 0.0, 0.0, 0.0);
    stage.put(Left, 1, -45.9, 0.0, 0.0);
    stage.act(Left, 1, Command::Catch(0.0));
    stage.step(1);
    assert!(stage.world.game.ball.holder.is_some());
    stage.put(Left, 1, 52.3, 0.0, 0.0);
    stage.step(1);
    assert_eq!(stage.goals(), [0, 0]);
    assert_eq!(stage.now(), "catch_fault_l");
}

#[test]
fn a_goalie_who_carries_it_into_the_own_goal_concedes() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(-50.0, 0.0, 0.0, 0.0);
    stage.put(Left, 1, -50.9, 0.0, 180.0);
    stage.act(Left, 1, Command::Catch(0.0));
    stage.act(Left, 1, Command::Turn(0.0));
    stage.step(1);
    if stage.world.game.ball.holder.is_none() {
        stage.put(Left, 1, -49.0, 0.0, 180.0);
        stage.step(6);
        stage.mode("play_on");
        stage.act(Left, 1, Command::Catch(0.0));
        stage.step(1);
    }
    assert!(stage.world.game.ball.holder.is_some());
    stage.put(Left, 1, -52.5, 0.0, 180.0);
    stage.step(1);
    assert_eq!(stage.goals(), [0, 1]);
}
