//! SimSpark's monitors and trainers: what they send, and what the server sends them.

use crate::harness::{Client, LOG, Player, Running, in_real_time, until, with_simspark};
use crate::scene::Scene;
use rcssgym::server::ServerConfig;
use rcssgym::wire::simspark::words::PLAY_MODES;

fn serve(config: ServerConfig) -> Running {
    Running::start(with_simspark(config))
}

pub fn connect(server: &Running) -> Client {
    Client::connect(server.addresses.last().unwrap().monitors.unwrap())
}

pub fn is_full(message: &str) -> bool {
    message.contains("(RSG 0 1)")
}

/// Returns the text after a word in parentheses, such as `0.04` in `(time 0.04)`.
fn value<'a>(message: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = message.split_once(&format!("({key} "))?;
    rest.split_once(')').map(|(value, _)| value)
}

/// Reads until a message has this value.
fn hears(client: &mut Client, key: &str, expected: &str) -> String {
    loop {
        let message = client.receive().unwrap();
        if value(&message, key) == Some(expected) {
            return message;
        }
    }
}

/// Sends a command and waits until it has taken effect.
fn does(client: &mut Client, command: &str) {
    client.send(format!("({command}(getAck done))"));
    until(command, || client.receive().unwrap() == "(ack done)");
}

/// Returns the whole scene after a command.
fn scene_after(client: &mut Client, command: &str) -> Scene {
    does(client, &format!("{command}(reqfullstate)"));
    loop {
        let message = client.receive().unwrap();
        if is_full(&message) {
            return Scene::read(&message);
        }
    }
}

#[test]
fn the_first_message_has_everything_and_the_next_ones_what_is_new() {
    let server = serve(in_real_time());
    let mut monitor = connect(&server);
    let first = monitor.receive().unwrap();
    assert!(first.starts_with("((FieldLength 105)(FieldWidth 68)(FieldHeight 40)"), "{first}");
    assert!(
        first.contains("(time 0)(half 1)(score_left 0)(score_right 0)(play_mode 0))(RSG 0 1)(")
    );
    let words: Vec<_> = first.split(['(', ')', ' ']).collect();
    let begin = words.iter().position(|word| *word == "play_modes").unwrap() + 1;
    assert_eq!(words[begin..begin + 21], PLAY_MODES);
    assert_eq!(Scene::read(&first).nodes(), 36);
    let news = monitor.receive().unwrap();
    assert!(
        news.starts_with("((time 0))(RDS 0 1)((nd(nd))(nd(nd))(nd(nd StaticMesh (setVisible 1)")
    );
    assert!(news.ends_with("(nd(nd StaticMesh (setVisible 1))))"), "{news}");
    let next = monitor.receive().unwrap();
    assert!(next.starts_with("((time 0))(RDS 0 1)((nd(nd))(nd(nd))(nd(nd StaticMesh))"), "{next}");
    assert!(!next.contains("setVisible"));
    // Monitors that come later are told the same; the others are not told again.
    let late = connect(&server).receive().unwrap();
    assert_eq!(value(&late, "FieldLength"), Some("105"));
    (0..10).for_each(|_| assert!(!is_full(&monitor.receive().unwrap())));
}

/// If differences were written for each monitor separately, thirty late ones would cost thirty
/// times as much.
#[test]
fn whoever_comes_late_is_told_the_same_differences_as_the_others() {
    let server = serve(in_real_time());
    let mut red = Player::join(&server, "T1", "Reds", 3);
    let _playing = std::thread::spawn(move || while red.client.receive().is_some() {});
    let mut monitor = connect(&server);
    // The ball is so slow that it is only reported now and then.
    does(&mut monitor, "(playMode PlayOn)(ball (pos 2 1 0.11)(vel 0.09 0.05 0))(reqfullstate)");
    let mut scene = loop {
        let message = monitor.receive().unwrap();
        if is_full(&message) {
            break Scene::read(&message);
        }
    };
    (0..7).for_each(|_| scene.apply(&monitor.receive().unwrap()));
    let mut late = connect(&server);
    let first = late.receive().unwrap();
    assert!(is_full(&first), "{first}");
    let time = value(&first, "time").unwrap();
    loop {
        let message = monitor.receive().unwrap();
        assert!(!is_full(&message), "only who comes is told everything");
        scene.apply(&message);
        if value(&message, "time") == Some(time) {
            break;
        }
    }
    assert_eq!(Scene::read(&first).largest_difference(&scene), 0.0);
    for _ in 0..20 {
        assert_eq!(late.receive().unwrap(), monitor.receive().unwrap());
    }
}

