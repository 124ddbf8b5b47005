//! Clients at SimSpark's port for agents that do not behave as agents should: they disturb nobody.

use super::harness::{
    Bystander, Client, LOG, PATIENCE, Running, cycle_of, framed, in_real_time, in_step, on_port,
    until,
};
use super::simspark_agents::{agent, hears, player, server, turn};
use rcssgym::server::dialect::simspark::Simspark;
use rcssgym::server::{Server, ServerConfig};
use std::io::{ErrorKind, Write};
use std::net::Shutdown;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

const SCENE: &str = "(scene rsg/agent/nao/nao.rsg)";
const INIT: &str = "(init (unum 0)(teamname Steady))";

/// Returns configurations for both ways in which cycles may pass.
fn both_ways() -> [ServerConfig; 2] {
    [in_step(), in_real_time()]
}

/// Returns an agent that has a robot but has not sent its number and team.
fn guest(server: &Running) -> Client {
    let mut client = agent(server);
    turn(&mut client, SCENE);
    client
}

/// Starts a Nao in a thread of its own, which must not miss a cycle.
fn steady_nao(server: &Running) -> Bystander {
    let (mut client, told) = player(server, "nao/nao.rsg", "(init (unum 11)(teamname Steady))");
    let mut last = cycle_of(&told);
    Bystander::playing(last, move || {
        let cycle = cycle_of(&turn(&mut client, "(he1 0.1)(syn)"));
        assert_eq!(cycle, last + 1, "a cycle is lost");
        last = cycle;
        cycle
    })
}

#[test]
fn a_thousand_connections_take_no_place_for_long() {
    let server = server(ServerConfig { max_per_address: 0, ..in_step() });
    let (others, nao) = (server.bystander(), steady_nao(&server));
    let mut idle: Vec<Client> = (0..1000).map(|_| agent(&server)).collect();
    idle.last_mut().expect("there is one").ends();
    let told = LOG.with("SimSpark agent").into_iter();
    let told: Vec<_> = told.filter(|line| line.contains("there are 512 already")).collect();
    assert!((1..=3).contains(&told.len()), "a line for all, not for each: {told:?}");
    others.plays(5);
    nao.plays(5);
    drop(idle);
    until("an agent may come", || {
        let mut client = agent(&server);
        client.send(SCENE) && client.receive().is_some()
    });
    nao.plays(5);
}

#[test]
fn connections_that_end_anyhow_disturb_nobody() {
    for config in both_ways() {
        let server = server(config);
        let (others, nao) = (server.bystander(), steady_nao(&server));
        let (scene, init) = (framed(SCENE.as_bytes()), framed(INIT.as_bytes()));
        for _ in 0..3 {
            // Nothing, half a length, half a scene, all of it but one byte, and a scene with half a
            // message after it.
            let behind = [&scene[..], &init[..9]].concat();
            for bytes in [&[][..], &[0, 0], &scene[..9], &scene[..scene.len() - 1], &behind] {
                agent(&server).write(bytes);
                reset(agent(&server), bytes);
            }
            // With a robot.
            for bytes in [&[][..], &init[..2], &init[..20], &init[..init.len() - 1], &init] {
                guest(&server).write(bytes);
                reset(guest(&server), bytes);
                let mut half_closed = guest(&server);
                half_closed.write(bytes);
                half_closed.shut_writing();
                half_closed.ends();
            }
            // With a team.
            let (mut client, _) = player(&server, "nao/nao.rsg", INIT);
            client.write(&framed(b"(he1 1)(syn)")[..8]);
            drop(client);
            let (client, _) = player(&server, "nao/nao_hetero.rsg 4", INIT);
            reset(client, &framed(b"(syn)")[..6]);
        }
        others.plays(10);
        nao.plays(10);
    }
}

/// Ends a connection with a reset.
fn reset(mut client: Client, bytes: &[u8]) {
    client.write(bytes);
    let socket = tokio::net::TcpSocket::from_std_stream(client.stream);
    socket.set_zero_linger().unwrap();
}

