//! What a message to monitors begins with, read from a log file.

use crate::wire::log_file::Head;
use crate::wire::python;
use crate::wire::refusal::{Refusal, word};
use crate::wire::sexpr::{List, Node};

/// How every full message begins.
pub const BEGINNING: &[u8] = b"((FieldLength ";

/// Reads the time of a message, and whether it is a full one.
///
/// # Errors
/// [`Refusal`] for anything but three whole expressions, `(...(time <s>)...)`, `(RSG <version>)` or
/// `(RDS <version>)`, and the nodes; and for a time that is not finite.
pub fn head(message: &[u8]) -> Result<Head, Refusal> {
    read(message).map_err(|reason| Refusal::of_message(message, reason))
}

fn read(message: &[u8]) -> Result<Head, String> {
    let three = List::sequence(message).and_then(|all| {
        let mut nodes = all.nodes();
        let three = [nodes.next()?, nodes.next()?, nodes.next()?];
        nodes.next().is_none().then_some(three)
    });
    let Some([Node::List(game), Node::List(header), Node::List(_)]) = three else {
        return Err("is not three whole expressions".to_owned());
    };
    let full = match header.head() {
        Some(b"RSG") => true,
        Some(b"RDS") => false,
        _ => return Err("has neither (RSG <version>) nor (RDS <version>)".to_owned()),
    };
    let time = game.lists().find(|part| part.head() == Some(b"time"));
    let value = time.and_then(|time| time.nodes().nth(1)).and_then(Node::atom);
    let value = value.ok_or("has no time, (time <s>)")?;
    let time = python::float(value).filter(|time| time.is_finite());
    Ok(Head { time: time.ok_or_else(|| format!("{} is no time", word(value)))?, full })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_and_kind() {
        let full = b"((FieldLength 30)(time 25.0404)(half 1))(RSG 0 1)((nd TRF (SLT 1 0)))";
        assert_eq!(head(full), Ok(Head { time: 25.0404, full: true }));
        let diff = b"((time 0.04)(play_mode 3))(RDS 0 1)((nd(nd)))";
        assert_eq!(head(diff), Ok(Head { time: 0.04, full: false }));
        assert!(full.starts_with(BEGINNING));
    }

    #[test]
    fn of_any_depth() {
        let depth = 200_000;
        let graph = "(nd".repeat(depth) + &")".repeat(depth);
        let message = format!("((time 1))(RDS 0 1)({graph})");
        assert_eq!(head(message.as_bytes()), Ok(Head { time: 1.0, full: false }));
    }

    #[test]
    fn what_is_no_message() {
        for (text, reason) in [
            ("", "not three whole expressions"),
            ("hello", "not three whole expressions"),
            ("((time 1))(RDS 0 1)", "not three whole expressions"),
            ("((time 1))(RDS 0 1)((nd", "not three whole expressions"),
            ("((time 1))(RDS 0 1)())", "not three whole expressions"),
            ("((time 1))(RDS 0 1)()()", "not three whole expressions"),
            ("((time 1)) x (RDS 0 1)()", "not three whole expressions"),
            ("((time 1))(RSMP 1 0)()", "neither (RSG"),
            ("((half 1))(RDS 0 1)()", "no time"),
            ("((time))(RDS 0 1)()", "no time"),
            ("((time inf))(RDS 0 1)()", "'inf' is no time"),
        ] {
            let refusal = head(text.as_bytes()).unwrap_err().to_string();
            assert!(refusal.contains(reason), "{text}: {refusal}");
        }
    }
}
