//! Messages of agents that `tests/wire/reference.rs` cannot cover: refusals, limits, and deliberate
//! differences from rcsssmj.

use rcssgym::wire::Init;
use rcssgym::wire::python::{float, integer, last_two_digits};
use rcssgym::wire::rcsssmj::agent::{Effector, check_team_name, effectors, init};
use rcssgym::wire::sexpr::{self, MAX_DEPTH, MAX_LENGTH, Malformed, Node};

fn names(message: &[u8]) -> Vec<String> {
    let name = |effector: &Effector| match effector {
        Effector::Motor { name, .. } | Effector::Say { name, .. } => (*name).to_owned(),
        Effector::Beam { .. } => "beam".to_owned(),
    };
    effectors(message).parts.iter().map(name).collect()
}

/// Returns all refusals of a message, one per line.
fn refused(message: &[u8]) -> String {
    effectors(message).refused.iter().map(|refusal| format!("{refusal}\n")).collect()
}

#[test]
fn an_agent_joins() {
    let expected = Init { model: "T1".to_owned(), team: "teamBlue".to_owned(), number: 2 };
    assert_eq!(init(b"(init T1 teamBlue 2)").unwrap(), expected);
    assert_eq!(init(b"(init T1 teamBlue -1302)(syn)").unwrap(), expected);
}

#[test]
fn who_cannot_join_reads_why() {
    let long = format!("(init T1 {} 1)", "a".repeat(65));
    for (message, reason) in [
        ("", ": does not begin with (init <model> <team> <number>)"),
        ("init T1 A 1", "init T1 A 1: does not begin with (init <model> <team> <number>)"),
        ("(init T1 A)", "(init T1 A): is not (init <model> <team> <number>)"),
        ("()", "(): nothing in parentheses"),
        ("(init T1 A one)", "(init T1 A one): 'one' is not a whole number"),
        ("(init T1 A (1))", "(init T1 A (1)): word 4 is an expression"),
        ("(init T1 A 1", "(init T1 A 1: the last expression is not closed"),
        (
            "(init T1 A\n 1)",
            "(init T1 A\\n 1): a team's name must be at most 64 bytes without control characters, not 'A\\n'",
        ),
        (
            &long,
            " 1): a team's name must be at most 64 bytes without control characters, not 'aaaaaaaaaaaaaaaaaaaaaaaa...'",
        ),
    ] {
        let refusal = init(message.as_bytes()).unwrap_err().to_string();
        assert!(refusal.ends_with(reason), "{refusal}");
    }
    assert!(init(b"(init T1 \xff 1)").unwrap_err().to_string().ends_with("'\\xff' is not UTF-8"));
}

#[test]
fn names_that_may_be_used_are_those_that_can_join() {
    let (longest, longer) = ("x".repeat(64), "\u{fc}".repeat(33));
    for (name, is_good) in [
        ("Reds", true),
        ("1", true),
        ("<LEFT>", true),
        ("o'neil;\"", true),
        ("\u{a0}\u{1f916}", true),
        (&longest, true),
        (&longer, false),
        ("", false),
        ("a b", false),
        ("a(b", false),
        ("a)", false),
        ("()", false),
        ("a\tb", false),
        ("a\u{85}", false),
    ] {
        let checked = check_team_name(name);
        assert_eq!(checked.is_ok(), is_good, "{name}: {checked:?}");
        let joined = init(format!("(init T1 {name} 1)").as_bytes());
        assert_eq!(joined.is_ok_and(|init| init.team == name), is_good, "{name}");
    }
}

#[test]
fn effectors_are_passed_on_in_order() {
    let message = effectors(b"(he1 90 -180 25 0.6 1)(SPK say 50 aGVsbG8=)(beam -1 2 45)(syn)");
    let [q, dq, yaw] = [90.0_f64, -180.0, 45.0].map(f64::to_radians);
    let expected = [
        Effector::Motor { name: "he1", command: [q, dq, 25.0, 0.6, 1.0] },
        Effector::Say { name: "say", volume: 0.5, message: b"hello".to_vec() },
        Effector::Beam { position: [-1.0, 2.0], yaw },
    ];
    assert_eq!(message.parts, expected);
    assert_eq!(message.refused, []);
}

#[test]
fn a_number_out_of_bounds_costs_its_own_part_only() {
    let message = b"(a 0 0 0 0 0)(b nan 0 0 0 0)(c 0 0 0 0 -1e11)(beam 0 inf 0)(SPK say nan aA==)(d 0 0 0 0 0)";
    assert_eq!(names(message), ["a", "d"]);
    assert_eq!(
        refused(message),
        "(b nan 0 0 0 0): q = NaN is not within -1e10 and 1e10\n\
         (c 0 0 0 0 -1e11): tau = -1e11 is not within -1e10 and 1e10\n\
         (beam 0 inf 0): y = inf is not within -1e10 and 1e10\n\
         (SPK say nan aA==): volume = NaN is not within -1e10 and 1e10\n"
    );
}

