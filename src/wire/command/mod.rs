//! Commands of monitors and trainers: the parts that rcsssmj and SimSpark write in the same way.

mod parts;

pub(super) use parts::{Scores, Who, acknowledge, ball, select, time};

use super::Request;
use super::refusal::Message;
use super::sexpr::{List, Node};

/// Records which words of a performed command have no effect; `places` are the words that place a
/// player.
pub(super) fn leave_out(list: List, places: &[&[u8]], read: &mut Message<Request>) {
    let Some(name) = list.head() else { return };
    let of_player = [&[&b"unum"[..], b"team"], places].concat();
    // The parts of the command, or how many words it has.
    let (parts, words): (&[&[u8]], usize) = match name {
        b"agent" => (&of_player[..], 1),
        b"ball" => (&[b"pos", b"vel"], 1),
        b"score" => (&[b"left", b"right"], 1),
        b"select" | b"kill" | b"repos" => (&[b"unum", b"team"], 1),
        b"dropBall" | b"killsim" | b"reqfullstate" => (&[], 1),
        b"kickOff" | b"playMode" | b"time" | b"getAck" => (&[], 2),
        _ => return,
    };
    for node in list.nodes().skip(words) {
        match node {
            Node::List(part) if part.head().is_some_and(|head| parts.contains(&head)) => {
                let head = part.head().unwrap_or_default();
                part.nodes().skip(count(head)).for_each(|node| read.drop_part(head, node));
            }
            node => read.drop_part(name, node),
        }
    }
}

/// How many words a part of a command has, its name included.
fn count(part: &[u8]) -> usize {
    match part {
        b"pos" | b"vel" => 4,
        b"move" => 5,
        b"move3d" => 8,
        _ => 2,
    }
}
