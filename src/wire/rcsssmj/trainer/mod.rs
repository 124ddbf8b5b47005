//! What monitors and trainers ask for: rcsssmj's commands and those of SimSpark's trainer.
//!
//! Read as rcsssmj 0.2.1 reads them: a command that is not well formed ends its message, what came
//! before it counts, and unknown commands are passed over. rcsssmj ignores most of SimSpark's.

mod parts;

use crate::soccer::{Command, PlayMode, Side};
use crate::wire::refusal::{Fault, Message, word};
use crate::wire::sexpr::{List, Node};
use crate::wire::words::{Words, bounded};
use crate::wire::{Request, Selected};
use parts::{Placing, Scores, Who};

/// Bytes of the longest word that is sent back.
const LONGEST_WORD: usize = 256;

/// Reads what a monitor asks for. Commands may be together in an expression of their own, as in
/// `((ball (pos 0 0 1))(getAck moved))`. What of a command has no effect, such as the `vel` of an
/// agent, is in [`Message::dropped`].
pub fn requests(message: &[u8]) -> Message<Request> {
    let mut performed = Vec::new();
    let mut read = Message::read(message, |list, parts| {
        let mut perform = |list| {
            parts.extend(request(list)?);
            performed.push(list);
            Ok(())
        };
        match list.nodes().next() {
            Some(Node::List(_)) => list.lists().try_for_each(perform),
            _ => perform(list),
        }
    });
    for list in performed {
        leave_out(list, &mut read);
    }
    read
}

/// Takes down which words of a command that is performed have no effect.
fn leave_out(list: List, read: &mut Message<Request>) {
    let Some(name) = list.head() else { return };
    let words = |count: usize| list.nodes().skip(count).collect();
    let besides = |known: &[&[u8]]| {
        let is_known = |node: &Node| match node {
            Node::List(part) => part.head().is_some_and(|head| known.contains(&head)),
            Node::Atom(_) => false,
        };
        list.nodes().skip(1).filter(|node| !is_known(node)).collect()
    };
    let left_out: Vec<Node> = match name {
        b"agent" => besides(&[b"unum", b"team", b"pos", b"move", b"move3d"]),
        b"ball" => besides(&[b"pos", b"vel"]),
        b"score" => besides(&[b"left", b"right"]),
        b"select" | b"kill" | b"repos" => besides(&[b"unum", b"team"]),
        b"dropBall" | b"killsim" | b"reqfullstate" => words(1),
        b"kickOff" | b"playMode" | b"time" | b"getAck" => words(2),
        _ => Vec::new(),
    };
    for node in left_out {
        read.drop_part(name, node);
    }
}

/// `None` for what is well known and has no effect.
fn request(list: List) -> Result<Option<Request>, Fault> {
    let words = Words::of(list);
    let command = match words.head()? {
        b"dropBall" => Command::DropBall(None),
        b"kickOff" => return Ok(Some(kick_off(&words))),
        b"playMode" => Command::SetPlayMode(play_mode(&words)?),
        b"ball" => ball(list)?,
        b"agent" => return Ok(agent(list)?.map(Request::Command)),
        b"killsim" => Command::Kill,
        b"time" => Command::SetTime(bounded(["time"], words.floats(1)?)?[0]),
        b"score" => Command::SetScore(Scores::of(list)?.both()?),
        b"reqfullstate" => return Ok(Some(Request::FullState)),
        b"select" => return select(list).map(Some),
        b"kill" => return Ok(Some(Request::Kill(Who::of(list)?.selected()?))),
        b"repos" => return Ok(Some(Request::Reposition(Who::of(list)?.selected()?))),
        b"getAck" => return acknowledge(&words).map(Some),
        b"init" => return Ok(None),
        name => return Err(Fault::Part(format!("{} is no command", word(name)))),
    };
    Ok(Some(Request::Command(command)))
}

fn kick_off(words: &Words) -> Request {
    match words.atom(1) {
        Ok(b"Left" | b"left" | b"L" | b"l") => Request::Command(Command::KickOff(Side::Left)),
        Ok(b"Right" | b"right" | b"R" | b"r") => Request::Command(Command::KickOff(Side::Right)),
        _ => Request::CoinToss,
    }
}

fn play_mode(words: &Words) -> Result<PlayMode, Fault> {
    if words.count < 2 {
        return Err(Fault::Part("names no play mode".to_owned()));
    }
    let name = words.text(1)?;
    let unknown = |_| Fault::Part(format!("{} is no play mode", word(name.as_bytes())));
    PlayMode::from_name(name).map_err(unknown)
}

/// `(ball (pos x y z)(vel x y z))`, either of them or both.
fn ball(list: List) -> Result<Command, Fault> {
    let (mut pos, mut vel) = (None, None);
    for part in list.lists() {
        let words = Words::of(part);
        match words.head()? {
            b"pos" => pos = Some(words.floats(1)?),
            b"vel" => vel = Some(words.floats(1)?),
            _ => {}
        }
    }
    let pos = pos.map(|pos| bounded(["x", "y", "z"], pos)).transpose()?;
    let vel = vel.map(|vel| bounded(["vx", "vy", "vz"], vel)).transpose()?;
    match (pos, vel) {
        (Some(pos), vel) => Ok(Command::PlaceBall { pos, vel }),
        (None, Some(vel)) => Ok(Command::SetBallVelocity(vel)),
        (None, None) => Err(Fault::Part("has neither pos nor vel".to_owned())),
    }
}

/// `(agent (unum N)(team T)(pos x y z))`, or `(move x y z deg)` or `(move3d x y z qw qx qy qz)`.
/// SimSpark's batteries and temperatures are no part of this world: alone they do nothing.
fn agent(list: List) -> Result<Option<Command>, Fault> {
    let (who, place) = (Who::of(list)?, Placing::of(list)?);
    let Some(Selected { team, number }) = who.selected()? else {
        return Err(Fault::Part("needs (unum <number>) and (team <name>)".to_owned()));
    };
    let Some(place) = place else {
        let ignored = |part: List| matches!(part.head(), Some(b"battery" | b"temperature"));
        if list.lists().any(ignored) {
            return Ok(None);
        }
        return Err(Fault::Part("has neither pos nor move nor move3d".to_owned()));
    };
    let Placing { pos, quat } = place.checked()?;
    Ok(Some(Command::PlacePlayer { number, team, pos, quat }))
}

fn acknowledge(words: &Words) -> Result<Request, Fault> {
    let text = words.text(1)?;
    if text.len() > LONGEST_WORD {
        return Err(Fault::Part(format!("asks for an answer of {} bytes", text.len())));
    }
    Ok(Request::Acknowledge(text.to_owned()))
}

fn select(list: List) -> Result<Request, Fault> {
    let who = Who::of(list)?;
    if who.is_nobody() {
        return Ok(Request::Deselect);
    }
    Ok(Request::Select(who.selected()?))
}
