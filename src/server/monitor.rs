//! The session of a monitor by TCP, and what it has in common with one by WebSocket.

use super::complaints::Complaints;
use super::listener::ClientKind;
use super::session::{Capacity, Connection, Frames, Intake, Outbox, Requests, Sessions};
use crate::wire::{Dropped, Message, Request};
use std::sync::Arc;
use std::vec;
use tokio_util::sync::CancellationToken;

/// Connections by TCP.
pub(super) const KIND: ClientKind = ClientKind { name: "monitor", most: 128 };
/// Longest message that a monitor may send, bytes.
pub(super) const LONGEST: usize = 1 << 16;
/// How much of what one monitor sends may wait for the cycle.
const CAPACITY: Capacity = Capacity { messages: 256, bytes: 1 << 16 };
/// Messages that may wait for a monitor, answers to its commands included.
pub(super) const MOST_UNREAD_ANSWERS: u32 = 1000;
/// Messages that may wait for a monitor before it misses the next ones. It may leave them unread
/// for as long as it likes: trainers in use send commands and never read.
pub(super) const MOST_UNREAD: usize = 50;

/// How many kinds of words without effect are logged for one monitor.
const MOST_DROPPED: usize = 16;

/// Decodes a monitor's message into requests of type `R`.
pub(super) type Decode<R> = Arc<dyn Fn(&[u8]) -> Message<R> + Send + Sync>;

/// A monitor as the thread that serves it sees it.
#[derive(Debug)]
pub(super) struct MonitorLink<R = Request> {
    /// The log's name for it.
    pub(super) name: String,
    /// Its requests. Those of a monitor that has left can still be read.
    pub(super) requests: Requests<R>,
    pub(super) outbox: Outbox,
    /// Log lines about what it asks for.
    pub(super) complaints: Complaints,
}

/// Decodes the messages of a session's monitor and hands their requests over.
pub(super) struct CommandSink<R> {
    decode: Decode<R>,
    intake: Intake<vec::IntoIter<R>>,
    pub(super) complaints: Complaints,
    /// Why its commands are ignored, if they are.
    muted: Option<String>,
    /// Words without effect that have been logged already.
    dropped: Vec<Dropped>,
}

impl<R> CommandSink<R> {
    /// Decodes a message and hands over its requests; returns false when the session is over.
    pub(super) async fn take(&mut self, message: &[u8]) -> bool {
        let Some(room) = self.intake.room(message.len()).await else { return false };
        let Message { mut parts, refused, dropped } = (self.decode)(message);
        for refusal in &refused {
            self.complaints.add(refusal);
        }
        if let (Some(reason), false) = (&self.muted, parts.is_empty()) {
            self.complaints.add(format_args!("its commands are ignored: {reason}"));
            parts.clear();
        } else {
            self.log_dropped(dropped);
        }
        self.intake.hand_over(room, parts.into_iter())
    }

    /// Logs words without effect, each kind only once, since a trainer may send them with every
    /// command.
    fn log_dropped(&mut self, dropped: Vec<Dropped>) {
        for dropped in dropped {
            if self.dropped.len() < MOST_DROPPED && !self.dropped.contains(&dropped) {
                self.complaints.add(&dropped);
                self.dropped.push(dropped);
            }
        }
    }
}

/// Hands a new monitor to the thread that serves it. Its commands are ignored if `muted` gives a
/// reason. Returns `None` if the server has ended.
pub(super) fn introduce<R>(
    decode: Decode<R>,
    sessions: &Sessions<MonitorLink<R>>,
    name: &str,
    outbox: Outbox,
    gone: CancellationToken,
    muted: Option<String>,
) -> Option<CommandSink<R>> {
    let (intake, requests) = Requests::new(CAPACITY, gone);
    let complaints = sessions.clients.log.of(name);
    let name = name.to_owned();
    let link = MonitorLink { name, requests, outbox, complaints: complaints.clone() };
    sessions.arrivals.send(link).ok()?;
    let muted = if sessions.clients.policy.commands {
        muted
    } else {
        Some("they are turned off".to_owned())
    };
    Some(CommandSink { decode, intake, complaints, muted, dropped: Vec::new() })
}

/// Serves one monitor by TCP.
pub(super) async fn serve<R>(
    decode: Decode<R>,
    sessions: Sessions<MonitorLink<R>>,
    connection: Connection,
) {
    let Connection { stream, name, permit, .. } = connection;
    let _ = stream.set_nodelay(true);
    let gone = sessions.clients.stop.child_token();
    let _over = gone.clone().drop_guard();
    let (reader, writer) = stream.into_split();
    let outbox = Outbox::tcp(
        writer,
        MOST_UNREAD_ANSWERS,
        gone.clone(),
        Arc::clone(&permit),
        &sessions.clients.tasks,
    );
    let commands = introduce(decode, &sessions, &name, outbox, gone.clone(), None);
    let Some(mut commands) = commands else { return };
    let mut frames = Frames::new(reader, LONGEST, gone);
    while let Some(message) = frames.next(&commands.complaints).await {
        if !commands.take(&message).await {
            break;
        }
    }
    sessions.clients.note_end(name);
}
