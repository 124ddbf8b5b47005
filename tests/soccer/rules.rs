//! Rules of the game on a board of plain numbers: what the referee, commands and ball contacts do
//! with nothing but a `Pitch`.

use crate::board::{Board, RADIUS};
use rcssgym::soccer::{
    Arm, Command, Compat, Field, Foul, Game, Phase, PlayMode, PlayerId, Posture, RefereeKind,
    Rules, Side,
};

const CYCLE: f64 = 0.02;
/// Half the small field's length, m.
const GOAL_LINE: f64 = 27.5;
/// Half its width, m.
const TOUCH_LINE: f64 = 18.0;

const fn left(number: u32) -> PlayerId {
    PlayerId { side: Side::Left, number }
}

const fn right(number: u32) -> PlayerId {
    PlayerId { side: Side::Right, number }
}

const PLAYERS: [PlayerId; 6] = [left(1), left(2), left(3), left(4), right(1), right(2)];

/// A match in play.
fn playing() -> Game {
    let mut game =
        Game::new(Rules::ssim26(), RefereeKind::Soccer, Phase::FirstHalf, None, Compat::On);
    game.state.set_play_mode(PlayMode::PlayOn);
    game
}

fn cycles(game: &mut Game, board: &mut Board<'_>, count: usize) {
    for _ in 0..count {
        board.time += CYCLE;
        game.observe_ball(board);
        game.referee(board, CYCLE);
    }
}

fn fouls(game: &Game) -> Vec<(PlayerId, Foul)> {
    game.events.iter().map(|event| (event.player, event.foul)).collect()
}

#[test]
fn who_did_not_touch_last_throws_in() {
    let field = Field::fifa7vs7();
    let (mut game, mut board) = (playing(), Board::new(&field, &PLAYERS));
    board.touch(left(2), 0);
    cycles(&mut game, &mut board, 1);
    (board.contacts, board.ball) = (Vec::new(), [3.0, TOUCH_LINE + 0.01, 1.0]);
    board.positions[4] = [3.0, TOUCH_LINE - 1.0, 0.6];
    board.positions[1] = [4.0, TOUCH_LINE - 1.0, 0.6];
    cycles(&mut game, &mut board, 1);
    assert_eq!(game.state.play_mode(), PlayMode::ThrowInRight);
    assert_eq!((board.ball, board.ball_velocity), ([3.0, TOUCH_LINE, RADIUS], [0.0; 3]));
    // The opponents of the team that throws in keep their distance, the others may stay.
    assert_eq!(board.positions[4], [3.0, TOUCH_LINE - 1.0, 0.6]);
    assert_eq!(board.positions[1][..2], [-2.0, -(TOUCH_LINE + field.border)]);
}

#[test]
fn a_goal_counts_and_after_a_pause_the_others_kick_off() {
    let field = Field::fifa7vs7();
    let (mut game, mut board) = (playing(), Board::new(&field, &PLAYERS));
    board.ball = [GOAL_LINE + 0.2, 1.0, 0.5];
    cycles(&mut game, &mut board, 1);
    assert_eq!((game.state.play_mode(), game.state.score), (PlayMode::GoalLeft, [1, 0]));
    cycles(&mut game, &mut board, 151);
    assert_eq!(game.state.play_mode(), PlayMode::KickOffRight);
    assert_eq!((game.state.score, board.ball), ([1, 0], [0.0, 0.0, RADIUS]));
}

#[test]
fn of_three_in_the_goalie_area_who_came_last_must_go() {
    let field = Field::fifa7vs7();
    let (mut game, mut board) = (playing(), Board::new(&field, &PLAYERS));
    for (player, y) in [(0, -1.0), (2, 1.0)] {
        board.positions[player] = [-26.0, y, 0.6];
    }
    cycles(&mut game, &mut board, 10);
    board.positions[1] = [-25.0, 0.0, 0.6];
    cycles(&mut game, &mut board, 4);
    assert_eq!(fouls(&game), []);
    cycles(&mut game, &mut board, 1);
    assert_eq!(fouls(&game), [(left(2), Foul::IllegalDefence)]);
    assert_eq!(board.positions[1][1].abs(), TOUCH_LINE + field.border);
    assert_eq!(board.positions[2], [-26.0, 1.0, 0.6]);
}

