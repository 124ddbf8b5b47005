//! Commands of SimSpark's trainers that rcsssmj ignores.

use rcssgym::soccer::Command;
use rcssgym::wire::rcsssmj::trainer::requests;
use rcssgym::wire::{Request, Selected};

fn player(team: &str, number: u32) -> Option<Selected> {
    Some(Selected { team: team.to_owned(), number })
}

fn one(message: &str) -> Request {
    let read = requests(message.as_bytes());
    let [request] = &read.parts[..] else { panic!("{message}: {read:?}") };
    assert_eq!(read.refused, [], "{message}");
    request.clone()
}

/// Returns all refusals of a message, one per line.
fn refused(message: &str) -> String {
    let refused = requests(message.as_bytes()).refused;
    refused.iter().map(|refusal| format!("{refusal}\n")).collect()
}

#[test]
fn the_game_is_changed() {
    for (message, command) in [
        ("(time 12.5)", Command::SetTime(12.5)),
        ("(time 0)", Command::SetTime(0.0)),
        ("(score (left 2)(right 1))", Command::SetScore([2, 1])),
        ("(score (right 1) (left 2))", Command::SetScore([2, 1])),
        ("(ball (vel 1 2 3))", Command::SetBallVelocity([1.0, 2.0, 3.0])),
        ("(killsim)", Command::Kill),
    ] {
        assert_eq!(one(message), Request::Command(command), "{message}");
    }
    assert_eq!(one("(kickOff None)"), Request::CoinToss);
}

#[test]
fn the_server_is_asked() {
    for (message, request) in [
        ("(reqfullstate)", Request::FullState),
        ("(select (unum 3)(team Left))", Request::Select(player("Left", 3))),
        ("(select (team B) (unum 3))", Request::Select(player("B", 3))),
        ("(select)", Request::Select(None)),
        ("(select (unum 3))", Request::Select(None)),
        ("(select (unum -1))", Request::Deselect),
        ("(select (unum -1)(team None))", Request::Deselect),
        ("(kill (unum 3)(team Right))", Request::Kill(player("Right", 3))),
        ("(kill)", Request::Kill(None)),
        ("(repos (unum 3)(team Right))", Request::Reposition(player("Right", 3))),
        ("(repos)", Request::Reposition(None)),
        ("(getAck moved)", Request::Acknowledge("moved".to_owned())),
    ] {
        assert_eq!(one(message), request, "{message}");
    }
}

#[test]
fn groups_are_read_like_their_parts() {
    let read = requests(b"((ball (pos 0 0 50))(getAck moved))(dropBall)");
    let ball = Command::PlaceBall { pos: [0.0, 0.0, 50.0], vel: None };
    let expected = [
        Request::Command(ball),
        Request::Acknowledge("moved".to_owned()),
        Request::Command(Command::DropBall(None)),
    ];
    assert_eq!((&read.parts[..], &read.refused[..]), (&expected[..], &[][..]));
    // Groups cannot be nested.
    assert_eq!(requests(b"(((dropBall)))(dropBall)").parts.len(), 1);
}

#[test]
fn some_things_are_accepted_without_effect() {
    for message in [
        "(init)",
        "(agent (unum 1)(team Left)(battery 50))",
        "(agent (unum 1)(team Left)(temperature 50))",
    ] {
        let read = requests(message.as_bytes());
        assert_eq!((read.parts, read.refused), (vec![], vec![]), "{message}");
    }
    let moved = one("(agent (unum 1)(team Left)(battery 50)(pos 1 2 3))");
    assert!(matches!(moved, Request::Command(Command::PlacePlayer { number: 1, .. })), "{moved:?}");
}

/// Returns the parts of a message that have no effect, one per line.
fn dropped(message: &str) -> String {
    let dropped = requests(message.as_bytes()).dropped;
    dropped.iter().map(|dropped| format!("{dropped}\n")).collect()
}

#[test]
fn what_is_left_out_of_a_command_is_named() {
    let who = "(unum 1)(team Left)";
    for (message, parts) in [
        (format!("(agent {who}(battery 50))"), "agent: (battery ...)"),
        (format!("(agent {who}(temperature 50)(pos 1 2 3))"), "agent: (temperature ...)"),
        (format!("(agent {who}(vel 1 2 3)(pos 1 2 3))"), "agent: (vel ...)"),
        (format!("(agent now {who}(pos 1 2 3))"), "agent: 'now'"),
        (format!("((agent {who}(pos 1 2 3)(vel 0 0 0))(dropBall))"), "agent: (vel ...)"),
        ("(ball (pos 1 2 3)(rot 0 0 1)(vel 1 1 1))".to_owned(), "ball: (rot ...)"),
        ("(ball (vel 1 2 3)(rot 1)(mass 2)(rot 3))".to_owned(), "ball: (rot ...), (mass ...)"),
        ("(score (left 1)(right 2)(draw 3))".to_owned(), "score: (draw ...)"),
        (format!("(kill {who}(now))"), "kill: (now ...)"),
        (format!("(repos {who}(pos 1 2 3))"), "repos: (pos ...)"),
        (format!("(select {who}5)"), "select: '5'"),
        ("(time 5 (half 2))".to_owned(), "time: (half ...)"),
        ("(playMode PlayOn now)".to_owned(), "playMode: 'now'"),
        ("(kickOff Left Right)".to_owned(), "kickOff: 'Right'"),
        ("(dropBall (pos 1 2 3))".to_owned(), "dropBall: (pos ...)"),
        ("(getAck one two)".to_owned(), "getAck: 'two'"),
        ("(killsim now)(reqfullstate)".to_owned(), "killsim: 'now'"),
        // Parts of a command may have words too many.
        (format!("(agent {who}(pos 1 2 3 90))"), "pos: '90'"),
        (format!("(agent {who}(move3d 1 2 3 1 0 0 0 9))"), "move3d: '9'"),
        ("(ball (pos 1 2 3)(vel 1 1 1 (rot 5)))".to_owned(), "vel: (rot ...)"),
        ("(score (left 1 2)(right 2))".to_owned(), "left: '2'"),
        ("(select (unum 1 2 3)(team A))".to_owned(), "unum: '2', '3'"),
    ] {
        let (command, parts) = parts.split_once(": ").unwrap();
        let line = |part| format!("{part} has no effect in ({command} ...) and is left out\n");
        let wanted: String = parts.split(", ").map(line).collect();
        assert_eq!(dropped(&message), wanted, "{message}");
    }
}

