//! Fouls and cards.

use crate::stage::*;
use rcssgym::disc::{Card, Command, Lot, flags};

/// Right's number 2 has the ball at (0.9, 0) and faces it; left's number 2 comes from behind, so
/// that the victim is between them and the ball. `dashed`: the victim runs.
fn duel(dashed: bool) -> Stage {
    let mut stage = Stage::in_play(&[]);
    stage.put(Left, 2, 0.0, 0.0, 0.0);
    stage.put(Right, 2, 0.7, 0.1, 0.0);
    stage.ball(1.3, 0.0, 0.0, 0.0);
    if dashed {
        stage.act(Right, 2, Command::Dash(1.0, 0.0));
    }
    stage.fate.events = vec![(Lot::Tackle, true), (Lot::Foul, true), (Lot::Card, false)];
    stage.said();
    stage
}

fn tackle(stage: &mut Stage, intentional: bool) -> Vec<String> {
    stage.act(Left, 2, Command::Tackle(0.0, intentional));
    stage.said()
}

#[test]
fn an_intentional_foul_freezes_the_victim_seen_or_not() {
    for seen in [true, false] {
        let mut stage = duel(false);
        stage.fate.events[1] = (Lot::Foul, seen);
        let said = tackle(&mut stage, true);
        assert_eq!(said, if seen { vec!["foul_charge_l"] } else { vec![] });
        assert_eq!(stage.player(Right, 2).foul_cycles, 5);
        assert!(stage.player(Right, 2).flags & flags::FOUL_CHARGED != 0);
    }
}

#[test]
fn it_is_seen_with_the_probability_of_the_tacklers_type() {
    let mut stage = duel(false);
    tackle(&mut stage, true);
    assert!(stage.fate.asked.contains(&(Lot::Foul, Some(1), 0.5)));
}

#[test]
fn bringing_down_a_runner_is_a_yellow_card() {
    let mut stage = duel(true);
    assert_eq!(tackle(&mut stage, true), ["foul_charge_l", "yellow_card_l_2"]);
    assert_eq!(stage.player(Left, 2).card, Card::Yellow);
    stage.step(1);
    assert!(stage.player(Left, 2).flags & flags::YELLOW_CARD != 0);
}

#[test]
fn a_dash_of_the_cycle_before_counts() {
    for (cycles, said) in [(1, 2), (2, 1)] {
        let mut stage = duel(true);
        for _ in 0..cycles {
            stage.step(1);
        }
        stage.put(Left, 2, 0.0, 0.0, 0.0);
        stage.put(Right, 2, 0.7, 0.1, 0.0);
        stage.ball(1.3, 0.0, 0.0, 0.0);
        assert_eq!(tackle(&mut stage, true).len(), said, "{cycles} cycles ago");
    }
}

#[test]
fn a_card_needs_a_victim_between_tackler_and_ball_who_faces_it() {
    for (why, x, y, degrees, ball) in [
        ("farther than the ball", 1.5, 0.1, 0.0, 0.8),
        ("beside the way", 0.7, 0.65, 0.0, 1.3),
        ("behind the tackler", -0.2, 0.57, 0.0, 0.65),
        ("facing the tackler", 0.7, 0.1, 100.0, 1.3),
    ] {
        let mut stage = duel(true);
        stage.put(Right, 2, x, y, degrees);
        stage.put(Left, 2, 0.0, 0.0, 0.0);
        stage.ball(ball, 0.0, 0.0, 0.0);
        assert_eq!(tackle(&mut stage, true), ["foul_charge_l"], "{why}");
    }
}

#[test]
fn a_red_card_is_drawn_with_its_probability() {
    let mut stage = duel(true);
    stage.fate.events[2] = (Lot::Card, true);
    assert_eq!(tackle(&mut stage, true), ["foul_charge_l", "red_card_l_2"]);
    assert!(stage.fate.asked.contains(&(Lot::Card, Some(1), 0.0)));
    assert!(!stage.player(Left, 2).connected);
}

