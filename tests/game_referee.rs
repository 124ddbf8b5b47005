//! The referee: every rule with its exceptions, for both sides.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod matches;

use matches::{CYCLE, FLAT, HIGH, LOW, Match, left, of, right};
use rcssgym::game::{Foul, Phase, PlayMode, RefereeKind, Rules};
use rcssgym::world::Side;

/// Half the small field, m.
const GOAL_LINE: f64 = 27.5;
const TOUCH_LINE: f64 = 18.0;
const RADIUS: f64 = 0.11;
const CIRCLE: f64 = 5.5;

// --- decisions ---

#[test]
fn kick_off_puts_the_ball_in_the_centre() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        game.put_ball([3.0, 4.0, 1.0]);
        game.act(|game, world| game.kick_off(world, side));
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
        (Side::Left, true, -spot),
        (Side::Right, true, spot),
        (Side::Left, false, spot),
        (Side::Right, false, -spot),
    ] {
        let mut game = Match::playing();
        game.game.compat = compat;
        game.act(|game, world| game.penalty_kick(world, side));
        assert_eq!((game.mode(), game.ball()), (PlayMode::penalty_kick(side), [x, 0.0, RADIUS]));
        game.act(|game, world| game.penalty_shoot(world, side));
        let there = [-side.sign() * spot, 0.0, RADIUS];
        assert_eq!((game.mode(), game.ball()), (PlayMode::penalty_shoot(side), there));
    }
}

#[test]
fn offside_changes_nothing_but_the_mode() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        game.put_ball([1.0, 2.0, 0.5]);
        game.act(|game, _| game.offside(side));
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
    game.act(|game, world| game.drop_ball(world, None));
    assert_eq!((game.mode(), game.ball()), (PlayMode::PlayOn, [2.0, 1.0, RADIUS]));
    // The second is moved out of the way of the first, who stays lying.
    assert_eq!(game.at(left(1)), [2.0, 5.0, FLAT]);
    assert_eq!(game.at(left(2)), [2.0, 6.0, HIGH]);
    // Who stands on the ball goes towards his own goal, past whom is there.
    assert_eq!(game.at(right(1)), [8.0, 1.0, HIGH]);
    assert_eq!(game.at(right(2)), [6.1, 1.0, HIGH]);
}

#[test]
fn a_drop_ball_moves_nobody_into_a_goal() {
    let mut game = Match::playing();
    game.put(left(1), [-25.0, 0.0, HIGH]);
    game.act(|game, world| game.drop_ball(world, Some([-24.0, 0.0])));
    let [x, y, _] = game.at(left(1));
    assert!(x < -GOAL_LINE - 1.0 && y == 0.0, "{x} {y}");
}

// --- clock and phases ---

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
        // Another cycle changes nothing any more.
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
    game.act(|game, world| game.kick_off(world, Side::Right));
    game.cycles(1);
    game.touch(&[right(2)]);
    game.cycles(1);
    assert_eq!((game.mode(), game.game.state.phase()), (PlayMode::PlayOn, Phase::SecondHalf));
    assert_eq!(game.game.state.play_time(), 300.04);
}

// --- timeouts ---

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
        game.act(|game, world| game.goal_kick(world, side));
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

// --- goals and the ball out of play ---

#[test]
fn a_goal_counts_once() {
    let mut game = Match::playing();
    game.put_ball([GOAL_LINE + 0.01, 1.8, 1.8]);
    game.cycles(20);
    assert_eq!((game.mode(), game.game.state.score), (PlayMode::GoalLeft, [1, 0]));
    let mut game = Match::playing();
    game.put_ball([-GOAL_LINE - 0.01, -1.8, 0.1]);
    game.cycles(20);
    assert_eq!((game.mode(), game.game.state.score), (PlayMode::GoalRight, [0, 1]));
}

#[test]
fn over_and_beside_the_goal_is_no_goal() {
    for [y, z] in [[0.0, 1.9], [1.9, 0.5], [-1.9, 0.5]] {
        let mut game = Match::playing();
        game.put_ball([GOAL_LINE + 0.1, y, z]);
        game.cycles(1);
        assert_eq!((game.mode(), game.game.state.score), (PlayMode::GoalKickRight, [0, 0]));
    }
}

