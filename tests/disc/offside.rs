//! Offside.

use crate::stage::*;
use rcssgym::disc::{Command, Lot};

/// Puts left's number 2 at the ball at (5, 0) and number 3 at the given place. Right's last two
/// defenders are at x = 50 and x = `line`, the others behind the ball.
fn attack(mate: [f64; 2], line: f64) -> Stage {
    let mut stage = Stage::in_play(&[]);
    stage.put(Right, 1, 50.0, 10.0, 180.0);
    stage.put(Right, 2, line, -20.0, 180.0);
    stage.put(Right, 3, -10.0, -20.0, 180.0);
    stage.put(Right, 4, -12.0, -20.0, 180.0);
    stage.put(Left, 3, mate[0], mate[1], 0.0);
    stage.ball(5.0, 0.0, 0.0, 0.0);
    stage.step(1);
    stage.said();
    stage
}

/// Plays the pass, and then puts the ball at number 3.
fn pass(stage: &mut Stage) {
    stage.kick(Left, 2, 30.0, 0.0);
    stage.step(1);
    let [x, y] = stage.at(Left, 3);
    stage.ball(x + 0.7, y, 0.0, 0.0);
}

#[test]
fn who_was_beyond_the_second_last_opponent_and_kicks_is_offside() {
    let mut stage = attack([30.0, 2.0], 25.0);
    pass(&mut stage);
    assert_eq!(stage.now(), "play_on", "being there is not enough");
    stage.act(Left, 3, Command::Kick(10.0, 0.0));
    assert_eq!(stage.said(), ["offside_l"]);
    near(stage.ball_at(), [25.0, 2.0]);
    stage.until_change(40);
    assert_eq!(stage.now(), "free_kick_r");
}

#[test]
fn level_with_the_second_last_opponent_or_behind_the_ball_is_onside() {
    for (mate, line) in [([25.0, 2.0], 25.0), ([4.0, 2.0], -30.0), ([20.0, 2.0], 25.0)] {
        let mut stage = attack(mate, line);
        pass(&mut stage);
        stage.act(Left, 3, Command::Kick(10.0, 0.0));
        assert_eq!(stage.now(), "play_on", "{mate:?} {line}");
    }
}

#[test]
fn the_ball_is_the_line_if_it_is_farther_forward() {
    let mut stage = attack([30.0, 2.0], 2.0);
    pass(&mut stage);
    stage.act(Left, 3, Command::Kick(10.0, 0.0));
    near(stage.ball_at(), [5.0, 2.0]);
}

#[test]
fn with_fewer_than_two_opponents_in_their_half_the_halfway_line_is_the_line() {
    let mut stage = attack([3.0, 2.0], -20.0);
    stage.ball(-5.0, 0.0, 0.0, 0.0);
    pass(&mut stage);
    stage.act(Left, 3, Command::Kick(10.0, 0.0));
    near(stage.ball_at(), [0.0, 2.0]);
    assert_eq!(stage.now(), "offside_l");
}

#[test]
fn no_one_is_offside_after_goal_kick_kick_in_and_corner() {
    for mode in ["goal_kick_l", "kick_in_l", "corner_kick_l", "free_kick_l"] {
        let mut stage = attack([30.0, 2.0], 25.0);
        stage.mode(mode);
        pass(&mut stage);
        stage.mode("play_on");
        stage.act(Left, 3, Command::Kick(10.0, 0.0));
        let expected = if mode == "free_kick_l" { "offside_l" } else { "play_on" };
        assert_eq!(stage.now(), expected, "{mode}");
    }
}

#[test]
fn a_tackle_and_a_collision_count_as_a_kick() {
    let mut stage = attack([30.0, 2.0], 25.0);
    pass(&mut stage);
    stage.fate.events = vec![(Lot::Tackle, true)];
    stage.act(Left, 3, Command::Tackle(0.0, false));
    assert_eq!(stage.now(), "offside_l");
    let mut stage = attack([30.0, 2.0], 25.0);
    pass(&mut stage);
    let [x, y] = stage.ball_at();
    stage.put(Left, 3, x - 0.2, y, 0.0);
    assert_eq!(stage.now(), "offside_l");
}