#[test]
fn lengths_beyond_the_limit_end_the_connection() {
    let server = server(in_step());
    let nao = steady_nao(&server);
    for length in [1 << 15, 1 << 24, u32::MAX] {
        let length = u32::to_be_bytes(length + u32::from(length == 1 << 15));
        let mut unknown = agent(&server);
        unknown.write(&length);
        unknown.ends();
        let mut staged = guest(&server);
        staged.write(&length);
        staged.ends();
        let (mut playing, _) = player(&server, "nao/nao.rsg", INIT);
        playing.write(&length);
        playing.ends();
    }
    nao.plays(5);
}

#[test]
fn floods_in_every_state_disturb_nobody() {
    for config in both_ways() {
        let server = server(config);
        let (others, nao) = (server.bystander(), steady_nao(&server));
        let floods: Vec<_> = [
            (agent(&server), "(he1 1)".repeat(4000)),
            (agent(&server), "(scene rsg/agent/nao/none.rsg)".repeat(1000)),
            (guest(&server), "(xx1 1)".repeat(4000)),
            (guest(&server), "(init (unum 12)(teamname A))".repeat(1000)),
            (player(&server, "nao/nao.rsg", INIT).0, "(say abc)(rle3 9)".repeat(1500)),
            (player(&server, "nao/nao.rsg", INIT).0, "(pass)(he1 nan)(syn)".repeat(1500)),
            (player(&server, "nao/nao.rsg", INIT).0, ")(".repeat(15000)),
        ]
        .into_iter()
        .map(|(client, message)| (client.port(), flood(&client, &message), client))
        .collect();
        others.plays(60);
        nao.plays(60);
        for (port, flood, client) in floods {
            let _ = client.stream.shutdown(Shutdown::Both);
            flood.join().unwrap();
            let lines = LOG.about(port).len();
            assert!(lines < 25, "{lines} lines about one client");
        }
        nao.plays(10);
        others.plays(10);
    }
}

/// Sends one message again and again until the connection is over.
fn flood(client: &Client, message: &str) -> JoinHandle<()> {
    let (mut stream, bytes) = (client.stream.try_clone().unwrap(), framed(message.as_bytes()));
    std::thread::spawn(move || while stream.write_all(&bytes).is_ok() {})
}

#[test]
fn who_speaks_while_somebody_leaves_is_heard() {
    let server = server(in_real_time());
    for _ in 0..5 {
        // The agent that leaves comes before the speaker, whose index among the robots changes so.
        let (leaver, _) = player(&server, "nao/nao.rsg", "(init (unum 1)(teamname A))");
        let (mut speaker, _) = player(&server, "t1/t1.rsg", "(init (unum 7)(teamname A))");
        turn(&mut speaker, "(say hello)");
        leaver.shut_writing();
        until("it leaves", || {
            turn(&mut speaker, "(say still_here)");
            LOG.about(leaver.port()).iter().any(|line| line.ends_with("disconnected"))
        });
        for _ in 0..5 {
            turn(&mut speaker, "(say still_here)");
        }
        hears(&mut speaker, " self still_here)");
    }
}

#[test]
fn a_guest_that_never_reads_is_let_go() {
    let server = server(in_real_time());
    let nao = steady_nao(&server);
    let mut deaf = Client::connect_with_little_room(server.addresses[1].agents.unwrap());
    let scene = b"(scene rsg/agent/nao/nao_hetero.rsg 3)";
    deaf.write(&framed(scene));
    let is_told = |line: &String| line.contains("does not read what it perceives");
    until("it is let go", || LOG.with("an agent without a team (nao3)").iter().any(is_told));
    until("it is over", || !deaf.send("(syn)"));
    nao.plays(5);
}