#[test]
fn who_must_not_score_gives_away_a_goal_kick() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        game.game.referee.team_na_score = Some(side);
        game.put_ball([-side.sign() * (GOAL_LINE + 0.5), 0.0, 0.5]);
        game.cycles(1);
        assert_eq!(game.mode(), PlayMode::goal_kick(side.opponent()));
        assert_eq!(game.game.state.score, [0, 0]);
        assert_eq!(game.game.referee.team_na_score, None);
        // An own goal counts all the same.
        game.game.referee.team_na_score = Some(side);
        game.set(PlayMode::PlayOn);
        game.put_ball([side.sign() * (GOAL_LINE + 0.5), 0.0, 0.5]);
        game.cycles(1);
        assert_eq!(game.mode(), PlayMode::goal(side.opponent()));
    }
}

#[test]
fn a_goal_kick_into_the_own_goal_is_dropped() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        game.set(PlayMode::goal_kick(side));
        game.put_ball([side.sign() * (GOAL_LINE + 0.5), 0.0, 0.5]);
        game.cycles(1);
        assert_eq!((game.mode(), game.game.state.score), (PlayMode::PlayOn, [0, 0]));
        assert_eq!(game.ball(), [side.sign() * (GOAL_LINE - 4.0), 3.65, RADIUS]);
    }
}

#[test]
fn over_the_goal_line_it_depends_on_who_touched_last() {
    for half in Side::BOTH {
        let [x, y] = [half.sign() * (GOAL_LINE + 0.1), -5.0];
        for (toucher, still) in [
            (None, false),
            (Some(half), false),
            (Some(half), true),
            (Some(half.opponent()), false),
            (Some(half.opponent()), true),
        ] {
            let mut game = Match::playing();
            if let Some(side) = toucher {
                game.touch(&[of(side, 2)]);
                game.cycles(1);
            }
            if !still {
                game.touch(&[]);
            }
            game.put_ball([x, y, RADIUS]);
            game.cycles(1);
            if toucher == Some(half) {
                assert_eq!(game.mode(), PlayMode::corner_kick(half.opponent()));
                assert_eq!(game.ball(), [half.sign() * GOAL_LINE, -TOUCH_LINE, RADIUS]);
            } else {
                assert_eq!(game.mode(), PlayMode::goal_kick(half));
            }
        }
    }
}

#[test]
fn over_the_touch_line_it_is_a_throw_in() {
    for (toucher, x, wanted) in [
        (Some(Side::Left), 3.0, Side::Right),
        (Some(Side::Right), 3.0, Side::Left),
        // Whom nobody has touched goes to the team whose half it is.
        (None, 3.0, Side::Right),
        (None, -3.0, Side::Left),
    ] {
        for y in [TOUCH_LINE + 0.01, -TOUCH_LINE - 0.01] {
            let mut game = Match::playing();
            if let Some(side) = toucher {
                game.touch(&[of(side, 2)]);
                game.cycles(1);
                game.touch(&[]);
            }
            game.put_ball([x, y, 0.5]);
            game.cycles(1);
            assert_eq!(game.mode(), PlayMode::throw_in(wanted), "{toucher:?}");
            assert_eq!(game.ball(), [x, TOUCH_LINE * y.signum(), RADIUS]);
            assert_eq!(game.game.ball.most_recent(), None);
        }
    }
}

#[test]
fn on_the_line_the_ball_is_in_play() {
    for pos in [[GOAL_LINE, 5.0, RADIUS], [0.0, -TOUCH_LINE, RADIUS]] {
        let mut game = Match::playing();
        game.put_ball(pos);
        game.cycles(1);
        assert_eq!(game.mode(), PlayMode::PlayOn);
    }
}

#[test]
fn a_goal_kick_is_taken_when_the_ball_leaves_the_goalie_area() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        game.act(|game, world| game.goal_kick(world, side));
        game.touch(&[of(side, 2)]);
        game.cycles(2);
        assert_eq!(game.mode(), PlayMode::goal_kick(side));
        game.put_ball([side.sign() * (GOAL_LINE - 4.1), 0.0, RADIUS]);
        game.cycles(1);
        assert_eq!(game.mode(), PlayMode::PlayOn);
        assert_eq!(game.game.referee.agent_na_touch_ball, None);
    }
}

// --- touches ---

