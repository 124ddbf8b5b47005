//! Monitors over TCP that misbehave, or leave at once.

use crate::harness::{
    Client, LOG, Player, Running, beginning, framed, in_real_time, in_step, until,
};
use rcssgym::server::ServerConfig;

#[test]
pub fn a_monitor_that_does_not_read_misses_messages_and_goes_on_with_a_full_one() {
    let server = Running::start(in_step());
    let others = server.bystander();
    // SimSpark's messages have the time of the match.
    server.monitor().send("(playMode PlayOn)(getAck x)");
    let mut slow = Client::connect_with_little_room(server.monitors);
    let port = slow.port();
    let behind = || !LOG.about(port).iter().all(|line| !line.contains("reads too slowly"));
    until("it is behind", behind);
    let seen = others.cycle();
    others.plays(20);
    // By the time it has read up to here, it must have got a full message after a gap, and
    // differences after that.
    let (mut last, mut is_full_after_gap) = (0, false);
    while last <= seen + 20 {
        let message = slow.receive().expect("it may read on");
        let frame = frame_of(&message);
        let is_gap = last > 0 && frame != last + 2;
        assert!(!is_gap || is_full(&message), "a gap, and then only what changed");
        is_full_after_gap |= is_gap;
        last = frame;
    }
    assert!(is_full_after_gap);
    others.plays(5);
}

#[test]
pub fn a_trainer_that_never_reads_goes_on_commanding_and_may_read_later() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut watching = server.monitor();
    let mut deaf = Client::connect_with_little_room(server.monitors);
    let port = deaf.port();
    deaf.send("(playMode PlayOn)");
    let is_behind = || LOG.about(port).iter().any(|line| line.contains("reads too slowly"));
    until("it is behind", || watching.receive().is_some() && is_behind());
    for goals in 1..=2 {
        // Far more frames than may wait for it, and than its socket takes.
        let end = others.cycle() + 150;
        until("frames go by", || watching.receive().is_some() && others.cycle() > end);
        assert!(deaf.send(format!("(score (left {goals})(right 0))")), "it is disconnected");
        let told = format!("(score_left {goals})");
        until("its command acts", || watching.receive().unwrap().contains(&told));
    }
    assert_eq!(LOG.about(port).iter().filter(|line| line.contains("disconnected")).count(), 0);
    // What waits for it comes whole, then everything anew, then differences.
    let (mut last, mut has_gap) = (0, false);
    until("it is told the present score", || {
        let message = deaf.receive().expect("it may read");
        let frame = frame_of(&message);
        let is_gap = last > 0 && frame != last + 2;
        assert!(!is_gap || is_full(&message), "a gap, and then only what changed");
        has_gap |= is_gap;
        last = frame;
        has_gap && message.contains("(score_left 2)")
    });
    others.plays(5);
}

/// Returns the number of steps of the world or, in SimSpark's dialect, of the match.
fn frame_of(message: &str) -> u64 {
    let key = if message.starts_with("((RSMP") { "((gt 1 0)" } else { "(time " };
    let (_, time) = message.split_once(key).unwrap();
    (time[..time.find(')').unwrap()].parse::<f64>().unwrap() / 0.02).round() as u64
}

fn is_full(message: &str) -> bool {
    message.contains("FieldLength")
}

#[test]
pub fn commands_of_a_connection_that_is_closed_at_once_are_performed() {
    let server = Running::start(in_step());
    let mut red = server.player("Reds", 1);
    let mut hasty = server.monitor();
    hasty.send("(playMode PlayOn)");
    hasty.send("(score (left 3)(right 2))");
    drop(hasty);
    until("it is performed", || red.turn("(syn)").contains("(pm PlayOn)"));
    assert!(red.turn("(syn)").contains("(sl 3)(sr 2)"));
    let mut asking = server.monitor();
    asking.send("(getAck done)");
    asking.shut_writing();
    let others = std::thread::spawn(move || {
        red.play(20);
        red
    });
    let mut answers = vec![];
    until("it is let go", || {
        let message = asking.receive();
        answers.extend(message.clone());
        message.is_none()
    });
    assert!(answers.contains(&"(ack done)".to_owned()), "{answers:?}");
    others.join().unwrap();
}