#[test]
fn silent_agents_are_let_go_in_step_and_stay_in_real_time() {
    let sync = ServerConfig { sync: true, ..in_real_time() };
    for config in [in_step(), sync, in_real_time()] {
        let waits = !config.real_time || config.sync;
        let server = server(config);
        let nao = steady_nao(&server);
        let mut silent = guest(&server);
        let (mut playing, _) = player(&server, "nao/nao_hetero.rsg 1", INIT);
        if waits {
            silent.ends();
            playing.ends();
        } else {
            for _ in 0..50 {
                assert!(silent.receive().is_some() && playing.receive().is_some());
            }
        }
        nao.plays(10);
    }
}

#[test]
fn a_server_is_stopped_in_every_state() {
    for config in both_ways() {
        let server = server(config);
        let mut clients: Vec<Client> = (0..20).map(|_| agent(&server)).collect();
        let half = framed(SCENE.as_bytes());
        clients.iter_mut().step_by(2).for_each(|client| assert!(client.write(&half[..12])));
        clients.extend((0..3).map(|_| guest(&server)));
        // One plays, one has just sent its number and team, and the server waits for one.
        let (mut playing, _) = player(&server, "nao/nao.rsg", INIT);
        let mut coming = guest(&server);
        coming.send(INIT);
        playing.send("(he1 1)(syn)");
        clients.extend([playing, coming]);
        server.end().unwrap();
        clients.iter_mut().for_each(Client::ends);
    }
}

#[test]
fn a_port_in_use_is_named() {
    let mut config = in_step();
    config.dialects.push(on_port(0, Arc::new(Simspark)));
    let first = Server::bind(config).unwrap();
    let port = first.addresses().unwrap()[1].agents.unwrap().port();
    let mut config = in_step();
    config.dialects.push(on_port(port, Arc::new(Simspark)));
    let text = Server::bind(config).unwrap_err().to_string();
    let expected = format!("cannot listen for SimSpark agents on 127.0.0.1:{port}: ");
    assert!(text.starts_with(&expected), "{text}");
}

/// An agent of each dialect in a server that waits for both, which are due to answer, and the cycle
/// of their last perceptions.
/// No other test may use the team's name, as all share a log.
fn awaited(server: &Running, team: &str) -> (Client, Client, u64) {
    let (mut spark, told) = player(server, "nao/nao.rsg", INIT);
    let mut other = server.agent();
    other.send(format!("(init T1 {team} 3)"));
    let mut cycle = cycle_of(&told);
    let is_in =
        || LOG.with(&format!("{team} #3 ")).iter().any(|line| line.contains("joined the game"));
    while !is_in() {
        cycle = cycle_of(&turn(&mut spark, "(syn)"));
    }
    // The other agent joined in this cycle or joins in the next, which waits for SimSpark's agent.
    spark.send("(syn)");
    let first = other.receive().expect("it is told what it perceives");
    if cycle_of(&first) == cycle {
        other.send("(syn)");
        other.receive().expect("it is told what it perceives");
    }
    cycle = cycle_of(&spark.receive().expect("it is told what it perceives"));
    (spark, other, cycle)
}

/// Waits until the server has read a message of a client that has a word which only it sends.
fn is_read(client: &Client, word: &str) {
    until("it is read", || LOG.about(client.port()).iter().any(|line| line.contains(word)));
}

