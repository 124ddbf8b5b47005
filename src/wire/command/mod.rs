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
    let words = |count: usize| list.nodes().skip(count).collect();
    let besides = |known: &[&[u8]]| {
        let is_known = |node: &Node| match node {
            Node::List(part) => part.head().is_some_and(|head| known.contains(&head)),
            Node::Atom(_) => false,
        };
        list.nodes().skip(1).filter(|node| !is_known(node)).collect()
    };
    let left_out: Vec<Node> = match name {
        b"agent" => besides(&[&[&b"unum"[..], b"team"], places].concat()),
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