#[test]
fn a_touch_takes_the_kick() {
    let taken = |side| {
        [
            PlayMode::kick_off(side),
            PlayMode::throw_in(side),
            PlayMode::corner_kick(side),
            PlayMode::free_kick(side),
            PlayMode::direct_free_kick(side),
        ]
    };
    for mode in PlayMode::ALL {
        let mut game = Match::playing();
        game.set(mode);
        if let Some(side) = Side::BOTH.into_iter().find(|s| mode == PlayMode::goal_kick(*s)) {
            game.put_ball([side.sign() * (GOAL_LINE - 1.0), 0.0, RADIUS]);
        }
        // rcsssmj does not mind who touches.
        game.touch(&[right(2)]);
        game.cycles(1);
        if Side::BOTH.into_iter().flat_map(taken).any(|taken| taken == mode) {
            assert_eq!(game.mode(), PlayMode::PlayOn, "{mode:?}");
            assert_eq!(game.game.referee.agent_na_touch_ball, Some(right(2)));
        } else {
            assert_eq!(game.mode(), mode);
            assert_eq!(game.game.referee.agent_na_touch_ball, None);
        }
    }
}

#[test]
fn who_plays_alone_may_touch_again() {
    let mut game = Match::new(&[left(2), right(2), right(3)]);
    game.set(PlayMode::KickOffLeft);
    game.touch(&[left(2)]);
    game.cycles(1);
    assert_eq!(game.mode(), PlayMode::PlayOn);
    assert_eq!(game.game.referee.agent_na_touch_ball, None);
}

/// The player takes a free kick, lets the ball go, and touches it again that many cycles later.
fn touches_again(kicker: rcssgym::world::PlayerId, cycles: usize) -> Match {
    let mut game = Match::playing();
    game.act(|game, world| game.free_kick(world, kicker.side));
    game.cycles(1);
    game.touch(&[kicker]);
    game.cycles(1);
    game.touch(&[]);
    game.cycles(cycles);
    game.touch(&[kicker]);
    game.cycles(1);
    game
}

#[test]
fn a_second_touch_is_a_foul_after_a_second() {
    for side in Side::BOTH {
        let kicker = of(side, 3);
        assert_eq!(touches_again(kicker, 40).fouls(), []);
        let mut game = touches_again(kicker, 55);
        assert_eq!(game.fouls(), [(kicker, Foul::DoubleTouch)]);
        assert_eq!(game.game.referee.fouls, game.fouls());
        assert_eq!(game.mode(), PlayMode::free_kick(side.opponent()));
        assert_eq!(game.game.referee.team_na_score, Some(side.opponent()));
        let event = game.game.events[0];
        assert_eq!(event.time, game.state.time[0]);
        assert_eq!(event.play_time, game.game.state.play_time());
        // Next cycle, the event is still there, the foul of the cycle is not.
        game.touch(&[]);
        game.cycles(1);
        assert_eq!((game.game.referee.fouls.len(), game.game.take_events().len()), (0, 1));
        assert_eq!(game.game.events, []);
    }
}

#[test]
fn a_touch_of_somebody_else_lifts_the_bar() {
    let mut game = Match::playing();
    game.set(PlayMode::ThrowInLeft);
    game.touch(&[left(2)]);
    game.cycles(1);
    game.touch(&[right(3)]);
    game.cycles(1);
    assert_eq!(game.game.referee.agent_na_touch_ball, None);
    game.touch(&[left(2)]);
    game.cycles(60);
    assert_eq!(game.fouls(), []);
}

#[test]
fn scoring_is_open_again_after_a_second_touch() {
    for side in Side::BOTH {
        let (me, mate, opponent) = (of(side, 2), of(side, 3), of(side.opponent(), 2));
        for (second, ball, open) in [
            (opponent, 1.0, true),
            (mate, 1.0, false),
            (mate, CIRCLE, false),
            (mate, CIRCLE + 0.1, true),
        ] {
            let mut game = Match::playing();
            game.act(|game, world| game.kick_off(world, side));
            game.touch(&[me]);
            game.cycles(2);
            assert_eq!(game.game.referee.team_na_score, Some(side), "the first touch");
            game.put_ball([ball, 0.0, RADIUS]);
            game.touch(&[second]);
            game.cycles(1);
            let wanted = if open { None } else { Some(side) };
            assert_eq!(game.game.referee.team_na_score, wanted, "{second} at {ball} m");
        }
    }
}

// --- players who do not get up ---

