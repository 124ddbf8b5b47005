//! The shoot-out.

use crate::stage::*;
use rcssgym::disc::{Command, Lot, Side};
use rcssgym::wire::rcg::result;

const SHORT: [(&str, f64); 3] = [("half_time", 1.0), ("nr_extra_halfs", 0.0), ("use_offside", 0.0)];

/// Plays a game that ends in a draw until the shoot-out begins at left's goal; left kicks first.
fn shoot_out(parameters: &[(&str, f64)]) -> Stage {
    let all: Vec<_> = SHORT.iter().chain(parameters).copied().collect();
    let mut stage = Stage::of_teams(&all, [11, 11]);
    stage.scatter();
    stage.fate.events = vec![(Lot::PenaltySide, true), (Lot::Toss, true)];
    stage.start();
    stage.mode("play_on");
    stage.until_change(20);
    stage.start();
    stage.mode("play_on");
    stage.said();
    stage.until_change(20);
    stage
}

fn penalties(stage: &Stage) -> [[u32; 2]; 2] {
    stage.world.game.score.map(|score| [score.penalties_scored, score.penalties_missed])
}

/// Puts everyone where the rules require; the given player takes the penalty.
fn line_up(stage: &mut Stage, side: Side, taker: u8) {
    for team in Side::BOTH {
        for unum in 2..=11 {
            let x = -team.sign() * 3.0;
            stage.put(team, unum, x, 0.65 * (f64::from(unum) - 6.0), 0.0);
        }
    }
    stage.put(side, 1, -53.0, 21.0, 0.0);
    stage.put(side.other(), 1, -51.0, 0.0, 0.0);
    stage.put(side, taker, -9.2, 0.0, 180.0);
}

/// Waits for the next setup.
fn next_setup(stage: &mut Stage) {
    while !stage.now().starts_with("penalty_setup") {
        stage.until_change(200);
    }
}

/// Plays one penalty of the side whose turn it is.
fn penalty(stage: &mut Stage, taker: u8, scores: bool) {
    next_setup(stage);
    let side = if stage.now().ends_with('l') { Left } else { Right };
    line_up(stage, side, taker);
    stage.until_change(100);
    line_up(stage, side, taker);
    stage.act(side, taker, Command::Kick(20.0, 0.0));
    stage.step(1);
    assert!(stage.now().starts_with("penalty_taken"), "{}", stage.now());
    let y = if scores { 3.0 } else { 12.0 };
    stage.ball(-52.0, y, -1.0, 0.0);
    stage.step(1);
}

#[test]
fn a_drawn_game_goes_on_with_penalties() {
    let mut stage = shoot_out(&[]);
    assert_eq!(stage.said(), ["penalty_onfield_l", "penalty_setup_l"]);
    near(stage.ball_at(), [-10.0, 0.0]);
    near(stage.at(Right, 1), [-42.5, 10.0]);
    assert!(stage.fate.asked.contains(&(Lot::PenaltySide, None, 0.5)));
    assert!(stage.fate.asked.contains(&(Lot::Toss, None, 0.5)));
}

#[test]
fn a_game_with_a_winner_does_not() {
    let mut stage = Stage::of_teams(&SHORT, [11, 11]);
    stage.scatter();
    stage.world.game.score[0].goals = 1;
    stage.world.game.cycle = 20;
    stage.mode("play_on");
    stage.said();
    stage.step(1);
    assert_eq!(stage.said(), ["time_up", "time_over"]);
}

#[test]
fn the_toss_says_where_and_who_begins() {
    let all: Vec<_> = SHORT.to_vec();
    let mut stage = Stage::of_teams(&all, [11, 11]);
    stage.scatter();
    stage.fate.events = vec![(Lot::PenaltySide, false), (Lot::Toss, false)];
    stage.world.game.cycle = 20;
    stage.mode("play_on");
    stage.said();
    stage.step(1);
    assert_eq!(stage.said(), ["penalty_onfield_r", "penalty_setup_r"]);
    near(stage.ball_at(), [10.0, 0.0]);
}

