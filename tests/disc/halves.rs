//! Halves, extra time, the end.

use crate::stage::*;
use rcssgym::disc::Command;

const SHORT: [(&str, f64); 4] = [
    ("half_time", 2.0),
    ("extra_half_time", 1.0),
    ("penalty_shoot_outs", 0.0),
    ("use_offside", 0.0),
];

fn started(parameters: &[(&str, f64)]) -> Stage {
    let all: Vec<_> = SHORT.iter().chain(parameters).copied().collect();
    let mut stage = Stage::with(&all);
    stage.scatter();
    stage.start();
    stage.mode("play_on");
    stage.said();
    stage
}

/// Plays to the end of the half.
fn half(stage: &mut Stage) {
    stage.mode("play_on");
    stage.said();
    stage.until_change(100);
}

#[test]
fn a_half_ends_with_the_ball_at_the_centre() {
    let mut stage = started(&[]);
    stage.ball(20.0, 10.0, 0.5, 0.0);
    stage.step(19);
    assert_eq!(stage.clock(), [19, 0]);
    stage.step(1);
    assert_eq!(stage.said(), ["half_time", "before_kick_off"]);
    assert_eq!(stage.clock(), [20, 0]);
    near(stage.ball_at(), [0.0, 0.0]);
    stage.step(5);
    assert_eq!(stage.clock(), [20, 5]);
}

#[test]
fn left_kicks_off_even_halves_and_right_odd_ones() {
    let mut stage = Stage::with(&SHORT);
    stage.scatter();
    for mode in ["kick_off_l", "kick_off_r", "kick_off_l", "kick_off_r"] {
        stage.start();
        assert_eq!(stage.now(), mode);
        half(&mut stage);
    }
    assert_eq!(stage.now(), "time_over");
}

#[test]
fn the_side_that_kicks_off_next_may_stay_in_the_circle() {
    let mut stage = started(&[]);
    half(&mut stage);
    stage.put(Left, 2, -5.0, 0.0, 0.0);
    stage.put(Right, 2, 5.0, 0.0, 0.0);
    stage.step(1);
    near(stage.at(Left, 2), [-9.45 - 1e-5, 0.0]);
    near(stage.at(Right, 2), [5.0, 0.0]);
}

#[test]
fn a_lead_in_extra_time_does_not_end_it() {
    let mut stage = started(&[]);
    for _ in 0..2 {
        half(&mut stage);
        stage.start();
    }
    stage.world.game.score[0].goals = 1;
    half(&mut stage);
    assert_eq!(stage.said(), ["time_extended", "before_kick_off"]);
    stage.start();
    half(&mut stage);
    assert_eq!(stage.said(), ["time_up", "time_over"]);
}

#[test]
fn time_is_set_to_the_end_of_the_half() {
    let mut stage = started(&[]);
    stage.step(19);
    stage.world.game.cycle = 25;
    stage.step(1);
    assert_eq!(stage.clock(), [20, 0]);
}

/// Returns stamina and capacity of a tired player after the given half has started.
fn recovered(half_number: usize) -> [f64; 2] {
    let mut stage = started(&[]);
    for _ in 0..half_number {
        half(&mut stage);
        stage.start();
    }
    stage.mode("before_kick_off");
    let cycle = [0, 20, 40, 50][half_number];
    stage.world.game.cycle = cycle;
    let player = &mut stage.world.game.players[1];
    (player.stamina, player.capacity) = (3000.0, 1000.0);
    stage.start();
    [stage.player(Left, 2).stamina, stage.player(Left, 2).capacity]
}

#[test]
fn normal_halves_begin_with_everybody_recovered() {
    assert_eq!(recovered(0), [8000.0, 130_600.0]);
    assert_eq!(recovered(1), [8000.0, 130_600.0]);
    assert_eq!(recovered(2), [3000.0, 1000.0], "not extra ones");
}

#[test]
fn extra_time_begins_with_full_capacity_alone() {
    let mut stage = started(&[]);
    half(&mut stage);
    stage.start();
    let player = &mut stage.world.game.players[1];
    (player.stamina, player.recovery, player.capacity) = (3000.0, 0.5, 50.0);
    half(&mut stage);
    assert_eq!(stage.now(), "before_kick_off");
    assert!(stage.player(Left, 2).capacity > 130_000.0);
    assert!(stage.player(Left, 2).stamina < 3600.0);
    let player = &mut stage.world.game.players[1];
    player.capacity = 50.0;
    stage.start();
    half(&mut stage);
    assert!(stage.player(Left, 2).capacity < 100.0, "the second extra half does not");
}

#[test]
fn the_game_ends_after_the_normal_halves_if_a_team_leads() {
    let mut stage = started(&[]);
    half(&mut stage);
    stage.start();
    stage.world.game.score[0].goals = 1;
    half(&mut stage);
    assert_eq!(stage.said(), ["time_up", "time_over"]);
    assert_eq!(stage.clock(), [40, 0]);
    let before = stage.at(Left, 2);
    stage.act(Left, 2, Command::Dash(100.0, 0.0));
    stage.step(3);
    assert_eq!(stage.clock(), [40, 3]);
    near(stage.at(Left, 2), before);
}

#[test]
fn a_drawn_game_is_extended_twice() {
    let mut stage = started(&[]);
    for (time, said) in [
        (20, vec!["half_time", "before_kick_off"]),
        (40, vec!["time_extended", "before_kick_off"]),
        (50, vec!["time_extended", "before_kick_off"]),
        (60, vec!["time_up", "time_over"]),
    ] {
        half(&mut stage);
        assert_eq!(stage.said(), said);
        assert_eq!(stage.clock()[0], time);
        if time < 60 {
            stage.start();
            stage.said();
        }
    }
}

#[test]
fn without_a_second_team_there_is_no_extra_time() {
    let mut stage = Stage::of_teams(&SHORT, [4, 0]);
    stage.scatter();
    stage.start();
    half(&mut stage);
    stage.start();
    half(&mut stage);
    assert_eq!(stage.said(), ["time_up_without_a_team", "time_over"]);
}

#[test]
fn a_golden_goal_ends_the_game_at_once() {
    let mut stage = started(&[("golden_goal", 1.0)]);
    half(&mut stage);
    stage.start();
    half(&mut stage);
    stage.start();
    stage.mode("play_on");
    stage.said();
    stage.ball(52.0, 1.0, 1.0, 0.0);
    stage.step(1);
    assert_eq!(stage.said(), ["goal_l_1", "time_over"]);
    let mut normal = started(&[("golden_goal", 1.0)]);
    normal.ball(52.0, 1.0, 1.0, 0.0);
    normal.step(1);
    assert_eq!(normal.now(), "goal_l", "in normal time it does not");
}

#[test]
fn a_lead_ends_extra_time_under_the_golden_goal_rule() {
    for (golden, said) in [(1.0, vec!["time_up", "time_over"]), (0.0, vec![])] {
        let mut stage = started(&[("golden_goal", golden)]);
        for _ in 0..2 {
            half(&mut stage);
            stage.start();
        }
        stage.mode("play_on");
        stage.step(3);
        stage.said();
        stage.world.game.score[1].goals = 1;
        stage.step(1);
        assert_eq!(stage.said(), said);
        assert_eq!(stage.clock(), [44, 0], "in the middle of the half");
    }
}
