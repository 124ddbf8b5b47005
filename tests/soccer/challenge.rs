//! The kick challenge.

use crate::matches::{HIGH, Match, RADIUS, left, right};
use rcssgym::soccer::{Foul, Phase, PlayMode, RefereeKind, Rules};

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
