//! Teams that play by themselves: their formations, how well they play, and that the same seed
//! plays the same game.

use rcssgym::batch::disc::{DiscBatch, DiscConfig};
use rcssgym::disc::parameters::Value;
use rcssgym::disc::skills::planner::Planner;
use rcssgym::disc::{
    PlayMode, PlayerParameters, Rules, ServerParameters, Side, Teams, Vec2, World, referee,
};
use rcssgym::teams::{Crew, Play, Playbook, Role, Script, Situation, Statistics, Strength};
use std::sync::Arc;

/// Returns parameters with which the referee starts play.
pub fn server() -> ServerParameters {
    let mut server = ServerParameters::default();
    server.set("auto_mode", &Value::Bool(true)).unwrap();
    server.set("kick_off_wait", &Value::Int(5)).unwrap();
    server
}

pub fn teams() -> Teams {
    let names = Arc::new(["Left".to_owned(), "Right".to_owned()]);
    Teams { sizes: [11; 2], goalies: [true; 2], names }
}

pub fn scripted() -> Option<Play> {
    Some(Play::Scripted(Script::standard().unwrap()))
}

pub fn sensed() -> Option<Play> {
    Some(Play::Scripted(Script { is_sensed: true, ..Script::standard().unwrap() }))
}

fn weak(strength: f64) -> Option<Play> {
    let strength = Strength::of(strength).unwrap();
    Some(Play::Scripted(Script { strength, ..Script::standard().unwrap() }))
}

/// Plays a game of `cycles` cycles; returns its world and statistics.
fn played(plays: [Option<Play>; 2], seed: u64, cycles: usize) -> (World, Statistics) {
    let rules = Rules::new(server(), PlayerParameters::default(), None, seed).unwrap();
    let mut world = World::with_teams(Arc::new(rules), seed, &teams());
    let (mut crew, mut statistics) = (Crew::new(plays, seed), Statistics::default());
    for _ in 0..cycles {
        crew.act(&mut world, None);
        world.stadium().step();
        statistics.observe(world.rules(), &world.game);
        world.messages.clear();
    }
    (world, statistics)
}

fn batch(plays: [Option<Play>; 2], worlds: usize, seed: u64, threads: usize) -> DiscBatch {
    let sensed = plays.iter().flatten().any(Play::is_sensed);
    DiscBatch::new(DiscConfig {
        num_worlds: worlds,
        teams: teams(),
        server: Arc::new(server()),
        player: PlayerParameters::default(),
        types: None,
        threads: Some(threads),
        seed,
        messages: false,
        sensed,
        hearing: false,
        plays,
    })
    .unwrap()
}

fn advance(batch: &mut DiscBatch, cycles: usize) {
    assert_eq!(batch.advance(cycles, None, &mut || false).unwrap(), cycles);
}

#[test]
fn the_standard_formations_are_whole_and_symmetric() {
    let book = Playbook::standard().unwrap();
    assert_eq!((book.role(1), book.role(11)), (Role::Goalie, Role::Forward));
    let pairs = [(2, 3), (4, 5), (7, 8), (9, 10)];
    for (x, y) in [(-50.0, 20.0), (0.0, 0.0), (11.0, -7.0), (52.0, 34.0), (80.0, -60.0)] {
        for situation in [Situation::Offence, Situation::Defence, Situation::TheirFreeKick] {
            for (one, other) in pairs {
                let here = book.home(situation, one, Vec2::new(x, y));
                let there = book.home(situation, other, Vec2::new(x, -y));
                assert!((here.x - there.x).abs() < 1e-9 && (here.y + there.y).abs() < 1e-9);
            }
        }
    }
    // Everyone is in their own half before a kick-off.
    for situation in [Situation::OurKickOff, Situation::TheirKickOff] {
        assert!((1..=11).all(|unum| book.home(situation, unum, Vec2::ZERO).x < 0.0));
    }
}

/// Returns a formation file with a grid of two by two for player 2, and one point for everyone
/// else.
fn small_book() -> String {
    let mut text = String::new();
    for unum in 1..=11 {
        text += &format!("role {unum} {}\n", if unum == 1 { "goalie" } else { "midfielder" });
    }
    for name in ["offence", "defence", "our_kick_off"] {
        text += &format!("formation {name}\nball x -10 30\nball y -20 20\n");
        text += "1 at -20: -50,0 -50,0 # a comment\n1 at 20: -50,0 -50,0\n";
        text += "2 at -20: -20,-8 0,-8\n2 at 20: -10,0 10,4\n3 mirrors 2\n";
        for unum in 4..=11 {
            text += &format!("{unum} mirrors 1\n");
        }
    }
    text
}

