//! Several dialects at once, for the same game.

use crate::harness::{Client, LOG, Running, in_real_time, on_port, until};
use crate::toy::Toy;
use rcssgym::server::ServerConfig;
use rcssgym::server::dialect::rcsssmj::Rcsssmj;
use rcssgym::server::dialect::{Ports, Spoken};
use std::fs;
use std::sync::Arc;

/// Returns a configuration with rcsssmj's dialect and another one.
fn with_toy() -> ServerConfig {
    let mut config = in_real_time();
    config.dialects.push(on_port(0, Arc::new(Toy)));
    config
}

fn toy_agent(server: &Running) -> Client {
    Client::connect(server.addresses[1].agents.unwrap())
}

fn toy_monitor(server: &Running) -> Client {
    Client::connect(server.addresses[1].monitors.unwrap())
}

/// Reads until a message has a text.
fn hears(client: &mut Client, text: &str) {
    until(text, || client.receive().unwrap().contains(text));
}

#[test]
fn each_monitor_hears_the_dialect_of_its_port() {
    let server = Running::start(with_toy());
    let others = server.bystander();
    let (mut rsmp, mut toy) = (server.monitor(), toy_monitor(&server));
    // One monitor gets a frame every cycle, the other one every second cycle.
    let cycles = (1..=10).map(|number| {
        let frame = toy.receive().unwrap();
        let cycle = frame.strip_prefix(&format!("frame {number} of cycle ")).unwrap();
        cycle.strip_suffix(", score 0:0").unwrap().parse::<u64>().unwrap()
    });
    let cycles: Vec<_> = cycles.collect();
    assert!(cycles.windows(2).all(|pair| pair[1] == pair[0] + 1), "{cycles:?}");
    let times = (0..10).map(|_| {
        let frame = rsmp.receive().unwrap();
        let time = frame.split(')').nth(2).unwrap().to_owned();
        assert!(frame.starts_with("((RSMP 1 0)((gt 1 0)"), "{frame}");
        time.parse::<f64>().unwrap()
    });
    let times: Vec<_> = times.collect();
    assert!(times.windows(2).all(|pair| (pair[1] - pair[0] - 0.04).abs() < 1e-6), "{times:?}");
    // A client that connects later has a count of its own.
    assert!(toy_monitor(&server).receive().unwrap().starts_with("frame 1 "));
    others.plays(5);
}

#[test]
fn monitors_command_the_same_game_in_their_own_words() {
    let server = Running::start(with_toy());
    let others = server.bystander();
    let (mut rsmp, mut toy) = (server.monitor(), toy_monitor(&server));
    toy.send("score 1 2");
    hears(&mut rsmp, "(score_left 1)(score_right 2)");
    hears(&mut toy, "score 1:2");
    rsmp.send("(score (left 3)(right 4))(getAck x)");
    hears(&mut rsmp, "(ack x)");
    hears(&mut toy, "score 3:4");
    toy.send("done?");
    until("it is done", || toy.receive().unwrap() == "done!");
    others.plays(5);
}

#[test]
fn agents_of_two_dialects_play_the_same_match() {
    let server = Running::start(with_toy());
    let others = server.bystander();
    let mut toy = toy_agent(&server);
    toy.send("hello");
    assert_eq!(toy.receive().unwrap(), "who?");
    toy.send("2 of Blues");
    assert!(toy.receive().unwrap().starts_with("cycle "));
    toy.send("beam 6 2");
    hears(&mut toy, " at 6 2");
    toy.send("nonsense");
    until("that is in the log", || !LOG.with("Blues #2: neither beam nor rest").is_empty());
    let mut red = server.agent();
    red.send("(init ant Blues 3)");
    assert!(red.receive().unwrap().contains("(tl Bystanders)(tr Blues)"));
    drop(toy);
    until("it has left", || !LOG.with("Blues #2 (r-1-2) left the game").is_empty());
    others.plays(5);
}

#[test]
fn an_agent_must_open_in_the_dialect_of_its_port() {
    let server = Running::start(with_toy());
    let others = server.bystander();
    for opening in [&["(init ant Blues 2)"][..], &["hello", "hello"], &["2 of Blues"]] {
        let mut stranger = toy_agent(&server);
        for message in opening {
            stranger.send(message);
        }
        stranger.ends();
        let told = "is not how one says hello; disconnected";
        assert!(LOG.about(stranger.port()).iter().any(|line| line.contains(told)));
    }
    let mut stranger = server.agent();
    stranger.send("hello");
    stranger.ends();
    others.plays(5);
}

#[test]
fn the_log_file_is_written_in_its_own_dialect() {
    let path = std::env::temp_dir().join(format!("rcssgym-dialects-{}.log", std::process::id()));
    let toy = || on_port(0, Arc::new(Toy));
    for dialects in [vec![toy()], vec![toy(), on_port(0, Arc::new(Rcsssmj))]] {
        let _ = fs::remove_file(&path);
        let server = Running::start(ServerConfig {
            dialects,
            log_file: Some(path.clone()),
            ..in_real_time()
        });
        let mut toy = server.monitor();
        (0..20).for_each(|_| assert!(toy.receive().unwrap().starts_with("frame ")));
        server.end().unwrap();
        let log = fs::read_to_string(&path).unwrap();
        assert!(log.lines().count() > 5);
        assert!(log.lines().all(|line| line.starts_with("((RSMP 1 0)((gt 1 0)")), "{log}");
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_dialect_may_be_for_monitors_only() {
    let mut config = in_real_time();
    let ports = Ports { monitors: Some(0), ..Ports::default() };
    config.dialects.push(Spoken { dialect: Arc::new(Toy), ports });
    let server = Running::start(config);
    let others = server.bystander();
    assert_eq!((server.addresses[1].agents, server.addresses[1].websockets), (None, None));
    assert!(toy_monitor(&server).receive().unwrap().starts_with("frame 1 "));
    others.plays(5);
}
