//! What clients of the 2D server may do and are told where recordings of the real server show
//! little: old versions, refusals, and what one side alone is told.

use rcssgym::disc::parameters::Value;
use rcssgym::disc::senses::{Seen, SeenPlayer, Sight};
use rcssgym::disc::*;
use rcssgym::wire::rcssserver::{coach, init, monitor, news, player, trainer, write_see};
use std::sync::Arc;

/// Numbers 1 to 3 of the left team, with a goalie, and 1 of the right one; they sense in a version.
fn world_with(version: u8, parameters: &[(&str, Value)]) -> World {
    let mut server = ServerParameters::default();
    for (name, value) in parameters {
        server.set(name, value).unwrap();
    }
    let rules = Rules::new(server, PlayerParameters::default(), None, 1).unwrap();
    let mut world = World::new(Arc::new(rules), 1);
    world.open_senses(1, version, false);
    for (team, goalie) in [("Left", true), ("Left", false), ("Left", false), ("Right", false)] {
        world.join(team, goalie).unwrap();
    }
    world.open_news();
    world
}

fn world(version: u8) -> World {
    world_with(version, &[])
}

/// The place of the right team's only player.
const OPPONENT: usize = TEAM;

fn act(world: &mut World, place: usize, message: &str) -> Vec<String> {
    player::act(world, None, place, message.as_bytes()).replies
}

/// What the referee says when a monitor sends a message, and the answers.
fn told(world: &mut World, message: &str) -> (Vec<String>, Vec<String>) {
    world.messages.clear();
    let replies = monitor::act(world, message.as_bytes()).replies;
    (world.messages.iter().map(|said| said.to_string()).collect(), replies)
}

#[test]
fn a_second_yellow_card_is_told_before_the_red_one() {
    let mut world = world(19);
    let none = Vec::<String>::new;
    let (yellow, red) = ("yellow_card_l_2".to_owned(), "red_card_l_2".to_owned());
    assert_eq!(told(&mut world, "(dispcard 1 2 yellow)"), (vec![yellow.clone()], none()));
    assert_eq!(told(&mut world, "(dispcard 1 2 yellow)"), (vec![yellow, red], none()));
    assert!(!world.game.players[1].connected);
    assert_eq!(told(&mut world, "(dispcard 1 2 yellow)"), (none(), none()));
    assert_eq!(told(&mut world, "(dispcard 1 3 red)"), (vec!["red_card_l_3".to_owned()], none()));
}

#[test]
fn only_those_who_play_are_shown_cards() {
    let mut world = world(19);
    world.stadium().remove(2);
    for message in ["(dispcard 1 3 yellow)", "(dispcard 1 9 red)", "(dispcard 0 1 red)"] {
        assert_eq!(told(&mut world, message), (Vec::new(), Vec::new()), "{message}");
    }
    assert!(world.game.players.iter().all(|player| player.card == Card::None));
}

#[test]
fn the_number_of_a_tackle_is_a_power_before_version_12() {
    let push = |version: u8, message: &str, command: Command| {
        let mut world = world(version);
        let mut apart = world.clone();
        for world in [&mut world, &mut apart] {
            referee::change_mode(&mut world.stadium(), PlayMode::PlayOn);
            world.stadium().move_player(1, Vec2::new(-0.4, 0.0), Some(0.0), None);
        }
        act(&mut world, 1, message);
        apart.stadium().act(1, command);
        assert_ne!(apart.game.ball.acceleration, Vec2::ZERO);
        assert_eq!(world.game.ball, apart.game.ball, "version {version}");
    };
    push(11, "(tackle 50)", Command::TackleAhead(50.0, false));
    push(12, "(tackle 50)", Command::Tackle(50.0, false));
}

#[test]
fn long_names_of_players_do_not_tell_goalies() {
    let goalie = SeenPlayer {
        seen: Seen { distance: Some(3.0), ..Seen::default() },
        side: Some(Side::Left),
        unum: Some(1),
        goalie: true,
        ..SeenPlayer::default()
    };
    let sight = Sight { players: vec![goalie], ..Sight::default() };
    let names = ["A", "B"].map(str::to_owned);
    for (version, text) in
        [(5, "(see 0 ((player A 1) 3 0))"), (6, "(see 0 ((p \"A\" 1 goalie) 3 0))")]
    {
        let mut told = String::new();
        write_see(0, &sight, &names, version, &mut told);
        assert_eq!(told, text);
    }
}

#[test]
fn players_see_nothing_before_version_3() {
    for (version, sees) in [(1, false), (2, false), (3, true)] {
        let mut world = world(version);
        world.stadium().move_player(1, Vec2::new(-10.0, 5.0), Some(0.0), None);
        let senses = world.senses.as_ref().unwrap();
        let sight = senses.eye(world.rules(), &world.game, 1, None).look();
        assert_eq!(sight.ball.is_some(), sees);
        assert_eq!(sight != Sight::default(), sees, "version {version}");
    }
}

#[test]
fn only_the_own_coach_is_told_what_language_a_player_understands() {
    let mut world = world(19);
    world.staff_mut();
    world.take_news();
    act(&mut world, 1, "(clang (ver 7 8))");
    let news = world.take_news();
    let told = |side| news.iter().find_map(|news| news::to_coach(&world, news, side));
    assert_eq!(told(Side::Left).unwrap(), "(clang (ver (p \"Left\" 2) 7 8))");
    assert_eq!(told(Side::Right), None);
}

