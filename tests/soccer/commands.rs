//! What monitors ask for: done, or refused without a trace.

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

/// So far out, no two places near the ball can be told apart.
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
        // A touch would end a kick, a ball out of play the mode.
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
    // Until somebody has the match go on.
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
    // The touch takes the kick only in the next cycle, but the opponent is in the circle now.
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
        (Command::SetTime(nan), "time: NaN must be a finite number between"),
        (Command::SetTime(far), "time: 1100000 must be"),
        (Command::SetTime(-0.5), "time: -0.5 is below zero"),
        (Command::SetScore([-1, 0]), "left: -1 is below zero"),
        (Command::SetScore([0, i64::MIN]), "right: -9223372036854775808 is below zero"),
        (Command::Reposition { number: 4, team: "A".to_owned() }, "no player with number 4"),
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