#[test]
pub fn many_commands_of_a_connection_that_is_closed_at_once_are_all_performed() {
    let server = Running::start(in_real_time());
    let mut watching = server.monitor();
    for right in 0..5 {
        let mut hasty = server.monitor();
        let score = |left: u64| format!("(score (left {left})(right {right}))");
        let together = (0..500).map(score).collect::<String>();
        let apart = (500..=1_500).flat_map(|left| framed(score(left).as_bytes()));
        hasty.write(&framed(together.as_bytes()).into_iter().chain(apart).collect::<Vec<_>>());
        // The server notices its end when it sends more: the client has not read everything.
        hasty.receive();
        drop(hasty);
        let mut score = String::from(if right == 0 { "(score_right 0)" } else { "" });
        until("it is performed", || {
            // SimSpark's messages contain only changes.
            score += &watching.receive().unwrap();
            let last = |key: &str| {
                let (_, rest) = score.rsplit_once(key)?;
                rest[..rest.find(')')?].parse::<u64>().ok()
            };
            (last("(score_left "), last("(score_right ")) == (Some(1500), Some(right))
        });
    }
}

#[test]
pub fn a_removed_player_is_gone_when_it_is_acknowledged() {
    let server = Running::start(in_step());
    let _others = server.bystander();
    let mut monitor = server.monitor();
    for _ in 0..5 {
        let mut blue = server.agent();
        blue.send("(init ant Blues 1)");
        blue.receive().unwrap();
        (0..20).for_each(|_| assert!(blue.send("(syn)")));
        until("it joins", || robots(&monitor.receive().unwrap()) == Some(2));
        monitor.send("(kill (unum 1)(team Blues))(getAck done)");
        until("it is acknowledged", || monitor.receive().unwrap() == "(ack done)");
        assert_eq!(robots(&monitor.receive().unwrap()), Some(1));
    }
}

/// Returns the number of robots in a full message.
fn robots(message: &str) -> Option<usize> {
    let robot =
        if message.starts_with("((RSMP") { "(nd DSC(agent" } else { "(resetMaterials matNum" };
    is_full(message).then(|| message.matches(robot).count())
}

#[test]
pub fn commands_of_one_message_act_together_however_many_watch() {
    let server = Running::start(in_step());
    let _others = server.bystander();
    let _idle: Vec<_> = (0..40).map(|_| server.monitor()).collect();
    let mut monitor = server.monitor();
    monitor.send("(getAck x)".repeat(100));
    until("it is answered", || monitor.receive().unwrap() == "(ack x)");
    // No frame comes between the answers of one cycle.
    (1..100).for_each(|_| assert_eq!(monitor.receive().unwrap(), "(ack x)"));
}

#[test]
pub fn killsim_ends_the_server_in_order() {
    let mut server = Running::start(in_step());
    let mut red = server.player("Reds", 1);
    let mut idle = server.monitor();
    server.monitor().send("(killsim)");
    until("its agents are let go", || !red.client.send("(syn)") || red.client.receive().is_none());
    idle.ends();
    server.wait().unwrap();
}

#[test]
fn what_decides_the_match_is_in_the_log() {
    let server = Running::start(in_step());
    let _others = server.bystander();
    let mut monitor = server.monitor();
    let score = "(score (left 12)(right 34))";
    monitor.send(format!("{score}(ball (pos 1 2 0))(playMode GameOver)(getAck done)"));
    until("it is done", || monitor.receive().unwrap() == "(ack done)");
    until("the end is told", || {
        !LOG.with("INFO Game over! Final score: Bystanders 12 - 34 Right").is_empty()
    });
    assert_eq!(LOG.with("s: Bystanders 12 - 34 Right").len(), 1);
    let name = format!("INFO monitor 127.0.0.1:{}: ", monitor.port());
    let expected = ["score 12 : 34", "play mode GameOver"].map(|event| format!("{name}{event}"));
    assert_eq!(LOG.with(&name), expected);
}