#[test]
fn the_log_says_whose_clients_come_and_go() {
    let server = serve(in_real_time());
    let mut spark = connect(&server);
    does(&mut spark, "(kickOff Left)(nonsense 1)");
    let rsmp = server.monitor();
    let [port, other] = [spark.port(), rsmp.port()];
    let address = server.addresses.last().unwrap().monitors.unwrap();
    assert_eq!(
        LOG.with(&format!("INFO listening for SimSpark monitor connections on {address}")).len(),
        1
    );
    drop((spark, rsmp));
    for line in [
        format!("INFO new SimSpark monitor connection from 127.0.0.1:{port}"),
        format!("INFO SimSpark monitor 127.0.0.1:{port}: kick-off"),
        format!("WARN SimSpark monitor 127.0.0.1:{port}: "),
        format!("INFO SimSpark monitor 127.0.0.1:{port} disconnected"),
        format!("INFO new monitor connection from 127.0.0.1:{other}"),
        format!("INFO monitor 127.0.0.1:{other} disconnected"),
    ] {
        until(&line, || !LOG.with(&line).is_empty());
    }
}

#[test]
fn everybody_is_told_everything_when_somebody_comes_leaves_or_asks() {
    let server = serve(in_real_time());
    let (mut monitor, mut other) = (connect(&server), connect(&server));
    [&mut monitor, &mut other].into_iter().for_each(|client| drop(client.receive().unwrap()));
    monitor.send("(reqfullstate)");
    until("the other is told", || is_full(&other.receive().unwrap()));
    let player = server.player("Blues", 7);
    let come = loop {
        let message = monitor.receive().unwrap();
        if is_full(&message) && message.contains("matNum7") {
            break message;
        }
    };
    assert!(come.contains("(time 0)(team_left Blues)(half 1)(score_left 0)"), "{come}");
    assert!(come.contains("(resetMaterials matNum7 matLeft)"));
    assert_eq!(Scene::read(&come).nodes(), 37);
    // Only the newcomer is new in the next message.
    let news = monitor.receive().unwrap();
    assert!(news.starts_with("((time 0))(RDS 0 1)((nd(nd))(nd(nd))(nd(nd StaticMesh))"), "{news}");
    assert!(news.contains("(nd StaticMesh (setVisible 1))") && news.contains("(setVisible 0)"));
    player.client.shut_writing();
    until("it has left", || {
        let message = monitor.receive().unwrap();
        is_full(&message) && !message.contains("matNum7")
    });
}

#[test]
fn play_modes_are_the_documents() {
    let server = serve(in_real_time());
    let mut monitor = connect(&server);
    let mut told = value(&monitor.receive().unwrap(), "play_mode").unwrap().to_owned();
    let order = (1..21).chain([0]);
    for number in order {
        monitor.send(format!("(playMode {})", PLAY_MODES[number]));
        // The referee may decide something in the next cycles.
        let message = loop {
            let message = monitor.receive().unwrap();
            if value(&message, "play_mode").is_some() {
                break message;
            }
        };
        told = value(&message, "play_mode").unwrap().to_owned();
        assert_eq!(told, number.to_string(), "{}", PLAY_MODES[number]);
    }
    assert_eq!(told, "0");
    monitor.send("(playMode penalty_kick_left)(playMode playOn)(playMode)");
    does(&mut monitor, "(time 1)");
    let lines = LOG.about(monitor.port());
    for told in ["'penalty_kick_left' is not a play mode", "'playOn' is not a", "word 2 is missing"]
    {
        assert!(lines.iter().any(|line| line.contains(told)), "{told}: {lines:?}");
    }
}

