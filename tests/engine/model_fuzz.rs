//! The loader never panics and never yields a number that is not finite, whatever it reads.
//!
//! `RCSSGYM_FUZZ_CASES` sets the number of cases of each of the four tests (2,500 if unset).

use std::sync::OnceLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rcssgym::model::{self, Model};

/// Words that mutations put in place of a word of a file.
const WORDS: [&str; 24] = [
    "",
    "0",
    "-1",
    "1e308",
    "-1e308",
    "1e-320",
    "nan",
    "inf",
    "0 0 0",
    "1 2 3 4 5 6 7",
    "true",
    "geom",
    "body",
    "joint",
    "default",
    "mesh",
    "free",
    "hinge",
    "fromto",
    "\"",
    "<",
    "/>",
    "&amp;",
    "\u{1F916}",
];

fn config() -> ProptestConfig {
    let cases = std::env::var("RCSSGYM_FUZZ_CASES");
    ProptestConfig {
        cases: cases.map_or(2_500, |cases| cases.parse().expect("RCSSGYM_FUZZ_CASES")),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// The files of the built-in models that mutations start from.
fn sources() -> &'static [String; 3] {
    static SOURCES: OnceLock<[String; 3]> = OnceLock::new();
    SOURCES.get_or_init(|| {
        ["T1", "ant", "ball"].map(|name| {
            let path = format!("{}/robots/{name}.xml", env!("CARGO_MANIFEST_DIR"));
            std::fs::read_to_string(path).unwrap()
        })
    })
}

/// Reads the text; a model that loads must have finite numbers only.
fn check(text: &str) {
    if let Ok(model) = model::parse(text, "fuzz.xml") {
        assert!(is_finite(&model), "{text}");
    }
}

fn is_finite(model: &Model) -> bool {
    let bodies = model.bodies.iter().all(|body| {
        let parts =
            [&body.pos[..], &body.quat, &body.ipos, &body.iquat, &body.inertia, &body.invweight0];
        body.mass.is_finite() && parts.iter().all(|part| part.iter().all(|x| x.is_finite()))
    });
    let joints = model.joints.iter().all(|joint| {
        joint.axis.iter().chain(&joint.pos).all(|x| x.is_finite()) && joint.invweight0.is_finite()
    });
    let geoms =
        model.geoms.iter().all(|geom| geom.pos.iter().chain(&geom.quat).all(|x| x.is_finite()));
    bodies && joints && geoms
}

/// Replaces one word between two delimiters.
fn replace_word(text: &mut String, at: Index, word: &str) {
    let is_delimiter = |letter: char| letter.is_whitespace() || "\"<>=/".contains(letter);
    let mut start = at.index(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let begin = text[..start].char_indices().rfind(|&(_, letter)| is_delimiter(letter));
    let begin = begin.map_or(0, |(index, letter)| index + letter.len_utf8());
    let end = text[begin..].find(is_delimiter).map_or(text.len(), |length| begin + length);
    text.replace_range(begin..end, word);
}

/// Removes or duplicates a line.
fn change_line(text: &str, at: Index, double: bool) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let index = at.index(lines.len());
    let changed: Vec<&str> = match double {
        true => [&lines[..=index], &lines[index..]].concat(),
        false => [&lines[..index], &lines[index + 1..]].concat(),
    };
    changed.join("\n")
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn words_replaced(
        source in select(&sources()[..]),
        changes in vec((any::<Index>(), select(&WORDS[..])), 1..4),
    ) {
        let mut text = source;
        for (at, word) in changes {
            replace_word(&mut text, at, word);
        }
        check(&text);
    }

    #[test]
    fn lines_removed_or_doubled(
        source in select(&sources()[..]),
        changes in vec((any::<Index>(), any::<bool>()), 1..4),
    ) {
        let text = changes.into_iter().fold(source, |text, (at, double)| change_line(&text, at, double));
        check(&text);
    }

    #[test]
    fn bytes_at_random(bytes in vec(any::<u8>(), 0..512)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn bytes_changed(
        source in select(&sources()[..]),
        changes in vec((any::<Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = source.into_bytes();
        for (at, byte) in changes {
            let index = at.index(bytes.len());
            bytes[index] = byte;
        }
        check(&String::from_utf8_lossy(&bytes));
    }
}