#[test]
fn a_kick_off_after_the_end_is_said_to_have_no_effect() {
    let server = Running::start(in_step());
    let _others = server.bystander();
    let mut monitor = server.monitor();
    for commands in ["(time 2700)", "(time 5400)", "(kickOff Left)", "(time 5390)(kickOff Right)"] {
        monitor.send(format!("{commands}(getAck done)"));
        until("it is done", || monitor.receive().unwrap() == "(ack done)");
    }
    let said = LOG.about(monitor.port());
    let has = |text: &str| said.iter().any(|line| line.contains(text));
    assert!(has("kick-off for Left has no effect: the time of the match is up"), "{said:?}");
    assert!(has(": kick-off for Right") && !has("kick-off for Right has"), "{said:?}");
}

#[test]
fn scores_that_are_set_again_and_again_do_not_fill_the_log() {
    let server = Running::start(in_real_time());
    let mut monitor = server.monitor();
    for left in 1..=330 {
        monitor.send(format!("(score (left {left})(right 77))(getAck {left})"));
        let answer = format!("(ack {left})");
        until("it is done", || monitor.receive().unwrap() == answer);
    }
    assert_eq!(LOG.with("- 77 Right").len(), 300);
    assert_eq!(LOG.with("the match: further lines are counted, not logged").len(), 1);
}

#[test]
pub fn commands_that_are_turned_off_do_nothing() {
    let server = Running::start(ServerConfig { monitor_commands: false, ..in_step() });
    let mut red = server.player("Reds", 1);
    let mut monitor = server.monitor();
    let port = monitor.port();
    for command in ["(killsim)", "(playMode PlayOn)", "(kill (unum 1)(team Reds))", "(getAck x)"] {
        monitor.send(command);
    }
    until("it is told so", || {
        red.play(1);
        LOG.about(port).iter().any(|line| line.contains("they are turned off"))
    });
    red.play(10);
    assert!(red.turn("(syn)").contains("(pm BeforeKickOff)"));
    assert!(monitor.receive().unwrap().starts_with(beginning()));
}

#[test]
pub fn monitors_may_have_an_address_of_their_own() {
    let config = ServerConfig { monitor_host: Some("127.0.0.2".to_owned()), ..in_step() };
    let server = Running::start(config);
    assert_eq!(server.monitors.ip().to_string(), "127.0.0.2");
    assert_eq!(server.websockets.ip().to_string(), "127.0.0.2");
    assert_eq!(server.agents.ip().to_string(), "127.0.0.1");
    let _others = server.bystander();
    assert!(server.monitor().receive().is_some());
}

#[test]
pub fn floods_of_commands_disturb_nobody() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let commands = [
        "(agent (unum 77)(team Nobody)(pos 0 0 0))".repeat(500),
        "(kill)(repos)(select (unum 9)(team Nobody))(playMode Tea)".repeat(500),
        "(getAck x)".repeat(6_000),
        "(ball (pos 1e10 0 0)(vel nan 0 0))(score (left x))(time inf)".repeat(500),
        format!("(getAck {})", "x".repeat(60_000)),
        "((".repeat(30_000),
        "\u{0}\u{7f}\u{fffd}".repeat(10_000),
        "(reqfullstate)(agent (unum 1)(team Bystanders)(move 1 2 3 1e300))".repeat(500),
    ];
    let mut ports = vec![];
    for command in &commands {
        let mut deaf = Client::connect_with_little_room(server.monitors);
        for _ in 0..5 {
            deaf.send(command);
        }
        ports.push(deaf.port());
        others.plays(10);
    }
    for port in ports {
        assert!(LOG.about(port).len() < 20, "{:?}", LOG.about(port));
    }
}

