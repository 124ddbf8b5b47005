//! Bytes that are not messages, and messages without a meaning.

use crate::harness::{LOG, Lateness, Running, beginning, framed, in_real_time, in_step, until};
use std::io::Write;
use std::iter::repeat_n;
use std::net::{Shutdown, TcpStream};
use std::thread::JoinHandle;

const INIT: &[u8] = b"(init ant Blues 1)";

#[test]
fn a_message_may_come_byte_by_byte() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut slow = server.agent();
    for byte in framed(INIT) {
        slow.write(&[byte]);
        others.plays(1);
    }
    assert!(slow.receive().unwrap().contains("(tl Bystanders)(tr Blues)"));
    for byte in framed(b"(syn)") {
        slow.write(&[byte]);
    }
    assert!(slow.receive().is_some());
}

#[test]
fn messages_may_come_all_at_once() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut hasty = server.player("Blues", 1);
    let messages: Vec<u8> = repeat_n(framed(b"(syn)"), 200).flatten().collect();
    hasty.client.write(&messages);
    (0..200).for_each(|_| drop(hasty.perceive()));
    hasty.play(5);
    drop(hasty);
    others.plays(5);
}

#[test]
pub fn zero_length_messages_are_messages_without_meaning() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut blue = server.player("Blues", 1);
    (0..10).for_each(|_| drop(blue.turn("")));
    drop(blue);
    let mut first = server.agent();
    first.send("");
    first.ends();
    let mut monitor = server.monitor();
    (0..10).for_each(|_| assert!(monitor.send("")));
    for _ in 0..3 {
        assert!(monitor.receive().unwrap().starts_with(beginning()));
    }
    others.plays(10);
}

#[test]
pub fn lengths_beyond_the_limit_end_the_connection() {
    let server = Running::start(in_step());
    let others = server.bystander();
    for length in [u32::MAX, 1 << 31, 1 << 16 | 1] {
        let mut nobody = server.agent();
        nobody.write(&length.to_be_bytes());
        nobody.ends();
        let mut monitor = server.monitor();
        monitor.write(&length.to_be_bytes());
        monitor.ends();
        let mut player = server.player("Blues", 1).client;
        player.write(&length.to_be_bytes());
        player.ends();
        until("it is gone", || {
            LOG.about(player.port()).iter().any(|line| line.ends_with(", Blues #1 disconnected"))
        });
        for (port, longest) in [(monitor.port(), 65_536), (player.port(), 32_768)] {
            let told = format!("sends a message of more than {longest} bytes");
            assert!(LOG.about(port).iter().any(|line| line.contains(&told)));
        }
        others.plays(2);
    }
}

#[test]
fn what_is_no_init_ends_the_connection() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let long = format!("(init {} Blues 1)", "T".repeat(30_000));
    let deep = "(".repeat(30_000);
    let messages: [&[u8]; 12] = [
        b"(init T1 \xff\xfe 1)",
        b"(init \xc3\x28 Blues 1)",
        b"\x00\x01\x02",
        b"GET / HTTP/1.1\r\n\r\n",
        b"(init T1 Blues)",
        b"(init T1 Blues one)",
        b"(init ../../etc/passwd Blues 1)",
        b"(init T1.xml Blues 1)",
        b"(init /dev/zero Blues 1)",
        b"(init robots/T1 Blues 1)",
        long.as_bytes(),
        deep.as_bytes(),
    ];
    for message in messages {
        let mut client = server.agent();
        client.send(message);
        client.ends();
        let about = LOG.about(client.port());
        assert!(about.iter().any(|line| line.starts_with("WARN")), "{about:?}");
    }
    others.plays(5);
}

#[test]
pub fn names_that_would_garble_the_log_are_escaped() {
    let server = Running::start(in_step());
    let others = server.bystander();
    // These characters reverse a line, break it or are invisible. None of them is printable.
    let mut player = server.player("\u{202e}B\u{2028}l\u{200b}ues", 1);
    player.play(2);
    player.turn("(l4e1\u{202e}\u{2028} 0 0 1 1 0)");
    let rude = format!("(l4\u{2028}{} 0 0 1 1 0)", "\u{202e}".repeat(9_000));
    player.turn(rude);
    let mut monitor = server.monitor();
    let team = "\u{202e}".repeat(15_000);
    monitor.send(format!("(agent (unum 1)(team {team})(pos 0 0 0))"));
    monitor.send(format!("(kill (unum 1)(team {team}))"));
    let port = monitor.port();
    player.play(20);
    drop(player);
    others.plays(20);
    assert!(LOG.about(port).iter().any(|line| line.starts_with("WARN")));
}