/// Literals of programs in use (RoboViz, magmaChallenge, FCPCodebase, UT Austin Villa,
/// bahiart-gym).
#[test]
fn what_living_programs_send_acts() {
    let server = serve(in_real_time());
    let mut red = Player::join(&server, "T1", "Reds", 3);
    let mut monitor = connect(&server);
    let playing = std::thread::spawn(move || while red.client.receive().is_some() {});
    monitor.send("(init)");
    does(&mut monitor, "(playMode BeforeKickOff)");
    monitor.send("(kickOff Left)");
    hears(&mut monitor, "play_mode", "1");
    monitor.send("(playMode BeforeKickOff)(kickOff Right)");
    hears(&mut monitor, "play_mode", "2");
    // The first message to a monitor in an interval may contain either mode.
    monitor.send("(playMode PlayOn) (ball (pos 0 -9 0) (vel 0 0 0))");
    hears(&mut monitor, "play_mode", "3");
    let scene = scene_after(&mut monitor, "(ball (pos 0 -9 0) (vel 0 0 0))");
    let [x, y, z] = scene.position(&[35]);
    assert!((x, y) == (0.0, -9.0) && (z - 0.11).abs() < 0.01, "lifted onto the ground: {z}");
    let scene = scene_after(&mut monitor, "(ball (pos 4.00 -2.50 1.00) (vel 0.00 0.00 0.00))");
    assert!(near(scene.position(&[35]), [4.0, -2.5, 1.0], 0.05));
    let scene =
        scene_after(&mut monitor, "(agent (unum 3) (team Left) (move -2.00 -3.00 0.45 -90))");
    let [x, y, z] = scene.position(&[36, 0]);
    assert!(near([x, y, z], [-2.0, -3.0, 0.67], 0.02), "lifted onto the ground: {z}");
    assert!(scene.axis(&[36, 0], 0)[0] > 0.99, "-90 faces along the field");
    let scene = scene_after(&mut monitor, "(agent (unum 3)(team Left)(move -2 -3 0.45 0))");
    assert!(scene.axis(&[36, 0], 0)[1] > 0.99, "0 faces the upper touch line");
    let scene = scene_after(&mut monitor, "(agent (team Left)(unum 3)(pos -5 1 0.3))");
    assert!(near(scene.position(&[36, 0]), [-5.0, 1.0, 0.67], 0.02));
    assert!(scene.axis(&[36, 0], 0)[1] > 0.99, "it stays turned as it was");
    does(&mut monitor, "(agent (unum 3)(team Left)(battery 20)(temperature 55))");
    monitor.send("(score (left 2) (right 1))");
    hears(&mut monitor, "score_right", "1");
    monitor.send("(time 123.45)");
    until("the clock is set", || {
        let message = monitor.receive().unwrap();
        value(&message, "time").unwrap().starts_with("123.")
    });
    monitor.send("(kill (unum 3) (team Left))");
    until("it is gone", || {
        let message = monitor.receive().unwrap();
        is_full(&message) && !message.contains("matNum3")
    });
    playing.join().unwrap();
    let refused: Vec<_> = LOG.about(monitor.port());
    assert!(refused.iter().all(|line| !line.contains("is not a command")), "{refused:?}");
}

fn near(found: [f64; 3], expected: [f64; 3], within: f64) -> bool {
    found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= within)
}

/// Whether a scene shows a player as selected.
fn is_selected(scene: &Scene) -> bool {
    scene.text.contains("(nd SMN (setVisible 1) (setTransparent)")
}

#[test]
fn whoever_gets_the_number_of_a_selected_player_is_not_selected() {
    let server = serve(in_real_time());
    let mut monitor = connect(&server);
    let player = server.player("Blues", 7);
    assert!(is_selected(&scene_after(&mut monitor, "(select (unum 7)(team Left))")));
    player.client.shut_writing();
    until("it has left", || {
        let message = monitor.receive().unwrap();
        is_full(&message) && !message.contains("matNum7")
    });
    let _newcomer = server.player("Blues", 7);
    assert!(!is_selected(&scene_after(&mut monitor, "")));
}