#[test]
fn who_does_not_get_up_is_sent_off_the_pitch() {
    for (number, height, limit) in
        [(2, FLAT, 15.0), (2, LOW, 30.0), (1, FLAT, 30.0), (1, LOW, 60.0)]
    {
        for side in Side::BOTH {
            let player = of(side, number);
            let mut game = Match::playing();
            game.put(player, [1.0, 2.0, height]);
            game.cycles((limit / CYCLE) as usize - 2);
            assert_eq!((game.fouls(), game.is_off(player)), (vec![], false));
            game.cycles(4);
            assert_eq!(game.fouls(), [(player, Foul::Incapable)]);
            assert!(game.is_off(player));
        }
    }
}

#[test]
fn lying_time_begins_anew_when_standing_and_sitting_time_half_a_second_later() {
    let mut game = Match::playing();
    let record = |game: &Match| *game.game.referee.record(left(2)).unwrap();
    game.put(left(2), [1.0, 2.0, FLAT]);
    game.seconds(10.0);
    assert!(record(&game).ground_time > 10.0 && record(&game).not_standing_time > 10.0);
    game.put(left(2), [1.0, 2.0, HIGH]);
    game.cycles(20);
    assert!(record(&game).ground_time == 0.0 && record(&game).not_standing_time > 10.0);
    game.cycles(10);
    assert!(record(&game).not_standing_time == 0.0 && record(&game).standing_time > 0.5);
    game.put(left(2), [1.0, 2.0, LOW]);
    game.cycles(1);
    assert_eq!((record(&game).standing_time, record(&game).not_standing_time), (0.0, CYCLE));
    game.act(|game, _| game.remove_player(left(2)));
    assert_eq!(game.game.referee.record(left(2)), None);
}

#[test]
fn beside_the_pitch_and_before_the_kick_off_players_may_lie() {
    let mut game = Match::playing();
    game.put(left(2), [1.0, TOUCH_LINE + 0.11, FLAT]);
    game.put(left(3), [1.0, -TOUCH_LINE - 0.11, FLAT]);
    game.put(right(2), [1.0, TOUCH_LINE + 0.09, FLAT]);
    game.seconds(15.0);
    assert_eq!(game.fouls(), [(right(2), Foul::Incapable)]);
    let mut game = Match::new(&[left(2)]);
    game.put(left(2), [1.0, 2.0, FLAT]);
    game.seconds(15.0);
    assert_eq!(game.fouls(), []);
}

#[test]
fn places_beside_the_pitch_are_taken_in_turn() {
    let mut game = Match::playing();
    for player in [left(2), left(3), right(2)] {
        game.put(player, [1.0, 2.0, FLAT]);
    }
    game.put(right(3), [4.0, -21.0, HIGH]);
    game.put(right(1), [2.0, -21.0 - 0.99, HIGH]);
    game.put_ball([0.0, 0.01, RADIUS]);
    game.seconds(15.0);
    assert_eq!(game.fouls().len(), 3);
    let height = game.scene.model(1).bodies[0].pos[2];
    assert_eq!(game.at(left(2)), [-2.0, -21.0, height]);
    assert_eq!(game.at(left(3)), [-4.0, -21.0, height]);
    assert_eq!(game.at(right(2)), [6.0, -21.0, height]);
}

#[test]
fn penalized_players_face_the_pitch_away_from_the_ball() {
    for (ball, y, turn) in [(0.1, -21.0, 1.0), (0.0, 21.0, -1.0), (-0.1, 21.0, -1.0)] {
        let mut game = Match::playing();
        game.put(left(2), [1.0, 2.0, FLAT]);
        game.put_ball([0.0, ball, RADIUS]);
        game.seconds(15.0);
        let slot = game.slot(left(2));
        let quat = game.act(|_, world| world.view().root_quaternion(slot));
        let half = std::f64::consts::FRAC_1_SQRT_2;
        assert_eq!(game.at(left(2))[..2], [-2.0, y]);
        assert!(
            (quat[0] - half).abs() < 1e-15 && (quat[3] - turn * half).abs() < 1e-15,
            "{quat:?}"
        );
    }
}

// --- illegal defence ---

