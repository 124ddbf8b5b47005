//! The session of a monitor by WebSocket.

use super::FAREWELL;
use super::listener::ClientKind;
use super::monitor::{CommandSink, Decode, LONGEST, MOST_UNREAD_ANSWERS, MonitorLink, introduce};
use super::patience::Patience;
use super::session::{Connection, Outbox, Parcel, Queued, Sessions};
use std::future::pending;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::handshake::server::{Request as Handshake, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as WebSocketError, Message};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};
use tokio_util::sync::CancellationToken;

/// Connections by WebSocket.
pub(super) const KIND: ClientKind = ClientKind { name: "WebSocket monitor", most: 128 };
/// Bytes that may wait inside a WebSocket, after they have left the queue: one message, and answers
/// to pings.
pub(super) const MOST_UNSENT: usize = 1 << 22;
/// Time for the handshake of a WebSocket.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Serves one monitor by WebSocket; every message to it is a binary one.
pub(super) async fn serve<R>(
    decode: Decode<R>,
    sessions: Sessions<MonitorLink<R>>,
    connection: Connection,
) {
    let Connection { stream, name, permit: _permit, .. } = connection;
    let _ = stream.set_nodelay(true);
    let limits = WebSocketConfig::default()
        .max_message_size(Some(LONGEST))
        .max_frame_size(Some(LONGEST))
        .max_write_buffer_size(MOST_UNSENT);
    let mut stranger = None;
    #[allow(clippy::result_large_err, reason = "the type that the callback must return")]
    let ask_origin = |request: &Handshake, response: Response| {
        stranger = sessions.clients.policy.pages.stranger(request.headers());
        Ok(response)
    };
    let handshake = accept_hdr_async_with_config(stream, ask_origin, Some(limits));
    let mut patience = Patience::new(HANDSHAKE);
    let handshake = tokio::select! {
        () = sessions.clients.stop.cancelled() => return,
        outcome = patience.wait(handshake) => outcome,
    };
    let socket = match handshake {
        Some(Ok(socket)) => socket,
        Some(Err(error)) => {
            return sessions.clients.note(format_args!("{name}: {error}"));
        }
        None => {
            let line = format_args!("{name}: no handshake in {HANDSHAKE:?}");
            return sessions.clients.note(line);
        }
    };
    let gone = sessions.clients.stop.child_token();
    let (outbox, queued) = Outbox::queue(MOST_UNREAD_ANSWERS);
    let muted = stranger.map(|origin| format!("they come from a page of {origin}"));
    let commands = introduce(decode, &sessions, &name, outbox, gone.clone(), muted);
    let Some(commands) = commands else { return };
    converse(socket, commands, queued, gone).await;
    sessions.clients.note_end(name);
}

/// Sends queued messages and takes incoming ones until either side ends the session.
pub(super) async fn converse<R>(
    socket: WebSocketStream<TcpStream>,
    mut commands: CommandSink<R>,
    mut queued: Queued,
    gone: CancellationToken,
) {
    let (mut sink, mut stream) = socket.split();
    let tell = async {
        while let Some(Parcel { content, _room }) = queued.recv().await {
            if sink.send(Message::Binary(content)).await.is_err() {
                // Commands that the client sent before still count, so reading goes on until there
                // are no more.
                return pending().await;
            }
        }
    };
    let listen = async {
        while let Some(message) = stream.next().await {
            let is_heard = match &message {
                Ok(Message::Binary(bytes)) => commands.take(bytes).await,
                Ok(Message::Text(text)) => commands.take(text.as_bytes()).await,
                Ok(Message::Close(_)) | Err(WebSocketError::ConnectionClosed) => false,
                Ok(_) => true,
                Err(error) => {
                    commands.complaints.add(error);
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
        while let Ok(parcel) = queued.try_recv() {
            sink.send(Message::Binary(parcel.content)).await?;
        }
        sink.close().await
    };
    // The client may be gone already, or may not read.
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
}
