//! Where the ball is put, and which players are moved away from it.

use crate::stage::*;
use rcssgym::disc::Command;

const SIZE: f64 = 0.3;

#[test]
fn opponents_are_put_on_the_circle_at_rest() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(10.0, 5.0, 0.0, 0.0);
    stage.mode("free_kick_l");
    stage.put(Right, 2, 13.0, 9.0, 180.0);
    stage.act(Right, 2, Command::Dash(100.0, 0.0));
    stage.put(Left, 2, 12.0, 5.0, 0.0);
    stage.step(1);
    assert!((stage.gap(Right, 2) - (9.15 + SIZE + 1e-5)).abs() < 1e-9);
    assert_eq!(stage.player(Right, 2).velocity.length(), 0.0);
    near(stage.at(Left, 2), [12.0, 5.0]);
    let [x, y] = stage.at(Right, 2);
    assert!(x > 10.0 && y > 5.0, "radially: {x} {y}");
}

#[test]
fn set_plays_clear_in_every_cycle() {
    for mode in ["kick_off_l", "kick_in_l", "free_kick_l", "corner_kick_l", "indirect_free_kick_l"]
    {
        let mut stage = Stage::in_play(&[]);
        stage.ball(0.0, 0.0, 0.0, 0.0);
        stage.mode(mode);
        for _ in 0..3 {
            stage.put(Right, 2, 3.0, 1.0, 0.0);
            stage.step(1);
            assert!(stage.gap(Right, 2) > 9.15 + SIZE, "{mode}");
        }
    }
}

#[test]
fn a_goal_kick_clears_the_circle_once() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(-47.0, 9.16, 0.0, 0.0);
    stage.put(Right, 2, -40.0, 22.0, 0.0);
    stage.put(Right, 3, -34.0, 12.0, 0.0);
    stage.put(Right, 4, -40.5, 12.0, 0.0);
    stage.mode("goal_kick_l");
    assert!(stage.gap(Right, 4) > 9.15 + SIZE);
    stage.put(Right, 4, -40.0, 20.8, 0.0);
    stage.ball(-37.0, 19.0, 0.0, 0.0);
    stage.step(1);
    assert!(stage.gap(Right, 4) < 9.15, "not again: {}", stage.gap(Right, 4));
}

#[test]
fn players_put_into_each_other_are_parted_and_cleared_again() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(0.0, 0.0, 0.0, 0.0);
    stage.put(Right, 2, 3.0, 0.0, 0.0);
    stage.put(Right, 3, 6.0, 0.0, 0.0);
    stage.put(Right, 4, 8.0, 0.1, 0.0);
    stage.mode("free_kick_l");
    for unum in 2..=4 {
        assert!(stage.gap(Right, unum) > 9.15 + SIZE);
    }
    let gap = stage.player(Right, 2).position.distance(stage.player(Right, 3).position);
    assert!(gap >= 2.0 * SIZE, "{gap}");
}

#[test]
fn before_the_goal_the_circle_is_small() {
    for mode in ["illegal_defense_l", "back_pass_l", "foul_charge_l"] {
        let mut stage = Stage::in_play(&[("illegal_defense_number", 3.0)]);
        stage.ball(-45.0, 12.0, 0.0, 0.0);
        stage.mode(mode);
        stage.put(Left, 2, -45.0, 18.0, 0.0);
        stage.put(Left, 3, -43.0, 12.0, 0.0);
        stage.step(29);
        near(stage.at(Left, 2), [-45.0, 18.0]);
        assert!((stage.gap(Left, 3) - (5.5 + SIZE + 1e-5)).abs() < 1e-9, "{mode}");
    }
    let mut stage = Stage::in_play(&[]);
    stage.ball(-20.0, 12.0, 0.0, 0.0);
    stage.mode("foul_charge_l");
    stage.put(Left, 2, -20.0, 18.0, 0.0);
    stage.step(29);
    assert!(stage.gap(Left, 2) > 9.15, "a foul outside of the own area");
}