#[test]
fn the_third_defender_is_sent_off_after_five_cycles() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        let x = side.sign() * (GOAL_LINE - 2.0);
        game.put(of(side, 3), [x, 3.0, HIGH]);
        game.put(of(side, 1), [x, 0.0, HIGH]);
        game.put(of(side.opponent(), 1), [x, 2.0, HIGH]);
        game.cycles(3);
        assert_eq!(game.game.referee.record(of(side, 3)).unwrap().goalie_area_entry, Some(CYCLE));
        game.put(of(side, 2), [x, -3.0, HIGH]);
        game.cycles(4);
        assert_eq!(game.fouls(), []);
        game.cycles(1);
        assert_eq!(game.fouls(), [(of(side, 2), Foul::IllegalDefence)]);
        assert!(game.is_off(of(side, 2)) && !game.is_off(of(side, 3)));
    }
}

#[test]
fn of_defenders_who_come_together_the_first_is_sent_off() {
    let mut game = Match::playing();
    for (number, y) in [(1, -1.0), (2, 0.0), (3, 1.0)] {
        game.put(right(number), [GOAL_LINE - 2.0, y, HIGH]);
    }
    game.cycles(5);
    assert_eq!(game.fouls(), [(right(1), Foul::IllegalDefence)]);
}

#[test]
fn a_defender_who_leaves_in_time_stops_the_count() {
    let mut game = Match::playing();
    for (number, y) in [(1, -1.0), (2, 0.0), (3, 1.0)] {
        game.put(left(number), [-GOAL_LINE + 2.0, y, HIGH]);
    }
    for _ in 0..3 {
        game.cycles(4);
        game.put(left(3), [0.0, 1.0, HIGH]);
        game.cycles(1);
        game.put(left(3), [-GOAL_LINE + 2.0, 1.0, HIGH]);
    }
    assert_eq!(game.fouls(), []);
}

// --- misplaced players ---

#[test]
fn at_a_kick_off_all_but_the_kicker_are_in_their_half() {
    for side in Side::BOTH {
        let own = side.sign();
        let mut game = Match::playing();
        game.put(of(side, 1), [-own * 2.0, 0.0, HIGH]);
        game.put(of(side, 2), [-own * 1.0, 0.0, HIGH]);
        game.put(of(side, 3), [own * 1.0, 0.0, HIGH]);
        let other = side.opponent();
        game.put(of(other, 1), [-own * 5.0, 0.0, HIGH]);
        game.put(of(other, 2), [own * 6.0, 0.0, HIGH]);
        game.put(of(other, 3), [-own * 6.0, 0.0, HIGH]);
        game.set(PlayMode::kick_off(side));
        game.cycles(1);
        let off = [(side, [true, false, false]), (other, [true, true, false])];
        for (team, wanted) in off {
            assert_eq!([1, 2, 3].map(|n| game.is_off(of(team, n))), wanted, "{side:?} {team:?}");
        }
        assert_eq!(game.fouls(), [], "standing wrong is no foul");
    }
}

#[test]
fn a_kicker_outside_the_circle_is_sent_off_too() {
    let mut game = Match::playing();
    game.put(left(1), [CIRCLE + 0.1, 0.0, HIGH]);
    game.put(left(2), [CIRCLE - 0.1, 0.0, HIGH]);
    game.put(left(3), [CIRCLE - 0.05, 0.0, HIGH]);
    game.set(PlayMode::KickOffLeft);
    game.cycles(1);
    assert_eq!([1, 2, 3].map(|n| game.is_off(left(n))), [true, false, true]);
}

#[test]
fn at_a_goal_kick_opponents_leave_the_goalie_area() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        let x = side.sign() * (GOAL_LINE - 3.9);
        game.put(of(side, 1), [x, 0.0, HIGH]);
        game.put(of(side.opponent(), 1), [x, 3.6, HIGH]);
        game.put(of(side.opponent(), 2), [x, 3.7, HIGH]);
        game.act(|game, world| game.goal_kick(world, side));
        game.cycles(1);
        assert!(!game.is_off(of(side, 1)));
        assert_eq!([1, 2].map(|n| game.is_off(of(side.opponent(), n))), [true, false]);
    }
}

#[test]
fn at_other_kicks_opponents_keep_their_distance() {
    for side in Side::BOTH {
        for mode in PlayMode::ALL {
            let mut game = Match::playing();
            game.put_ball([10.0, 10.0, RADIUS]);
            game.put(of(side, 2), [10.0, 9.0, HIGH]);
            game.put(of(side.opponent(), 2), [10.0, 10.0 - CIRCLE + 0.01, HIGH]);
            game.put(of(side.opponent(), 3), [10.0, 10.0 - CIRCLE, HIGH]);
            let keeps = [
                PlayMode::throw_in(side),
                PlayMode::corner_kick(side),
                PlayMode::free_kick(side),
                PlayMode::direct_free_kick(side),
            ];
            if keeps.contains(&mode) {
                game.set(mode);
                game.cycles(1);
                let off = [of(side, 2), of(side.opponent(), 2), of(side.opponent(), 3)];
                assert_eq!(off.map(|player| game.is_off(player)), [false, true, false], "{mode:?}");
            }
        }
    }
}