#[test]
fn the_clock_runs_in_play_until_the_half_is_over() {
    let field = Field::fifa7vs7();
    let (mut game, mut board) = (playing(), Board::new(&field, &PLAYERS));
    cycles(&mut game, &mut board, 100);
    assert_eq!((game.state.play_time(), game.state.sim_time()), (2.0, board.time));
    game.state.set_play_mode(PlayMode::BeforeKickOff);
    cycles(&mut game, &mut board, 100);
    assert_eq!((game.state.play_time(), game.state.sim_time()), (2.0, board.time));
    game.state.set_play_mode(PlayMode::PlayOn);
    game.state.set_play_time(game.rules.half_time - 0.01);
    cycles(&mut game, &mut board, 1);
    assert_eq!(game.state.phase(), Phase::SecondHalf);
    assert_eq!(game.state.play_mode(), PlayMode::BeforeKickOff);
}

#[test]
fn a_hand_far_ahead_of_the_torso_gives_a_direct_free_kick() {
    let field = Field::fifa7vs7();
    for (ahead, foul) in [(0.2, false), (0.3, true)] {
        let (mut game, mut board) = (playing(), Board::new(&field, &PLAYERS));
        board.posture = Some(Posture {
            axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            torso: [0.0, 0.0, 0.7],
            torso_size: [0.1, 0.1],
            head: [0.0, 0.0, 1.0],
            head_top: 1.1,
            arms: vec![Arm { pos: [ahead, 0.0, 0.7], width: 0.05 }],
        });
        board.touch(right(2), 7);
        cycles(&mut game, &mut board, 1);
        let wanted = if foul { PlayMode::DirectFreeKickLeft } else { PlayMode::PlayOn };
        assert_eq!(game.state.play_mode(), wanted, "{ahead} m");
        assert_eq!(fouls(&game), if foul { vec![(right(2), Foul::HandFoul)] } else { vec![] });
    }
}

#[test]
fn a_touch_takes_the_kick_and_who_touched_must_wait() {
    let field = Field::fifa7vs7();
    let (mut game, mut board) = (playing(), Board::new(&field, &PLAYERS));
    game.kick_off(&mut board, Side::Left);
    cycles(&mut game, &mut board, 1);
    board.touch(left(3), 0);
    cycles(&mut game, &mut board, 1);
    assert_eq!(game.state.play_mode(), PlayMode::PlayOn);
    board.contacts.clear();
    cycles(&mut game, &mut board, 60);
    board.touch(left(3), 0);
    cycles(&mut game, &mut board, 1);
    assert_eq!(fouls(&game), [(left(3), Foul::DoubleTouch)]);
    assert_eq!(game.state.play_mode(), PlayMode::FreeKickRight);
}

#[test]
fn commands_move_what_they_name_or_nothing() {
    let field = Field::fifa7vs7();
    let (mut game, mut board) = (playing(), Board::new(&field, &PLAYERS));
    let place = |number| Command::PlacePlayer {
        number,
        team: "Right".to_owned(),
        pos: [1.0, 2.0, 0.5],
        quat: None,
    };
    game.command(&mut board, &place(2)).unwrap();
    assert_eq!(board.positions[5], [1.0, 2.0, 0.5]);
    let before = board.positions.clone();
    assert!(game.command(&mut board, &place(3)).unwrap_err().to_string().contains("number 3"));
    assert_eq!(board.positions, before);
    game.command(&mut board, &Command::SetBallVelocity([1.0, 0.0, 2.0])).unwrap();
    assert_eq!((board.ball, board.ball_velocity), ([0.0, 0.0, RADIUS], [1.0, 0.0, 2.0]));
    // All players keep four metres away from a drop ball.
    game.command(&mut board, &Command::DropBall(Some([10.0, 0.0]))).unwrap();
    let distance = |at: &[f64; 3]| (at[0] - 10.0).hypot(at[1]);
    assert!(board.positions.iter().all(|at| distance(at) >= 4.0 - 1e-9), "{:?}", board.positions);
}