#[test]
pub fn no_command_brings_control_characters_into_the_log() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let mut monitor = server.monitor();
    let team = "\u{1b}[31m\u{202e}\nX";
    let who = format!("(unum 77)(team {team})");
    let commands =
        format!("(agent {who}(pos 0 0 0))(kill {who})(select {who})({team})(getAck {team})");
    assert!(monitor.send(commands));
    let lines = || LOG.about(monitor.port());
    until("it is told so", || lines().iter().any(|line| line.contains("is not a command")));
    others.plays(5);
    until("all is told", || lines().iter().any(|line| line.contains("refused: ")));
    for line in lines() {
        assert!(!line.contains(|c: char| c.is_control() || c == '\u{202e}'), "{line:?}");
    }
}

#[test]
pub fn parts_of_commands_without_effect_are_logged_once() {
    let server = Running::start(in_real_time());
    let mut trainer = server.monitor();
    for x in 0..10 {
        let agent = "(agent (unum 1)(team Left)(battery 50)(vel 0 0 0)(temperature 1))";
        trainer.send(format!("{agent}(ball (pos {x} 0 1)(rot 0 0 1))(getAck {x})"));
        let answer = format!("(ack {x})");
        until("it is done", || trainer.receive().unwrap() == answer);
    }
    let about =
        |text: &str| LOG.about(trainer.port()).iter().filter(|line| line.contains(text)).count();
    assert_eq!(about("(battery ...) has no effect in (agent ...) and is left out"), 1);
    assert_eq!(about("(temperature ...) has no effect in (agent ...)"), 1);
    assert_eq!(about("(vel ...) has no effect in (agent ...)"), 1);
    assert_eq!(about("(rot ...) has no effect in (ball ...)"), 1);
    // Complaints about another client's commands are logged, too.
    let mut other = server.monitor();
    other.send("(ball (pos 1 1 1)(rot 0 0 1))(getAck too)");
    until("it is done", || other.receive().unwrap() == "(ack too)");
    assert!(LOG.about(other.port()).iter().any(|line| line.contains("(rot ...) has no effect")));
}

#[test]
pub fn one_monitor_that_floods_silences_no_other() {
    let server = Running::start(in_step());
    let others = server.bystander();
    let (mut loud, mut other) = (server.monitor(), server.monitor());
    let impossible = |team: &str| {
        format!("(agent (unum 77)(team {team})(pos 0 0 0))(kill (unum 77)(team {team}))")
    };
    (0..100).for_each(|_| assert!(loud.send(impossible("Nobody"))));
    until("it is told so", || {
        LOG.about(loud.port()).iter().any(|line| line.contains("not logged, for a minute"))
    });
    assert!(other.send(impossible("Noone")));
    let about = |text: &str| LOG.about(other.port()).iter().any(|line| line.contains(text));
    until("the other is told so", || about("team 'Noone' has no player 77"));
    assert!(about("refused: "), "of the command as well");
    others.plays(5);
}

#[test]
fn what_is_placed_in_the_ground_is_lifted_if_that_is_asked_for() {
    for lift_placed in [true, false] {
        let server = Running::start(ServerConfig { lift_placed, ..in_step() });
        let mut red = Player::join(&server, "T1", "Reds", 1);
        let mut monitor = server.monitor();
        monitor.send("(agent (unum 1)(team Reds)(move 3 4 0.05 90))");
        until("it is placed", || (place(&red.turn("(syn)"))[1] - 4.0).abs() < 0.5);
        let heights = (0..60).map(|_| place(&red.turn("(syn)"))[2]);
        let highest = heights.fold(0.0, f64::max);
        assert_eq!(highest < 0.7, lift_placed, "{highest} m");
    }
}

/// Returns the position of the robot in a perception, m.
fn place(perception: &str) -> [f64; 3] {
    let place = perception.split("(p ").nth(1).unwrap();
    let numbers = place[..place.find(')').unwrap()].split(' ').map(|word| word.parse().unwrap());
    numbers.collect::<Vec<f64>>().try_into().unwrap()
}