#[test]
fn defenders_may_stand_on_the_goal_line() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(-47.0, 2.0, 0.0, 0.0);
    stage.put(Left, 2, -52.5, 0.0, 0.0);
    stage.put(Left, 3, -48.0, 2.0, 0.0);
    stage.put(Left, 4, -53.0, -3.0, 0.0);
    stage.mode("indirect_free_kick_r");
    near(stage.at(Left, 2), [-52.5, 0.0]);
    near(stage.at(Left, 3), [-52.5, 2.0]);
    near(stage.at(Left, 4), [-53.0, -3.0]);
}

#[test]
fn beyond_the_corner_players_go_to_the_other_side() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(51.5, 33.0, 0.0, 0.0);
    stage.put(Right, 2, 53.0, 34.5, 0.0);
    stage.mode("corner_kick_l");
    let away = (9.15 + SIZE + 1e-5) / 2.0_f64.sqrt();
    near(stage.at(Right, 2), [51.5 - away, 33.0 - away]);
}

#[test]
fn players_stay_within_the_margin() {
    let mut stage = Stage::in_play(&[]);
    stage.put(Left, 2, 60.0, 10.0, 0.0);
    stage.put(Right, 2, -20.0, -45.0, 0.0);
    stage.step(1);
    near(stage.at(Left, 2), [57.5, 10.0]);
    near(stage.at(Right, 2), [-20.0, -39.0]);
    stage.ball(50.0, 33.0, 0.0, 0.0);
    stage.put(Right, 3, 50.0, 34.0, 0.0);
    stage.put(Right, 4, 51.0, 32.9, 0.0);
    stage.mode("kick_in_l");
    let along = |distance: f64| ((9.15 + SIZE).powi(2) - distance * distance).sqrt() + 1e-5;
    near(stage.at(Right, 3), [50.0 + along(6.0), 39.0]);
    near(stage.at(Right, 4), [57.5, 33.0 - along(7.5)]);
}

#[test]
fn a_ball_far_off_the_pitch_leaves_everyone_somewhere() {
    for (x, y, mode) in [
        (70.0, 0.0, "kick_in_l"),
        (0.0, 60.0, "free_kick_l"),
        (55.0, 2.0, "indirect_free_kick_l"),
        (-70.0, 50.0, "corner_kick_l"),
    ] {
        let mut stage = Stage::in_play(&[]);
        stage.ball(x, y, 0.0, 0.0);
        for unum in 2..=4 {
            stage.put(Right, unum, x, y + 2.0 * f64::from(unum) - 5.0, 0.0);
        }
        stage.mode(mode);
        for unum in 2..=4 {
            assert!(stage.player(Right, unum).position.is_finite(), "{mode}");
        }
    }
}

#[test]
fn free_kicks_are_taken_on_the_pitch_and_out_of_the_penalty_area() {
    for (point, spot) in [([45.0, 5.0], [36.0, 20.16]), ([45.0, -5.0], [36.0, -20.16])] {
        let mut stage = Stage::in_play(&[]);
        stage.put(Right, 1, point[0] - 0.7, point[1], 0.0);
        stage.ball(point[0], point[1], 0.0, 0.0);
        stage.mode("free_kick_r");
        stage.kick(Right, 1, 5.0, 0.0);
        stage.step(1);
        stage.act(Right, 1, Command::Dash(60.0, 0.0));
        stage.step(1);
        stage.kick(Right, 1, 5.0, 0.0);
        assert_eq!(stage.now(), "free_kick_fault_r");
        near(stage.ball_at(), spot);
    }
    let mut stage = Stage::in_play(&[]);
    stage.ball(20.0, 34.05, 0.0, 0.0);
    stage.mode("free_kick_r");
    stage.kick(Right, 2, 1.0, 0.0);
    stage.step(1);
    stage.act(Right, 2, Command::Dash(60.0, 180.0));
    stage.step(1);
    stage.ball(20.0, 34.08, 0.0, 0.0);
    stage.kick(Right, 2, 1.0, 0.0);
    assert_eq!(stage.now(), "free_kick_fault_r");
    near(stage.ball_at(), [20.0, 34.0]);
}