#[test]
fn homes_are_interpolated_between_points_of_the_grid() {
    let book = Playbook::parse(&small_book()).unwrap();
    let home = |unum, x, y| book.home(Situation::Offence, unum, Vec2::new(x, y));
    assert_eq!(home(2, -10.0, -20.0), Vec2::new(-20.0, -8.0));
    assert_eq!(home(2, 30.0, 20.0), Vec2::new(10.0, 4.0));
    assert_eq!(home(2, 10.0, -20.0), Vec2::new(-10.0, -8.0));
    assert_eq!(home(2, 10.0, 0.0), Vec2::new(-5.0, -3.0));
    // Beyond the grid, homes are those at its edge.
    assert_eq!(home(2, 52.0, 34.0), Vec2::new(10.0, 4.0));
    assert_eq!(home(2, -52.0, -34.0), Vec2::new(-20.0, -8.0));
    assert_eq!(home(3, 10.0, 0.0), Vec2::new(-5.0, 3.0));
    // A situation that the file does not have.
    let corner = book.home(Situation::OurCorner, 2, Vec2::new(10.0, 0.0));
    assert_eq!(corner, Vec2::new(-5.0, -3.0));
}

#[test]
fn files_of_formations_are_refused_by_line_and_value() {
    let good = small_book();
    let cases = [
        ("role 3 midfielder", "role 3 striker", "line 3: there is no role \"striker\"; there are"),
        ("role 3 midfielder", "role 12 goalie", "line 3: \"12\" is not a player, 1 to 11"),
        ("role 3 midfielder", "role 2 goalie", "line 3: player 2 has a role already"),
        ("role 3 midfielder\n", "", "player 3 has no role"),
        ("formation offence", "formation attack", "line 12: there is no formation \"attack\""),
        ("formation defence", "formation offence", "line 28: formation offence is listed twice"),
        ("ball x -10 30", "ball x 30 -10", "line 13: -10 comes after 30: numbers must ascend"),
        ("ball x -10 30", "ball x -10 nan", "line 13: \"nan\" is not a number"),
        ("ball x -10 30", "ball x", "line 13: 0 numbers, 1 to 32 are wanted"),
        ("ball y -20 20", "ball y -20 10", "line 16: 20 is none of ball y"),
        ("-20,-8 0,-8", "-20,-8", "line 17: 1 points, 2 are wanted: one for each ball x"),
        ("-20,-8 0,-8", "-20,-8 0;8", "line 17: \"0;8\" is not a point, as in -12.5,8"),
        ("-20,-8 0,-8", "-20,-8 0,80", "line 17: 0,80 is off the pitch and its margin"),
        ("2 at -20: ", "2 at -20 ", "line 17: \"-20\" is not a y with a colon, as in \"-34:\""),
        ("2 at 20: -10,0 10,4\n", "", "line 18: player 2 must stand above, whole"),
        ("3 mirrors 2\n", "", "line 12: formation offence lacks player 3 at -20"),
        ("3 mirrors 2", "3 follows 2", "line 19: \"3 follows 2\" is none of ball x|y NUMBERS"),
        ("role 1 goalie", "2 mirrors 3", "line 1: \"2 mirrors 3\" where a role or a formation"),
        ("formation our_kick_off", "formation our_corner", "there is no formation our_kick_off"),
    ];
    assert!(Playbook::parse(&good).is_ok());
    for (from, to, message) in cases {
        assert!(good.contains(from), "{from}");
        let error = Playbook::parse(&good.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}\n{message}");
    }
}

#[test]
fn strengths_out_of_range_are_refused() {
    assert_eq!(Strength::of(1.0).unwrap(), Strength::FULL);
    let half = Strength::of(0.5).unwrap();
    assert_eq!((half.delay, half.noise, half.effort), (2, 7.5, 0.85));
    for error in [
        Strength::of(-0.1),
        Strength::of(f64::NAN),
        Strength::new(21, 0.0, 1.0),
        Strength::new(0, -1.0, 1.0),
        Strength::new(0, 0.0, 1.5),
    ] {
        assert!(error.unwrap_err().to_string().contains(" is not between 0 and "));
    }
}