#[test]
fn the_phases_have_their_times() {
    let mut stage = shoot_out(&[]);
    line_up(&mut stage, Left, 2);
    assert_eq!(stage.until_change(100), 70);
    assert_eq!(stage.now(), "penalty_ready_l");
    assert_eq!(stage.until_change(100), 11);
    assert_eq!(stage.now(), "penalty_miss_l", "not taken in time");
    assert_eq!(stage.until_change(100), 11);
    assert_eq!(stage.now(), "penalty_setup_r");
    line_up(&mut stage, Right, 2);
    assert_eq!(stage.until_change(100), 71, "the cycle of its own change does not count");
    line_up(&mut stage, Right, 2);
    stage.act(Right, 2, Command::Kick(5.0, 0.0));
    assert_eq!(stage.now(), "penalty_taken_r");
    assert_eq!(stage.until_change(200), 151);
    assert_eq!(stage.now(), "penalty_miss_r", "time out");
}

#[test]
fn misplaced_players_are_moved_at_the_end_of_the_setup() {
    let mut stage = shoot_out(&[]);
    stage.until_change(100);
    assert_eq!(stage.now(), "penalty_ready_l");
    let mut at_ball = 0;
    for unum in 2..=11 {
        let position = stage.player(Left, unum).position;
        if stage.gap(Left, unum) < 2.01 {
            at_ball += 1;
        } else {
            assert!(position.length() < 9.15 - 0.3 + 1e-6, "{unum}");
        }
        assert!(stage.player(Right, unum).position.length() < 9.15 - 0.3 + 1e-6);
    }
    assert_eq!(at_ball, 1);
    let [x, y] = stage.at(Left, 1);
    assert!(x < -51.0 && y.abs() > 18.66, "{x} {y}");
    let [x, _] = stage.at(Right, 1);
    assert!(x.abs() > 38.5, "{x}");
}

#[test]
fn without_the_referees_help_a_misplaced_team_is_at_fault() {
    let mut stage = shoot_out(&[("pen_coach_moves_players", 0.0)]);
    line_up(&mut stage, Left, 2);
    stage.put(Right, 5, 20.0, 20.0, 0.0);
    stage.said();
    stage.until_change(100);
    assert_eq!(stage.said(), ["penalty_foul_r", "penalty_score_l"]);
    let mut stage = shoot_out(&[("pen_coach_moves_players", 0.0)]);
    line_up(&mut stage, Left, 2);
    stage.put(Left, 2, -6.0, 0.0, 0.0);
    stage.put(Left, 5, 20.0, 20.0, 0.0);
    stage.said();
    stage.until_change(100);
    assert_eq!(stage.said(), ["penalty_foul_l", "penalty_miss_l"]);
}

#[test]
fn each_place_is_checked() {
    let ready = |change: fn(&mut Stage)| {
        let mut stage = shoot_out(&[("pen_coach_moves_players", 0.0)]);
        line_up(&mut stage, Left, 2);
        change(&mut stage);
        stage.until_change(100);
        stage.now() == "penalty_ready_l"
    };
    assert!(ready(|_| {}));
    assert!(ready(|stage| stage.put(Left, 2, -9.1, 1.7, 0.0)), "1.9 m from the ball");
    assert!(!ready(|stage| stage.put(Left, 2, -8.9, -2.2, 0.0)), "2.4 m from the ball");
    assert!(!ready(|stage| stage.put(Right, 1, -38.0, 0.0, 0.0)), "keeper too far forward");
    assert!(!ready(|stage| stage.put(Right, 1, -50.0, 7.2, 0.0)), "keeper beside the goal");
    assert!(!ready(|stage| stage.put(Left, 1, -50.5, 21.0, 0.0)), "goalie before the line");
    assert!(!ready(|stage| stage.put(Left, 1, -53.0, 18.0, 0.0)), "goalie near the goal");
    assert!(!ready(|stage| stage.put(Right, 3, 9.0, 0.0, 0.0)), "outside of the circle");
    assert!(!ready(|stage| stage.put(Left, 3, -9.2, 1.5, 0.0)), "two at the ball");
}

