//! Connections that do not behave as they should.

use crate::harness::{Client, LOG, Running, framed, in_real_time, in_step, until};
use rcssgym::server::ServerConfig;
use std::io::Read;
use std::net::Shutdown;
use std::time::Duration;

#[test]
fn half_open_connections_disturb_nobody_even_if_they_are_too_many() {
    let server = Running::start(ServerConfig { max_per_address: 0, ..in_step() });
    let others = server.bystander();
    let mut idle: Vec<Client> = (0..600).map(|_| server.agent()).collect();
    others.plays(5);
    until("somebody is refused", || !LOG.with("there are 512 already").is_empty());
    idle.last_mut().unwrap().ends();
    assert!(LOG.with("there are 512 already").len() <= 3, "a line for all, not for each");
    drop(idle);
    // There is room again.
    until("an agent may come", || {
        let mut client = server.agent();
        client.send("(init ant Blues 2)");
        client.receive().is_some()
    });
    others.plays(5);
}

#[test]
pub fn one_address_takes_no_places_of_others() {
    let server = Running::start(in_step());
    let others = server.bystander();
    for (port, number) in [(server.agents, 600), (server.monitors, 150), (server.websockets, 150)] {
        let from = [127, 0, 0, 2];
        let mut greedy: Vec<_> = (0..number).map(|_| Client::connect_from(from, port)).collect();
        let last = greedy.last_mut().unwrap();
        last.ends();
        let refused = "64 from 127.0.0.2 are there already, the most per address";
        assert!(!LOG.with(refused).is_empty());
        let is_told = |client: &&Client| {
            !LOG.with(&format!("from 127.0.0.2:{} on: {refused}", client.port())).is_empty()
        };
        // On a busy machine, the first of them time out meanwhile, and others get in.
        let told = greedy.iter().filter(is_told).count();
        assert!((1..=5).contains(&told), "a line for all, not for each: {told}");
        others.plays(5);
        if port == server.agents {
            server.player("Blues", 2).play(3);
        } else if port == server.monitors {
            assert!(server.monitor().receive().is_some());
        } else {
            let mut client = Client::connect(port);
            client.write(b"no handshake\r\n\r\n");
            client.ends();
            until("it is let in", || LOG.about(client.port()).len() > 1);
        }
        // There is room again once they are gone.
        drop(greedy);
        until("it may come again", || {
            let mut again = Client::connect_from(from, port);
            again.send("(init ant Blues 3)");
            port == server.websockets || again.receive().is_some()
        });
    }
    others.plays(5);
}

#[test]
fn the_limit_for_an_address_can_be_another() {
    let server = Running::start(ServerConfig { max_per_address: 2, ..in_real_time() });
    let _players = [server.player("Reds", 1), server.player("Blues", 1)];
    let mut third = server.agent();
    third.ends();
    let refused = format!("from 127.0.0.1:{} on: 2 from 127.0.0.1 are there already", third.port());
    assert_eq!(LOG.with(&refused).len(), 1);
    let mut stranger = Client::connect_from([127, 0, 0, 3], server.agents);
    stranger.send("(init ant Blues 2)");
    assert!(stranger.receive().is_some());
}

#[test]
fn this_machine_may_be_exempt_from_the_limit_for_an_address() {
    let config = ServerConfig { max_per_address: 2, exempt_loopback: true, ..in_real_time() };
    let server = Running::start(config);
    let _players = [1, 2, 3].map(|number| server.player("Reds", number));
}

#[test]
pub fn connections_that_end_anyhow_disturb_nobody() {
    let server = Running::start(in_step());
    let others = server.bystander();
    for number in 2..5 {
        // Nothing at all; half a length; half a message; all but its last byte.
        for bytes in
            [&b""[..], &[0, 0], &[0, 0, 0, 18, b'(', b'i'], &framed(b"(init ant A 3)")[..17]]
        {
            server.agent().write(bytes);
            server.monitor().write(bytes);
            reset(server.agent(), bytes);
            reset(server.monitor(), bytes);
        }
        // In the middle of a message when playing.
        let mut player = server.player("Blues", number);
        player.play(2);
        player.client.write(&framed(b"(syn)")[..7]);
        drop(player);
        let mut player = server.player("Blues", number + 1);
        player.play(1);
        let bytes = framed(b"(syn)");
        reset(player.client, &bytes[..6]);
    }
    others.plays(10);
}

