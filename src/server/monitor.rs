//! The session of a monitor, by TCP or by WebSocket.

use super::FAREWELL;
use super::complaints::Complaints;
use super::frames::Frames;
use super::intake::{Capacity, Intake, Requests};
use super::listener::{Guest, Hall};
use super::outbox::{Outbox, Queued};
use super::patience::Patience;
use crate::wire::Request;
use crate::wire::rcsssmj::trainer::requests;
use crate::wire::{Dropped, Message as Asking};
use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use std::vec;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::handshake::server::{Request as Handshake, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as WebSocketError, Message};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};
use tokio_util::sync::CancellationToken;

/// Longest message that a monitor may send, bytes.
const LONGEST: usize = 1 << 16;
/// What may wait for the cycle.
const CAPACITY: Capacity = Capacity { messages: 256, bytes: 1 << 16 };
/// Bytes that may wait for a WebSocket besides the queue: a message, and answers to pings.
const MOST_UNSENT: usize = 1 << 22;
/// Time for the handshake of a WebSocket.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Messages that may wait for a monitor; one that reads too slowly misses the next ones.
pub(super) const MOST_UNREAD: usize = 50;
/// A monitor that reads nothing for so long is let go.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// Kinds of words without effect that are logged of one monitor.
const MOST_DROPPED: usize = 16;

/// What monitors may ask for.
pub(super) trait Asked: Send + Sized + 'static {
    /// Reads a message of a monitor.
    fn read(message: &[u8]) -> Asking<Self>;
}

impl Asked for Request {
    fn read(message: &[u8]) -> Asking<Self> {
        requests(message)
    }
}

/// A monitor as those have it who serve it.
#[derive(Debug)]
pub(super) struct MonitorLink<R = Request> {
    pub(super) peer: SocketAddr,
    /// What it asks for; it may have closed, and still hold some.
    pub(super) requests: Requests<R>,
    pub(super) outbox: Outbox,
    /// Ends the session.
    pub(super) gone: CancellationToken,
    /// About what it asks for.
    pub(super) complaints: Complaints,
}

/// What a session reads of its monitor.
struct Ears<R> {
    intake: Intake<vec::IntoIter<R>>,
    complaints: Complaints,
    /// Why its commands are ignored, if they are.
    muted: Option<String>,
    /// Words without effect of which the log tells already.
    dropped: Vec<Dropped>,
}

impl<R: Asked> Ears<R> {
    /// Hands over what a message asks for; false when nobody wants it any more.
    async fn hear(&mut self, message: &[u8]) -> bool {
        let Some(room) = self.intake.room(message.len()).await else { return false };
        let Asking { mut parts, refused, dropped } = R::read(message);
        for refusal in &refused {
            self.complaints.add(refusal);
        }
        if let (Some(reason), false) = (&self.muted, parts.is_empty()) {
            self.complaints.add(format_args!("its commands are ignored: {reason}"));
            parts.clear();
        } else {
            self.tell_of(dropped);
        }
        self.intake.hand_over(room, parts.into_iter())
    }
}

impl<R> Ears<R> {
    /// Logs words without effect, each kind once: a trainer may send them with every command.
    fn tell_of(&mut self, dropped: Vec<Dropped>) {
        for dropped in dropped {
            if self.dropped.len() < MOST_DROPPED && !self.dropped.contains(&dropped) {
                self.complaints.add(&dropped);
                self.dropped.push(dropped);
            }
        }
    }
}

/// Introduces a monitor, which may command unless it is muted; `None` if the server has ended.
fn introduce<R: Asked>(
    hall: &Hall<MonitorLink<R>>,
    peer: SocketAddr,
    outbox: Outbox,
    gone: CancellationToken,
    muted: Option<String>,
) -> Option<Ears<R>> {
    let (intake, requests) = Requests::new(CAPACITY, gone.clone());
    let complaints = hall.lines.of(format!("monitor {peer}"));
    let link = MonitorLink { peer, requests, outbox, gone, complaints: complaints.clone() };
    hall.arrive.send(link).ok()?;
    let muted = if hall.policy.commands { muted } else { Some("they are turned off".to_owned()) };
    Some(Ears { intake, complaints, muted, dropped: Vec::new() })
}

