//! Messages of agents: first who they are, and then what their robots do.
//!
//! Read as rcsssmj 0.2.1 reads them: a part that is not well formed ends its message, and the parts
//! before it count. Unlike there, parts with numbers that a simulation cannot handle (not finite,
//! or beyond 1e10) are refused one by one.

use crate::wire::Init;
use crate::wire::MAX_TEAM_NAME;
use crate::wire::python;
use crate::wire::refusal::{Fault, Message, Refusal, word};
use crate::wire::sexpr::{self, List, Node, Spacing};
use crate::wire::words::{Words, bounded};
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// An action of a robot.
#[derive(Clone, Debug, PartialEq)]
pub enum Effector<'a> {
    /// `(<name> <q> <dq> <kp> <kd> <tau>)`
    Motor {
        /// Name as in the robot's model, e.g. `he1`; the robot may not have this motor.
        name: &'a str,
        /// Target (rad), velocity (rad/s), kp (N m/rad), kd (N m s/rad) and torque (N m).
        command: [f64; 5],
    },
    /// `(SPK <name> <volume> <message>)`
    Say {
        /// The speaker, e.g. `say`; the robot may not have it.
        name: &'a str,
        /// Fraction of full volume; more than 1 counts as 1.
        volume: f64,
        /// Any bytes. More than [`MAX_MESSAGE`](crate::perception::audio::MAX_MESSAGE) of them are
        /// not heard, but replace an earlier message of the same speaker.
        message: Vec<u8>,
    },
    /// `(beam <x> <y> <theta>)`
    Beam {
        /// x and y, m; x counts from the centre line into the team's own half, whatever its sign.
        position: [f64; 2],
        /// Heading from the direction of play, rad.
        yaw: f64,
    },
}

/// Reads `(init <model> <team> <number>)`; what follows it is ignored.
///
/// # Errors
/// [`Refusal`] if the message begins with anything else, if the model or the team is not UTF-8, or
/// if the number is not a whole number. Unlike in rcsssmj, also if other agents might not be able
/// to read the team's name, because it has control characters or is longer than [`MAX_TEAM_NAME`].
pub fn init(message: &[u8]) -> Result<Init, Refusal> {
    let refuse = |reason: String| Refusal::of_message(message, reason);
    let list = sexpr::read(message).map_err(|malformed| refuse(malformed.to_string()))?;
    let Some(Node::List(list)) = list.nodes().next() else {
        return Err(refuse("does not begin with (init <model> <team> <number>)".to_owned()));
    };
    init_of(list).map_err(|(Fault::Part(reason) | Fault::Rest(reason))| refuse(reason))
}

fn init_of(list: List) -> Result<Init, Fault> {
    let words = Words::of(list);
    if words.head()? != b"init" || words.count != 4 {
        return Err(Fault::Rest("is not (init <model> <team> <number>)".to_owned()));
    }
    let (model, team, number) = (words.text(1)?, words.text(2)?, words.atom(3)?);
    let no_number = || Fault::Rest(format!("{} is not a whole number", word(number)));
    let number = python::last_two_digits(number).ok_or_else(no_number)?;
    check_team_name(team).map_err(Fault::Part)?;
    Ok(Init { model: model.to_owned(), team: team.to_owned(), number })
}

/// Checks whether a team may join under a name.
///
/// # Errors
/// The reason why it may not: the protocol cannot carry the name, or other agents might not be able
/// to read it.
pub fn check_team_name(team: &str) -> Result<(), String> {
    let limit = if team.is_empty() || team.contains([' ', '(', ')']) {
        "one word without parentheses".to_owned()
    } else if team.len() > MAX_TEAM_NAME || team.chars().any(char::is_control) {
        format!("at most {MAX_TEAM_NAME} bytes without control characters")
    } else {
        return Ok(());
    };
    Err(format!("a team's name must be {limit}, not {}", word(team.as_bytes())))
}

/// Reads the actions of a robot.
pub fn effectors(message: &[u8]) -> Message<Effector<'_>> {
    Message::read(message, Spacing::Blank, |list, parts| {
        parts.extend(effector(list)?);
        Ok(())
    })
}

/// Reads one effector; `None` if it is valid but has no effect.
fn effector(list: List<'_>) -> Result<Option<Effector<'_>>, Fault> {
    let words = Words::of(list);
    match (words.head()?, words.count) {
        (b"beam", 4) => beam(&words).map(Some),
        (b"syn", _) => Ok(None),
        (b"SPK", 4..) => say(&words).map(Some),
        (_, 6) => motor(&words).map(Some),
        (b"say", _) => {
            let how = "has no effect, robots speak by (SPK say <volume> <base64>)";
            Err(Fault::Part(how.to_owned()))
        }
        (name, _) => Err(Fault::Part(format!("{} is not an effector of this form", word(name)))),
    }
}

fn motor<'a>(words: &Words<'a>) -> Result<Effector<'a>, Fault> {
    let name = words.text(0)?;
    let [q, dq, kp, kd, tau] = words.floats(1)?;
    let command = [q.to_radians(), dq.to_radians(), kp, kd, tau];
    let command = bounded(["q", "dq", "kp", "kd", "tau"], command)?;
    Ok(Effector::Motor { name, command })
}

fn beam<'a>(words: &Words<'a>) -> Result<Effector<'a>, Fault> {
    let [x, y, theta] = words.floats(1)?;
    let [x, y, yaw] = bounded(["x", "y", "theta"], [x, y, theta.to_radians()])?;
    Ok(Effector::Beam { position: [x, y], yaw })
}

fn say<'a>(words: &Words<'a>) -> Result<Effector<'a>, Fault> {
    let (name, volume, text) = (words.text(1)?, words.float(2)? / 100.0, words.text(3)?);
    if !text.is_ascii() {
        return Err(Fault::Rest(format!("{} is not ASCII", word(text.as_bytes()))));
    }
    let no_base64 = || Fault::Part(format!("{} is not base64", word(text.as_bytes())));
    let message = decode_base64(text).ok_or_else(no_base64)?;
    let [volume] = bounded(["volume"], [volume])?;
    Ok(Effector::Say { name, volume, message })
}

/// Python's `base64.b64decode(text, validate=True)`: padding is required, extra padding after whole
/// groups of four is allowed, and so are leftover bits.
fn decode_base64(text: &str) -> Option<Vec<u8>> {
    const CONFIG: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireCanonical);
    const ENGINE: GeneralPurpose = GeneralPurpose::new(&STANDARD, CONFIG);
    let digits = text.trim_end_matches('=');
    let is_whole = !digits.is_empty() && digits.len().is_multiple_of(4);
    ENGINE.decode(if is_whole { digits } else { text }).ok()
}
