//! Reads the beginning of a message to monitors from a log file.

use super::UNKNOWN;
use crate::wire::log_file::Head;
use crate::wire::python;
use crate::wire::refusal::{Refusal, word};
use crate::wire::sexpr::{List, Node};

/// How every message begins.
pub const BEGINNING: &[u8] = b"((RSMP ";

/// Reads the time of a message, and whether it is a full one.
///
/// # Errors
/// [`Refusal`] for anything but one whole expression `((RSMP <version>)((gt <version>)<s>)((sg
/// <version>)full|diff ...)...)`, and for a time that is not finite.
pub fn head(message: &[u8]) -> Result<Head, Refusal> {
    read(message).map_err(|reason| Refusal::of_message(message, reason))
}

/// Returns the names of the left and of the right team, which a full message has at its end; `None`
/// if no team has joined yet.
pub fn team_names(message: &[u8]) -> Option<[&[u8]; 2]> {
    let begin = message.windows(GAME.len()).rposition(|part| part == GAME)?;
    let state = &message[begin..];
    let names = [name(state, b"(team_left ")?, name(state, b"(team_right ")?];
    (names != UNKNOWN.map(str::as_bytes)).then_some(names)
}

/// How the part of a message with the game begins.
const GAME: &[u8] = b"((gs ";

fn name<'a>(state: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let begin = state.windows(key.len()).position(|part| part == key)? + key.len();
    state[begin..].split(|&byte| byte == b')').next()
}

fn read(message: &[u8]) -> Result<Head, String> {
    let whole = List::whole(message).ok_or("is not one whole expression")?;
    let mut parts = whole.lists();
    if parts.next().and_then(List::head) != Some(b"RSMP") {
        return Err("does not begin with (RSMP <version>)".to_owned());
    }
    let (mut time, mut full) = (None, None);
    for part in parts {
        let mut nodes = part.nodes();
        let Some(Node::List(kind)) = nodes.next() else { continue };
        let value = nodes.next().and_then(Node::atom);
        match (kind.head(), value) {
            (Some(b"gt"), Some(value)) => time = Some(seconds(value)?),
            (Some(b"sg"), Some(b"full")) => full = Some(true),
            (Some(b"sg"), Some(b"diff")) => full = Some(false),
            _ => {}
        }
        if let (Some(time), Some(full)) = (time, full) {
            return Ok(Head { time, full });
        }
    }
    Err(match time {
        None => "has no time, ((gt <version>)<s>)".to_owned(),
        Some(_) => "has no scene graph, ((sg <version>)full|diff ...)".to_owned(),
    })
}

fn seconds(value: &[u8]) -> Result<f64, String> {
    python::float(value)
        .filter(|time| time.is_finite())
        .ok_or_else(|| format!("{} is not a time", word(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_and_kind() {
        let full =
            b"((RSMP 1 0)((gt 1 0)5.68)((sg 1 0)full(nd TRF(SLT 1.0000)))((gs 1 0)(time 0)))";
        assert_eq!(head(full), Ok(Head { time: 5.68, full: true }));
        let diff = b"((RSMP 1 0)((gt 1 0)0.04)((sg 1 0)diff(nd(nd)))((gs 1 0)(time 0)))";
        assert_eq!(head(diff), Ok(Head { time: 0.04, full: false }));
    }

    #[test]
    fn names_are_those_of_the_game() {
        let game = "((gs 1 0)(time 0)(team_left a)(team_right <RIGHT>)(foul 0 1 1))((ge 1 0)(X 1))";
        let full = format!("((RSMP 1 0)((gt 1 0)1)((sg 1 0)full(nd DSC(agent a 1))){game})");
        assert_eq!(team_names(full.as_bytes()), Some([&b"a"[..], b"<RIGHT>"]));
        let nobody = full.replace("(team_left a)", "(team_left <LEFT>)");
        for text in ["", "((gs ", "((gs 1 0)(team_left a)(team_righ", "((gs 1 0)(time 0))", &nobody]
        {
            assert_eq!(team_names(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn of_any_depth() {
        let depth = 200_000;
        let graph = "(nd".repeat(depth) + &")".repeat(depth);
        let message = format!("((RSMP 1 0)((gt 1 0)1)((sg 1 0)full{graph}))");
        assert_eq!(head(message.as_bytes()), Ok(Head { time: 1.0, full: true }));
    }

    #[test]
    fn what_is_no_message() {
        for (text, reason) in [
            ("", "not one whole expression"),
            ("hello", "not one whole expression"),
            ("((RSMP 1 0)((gt 1 0)1)((sg 1 0)full(nd", "not one whole expression"),
            ("((RSMP 1 0)((gt 1 0)1)((sg 1 0)full)))", "not one whole expression"),
            ("((RSMP 1 0)((gt 1 0)1)((sg 1 0)full)) ()", "not one whole expression"),
            ("((RDS 1 0)((gt 1 0)1)((sg 1 0)full))", "(RSMP <version>)"),
            ("((RSMP 1 0)((sg 1 0)full))", "no time"),
            ("((RSMP 1 0)((gt 1 0)nan)((sg 1 0)full))", "'nan' is not a time"),
            ("((RSMP 1 0)((gt 1 0)2)((sg 1 0)some))", "no scene graph"),
            ("()", "(RSMP <version>)"),
        ] {
            let refusal = head(text.as_bytes()).unwrap_err().to_string();
            assert!(refusal.contains(reason), "{text}: {refusal}");
        }
    }
}