#[test]
fn nothing_is_left_out_of_what_has_an_effect() {
    for message in [
        "(init)(init X)(killsim)(dropBall)(reqfullstate)(kickOff)(kickOff Left)(time 0)(getAck x)",
        "(ball (pos 1 2 3) (vel 0 0 0))(agent (team Left)(unum 1)(pos 1 2 3)(move 1 2 3 4))",
        "(agent (team Left)(unum 1)(move3d 1 2 3 1 0 0 0))(score (left 1)(right 2))(select)(kill)",
        "(select (unum 1)(team A))(kill (team A)(unum 1))(repos (unum 1)(team A))(playMode PlayOn)",
        // A refused command is named as a whole.
        "(agent (unum 1)(team A)(vel 1 2 3))",
        "(ball (rot 1 2 3))",
        "(nonsense (foo 1))",
    ] {
        assert_eq!(dropped(message), "", "{message}");
    }
}

#[test]
fn not_much_is_said_of_what_is_left_out() {
    let many: String = (0..1000).map(|part| format!("(x{part} 1)")).collect();
    let odd = format!("(ball (pos 1 2 3)(\u{1b}[31m{} 1){many})", "y".repeat(100));
    let message = requests(odd.as_bytes());
    assert_eq!((message.parts.len(), message.refused.len(), message.dropped.len()), (1, 0, 16));
    for dropped in &message.dropped {
        let text = dropped.to_string();
        assert!(text.len() < 100 && !text.contains(char::is_control), "{text}");
    }
    let again = "(ball (pos 1 2 3)(rot 1))".repeat(50);
    assert_eq!(requests(again.as_bytes()).dropped.len(), 1);
}

#[test]
fn refusals_say_what_is_wrong_and_the_rest_goes_on() {
    for (message, reason) in [
        ("(foo 1)", "'foo' is not a command"),
        ("(playMode Halftime)", "'Halftime' is not a play mode"),
        ("(playMode)", "names no play mode"),
        ("(ball)", "has neither pos nor vel"),
        ("(ball (pos nan 0 0))", "x = NaN is not within -1e10 and 1e10"),
        ("(ball (vel 0 0 inf))", "vz = inf is not within -1e10 and 1e10"),
        ("(time nan)", "time = NaN is not from 0 to 1e6"),
        ("(score (left 1))", "needs (left <goals>) and (right <goals>)"),
        ("(agent (pos 1 2 3))", "needs (unum <number>) and (team <name>)"),
        ("(agent (unum 1)(team A))", "has neither pos nor move nor move3d"),
        ("(agent (unum -1)(team A)(pos 1 2 3))", "-1 is not a player's number"),
        ("(kill (unum -2)(team A))", "-2 is not a player's number"),
        (
            "(agent (unum 1)(team A)(move3d 1 2 3 1 0 0 nan))",
            "qz = NaN is not within -1e10 and 1e10",
        ),
    ] {
        let followed = format!("{message}(dropBall)");
        assert_eq!(refused(&followed), format!("{message}: {reason}\n"));
        assert_eq!(
            requests(followed.as_bytes()).parts,
            [Request::Command(Command::DropBall(None))]
        );
    }
}

#[test]
fn what_is_not_well_formed_ends_its_message() {
    for (message, reason) in [
        ("()", "nothing in parentheses"),
        ("(time)", "word 2 is missing"),
        ("(time x)", "'x' is not a number"),
        ("(score (left 1.5)(right 1))", "'1.5' is not a whole number"),
        ("(select (unum x)(team A))", "'x' is not a whole number"),
        ("(ball (pos 1 2))", "word 4 is missing"),
        ("(getAck)", "word 2 is missing"),
        ("(agent (unum 1)(team A)(move 0 0 0 inf))", "cannot turn by an infinite angle"),
    ] {
        let followed = format!("(dropBall){message}(killsim)");
        assert_eq!(refused(&followed), format!("{message}: {reason}; the message ends here\n"));
        assert_eq!(
            requests(followed.as_bytes()).parts,
            [Request::Command(Command::DropBall(None))]
        );
    }
}
