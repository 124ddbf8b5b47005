//! Requests of monitors and trainers: rcsssmj's commands and those of SimSpark's trainer.
//!
//! Read as rcsssmj 0.2.1 reads them: a command that is not well formed ends its message, the
//! commands before it count, and unknown commands are skipped. rcsssmj ignores most of SimSpark's.

mod placing;

use crate::soccer::{Command, PlayMode, Side};
use crate::wire::command::{Scores, Who, acknowledge, ball, leave_out, select, time};
use crate::wire::refusal::{Fault, Message, word};
use crate::wire::sexpr::{List, Node, Spacing};
use crate::wire::words::{Words, bounded};
use crate::wire::{Request, Selected};
use placing::Placing;

/// The words that place a player.
const PLACES: [&[u8]; 3] = [b"pos", b"move", b"move3d"];

/// Reads a monitor's requests. Commands may be grouped in an expression of their own, as in
/// `((ball (pos 0 0 1))(getAck moved))`. Parts of a command that have no effect, such as the `vel`
/// of an agent, are in [`Message::dropped`].
pub fn requests(message: &[u8]) -> Message<Request> {
    let mut performed = Vec::new();
    let mut read = Message::read(message, Spacing::Blank, |list, parts| {
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
        leave_out(list, &PLACES, &mut read);
    }
    read
}

/// Reads one command; `None` if it is known but has no effect.
fn request(list: List) -> Result<Option<Request>, Fault> {
    let words = Words::of(list);
    let command = match words.head()? {
        b"dropBall" => Command::DropBall(None),
        b"kickOff" => return Ok(Some(kick_off(&words))),
        b"playMode" => Command::SetPlayMode(play_mode(&words)?),
        b"ball" => ball(list)?,
        b"agent" => return Ok(agent(list)?.map(Request::Command)),
        b"push" => push(list)?,
        b"killsim" => Command::Kill,
        b"time" => time(&words)?,
        b"score" => Command::SetScore(Scores::of(list)?.both()?),
        b"reqfullstate" => return Ok(Some(Request::FullState)),
        b"select" => return select(list).map(Some),
        b"kill" => return Ok(Some(Request::Kill(Who::of(list)?.selected()?))),
        b"repos" => return Ok(Some(Request::Reposition(Who::of(list)?.selected()?))),
        b"getAck" => return acknowledge(&words).map(Some),
        b"init" => return Ok(None),
        name => return Err(Fault::Part(format!("{} is not a command", word(name)))),
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
    let unknown = |_| Fault::Part(format!("{} is not a play mode", word(name.as_bytes())));
    PlayMode::from_name(name).map_err(unknown)
}

/// `(push (unum N)(team T)(vel x y z))`: not one of rcsssmj's commands, which rcsssmj itself skips.
fn push(list: List) -> Result<Command, Fault> {
    let Some(Selected { team, number }) = Who::of(list)?.selected()? else {
        return Err(Fault::Part("needs (unum <number>) and (team <name>)".to_owned()));
    };
    let velocity = list.lists().find(|part| matches!(part.head(), Some(b"vel")));
    let velocity = velocity.ok_or_else(|| Fault::Part("needs (vel x y z)".to_owned()))?;
    let vel = bounded(["vx", "vy", "vz"], Words::of(velocity).floats(1)?)?;
    Ok(Command::PushPlayer { number, team, vel })
}

/// `(agent (unum N)(team T)(pos x y z))`, or `(move x y z deg)` or `(move3d x y z qw qx qy qz)`.
/// SimSpark's batteries and temperatures do not exist in this world: a command with only these does
/// nothing.
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
