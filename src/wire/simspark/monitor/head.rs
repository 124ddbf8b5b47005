//! Reads the beginning of a message to monitors from a log file.

use crate::wire::log_file::Head;
use crate::wire::refusal::Refusal;
use crate::wire::simspark::message::{self, Message};

/// How every full message begins.
pub const BEGINNING: &[u8] = b"((FieldLength ";

/// Reads the time of a message, and whether it is a full one.
///
/// # Errors
/// [`Refusal`] for messages that [`message::read`] refuses, for answers, and for a frame without a
/// time.
pub fn head(message: &[u8]) -> Result<Head, Refusal> {
    read(message).map_err(|reason| Refusal::of_message(message, reason))
}

fn read(message: &[u8]) -> Result<Head, String> {
    match message::read(message).map_err(|fault| fault.to_string())? {
        Message::Frame(frame) => {
            let time = frame.game.time.ok_or("has no time, (time <s>)")?;
            Ok(Head { time, full: frame.full })
        }
        Message::Answers(_) => Err("is an answer to a trainer, no frame".to_owned()),
    }
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
            ("", "ends behind this"),
            ("hello", "no '(' where an expression must begin"),
            ("((time 1))(RDS 0 1)", "ends behind this"),
            ("((time 1))(RDS 0 1)((nd", "the scene is not closed"),
            ("((time 1))(RDS 0 1)())", "something comes after the scene"),
            ("((time 1))(RDS 0 1)()()", "something comes after the scene"),
            ("((time 1)) x (RDS 0 1)()", "no '(' where an expression must begin"),
            ("((time 1))(RSMP 1 0)()", "neither (RSG"),
            ("((RSMP 1 0)((gt 1 0)0.0)((sg 1 0)full))", "rcsssmj's protocol, RSMP"),
            ("(ack x)", "an answer to a trainer"),
            ("((half 1))(RDS 0 1)()", "no time"),
            ("((time))(RDS 0 1)()", "(time ...) has 0 words"),
            ("((time inf))(RDS 0 1)()", "'inf' is not a finite number"),
        ] {
            let refusal = head(text.as_bytes()).unwrap_err().to_string();
            assert!(refusal.contains(reason), "{text}: {refusal}");
        }
    }
}