/// Serves one monitor by TCP.
pub(super) async fn serve<R: Asked>(hall: Hall<MonitorLink<R>>, guest: Guest) {
    let Guest { stream, peer, place, .. } = guest;
    let _ = stream.set_nodelay(true);
    let gone = hall.stop.child_token();
    let _over = gone.clone().drop_guard();
    let (reader, writer) = stream.into_split();
    let outbox = Outbox::tcp(writer, gone.clone(), Arc::clone(&place), &hall.tasks);
    let ears = introduce(&hall, peer, outbox, gone.clone(), None);
    let Some(mut ears) = ears else { return };
    let mut frames = Frames::new(reader, LONGEST, gone);
    while let Some(message) = frames.next(&ears.complaints).await {
        if !ears.hear(&message).await {
            break;
        }
    }
    hall.say_goodbye(format_args!("monitor {peer}"));
}

/// Serves one monitor by WebSocket; every message is a binary one.
pub(super) async fn serve_websocket<R: Asked>(hall: Hall<MonitorLink<R>>, guest: Guest) {
    let Guest { stream, peer, place: _place, .. } = guest;
    let _ = stream.set_nodelay(true);
    let limits = WebSocketConfig::default()
        .max_message_size(Some(LONGEST))
        .max_frame_size(Some(LONGEST))
        .max_write_buffer_size(MOST_UNSENT);
    let mut stranger = None;
    #[allow(clippy::result_large_err)] // The trait says so.
    let ask_origin = |request: &Handshake, response: Response| {
        stranger = hall.policy.pages.stranger(request.headers());
        Ok(response)
    };
    let handshake = accept_hdr_async_with_config(stream, ask_origin, Some(limits));
    let mut patience = Patience::new(HANDSHAKE);
    let handshake = tokio::select! {
        () = hall.stop.cancelled() => return,
        outcome = patience.wait(handshake) => outcome,
    };
    let socket = match handshake {
        Some(Ok(socket)) => socket,
        Some(Err(error)) => return hall.note(format_args!("WebSocket monitor {peer}: {error}")),
        None => {
            let line = format_args!("WebSocket monitor {peer}: no handshake in {HANDSHAKE:?}");
            return hall.note(line);
        }
    };
    let gone = hall.stop.child_token();
    let (outbox, queued) = Outbox::queue();
    let muted = stranger.map(|origin| format!("they come from a page of {origin}"));
    let ears = introduce(&hall, peer, outbox, gone.clone(), muted);
    let Some(ears) = ears else { return };
    converse(socket, ears, queued, gone).await;
    hall.say_goodbye(format_args!("WebSocket monitor {peer}"));
}

async fn converse<R: Asked>(
    socket: WebSocketStream<TcpStream>,
    mut ears: Ears<R>,
    mut queued: Queued,
    gone: CancellationToken,
) {
    let (mut sink, mut stream) = socket.split();
    let tell = async {
        while let Some(message) = queued.next().await {
            if sink.send(Message::Binary(message)).await.is_err() {
                // What it has sent before it went still counts: the session ends after that.
                return pending().await;
            }
            queued.sent();
        }
    };
    let listen = async {
        while let Some(message) = stream.next().await {
            let is_heard = match &message {
                Ok(Message::Binary(bytes)) => ears.hear(bytes).await,
                Ok(Message::Text(text)) => ears.hear(text.as_bytes()).await,
                Ok(Message::Close(_)) | Err(WebSocketError::ConnectionClosed) => false,
                Ok(_) => true,
                Err(error) => {
                    ears.complaints.add(error);
                    false
                }
            };
            if !is_heard {
                break;
            }
        }
    };
    tokio::select! {
        () = gone.cancelled() => {}
        () = tell => {}
        () = listen => {}
    }
    let farewell = async {
        while let Some(message) = queued.take() {
            sink.send(Message::Binary(message)).await?;
        }
        sink.close().await
    };
    // The other side may be gone already, or read nothing.
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
}
