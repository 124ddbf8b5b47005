//! Goals, the ball out of play, and what a touch of the ball triggers.

use crate::matches::{CIRCLE, CYCLE, GOAL_LINE, Match, RADIUS, TOUCH_LINE, left, of, right};
use rcssgym::soccer::{Foul, PlayMode, PlayerId, Side};

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
        // A ball that nobody has touched goes to the team in whose half it is.
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
fn untouched_over_the_touch_line_only_free_play_becomes_a_throw_in() {
    for mode in PlayMode::ALL {
        if matches!(mode, PlayMode::PlayOn | PlayMode::GameOver) {
            continue; // the first leads to a throw-in, the second to nothing
        }
        let mut game = Match::playing();
        game.set(mode);
        game.game.referee.team_na_score = Some(Side::Right);
        game.put_ball([-3.0, TOUCH_LINE + 0.3, 0.5]);
        game.cycles(1);
        assert_eq!(game.mode(), mode);
        if !matches!(mode, PlayMode::GoalLeft | PlayMode::GoalRight) {
            assert_eq!(game.ball(), [-3.0, TOUCH_LINE, RADIUS], "{mode:?}");
            assert_eq!(game.game.referee.team_na_score, None);
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
        game.with_pitch(|game, pitch| game.goal_kick(pitch, side));
        game.touch(&[of(side, 2)]);
        game.cycles(2);
        assert_eq!(game.mode(), PlayMode::goal_kick(side));
        game.put_ball([side.sign() * (GOAL_LINE - 4.1), 0.0, RADIUS]);
        game.cycles(1);
        assert_eq!(game.mode(), PlayMode::PlayOn);
        assert_eq!(game.game.referee.agent_na_touch_ball, None);
    }
}

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
        // In rcsssmj, any player's touch counts.
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
fn touches_again(kicker: PlayerId, cycles: usize) -> Match {
    let mut game = Match::playing();
    game.with_pitch(|game, pitch| game.free_kick(pitch, kicker.side));
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
        // In the next cycle the event is still there, but not the foul of the cycle.
        game.touch(&[]);
        game.cycles(1);
        assert_eq!((game.game.referee.fouls.len(), game.game.take_events().len()), (0, 1));
        assert_eq!(game.game.events, []);
    }
}

#[test]
fn exactly_a_second_is_not_yet_a_second_touch() {
    let mut game = Match::playing();
    game.set(PlayMode::FreeKickLeft);
    for (time, touching, fouls) in
        [(0.25, true, 0), (0.5, false, 0), (1.25, true, 0), (1.5, true, 1)]
    {
        let players = [left(2)];
        game.touch(if touching { &players } else { &[] });
        game.state.time[0] = time;
        game.with_pitch(|game, pitch| {
            game.observe_ball(pitch);
            game.referee(pitch, CYCLE);
        });
        assert_eq!(game.fouls().len(), fouls, "at {time} s");
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
            game.with_pitch(|game, pitch| game.kick_off(pitch, side));
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

#[test]
fn one_decision_a_cycle() {
    // A double touch while the ball is out of play leads to the free kick, not to the throw-in.
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
    // In the next cycle the ball is still out of play.
    game.cycles(1);
    assert_eq!(game.mode(), PlayMode::ThrowInRight);
}
