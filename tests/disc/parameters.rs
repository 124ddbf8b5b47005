//! Whatever parameters a game is played with, its numbers stay finite; parameters with which they
//! would not are refused.

use crate::stage::{Left, Right};
use rcssgym::disc::parameters::Value;
use rcssgym::disc::senses::BodySense;
use rcssgym::disc::*;
use rcssgym::wire::rcssserver::write_sense_body;
use std::sync::Arc;

/// Parameters without which those with these beginnings have no effect.
const NEEDED: [(&str, &str, f64); 4] = [
    ("keepaway", "keepaway", 1.0),
    ("wind", "wind_rand", 0.3),
    ("illegal_defense", "illegal_defense_number", 1.0),
    ("prand_factor", "team_actuator_noise", 1.0),
];

fn rules(name: &str, value: f64) -> rcssgym::Result<Rules> {
    let mut server = ServerParameters::default();
    for (_, needed, value) in NEEDED.into_iter().filter(|(begin, ..)| name.starts_with(begin)) {
        server.set(needed, &Value::Real(value))?;
    }
    let mut player = PlayerParameters { random_seed: 3, ..PlayerParameters::default() };
    match server.get(name) {
        Some(_) => server.set(name, &Value::Real(value))?,
        None => player.set(name, &Value::Real(value))?,
    }
    Rules::new(server, player, None, 1)
}

/// Names of all parameters that are numbers.
fn numbers() -> impl Iterator<Item = &'static str> {
    let names = ServerParameters::NAMES.iter().chain(PlayerParameters::NAMES);
    let (server, player) = (ServerParameters::default(), PlayerParameters::default());
    names.map(|(name, _)| *name).filter(move |name| {
        let value = server.get(name).or_else(|| player.get(name));
        matches!(value, Some(Value::Real(_) | Value::Int(_)))
    })
}

/// Everybody acts near the ball at first; then most wait and see.
fn act(world: &mut World, random: &mut Random, cycle: u32) {
    for side in [Left, Right] {
        for unum in 1..=4 {
            let place = Player::place(side, unum);
            let (x, y) = (random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0));
            if cycle < 60 && cycle.is_multiple_of(10) {
                let body = Some(random.uniform(-3.0, 3.0));
                world.stadium().move_player(place, Vec2::new(x, y), body, Some(Vec2::ZERO));
            }
            if cycle >= 60 && (unum.is_multiple_of(2) || random.below(2) == 0) {
                continue;
            }
            let (number, angle) = (100.0 * x, 90.0 * y);
            let command = match random.below(7) {
                0 => Command::Turn(angle),
                1 => Command::Tackle(angle, cycle.is_multiple_of(2)),
                2 => Command::Kick(number, angle),
                3 => Command::Catch(angle),
                4 => Command::Legs([Some((number, angle)), None]),
                _ => Command::Dash(number, angle),
            };
            for command in [command, Command::TurnNeck(angle), Command::PointTo(x, angle)] {
                world.stadium().act(place, command);
            }
        }
    }
}

fn play(rules: Rules, what: &str) {
    const MODES: [PlayMode; 6] = [
        PlayMode::PlayOn,
        PlayMode::FreeKick(Left),
        PlayMode::GoalKick(Right),
        PlayMode::CornerKick(Left),
        PlayMode::DropBall,
        PlayMode::PlayOn,
    ];
    let teams = Teams { sizes: [4, 4], goalies: [true; 2], names: Arc::default() };
    let mut world = World::with_teams(Arc::new(rules), 7, &teams);
    let mut random = Random::new(5);
    for cycle in 0..120 {
        if let Some(&mode) = MODES.get(cycle as usize / 10).filter(|_| cycle % 10 == 0) {
            world.stadium().move_ball(Vec2::ZERO, Vec2::new(0.5, 0.5));
            referee::change_mode(&mut world.stadium(), mode);
        }
        act(&mut world, &mut random, cycle);
        world.stadium().step();
        world.messages.clear();
        let ball = &world.game.ball;
        assert!(ball.position.is_finite() && ball.velocity.is_finite(), "{what}, cycle {cycle}");
        for (place, player) in world.game.players.iter().enumerate().filter(|_| cycle % 5 == 4) {
            let mut told = String::new();
            write_sense_body(&BodySense::of(&world.game, place), 19, &mut told);
            let is_told = !told.contains("inf") && !told.contains("nan");
            assert!(is_told && player.position.is_finite(), "{what}, cycle {cycle}: {told}");
        }
    }
}

#[test]
fn games_stay_finite_with_the_extremes_of_every_parameter() {
    let (mut played, mut refused) = (0, 0);
    for name in numbers() {
        for value in [0.0, -1.0, 1e9, -1e9, 1e-9, 1e-300, 1e300] {
            match rules(name, value) {
                Ok(rules) => {
                    play(rules, &format!("{name} = {value:?}"));
                    played += 1;
                }
                Err(error) => {
                    let error = error.to_string();
                    let is_named = error.contains(name) || error.contains(" of type ");
                    assert!(is_named, "{name} = {value:?}: {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(played > 500 && refused > 200, "{played} {refused}");
}

#[test]
fn parameters_without_bounds_are_refused() {
    for (name, value, range) in [
        ("player_decay", 1e9, "from 0.0 to 0.999999"),
        ("ball_decay", 1.0, "from 1e-9 to 0.999999"),
        ("player_rand", -2.0, "from -1.0 to 1.0"),
        ("player_size", 1e9, "from 1e-9 to 10.0"),
        ("kickable_margin", 1e9, "from 1e-9 to 10.0"),
        ("goal_width", -1.0, "from 0.0 to 1000000000.0"),
        ("visible_angle", 1e9, "from -360.0 to 360.0"),
        ("ball_weight", 1e-300, "from 1e-9 to 1000000000.0"),
        ("stamina_max", 1e300, "from -1000000000.0 to 1000000000.0"),
        ("kick_rand_delta_factor", -1e300, "from -1000000000.0 to 1000000000.0"),
    ] {
        let error = rules(name, value).unwrap_err().to_string();
        assert!(error.ends_with(&format!("{name} must be {range}, not {value:?}")), "{error}");
    }
    let error = rules("prand_factor_r", 11.0).unwrap_err().to_string();
    assert!(error.contains("prand_factor_r times player_rand must be from -1.0 to 1.0"), "{error}");
}