#[test]
fn goals_count_as_penalties_not_as_goals() {
    let mut stage = shoot_out(&[]);
    penalty(&mut stage, 2, true);
    assert_eq!(stage.now(), "penalty_score_l");
    assert_eq!(penalties(&stage), [[1, 0], [0, 0]]);
    penalty(&mut stage, 2, false);
    assert_eq!(stage.now(), "penalty_miss_r", "beside the goal");
    assert_eq!(penalties(&stage), [[1, 0], [0, 1]]);
    assert_eq!(stage.goals(), [0, 0]);
}

/// Plays until left's number 2 may kick.
fn ready() -> Stage {
    let mut stage = shoot_out(&[]);
    line_up(&mut stage, Left, 2);
    stage.until_change(100);
    line_up(&mut stage, Left, 2);
    stage.said();
    stage
}

#[test]
fn a_kick_in_the_setup_is_a_fault() {
    let mut stage = shoot_out(&[]);
    stage.said();
    stage.kick(Left, 2, 20.0, 0.0);
    assert_eq!(stage.said(), ["penalty_foul_l", "penalty_miss_l"]);
    let mut stage = shoot_out(&[]);
    stage.said();
    stage.kick(Right, 2, 20.0, 0.0);
    assert_eq!(stage.said(), ["penalty_foul_r", "penalty_score_l"]);
}

#[test]
fn another_taker_and_a_field_player_of_the_others_are_at_fault() {
    let mut stage = ready();
    stage.act(Left, 2, Command::Kick(10.0, 0.0));
    stage.step(1);
    stage.said();
    stage.kick(Left, 3, 10.0, 0.0);
    assert_eq!(stage.said(), ["penalty_foul_l", "penalty_miss_l"]);
    let mut stage = ready();
    stage.kick(Right, 3, 10.0, 0.0);
    assert_eq!(stage.said(), ["penalty_foul_r", "penalty_score_l"]);
    let mut stage = ready();
    stage.act(Left, 2, Command::Kick(10.0, 0.0));
    stage.step(1);
    stage.kick(Left, 2, 10.0, 0.0);
    assert_eq!(stage.now(), "penalty_taken_l", "the taker may dribble");
}

#[test]
fn a_parameter_forbids_the_second_kick() {
    let mut stage = shoot_out(&[("pen_allow_mult_kicks", 0.0)]);
    line_up(&mut stage, Left, 2);
    stage.until_change(100);
    line_up(&mut stage, Left, 2);
    stage.act(Left, 2, Command::Kick(10.0, 0.0));
    stage.step(1);
    stage.kick(Left, 2, 10.0, 0.0);
    assert_eq!(stage.now(), "penalty_miss_l");
}

#[test]
fn nobody_takes_two_before_everybody_has_taken_one() {
    let mut stage = shoot_out(&[]);
    penalty(&mut stage, 2, true);
    penalty(&mut stage, 2, true);
    next_setup(&mut stage);
    line_up(&mut stage, Left, 3);
    stage.until_change(100);
    line_up(&mut stage, Left, 2);
    stage.said();
    stage.act(Left, 2, Command::Kick(10.0, 0.0));
    assert_eq!(stage.said(), ["penalty_foul_l", "penalty_miss_l"]);
}

#[test]
fn after_all_eleven_have_everybody_may_again() {
    let mut stage = shoot_out(&[("pen_nr_kicks", 30.0)]);
    for unum in (2..=11).chain([1]) {
        for _ in 0..2 {
            penalty(&mut stage, unum, true);
        }
    }
    penalty(&mut stage, 2, true);
    assert_eq!(penalties(&stage)[0], [12, 0]);
}

#[test]
fn a_catch_in_the_area_is_a_miss_and_outside_a_score() {
    for (x, said) in
        [(-45.0, vec!["penalty_miss_l"]), (-20.0, vec!["penalty_foul_r", "penalty_score_l"])]
    {
        let mut stage = ready();
        stage.act(Left, 2, Command::Kick(10.0, 0.0));
        stage.step(1);
        stage.ball(x, 0.0, 0.0, 0.0);
        stage.put(Right, 1, x - 0.9, 0.0, 0.0);
        stage.said();
        stage.act(Right, 1, Command::Catch(0.0));
        assert_eq!(stage.said(), said, "{x}");
        assert!(stage.world.game.ball.holder.is_none());
    }
}