#[test]
fn one_player_is_selected_and_commands_without_a_name_are_about_it() {
    let server = serve(in_real_time());
    let mut player = Player::join(&server, "T1", "Blues", 5);
    std::thread::spawn(move || while player.client.receive().is_some() {});
    let mut monitor = connect(&server);
    assert!(!is_selected(&scene_after(&mut monitor, "(time 0)")));
    for select in ["(select (unum 5)(team Left))", "(select)", "(select (team Left)(unum 5))"] {
        assert!(is_selected(&scene_after(&mut monitor, select)), "{select}");
        assert!(!is_selected(&scene_after(&mut monitor, "(select (unum -1))")));
    }
    // No side in particular.
    assert!(is_selected(&scene_after(&mut monitor, "(select (unum 5)(team None))")));
    assert!(!is_selected(&scene_after(&mut monitor, "(select (unum -1))")));
    // A monitor that does not request everything is only sent the change of the disc.
    monitor.send("(select)");
    until("it is told", || monitor.receive().unwrap().contains("(nd(nd SMN (setVisible 1)))"));
    assert!(!monitor.receive().unwrap().contains("setVisible"));
    // Away by half a metre more than the distance of a free kick, 9.15 m.
    let before = scene_after(&mut monitor, "(agent (unum 5)(team Left)(move -3 2 0.7 0))");
    let [x, y, _] = before.position(&[36, 0]);
    let scene = scene_after(&mut monitor, "(agent (pos 0 0 1))");
    let [x, y] = [x - 9.65, y];
    assert!(near(scene.position(&[36, 0]), [x, y, 0.67], 0.05), "{:?}", scene.position(&[36, 0]));
    // Beside the field, away from the ball.
    for (ball, far) in [(3.0, -34.5), (-3.0, 34.5)] {
        let command = format!("(ball (pos 0 {ball} 1))(repos)");
        let scene = scene_after(&mut monitor, &command);
        assert!(near(scene.position(&[36, 0]), [-1.2, far, 0.67], 0.05));
    }
    // No side in particular.
    let command = "(ball (pos 0 3 1))(agent (unum 5)(team Left)(move -3 2 0.7 0))";
    scene_after(&mut monitor, command);
    let scene = scene_after(&mut monitor, "(repos (unum 5)(team None))");
    assert!(near(scene.position(&[36, 0]), [-1.2, -34.5, 0.67], 0.05));
    // x = -+0.6 (7 - number) m, whatever the number.
    let mut others: Vec<Player> = Vec::new();
    for (at, (team, number, x)) in
        [("Blues", 9, 1.2), ("Reds", 9, -1.2), ("Reds", 2, 3.0)].into_iter().enumerate()
    {
        others.push(Player::join(&server, "T1", team, number));
        let side = if team == "Blues" { "Left" } else { "Right" };
        let command = format!("(ball (pos 0 3 1))(repos (unum {number})(team {side}))");
        let scene = scene_after(&mut monitor, &command);
        let found = scene.position(&[37 + at, 0]);
        assert!(near(found, [x, -34.5, 0.67], 0.05), "{team} {number}: {found:?}");
    }
    others.clear();
    does(&mut monitor, "(select (unum -1))");
    monitor.send(
        "(repos)(agent (pos 0 0 1))(kill)(select (unum 9)(team Left))(select (unum 9)(team None))\
         (agent (unum 9)(team Left)(pos 0 0 1))",
    );
    does(&mut monitor, "(time 0)");
    let lines = LOG.about(monitor.port());
    let told = |text: &str| lines.iter().filter(|line| line.contains(text)).count();
    assert_eq!(told("no player is selected"), 3, "{lines:?}");
    assert_eq!(told("team 'None' has no player 9"), 1, "{lines:?}");
    assert!(told("team 'Left' has no player 9") == 1 && told("refused: ") == 1, "{lines:?}");
    monitor.send("(select)(kill)");
    until("it is gone", || {
        let message = monitor.receive().unwrap();
        is_full(&message) && !message.contains("matNum5")
    });
}