#[test]
fn a_plain_tackle_is_a_foul_against_a_runner_alone() {
    let mut stage = duel(true);
    assert_eq!(tackle(&mut stage, false), ["foul_charge_l"]);
    assert_eq!(stage.player(Right, 2).foul_cycles, 0, "nobody is frozen");
    let mut stage = duel(false);
    assert!(tackle(&mut stage, false).is_empty());
    assert!(!stage.fate.asked.iter().any(|(lot, _, _)| *lot == Lot::Foul));
    let mut stage = duel(true);
    stage.fate.events[2] = (Lot::Card, true);
    assert_eq!(tackle(&mut stage, false), ["foul_charge_l", "yellow_card_l_2"]);
}

#[test]
fn an_opponent_must_be_able_to_kick() {
    let mut stage = duel(true);
    stage.put(Right, 2, 0.7, 1.5, 0.0);
    assert!(tackle(&mut stage, true).is_empty());
}

#[test]
fn failed_tackles_are_no_fouls() {
    let mut stage = duel(true);
    stage.fate.events[0] = (Lot::Tackle, false);
    assert!(tackle(&mut stage, true).is_empty());
    assert_eq!(stage.player(Right, 2).foul_cycles, 0);
}

/// Lets left's number 2 commit a foul where they stand; returns the spot and the mode that follows.
fn foul_at(x: f64, y: f64) -> ([f64; 2], &'static str) {
    let mut stage = Stage::in_play(&[]);
    stage.put(Left, 2, x, y, 0.0);
    stage.put(Right, 2, x + 0.7, y + 0.1, 0.0);
    stage.ball(x + 1.3, y, 0.0, 0.0);
    stage.fate.events = vec![(Lot::Tackle, true), (Lot::Foul, true)];
    stage.act(Left, 2, Command::Tackle(0.0, true));
    assert_eq!(stage.now(), "foul_charge_l");
    let spot = stage.ball_at();
    stage.until_change(40);
    (spot, stage.now())
}

#[test]
fn the_free_kick_is_taken_where_the_tackler_was() {
    let (spot, mode) = foul_at(10.0, 5.0);
    near(spot, [10.0, 5.0]);
    assert_eq!(mode, "free_kick_r");
}

#[test]
fn in_the_own_area_it_is_indirect_and_out_of_the_goal_area() {
    let (spot, mode) = foul_at(-45.0, 5.0);
    near(spot, [-45.0, 5.0]);
    assert_eq!(mode, "indirect_free_kick_r");
    let (spot, mode) = foul_at(-50.0, 5.0);
    near(spot, [-47.0, 5.0]);
    assert_eq!(mode, "indirect_free_kick_r");
}

#[test]
fn in_the_victims_area_it_is_taken_outside() {
    let (spot, mode) = foul_at(45.0, 5.0);
    near(spot, [36.0, 20.16]);
    assert_eq!(mode, "free_kick_r");
}

#[test]
fn the_second_yellow_card_is_red_and_sends_the_player_off() {
    let mut stage = duel(true);
    tackle(&mut stage, true);
    stage.step(40);
    stage.mode("play_on");
    stage.put(Left, 2, 0.0, 0.0, 0.0);
    stage.put(Right, 2, 0.7, 0.1, 0.0);
    stage.ball(1.3, 0.0, 0.0, 0.0);
    stage.act(Right, 2, Command::Dash(1.0, 0.0));
    stage.said();
    let said = tackle(&mut stage, true);
    assert_eq!(said, ["foul_charge_l", "yellow_card_l_2", "red_card_l_2"]);
    let player = *stage.player(Left, 2);
    assert!(!player.connected && player.card == Card::Red);
    assert_eq!(player.flags, flags::RED_CARD);
    stage.act(Left, 2, Command::Dash(100.0, 0.0));
    stage.step(1);
    assert_eq!(stage.player(Left, 2).position, player.position);
}

#[test]
fn half_of_the_intentional_fouls_are_seen() {
    let seen = count(|seed| {
        let mut stage = duel(false);
        stage.reseed(seed);
        stage.fate.events = vec![(Lot::Tackle, true)];
        !tackle(&mut stage, true).is_empty()
    });
    assert!(HALF_OF_400.contains(&seen), "{seen}");
}
