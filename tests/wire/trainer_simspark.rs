//! Commands of SimSpark's monitors and trainers: the document's examples, and literal messages of
//! programs in use.

use rcssgym::soccer::{Command, PlayMode, Side};
use rcssgym::wire::simspark::trainer::requests;
use rcssgym::wire::{Request, Selected};
use std::f64::consts::FRAC_1_SQRT_2;

fn player(team: &str, number: u32) -> Option<Selected> {
    Some(Selected { team: team.to_owned(), number })
}

/// Returns the requests of a message, none of which may be refused.
fn all(message: &str) -> Vec<Request> {
    let read = requests(message.as_bytes());
    assert_eq!(read.refused, [], "{message}");
    read.parts
}

fn refused(message: &str) -> String {
    let refused = requests(message.as_bytes()).refused;
    refused.iter().map(|refusal| format!("{refusal}\n")).collect()
}

fn ball(pos: [f64; 3], vel: Option<[f64; 3]>) -> Request {
    Request::Lifted(match vel {
        None => Command::MoveBall(pos),
        vel => Command::PlaceBall { pos, vel },
    })
}

fn moved(team: &str, number: u32, pos: [f64; 3]) -> Request {
    Request::Lifted(Command::MovePlayer { number, team: team.to_owned(), pos, quat: None })
}

#[test]
fn examples_of_the_document() {
    let moved_in_air = "((ball (pos 0 0 50))(getAck moved_ball_in_the_air))";
    let expected =
        [ball([0.0, 0.0, 50.0], None), Request::Acknowledge("moved_ball_in_the_air".to_owned())];
    assert_eq!(all(moved_in_air), expected);
    for (message, request) in [
        ("(dropBall)", Request::Command(Command::DropBallInField)),
        ("(kickOff Left)", Request::Command(Command::KickOff(Side::Left))),
        ("(kickOff Right)", Request::Command(Command::KickOff(Side::Right))),
        ("(kickOff None)", Request::CoinToss),
        ("(select (unum 3) (team Left))", Request::Select(player("Left", 3))),
        ("(select)", Request::Select(None)),
        ("(select (unum 3))", Request::Select(None)),
        ("(select (unum -1))", Request::Deselect),
        ("(kill (unum 3) (team Right))", Request::Kill(player("Right", 3))),
        ("(kill)", Request::Kill(None)),
        ("(repos (unum 3) (team Right))", Request::LineUp(player("Right", 3))),
        ("(repos)", Request::LineUp(None)),
        ("(agent (pos 0 0 1))", Request::SendAway(None)),
        ("(reqfullstate)", Request::FullState),
        ("(killsim)", Request::Command(Command::Kill)),
    ] {
        assert_eq!(all(message), [request], "{message}");
    }
}