/// Plays penalties with the given results, left and right in turn. What the referee says about the
/// last one is left in the stage.
fn results(parameters: &[(&str, f64)], kicks: &[bool]) -> Stage {
    let mut stage = shoot_out(parameters);
    for (kick, &scores) in kicks.iter().enumerate() {
        stage.said();
        penalty(&mut stage, 2 + (kick / 2 % 9) as u8, scores);
    }
    stage
}

#[test]
fn it_ends_as_soon_as_it_is_decided() {
    let mut stage = results(&[], &[true, false, true, false, true]);
    assert_eq!(stage.now(), "penalty_score_l");
    stage.said();
    penalty(&mut stage, 4, false);
    let said = stage.said();
    assert_eq!(said[said.len() - 2..], ["penalty_miss_r", "penalty_winner_l"]);
    stage.step(1);
    assert_eq!(stage.said(), ["time_over"]);
}

#[test]
fn if_right_wins_the_regular_kicks_the_game_is_over_at_once() {
    let mut stage = results(&[], &[false, true, false, true, false, true]);
    let said = stage.said();
    assert_eq!(said[said.len() - 3..], ["penalty_score_r", "penalty_winner_r", "time_over"]);
}

#[test]
fn a_team_that_has_kicked_first_can_lose_before_the_other_kicks() {
    let mut stage = results(&[], &[true, true, false, true, false, true, false]);
    assert!(stage.said().contains(&"penalty_winner_r".to_owned()), "2 behind, 1 kick left");
}

#[test]
fn after_five_each_pairs_decide() {
    let mut stage = results(&[], &[true; 10]);
    assert_eq!(stage.now(), "penalty_score_r");
    stage.said();
    penalty(&mut stage, 7, false);
    assert!(!stage.said().concat().contains("winner"), "right has to kick first");
    penalty(&mut stage, 7, true);
    assert!(stage.said().contains(&"penalty_winner_r".to_owned()));
    stage.step(1);
    assert_eq!(stage.now(), "time_over");
}

#[test]
fn after_the_extra_kicks_nobody_wins_or_a_lot_decides() {
    let few = [("pen_nr_kicks", 1.0), ("pen_max_extra_kicks", 1.0)];
    let mut stage = results(&few, &[true; 5]);
    assert!(stage.said().contains(&"penalty_draw".to_owned()));
    stage.step(1);
    assert_eq!(stage.now(), "time_over");
    assert_eq!(told(&stage), "A_0_3-vs-B_0_2");
    let drawn: Vec<_> = few.into_iter().chain([("pen_random_winner", 1.0)]).collect();
    let mut stage = results(&drawn, &[true; 4]);
    stage.fate.events.push((Lot::PenaltyWinner, false));
    penalty(&mut stage, 6, true);
    assert!(stage.said().contains(&"penalty_winner_r".to_owned()));
    assert_eq!(told(&stage), "A_0_3-vs-B_0_2w");
}

/// The result as logs tell it: a `w` is for the winner of a toss, as in rcssserver.
fn told(stage: &Stage) -> String {
    result(&stage.world, &Default::default())
}

#[test]
fn goal_and_first_taker_are_drawn_evenly_and_apart() {
    let begun = |seed: u64| {
        let mut stage = Stage::of_teams(&SHORT, [11, 11]);
        stage.reseed(seed);
        stage.scatter();
        stage.world.game.cycle = 20;
        stage.mode("play_on");
        stage.step(1);
        [stage.ball_at()[0] < 0.0, stage.now() == "penalty_setup_l"]
    };
    assert!(HALF_OF_400.contains(&count(|seed| begun(seed)[0])));
    assert!(HALF_OF_400.contains(&count(|seed| begun(seed)[1])));
    assert!(HALF_OF_400.contains(&count(|seed| begun(seed)[0] == begun(seed)[1])));
}