#[test]
fn scripted_players_score_against_those_who_do_anything() {
    for (plays, better) in [
        ([scripted(), Some(Play::Random)], Side::Left),
        ([Some(Play::Random), scripted()], Side::Right),
        ([scripted(), Some(Play::Still)], Side::Left),
    ] {
        let (_, statistics) = played(plays, 3, 1500);
        let own = statistics.teams[better.index()];
        let other = statistics.teams[better.other().index()];
        assert!(own.goals >= 3 && other.goals == 0, "{statistics:?}");
        assert!(own.possession > 4 * other.possession, "{statistics:?}");
    }
}

#[test]
fn nobody_moves_in_a_team_that_stands_still() {
    let (world, statistics) = played([Some(Play::Still), Some(Play::Still)], 1, 300);
    assert!(world.game.players.iter().all(|player| player.counts == Default::default()));
    assert_eq!(statistics.teams[0].possession, 0);
}

#[test]
fn the_same_seed_plays_the_same_game_alone_and_among_others() {
    let plays = || [scripted(), weak(0.6)];
    let (alone, statistics) = played(plays(), 12, 700);
    let (other, _) = played(plays(), 13, 700);
    assert!(alone.game != other.game);
    for threads in [1, 3] {
        let mut batch = batch(plays(), 4, 10, threads);
        advance(&mut batch, 700);
        assert!(batch.worlds()[2].game == alone.game);
        assert_eq!(*batch.statistics().nth(2).unwrap(), statistics);
    }
}

#[test]
fn a_snapshot_goes_on_with_the_same_game() {
    let mut one = batch([weak(0.5), Some(Play::Random)], 2, 5, 1);
    advance(&mut one, 333);
    let bytes = one.snapshot().unwrap();
    advance(&mut one, 200);
    let mut other = batch([weak(0.5), Some(Play::Random)], 2, 5, 2);
    other.restore(&bytes).unwrap();
    advance(&mut other, 200);
    for (one, other) in one.worlds().iter().zip(other.worlds()) {
        assert!(one.game == other.game);
    }
    assert!(one.statistics().eq(other.statistics()));
    one.reset(&[0], None).unwrap();
    assert_eq!(*one.statistics().next().unwrap(), Statistics::default());
}

#[test]
fn teams_that_sense_play_by_what_they_remember() {
    let mut blind = batch([sensed(), Some(Play::Random)], 2, 3, 1);
    advance(&mut blind, 1500);
    for (world, statistics) in blind.worlds().iter().zip(blind.statistics()) {
        let [own, other] = statistics.teams;
        assert!(own.goals >= 2 && other.goals == 0, "{statistics:?}");
        let necks = world.game.players[..11].iter().map(|player| player.counts.turn_neck);
        assert!(necks.min().unwrap() > 800);
    }
    // Players without a memory do nothing.
    let (world, _) = played([sensed(), Some(Play::Random)], 1, 100);
    assert!(world.game.players[..11].iter().all(|player| player.counts == Default::default()));
}

#[test]
fn a_team_that_senses_needs_a_batch_that_does() {
    let config = DiscConfig {
        num_worlds: 1,
        teams: teams(),
        server: Arc::new(server()),
        player: PlayerParameters::default(),
        types: None,
        threads: None,
        seed: 0,
        messages: false,
        sensed: false,
        hearing: false,
        plays: [None, sensed()],
    };
    let error = DiscBatch::new(config).err().unwrap().to_string();
    assert!(error.contains("needs a batch with sensed=True"), "{error}");
}

#[test]
fn many_games_that_are_interrupted_stop_sooner() {
    let made = |worlds| {
        let mut batch = batch([None, None], worlds, 1, 1);
        batch.advance(100, None, &mut || true).unwrap()
    };
    assert_eq!([made(2), made(1024)], [64, 16]);
}

/// Returns the means of counts over whole games between two teams.
fn means<const N: usize>(
    plays: [Option<Play>; 2],
    worlds: usize,
    counts: fn(&Statistics) -> [u32; N],
) -> [f64; N] {
    let mut batch = batch(plays, worlds, 100, 2);
    advance(&mut batch, 6400);
    let mut sums = [0; N];
    for own in batch.statistics() {
        for (sum, count) in sums.iter_mut().zip(counts(own)) {
            *sum += count;
        }
    }
    sums.map(|sum| f64::from(sum) / worlds as f64)
}

#[test]
fn weaker_teams_lose() {
    for level in [0.0, 0.5] {
        let goals = |own: &Statistics| [own.teams[0].goals, own.teams[1].goals];
        let [ours, theirs] = means([scripted(), weak(level)], 6, goals);
        assert!(ours - theirs > 2.0, "{level}: {ours} to {theirs}");
    }
}

