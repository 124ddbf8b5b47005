//! Commands of monitors are executed, or refused without any effect.

use crate::matches::{HIGH, Match, RADIUS, left, right};
use rcssgym::soccer::{Command, PlayMode, PlayerId, Side};

fn named() -> Match {
    let mut game = Match::playing();
    game.game.state.update_team_names("A");
    game.game.state.update_team_names("B");
    game
}

fn place(team: &str, number: u32) -> Command {
    Command::PlacePlayer { number, team: team.to_owned(), pos: [1.0, 2.0, 3.0], quat: None }
}

#[test]
fn kick_off_is_given() {
    for side in Side::BOTH {
        let mut game = named();
        game.command(&Command::KickOff(side)).unwrap();
        assert_eq!(game.mode(), PlayMode::kick_off(side));
    }
}

#[test]
fn the_ball_is_dropped_where_it_is_or_elsewhere() {
    for (pos, there) in [(None, [1.0, 2.0, 0.11]), (Some([3.0, 4.0]), [3.0, 4.0, 0.11])] {
        let mut game = named();
        game.set(PlayMode::ThrowInLeft);
        game.put_ball([1.0, 2.0, 5.0]);
        game.command(&Command::DropBall(pos)).unwrap();
        assert_eq!((game.mode(), game.ball()), (PlayMode::PlayOn, there));
    }
}

/// So far out, no two places near the ball differ in floating point.
#[test]
fn a_drop_ball_ends_where_no_place_is_free() {
    let mut game = named();
    game.put_ball([1e300, 0.0, RADIUS]);
    for player in [left(1), left(2), right(1)] {
        game.put(player, [1e300, 0.0, HIGH]);
    }
    game.command(&Command::DropBall(None)).unwrap();
    assert_eq!((game.mode(), game.at(left(2))), (PlayMode::PlayOn, [1e300, 0.0, HIGH]));
}

#[test]
fn the_ball_is_placed_with_its_velocity() {
    let mut game = named();
    let (pos, vel) = ([1.0, 2.0, 3.0], Some([4.0, 5.0, 6.0]));
    game.command(&Command::PlaceBall { pos, vel }).unwrap();
    assert_eq!((game.ball(), &game.state.qvel[..6]), (pos, &[4.0, 5.0, 6.0, 0.0, 0.0, 0.0][..]));
    game.command(&Command::PlaceBall { pos, vel: None }).unwrap();
    assert_eq!(game.state.qvel[..6], [0.0; 6]);
}

#[test]
fn the_ball_is_moved_as_it_moves() {
    let mut game = named();
    game.state.qpos[3..7].copy_from_slice(&[0.6, 0.8, 0.0, 0.0]);
    let velocity = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    game.state.qvel[..6].copy_from_slice(&velocity);
    game.command(&Command::MoveBall([7.0, 8.0, 9.0])).unwrap();
    assert_eq!(game.state.qpos[..7], [7.0, 8.0, 9.0, 0.6, 0.8, 0.0, 0.0]);
    assert_eq!(game.state.qvel[..6], velocity);
}

#[test]
fn the_ball_gets_a_velocity_where_it_is() {
    let mut game = named();
    let pos = [1.0, 2.0, 3.0];
    game.command(&Command::PlaceBall { pos, vel: Some([9.0; 3]) }).unwrap();
    game.state.qpos[3..7].copy_from_slice(&[0.6, 0.8, 0.0, 0.0]);
    game.state.qvel[3..6].fill(7.0);
    game.command(&Command::SetBallVelocity([4.0, 5.0, 6.0])).unwrap();
    assert_eq!(game.state.qpos[..7], [1.0, 2.0, 3.0, 0.6, 0.8, 0.0, 0.0]);
    assert_eq!(game.state.qvel[..6], [4.0, 5.0, 6.0, 0.0, 0.0, 0.0]);
}

#[test]
fn players_go_beside_the_pitch() {
    for (ball, far) in [(1.0, -1.0), (-1.0, 1.0)] {
        let mut game = named();
        game.put_ball([0.0, ball, RADIUS]);
        for (team, player) in [("A", left(2)), ("Right", right(2))] {
            let team = team.to_owned();
            game.command(&Command::Reposition { number: 2, team }).unwrap();
            let [x, y, _] = game.at(player);
            assert!(game.is_off(player), "{x} {y}");
            assert_eq!((x.signum(), y.signum()), (player.side.sign(), far));
        }
    }
}

fn distance([x, y, _]: [f64; 3], [u, v, _]: [f64; 3]) -> f64 {
    (x - u).hypot(y - v)
}

