//! Agents that speak SimSpark's dialect, alone and beside others.

use super::harness::{Client, LOG, Running, in_real_time, in_step, on_port, until};
use rcssgym::server::ServerConfig;
use rcssgym::server::dialect::simspark::Simspark;
use std::sync::Arc;

/// Starts a server with both dialects for agents.
pub fn server(mut config: ServerConfig) -> Running {
    config.dialects.push(on_port(0, Arc::new(Simspark)));
    Running::start(config)
}

/// Connects an agent that speaks SimSpark's dialect and has sent nothing.
pub fn agent(server: &Running) -> Client {
    Client::connect(server.addresses[1].agents.unwrap())
}

/// Sends a message and returns the agent's next perception.
pub fn turn(client: &mut Client, message: &str) -> String {
    assert!(client.send(message), "an agent is disconnected");
    client.receive().expect("an agent is told what it perceives")
}

/// Returns an agent with a robot and a team, whose answer is due, and its last perception.
pub fn player(server: &Running, scene: &str, init: &str) -> (Client, String) {
    let mut client = agent(server);
    let first = turn(&mut client, &format!("(scene rsg/agent/{scene})"));
    assert!(!first.contains("unum"), "{first}");
    client.send(init);
    for _ in 0..10 {
        let told = client.receive().expect("an agent is told what it perceives");
        if told.contains("(GS (unum ") {
            return (client, told);
        }
        client.send("(syn)");
    }
    panic!("{init} comes to nothing");
}

/// Waits until a perception contains a text.
pub fn hears(client: &mut Client, text: &str) {
    for _ in 0..1000 {
        let told = client.receive().expect("an agent is told what it perceives");
        if told.contains(text) {
            return;
        }
    }
    panic!("{text} is never told");
}

#[test]
fn an_ant_shows_a_head() {
    let server = server(in_real_time());
    let _ant = player(&server, "ant/ant.rsg", "(init (unum 1)(teamname Ants))");
    let (mut other, _) = player(&server, "nao/nao.rsg", "(init (unum 1)(teamname Naos))");
    hears(&mut other, "(P (team Ants) (id 1) (head (pol ");
}

