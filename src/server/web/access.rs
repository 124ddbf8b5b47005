//! Decides which clients get the page, and which may watch and send commands.
//!
//! A browser lets every page connect to every address. So a page's origin must be exactly the
//! address that it connects to, host and port: pages of other programs on this machine are not
//! trusted either. And that address must not be a name that somebody else can make resolve to this
//! machine.

use super::super::FAREWELL;
use super::super::listener::ClientKind;
use super::super::monitor::{Decode, LONGEST, MOST_UNREAD_ANSWERS, MonitorLink, introduce};
use super::super::patience::Patience;
use super::super::session::{Connection, Outbox, Sessions};
use super::super::websocket::{MOST_UNSENT, converse};
use super::head::{Head, NoHead};
use super::page;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::{create_response, write_response};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

/// Connections of browsers, for the page and for what it shows.
pub(in crate::server) const KIND: ClientKind = ClientKind { name: "browser", most: 256 };
/// The path of the WebSocket on which the page is sent what it shows.
const LIVE: &str = "/live";
/// Time to receive a request, and to send its answer.
const REQUEST: Duration = Duration::from_secs(10);

/// Serves one connection of a browser; a client that knows `token` may send commands.
pub(in crate::server) async fn serve<R>(
    token: Arc<str>,
    decode: Decode<R>,
    sessions: Sessions<MonitorLink<R>>,
    connection: Connection,
) {
    let Connection { mut stream, name, permit: _permit, .. } = connection;
    let _ = stream.set_nodelay(true);
    let mut patience = Patience::new(REQUEST);
    let head = tokio::select! {
        () = sessions.clients.stop.cancelled() => return,
        head = patience.wait(Head::read(&mut stream)) => head,
    };
    let head = match head {
        Some(Ok(head)) => head,
        Some(Err(NoHead::Malformed)) => {
            return say(stream, page::refusal("400 Bad Request", "This is not an HTTP request."))
                .await;
        }
        Some(Err(NoHead::Gone)) | None => return,
    };
    let request = &head.request;
    let pages = &sessions.clients.policy.pages;
    if let Some(stranger) = pages.stranger_to_page(request.headers()) {
        sessions.clients.note(format_args!("{name}: refused, for it is a page of {stranger}"));
        let reason = "Only the page of this address may connect.";
        return say(stream, page::refusal("403 Forbidden", reason)).await;
    }
    if request.uri().path() != LIVE {
        let answer = page::answer(request.method().as_str(), request.uri().path());
        return say(stream, answer).await;
    }
    let Ok(response) = create_response(request) else {
        let reason = "This address takes WebSocket connections only.";
        return say(stream, page::refusal("426 Upgrade Required", reason)).await;
    };
    let mut answer = Vec::new();
    if write_response(&mut answer, &response).is_err() || stream.write_all(&answer).await.is_err() {
        return;
    }
    let limits = WebSocketConfig::default()
        .max_message_size(Some(LONGEST))
        .max_frame_size(Some(LONGEST))
        .max_write_buffer_size(MOST_UNSENT);
    let muted = match knows(request.uri().query(), &token) {
        true => None,
        false => Some("they come without the token that the server has told".to_owned()),
    };
    let socket =
        WebSocketStream::from_partially_read(stream, head.rest, Role::Server, Some(limits)).await;
    let gone = sessions.clients.stop.child_token();
    let (outbox, queued) = Outbox::queue(MOST_UNREAD_ANSWERS);
    let commands = introduce(decode, &sessions, &name, outbox, gone.clone(), muted);
    let Some(commands) = commands else { return };
    converse(socket, commands, queued, gone).await;
    sessions.clients.note_end(name);
}

/// Whether a query has `token=...`. Takes the same time wherever the first wrong letter is.
fn knows(query: Option<&str>, token: &str) -> bool {
    let mut parts = query.unwrap_or_default().split('&');
    let given = parts.find_map(|part| part.strip_prefix("token=")).unwrap_or_default();
    let pairs = given.bytes().zip(token.bytes());
    let wrong = pairs.fold(0, |wrong, (one, other)| wrong | (one ^ other));
    !token.is_empty() && given.len() == token.len() && wrong == 0
}

/// Sends an answer and hangs up.
async fn say(mut stream: TcpStream, answer: Vec<u8>) {
    let send = async {
        stream.write_all(&answer).await?;
        stream.shutdown().await
    };
    let mut patience = Patience::new(REQUEST);
    if let Some(Ok(())) = patience.wait(send).await {
        // The rest of what the client sends is read, so that it gets the answer and not a
        // connection reset.
        let rest = async {
            let mut sink = [0; 512];
            while tokio::io::AsyncReadExt::read(&mut stream, &mut sink).await.is_ok_and(|n| n > 0) {
            }
        };
        let _ = tokio::time::timeout(FAREWELL, rest).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_very_token_is_known() {
        for query in ["token=abc", "world=1&token=abc", "token=abc&x"] {
            assert!(knows(Some(query), "abc"), "{query}");
        }
        for query in ["", "token=", "token=ab", "token=abcd", "token=abd", "tokens=abc", "abc"] {
            assert!(!knows(Some(query), "abc"), "{query}");
        }
        assert!(!knows(None, "abc") && !knows(Some("token="), ""));
    }
}