#[test]
fn a_ball_dropped_in_the_field_comes_back_into_it_and_all_keep_away() {
    for (ball, there) in [
        ([1.0, 2.0, 5.0], [1.0, 2.0, RADIUS]),
        ([40.0, 2.0, 0.2], [27.5, 2.0, RADIUS]),
        ([-40.0, -40.0, 0.2], [-27.5, -18.0, RADIUS]),
    ] {
        let mut game = named();
        game.set(PlayMode::ThrowInLeft);
        game.put_ball(ball);
        let near = [there[0] - 1.0, there[1] + 0.5, HIGH];
        game.put(left(2), near);
        game.put(right(2), [near[0], near[1] + 2.0, HIGH]);
        game.command(&Command::DropBallInField).unwrap();
        assert_eq!((game.mode(), game.ball()), (PlayMode::PlayOn, there));
        for player in [left(2), right(2)] {
            let far = distance(game.at(player), there);
            assert!((5.5 - 1e-9..9.0).contains(&far), "{far}");
        }
    }
}

#[test]
fn a_player_is_moved_as_it_is() {
    let mut game = named();
    let slot = game.slot(left(2));
    let (qpos, qvel) = (game.scene.slots[slot].qpos.clone(), game.scene.slots[slot].qvel.clone());
    let quat = Some([0.6, 0.0, 0.0, 0.8]);
    game.command(&Command::PlacePlayer { number: 2, team: "A".to_owned(), pos: [0.0; 3], quat })
        .unwrap();
    game.state.qpos[qpos.clone()][7..].fill(0.25);
    let pos = [3.0, 4.0, 5.0];
    for (quat, turned) in
        [(None, [0.6, 0.0, 0.0, 0.8]), (Some([0.0, 0.0, 0.0, 2.0]), [0.0, 0.0, 0.0, 1.0])]
    {
        game.state.qvel[qvel.clone()].fill(3.0);
        let team = "A".to_owned();
        game.command(&Command::MovePlayer { number: 2, team, pos, quat }).unwrap();
        let placed = &game.state.qpos[qpos.clone()];
        assert_eq!((&placed[..3], &placed[3..7]), (&pos[..], &turned[..]));
        assert!(placed[7..].iter().all(|hinge| *hinge == 0.25), "its posture stays");
        assert!(game.state.qvel[qvel.clone()].iter().all(|speed| *speed == 0.0), "it rests");
    }
}

#[test]
fn a_player_is_sent_towards_its_own_goal_or_across() {
    for (player, from, to) in [
        (left(2), [3.0, 1.0], [-3.0, 1.0]),
        (right(2), [3.0, 1.0], [9.0, 1.0]),
        (left(2), [-25.0, 1.0], [-25.0, -5.0]),
        (right(2), [25.0, -1.0], [25.0, 5.0]),
    ] {
        let mut game = named();
        game.put(player, [from[0], from[1], HIGH]);
        let team = player.side.alias().to_owned();
        game.command(&Command::SendAway { number: 2, team }).unwrap();
        assert_eq!(game.at(player), [to[0], to[1], HIGH]);
    }
}

#[test]
fn players_line_up_by_their_numbers() {
    for (player, ball, at) in [
        (left(1), 0.0, [-3.6, -18.5]),
        (left(2), -2.0, [-3.0, 18.5]),
        (right(2), 2.0, [3.0, -18.5]),
        // By rcssserver3d's formula, 0.6 (7 - number), beyond the halfway line.
        (left(8), 2.0, [0.6, -18.5]),
    ] {
        let mut game = Match::new(&[left(1), left(2), left(8), right(2)]);
        game.put_ball([0.0, ball, RADIUS]);
        let (number, team) = (player.number, player.side.alias().to_owned());
        game.command(&Command::LineUp { number, team }).unwrap();
        let place = game.at(player);
        assert!(distance(place, [at[0], at[1], 0.0]) < 1e-9, "{place:?}");
    }
}

#[test]
fn opponents_of_a_pass_keep_away_for_a_while() {
    let mut game = named();
    game.put_ball([0.0, 0.0, RADIUS]);
    game.put(left(2), [0.5, 0.0, HIGH]);
    game.put(right(2), [0.0, 0.5, HIGH]);
    game.command(&Command::BeginPass(Side::Left)).unwrap();
    assert_eq!((game.mode(), game.game.state.passing()), (PlayMode::PlayOn, Some(Side::Left)));
    game.cycles(1);
    let ball = game.ball();
    assert!(distance(game.at(right(2)), ball) > 0.99 && distance(game.at(left(2)), ball) < 0.6);
    game.seconds(3.9);
    assert_eq!(game.game.state.passing(), Some(Side::Left));
    game.seconds(0.1);
    assert_eq!(game.game.state.passing(), None);
    game.put(right(2), [0.0, 0.5, HIGH]);
    game.cycles(1);
    let ball = game.ball();
    assert!(distance(game.at(right(2)), ball) < 0.9);
    // Any other mode ends it.
    game.command(&Command::BeginPass(Side::Right)).unwrap();
    game.command(&Command::SetPlayMode(PlayMode::FreeKickLeft)).unwrap();
    assert_eq!(game.game.state.passing(), None);
}