/// Fails if a perception comes although nobody has ended its turn.
fn hears_nothing(client: &mut Client) {
    client.stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let error = client.stream.peek(&mut [0]).expect_err("a cycle did not wait");
    assert!(matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
    client.stream.set_read_timeout(Some(PATIENCE)).unwrap();
}

#[test]
fn both_dialects_are_waited_for() {
    let server = server(ServerConfig { sync: true, ..in_step() });
    let (mut spark, mut other, mut cycle) = awaited(&server, "Awaited");
    for message in ["(he1 1)(syn)", "(syn)", "(beam -3 0 0)\n(say x)\n(syn)", "(syn"] {
        for answer in ["(syn)", "", "(he1 0 0 0 0 0)"] {
            assert!(spark.send(message) && other.send(answer));
            if message == "(syn" {
                hears_nothing(&mut spark);
                spark.send("(syn)");
            }
            cycle += 1;
            for client in [&mut spark, &mut other] {
                assert_eq!(cycle_of(&client.receive().expect("it goes on")), cycle, "{message}");
            }
        }
    }
}

#[test]
fn a_turn_ends_with_syn_and_more_of_them_vanish() {
    let server = server(ServerConfig { sync: true, ..in_step() });
    let (mut spark, mut other, cycle) = awaited(&server, "Turning");
    // Messages without the word are of the same turn.
    ["(he1 1)", "(he2 1)", "", "(xx1 1)"].iter().for_each(|part| assert!(spark.send(part)));
    other.send("(syn)");
    is_read(&spark, "xx1");
    hears_nothing(&mut spark);
    spark.send("(syn)");
    for client in [&mut spark, &mut other] {
        assert_eq!(cycle_of(&client.receive().expect("it goes on")), cycle + 1);
    }
    // More words than needed do not count for later cycles, wherever the agent is in the order.
    ["(syn)", "(syn)", "(syn)", "(xx2 1)"].iter().for_each(|part| assert!(spark.send(part)));
    is_read(&spark, "xx2");
    other.send("(syn)");
    for client in [&mut spark, &mut other] {
        assert_eq!(cycle_of(&client.receive().expect("it goes on")), cycle + 2);
    }
    other.send("(syn)");
    hears_nothing(&mut spark);
    spark.send("(syn)");
    // The other's surplus messages are for later cycles, as in rcsssmj.
    for client in [&mut spark, &mut other] {
        assert_eq!(cycle_of(&client.receive().expect("it goes on")), cycle + 3);
    }
    (0..2).for_each(|_| assert!(other.send("(syn)")));
    for later in [cycle + 4, cycle + 5] {
        spark.send("(syn)");
        for client in [&mut spark, &mut other] {
            assert_eq!(cycle_of(&client.receive().expect("it goes on")), later);
        }
    }
}

#[test]
fn an_agent_that_never_syncs_does_not_hold_the_others_up_for_long() {
    let server = server(in_step());
    let nao = steady_nao(&server);
    let (mut endless, _) = player(&server, "nao/nao.rsg", INIT);
    let flood = flood(&endless, "(he1 1)");
    nao.plays(20);
    endless.stream.shutdown(Shutdown::Write).unwrap();
    flood.join().unwrap();
    endless.ends();
    assert!(!LOG.with("64 messages do not end its turn").is_empty());
    let (mut patient, _) = player(&server, "nao/nao.rsg", "(init (unum 9)(teamname Steady))");
    // It is waited for once; from then on each of its messages is a turn, until it says the word.
    (0..5).for_each(|_| drop(turn(&mut patient, "(he1 1)")));
    assert_eq!(LOG.with("does not end its turns: each message counts as one").len(), 1);
    patient.send("(he1 1)(syn)");
    patient.ends();
    assert!(!LOG.with("was silent for 5s, disconnected").is_empty());
    nao.plays(5);
}

#[test]
fn a_team_has_several_types_of_nao() {
    let server = server(in_real_time());
    let mut team = Vec::new();
    for number in 1..=7 {
        let init = format!("(init (unum {number})(teamname A))");
        team.push(player(&server, "nao/nao.rsg", &init));
    }
    let mut eighth = agent(&server);
    turn(&mut eighth, "(scene rsg/agent/nao/nao_hetero.rsg 0)");
    eighth.send("(init (unum 8)(teamname A))");
    let refused = "a team may have 7 robots of type 0, and has as many";
    until("it is refused", || !LOG.with(refused).is_empty());
    // The refused one plays for the other team, and a Nao of another type for this team.
    eighth.send("(init (unum 8)(teamname B))");
    hears(&mut eighth, "(unum 8) (team right)");
    team.push(player(&server, "nao/nao_hetero.rsg 2", "(init (unum 8)(teamname A))"));
    team.push(player(&server, "t1/t1.rsg", "(init (unum 9)(teamname A))"));
}