#[test]
fn numbers_that_no_simulation_bears_are_refused() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut player = server.player("Blues", 1);
    let name = "l4e1";
    for number in ["nan", "inf", "-inf", "1e11", "-1e300", "1e999", "0x10", "1_0", ""] {
        for place in 0..5 {
            let mut words = ["0"; 5];
            words[place] = number;
            player.turn(format!("({name} {})", words.join(" ")));
        }
        player.turn(format!("(beam {number} 0 0)(beam 0 0 {number})"));
        player.turn(format!("(SPK say {number} AAAA)"));
    }
    let perception = player.turn("(syn)");
    assert!(!perception.contains("nan") && !perception.contains("inf"), "{perception}");
    drop(player);
    others.plays(5);
}

#[test]
fn unknown_effectors_and_nonsense_are_passed_over() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut player = server.player("Blues", 1);
    let before = LOG.about(player.client.port()).len();
    for nonsense in
        ["(foo 0 0 0 0 0)", "(SPK foo 100 AAAA)", "(say hello)", "())(", "(((", ")", "x"]
    {
        for _ in 0..20 {
            player.turn(nonsense);
        }
    }
    player.turn("(".repeat(30_000));
    player.turn("()".repeat(15_000));
    player.turn("(foo 0 0 0 0 0)".repeat(2_000));
    let lines = LOG.about(player.client.port()).len() - before;
    assert!((10..=12).contains(&lines), "{lines} lines about one client");
    drop(player);
    others.plays(5);
}

#[test]
fn an_agent_that_floods_is_slowed_down_and_disturbs_nobody() {
    for config in [in_real_time(), in_step()] {
        let server = Running::start(config);
        let others = server.bystander();
        let player = server.player("Blues", 1);
        let mut writer = player.client.stream.try_clone().unwrap();
        let mut reader = player;
        let port = reader.client.port();
        let flood = std::thread::spawn(move || {
            let chunk: Vec<u8> =
                repeat_n(framed(&b"(foo 1 2 3 4 5)".repeat(300)), 8).flatten().collect();
            while writer.write_all(&chunk).is_ok() {}
        });
        (0..60).for_each(|_| drop(reader.perceive()));
        others.plays(30);
        reader.client.stream.shutdown(Shutdown::Both).unwrap();
        flood.join().unwrap();
        others.plays(10);
        assert!(LOG.about(port).len() < 20);
    }
}

/// Sends one message again and again until the connection is over.
fn flood(stream: &TcpStream, message: &[u8]) -> JoinHandle<()> {
    let (mut stream, bytes) = (stream.try_clone().unwrap(), framed(message));
    std::thread::spawn(move || while stream.write_all(&bytes).is_ok() {})
}

#[test]
pub fn actions_count_while_many_others_flood() {
    let server = Running::start(in_real_time());
    let opponents: Vec<_> = (1..=10).map(|number| server.player("Blues", number)).collect();
    let monitors: Vec<_> = (0..20).map(|_| server.monitor()).collect();
    let mut player = server.player("Reds", 1);
    let garbage = [b"(x)".repeat(10_000), b"(foo 1 2 3 4 5)".repeat(2_000)].into_iter().cycle();
    let clients = opponents.iter().map(|opponent| &opponent.client).chain(&monitors);
    let floods: Vec<_> =
        clients.zip(garbage).map(|(client, message)| flood(&client.stream, &message)).collect();
    let lateness = Lateness::new();
    for beam in 0..15 {
        // Its team joined last, and so plays on the right.
        let x = f64::from(2 + 6 * (beam % 2));
        player.client.send(format!("(beam -{x} 10 0)"));
        let (begin, late) = (player.cycle(), lateness.cycles());
        while (x_of(&player.perceive()) - x).abs() > 1.0 {
            let cycles = player.cycle() - begin;
            let late = lateness.cycles() - late;
            // A server that floods hold up would be late for as long as they last. A busy machine
            // takes some cycles longer than the thread that measures lateness finds.
            assert!(cycles < 25 + late, "a beam has not acted for {cycles} cycles, {late} late");
        }
    }
    for client in opponents.iter().map(|opponent| &opponent.client).chain(&monitors) {
        client.stream.shutdown(Shutdown::Both).unwrap();
    }
    floods.into_iter().for_each(|flood| flood.join().unwrap());
}

/// Returns the x coordinate of the robot in a perception, m.
fn x_of(perception: &str) -> f64 {
    let begin = perception.find("(pos ").unwrap();
    let numbers = &perception[begin..][perception[begin..].find("(p ").unwrap() + 3..];
    numbers[..numbers.find(' ').unwrap()].parse().unwrap()
}