#[test]
fn a_view_of_a_given_quality_leaves_the_focus_outside() {
    for (message, degrees) in [
        ("(change_view narrow)", 30.0),
        ("(change_view narrow high)", 60.0),
        ("(change_view narrow low)", 60.0),
    ] {
        let mut world = world(19);
        act(&mut world, 1, "(change_focus 5 60)");
        act(&mut world, 1, message);
        let focus = world.game.players[1].focus[1].to_degrees();
        assert!((focus - degrees).abs() < 1e-9, "{message} {focus}");
    }
}

#[test]
fn ears_cannot_be_closed_before_version_8() {
    for (version, hears) in [(7, true), (8, false)] {
        let mut world = world(version);
        assert!(act(&mut world, 1, "(ear (off))").is_empty());
        act(&mut world, 2, "(say hello)");
        let reached = world.senses.as_ref().unwrap().said()[0].reached;
        assert_eq!(reached >> 1 & 1 == 1, hears, "version {version}");
    }
}

#[test]
fn who_recovers_may_hear_as_much_as_at_the_start() {
    // One message is heard in two cycles.
    let few = [("hear_max", Value::Real(2.0)), ("hear_decay", Value::Real(2.0))];
    type Act = fn(&mut World);
    let all: [(&str, Act, [i32; 2]); 4] = [
        ("nothing", |_| {}, [0, 0]),
        ("recovery", |world| _ = trainer::act(world, None, b"(recover)"), [2, 2]),
        ("a substitution", |world| world.stadium().substitute(1, 3), [2, 0]),
        ("the kick-off", |world| referee::start(&mut world.stadium()), [2, 2]),
    ];
    for (what, act, capacities) in all {
        let mut world = world_with(19, &few);
        for own in &mut world.senses.as_mut().unwrap().players {
            own.capacity = [0, 0];
        }
        act(&mut world);
        let players = &world.senses.as_ref().unwrap().players;
        let [first, second] = [1, OPPONENT].map(|place| players[place].capacity);
        assert_eq!([first, second], capacities.map(|capacity| [capacity; 2]), "{what}");
    }
}

#[test]
fn only_the_end_of_time_ends_the_coachs_substitutions() {
    let mut world = world(19);
    let change = |world: &mut World| coach::answer(world, Side::Left, b"(change_player_type 2 5)");
    world.game.cycle = 10;
    referee::change_mode(&mut world.stadium(), PlayMode::PenaltySetup(Side::Left));
    assert_eq!(change(&mut world), "(ok change_player_type 2 5)");
    world.game.cycle = 8000;
    assert_eq!(change(&mut world), "(warning cannot_sub_while_penalty_shootouts)");
}

#[test]
fn nobody_plays_under_a_fixed_name_but_opponents_are_told_it() {
    let text = |text: &str| Value::Text(text.to_owned());
    let fixed = [("fixed_teamname_l", text("One")), ("fixed_teamname_r", text("Two"))];
    let mut world = world_with(19, &fixed);
    for name in ["One", "Two"] {
        let refused = init::player(&mut world, format!("(init {name})").as_bytes());
        assert_eq!(refused, Err(vec!["(error conflict_with_fixed_teamname)"]));
    }
    let joined = init::player(&mut world, b"(init Right (version 19))");
    assert_eq!(joined, Ok(init::Newcomer::Player(OPPONENT + 1, 19)));
    assert_eq!(world.names_told(Side::Left), ["Left", "Two"]);
    assert_eq!(world.names_told(Side::Right), ["One", "Right"]);
    let names = |world: &mut World, side| coach::answer(world, side, b"(team_names)");
    let left = "(ok team_names (team l Left) (team r Two))\n";
    assert_eq!(names(&mut world, Side::Left).trim_end(), left.trim_end());
    let right = "(ok team_names (team l One) (team r Right))\n";
    assert_eq!(names(&mut world, Side::Right).trim_end(), right.trim_end());
    let trainer = trainer::answer(&mut world, None, b"(team_names)");
    assert_eq!(trainer.trim_end(), "(ok team_names (team l Left) (team r Right))");
}

#[test]
fn any_name_but_the_fixed_ones_joins() {
    let fixed = [("fixed_teamname_l", Value::Text("One".to_owned()))];
    let mut server = ServerParameters::default();
    server.set(fixed[0].0, &fixed[0].1).unwrap();
    let rules = Rules::new(server, PlayerParameters::default(), None, 1).unwrap();
    let mut world = World::new(Arc::new(rules), 1);
    assert_eq!(world.names_told(Side::Right), ["", ""]);
    for (name, place) in [("A", 0), ("B", OPPONENT)] {
        let joined = init::player(&mut world, format!("(init {name} (version 9))").as_bytes());
        assert_eq!(joined, Ok(init::Newcomer::Player(place, 9)));
    }
    assert_eq!(init::player(&mut world, b"(init C)"), Err(vec!["(error no_more_team)"]));
}

#[test]
fn a_lack_of_room_is_told_before_a_wrong_version() {
    let world = world(19);
    let taken = |is_taken| init::coach(&world, b"(init Left (version 20))", |_| is_taken);
    assert_eq!(taken(true), Err("(error already_have_coach)"));
    assert_eq!(taken(false), Err("(error illegal_client_version)"));
    let early = init::coach(&world, b"(init Left (version 4))", |_| true);
    assert_eq!(early, Err("(error illegal_client_version)"));
    let full = |is_full| init::monitor(b"(dispinit version 9)", || is_full);
    assert_eq!(full(true), Some(Err("(error no_more_monitor)")));
    assert_eq!(full(false), Some(Err("(error illegal_client_version)")));
    assert_eq!(init::monitor(b"(init A)", || true), None);
}
