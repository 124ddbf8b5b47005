//! Rule books, phases, play modes, clock, teams, and touches of the ball.

use crate::matches::{CYCLE, Match, left, right};
use rcssgym::soccer::{Compat, Foul, Game, GameState, Phase, PlayMode, RefereeKind, Rules, Side};

#[test]
fn rule_books_are_those_of_the_league() {
    let (fifa, ssim) = (Rules::from_name("fifa").unwrap(), Rules::from_name("ssim").unwrap());
    assert_eq!(fifa.max_team_size, 11);
    assert_eq!((fifa.half_time, fifa.extra_half_time), (2700.0, 900.0));
    assert_eq!(fifa.default_field, "fifa");
    assert_eq!(ssim, Rules::from_name("ssim26").unwrap());
    assert_eq!(ssim.max_team_size, 7);
    assert_eq!((ssim.half_time, ssim.extra_half_time), (300.0, 180.0));
    assert_eq!(ssim.default_field, "fifa7vs7");
    assert_eq!((ssim.ground_max_time, ssim.goalie_ground_max_time), (15.0, 30.0));
    assert_eq!((ssim.not_standing_max_time, ssim.goalie_not_standing_max_time), (30.0, 60.0));
    let message = Rules::from_name("rugby").unwrap_err().to_string();
    assert!(message.contains("'rugby'"), "{message}");
}

#[test]
fn phases_follow_on_each_other() {
    let rules = Rules::ssim26();
    let times = Phase::ALL.map(|phase| (rules.start_time(phase), rules.end_time(phase)));
    let wanted = [(0.0, 300.0), (300.0, 600.0), (600.0, 780.0), (780.0, 960.0), (0.0, 60.0)];
    assert_eq!(times, wanted);
    let whole = Phase::ALL.map(|phase| rules.start_is_whole(phase));
    assert_eq!(whole, [false, true, true, true, false]);
    for (index, phase) in Phase::ALL.into_iter().enumerate() {
        assert_eq!((phase.index(), Phase::from_index(index)), (index, Some(phase)));
    }
    assert_eq!(Phase::from_index(5), None);
    assert_eq!(Phase::ALL[3].name(), "SECOND_EXTRA_HALF");
}

#[test]
fn play_modes_have_the_names_that_agents_read() {
    for (index, mode) in PlayMode::ALL.into_iter().enumerate() {
        assert_eq!((mode.index(), PlayMode::from_index(index)), (index, Some(mode)));
        assert_eq!(PlayMode::from_name(mode.name()).unwrap(), mode);
    }
    assert_eq!(PlayMode::from_index(23), None);
    let names = [0, 1, 4, 7, 10, 12, 14, 17, 22].map(|i| PlayMode::ALL[i].name());
    let wanted = [
        "BeforeKickOff",
        "KickOff_Left",
        "KickIn_Left",
        "corner_kick_right",
        "offside_left",
        "GameOver",
        "Goal_Right",
        "direct_free_kick_left",
        "penalty_shoot_right",
    ];
    assert_eq!(names, wanted);
    let message = PlayMode::from_name("KickIn_left").unwrap_err().to_string();
    assert!(message.contains("'KickIn_left'"), "{message}");
}

#[test]
fn modes_of_a_side_differ_from_the_other_sides() {
    let of = |side| {
        [
            PlayMode::kick_off(side),
            PlayMode::throw_in(side),
            PlayMode::corner_kick(side),
            PlayMode::goal_kick(side),
            PlayMode::offside(side),
            PlayMode::goal(side),
            PlayMode::free_kick(side),
            PlayMode::direct_free_kick(side),
            PlayMode::penalty_kick(side),
            PlayMode::penalty_shoot(side),
        ]
    };
    for (mine, theirs) in of(Side::Left).into_iter().zip(of(Side::Right)) {
        assert!(mine.name().to_lowercase().ends_with("_left"), "{mine:?}");
        assert_eq!(theirs.index(), mine.index() + 1);
    }
}

#[test]
fn fouls_are_numbered_as_monitors_know_them() {
    for (index, foul) in Foul::ALL.into_iter().enumerate() {
        assert_eq!((foul.index(), Foul::from_index(index)), (index, Some(foul)));
    }
    assert_eq!((Foul::IllegalDefence.index(), Foul::HandFoul.index()), (2, 10));
    assert_eq!(Foul::DoubleTouch.name(), "DOUBLE_TOUCH");
}

#[test]
fn the_clock_counts_milliseconds_and_only_in_play() {
    let mut state = GameState::new(Phase::SecondHalf, 300.0, true);
    state.update(1.0, false);
    assert_eq!((state.sim_time(), state.play_time()), (1.0, 300.0));
    assert!(state.play_time_is_whole());
    for step in 1..=50_000 {
        state.update(1.0 + f64::from(step) * CYCLE, true);
    }
    assert_eq!(state.play_time(), 1300.0);
    assert!(!state.play_time_is_whole());
}

