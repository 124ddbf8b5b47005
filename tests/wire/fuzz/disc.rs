//! Whatever players, trainers, coaches and monitors of the 2D league send, the game stays valid,
//! answers are short, and queues are bounded.

use super::cases;
use rcssgym::disc::{PlayerParameters, Rules, ServerParameters, Side, World};
use rcssgym::math::splitmix::SplitMix64;
use rcssgym::wire::rcssserver::{coach, init, monitor, news, options, player, trainer};
use std::sync::Arc;

const WORDS: [&str; 84] = [
    "(",
    ")",
    " ",
    "(",
    ")",
    " ",
    "\"",
    "{",
    "}",
    "\0",
    "\n",
    "\u{fc}",
    "init",
    "reconnect",
    "A",
    "B",
    "version",
    "goalie",
    "dispinit",
    "(init ",
    "(version ",
    "(reconnect ",
    "(move ",
    "(say ",
    "dash",
    "turn",
    "kick",
    "catch",
    "tackle",
    "move",
    "say",
    "turn_neck",
    "change_view",
    "narrow",
    "pointto",
    "attentionto",
    "ear",
    "eye",
    "on",
    "off",
    "our",
    "opp",
    "look",
    "start",
    "recover",
    "change_mode",
    "play_on",
    "kick_off_l",
    "goal_r",
    "(ball)",
    "(player A 1)",
    "(player B 11)",
    "check_ball",
    "team_names",
    "change_player_type",
    "done",
    "compression",
    "bye",
    "sense_body",
    "score",
    "clang",
    "(ver 7 8)",
    "team_graphic",
    "8 8 2 1",
    "freeform",
    "define",
    "(true)",
    "(clear)",
    "advice",
    "dispfoul",
    "dispplayer",
    "dispdiscard",
    "dispcard",
    "yellow",
    "red",
    "0",
    "1",
    "-1",
    "11",
    "1e308",
    "-1e308",
    "nan",
    "4294967296",
    "1e999",
];

/// Returns a message of some words, or of some bytes.
fn message(random: &mut SplitMix64) -> Vec<u8> {
    let mut message = Vec::new();
    if random.bits().is_multiple_of(8) {
        let length = random.bits() % 64;
        message.extend((0..length).map(|_| random.bits() as u8));
        return message;
    }
    for _ in 0..1 + random.bits() % 12 {
        let word = WORDS[(random.bits() % WORDS.len() as u64) as usize];
        message.extend_from_slice(word.as_bytes());
        if random.bits().is_multiple_of(3) {
            message.push(b' ');
        }
    }
    // A datagram may have been cut.
    if random.bits().is_multiple_of(8) {
        message.truncate((random.bits() % (message.len() as u64 + 1)) as usize);
    }
    message
}

fn world(seed: u64) -> World {
    let server = ServerParameters { coach_w_referee: true, ..ServerParameters::default() };
    let rules = Rules::new(server, PlayerParameters::default(), None, seed).unwrap();
    let mut world = World::new(Arc::new(rules), seed);
    world.open_news();
    world.open_senses(seed, 19, false);
    world
}

fn check(world: &World) {
    let ball = &world.game.ball;
    assert!(ball.position.is_finite() && ball.velocity.is_finite());
    for player in &world.game.players {
        assert!(player.position.is_finite() && player.velocity.is_finite());
        assert!(player.body.is_finite() && player.stamina.is_finite());
    }
    for name in world.names() {
        assert!(name.len() <= 15);
    }
}

/// Writes all news in the form for every kind of client.
fn tell(world: &mut World) {
    for told in world.take_news() {
        for place in 0..22 {
            news::to_player(world, &told, place);
        }
        news::to_trainer(world, &told);
        for side in Side::BOTH {
            news::to_coach(world, &told, side);
        }
        for version in [1, 2, 3, 5, -1] {
            if let Some(text) = news::to_board(world, &told, true) {
                monitor::message(version, (1, 0), &text);
            }
        }
    }
}

#[test]
fn games_stay_games_whatever_is_sent() {
    let mut random = SplitMix64::new(22);
    let mut game = world(1);
    for case in 0..cases() as u64 {
        if case % 4096 == 0 {
            game = world(case);
            for (team, place) in [("A", 0), ("B", 11)] {
                game.join(team, case.is_multiple_of(2)).unwrap();
                game.welcome(place, (case / 4096 % 19) as u8 + 1);
            }
            game.staff_mut().trainer.version = (case / 4096 % 19) as u8 + 1;
        }
        let message = message(&mut random);
        let place = [0, 11, 5][(random.bits() % 3) as usize];
        let outcome = match random.bits() % 6 {
            0 => player::act(&mut game, None, place, &message),
            1 => trainer::act(&mut game, None, &message),
            2 => coach::act(&mut game, Side::Left, &message),
            3 => monitor::act(&mut game, &message),
            4 => {
                let _ = init::player(&mut game, &message);
                let _ = init::trainer(&message);
                let _ = init::coach(&game, &message, |_| false);
                let _ = init::monitor(&message, || false);
                Default::default()
            }
            _ => {
                let _ = options::read_file(&String::from_utf8_lossy(&message));
                Default::default()
            }
        };
        assert!(outcome.replies.iter().map(String::len).sum::<usize>() < 8192);
        tell(&mut game);
        if case % 16 == 0 {
            game.step(None);
            game.sense();
            for version in [1, 2, 3, 4, 5, -1] {
                assert!(monitor::show(&game, version).len() < 8192);
            }
        }
        check(&game);
    }
}

#[test]
fn what_waits_is_bounded() {
    let mut game = world(1);
    game.join("A", false).unwrap();
    let mut refused = false;
    for _ in 0..10_000 {
        let answer = coach::answer(&mut game, Side::Left, b"(say (advice (clear)))");
        refused |= answer == "(error said_too_many_advice_messages)";
        trainer::answer(&mut game, None, b"(say again)");
    }
    assert!(refused);
    assert!(game.staff_mut().said.len() <= 256);
}