#[test]
fn a_dropped_ball_is_in_the_field_and_everybody_keeps_away() {
    let server = serve(in_real_time());
    let mut player = Player::join(&server, "T1", "Blues", 5);
    std::thread::spawn(move || while player.client.receive().is_some() {});
    let mut monitor = connect(&server);
    let outside = "(ball (pos 60 -40 0.2))(agent (unum 5)(team Left)(move 50 -30 0.7 0))";
    let scene = scene_after(&mut monitor, &format!("{outside}(dropBall)"));
    let ball = scene.position(&[35]);
    assert!(near(ball, [52.5, -34.0, 0.11], 0.05), "{ball:?}");
    let player = scene.position(&[36, 0]);
    let distance = (0..2).map(|i| (player[i] - ball[i]).powi(2)).sum::<f64>().sqrt();
    assert!((9.0..12.0).contains(&distance), "{distance}");
    until("play is on", || value(&monitor.receive().unwrap(), "play_mode").is_none());
}

#[test]
fn bad_numbers_change_nothing_and_are_named() {
    let server = serve(in_real_time());
    let mut player = Player::join(&server, "ant", "Blues", 1);
    std::thread::spawn(move || while player.client.receive().is_some() {});
    let mut monitor = connect(&server);
    does(&mut monitor, "(score (left 3)(right 4))(playMode PlayOn)");
    let bad = [
        "(ball (pos nan 0 0))",
        "(ball (pos 1 2))",
        "(ball (vel inf 0 0))",
        "(ball (pos 1e11 0 0))",
        "(ball (pos 1e9 0 0))",
        "(ball (pos a b c))",
        "(agent (unum 1)(team Left)(pos 1 2 nan))",
        "(agent (unum 1)(team Left)(move 1 2 3 inf))",
        "(agent (unum 1.5)(team Left)(pos 1 2 3))",
        "(agent (unum -7)(team Left)(pos 1 2 3))",
        "(time -3)",
        "(time inf)",
        "(time now)",
        "(score (left -1)(right 0))",
        "(score (left 7))",
        "(score (left x)(right 0))",
        "(kickOff left)",
        "(kickOff)",
        "(select (unum x)(team Left))",
        "()",
    ];
    for (said, bad) in bad.into_iter().enumerate() {
        // Each has its own connection, because not all complaints about one connection are logged.
        let mut trainer = connect(&server);
        trainer.send(format!("{bad}(getAck {said})"));
        until(bad, || trainer.receive().unwrap() == format!("(ack {said})"));
        let lines = LOG.about(trainer.port());
        let warnings = lines.iter().filter(|line| line.starts_with("WARN")).count();
        assert_eq!(warnings, 1, "{bad}: {lines:?}");
    }
    let scene = scene_after(&mut monitor, "(time 7)");
    assert!(near(scene.position(&[35]), [0.0, 0.0, 0.11], 0.02));
    let state = (value(&scene.text, "score_left"), value(&scene.text, "score_right"));
    assert_eq!((state, value(&scene.text, "play_mode")), ((Some("3"), Some("4")), Some("3")));
}

#[test]
fn several_commands_in_a_message_act_and_unknown_ones_are_passed_over() {
    let server = serve(in_real_time());
    let mut monitor = connect(&server);
    monitor.send("(nonsense 1)(time 5)((((score (left 6)(right 7)))(nonsense)(getAck deep)))");
    until("it is done", || monitor.receive().unwrap() == "(ack deep)");
    let scene = scene_after(&mut monitor, "(ball (pos 1 1 1))");
    assert_eq!(
        (value(&scene.text, "time"), value(&scene.text, "score_left")),
        (Some("5"), Some("6"))
    );
    assert!(
        LOG.about(monitor.port()).iter().any(|line| line.contains("'nonsense' is not a command"))
    );
    // Answers to several requests in one message come in one message, as with rcsssmj's monitors.
    monitor.send("(getAck one) (getAck two)");
    until("both are answered", || monitor.receive().unwrap() == "(ack one)");
    assert_eq!(monitor.receive().unwrap(), "(ack two)");
    monitor.send("(killsim)");
    monitor.ends();
}