#[test]
fn a_failed_try_counts_near_the_ball() {
    for (distance, mode) in [(2.4, "offside_l"), (2.6, "play_on")] {
        let mut stage = attack([30.0, 2.0], 25.0);
        pass(&mut stage);
        let [x, y] = stage.at(Left, 3);
        stage.ball(x + distance, y, 0.0, 0.0);
        stage.act(Left, 3, Command::Kick(50.0, 0.0));
        assert_eq!(stage.now(), mode, "kick at {distance}");
    }
    let mut stage = attack([30.0, 2.0], 25.0);
    pass(&mut stage);
    stage.fate.events = vec![(Lot::Tackle, false)];
    stage.act(Left, 3, Command::Tackle(0.0, false));
    assert_eq!(stage.now(), "offside_l");
}

#[test]
fn two_touches_in_one_cycle_clear_everyone() {
    let mut stage = attack([30.0, 2.0], 25.0);
    stage.put(Right, 3, 5.6, 0.5, 180.0);
    stage.kick(Left, 2, 30.0, 0.0);
    stage.act(Right, 3, Command::Kick(10.0, 0.0));
    stage.step(1);
    let [x, y] = stage.at(Left, 3);
    stage.ball(x + 0.7, y, 0.0, 0.0);
    stage.act(Left, 3, Command::Kick(10.0, 0.0));
    assert_eq!(stage.now(), "play_on");
}

#[test]
fn the_spot_is_not_in_the_goal_area_and_inside_the_pitch() {
    for (mate, line, spot) in [
        ([51.0, 3.0], 49.0, [47.0, 9.16]),
        ([51.0, -3.0], 49.0, [47.0, -9.16]),
        ([40.0, 33.8], 35.0, [35.0, 33.0]),
    ] {
        let mut stage = attack(mate, line);
        stage.put(Right, 1, 52.0, 20.0, 180.0);
        pass(&mut stage);
        stage.act(Left, 3, Command::Kick(10.0, 0.0));
        assert_eq!(stage.now(), "offside_l");
        near(stage.ball_at(), spot);
    }
}

#[test]
fn offenders_leave_the_spot_and_the_offside_half() {
    let mut stage = attack([30.0, 2.0], 25.0);
    pass(&mut stage);
    stage.act(Left, 3, Command::Kick(10.0, 0.0));
    stage.put(Left, 2, 24.0, 2.0, 0.0);
    stage.put(Left, 4, 40.0, -10.0, 0.0);
    stage.step(1);
    near(stage.at(Left, 2), [22.5, 2.0]);
    near(stage.at(Left, 4), [25.0 - 9.15, -10.0]);
}

#[test]
fn the_other_side_is_judged_alike() {
    let mut stage = Stage::in_play(&[]);
    stage.put(Left, 1, -50.0, 10.0, 0.0);
    stage.put(Left, 2, -25.0, -20.0, 0.0);
    stage.put(Left, 3, 10.0, -20.0, 0.0);
    stage.put(Left, 4, 12.0, -20.0, 0.0);
    stage.put(Right, 3, -30.0, 2.0, 0.0);
    stage.ball(-5.0, 0.0, 0.0, 0.0);
    stage.put(Right, 2, -4.3, 0.0, 180.0);
    stage.act(Right, 2, Command::Kick(30.0, 0.0));
    stage.step(1);
    stage.ball(-29.3, 2.0, 0.0, 0.0);
    stage.act(Right, 3, Command::Kick(10.0, 0.0));
    assert_eq!(stage.now(), "offside_r");
    near(stage.ball_at(), [-25.0, 2.0]);
}

#[test]
fn the_rule_can_be_turned_off() {
    let mut stage = Stage::in_play(&[("use_offside", 0.0)]);
    stage.put(Left, 3, 30.0, 2.0, 0.0);
    stage.ball(5.0, 0.0, 0.0, 0.0);
    pass(&mut stage);
    stage.act(Left, 3, Command::Kick(10.0, 0.0));
    assert_eq!(stage.now(), "play_on");
}
