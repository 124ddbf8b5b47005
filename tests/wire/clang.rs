//! CLang as rcssserver reads it and passes it on.

use crate::trees::{Trees, cases};
use proptest::prelude::*;
use rcssgym::wire::clang::{ClangError, MAX_DEPTH, Message, Versions, parse};

fn reads(text: &str) -> Message {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal(text: &str) -> ClangError {
    match parse(text) {
        Ok(message) => panic!("{text} is read as {message:?}"),
        Err(error) => error,
    }
}

/// Messages are passed on with the text that rcssserver uses.
#[test]
fn heard_as_rcssserver_says_it() {
    for (said, heard) in [
        ("(meta (ver 7)(ver 8.05))", "(meta (ver 7) (ver 8.05))"),
        ("(freeform \"go on (now)\")", "(freeform \"go on (now)\")"),
        ("(unsupported_clang)", "(unsupported_clang)"),
        ("(rule (on a)(off (b e))(on all))", "(rule (on a)(off (b e))(on all))"),
        ("(rule (on (a)))", "(rule (on a))"),
        ("(delete all)", "(delete all)"),
        ("(delete (r1 r2))", "(delete (r1 r2))"),
        ("(advice (clear) (50 (true) \"go\"))", "(advice (clear) (50 (true) \"go\"))"),
        (
            "(info (1 (bowner opp {1 2 \"X\"}) (do opp {0} (pos (pt 1 2))(hold))))",
            "(info (1 (bowner opp {X 2 1}) (do opp {0} (pos (pt 1 2))(hold))))",
        ),
        (
            "(define (definec \"c\" (and \"a\" (not (playm ko_our)))))",
            "(define (definec \"c\" (and \"\"a\"\" (not (playm ko_our)))))",
        ),
        ("(define (definec \"c\" (3 <= time)))", "(define (definec \"c\" (time >= 3)))"),
        (
            "(define (definec \"c\" (goal_diff != -1)))",
            "(define (definec \"c\" (goal_diff != -1)))",
        ),
        (
            "(define (definec \"c\" (unum \"X\" {12 -1})))",
            "(define (definec \"c\" (unum \"X\" {4294967295 (null)})))",
        ),
        (
            "(define (definer \"r\" (quad (pt 0 0)(pt 1 0)(pt 1 1)(pt ball))))",
            "(define (definer \"r\" (quad (pt 0 0) (pt 1 0) (pt 1 1))))",
        ),
        (
            "(define (definer \"r\" (reg (null) (reg \"a\" (pt our X)) \"b\")))",
            "(define (definer \"r\" (reg (reg (null) \"a\" (pt our X)) \"b\")))",
        ),
        (
            "(define (definer \"r\" ((pt 1 2) + (pt 3 4) * (pt ball) - ((pt 0 .5)))))",
            "(define (definer \"r\" (((pt 1 2) + ((pt 3 4) * (pt ball))) - (pt 0 0.5))))",
        ),
        ("(define (definer \"r\" (arc (pt 1 2 (pt opp 3)) 0 1e2 -90. 3)))", ""),
        (
            "(define (definer \"r\" (arc (pt 1 2 (pt opp 3)) 0 1e2 -90.5 123456.789)))",
            "(define (definer \"r\" (arc (pt 1 2 (pt opp 3)) 0 100 -90.5 123457)))",
        ),
        (
            "(define (definea \"a\" (bto \"r\" {spdc}))(defined \"d\" (dont our {4} \"a\" (htype -1))))",
            "(define (definea \"a\" (bto \"r\" {pdcs})) (defined \"d\" (dont our {4} \"a\"(htype -1))))",
        ),
        (
            "(define (definerule r direc ((true) a (b e) ((false) (do our {1} (shoot))))))",
            "(define (definerule r direc ((true) a (b e) ((false) (do our {1} (shoot))))))",
        ),
        ("(say (delete r))", "(delete r)"),
        ("(hear 7 online_coach_left (delete r))", "(delete r)"),
        ("(hear 7 online_coach_left 9 (delete r))", "(delete r)"),
    ] {
        match heard {
            "" => drop(refusal(said)),
            heard => assert_eq!(reads(said).server_text(), heard, "{said}"),
        }
    }
}

/// Texts whose tokens touch, and texts that look like tokens but are not.
#[test]
fn tokens_end_where_they_end() {
    for valid in [
        "(define(definer\"r\"(pt1 2)))",
        "(define (defined \"d\" (doour{1}(hold))))",
        "(define (definer \"r\" (pt .5 +1)))",
        "(define (definer \"r\" (pt -.5e-1 1E2)))",
        "(define\t(definer\n\"r\" (pt ball)))",
        "(rule (onr))",
        "(define (definec \"c\" (time<3)))",
        "(define (definer \"r\" ((pt 1 2)+(pt 3 4))))",
        "(define (definer \"r\" ((pt 1 2))))",
        "(delete _9)",
    ] {
        match valid {
            // `onr` is a variable; only words that begin with c, d, p or s end within others.
            "(rule (onr))" => drop(refusal(valid)),
            valid => drop(reads(valid)),
        }
    }
    for wrong in [
        "(define (definer \"r\" (pt 1. 2)))",
        "(define (definer \"r\" (pt\r1 2)))",
        "(define (definea \"a\" (htype 1.0)))",
        "(define (definea \"a\" (htype 1e0)))",
        "(define (definec \"c\" (time > 1.5)))",
        "(define (definec \"c\" (bowner our 5)))",
        "(define (definec \"c\" (ture)))",
        "(define (definec \"c\" (time > our_goals)))",
        "(define (definec \"c\" (opp goals > 1)))",
        "(delete player1)",
        "(delete rule)",
        "(delete (all))",
        "(delete ())",
        "(rule (on r1 r2))",
        "(define (definerule \"r\" direc ((true) r1)))",
        "(define (definerule r direc (true) (do our {1} (hold))))",
        "(define (definerule r direc ((true) (do our {1} (hold)) r1)))",
        "(define (definea \"a\" (bto (null) {})))",
        "(define (definea \"a\" (mark {})))",
        "(define (definer \"r\" (reg)))",
        "(define (definer \"r\" ()))",
        "(define)",
        "(freeform \"\")",
        "(freeform \"a,b\")",
        "(freeform x)",
        "()",
        "",
        "(delete r",
        "(delete r))",
        "(delete r) (delete r)",
        "(delete \u{e4})",
        "(define (definec \"toolong89\" (true)))",
        "(define (definec \"c\" \"1234567\"))",
        "(delete abeabeabe)",
    ] {
        refusal(wrong);
    }
    assert_eq!(reads("(rule (on r))"), reads("( rule(on r) )"));
}

#[test]
fn errors_name_place_and_reason() {
    for (text, place, reason) in [
        ("(define (definec \"c\" (ture)))", 22, "expected a condition, found 'ture'"),
        ("(delete r", 9, "expected ')', found the end"),
        ("(delete \u{e4})", 8, "expected the name of a rule, a list of names, or 'all', found 'ä'"),
        ("(ball)", 5, "the word in front of this is not a type of message"),
        ("(delete toolongname)", 8, "'toolongname' has more than 8 characters"),
    ] {
        let error = refusal(text);
        assert_eq!((error.place, error.reason.as_str()), (place, reason), "{text}");
    }
    let long = format!("(freeform \"{}\")", "x".repeat(129));
    assert_eq!(refusal(&long).reason, "129 characters are more than 128");
    reads(&format!("(freeform \"{}\")", "x".repeat(128)));
    let longest = format!("(delete {}r)", " ".repeat(8154 - 10));
    reads(&longest);
    assert!(refusal(&longest.replace('r', "rr")).reason.contains("more than 8154"));
    // What is around the message does not count.
    assert_eq!(reads(&format!("(say {longest})\n")), reads(&longest));
    let framed = format!("(hear 1 online_coach_left {longest})");
    assert_eq!(reads(&framed), reads(&longest));
    let error = refusal(&framed.replace("r))", "rr))"));
    assert_eq!(error.reason, "8155 characters are more than 8154");
    assert_eq!(error.place, 26 + 8154);
}

/// The depths at which rcssserver's parser runs out of its stack.
#[test]
fn as_deep_as_rcssserver() {
    let nested = |count: usize, open: &str, inner: &str| {
        format!("{}{inner}{}", open.repeat(count), ")".repeat(count))
    };
    let condition =
        |count| format!("(define (definec \"c\" {}))", nested(count, "(not ", "(true)"));
    let region = |count| format!("(define (definer \"r\" {}))", nested(count, "(reg ", "(null)"));
    let point = |count| format!("(define (definer \"r\" {}))", nested(count, "(", "(pt 1 2)"));
    let deepest: [(&dyn Fn(usize) -> String, usize); 3] =
        [(&condition, 95), (&region, 95), (&point, 188)];
    for (text, depth) in deepest {
        let message = reads(&text(depth));
        assert_eq!(reads(&message.text()), message);
        assert_eq!(refusal(&text(depth + 1)).reason, "nested too deep");
    }
    assert_eq!(MAX_DEPTH, 198);
}

#[test]
fn versions_of_messages() {
    let define = |body: &str| reads(&format!("(define (definer \"r\" {body}))")).versions();
    let quad = "(quad (pt 0 0) (pt 1 0) (pt 1 1) (pt 0 1))";
    let triangle = "(tri (pt 0 0) (pt 1 0) (pt 1 1))";
    assert_eq!(define("(pt 0 0)"), Versions::Either);
    assert_eq!(define(quad), Versions::Only(7));
    assert_eq!(define(triangle), Versions::Only(8));
    assert_eq!(define(&format!("(reg {quad} {triangle})")), Versions::Both);
    for (text, versions) in [
        ("(meta (ver 8))", Versions::Only(7)),
        ("(freeform \"x\")", Versions::Either),
        ("(unsupported_clang)", Versions::Either),
        ("(advice (clear))", Versions::Only(7)),
        ("(advice (1 (true) (do our {1} (hold))))", Versions::Both),
        ("(advice (1 (true) (do our {1} (home (pt 0 0)))))", Versions::Only(7)),
        ("(advice (1 (true) (do our {X} (home (pt 0 0)))))", Versions::Both),
        ("(rule (on r))", Versions::Only(8)),
        ("(delete r)", Versions::Only(8)),
        ("(define (definerule r model a))", Versions::Only(8)),
    ] {
        assert_eq!(reads(text).versions(), versions, "{text}");
    }
    for (versions, heard) in [
        (Versions::Either, [true, true, true]),
        (Versions::Only(7), [true, false, true]),
        (Versions::Only(8), [false, true, true]),
        (Versions::Both, [false, false, true]),
    ] {
        assert_eq!([(7, 7), (8, 8), (7, 8)].map(|(low, high)| versions.heard_by(low, high)), heard);
    }
    assert!(!Versions::Either.heard_by(9, 12));
}

/// Reasons not to use `lexpr` here: braces, tokens that touch, names such as `1e`.
#[test]
fn lexpr_reads_another_grammar() {
    for text in ["(define (definea \"a\" (mark {1})))", "(define (definer \"r\" (pt 1e2 .5)))"] {
        reads(text);
        let value = lexpr::from_str(text);
        assert!(value.is_err(), "{text}: {value:?}");
    }
    // lexpr reads the word and the number as one symbol.
    let touching = lexpr::from_str("(pt1 2)").unwrap();
    assert_eq!(touching[0].as_symbol(), Some("pt1"));
    reads("(define (definer \"r\" (pt1 2)))");
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, cases: 2_000, ..ProptestConfig::default()
    })]

    /// Every message can be read back from its text.
    #[test]
    fn texts_read_back(seed in any::<u64>()) {
        let message = Trees::new(seed).message();
        let text = message.text();
        if text.len() <= 8154 {
            prop_assert_eq!(reads(&text), message);
        }
    }
}

/// Valid messages with random bytes changed are read or refused, and what is read has a text.
#[test]
fn garbage_is_refused() {
    let mut source = Trees::new(11);
    for _ in 0..cases() {
        let mut text = source.message().text().into_bytes();
        for _ in 0..source.below(4) {
            let at = source.below(text.len().max(1));
            match source.below(3) {
                0 => text[at] = b"() {}\"\t\n.+-*/<=>!0159apdcs_X\x00\x7f\xc3"[source.below(31)],
                1 => text.truncate(at + 1),
                _ if text.len() > 1 => drop(text.remove(at)),
                _ => {}
            }
        }
        let text = String::from_utf8_lossy(&text);
        if let Ok(message) = parse(&text) {
            assert_eq!(reads(&message.text()), message, "{text}");
        }
    }
}