#[test]
fn in_other_modes_players_stand_where_they_like() {
    let free = [
        PlayMode::BeforeKickOff,
        PlayMode::PlayOn,
        PlayMode::GoalLeft,
        PlayMode::GoalRight,
        PlayMode::OffsideLeft,
        PlayMode::OffsideRight,
        PlayMode::PenaltyKickLeft,
        PlayMode::PenaltyKickRight,
        PlayMode::PenaltyShootLeft,
        PlayMode::PenaltyShootRight,
    ];
    for mode in free {
        let mut game = Match::playing();
        game.put(left(2), [0.3, 0.3, HIGH]);
        game.put(right(2), [-0.3, 0.3, HIGH]);
        game.set(mode);
        game.cycles(1);
        assert!(!game.is_off(left(2)) && !game.is_off(right(2)), "{mode:?}");
    }
}

// --- order within a cycle ---

#[test]
fn one_decision_a_cycle() {
    // A double touch with the ball out of play: the free kick, not the throw-in.
    let mut game = Match::playing();
    game.set(PlayMode::FreeKickLeft);
    game.touch(&[left(2)]);
    game.cycles(1);
    game.touch(&[]);
    game.cycles(55);
    game.touch(&[left(2)]);
    game.put_ball([3.0, TOUCH_LINE + 0.1, RADIUS]);
    game.cycles(1);
    assert_eq!(game.mode(), PlayMode::FreeKickRight);
    // Next cycle it is out of play still.
    game.cycles(1);
    assert_eq!(game.mode(), PlayMode::ThrowInRight);
}

// --- kick challenge ---

fn challenge() -> Match {
    Match::with(&[left(1)], "ant", RefereeKind::KickChallenge)
}

#[test]
fn a_challenge_starts_two_seconds_after_the_first_player_came() {
    let mut game = challenge();
    game.cycles(100);
    assert_eq!(game.mode(), PlayMode::BeforeKickOff);
    game.cycles(2);
    assert_eq!(game.mode(), PlayMode::KickOffLeft);
    let mut empty = Match::with(&[right(1)], "ant", RefereeKind::KickChallenge);
    empty.cycles(200);
    assert_eq!(empty.mode(), PlayMode::BeforeKickOff);
}

#[test]
fn a_challenge_is_scored_by_how_far_and_how_straight() {
    let mut game = challenge();
    for (ball, score) in [([7.259, -1.0], 625), ([-1.0, 0.5], -150), ([40.0, 0.0], 4000)] {
        game.put_ball([ball[0], ball[1], RADIUS]);
        game.cycles(1);
        assert_eq!(game.game.state.score, [score, 0]);
        assert_eq!(game.mode(), PlayMode::BeforeKickOff, "no ball is out");
    }
}

#[test]
fn a_challenge_ends_with_the_second_touch_and_keeps_its_score() {
    let mut game = challenge();
    game.cycles(105);
    game.put(left(1), [0.3, 0.3, HIGH]);
    game.touch(&[left(1)]);
    game.cycles(2);
    assert_eq!(game.mode(), PlayMode::PlayOn);
    game.touch(&[]);
    game.put_ball([2.0, 0.0, RADIUS]);
    game.cycles(1);
    game.touch(&[left(1)]);
    game.cycles(1);
    assert_eq!(game.mode(), PlayMode::GameOver);
    assert_eq!(game.fouls(), [(left(1), Foul::DoubleTouch)]);
    game.put_ball([9.0, 0.0, RADIUS]);
    game.cycles(1);
    assert_eq!(game.game.state.score, [200, 0]);
}

#[test]
fn a_challenge_knows_no_second_half() {
    let mut game = challenge();
    game.game.rules = Rules { half_time: 3.0, ..Rules::ssim26() };
    game.seconds(6.0);
    assert_eq!((game.mode(), game.game.state.phase()), (PlayMode::GameOver, Phase::FirstHalf));
}
