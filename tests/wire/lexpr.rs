//! Where `lexpr` reads messages of agents as we do, and where it does not.

use proptest::collection::vec;
use proptest::prelude::*;
use rcssgym::wire::python;
use rcssgym::wire::sexpr::{self, Node};

/// An expression, as read by either reader.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    /// A word; numbers by their value.
    Word(String),
    List(Vec<Tree>),
}

fn word(text: &str) -> Tree {
    Tree::Word(python::float(text.as_bytes()).map_or(text.to_owned(), |number| number.to_string()))
}

/// Returns what we read; `None` for a message that is unreadable or not text.
fn ours(message: &[u8]) -> Option<Vec<Tree>> {
    fn tree(node: Node) -> Option<Tree> {
        match node {
            Node::Atom(atom) => str::from_utf8(atom).ok().map(word),
            Node::List(list) => list.nodes().map(tree).collect::<Option<_>>().map(Tree::List),
        }
    }
    sexpr::read(message).ok()?.nodes().map(tree).collect()
}

/// Returns what lexpr reads; `None` for errors and for values that are neither words nor lists.
fn theirs(message: &[u8]) -> Option<Vec<Tree>> {
    fn tree(value: &lexpr::Value) -> Option<Tree> {
        match value {
            lexpr::Value::Symbol(symbol) => Some(word(symbol)),
            lexpr::Value::Number(number) => Some(word(&number.to_string())),
            list => list.to_ref_vec()?.into_iter().map(tree).collect::<Option<_>>().map(Tree::List),
        }
    }
    let mut parser = lexpr::Parser::from_slice(message);
    let mut trees = Vec::new();
    while let Some(value) = parser.next_value().ok()? {
        trees.push(tree(&value)?);
    }
    Some(trees)
}

/// Whether we read a text after another word as one word.
fn one_word(text: &[u8]) -> bool {
    let message = [b"(a ", text, b")"].concat();
    let list = sexpr::read(&message).unwrap().lists().next().unwrap();
    list.nodes().eq([Node::Atom(b"a"), Node::Atom(text)])
}

/// Words of real messages: numbers as Python prints small and large ones, base64, names of teams.
#[test]
fn words_that_lexpr_refuses_or_changes() {
    let refused: [&[u8]; 14] = [
        b"1e-05",
        b"5.",
        b"1e400",
        b"12aG",
        b"4thTeam",
        b"#1",
        b"a;b",
        b"|b",
        b"\"b",
        b".",
        b"{b}",
        b"\xc3\xa4",
        b"\xff",
        b"\x7f",
    ];
    let changed: [&[u8]; 10] =
        [b"'b", b",b", b"`b", b"[b]", b"\"b\"", b"#t", b"1_0", b"12==", b"-0", b"a\nb"];
    for text in refused.iter().chain(&changed) {
        let message = [b"(a ", *text, b")"].concat();
        assert!(one_word(text), "{}", message.escape_ascii());
        let as_we_do = ours(&message).is_some_and(|ours| theirs(&message) == Some(ours));
        assert!(!as_we_do, "{}", message.escape_ascii());
    }
}

#[test]
fn messages_that_lexpr_refuses() {
    // The message ends at the second `)`; a dot is a word like any other.
    for message in [&b"(a))(b)"[..], b"(a))(", b"(a . b c)"] {
        assert!(ours(message).is_some(), "{}", message.escape_ascii());
        assert_eq!(theirs(message), None, "{}", message.escape_ascii());
    }
    assert_eq!(ours(b"(a)"), ours(b"(a))(b)"));
}

#[test]
fn neither_reads_what_is_not_closed() {
    for message in [&b"("[..], b"(a", b"(a)(", b"((a)", b"(a (b)"] {
        assert_eq!((ours(message), theirs(message)), (None, None), "{}", message.escape_ascii());
    }
}

/// Words and numbers that both readers know: no exponents, no characters with a meaning in Lisp.
fn common_word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z_][a-zA-Z0-9_=/+-]{0,8}",
        "(0|-?[1-9][0-9]{0,6})(\\.[0-9]{1,6})?",
        Just("nan".to_owned()),
    ]
}

fn common_expression() -> impl Strategy<Value = String> {
    let list = |parts: Vec<String>, space: &str| format!("({})", parts.join(space));
    let flat = vec(common_word(), 1..8).prop_map(move |words| list(words, " "));
    flat.prop_recursive(6, 48, 6, move |inner| {
        (vec(prop_oneof![common_word(), inner], 1..6), 1..3_usize)
            .prop_map(move |(parts, spaces)| list(parts, &" ".repeat(spaces)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_agree_on_the_common_grammar(expressions in vec(common_expression(), 0..5)) {
        let message = expressions.concat();
        let ours = ours(message.as_bytes()).unwrap();
        prop_assert_eq!(ours.len(), expressions.len());
        prop_assert_eq!(Some(ours), theirs(message.as_bytes()));
    }
}
