//! Log files of a server that speaks SimSpark's protocol.

use crate::harness::{Running, in_real_time, until, with_simspark};
use crate::simspark::{connect, is_full};
use rcssgym::server::ServerConfig;
use rcssgym::server::dialect::simspark::{PORTS, Simspark};
use rcssgym::server::dialect::{Ports, Spoken};
use rcssgym::wire::log_file::LogForm;
use std::fs;
use std::sync::Arc;

#[test]
fn the_log_file_is_in_the_first_dialect_and_can_be_replayed() {
    let path = std::env::temp_dir().join(format!("rcssgym-simspark-{}.log", std::process::id()));
    let ports = Ports { agents: Some(0), monitors: Some(0), websockets: Some(0) };
    let alone = vec![Spoken { dialect: Arc::new(Simspark), ports }];
    let both = with_simspark(in_real_time()).dialects;
    for (dialects, begins) in [(alone, "((FieldLength 105)"), (both, "((RSMP 1 0)")] {
        let _ = fs::remove_file(&path);
        let config = ServerConfig { dialects, log_file: Some(path.clone()), ..in_real_time() };
        let server = Running::start(config.clone());
        let mut monitor = connect(&server);
        (0..20).for_each(|_| drop(monitor.receive().unwrap()));
        server.end().unwrap();
        let log = fs::read_to_string(&path).unwrap();
        assert!(log.starts_with(begins) && log.lines().count() > 10);
        if begins.starts_with("((F") {
            let lines: Vec<_> = log.lines().collect();
            assert!(
                is_full(lines[0]) && lines[1..].iter().all(|line| line.starts_with("((time 0"))
            );
            // A server that speaks another dialect does not touch the file; one that speaks this
            // dialect continues it.
            let other = ServerConfig { log_file: Some(path.clone()), ..in_real_time() };
            let error = rcssgym::server::Server::bind(other).unwrap_err().to_string();
            assert!(error.ends_with("not a log file of a game in this dialect"), "{error}");
            drop(rcssgym::server::Server::bind(config).unwrap());
        }
    }
    fs::remove_file(&path).unwrap();
    assert_eq!((PORTS.monitors, PORTS.agents), (Some(3200), Some(3100)));
}

#[test]
fn the_log_file_may_be_in_another_dialect_than_monitors_hear() {
    let path = std::env::temp_dir().join(format!("rcssgym-spoken-{}.log", std::process::id()));
    let log_file = Some(path.clone());
    let both = with_simspark(in_real_time()).dialects;
    for (dialects, form, begins) in [
        (both.clone(), LogForm::Simspark, "((FieldLength 105)"),
        (both[..1].to_vec(), LogForm::Simspark, "((FieldLength 105)"),
        (both, LogForm::Rcsssmj, "((RSMP 1 0)"),
    ] {
        let _ = fs::remove_file(&path);
        let log_form = Some(form);
        let config = ServerConfig {
            dialects,
            log_form,
            log_file: log_file.clone(),
            real_time: false,
            ..in_real_time()
        };
        let server = Running::start(config);
        let mut player = server.player("Reds", 1);
        // Like rcsssmj's, the file has a full message every 5 s, for readers that start in the
        // middle.
        player.play(600);
        server.end().unwrap();
        let log = fs::read_to_string(&path).unwrap();
        assert!(log.starts_with(begins));
        let is_full = |line: &&str| form.head(line.as_bytes()).unwrap().full;
        assert!(log.lines().filter(is_full).count() >= 3, "{begins}");
        assert!(!log.lines().all(|line| is_full(&line)));
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_log_file_that_is_deleted_is_begun_anew() {
    let path = std::env::temp_dir().join(format!("rcssgym-deleted-{}.log", std::process::id()));
    let _ = fs::remove_file(&path);
    let ports = Ports { agents: Some(0), monitors: Some(0), websockets: Some(0) };
    let dialects = vec![Spoken { dialect: Arc::new(Simspark), ports }];
    let config = ServerConfig { dialects, log_file: Some(path.clone()), ..in_real_time() };
    let server = Running::start(config);
    // No player joins or leaves, so that no monitor gets a second full message.
    let written = || fs::read_to_string(&path).is_ok_and(|log| log.lines().count() > 10);
    until("it is written", written);
    fs::remove_file(&path).unwrap();
    until("it is written anew", written);
    server.end().unwrap();
    let log = fs::read_to_string(&path).unwrap();
    let fulls = log.lines().map(is_full).collect::<Vec<_>>();
    assert!(fulls[0] && !fulls[1..].contains(&true), "{fulls:?}");
    fs::remove_file(&path).unwrap();
}