#[test]
fn games_between_equals_have_some_goals_few_offsides_and_many_changes() {
    let [goals, offsides, losses] = means([scripted(), scripted()], 8, |own| {
        let [left, right] = &own.teams;
        [left.goals + right.goals, left.offsides + right.offsides, left.losses]
    });
    assert!((1.0..8.0).contains(&goals), "{goals} goals");
    assert!(offsides < 3.0, "{offsides} offsides");
    assert!(losses > 30.0, "{losses} losses");
}

#[test]
fn a_drawn_game_is_decided_by_penalties() {
    let mut server = server();
    server.set("half_time", &Value::Int(20)).unwrap();
    server.set("nr_extra_halfs", &Value::Int(0)).unwrap();
    let mut decided = 0;
    for seed in 0..4 {
        let rules = Rules::new(server.clone(), PlayerParameters::default(), None, seed).unwrap();
        let mut world = World::with_teams(Arc::new(rules), seed, &teams());
        let mut crew = Crew::new([scripted(), scripted()], seed);
        for _ in 0..8000 {
            crew.act(&mut world, None);
            world.stadium().step();
        }
        assert_eq!(world.game.mode, PlayMode::TimeOver);
        let [left, right] = world.game.score;
        if left.goals == right.goals {
            assert_ne!(left.penalties_scored, right.penalties_scored);
            assert!(left.penalties_scored + right.penalties_scored > 0);
            decided += 1;
        }
    }
    assert!(decided > 0, "no game was drawn");
}

#[test]
fn small_teams_take_the_places_that_matter_most() {
    let book = Playbook::standard().unwrap();
    let slots = |size: usize, goalie| -> Vec<u8> {
        let lineup = book.lineup(size, goalie);
        (1..=size as u8).map(|unum| lineup.slot(unum)).collect()
    };
    assert_eq!(slots(11, true), (1..=11).collect::<Vec<_>>());
    assert_eq!(slots(4, true), [1, 2, 7, 11]);
    assert_eq!(slots(3, false), [2, 7, 11]);
    let small = Teams { sizes: [4, 4], ..teams() };
    let rules = Rules::new(server(), PlayerParameters::default(), None, 2).unwrap();
    let mut world = World::with_teams(Arc::new(rules), 2, &small);
    let mut crew = Crew::new([scripted(), Some(Play::Random)], 2);
    for _ in 0..1500 {
        crew.act(&mut world, None);
        world.stadium().step();
    }
    let [left, right] = world.game.score;
    assert!(left.goals >= 2 && right.goals == 0, "{left:?} {right:?}");
}

#[test]
fn a_game_takes_snapshots_of_before_its_players_kicked() {
    let rules = Rules::new(server(), PlayerParameters::default(), None, 4).unwrap();
    let mut world = World::with_teams(Arc::new(rules), 4, &teams());
    let before = world.snapshot().unwrap();
    let mut crew = Crew::new([scripted(), scripted()], 4);
    for _ in 0..300 {
        crew.act(&mut world, None);
        world.stadium().step();
    }
    assert!(world.game.players.iter().map(|player| player.counts.kick).sum::<u32>() > 5);
    world.restore(&before).unwrap();
    assert_eq!(world.game.cycle, 0);
}

/// A sensing team that talks, or does not.
fn talking(talks: bool) -> Option<Play> {
    Some(Play::Scripted(Script { is_sensed: true, talks, ..Script::standard().unwrap() }))
}

#[test]
fn players_who_talk_know_the_ball_and_their_mates_better() {
    let ages = |talks: bool| {
        let mut batch = batch([talking(talks), talking(talks)], 1, 8, 1);
        let (mut ball, mut mates, mut count) = (0.0, 0.0, 0.0);
        for _ in 0..600 {
            advance(&mut batch, 1);
            let world = &batch.worlds()[0];
            if world.game.mode != PlayMode::PlayOn {
                continue;
            }
            for (place, memory) in world.minds.as_ref().unwrap().memories.iter().enumerate() {
                let own = place - place % 11;
                let known = memory.players().skip(own).take(11);
                let known = known.map(|mate| f64::from(mate.pos_count.min(30))).sum::<f64>();
                ball += f64::from(memory.ball.pos_count.min(30));
                mates += (known - 30.0) / 10.0;
                count += 1.0;
            }
        }
        let said: u32 = batch.worlds()[0].game.players.iter().map(|it| it.counts.say).sum();
        assert_eq!(said > 5000, talks, "{said}");
        [ball / count, mates / count]
    };
    let [silent, heard] = [false, true].map(ages);
    assert!(heard[0] < 0.8 * silent[0], "{heard:?} {silent:?}");
    assert!(heard[1] < 0.9 * silent[1], "{heard:?} {silent:?}");
}

