//! The viewer's port: its page, which clients may watch, and which may command.

use crate::harness::{LOG, PATIENCE, Running, in_real_time, until};
use rcssgym::server::ServerConfig;
use rcssgym::server::web::WebConfig;
use std::io::{Read, Write};
use std::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

const TOKEN: &str = "abc";
const STANDING: u8 = 2;
const FRAME: u8 = 4;

fn watched() -> Running {
    let web = WebConfig { port: 0, token: TOKEN.to_owned() };
    Running::start(ServerConfig { web: Some(web), ..in_real_time() })
}

/// Sends a request as it is, and returns the answer.
fn answer(server: &Running, request: &str) -> String {
    let mut stream = TcpStream::connect(server.web.unwrap()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(server: &Running, path: &str, headers: &str) -> String {
    let host = server.web.unwrap();
    answer(server, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n"))
}

/// Connects as a page does; `None` if the connection is refused.
fn live(server: &Running, query: &str, origin: Option<&str>) -> Option<WebSocket<TcpStream>> {
    let address = server.web.unwrap();
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut request = format!("ws://{address}/live{query}").into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", HeaderValue::from_str(origin).unwrap());
    }
    client(request, stream).ok().map(|(socket, _)| socket)
}

/// Returns the sections of the next message: their kinds and contents.
fn told(socket: &mut WebSocket<TcpStream>) -> Vec<(u8, Vec<u8>)> {
    loop {
        let Message::Binary(message) = socket.read().unwrap() else { continue };
        let (mut rest, mut sections) = (&message[..], Vec::new());
        while let [kind, a, b, c, d, content @ ..] = rest {
            let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
            sections.push((*kind, content[..length].to_vec()));
            rest = &content[length..];
        }
        return sections;
    }
}

/// Waits until the reported state of the game contains this mode.
fn stands(socket: &mut WebSocket<TcpStream>, mode: &str) {
    until("the play mode changes", || {
        let text = |(kind, content): &(u8, Vec<u8>)| {
            *kind == STANDING && String::from_utf8_lossy(content).contains(mode)
        };
        told(socket).iter().any(text)
    });
}

#[test]
fn the_page_is_served_to_itself_alone() {
    let server = watched();
    let page = get(&server, "/", "");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.contains("<canvas"), "{page}");
    assert!(page.contains("frame-ancestors 'none'") && page.contains("no-store"));
    for (path, begin) in [
        ("/viewer.js", "HTTP/1.1 200 "),
        ("/viewer.css", "HTTP/1.1 200 "),
        ("/licences.txt", "HTTP/1.1 200 "),
        ("/../Cargo.toml", "HTTP/1.1 404 "),
        ("/live", "HTTP/1.1 426 "),
    ] {
        let answer = get(&server, path, "");
        assert!(answer.starts_with(begin), "{path}: {}", answer.lines().next().unwrap());
    }
    let own = format!("Origin: http://{}\r\n", server.web.unwrap());
    assert!(get(&server, "/", &own).starts_with("HTTP/1.1 200 "));
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost"] {
        let answer = get(&server, "/", &format!("Origin: {origin}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 403 ") && !answer.contains("canvas"), "{origin}");
    }
    // A foreign name that was made to resolve to this machine.
    let rebound = answer(&server, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    assert!(rebound.starts_with("HTTP/1.1 403 "), "{rebound}");
    let posted = answer(&server, "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(posted.starts_with("HTTP/1.1 405 "), "{posted}");
    let garbled = answer(&server, "what?\r\n\r\n");
    assert!(garbled.starts_with("HTTP/1.1 400 "), "{garbled}");
    server.end().unwrap();
}

#[test]
fn frames_tell_only_what_has_changed() {
    let server = watched();
    let mut socket = live(&server, "", None).unwrap();
    let first: Vec<u8> = told(&mut socket).iter().map(|(kind, _)| *kind).collect();
    assert_eq!(first, [1, STANDING, FRAME]);
    // The ball comes to rest, and nobody plays.
    until("nothing moves", || {
        let sections = told(&mut socket);
        matches!(&sections[..], [(FRAME, content)] if content.len() == 16)
    });
    server.end().unwrap();
}

#[test]
fn commands_need_the_token() {
    let server = watched();
    let own = format!("http://{}", server.web.unwrap());
    let mut spectator = live(&server, "?token=abd", Some(&own)).unwrap();
    spectator.send(Message::text("(kickOff Right)")).unwrap();
    let from = format!("127.0.0.1:{}: ", spectator.get_ref().local_addr().unwrap().port());
    let is_told = |line: &String| line.contains("without the token that the server has told");
    until("it is ignored", || LOG.with(&from).iter().any(is_told));
    let mut trainer = live(&server, "?token=abc", Some(&own)).unwrap();
    stands(&mut trainer, "BeforeKickOff");
    trainer.send(Message::text("(kickOff Left)")).unwrap();
    stands(&mut trainer, "KickOff_Left");
    stands(&mut spectator, "KickOff_Left");
    for origin in ["http://evil.example", "http://127.0.0.1:1", "null"] {
        assert!(live(&server, "?token=abc", Some(origin)).is_none(), "{origin}");
    }
    server.end().unwrap();
}
