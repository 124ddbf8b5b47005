//! Kick-offs: own halves, the circle, and which team kicks off.

use crate::stage::*;
use rcssgym::disc::{Lot, Vec2};

#[test]
fn before_it_players_in_the_wrong_half_go_to_a_random_point_of_their_own() {
    let mut stage = Stage::new();
    stage.scatter();
    stage.fate.points = vec![(Lot::Placement, Vec2::new(-33.0, 12.0))];
    stage.put(Left, 2, 20.0, 5.0, 0.0);
    stage.step(1);
    near(stage.at(Left, 2), [-33.0, 12.0]);
    stage.fate.points.clear();
    for _ in 0..200 {
        stage.put(Right, 2, -20.0, 5.0, 0.0);
        stage.step(1);
        let [x, y] = stage.at(Right, 2);
        assert!((0.0..=52.5).contains(&x) && y.abs() <= 34.0, "{x} {y}");
    }
    assert!(stage.fate.asked.contains(&(Lot::Placement, Some(12), 0.0)));
}

#[test]
fn in_it_they_go_back_to_the_line() {
    let mut stage = Stage::new();
    stage.scatter();
    stage.mode("kick_off_l");
    stage.put(Left, 2, 20.0, 25.0, 0.0);
    stage.put(Right, 2, -20.0, -25.0, 0.0);
    stage.step(1);
    near(stage.at(Left, 2), [-0.3, 25.0]);
    near(stage.at(Right, 2), [0.3, -25.0]);
}

#[test]
fn who_does_not_kick_off_leaves_the_circle() {
    let mut stage = Stage::new();
    stage.scatter();
    stage.mode("kick_off_r");
    stage.put(Left, 2, -5.0, 0.0, 0.0);
    stage.put(Right, 2, 5.0, 0.0, 0.0);
    stage.step(1);
    near(stage.at(Left, 2), [-9.45 - 1e-5, 0.0]);
    near(stage.at(Right, 2), [5.0, 0.0]);
}

#[test]
fn a_parameter_lets_them_stay_in_the_wrong_half() {
    let mut stage = Stage::with(&[("forbid_kick_off_offside", 0.0)]);
    stage.scatter();
    stage.mode("kick_off_l");
    stage.put(Left, 2, 20.0, 25.0, 0.0);
    stage.step(1);
    near(stage.at(Left, 2), [20.0, 25.0]);
}

#[test]
fn the_game_kicks_off_by_itself_in_auto_mode() {
    let parameters = [("auto_mode", 1.0), ("kick_off_wait", 12.0), ("connect_wait", 30.0)];
    let mut full = Stage::of_teams(&parameters, [11, 11]);
    assert_eq!(full.until_change(20), 12);
    assert_eq!(full.now(), "kick_off_l");
    let mut short = Stage::of_teams(&parameters, [11, 10]);
    assert_eq!(short.until_change(40), 30);
    let mut never = Stage::of_teams(&[], [11, 11]);
    never.step(400);
    assert_eq!(never.now(), "before_kick_off");
}

#[test]
fn the_random_point_is_anywhere_in_the_half() {
    let drawn = |seed: u64| {
        let mut stage = Stage::new();
        stage.scatter();
        stage.reseed(seed);
        stage.put(Left, 2, 20.0, 5.0, 0.0);
        stage.step(1);
        stage.at(Left, 2)
    };
    assert!(HALF_OF_400.contains(&count(|seed| drawn(seed)[0] < -26.25)));
    assert!(HALF_OF_400.contains(&count(|seed| drawn(seed)[1] < 0.0)));
}