#[test]
fn a_goal_kick_has_its_ball_in_the_goalie_area() {
    for (ball, there) in
        [([0.0, 0.0, 0.3], [25.5, 0.0, RADIUS]), ([26.0, 1.0, 0.3], [26.0, 1.0, 0.3])]
    {
        let mut game = named();
        game.put_ball(ball);
        game.command(&Command::GoalKick(Side::Right)).unwrap();
        assert_eq!((game.mode(), game.ball()), (PlayMode::GoalKickRight, there));
        game.cycles(5);
        assert_eq!(game.mode(), PlayMode::GoalKickRight);
    }
}

#[test]
fn the_clock_is_set_and_the_play_mode_stays_as_old_as_it_is() {
    let mut game = named();
    game.set(PlayMode::ThrowInLeft);
    game.seconds(1.0);
    let age = game.game.state.play_mode_age(PlayMode::ThrowInLeft);
    for time in [0.0, 123.456] {
        game.command(&Command::SetTime(time)).unwrap();
        let state = &game.game.state;
        assert_eq!((state.play_time(), state.play_mode()), (time, PlayMode::ThrowInLeft));
        assert!((state.play_mode_age(PlayMode::ThrowInLeft) - age).abs() < 1e-9);
        assert!(!state.play_time_is_whole());
    }
    game.cycles(1);
    assert_eq!(game.game.state.play_time(), 123.476);
}

#[test]
fn the_score_is_set() {
    let mut game = named();
    game.command(&Command::SetScore([3, 0])).unwrap();
    assert_eq!((game.game.state.score, game.mode()), ([3, 0], PlayMode::PlayOn));
}

#[test]
fn players_are_placed_by_the_name_of_their_team_or_side() {
    for (team, player) in [("A", left(2)), ("Left", left(2)), ("B", right(2)), ("Right", right(2))]
    {
        let mut game = named();
        let slot = game.slot(player);
        let range = game.scene.slots[slot].qpos.clone();
        game.state.qpos[range.clone()][7..].fill(0.5);
        game.command(&place(team, 2)).unwrap();
        assert_eq!(game.at(player), [1.0, 2.0, 3.0]);
        assert!(game.state.qpos[range.clone()][7..].iter().all(|angle| *angle == 0.0));
        assert_eq!(game.state.qpos[range][3..7], [1.0, 0.0, 0.0, 0.0]);
    }
}

#[test]
fn orientations_come_to_unit_length() {
    for scale in [1e-300, 2.0, 1e300] {
        let mut game = named();
        let quat = Some([0.6 * scale, 0.0, 0.8 * scale, 0.0]);
        let team = "A".to_owned();
        game.command(&Command::PlacePlayer { number: 2, team, pos: [0.0; 3], quat }).unwrap();
        let slot = game.slot(left(2));
        let found = game.with_pitch(|_, pitch| pitch.world.view().root_quaternion(slot));
        assert!((found[0] - 0.6).abs() < 1e-15 && (found[2] - 0.8).abs() < 1e-15, "{found:?}");
    }
}

#[test]
fn every_play_mode_can_be_set_and_holds_through_the_cycle() {
    for mode in PlayMode::ALL {
        let mut game = named();
        game.game.referee.agent_na_touch_ball = Some(left(2));
        game.game.referee.team_na_score = Some(Side::Left);
        // A touch would end a kick, and a ball out of play would end the mode.
        game.touch(&[left(2)]);
        game.cycles(1);
        game.put_ball([0.0, 19.0, 0.11]);
        game.command(&Command::SetPlayMode(mode)).unwrap();
        let referee = &game.game.referee;
        assert_eq!((referee.agent_na_touch_ball, referee.team_na_score), (None, None));
        game.with_pitch(|game, pitch| game.referee(pitch, 0.02));
        assert_eq!(game.mode(), mode);
    }
}