/// The scene that a monitor builds from differences equals, up to rounding, the full scene that
/// another one gets for the same time.
#[test]
fn differences_rebuild_a_moving_game() {
    let server = serve(in_real_time());
    let robots = [
        ("T1", "Blues", 1, "(lle4 {} 0 20 1 0)(he1 {} 0 20 1 0)(rae2 {} 0 20 1 0)"),
        ("ant", "Reds", 4, "(l1e2 {} 0 20 1 0)(l3e2 {} 0 20 1 0)"),
        ("K1", "Blues", 2, "(lae1 {} 0 20 1 0)(rle4 {} 0 20 1 0)"),
    ];
    for (model, team, number, arms) in robots {
        let mut player = Player::join(&server, model, team, number);
        std::thread::spawn(move || {
            for step in 0.. {
                let angle = (f64::from(step) * 0.3).sin() * 60.0;
                player.client.send(arms.replace("{}", &angle.to_string()));
                if player.client.receive().is_none() {
                    return;
                }
            }
        });
    }
    let mut monitor = connect(&server);
    does(&mut monitor, "(playMode PlayOn)(ball (pos 5 3 2)(vel 3 -2 1))");
    let mut known = scene_after(&mut monitor, "");
    let mut moved = 0;
    for _ in 0..12 {
        let full = connect(&server).receive().unwrap();
        let time = value(&full, "time").unwrap();
        until("the same moment", || {
            let message = monitor.receive().unwrap();
            moved += message.matches("(SLT ").count();
            match is_full(&message) {
                true => known = Scene::read(&message),
                false => known.apply(&message),
            }
            value(&message, "time") == Some(time)
        });
        let difference = known.largest_difference(&Scene::read(&full));
        assert!(difference <= 0.005 + 1e-5, "{difference} at {time} s");
    }
    assert!(moved > 100, "{moved} poses were told");
}

#[test]
fn fouls_count_up_and_who_comes_late_hears_of_none() {
    let server = serve(in_real_time());
    let mut monitor = connect(&server);
    let mut crowd: Vec<_> = (1..=6).map(|n| Player::join(&server, "ant", "Blues", n)).collect();
    does(&mut monitor, "(playMode PlayOn)(ball (pos 20 0 0.2))");
    let commands: String = (1..=6)
        .map(|n| format!("(agent (unum {n})(team Left)(move -51 {} 0.5 -90))", 2 * n - 7))
        .collect();
    does(&mut monitor, &commands);
    let first = loop {
        crowd.iter_mut().for_each(|player| drop(player.client.receive()));
        let message = monitor.receive().unwrap();
        if let Some(foul) = value(&message, "foul") {
            break foul.to_owned();
        }
    };
    // Index, type, team and number: illegal defence of the left team.
    let words: Vec<_> = first.split(' ').collect();
    assert_eq!((words[..3].join(" ").as_str(), words.len()), ("1 2 1", 4));
    let late = connect(&server).receive().unwrap();
    assert!(is_full(&late) && !late.contains("(foul "), "{late}");
}

#[test]
fn messages_may_come_more_or_less_often() {
    for (interval, step) in [(1, 0.02), (5, 0.1)] {
        let server = serve(ServerConfig { monitor_interval: interval, ..in_real_time() });
        let mut monitor = connect(&server);
        does(&mut monitor, "(playMode PlayOn)");
        let times: Vec<f64> = (0..8)
            .map(|_| value(&monitor.receive().unwrap(), "time").unwrap().parse().unwrap())
            .collect();
        let steps: Vec<_> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps[1..].iter().all(|found| (found - step).abs() < 1e-4), "{times:?}");
    }
}
