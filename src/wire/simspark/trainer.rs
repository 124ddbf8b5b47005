//! Requests of monitors and trainers.
//!
//! Commands are independent: one that cannot be used is skipped, and the others take effect.
//! Commands may be grouped in an expression of their own, as in
//! `((ball (pos 0 0 1))(getAck moved))`.

use super::words::play_mode;
use crate::math::quaternion::about_z;
use crate::soccer::{Command, Side};
use crate::wire::command::{Scores, Who, acknowledge, ball, leave_out, select, time};
use crate::wire::refusal::{Fault, Message, word};
use crate::wire::sexpr::{List, Spacing};
use crate::wire::words::{Words, bounded};
use crate::wire::{Request, Selected};

/// The words that place a player.
const PLACES: [&[u8]; 2] = [b"pos", b"move"];
/// The angle of a player that faces along the field is -90 degrees; at 0 it faces positive y.
const NORTH: f64 = 90.0;

/// Reads a monitor's requests. Parts of a command that have no effect, such as the battery of an
/// agent, are in [`Message::dropped`].
pub fn requests(message: &[u8]) -> Message<Request> {
    let mut performed = Vec::new();
    let mut read = Message::read_each(message, Spacing::White, |list, parts| {
        parts.extend(request(list).map_err(alone)?);
        performed.push(list);
        Ok(())
    });
    for list in performed {
        leave_out(list, &PLACES, &mut read);
    }
    read
}

/// An error in one command does not affect those after it.
fn alone(fault: Fault) -> Fault {
    match fault {
        Fault::Part(reason) | Fault::Rest(reason) => Fault::Part(reason),
    }
}

/// Reads one command; `None` if it is known but has no effect.
fn request(list: List) -> Result<Option<Request>, Fault> {
    let words = Words::of(list);
    Ok(Some(match words.head()? {
        b"agent" => return agent(list),
        b"ball" => Request::Lifted(match ball(list)? {
            // As in SimSpark, a ball that is only placed goes on moving.
            Command::PlaceBall { pos, vel: None } => Command::MoveBall(pos),
            command => command,
        }),
        b"playMode" => Request::Command(mode(&words)?),
        b"dropBall" => Request::Command(Command::DropBallInField),
        b"kickOff" => kick_off(&words)?,
        b"select" => select(list)?,
        b"kill" => Request::Kill(Who::of(list)?.selected()?),
        b"repos" => Request::LineUp(Who::of(list)?.selected()?),
        b"time" => Request::Command(time(&words)?),
        b"score" => Request::Command(Command::SetScore(Scores::of(list)?.both()?)),
        b"reqfullstate" => Request::FullState,
        b"killsim" => Request::Command(Command::Kill),
        b"getAck" => acknowledge(&words)?,
        b"init" => return Ok(None),
        name => return Err(Fault::Part(format!("{} is not a command", word(name)))),
    }))
}

/// `(kickOff Left)`, `(kickOff Right)`, or `(kickOff None)` for a side that is drawn at random.
fn kick_off(words: &Words) -> Result<Request, Fault> {
    match words.atom(1)? {
        b"Left" => Ok(Request::Command(Command::KickOff(Side::Left))),
        b"Right" => Ok(Request::Command(Command::KickOff(Side::Right))),
        b"None" => Ok(Request::CoinToss),
        other => Err(Fault::Part(format!("{} is not Left, Right or None", word(other)))),
    }
}

fn mode(words: &Words) -> Result<Command, Fault> {
    let name = words.text(1)?;
    play_mode(name)
        .ok_or_else(|| Fault::Part(format!("{} is not a play mode", word(name.as_bytes()))))
}

/// `(agent (unum N)(team T)(pos x y z))`, or `(move x y z deg)`, which also turns the player
/// upright; of both, `move` counts, since SimSpark performs it after `pos`. Neither changes the
/// player's posture. Without number and team, the selected player is sent away. Batteries and
/// temperatures do not exist in this world: a command with only these does nothing.
fn agent(list: List) -> Result<Option<Request>, Fault> {
    let who = Who::of(list)?.selected()?;
    let (mut pos, mut turned) = (None, None);
    for part in list.lists() {
        let words = Words::of(part);
        match words.head()? {
            b"pos" => {
                pos = Some((bounded(["x", "y", "z"], words.floats(1)?)?, None));
            }
            b"move" => {
                let [x, y, z, angle] = bounded(["x", "y", "z", "rot"], words.floats(1)?)?;
                turned = Some(([x, y, z], Some(about_z((angle + NORTH).to_radians()))));
            }
            _ => {}
        }
    }
    match (who, turned.or(pos)) {
        (Some(Selected { team, number }), Some((pos, quat))) => {
            Ok(Some(Request::Lifted(Command::MovePlayer { number, team, pos, quat })))
        }
        (None, _) => Ok(Some(Request::SendAway(None))),
        (Some(_), None) => {
            let is_known = |part: List| matches!(part.head(), Some(b"battery" | b"temperature"));
            match list.lists().any(is_known) {
                true => Ok(None),
                false => Err(Fault::Part("has neither pos nor move".to_owned())),
            }
        }
    }
}