#[test]
fn after_game_over_was_set_nothing_happens() {
    let mut game = named();
    game.command(&Command::SetPlayMode(PlayMode::GameOver)).unwrap();
    game.put_ball([0.0, 19.0, 0.11]);
    game.put(left(2), [0.0, 0.0, 0.1]);
    game.seconds(20.0);
    assert_eq!((game.mode(), game.game.state.play_time()), (PlayMode::GameOver, 0.0));
    assert_eq!(game.fouls(), []);
    // This lasts until a command lets the match go on.
    game.put_ball([0.0, 0.0, 0.11]);
    game.command(&Command::SetPlayMode(PlayMode::PlayOn)).unwrap();
    game.seconds(1.0);
    assert_eq!(game.mode(), PlayMode::PlayOn);
    assert!(game.game.state.play_time() > 1.0);
}

#[test]
fn a_command_is_the_decision_of_its_cycle() {
    let mut game = named();
    game.put(right(2), [0.5, 0.0, HIGH]);
    game.touch(&[left(2)]);
    game.cycles(1);
    game.command(&Command::KickOff(Side::Left)).unwrap();
    game.game.ball.active = Some(left(2));
    game.with_pitch(|game, pitch| game.referee(pitch, 0.02));
    // The touch counts as the kick only in the next cycle, but the opponent is in the circle now.
    assert_eq!(game.mode(), PlayMode::KickOffLeft);
    assert!(game.is_off(right(2)));
    game.cycles(1);
    assert_eq!(game.mode(), PlayMode::PlayOn);
}

#[test]
fn kill_is_heard() {
    let mut game = named();
    assert!(!game.game.killed);
    game.command(&Command::Kill).unwrap();
    assert!(game.game.killed);
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let (nan, far) = (f64::NAN, 1.1e6);
    let player = |quat| Command::PlacePlayer {
        number: 2,
        team: "A".to_owned(),
        pos: [0.0; 3],
        quat: Some(quat),
    };
    for (command, part) in [
        (Command::DropBall(Some([nan, 0.0])), "pos: [NaN, 0.0]"),
        (Command::PlaceBall { pos: [0.0, far, 0.0], vel: None }, "pos: [0.0, 1100000.0, 0.0]"),
        (Command::PlaceBall { pos: [0.0; 3], vel: Some([0.0, 0.0, f64::INFINITY]) }, "vel: "),
        (player([0.0; 4]), "quat: [0.0, 0.0, 0.0, 0.0]"),
        (player([1.0, nan, 0.0, 0.0]), "quat: [1.0, NaN"),
        (Command::SetBallVelocity([0.0, nan, 0.0]), "vel: [0.0, NaN, 0.0]"),
        (Command::SetTime(nan), "time: NaN is not from 0 to 1000000"),
        (Command::SetTime(far), "time: 1100000 is not from 0"),
        (Command::SetTime(-0.5), "time: -0.5 is not from 0"),
        (Command::SetScore([-1, 0]), "left: -1 is not from 0"),
        (Command::SetScore([0, i64::MIN]), "right: -9223372036854775808 is not from 0"),
        (Command::SetScore([1 << 31, 0]), "left: 2147483648 is not from 0 to 2147483647"),
        (Command::Reposition { number: 4, team: "A".to_owned() }, "no player with number 4"),
        (Command::SendAway { number: 4, team: "A".to_owned() }, "no player with number 4"),
        (Command::LineUp { number: 2, team: "C".to_owned() }, "there is no team 'C'"),
        (
            Command::MovePlayer {
                number: 2,
                team: "A".to_owned(),
                pos: [0.0, nan, 0.0],
                quat: None,
            },
            "pos: [0.0, NaN, 0.0]",
        ),
        (
            Command::MovePlayer {
                number: 2,
                team: "A".to_owned(),
                pos: [0.0; 3],
                quat: Some([0.0; 4]),
            },
            "quat: ",
        ),
        (Command::MoveBall([nan, 0.0, 0.0]), "pos: [NaN, 0.0, 0.0]"),
        (place("C", 2), "there is no team 'C'"),
        (place("left", 2), "there is no team 'left'"),
        (place("A", 4), "team 'A' has no player with number 4"),
    ] {
        let mut game = named();
        let before = (game.game.clone(), game.state.clone());
        let message = game.command(&command).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
        assert!((game.game, game.state) == before, "{message}");
    }
}

#[test]
fn a_team_that_has_not_come_has_no_players() {
    let mut game = Match::new(&[PlayerId { side: Side::Left, number: 2 }]);
    assert!(game.command(&place("A", 2)).is_err());
    assert!(game.command(&place("Right", 2)).is_err());
    assert!(game.command(&place("Left", 2)).is_ok());
}
