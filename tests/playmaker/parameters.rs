//! Parameters that are written and read again, and play modes.

use rcssgym::disc::parameters::Value;
use rcssgym::disc::{PlayMode, PlayerParameters, PlayerType, Rules, ServerParameters, Side};
use rcssgym::playmaker::parameters::{player_param, player_type, rules, server_param};
use rcssgym::playmaker::{game_mode, play_mode};

fn drawn() -> Rules {
    let server =
        ServerParameters { ball_decay: 0.93, half_time: 100, ..ServerParameters::default() };
    let player = PlayerParameters { random_seed: 7, ..Default::default() };
    Rules::new(server, player, None, 0).unwrap()
}

#[test]
fn rules_that_are_told_are_read_again() {
    let own = drawn();
    let types: Vec<_> = (0..18).map(|id| player_type(&own, id)).collect();
    let read = rules(Some(&server_param(&own)), Some(&player_param(&own)), &types).unwrap();
    assert_eq!(read.server, own.server);
    assert_eq!(read.player, own.player);
    for (one, other) in read.types.iter().zip(&own.types) {
        for name in PlayerType::NAMES {
            let (one, other) = (one.get(name).unwrap(), other.get(name).unwrap());
            assert!((one - other).abs() <= 1e-6 * other.abs(), "{name}: {one} and {other}");
        }
    }
}

/// Every parameter is told, and not only those that have another value than usual.
#[test]
fn each_parameter_is_told_and_read_again() {
    let mut lost = Vec::new();
    for &(name, _) in ServerParameters::NAMES {
        let usual = ServerParameters::default();
        let others = match usual.get(name).unwrap() {
            Value::Bool(own) => vec![Value::Bool(!own)],
            Value::Int(own) => vec![Value::Int(own + 1), Value::Int(own - 1)],
            Value::Real(own) => [own + 0.125, own - 0.125, 0.75 * own]
                .map(|other| Value::Real(format!("{other:.5}").parse().unwrap()))
                .to_vec(),
            // Names of files and folders are not disclosed.
            Value::Text(_) => continue,
        };
        // Some values are impossible.
        let changed = others.iter().find_map(|other| {
            let mut server = usual.clone();
            server.set(name, other).unwrap();
            Rules::new(server, PlayerParameters::default(), None, 0).ok()
        });
        let own = changed.expect(name);
        assert_ne!(*own.server, usual, "{name}");
        let read = rules(Some(&server_param(&own)), None, &[]).unwrap();
        if read.server != own.server {
            lost.push(name);
        }
    }
    // The interface has no noise of distances, and agents tell a number of monitors of their own.
    let without = ["dist_noise_rate", "focus_dist_noise_rate"];
    let without = without.into_iter().chain(["land_dist_noise_rate", "land_focus_dist_noise_rate"]);
    assert_eq!(lost, without.chain(["max_monitors"]).collect::<Vec<_>>());
}

#[test]
fn what_follows_from_parameters_is_told_as_agents_do() {
    let own =
        Rules::new(ServerParameters::default(), PlayerParameters::default(), None, 1).unwrap();
    let server = server_param(&own);
    let near = |one: f32, other: f32| assert!((one - other).abs() < 1e-5, "{one} and {other}");
    near(server.kickable_area, 1.085);
    near(server.catchable_area, 1.3);
    near(server.real_speed_max, 1.0);
    near(server.our_penalty_area_line_x, -36.0);
    near(server.goal_area_width, 18.32);
    near(server.dist_quantize_step, 0.1);
    near(server.dist_quantize_step_l, 0.01);
    near(server.landmark_dist_quantize_step, 0.01);
    assert_eq!((server.half_time, server.lcm_step, server.random_seed), (300, 300, -1));
    assert_eq!(
        (server.online_coach_port, server.trainer_port, server.player_port),
        (6002, 6001, 6000)
    );
    assert!(server.module_dir.is_empty() && server.game_log_dir.is_empty());
    let standard = player_type(&own, 0);
    assert_eq!(standard.cycles_to_reach_max_speed, 6);
    for id in 1..18 {
        let own = player_type(&own, id);
        assert!((4..=7).contains(&own.cycles_to_reach_max_speed), "type {id}");
        assert!(own.max_catchable_dist >= own.reliable_catchable_dist);
    }
    let wrong = rules(
        None,
        None,
        &[rcssgym::playmaker::protos::PlayerType { id: 18, ..Default::default() }],
    );
    assert!(wrong.unwrap_err().to_string().contains("18 is not the id of a player type"));
}

#[test]
fn modes_are_named_by_kind_and_side() {
    for mode in PlayMode::all().filter(|mode| *mode != PlayMode::DropBall) {
        assert_eq!(play_mode(game_mode(mode), mode.side()), Some(mode), "{mode:?}");
    }
    assert_eq!(game_mode(PlayMode::DropBall), game_mode(PlayMode::PlayOn));
    assert_eq!(play_mode(game_mode(PlayMode::KickIn(Side::Left)), None), None);
}