#[test]
fn what_viewers_and_trainers_send() {
    // RoboViz
    assert_eq!(all("(init)"), []);
    let fast = "(ball (pos 1.50 -2.00 0.04) (vel 0.00 0.00 0.00))";
    assert_eq!(all(fast), [ball([1.5, -2.0, 0.04], Some([0.0; 3]))]);
    assert_eq!(
        all("(agent (team Left)(unum 3)(pos 1.00 2.00 0.40))"),
        [moved("Left", 3, [1.0, 2.0, 0.4])]
    );
    for (name, command) in [
        ("free_kick_left", Command::SetPlayMode(PlayMode::FreeKickLeft)),
        ("direct_free_kick_right", Command::SetPlayMode(PlayMode::DirectFreeKickRight)),
        ("corner_kick_left", Command::SetPlayMode(PlayMode::CornerKickLeft)),
        ("KickIn_Right", Command::SetPlayMode(PlayMode::ThrowInRight)),
        ("goal_kick_left", Command::GoalKick(Side::Left)),
        ("pass_right", Command::BeginPass(Side::Right)),
    ] {
        assert_eq!(all(&format!("(playMode {name})")), [Request::Command(command)], "{name}");
    }
    assert_eq!(all("(time 0)"), [Request::Command(Command::SetTime(0.0))]);
    // magmaChallenge
    assert_eq!(all("(score (left 2) (right 1))"), [Request::Command(Command::SetScore([2, 1]))]);
    // FCPCodebase, where a player at -90 degrees faces along the field, and one at 0 across it
    for (angle, [w, z]) in [
        ("-90", [1.0, 0.0]),
        ("0", [FRAC_1_SQRT_2; 2]),
        ("90", [0.0, 1.0]),
        ("-180", [FRAC_1_SQRT_2, -FRAC_1_SQRT_2]),
    ] {
        let message = format!("(agent (unum 5) (team Left) (move -1.5 2 0.4 {angle}))");
        let [Request::Lifted(Command::MovePlayer { number: 5, team, pos, quat: Some(quat) })] =
            &all(&message)[..]
        else {
            panic!("{message}")
        };
        assert_eq!((team.as_str(), *pos), ("Left", [-1.5, 2.0, 0.4]));
        let expected = [w, 0.0, 0.0, z];
        assert!(quat.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{quat:?}");
    }
    // UT Austin Villa: two commands in a frame
    let expected = [
        Request::Command(Command::SetPlayMode(PlayMode::PlayOn)),
        ball([0.0, -9.0, 0.0], Some([0.0; 3])),
    ];
    assert_eq!(all("(playMode PlayOn) (ball (pos 0 -9 0) (vel 0 0 0))"), expected);
    // bahiart-gym: no velocity
    assert_eq!(all("(ball (pos 0 -9 0.04))"), [ball([0.0, -9.0, 0.04], None)]);
}

#[test]
fn parameters_come_in_any_order() {
    let right = [moved("Right", 5, [4.0, -3.0, 0.45])];
    assert_eq!(all("(agent (team Right)(pos 4 -3 0.45)(unum 5))"), right);
    assert_eq!(all("(agent (pos 4 -3 0.45) (unum 5) (team Right))"), right);
    assert_eq!(all("(ball (vel 0 0 0)(pos 1 0 0.042))"), [ball([1.0, 0.0, 0.042], Some([0.0; 3]))]);
    // SimSpark performs `pos`, then `move`, however they are ordered.
    for places in ["(pos 9 9 9)(move 1 2 3 -90)", "(move 1 2 3 -90)(pos 9 9 9)"] {
        let read = all(&format!("(agent (unum 5)(team Left){places})"));
        let [Request::Lifted(Command::MovePlayer { pos, quat: Some(_), .. })] = &read[..] else {
            panic!("{read:?}")
        };
        assert_eq!(*pos, [1.0, 2.0, 3.0]);
    }
    let score = [Request::Command(Command::SetScore([1, 2]))];
    assert_eq!(all("(score (right 2) (left 1))"), score);
    let velocity = Request::Lifted(Command::SetBallVelocity([-3.0, 1.0, 2.0]));
    assert_eq!(all("(ball (vel -3 1 2))"), [velocity]);
}

#[test]
fn commands_in_commands_are_read_one_by_one() {
    let time = Request::Command(Command::SetTime(9.0));
    assert_eq!(all("((time 9))"), std::slice::from_ref(&time));
    assert_eq!(all("((((time 9))(reqfullstate))(time 9))").len(), 3);
    assert_eq!(all("(((time 9)(time 9)))((time 9))"), vec![time; 3]);
}

#[test]
fn batteries_and_temperatures_do_nothing() {
    let message = "(agent (unum 3)(team Left)(battery 20)(temperature 55))";
    let read = requests(message.as_bytes());
    assert_eq!((read.parts, read.refused.len(), read.dropped.len()), (vec![], 0, 2));
    let with_place = "(agent (unum 3)(team Left)(battery 20)(pos 1 2 3))";
    assert_eq!(all(with_place), [moved("Left", 3, [1.0, 2.0, 3.0])]);
}

#[test]
fn what_cannot_be_used_is_named_and_the_rest_acts() {
    for (message, reason) in [
        ("(foo 1)", "'foo' is not a command"),
        ("()", "nothing in parentheses"),
        ("(playMode)", "word 2 is missing"),
        ("(playMode playOn)", "'playOn' is not a play mode"),
        ("(playMode penalty_kick_left)", "'penalty_kick_left' is not a play mode"),
        ("(kickOff)", "word 2 is missing"),
        ("(kickOff left)", "'left' is not Left, Right or None"),
        ("(ball)", "has neither pos nor vel"),
        ("(ball (pos 1 2))", "word 4 is missing"),
        ("(ball (pos 1 2 x))", "'x' is not a number"),
        ("(ball (pos nan 0 0))", "x = NaN is not within -1e10 and 1e10"),
        ("(ball (vel 0 0 inf))", "vz = inf is not within -1e10 and 1e10"),
        ("(time inf)", "time = inf is not from 0 to 1e6"),
        ("(time -3)", "time = -3e0 is not from 0 to 1e6"),
        ("(time 5e9)", "time = 5e9 is not from 0 to 1e6"),
        ("(time (now))", "word 2 is an expression"),
        ("(score (left 7))", "needs (left <goals>) and (right <goals>)"),
        ("(score (left 1.5)(right 1))", "'1.5' is not a whole number"),
        ("(agent (unum 1)(team Left))", "has neither pos nor move"),
        ("(agent (unum 1)(team Left)(move 0 0 0 inf))", "rot = inf is not within -1e10 and 1e10"),
        ("(agent (unum 1)(team Left)(move 0 0 0))", "word 5 is missing"),
        ("(agent (unum -3)(team Left)(pos 0 0 0))", "-3 is not a player's number"),
        ("(agent (pos 0 0 nan))", "z = NaN is not within -1e10 and 1e10"),
        ("(select (unum x)(team Left))", "'x' is not a whole number"),
        ("(kill (unum -2)(team Left))", "-2 is not a player's number"),
        ("(getAck)", "word 2 is missing"),
    ] {
        let followed = format!("(time 1){message}((killsim))");
        assert_eq!(refused(&followed), format!("{message}: {reason}\n"));
        let expected = [Command::SetTime(1.0), Command::Kill].map(Request::Command);
        assert_eq!(requests(followed.as_bytes()).parts, expected, "{message}");
    }
    let long = format!("(getAck {})(killsim)", "x".repeat(257));
    assert!(refused(&long).contains("asks for an answer of 257 bytes"));
    assert_eq!(requests(long.as_bytes()).parts.len(), 1);
}

#[test]
fn a_message_that_is_not_balanced_does_nothing() {
    for message in ["(time 1)(", "((time 1)", "((((((((((((((((((((((((((((((((((time 1"] {
        let read = requests(message.as_bytes());
        assert_eq!((read.parts.len(), read.refused.len()), (0, 1), "{message}");
    }
    assert_eq!(requests(b"(time 1))(killsim)").parts.len(), 1, "a ) too many ends a message");
}