#[test]
fn what_is_not_well_formed_ends_its_message() {
    for (message, reason) in [
        (
            &b"(a 0 0 0 0 0)()(b 0 0 0 0 0)"[..],
            "(): nothing in parentheses; the message ends here\n",
        ),
        (
            b"(a 0 0 0 0 0)(b 0 x 0 0 0)(c 0 0 0 0 0)",
            "(b 0 x 0 0 0): 'x' is not a number; the message ends here\n",
        ),
        (
            b"(a 0 0 0 0 0)(b 0 (0) 0 0 0)",
            "(b 0 (0) 0 0 0): word 3 is an expression; the message ends here\n",
        ),
        (
            b"(a 0 0 0 0 0)(\xff 0 0 0 0 0)",
            "(\\xff 0 0 0 0 0): '\\xff' is not UTF-8; the message ends here\n",
        ),
        (
            b"(a 0 0 0 0 0)(SPK b 0 \xc3\xa4)",
            "(SPK b 0 ä): 'ä' is not ASCII; the message ends here\n",
        ),
    ] {
        assert_eq!((names(message), refused(message)), (vec!["a".to_owned()], reason.to_owned()));
    }
    assert_eq!(names(b"(a 0 0 0 0 0)(b"), [""; 0]);
    assert_eq!(refused(b"(a 0 0 0 0 0)(b"), "(a 0 0 0 0 0)(b: the last expression is not closed\n");
}

#[test]
fn what_is_unknown_is_passed_over() {
    let message = b"(he1 90)(a 0 0 0 0 0)(say hello)(SPK say 1 a)(b 0 0 0 0 0)";
    assert_eq!(names(message), ["a", "b"]);
    assert_eq!(
        refused(message),
        "(he1 90): 'he1' is not an effector of this form\n\
         (say hello): has no effect, robots speak by (SPK say <volume> <base64>)\n\
         (SPK say 1 a): 'a' is not base64\n"
    );
}

/// Nobody hears a message of more than ten bytes, but it replaces what was said before. Both are up
/// to the audio, not to the parser.
#[test]
fn long_messages_are_passed_on() {
    let message = effectors(b"(SPK say 100 YWJjZGVmZ2hpamtsbW5vcA==)");
    assert!(matches!(&message.parts[..], [Effector::Say { message, .. }] if message.len() == 16));
}

#[test]
fn refusals_are_few_and_short() {
    let message = "(unknown-effector 1 2 3)".repeat(2000);
    assert_eq!(effectors(message.as_bytes()).refused.len(), 16);
    let long = format!("({})", "\0".repeat(1000));
    let refusal = refused(long.as_bytes());
    assert!(refusal.starts_with(r"(\0\0") && refusal.contains("..."), "{refusal}");
    assert!(refusal.len() < 150, "{refusal}");
}

#[test]
fn messages_have_a_greatest_length_and_depth() {
    let nested = |depth: usize| format!("{}{}", "(".repeat(depth), ")".repeat(depth));
    assert!(sexpr::read(nested(MAX_DEPTH).as_bytes()).is_ok());
    assert_eq!(sexpr::read(nested(MAX_DEPTH + 1).as_bytes()), Err(Malformed::Deep));
    assert!(sexpr::read(&[b'x'; MAX_LENGTH]).is_ok());
    let long = MAX_LENGTH + 1;
    assert_eq!(sexpr::read(&vec![b'x'; long]), Err(Malformed::Long(long)));
}

#[test]
fn lists_are_walked_through() {
    let list = sexpr::read(b" a (b (c d)e)f ) g").unwrap();
    assert_eq!(list.text(), b" a (b (c d)e)f ");
    let [a, Node::List(b), f] = list.nodes().collect::<Vec<_>>()[..] else { panic!("{list:?}") };
    assert_eq!((a, f), (Node::Atom(b"a"), Node::Atom(b"f")));
    assert_eq!(
        (list.head(), b.head(), b.text()),
        (Some(&b"a"[..]), Some(&b"b"[..]), &b"b (c d)e"[..])
    );
    assert_eq!(b.lists().next().unwrap().text(), b"c d");
    assert_eq!(b.nodes().nth(2), Some(Node::Atom(b"e")));
    assert_eq!(b.lists().next().unwrap().nodes().count(), 2);
}

#[test]
fn integers_of_any_length() {
    let long = "9".repeat(5000);
    assert_eq!(
        (integer(long.as_bytes()), last_two_digits(long.as_bytes())),
        (Some(i64::MAX), Some(99))
    );
    assert_eq!(integer(format!("-{long}").as_bytes()), Some(i64::MIN));
    assert_eq!(integer(b"-9223372036854775808"), Some(i64::MIN));
    assert_eq!((integer(b" 4_2\x0b"), integer(b"4__2"), integer(b"")), (Some(42), None, None));
    assert_eq!((float(b"1_0.5"), float(b"1_.5"), float(b"")), (Some(10.5), None, None));
}
