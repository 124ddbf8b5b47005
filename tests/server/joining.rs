//! Agents that join and leave at any moment.

use crate::harness::{Client, LOG, Running, in_real_time, in_step, simulation, until};
use rcssgym::server::{Server, ServerConfig};

#[test]
fn players_come_and_go_in_bursts() {
    for (config, is_in_step) in [(in_step(), true), (in_real_time(), false), (sequential(), true)] {
        let server = Running::start(config);
        let others = server.bystander();
        for _ in 0..2 {
            let mut burst: Vec<Client> = (0..22).map(|_| server.agent()).collect();
            for (index, client) in burst.iter_mut().enumerate() {
                let team = if index % 2 == 0 { "Bystanders" } else { "Blues" };
                client.send(format!("(init ant {team} {})", 2 + index / 2));
            }
            if !is_in_step {
                // Eleven play in each team, and one is there already: the last of its team is
                // refused.
                let perceived = burst.iter_mut().map(|client| client.receive().is_some());
                assert_eq!(perceived.filter(|perceived| *perceived).count(), 21);
            }
            drop(burst);
            others.plays(3);
            until("all have left", || {
                let mut probe = server.agent();
                probe.send("(init ant Bystanders 11)");
                probe.receive().is_some()
            });
        }
    }
}

fn sequential() -> ServerConfig {
    ServerConfig { sequential: true, ..in_step() }
}

#[test]
fn who_joins_and_leaves_in_the_same_cycle_leaves_no_trace() {
    for config in [in_step(), sequential(), in_real_time()] {
        let server = Running::start(config);
        let others = server.bystander();
        for number in 1..12 {
            let mut client = server.agent();
            client.send(format!("(init ant Blues {number})"));
            if number % 2 == 0 {
                client.send("(syn)");
            }
            drop(client);
        }
        others.plays(5);
        // All numbers are free.
        let mut again: Vec<Client> = (0..11).map(|_| server.agent()).collect();
        for (client, number) in again.iter_mut().zip(1..) {
            until("the number is free", || {
                client.send(format!("(init ant Blues {number})"));
                let joined = client.receive().is_some();
                if !joined {
                    *client = server.agent();
                }
                joined
            });
            // The server does not wait for it any more.
            client.shut_writing();
        }
        others.plays(5);
    }
}

#[test]
fn nobody_waits_for_an_agent_that_has_left() {
    for config in [in_step(), sequential()] {
        let server = Running::start(config);
        let others = server.bystander();
        for number in 1..=11 {
            // Once it has perceived something, the server waits for its answer.
            let leaver = server.player("Leavers", number);
            drop(leaver);
            others.plays(1);
        }
        others.plays(5);
    }
    assert_eq!(LOG.with("Leavers").iter().filter(|line| line.contains("silent")).count(), 0);
}

#[test]
fn a_silent_agent_is_let_go_after_five_seconds_and_the_rest_goes_on() {
    std::thread::scope(|threads| {
        for config in [in_step(), sequential(), ServerConfig { sync: true, ..in_real_time() }] {
            threads.spawn(|| be_silent(config));
        }
    });
    let silent = LOG.with("was silent for 5s, disconnected");
    assert_eq!(silent.iter().filter(|line| line.contains("Silents")).count(), 6);
}

fn be_silent(config: ServerConfig) {
    let server = Running::start(config);
    let others = server.bystander();
    let mut silent = [server.agent(), server.agent()];
    for (client, number) in silent.iter_mut().zip(1..) {
        client.send(format!("(init ant Silents {number})"));
    }
    for client in &mut silent {
        client.ends();
    }
    others.plays(10);
}

#[test]
fn refused_players_disturb_nobody() {
    let server = Running::start(in_step());
    let others = server.bystander();
    drop(server.player("Blues", 1));
    let refused = [
        ("(init ant Bystanders 1)", "that number is taken"),
        ("(init ant Greens 1)", "two other teams are playing"),
        ("(init T2 Bystanders 2)", "there is no robot 'T2'"),
        ("(init ball Bystanders 2)", "there is no robot 'ball'"),
        ("(init ../../etc/passwd Bystanders 2)", "there is no robot '../../etc/passwd'"),
        ("(init T1.xml Bystanders 2)", "there is no robot 'T1.xml'"),
        ("(init T1\u{0} Bystanders 2)", "there is no robot 'T1\\0'"),
    ];
    for (init, reason) in refused {
        let mut client = server.agent();
        client.send(init);
        client.ends();
        let about = LOG.about(client.port());
        assert!(about.iter().any(|line| line.contains(reason)), "{init}: {about:?}");
    }
    others.plays(5);
}

#[test]
fn what_an_agent_sends_before_it_plays_hurts_nobody() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut no_init = server.agent();
    no_init.send("(beam 5 5 0)(l4e1 50 0 10 1 0)");
    no_init.ends();
    let mut early = server.agent();
    early.send("(init ant Blues 1)");
    // Some of these may arrive before it has joined; they have no effect then.
    (0..50).for_each(|_| assert!(early.send("(beam 5 5 0)(nonsense)")));
    (0..60).for_each(|_| {
        early.send("(syn)");
        assert!(early.receive().is_some());
    });
    others.plays(5);
}

#[test]
fn in_step_one_message_counts_in_a_cycle() {
    let server = Running::start(in_step());
    let mut red = server.player("Reds", 1);
    red.client.send("(beam -3 1 0)");
    red.client.send("(beam -6 2 0)");
    red.perceive();
    let first = red.perceive();
    let second = red.turn("(syn)");
    let place = |perception: &str| {
        let words = perception.split("(p ").nth(1).unwrap().split([' ', ')']);
        words.take(2).map(|word| word.parse::<f64>().unwrap().round()).collect::<Vec<_>>()
    };
    assert_eq!((place(&first), place(&second)), (vec![-3.0, 1.0], vec![-6.0, 2.0]));
}

#[test]
fn who_connects_first_joins_first() {
    for _ in 0..10 {
        let server = Server::bind(in_step()).unwrap();
        let (address, stop) = (server.addresses().unwrap()[0].agents.unwrap(), server.stopper());
        let mut clients: Vec<_> = (1..=4)
            .flat_map(|number| [("First", number), ("Second", number)])
            .map(|(team, number)| {
                let mut client = Client::connect(address);
                client.send(format!("(init ant {team} {number})"));
                client
            })
            .collect();
        let thread = std::thread::spawn(move || server.run(&mut simulation()));
        for client in &mut clients {
            let perception = client.receive().unwrap();
            assert!(perception.contains("(tl First)(tr Second)"), "{perception}");
        }
        stop.stop();
        thread.join().unwrap().unwrap();
    }
}