/// Returns the names of perceptors in their order.
fn names(message: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut depth = 0;
    for (at, letter) in message.char_indices() {
        match letter {
            '(' if depth == 0 => {
                names.push(message[at + 1..].split([' ', ')']).next().unwrap());
                depth += 1;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    names
}

/// Returns the angle of a joint, deg.
fn angle(message: &str, joint: &str) -> f64 {
    let begin = format!("(HJ (n {joint}) (ax ");
    let from = message.find(&begin).expect("a joint is told of") + begin.len();
    message[from..].split(')').next().unwrap().parse().unwrap()
}

#[test]
fn a_robot_comes_before_its_team() {
    let server = server(in_step());
    let mut client = agent(&server);
    // Nothing is answered before a scene command, nor to one for an unknown scene.
    assert!(client.send("(he1 1)"));
    assert!(client.send("(scene rsg/agent/nao/none.rsg)"));
    // Other commands in the same message as the scene are lost.
    let first = turn(&mut client, "(scene rsg/agent/nao/nao.rsg)(init (unum 4)(teamname A))");
    assert!(first.starts_with("(time (now "), "{first}");
    assert!(first.contains("(GS (sl 0) (sr 0) (t 0.00) (pm BeforeKickOff))(GYR (n torso) (rt "));
    let joints = names(&first).into_iter().filter(|name| *name == "HJ").count();
    assert_eq!(joints, 22);
    for _ in 0..5 {
        assert!(!turn(&mut client, "(syn)").contains("unum"));
    }
    // An agent that cannot be admitted stays without a team.
    for init in ["(init (unum 12)(teamname A))", "(init (unum 1))"] {
        for message in [init, "(syn)", "(syn)"] {
            assert!(!turn(&mut client, message).contains("unum"));
        }
    }
    let lines = LOG.about(client.port());
    for part in ["before its scene", "nao/none.rsg", "number 12", "no (teamname"] {
        assert!(lines.iter().any(|line| line.contains(part)), "{part}: {lines:?}");
    }
    turn(&mut client, "(init (unum 3)(teamname A))(syn)");
    let told = turn(&mut client, "(syn)");
    assert!(told.contains("(GS (unum 3) (team left) (sl 0) (sr 0) "), "{told}");
    assert!(!turn(&mut client, "(syn)").contains("unum"));
}

#[test]
fn numbers_are_given_and_refused() {
    let server = server(in_real_time());
    let init = |init: &str| player(&server, "nao/nao.rsg", init);
    let (_first, told) = init("(init (unum 0)(teamname A))");
    assert!(told.contains("(unum 1) (team left)"), "{told}");
    let (_second, told) = init("(init (teamname A))");
    assert!(told.contains("(unum 2) (team left)"), "{told}");
    let (_third, told) = init("(init (unum 11)(teamname B))");
    assert!(told.contains("(unum 11) (team right)"), "{told}");
    for refused in ["(init (unum 2)(teamname A))", "(init (unum 0)(teamname C))"] {
        let mut client = agent(&server);
        turn(&mut client, "(scene rsg/agent/nao/nao_hetero.rsg 4)");
        client.send(refused);
        let is_refused = |line: &String| line.contains("cannot join");
        until("it is refused", || LOG.about(client.port()).iter().any(is_refused));
        // It goes on perceiving, and may try again.
        hears(&mut client, "(GS (sl 0) ");
        client.send("(init (unum 0)(teamname B))");
        hears(&mut client, "(team right)");
    }
}

#[test]
fn speeds_are_held_within_the_joints_range() {
    let server = server(in_step());
    let (mut client, told) = player(&server, "nao/nao.rsg", "(init (unum 2)(teamname A))");
    assert!(angle(&told, "hj1").abs() < 1.0);
    turn(&mut client, "(he1 1)(lae1 -2)(xx1 3)(syn)");
    let mut told = String::new();
    for _ in 0..26 {
        told = turn(&mut client, "(syn)");
    }
    // Half a second at 1 and at -2 rad/s.
    assert!((angle(&told, "hj1") - 28.6).abs() < 2.5, "{}", angle(&told, "hj1"));
    assert!((angle(&told, "laj1") + 57.3).abs() < 4.0, "{}", angle(&told, "laj1"));
    let before = angle(&turn(&mut client, "(he1 0)(lae1 50)(syn)"), "hj1");
    for _ in 0..50 {
        told = turn(&mut client, "(syn)");
    }
    assert!((angle(&told, "hj1") - before).abs() < 2.5, "a speed of 0 holds");
    // After a second at 6.14 rad/s the joint is at its stop, 120 degrees.
    assert!((angle(&told, "laj1") - 120.0).abs() < 3.0, "{}", angle(&told, "laj1"));
    let lines = LOG.about(client.port());
    assert!(lines.iter().any(|line| line.contains("unknown effector 'xx1'")), "{lines:?}");
}

/// What an agent asks for from its introduction on acts, although its robot joins a cycle later.
#[test]
fn what_comes_with_an_introduction_or_after_it_counts() {
    let server = server(in_step());
    for (number, messages) in [
        ("1", &["(init (unum 1)(teamname A))(he1 1)"][..]),
        ("2", &["(init (unum 2)(teamname A))", "(he1 1)(syn)"]),
    ] {
        let mut client = agent(&server);
        turn(&mut client, "(scene rsg/agent/nao/nao.rsg)");
        messages.iter().for_each(|message| assert!(client.send(message)));
        let mut told = client.receive().unwrap();
        for _ in 0..27 {
            told = turn(&mut client, "(syn)");
        }
        // Half a second at 1 rad/s.
        assert!((angle(&told, "hj1") - 28.6).abs() < 4.0, "{number}: {}", angle(&told, "hj1"));
    }
}

/// Trainers let a robot take a posture in the air, and then put it on the ground.
#[test]
fn a_player_is_placed_in_its_posture_and_upright() {
    let server = server(in_step());
    let (mut client, _) = player(&server, "nao/nao.rsg", "(init (unum 2)(teamname A))");
    let mut monitor = Client::connect(server.addresses[1].monitors.unwrap());
    let mut play = |cycles: usize, message: &str| {
        (0..cycles).fold(String::new(), |_, _| turn(&mut client, message))
    };
    // At -2 and 1 rad/s for 0.4 s.
    play(20, "(lle4 -2)(rle4 -2)(lle3 1)(rle3 1)(syn)");
    let joints = ["llj3", "rlj3", "llj4", "rlj4"];
    let before =
        joints.map(|joint| angle(&play(1, "(lle4 0)(rle4 0)(lle3 0)(rle3 0)(syn)"), joint));
    assert!((before[2] + 45.8).abs() < 8.0, "{before:?}");
    for _ in 0..10 {
        monitor.send("(agent (unum 2)(team Left)(move -5 1 2 -90))(getAck placed)");
        until("it is placed", || {
            play(1, "(syn)");
            monitor.receive().unwrap() == "(ack placed)"
        });
    }
    let told = play(2, "(syn)");
    let after = joints.map(|joint| angle(&told, joint));
    let turned = before.iter().zip(after).map(|(before, after)| (before - after).abs());
    assert!(turned.fold(0.0, f64::max) < 3.0, "{before:?} {after:?}");
}

#[test]
fn both_dialects_play_and_talk_in_one_game() {
    let server = server(in_real_time());
    let (mut spark, told) = player(&server, "t1/t1.rsg", "(init (unum 5)(teamname Sparks))");
    assert!(told.contains("(team left)"));
    let (mut mate, _) = player(&server, "nao/nao.rsg", "(init (unum 6)(teamname Sparks))");
    let mut other = server.agent();
    other.send("(init T1 Others 3)");
    hears(&mut other, "(tl Sparks)(tr Others)");
    spark.send("(say twenty_letters_or_so)(say hello)");
    hears(&mut spark, "(hear Sparks 0.00 self hello)");
    hears(&mut mate, " twenty_letters_or_so)");
    hears(&mut other, "aGVsbG8=");
    // The same in the other direction: the words are heard, as an opponent's, when the robots are
    // near, because SimSpark's robots hear nothing from farther than 50 m.
    spark.send("(beam -5 0 0)");
    for _ in 0..200 {
        other.send("(beam -5 0 0)(SPK say 100 aGVsbG8=)");
        other.receive();
        let told = spark.receive().expect("an agent is told what it perceives");
        if told.contains("(hear Others 0.00 ") {
            return;
        }
    }
    panic!("an opponent who comes near is not heard");
}

#[test]
fn beams_lead_into_the_own_half() {
    let server = server(in_step());
    let (mut client, _) = player(&server, "nao/nao.rsg", "(init (unum 2)(teamname A))");
    turn(&mut client, "(beam 5 0 0)(syn)");
    let mut told = String::new();
    for cycle in 0..9 {
        told = turn(&mut client, "(syn)");
        if cycle > 3 && told.contains("(See") {
            break;
        }
    }
    // From the centre line, both posts are half a pitch away, one as far to the left as the other
    // is to the right.
    let post = |name: &str| -> Vec<f64> {
        let from = told.find(&format!("({name} (pol ")).expect("a post is seen");
        let numbers = told[from..].split([' ', ')']).skip(2);
        numbers.filter_map(|number| number.parse().ok()).take(3).collect()
    };
    let (left, right) = (post("G1R"), post("G2R"));
    assert!((left[0] - 52.6).abs() < 0.5 && (right[0] - 52.6).abs() < 0.5, "{left:?} {right:?}");
    assert!((left[1] - right[1] - 7.97).abs() < 1.5, "{left:?} {right:?}");
    assert!((left[1] + right[1]).abs() < 21.0, "a beam turns by 10 degrees at most");
}

#[test]
fn feet_feel_the_weight() {
    let server = server(in_step());
    let (mut client, _) = player(&server, "nao/nao.rsg", "(init (unum 2)(teamname A))");
    turn(&mut client, "(beam -5 0 0)(syn)");
    let mut told = String::new();
    for _ in 0..100 {
        told = turn(&mut client, "(syn)");
    }
    let expected = [
        "time", "GS", "GYR", "ACC", "HJ", "HJ", "HJ", "HJ", "HJ", "HJ", "HJ", "HJ", "HJ", "HJ",
        "HJ", "HJ", "HJ", "HJ", "HJ", "FRP", "HJ", "HJ", "HJ", "HJ", "HJ", "HJ", "FRP", "HJ",
    ];
    let felt: Vec<&str> = names(&told).into_iter().filter(|name| *name != "See").collect();
    assert_eq!(felt, expected);
    let weight: f64 = ["(FRP (n rf) ", "(FRP (n lf) "]
        .map(|begin| {
            let from = told.find(begin).expect("a foot is on the ground");
            let force = told[from..].split("(f ").nth(1).and_then(|rest| rest.split(')').next());
            let force: Vec<f64> = force.unwrap().split(' ').map(|f| f.parse().unwrap()).collect();
            force[2]
        })
        .iter()
        .sum();
    // 4.607 kg, 9.81 m/s^2.
    assert!((weight - 45.2).abs() < 2.0, "{weight}");
}

#[test]
fn an_agent_that_talks_rubbish_disturbs_nobody() {
    let server = server(in_real_time());
    let (mut player, _) = player(&server, "nao/nao.rsg", "(init (unum 0)(teamname A))");
    let rubbish: [&[u8]; 8] = [
        b"",
        b"(",
        b"))))",
        b"(scene)",
        b"(scene rsg/agent/nao/nao_hetero.rsg 99999999999999999999)",
        b"(init (unum 1)(teamname \xff))",
        b"\x00\x01(he1 nan)",
        b"(beam 1e300 nan 3)(say )(say (a))(he1)(he1 1 2)(init)",
    ];
    for first in rubbish {
        let mut client = agent(&server);
        client.send(first);
        client.send("(scene rsg/agent/nao/nao.rsg)");
        rubbish.iter().for_each(|message| assert!(client.send(message)));
        client.send("(init (unum 0)(teamname A))");
        hears(&mut client, "(team left)");
        rubbish.iter().for_each(|message| assert!(client.send(message)));
        hears(&mut client, "(GS (sl 0)");
    }
    hears(&mut player, "(GS (sl 0)");
}

#[test]
fn a_pass_is_announced_at_the_ball_and_away_from_opponents() {
    let server = server(in_real_time());
    let (mut one, _) = player(&server, "nao/nao.rsg", "(init (unum 2)(teamname A))");
    let (mut other, _) = player(&server, "nao/nao.rsg", "(init (unum 3)(teamname B))");
    let mut monitor = Client::connect(server.addresses[1].monitors.unwrap());
    let mut passes_until = |told: &str| {
        until(told, || {
            one.send("(pass)(syn)");
            one.receive().expect("it goes on").contains(told)
                || LOG.about(one.port()).last().is_some_and(|line| line.contains(told))
        });
    };
    passes_until("no pass: play is not simply on");
    monitor.send(
        "(playMode PlayOn)(agent (unum 2)(team Left)(move -3 0 0.4 -90))\
         (agent (unum 3)(team Right)(move -1.9 0 0.4 90))(ball (pos -2 0 0.11)(vel 0 0 0))",
    );
    passes_until("no pass: the ball is 1.0");
    monitor.send("(ball (pos -2.6 0 0.11)(vel 0 0 0))");
    passes_until("no pass: an opponent is 0.7");
    monitor.send("(agent (unum 3)(team Right)(move 0 0 0.4 90))");
    passes_until("(pm pass_left)");
    hears(&mut other, "(pm pass_left)");
    hears(&mut other, "(pm PlayOn)");
}