/// Sends some bytes and ends the connection with a reset.
fn reset(mut client: Client, bytes: &[u8]) {
    client.write(bytes);
    let socket = tokio::net::TcpSocket::from_std_stream(client.stream);
    socket.set_zero_linger().unwrap();
}

#[test]
pub fn a_half_closed_agent_leaves() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut player = server.player("Blues", 1);
    player.play(3);
    player.client.shut_writing();
    player.client.ends();
    others.plays(5);
    let mut monitor = server.monitor();
    monitor.shut_writing();
    monitor.ends();
    others.plays(5);
}

#[test]
fn an_agent_that_never_reads_is_let_go_and_its_connection_closed() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut deaf = Client::connect_with_little_room(server.agents);
    deaf.send("(init ant Blues 1)");
    // It keeps sending, so that the server does not wait for it, until the server stops reading.
    until("the server stops listening", || !deaf.send("(syn)"));
    others.plays(10);
    let about = LOG.with("Blues #1 (r-1-1) does not read what it perceives");
    assert_eq!(about.len(), 1, "{about:?}");
    // Queued messages are dropped: the connection ends although the client has not read them.
    until("the connection is over", || is_over(&mut deaf));
}

fn is_over(client: &mut Client) -> bool {
    let mut buffer = vec![0; 1 << 16];
    client.stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    loop {
        match client.stream.read(&mut buffer) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != std::io::ErrorKind::WouldBlock,
        }
    }
}

#[test]
fn a_connection_closed_for_reading_only_disturbs_nobody() {
    let server = Running::start(in_real_time());
    let others = server.bystander();
    let mut player = server.player("Blues", 1);
    player.client.stream.shutdown(Shutdown::Read).unwrap();
    (0..20).for_each(|_| assert!(player.client.send("(syn)")));
    others.plays(20);
}

#[test]
fn reconnecting_does_not_flood_the_log() {
    let server = Running::start(in_real_time());
    // First the players of a match come, and all of it is logged.
    let mut players: Vec<_> = (1..=11).map(|number| server.player("Floods", number)).collect();
    let ports: Vec<_> = players.iter().map(|player| player.client.port()).collect();
    players.iter_mut().for_each(|player| player.client.shut_writing());
    players.iter_mut().for_each(|player| player.client.ends());
    for (port, number) in ports.into_iter().zip(1..) {
        until("it has left", || LOG.about(port).iter().any(|line| line.ends_with("disconnected")));
        let come = format!("INFO new agent connection from 127.0.0.1:{port}");
        assert!(LOG.about(port).contains(&come), "{come}");
        for told in ["joined the game as ant", "left the game"] {
            let told = format!("INFO Floods #{number} (r-0-{number}) {told}");
            until("it is told", || LOG.with(&told).len() == 1);
        }
    }
    let others = server.bystander();
    for bytes in [&b""[..], &framed(b"(init ant")[..], &framed(b"(init ant Floods 99)")] {
        for _ in 0..150 {
            let (mut agent, monitor) = (server.agent(), server.monitor());
            agent.write(bytes);
            agent.shut_writing();
            agent.ends();
            drop(monitor);
        }
    }
    others.plays(5);
    let (agents, monitors) = ("agents: further lines", "monitors: further lines");
    until("both are muted", || !LOG.with(agents).is_empty() && !LOG.with(monitors).is_empty());
    drop(others);
    server.end().unwrap();
    let refused = LOG.with("Floods #99").len();
    assert!(refused < 300, "{refused} lines");
}
