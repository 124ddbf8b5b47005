//! The referee: decisions, the end of halves, and kicks that nobody takes.

use crate::matches::{CIRCLE, FLAT, GOAL_LINE, HIGH, Match, RADIUS, left, right};
use rcssgym::soccer::{Compat, Phase, PlayMode, Side};

#[test]
fn kick_off_puts_the_ball_in_the_centre() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        game.put_ball([3.0, 4.0, 1.0]);
        game.with_pitch(|game, pitch| game.kick_off(pitch, side));
        assert_eq!(game.mode(), PlayMode::kick_off(side));
        assert_eq!(game.ball(), [0.0, 0.0, RADIUS]);
        assert_eq!(game.game.referee.team_na_score, Some(side));
        assert_eq!(game.game.referee.reference_radius, CIRCLE);
    }
}

#[test]
fn penalty_kicks_are_before_the_own_goal_only_for_compatibility() {
    let spot = GOAL_LINE - 7.32;
    for (side, compat, x) in [
        (Side::Left, Compat::On, -spot),
        (Side::Right, Compat::On, spot),
        (Side::Left, Compat::Off, spot),
        (Side::Right, Compat::Off, -spot),
    ] {
        let mut game = Match::playing();
        game.game.compat = compat;
        game.with_pitch(|game, pitch| game.penalty_kick(pitch, side));
        assert_eq!((game.mode(), game.ball()), (PlayMode::penalty_kick(side), [x, 0.0, RADIUS]));
        game.with_pitch(|game, pitch| game.penalty_shoot(pitch, side));
        let there = [-side.sign() * spot, 0.0, RADIUS];
        assert_eq!((game.mode(), game.ball()), (PlayMode::penalty_shoot(side), there));
    }
}

#[test]
fn offside_changes_nothing_but_the_mode() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        game.put_ball([1.0, 2.0, 0.5]);
        game.with_pitch(|game, _| game.offside(side));
        assert_eq!((game.mode(), game.ball()), (PlayMode::offside(side), [1.0, 2.0, 0.5]));
    }
}

#[test]
fn a_drop_ball_clears_four_metres() {
    let mut game = Match::playing();
    game.put_ball([2.0, 1.0, 0.5]);
    game.put(left(1), [2.0, 2.0, FLAT]);
    game.put(left(2), [2.0, 3.5, HIGH]);
    game.put(right(1), [2.0, 1.0, HIGH]);
    game.put(right(2), [6.1, 1.0, HIGH]);
    game.with_pitch(|game, pitch| game.drop_ball(pitch, None));
    assert_eq!((game.mode(), game.ball()), (PlayMode::PlayOn, [2.0, 1.0, RADIUS]));
    // The second is moved out of the way of the first, who stays lying.
    assert_eq!(game.at(left(1)), [2.0, 5.0, FLAT]);
    assert_eq!(game.at(left(2)), [2.0, 6.0, HIGH]);
    // A player who stands on the ball is moved towards their own goal, past players who are there.
    assert_eq!(game.at(right(1)), [8.0, 1.0, HIGH]);
    assert_eq!(game.at(right(2)), [6.1, 1.0, HIGH]);
}

#[test]
fn a_drop_ball_moves_nobody_into_a_goal() {
    let mut game = Match::playing();
    game.put(left(1), [-25.0, 0.0, HIGH]);
    game.with_pitch(|game, pitch| game.drop_ball(pitch, Some([-24.0, 0.0])));
    let [x, y, _] = game.at(left(1));
    assert!(x < -GOAL_LINE - 1.0 && y == 0.0, "{x} {y}");
}

#[test]
fn the_clock_stands_before_the_kick_off() {
    let mut game = Match::new(&[left(1)]);
    game.cycles(10);
    assert_eq!(game.game.state.play_time(), 0.0);
    game.set(PlayMode::PlayOn);
    game.cycles(10);
    assert_eq!(game.game.state.play_time(), 0.2);
    assert_eq!(game.game.state.sim_time(), game.state.time[0]);
}

#[test]
fn second_halves_follow_on_first_ones_and_then_it_is_over() {
    for (phase, next) in Phase::ALL.into_iter().zip([
        Some((Phase::SecondHalf, 300.0)),
        None,
        Some((Phase::SecondExtraHalf, 780.0)),
        None,
        None,
    ]) {
        let mut game = Match::playing();
        let end = game.game.rules.end_time(phase);
        game.game.state.switch_phase(phase, end - 0.03, false);
        game.game.state.set_play_mode(PlayMode::PlayOn);
        game.game.referee.team_na_score = Some(Side::Left);
        game.cycles(1);
        assert_eq!(game.mode(), PlayMode::PlayOn, "{phase:?}");
        game.cycles(1);
        let (found, wanted) = match next {
            Some((next, time)) => {
                assert!(game.game.state.play_time_is_whole());
                assert_eq!(game.game.state.play_time(), time);
                (game.mode(), (PlayMode::BeforeKickOff, next))
            }
            None => (game.mode(), (PlayMode::GameOver, phase)),
        };
        assert_eq!((found, game.game.state.phase()), wanted);
        assert_eq!(game.game.referee.team_na_score, None);
        // A further cycle changes nothing.
        let state = game.game.state.clone();
        game.cycles(1);
        assert_eq!(game.game.state.phase(), state.phase());
        assert_eq!(game.game.state.play_time(), state.play_time());
        assert_eq!(game.mode(), state.play_mode());
    }
}

