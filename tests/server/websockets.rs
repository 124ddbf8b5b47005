//! Monitors over WebSocket.

use crate::harness::{Client, LOG, Running, in_step, until};
use rcssgym::server::ServerConfig;
use std::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

type Socket = WebSocket<TcpStream>;

fn open(server: &Running) -> Socket {
    open_on(server, Client::connect(server.websockets).stream)
}

fn open_on(server: &Running, stream: TcpStream) -> Socket {
    client(format!("ws://{}/", server.websockets), stream).unwrap().0
}

/// Returns the next message from the server.
fn told(socket: &mut Socket) -> String {
    loop {
        match socket.read().unwrap() {
            Message::Binary(bytes) => return String::from_utf8(bytes.to_vec()).unwrap(),
            Message::Pong(_) => {}
            other => panic!("{other:?} came"),
        }
    }
}

fn is_performed(socket: &mut Socket, word: &str) {
    let answer = format!("(ack {word})");
    until("a command is performed", || told(socket) == answer);
}

#[test]
fn commands_come_as_text_or_bytes_whole_or_in_parts() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut socket = open(&server);
    assert!(told(&mut socket).contains("FieldLength"));
    socket.send(Message::text("(getAck text)")).unwrap();
    is_performed(&mut socket, "text");
    socket.send(Message::binary(&b"(getAck bytes)"[..])).unwrap();
    is_performed(&mut socket, "bytes");
    let parts =
        [(&b"(getAck "[..], Data::Text), (b"pa", Data::Continue), (b"rts)", Data::Continue)];
    for (index, (part, kind)) in parts.into_iter().enumerate() {
        let is_last = index == 2;
        socket.send(Message::Frame(Frame::message(part, OpCode::Data(kind), is_last))).unwrap();
        socket.send(Message::Ping("still there?".into())).unwrap();
    }
    is_performed(&mut socket, "parts");
    socket.close(None).unwrap();
    // Read what came before, and then the server's close frame.
    while socket.read().is_ok() {}
    others.plays(5);
}

#[test]
fn what_is_no_handshake_ends_the_connection() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X-A: b\r\n".repeat(5_000));
    let requests: [&[u8]; 7] = [
        b"\x00\x00\x00\x0a(killsim) ",
        b"\xff\xfe\xfd\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.0\r\nUpgrade: websocket\r\n\r\n",
        b"POST / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        long.as_bytes(),
        many.as_bytes(),
    ];
    for request in requests {
        let mut client = Client::connect(server.websockets);
        client.write(request);
        client.shut_writing();
        client.ends();
    }
    let mut half = Client::connect(server.websockets);
    half.write(b"GET / HTTP/1.1\r\nHost: me\r\n");
    drop(half);
    drop(Client::connect(server.websockets));
    others.plays(5);
    assert!(!told(&mut open(&server)).is_empty());
}

#[test]
fn broken_frames_end_the_connection() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let frames: [&[u8]; 6] = [
        b"\x82\x03abc",                                              // not masked
        b"\xf2\x80\x00\x00\x00\x00",                                 // reserved bits
        b"\x83\x80\x00\x00\x00\x00",                                 // no such kind
        b"\x80\x80\x00\x00\x00\x00",                                 // continues nothing
        b"\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00", // far too long
        b"\x81\x82\x00\x00\x00\x00\xff\xfe",                         // not UTF-8
    ];
    for frame in frames {
        let mut client = Client { stream: open(&server).get_ref().try_clone().unwrap() };
        client.write(frame);
        client.ends();
        others.plays(2);
        assert!(LOG.about(client.port()).iter().any(|line| line.starts_with("WARN")), "{frame:?}");
    }
    let mut long = open(&server);
    let port = long.get_ref().local_addr().unwrap().port();
    // The connection may end while this is still being sent.
    let _ = long.send(Message::binary(vec![b'('; 100_000]));
    while long.read().is_ok() {}
    others.plays(5);
    assert!(LOG.about(port).iter().any(|line| line.contains("too long")), "{:?}", LOG.about(port));
}

#[test]
fn one_that_asks_and_never_reads_disturbs_nobody() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let client = Client::connect_with_little_room(server.websockets);
    let port = client.port();
    let mut socket = open_on(&server, client.stream);
    for _ in 0..2_000 {
        if socket.send(Message::Ping(vec![7; 125].into())).is_err()
            || socket.send(Message::text("(getAck x)")).is_err()
        {
            break;
        }
    }
    others.plays(300);
    drop(socket);
    others.plays(5);
    assert!(LOG.about(port).len() < 20);
}

#[test]
fn commands_that_are_turned_off_do_nothing() {
    let server = Running::start(ServerConfig { monitor_commands: false, ..in_step() });
    let others = server.bystander();
    let mut socket = open(&server);
    socket.send(Message::text("(killsim)(getAck x)")).unwrap();
    others.plays(20);
    for _ in 0..10 {
        assert!(told(&mut socket).starts_with("((RSMP 1 0)"));
    }
}

#[test]
fn a_page_of_elsewhere_may_watch_and_nothing_else() {
    let mut server = Running::start(in_step());
    let others = server.bystander();
    for origin in ["http://evil.example", "null"] {
        let mut stranger = open_from(&server, origin);
        let port = stranger.get_ref().local_addr().unwrap().port();
        stranger.send(Message::text("(killsim)(getAck x)")).unwrap();
        let reason = format!("its commands are ignored: they come from a page of '{origin}'");
        until("the log says so", || LOG.about(port).iter().any(|line| line.ends_with(&reason)));
        others.plays(20);
        for _ in 0..10 {
            assert!(told(&mut stranger).starts_with("((RSMP 1 0)"));
        }
    }
    let mut own = open_from(&server, "http://localhost:8000");
    own.send(Message::text("(getAck own)")).unwrap();
    is_performed(&mut own, "own");
    drop(others);
    own.send(Message::text("(killsim)")).unwrap();
    server.wait().unwrap();
}

#[test]
fn a_page_that_gives_its_own_name_to_this_machine_may_only_watch() {
    let config = ServerConfig { websocket_origins: vec!["Field.Example".to_owned()], ..in_step() };
    let mut server = Running::start(config);
    let others = server.bystander();
    for host in ["evil.example", "evil.example:60002", "EVIL.example."] {
        let origin = format!("http://{host}");
        let mut stranger = open_as(&server, host, &origin);
        let port = stranger.get_ref().local_addr().unwrap().port();
        stranger.send(Message::text("(killsim)")).unwrap();
        let reason = format!("they come from a page of '{origin}'");
        until("the log says so", || LOG.about(port).iter().any(|line| line.ends_with(&reason)));
    }
    others.plays(20);
    drop(others);
    let mut own = open_as(&server, "field.example:60002", "https://field.example");
    own.send(Message::text("(killsim)")).unwrap();
    server.wait().unwrap();
}

/// Connects as a page of this origin does.
fn open_from(server: &Running, origin: &str) -> Socket {
    open_as(server, &server.websockets.to_string(), origin)
}

/// Connects as a page of this origin does that calls the server by this name.
fn open_as(server: &Running, host: &str, origin: &str) -> Socket {
    let mut request = format!("ws://{}/", server.websockets).into_client_request().unwrap();
    request.headers_mut().insert("Host", host.parse().unwrap());
    request.headers_mut().insert("Origin", origin.parse().unwrap());
    client(request, Client::connect(server.websockets).stream).unwrap().0
}