#[test]
fn players_get_types_that_suit_their_roles() {
    let chosen = |chooses_types: bool| {
        let play = Some(Play::Scripted(Script { chooses_types, ..Script::standard().unwrap() }));
        let mut batch = batch([play, Some(Play::Still)], 3, 40, 1);
        // A player whose type a coach has chosen keeps it.
        batch.world_mut(0).unwrap().stadium().substitute_by_coach(Side::Left, 3, 17).unwrap();
        advance(&mut batch, 30);
        batch
    };
    // The final speed of full dashes, and the distance that they cover from standing in 3 s.
    let run = |world: &World, place: usize| {
        let (rules, game) = (world.rules(), &world.game);
        let own = &rules.types[usize::from(game.players[place].type_id)];
        let push = rules.server.max_dash_power * own.dash_power_rate * own.effort_max;
        let (mut speed, mut way) = (0.0, 0.0);
        for _ in 0..30 {
            speed = (speed + push).min(own.player_speed_max);
            way += speed;
            speed *= own.player_decay;
        }
        way
    };
    let [own, without] = [true, false].map(chosen);
    let forwards = |batch: &DiscBatch| -> f64 {
        batch.worlds().iter().map(|world| run(world, 10) + run(world, 9) + run(world, 8)).sum()
    };
    assert!(forwards(&own) > forwards(&without) + 3.0, "{} {}", forwards(&own), forwards(&without));
    assert_eq!(own.worlds()[0].game.players[2].type_id, 17);
    for world in own.worlds() {
        let mut ids: Vec<_> = world.game.players[..11].iter().map(|it| it.type_id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 11, "every type once");
    }
}

#[test]
fn a_team_that_plans_scores_and_plays_another_game() {
    let planner = Some(Arc::new(Planner::default()));
    let play = Some(Play::Scripted(Script { planner, ..Script::standard().unwrap() }));
    let (world, statistics) = played([play, Some(Play::Random)], 3, 1500);
    assert!(statistics.teams[0].goals >= 3, "{statistics:?}");
    let (other, _) = played([scripted(), Some(Play::Random)], 3, 1500);
    assert!(world.game != other.game);
}

#[test]
fn teams_may_differ_from_world_to_world() {
    let mut mixed = batch([scripted(), weak(0.0)], 2, 21, 1);
    mixed.set_play(1, Side::Right, Some(Play::Random)).unwrap();
    advance(&mut mixed, 500);
    let (first, _) = played([scripted(), weak(0.0)], 21, 500);
    let (second, _) = played([scripted(), Some(Play::Random)], 22, 500);
    assert!(mixed.worlds()[0].game == first.game);
    assert!(mixed.worlds()[1].game == second.game);
    let error = mixed.set_play(0, Side::Left, sensed()).unwrap_err().to_string();
    assert!(error.contains("needs a batch with sensed=True"), "{error}");
    assert!(mixed.set_play(2, Side::Left, None).is_err());
}

#[test]
fn scripted_players_put_up_with_odd_parameters() {
    let odd: [&[(&str, f64)]; 7] = [
        &[("max_dash_power", 5.0)],
        &[("max_dash_power", -1.0)],
        &[("ball_decay", 0.999_999)],
        &[("player_decay", 0.999_999)],
        &[("kickable_margin", 9.0)],
        &[("wind_rand", 1e9), ("wind_force", 1e9)],
        &[("player_size", 9.0), ("goal_width", 0.0), ("visible_angle", 360.0)],
    ];
    for parameters in odd {
        let mut server = server();
        for &(name, value) in parameters {
            server.set(name, &Value::Real(value)).unwrap();
        }
        let rules = Rules::new(server, PlayerParameters::default(), None, 2).unwrap();
        let mut world = World::with_teams(Arc::new(rules), 2, &teams());
        let mut crew = Crew::new([weak(1.0), weak(1.0)], 2);
        referee::start(&mut world.stadium());
        for _ in 0..100 {
            crew.act(&mut world, None);
            world.stadium().step();
            world.messages.clear();
            assert!(world.game.ball.position.is_finite(), "{parameters:?}");
            for player in &world.game.players {
                let is_finite = player.position.is_finite() && player.body.is_finite();
                assert!(is_finite, "{parameters:?}: {player:?}");
            }
        }
    }
}