#[test]
fn after_the_end_of_a_half_play_can_go_on() {
    let mut game = Match::playing();
    game.game.state.switch_phase(Phase::FirstHalf, 300.0, false);
    game.cycles(1);
    game.with_pitch(|game, pitch| game.kick_off(pitch, Side::Right));
    game.cycles(1);
    game.touch(&[right(2)]);
    game.cycles(1);
    assert_eq!((game.mode(), game.game.state.phase()), (PlayMode::PlayOn, Phase::SecondHalf));
    assert_eq!(game.game.state.play_time(), 300.04);
}

#[test]
fn a_kick_off_once_time_is_up_does_not_move_the_clock() {
    let mut game = Match::playing();
    let end = game.game.rules.end_time(Phase::SecondHalf);
    game.game.state.switch_phase(Phase::SecondHalf, end, false);
    game.cycles(1);
    game.with_pitch(|game, pitch| game.kick_off(pitch, Side::Right));
    game.cycles(1);
    assert_eq!((game.mode(), game.game.state.play_time()), (PlayMode::GameOver, end));
}

#[test]
fn kicks_that_nobody_takes_are_lost_in_time() {
    let modes = |side| {
        [
            PlayMode::kick_off(side),
            PlayMode::throw_in(side),
            PlayMode::corner_kick(side),
            PlayMode::free_kick(side),
            PlayMode::direct_free_kick(side),
        ]
    };
    for (index, mode) in Side::BOTH.into_iter().flat_map(|s| modes(s).into_iter().enumerate()) {
        let mut game = Match::playing();
        let rules = &mut game.game.rules;
        let times = [
            &mut rules.kick_off_time,
            &mut rules.throw_in_time,
            &mut rules.corner_kick_time,
            &mut rules.free_kick_time,
            &mut rules.direct_free_kick_time,
        ];
        times
            .into_iter()
            .enumerate()
            .for_each(|(i, time)| *time = if i == index { 2.0 } else { 9.0 });
        game.set(mode);
        game.cycles(100);
        assert_eq!(game.mode(), mode, "exactly 2 s are not yet too long");
        game.cycles(1);
        assert_eq!(game.mode(), PlayMode::PlayOn, "{mode:?}");
    }
}

#[test]
fn a_negative_time_never_runs_out() {
    let mut game = Match::playing();
    game.game.rules.kick_off_time = -1.0;
    game.set(PlayMode::KickOffLeft);
    game.seconds(60.0);
    assert_eq!(game.mode(), PlayMode::KickOffLeft);
}

#[test]
fn other_modes_wait_for_ever() {
    let waiting = [
        PlayMode::BeforeKickOff,
        PlayMode::PlayOn,
        PlayMode::OffsideLeft,
        PlayMode::OffsideRight,
        PlayMode::GameOver,
        PlayMode::PenaltyKickLeft,
        PlayMode::PenaltyKickRight,
        PlayMode::PenaltyShootLeft,
        PlayMode::PenaltyShootRight,
    ];
    for mode in waiting {
        let mut game = Match::playing();
        game.set(mode);
        game.seconds(60.0);
        assert_eq!(game.mode(), mode);
    }
}

#[test]
fn a_goal_kick_in_vain_becomes_a_drop_ball() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        game.with_pitch(|game, pitch| game.goal_kick(pitch, side));
        assert_eq!(game.ball(), [side.sign() * (GOAL_LINE - 2.0), 0.0, RADIUS]);
        game.seconds(15.0);
        assert_eq!(game.mode(), PlayMode::PlayOn);
        assert_eq!(game.ball(), [side.sign() * (GOAL_LINE - 4.0), 3.65, RADIUS]);
    }
}

#[test]
fn after_a_goal_the_other_team_kicks_off() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        game.put_ball([-side.sign() * (GOAL_LINE + 0.5), 0.0, 0.5]);
        game.cycles(1);
        assert_eq!(game.mode(), PlayMode::goal(side));
        game.cycles(150);
        assert_eq!(game.mode(), PlayMode::goal(side));
        game.cycles(1);
        assert_eq!(game.mode(), PlayMode::kick_off(side.opponent()));
        assert_eq!(game.ball(), [0.0, 0.0, RADIUS]);
    }
}
