//! Servers that end in every state, and many servers one after the other.

use crate::harness::{Client, LOG, Running, in_real_time, in_step, on_port, simulation, until};
use rcssgym::server::dialect::rcsssmj::Rcsssmj;
use rcssgym::server::{Server, ServerConfig, ServerError};
use std::fs;
use std::sync::Arc;

#[test]
pub fn a_server_that_is_stopped_ends_in_every_state() {
    for config in [in_step(), in_real_time(), ServerConfig { sequential: true, ..in_real_time() }] {
        // Nobody is there.
        Running::start(config.clone()).end().unwrap();
        // Connections that have sent nothing, monitors that do not read, players that play, and one
        // for which the server waits.
        let server = Running::start(config.clone());
        let _half_open: Vec<Client> = (0..20).map(|_| server.agent()).collect();
        let _monitors: Vec<Client> = (0..5).map(|_| server.monitor()).collect();
        let _handshake = Client::connect(server.websockets);
        let mut player = server.player("Blues", 1);
        player.play(3);
        let mut silent = server.agent();
        silent.send("(init ant Blues 2)");
        server.end().unwrap();
        silent.ends();
        assert!(LOG.about(silent.port()).iter().all(|line| !line.contains("disconnected")));
    }
}

#[test]
fn a_server_may_be_stopped_before_it_runs_and_more_than_once() {
    let server = Server::bind(in_step()).unwrap();
    let stop = server.stopper();
    stop.stop();
    stop.stop();
    server.run(&mut simulation()).unwrap();
    stop.stop();
    // The same if it never runs.
    drop(Server::bind(in_step()).unwrap());
}

#[test]
fn a_port_in_use_is_named() {
    let first = Server::bind(in_step()).unwrap();
    let port = first.addresses().unwrap()[0].agents.unwrap().port();
    let dialects = vec![on_port(port, Arc::new(Rcsssmj))];
    let error = Server::bind(ServerConfig { dialects, ..in_step() }).unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with(&format!("cannot listen for agents on 127.0.0.1:{port}: ")), "{text}");
    let error = Server::bind(ServerConfig { host: "nowhere.invalid".into(), ..in_step() });
    assert!(matches!(error, Err(ServerError::Listen { clients, .. }) if clients == "agents"));
}

#[test]
fn a_log_file_that_cannot_be_written_is_named_or_given_up() {
    let config = |path: &str| ServerConfig { log_file: Some(path.into()), ..in_step() };
    for path in ["/nowhere/log", "/", ""] {
        let error = Server::bind(config(path)).unwrap_err();
        assert!(matches!(&error, ServerError::LogFile { .. }), "{path}: {error}");
    }
    let folder = std::env::temp_dir().join(format!("rcssgym-log-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("game.log");
    let path = path.to_str().unwrap();
    let first = Server::bind(config(path)).unwrap();
    let refusal = |path: &str| Server::bind(config(path)).unwrap_err().to_string();
    let expected = format!("cannot write the log file {path}: another server writes to it");
    assert_eq!(refusal(path), expected);
    drop(first);
    for content in ["precious", "((RSMQ", "\n((RSMP 1 0)"] {
        fs::write(path, content).unwrap();
        let reason = "it exists, but is not a log file of a game in this dialect";
        assert!(refusal(path).ends_with(reason));
        assert_eq!(fs::read_to_string(path).unwrap(), content);
    }
    for content in ["", "((R", "((RSMP 1 0)cut off", "((RSMP 1 0)whole)\n"] {
        fs::write(path, content).unwrap();
        drop(Server::bind(config(path)).unwrap());
        let lines = fs::read_to_string(path).unwrap();
        assert_eq!(lines.trim_end(), content.trim_end());
        assert!(lines.is_empty() || lines.ends_with('\n'));
    }
    fs::remove_dir_all(folder).unwrap();
    // If the disk is full, the game goes on without a log.
    let server = Running::start(config("/dev/full"));
    let mut player = server.player("Blues", 1);
    let given_up = || !LOG.with("log file /dev/full: ").is_empty();
    until("the file is given up", || {
        player.play(1);
        given_up()
    });
    player.play(50);
    assert_eq!(LOG.with("log file /dev/full: ").len(), 1);
    server.end().unwrap();
}
