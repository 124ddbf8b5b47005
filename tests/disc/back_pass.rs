//! Back passes.

use crate::stage::*;
use rcssgym::disc::{Command, Lot, Side, flags};

/// Lets the players (side, number) kick in turn, a cycle each; then the left goalie catches.
fn caught_after(parameters: &[(&str, f64)], kickers: &[(Side, u8)]) -> Stage {
    let mut stage = Stage::in_play(parameters);
    stage.ball(-45.0, 5.0, 0.0, 0.0);
    for &(side, unum) in kickers {
        stage.kick(side, unum, 2.0, 0.0);
        stage.step(1);
        stage.put(side, unum, -10.0, -20.0, 0.0);
    }
    catch(&mut stage);
    stage
}

fn catch(stage: &mut Stage) {
    let [x, y] = stage.ball_at();
    stage.put(Left, 1, x - 0.9, y, 0.0);
    stage.act(Left, 1, Command::Catch(0.0));
}

#[test]
fn catching_a_team_mates_kick_is_a_fault() {
    let mut stage = caught_after(&[], &[(Left, 2)]);
    assert_eq!(stage.said(), ["goalie_catch_ball_l", "back_pass_l"]);
    assert!(stage.player(Left, 2).flags & flags::BACK_PASS != 0);
    stage.until_change(40);
    assert_eq!(stage.now(), "indirect_free_kick_r");
}

#[test]
fn a_passer_who_has_left_is_shown_without_a_flag() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(-45.0, 5.0, 0.0, 0.0);
    stage.kick(Left, 2, 2.0, 0.0);
    stage.step(1);
    stage.act(Left, 2, Command::Bye);
    catch(&mut stage);
    assert_eq!(stage.said(), ["goalie_catch_ball_l", "back_pass_l"]);
    assert_eq!(stage.player(Left, 2).flags, 0);
}

#[test]
fn catching_an_opponents_kick_is_none() {
    assert_eq!(caught_after(&[], &[(Left, 2), (Right, 2)]).now(), "free_kick_l");
    assert_eq!(caught_after(&[], &[]).now(), "free_kick_l");
}

#[test]
fn the_goalies_own_kick_is_one_unless_an_opponent_kicked_before() {
    assert_eq!(caught_after(&[], &[(Left, 1)]).now(), "back_pass_l");
    assert_eq!(caught_after(&[], &[(Right, 2), (Left, 1)]).now(), "free_kick_l");
}

#[test]
fn touches_of_both_teams_in_one_cycle_clear_it() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(-45.0, 5.0, 0.0, 0.0);
    stage.put(Left, 2, -45.5, 5.5, 0.0);
    stage.put(Right, 2, -45.5, 4.5, 0.0);
    stage.act(Left, 2, Command::Kick(2.0, 0.0));
    stage.act(Right, 2, Command::Kick(2.0, 0.0));
    stage.step(1);
    catch(&mut stage);
    assert_eq!(stage.now(), "free_kick_l");
}

#[test]
fn a_change_of_mode_clears_it() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(-45.0, 5.0, 0.0, 0.0);
    stage.kick(Left, 2, 2.0, 0.0);
    stage.step(1);
    stage.put(Left, 2, -10.0, -20.0, 0.0);
    stage.mode("pause");
    stage.mode("play_on");
    catch(&mut stage);
    assert_eq!(stage.now(), "free_kick_l");
}

#[test]
fn a_punch_counts_as_a_catch() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(-45.0, 5.0, 0.0, 0.0);
    stage.kick(Left, 2, 2.0, 0.0);
    stage.step(1);
    stage.put(Left, 2, -10.0, -20.0, 0.0);
    stage.fate.events = vec![(Lot::Catch, false)];
    catch(&mut stage);
    assert_eq!(stage.now(), "back_pass_l");
}

#[test]
fn the_spot_is_out_of_the_goal_area() {
    let mut stage = Stage::in_play(&[]);
    stage.ball(-49.0, 5.0, 0.0, 0.0);
    stage.kick(Left, 2, 1.0, 0.0);
    stage.step(1);
    stage.put(Left, 2, -10.0, -20.0, 0.0);
    catch(&mut stage);
    assert_eq!(stage.now(), "back_pass_l");
    near(stage.ball_at(), [-47.0, 5.0]);
}

#[test]
fn the_rule_can_be_turned_off() {
    assert_eq!(caught_after(&[("back_passes", 0.0)], &[(Left, 2)]).now(), "free_kick_l");
}