#[test]
fn modes_know_their_age() {
    let mut state = GameState::new(Phase::FirstHalf, 0.0, false);
    state.update(2.0, true);
    state.set_play_mode(PlayMode::ThrowInLeft);
    state.update(5.0, true);
    state.set_play_mode(PlayMode::PlayOn);
    assert_eq!(state.play_mode_time(PlayMode::ThrowInLeft), 2.0);
    assert_eq!(state.play_mode_age(PlayMode::ThrowInLeft), 3.0);
    assert_eq!(state.play_mode_age(PlayMode::PlayOn), 0.0);
    state.switch_phase(Phase::SecondHalf, 300.0, true);
    assert_eq!(state.play_mode(), PlayMode::BeforeKickOff);
    assert_eq!(state.play_mode_time(PlayMode::ThrowInLeft), 0.0);
}

#[test]
fn two_teams_play_and_no_third() {
    let mut state = GameState::new(Phase::FirstHalf, 0.0, false);
    assert_eq!(state.update_team_names("A"), Some(Side::Left));
    assert_eq!(state.update_team_names("A"), Some(Side::Left));
    assert_eq!(state.side_of("B"), None);
    assert_eq!(state.update_team_names("B"), Some(Side::Right));
    assert_eq!(state.update_team_names("C"), None);
    assert_eq!(state.update_team_names("B"), Some(Side::Right));
    assert_eq!((state.team_name(Side::Left), state.team_name(Side::Right)), (Some("A"), Some("B")));
    state.goal(Side::Right);
    assert_eq!((state.score, state.play_mode()), ([0, 1], PlayMode::GoalRight));
    state.reset(Phase::FirstHalf, 0.0, false);
    assert_eq!((state.side_of("A"), state.score), (None, [0, 0]));
}

#[test]
fn a_match_begins_at_its_phase_or_at_a_given_time() {
    let game = |time| {
        Game::new(Rules::ssim26(), RefereeKind::Soccer, Phase::SecondExtraHalf, time, Compat::On)
            .state
    };
    assert_eq!((game(None).play_time(), game(None).play_time_is_whole()), (780.0, true));
    for given in [(3.5, false), (3.0, false), (3.0, true)] {
        let state = game(Some(given));
        assert_eq!((state.play_time(), state.play_time_is_whole()), given);
    }
}

#[test]
fn beaming_is_allowed_before_kick_offs() {
    let mut game = Match::playing();
    for mode in PlayMode::ALL {
        game.set(mode);
        let wanted = ["BeforeKickOff", "Goal_Left", "Goal_Right"].contains(&mode.name());
        assert_eq!(game.game.is_beaming_allowed(), wanted, "{mode:?}");
    }
}

#[test]
fn a_contact_stays_with_who_was_first() {
    let mut game = Match::playing();
    game.touch(&[left(2), right(2)]);
    game.cycles(1);
    assert_eq!((game.game.ball.active, game.game.ball.last), (Some(left(2)), None));
    assert_eq!(game.game.ball.contact_change, Some(CYCLE));
    assert_eq!(game.game.ball.parts, [0]);
    game.touch(&[left(1), left(2), right(2)]);
    game.cycles(1);
    assert_eq!((game.game.ball.active, game.game.ball.last), (Some(left(2)), None));
    game.touch(&[right(2)]);
    game.cycles(1);
    assert_eq!((game.game.ball.active, game.game.ball.last), (Some(right(2)), Some(left(2))));
    assert_eq!(game.game.ball.contact_change, Some(3.0 * CYCLE));
}

#[test]
fn a_contact_that_comes_back_is_no_change() {
    let mut game = Match::playing();
    game.touch(&[left(2)]);
    game.cycles(1);
    game.touch(&[]);
    game.cycles(1);
    let ball = game.game.ball.clone();
    assert_eq!((ball.active, ball.last), (None, Some(left(2))));
    assert_eq!((ball.most_recent(), ball.parts.len()), (Some(left(2)), 0));
    game.touch(&[left(2)]);
    game.cycles(1);
    assert_eq!(game.game.ball.contact_change, Some(CYCLE));
    game.touch(&[]);
    game.cycles(1);
    game.touch(&[left(3)]);
    game.cycles(1);
    assert_eq!(game.game.ball.contact_change, Some(game.state.time[0]));
    assert_eq!(game.game.ball.most_recent(), Some(left(3)));
    game.game.ball.reset_contacts();
    assert_eq!(game.game.ball, Default::default());
}

#[test]
fn the_state_of_a_match_survives_writing_and_reading() {
    let mut game = Match::playing();
    game.game.state.update_team_names("A");
    game.touch(&[left(2)]);
    game.put_ball([0.0, 19.0, 0.11]);
    game.cycles(3);
    let text = serde_json::to_string(&game.game).unwrap();
    assert_eq!(serde_json::from_str::<Game>(&text).unwrap(), game.game);
}
