//! Players who lie down, defend or stand where they must not.

use crate::matches::{
    CIRCLE, CYCLE, FLAT, GOAL_LINE, HIGH, LOW, Match, RADIUS, TOUCH_LINE, left, of, right,
};
use rcssgym::soccer::{Foul, PlayMode, Side};

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
fn exactly_the_time_allowed_is_not_too_long() {
    for (height, count) in [(FLAT, 4), (LOW, 8)] {
        let mut game = Match::playing();
        (game.game.rules.ground_max_time, game.game.rules.not_standing_max_time) = (1.0, 2.0);
        game.put(left(2), [1.0, 2.0, height]);
        let mut cycle = || {
            game.with_pitch(|game, pitch| game.referee(pitch, 0.25));
            game.fouls().len()
        };
        assert!((0..count).all(|_| cycle() == 0));
        assert_eq!(cycle(), 1);
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
    let before = record(&game);
    game.with_pitch(|game, _| game.remove_player(left(2)));
    assert_eq!(record(&game), before);
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
        let quat = game.with_pitch(|_, pitch| pitch.world.view().root_quaternion(slot));
        let half = std::f64::consts::FRAC_1_SQRT_2;
        assert_eq!(game.at(left(2))[..2], [-2.0, y]);
        assert!(
            (quat[0] - half).abs() < 1e-15 && (quat[3] - turn * half).abs() < 1e-15,
            "{quat:?}"
        );
    }
}

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
fn of_two_kickers_as_near_the_later_one_stays() {
    let mut game = Match::playing();
    game.put(left(2), [1.0, 1.0, HIGH]);
    game.put(left(3), [1.0, -1.0, HIGH]);
    game.set(PlayMode::KickOffLeft);
    game.cycles(1);
    assert_eq!([2, 3].map(|n| game.is_off(left(n))), [true, false]);
}

#[test]
fn at_a_goal_kick_opponents_leave_the_goalie_area() {
    for side in Side::BOTH {
        let mut game = Match::playing();
        let x = side.sign() * (GOAL_LINE - 3.9);
        game.put(of(side, 1), [x, 0.0, HIGH]);
        game.put(of(side.opponent(), 1), [x, 3.6, HIGH]);
        game.put(of(side.opponent(), 2), [x, 3.7, HIGH]);
        game.with_pitch(|game, pitch| game.goal_kick(pitch, side));
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
