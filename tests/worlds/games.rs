//! Games in batches: what a world plays and perceives depends on nothing but its seed, its actions
//! and its commands; players join and leave without disturbing the others; snapshots contain
//! everything.

use crate::forged::with_checksum;
use rcssgym::Error;
use rcssgym::action::{Action, NamedActuator};
use rcssgym::batch::{BatchConfig, GameConfig, Perceived, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::model;
use rcssgym::soccer::{
    Command, Compat, Entrant, Field, Phase, PlayMode, PlayerId, RefereeKind, Rules, Side,
};
use rcssgym::world::lowest_point;
use std::sync::Arc;

const STEPS: usize = 60;

fn game() -> GameConfig {
    GameConfig {
        rules: Rules::ssim26(),
        referee: RefereeKind::Soccer,
        phase: Phase::FirstHalf,
        play_time: None,
        compat: Compat::On,
        vision_noise: true,
        occlusion: true,
    }
}

/// Returns games of two ants and a T1 against two T1s, where world `i` has seed `seed + i`.
fn batch(num_worlds: usize, threads: usize, seed: u64) -> WorldBatch {
    let [ant, t1] = ["ant", "T1"].map(|name| Arc::new(model::load(name).unwrap()));
    let mut batch = WorldBatch::new(BatchConfig {
        num_worlds,
        left: vec![Arc::clone(&ant), ant, Arc::clone(&t1)],
        right: vec![Arc::clone(&t1), t1],
        field: Field::fifa7vs7(),
        threads: Some(threads),
        seed,
        precision: Precision::F64,
        game: Some(game()),
    })
    .unwrap();
    batch.name_teams(&["A".to_owned(), "B".to_owned()]);
    batch
}

/// Returns a robot's actions, which follow from the world's seed, the step and the robot.
fn actions(batch: &WorldBatch, robot: usize, seed: u64, step: usize) -> Vec<Action> {
    let model = batch.robot_model(robot);
    let wave = |i: usize| (0.37 * (step + 3 * i) as f64 + seed as f64 + robot as f64).sin();
    let motors = (0..model.motors.len())
        .map(|motor| Action::Motor { motor, command: [0.4 * wave(motor), 0.0, 20.0, 0.5, 0.0] });
    let mut actions: Vec<Action> = motors.collect();
    if step == 0 {
        let position = [2.0 + 1.3 * robot as f64, wave(robot)];
        actions.push(Action::Beam { position, yaw: 0.1 * wave(1) });
    }
    if let Some(NamedActuator::Speaker(speaker)) = NamedActuator::named(model, "say") {
        let message = format!("{robot} {step}").into_bytes();
        actions.push(Action::Say { speaker, volume: 0.2 + 0.1 * robot as f64, message });
    }
    actions
}

/// Makes one step of the worlds, which have these seeds.
fn step(batch: &mut WorldBatch, seeds: &[u64], step: usize) {
    for (world, &seed) in seeds.iter().enumerate() {
        for robot in 0..batch.num_robots() {
            let actions = actions(batch, robot, seed, step);
            batch.act(world, robot, actions).unwrap();
        }
        if step == 5 {
            let side = if seed % 2 == 0 { Side::Left } else { Side::Right };
            batch.command(world, &Command::KickOff(side)).unwrap();
        }
        if step == 20 {
            batch.command(world, &Command::SetPlayMode(PlayMode::PlayOn)).unwrap();
            let command = Command::PlaceBall { pos: [1.0, 17.9, 0.11], vel: Some([0.0, 4.0, 0.0]) };
            batch.command(world, &command).unwrap();
        }
    }
    batch.advance(4, &mut || false);
}

/// Returns one world's part of a batch's perceptions, as bits.
fn row(perceived: &Perceived, world: usize) -> Vec<u64> {
    let of = |values: &[f64]| {
        let row = values.len() / perceived.sizes.worlds;
        values[world * row..][..row].iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    let flags = |values: &[bool]| {
        let row = values.len() / perceived.sizes.worlds;
        values[world * row..][..row].iter().map(|&x| u64::from(x)).collect::<Vec<_>>()
    };
    let bytes: Vec<f64> = perceived.message.iter().map(|&byte| f64::from(byte)).collect();
    let azimuths: Vec<f64> = perceived.sound_azimuth.iter().map(|&angle| angle as f64).collect();
    let numbers = [
        of(&perceived.time),
        of(&perceived.orientation),
        of(&perceived.position),
        of(&perceived.gyro),
        of(&perceived.accelerometer),
        of(&perceived.joint_angles),
        of(&perceived.joint_speeds),
        of(&perceived.vision),
        of(&bytes),
        of(&azimuths),
        flags(&perceived.seen),
        flags(&perceived.heard),
        flags(&perceived.has_vision),
    ];
    numbers.concat()
}

/// Returns everything that each world of a batch played and perceived.
fn history(batch: &mut WorldBatch, seeds: &[u64]) -> Vec<Vec<u64>> {
    let mut history = vec![Vec::new(); seeds.len()];
    for number in 0..STEPS {
        step(batch, seeds, number);
        let perceived = batch.perceive(None).unwrap();
        for (world, history) in history.iter_mut().enumerate() {
            history.extend(row(&perceived, world));
            let state = &batch.game(world).unwrap().game.state;
            history.push(state.play_mode().index() as u64);
            history.push(state.play_time().to_bits());
        }
    }
    history
}

#[test]
fn worlds_depend_on_their_seed_alone() {
    let seeds: Vec<u64> = (7..18).collect();
    let alone: Vec<_> =
        seeds.iter().map(|&seed| history(&mut batch(1, 1, seed), &[seed])).collect();
    let mut modes = Vec::new();
    for threads in [1, 2, 5] {
        let mut together = batch(seeds.len(), threads, 7);
        let together_history = history(&mut together, &seeds);
        for (world, history) in together_history.iter().enumerate() {
            assert!(*history == alone[world][0], "world {world} with {threads} threads");
        }
        modes = (0..seeds.len())
            .map(|world| together.game(world).unwrap().game.state.play_mode())
            .collect();
    }
    // The ball went over the touch line, so the referee had something to do.
    assert!(modes.iter().any(|mode| mode.name().starts_with("KickIn")), "{modes:?}");
    // The worlds are not all the same.
    assert!(alone[0] != alone[1]);
}

#[test]
fn snapshots_continue_games() {
    let seeds = [3, 4, 5];
    let mut straight = batch(3, 1, 3);
    for number in 0..20 {
        step(&mut straight, &seeds, number);
    }
    let snapshot = straight.snapshot().unwrap();
    let mut restored = batch(3, 2, 3);
    restored.restore(&snapshot).unwrap();
    assert!(restored.snapshot().unwrap() == snapshot);
    for number in 20..STEPS {
        step(&mut straight, &seeds, number);
        step(&mut restored, &seeds, number);
        assert!(straight.perceive(None).unwrap() == restored.perceive(None).unwrap(), "{number}");
    }
    assert!(straight.snapshot().unwrap() == restored.snapshot().unwrap());
}

#[test]
fn damaged_games_are_refused() {
    let mut worlds = batch(2, 1, 0);
    for number in 0..5 {
        step(&mut worlds, &[0, 1], number);
    }
    let snapshot = worlds.snapshot().unwrap();
    let mut bare = WorldBatch::new(BatchConfig {
        num_worlds: 2,
        left: vec![Arc::new(model::load("T1").unwrap())],
        right: vec![],
        field: Field::fifa7vs7(),
        threads: Some(1),
        seed: 0,
        precision: Precision::F64,
        game: None,
    })
    .unwrap();
    assert!(matches!(bare.restore(&snapshot), Err(Error::Snapshot(_))));
    // Any damage at all, with a checksum that fits.
    let (mut restored, mut refused) = (0, 0);
    let body = snapshot.len() - 8;
    let first = body * 9 / 10;
    for at in (first..body).step_by(7) {
        for flip in [0x01, 0x80, 0xff] {
            let mut forged = snapshot.clone();
            forged[at] ^= flip;
            let before = worlds.snapshot().unwrap();
            match worlds.restore(&with_checksum(forged)) {
                Err(Error::Snapshot(message)) => {
                    assert!(!message.contains("checksum"), "{message}");
                    refused += 1;
                    assert!(worlds.snapshot().unwrap() == before);
                }
                Err(error) => panic!("{error}"),
                // Games that can be restored must be playable.
                Ok(()) => {
                    restored += 1;
                    worlds.advance(4, &mut || false);
                    worlds.perceive(Some(true)).unwrap();
                    worlds.restore(&snapshot).unwrap();
                }
            }
        }
    }
    assert!(restored > 100 && refused > 10, "{restored} restored, {refused} refused");
}

/// Returns coordinates, velocities and command-dependent accelerations of a player, as bits.
fn physics(batch: &WorldBatch, player: PlayerId) -> Vec<u64> {
    let robot = batch.slot_of(player).unwrap() - 1;
    let (qpos, qvel) = batch.robot_ranges(robot);
    let numbers = batch.qpos()[qpos].iter().chain(&batch.qvel()[qvel.clone()]);
    numbers.chain(&batch.qacc_warmstart()[qvel]).map(|x| x.to_bits()).collect()
}

#[test]
fn players_come_and_go_without_disturbing_others() {
    let mut worlds = batch(1, 1, 11);
    let mut undisturbed = batch(1, 1, 11);
    let t1 = Arc::new(model::load("T1").unwrap());
    let newcomer = PlayerId { side: Side::Right, number: 42 };
    for number in 0..STEPS {
        // Actions stay with their players, whatever slot those are in.
        if number < 10 {
            step(&mut worlds, &[11], number);
            step(&mut undisturbed, &[11], number);
        } else {
            worlds.advance(4, &mut || false);
            undisturbed.advance(4, &mut || false);
        }
        if number == 15 {
            let mut roster = worlds.roster();
            roster.insert(1, Entrant { model: Arc::clone(&t1), player: newcomer });
            worlds.change_roster(&roster).unwrap();
            let [x, y, _] = worlds.world(0).unwrap().root_position(2);
            assert_eq!([x, y], [85.0, 21.0]);
        }
        if number == 30 {
            let mut roster = worlds.roster();
            roster.retain(|robot| robot.player != newcomer);
            worlds.change_roster(&roster).unwrap();
            assert_eq!(worlds.slot_of(newcomer), None);
        }
        for robot in undisturbed.roster() {
            let same = physics(&worlds, robot.player) == physics(&undisturbed, robot.player);
            assert!(same, "{} in step {number}", robot.player);
        }
    }
    assert!(worlds.perceive(None).unwrap() == undisturbed.perceive(None).unwrap());
}

#[test]
fn a_number_may_go_over_to_another_robot() {
    let mut worlds = batch(1, 1, 0);
    (0..5).for_each(|number| step(&mut worlds, &[0], number));
    let mut roster = worlds.roster();
    let before = worlds.snapshot().unwrap();
    let twice = [roster.clone(), vec![roster[0].clone()]].concat();
    assert!(worlds.change_roster(&twice).unwrap_err().to_string().contains("r-0-1"));
    assert!(worlds.snapshot().unwrap() == before);
    let stays = roster[3].player;
    let kept = physics(&worlds, stays);
    roster[0].model = Arc::clone(&roster[3].model);
    worlds.change_roster(&roster).unwrap();
    assert_eq!(worlds.world(0).unwrap().root_position(1)[..2], [-3.0, 21.0]);
    assert_eq!(physics(&worlds, stays), kept);
    (5..10).for_each(|number| step(&mut worlds, &[0], number));
}

/// This is the world of a managed simulation, whose robots have joined one after the other.
#[test]
fn snapshots_continue_games_whose_players_came_late() {
    let mut worlds = batch(1, 1, 3);
    let roster = worlds.roster();
    let mut second = batch(1, 1, 3);
    for (number, count) in [0, 2, 1, 4].into_iter().enumerate() {
        worlds.change_roster(&roster[..count]).unwrap();
        step(&mut worlds, &[3], 10 * number);
    }
    second.change_roster(&roster[..4]).unwrap();
    (41..60).for_each(|number| step(&mut worlds, &[3], number));
    second.restore(&worlds.snapshot().unwrap()).unwrap();
    for number in 60..80 {
        step(&mut worlds, &[3], number);
        step(&mut second, &[3], number);
        assert!(worlds.perceive(None).unwrap() == second.perceive(None).unwrap());
    }
    assert!(worlds.snapshot().unwrap() == second.snapshot().unwrap());
}

#[test]
fn bad_actions_change_nothing() {
    let mut worlds = batch(1, 1, 0);
    let good = vec![Action::Motor { motor: 0, command: [0.1, 0.0, 5.0, 0.1, 0.0] }];
    worlds.act(0, 2, good.clone()).unwrap();
    let before = worlds.snapshot().unwrap();
    let bad = [
        (Action::Motor { motor: 99, command: [0.0; 5] }, "99"),
        (Action::Motor { motor: 0, command: [0.0, 0.0, f64::NAN, 0.0, 0.0] }, "kp"),
        (Action::Say { speaker: 0, volume: 1.0, message: vec![b'x'; 11] }, "11 bytes"),
        (Action::Beam { position: [0.0, f64::INFINITY], yaw: 0.0 }, "y"),
    ];
    for (action, word) in bad {
        let actions = [good.clone(), vec![action]].concat();
        let error = worlds.act(0, 2, actions).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    assert!(worlds.act(0, 5, vec![]).is_err());
    assert!(worlds.act(1, 0, vec![]).is_err());
    assert!(worlds.snapshot().unwrap() == before);
}

#[test]
fn a_step_cut_short_still_ends_with_the_referee() {
    let mut worlds = batch(1, 1, 0);
    worlds.command(0, &Command::KickOff(Side::Left)).unwrap();
    let mut asked = 0;
    let made = worlds.advance(100, &mut || {
        asked += 1;
        asked == 2
    });
    assert_eq!(made, 40);
    let state = &worlds.game(0).unwrap().game.state;
    assert_eq!((worlds.game(0).unwrap().frame, state.sim_time()), (1, worlds.time()[0]));
    assert!((state.play_time() - 0.2).abs() < 1e-9);
}

/// Returns the depth of the deepest contact with the ground, m; 0 if there is none.
fn depth(batch: &mut WorldBatch) -> f64 {
    let contacts = batch.contacts(0).unwrap();
    let ground = contacts.iter().filter(|contact| contact.geoms.iter().any(|name| name == "pitch"));
    ground.map(|contact| -contact.distance).fold(0.0, f64::max)
}

/// If they faced the touch line, the arms of some would reach their neighbours.
#[test]
fn robots_that_line_up_do_not_touch_each_other() {
    for name in ["T1", "K1", "nao3"] {
        let mut batch = batch(1, 1, 1);
        let mut roster = batch.roster();
        let model = Arc::new(model::load(name).unwrap());
        roster.iter_mut().for_each(|robot| robot.model = Arc::clone(&model));
        batch.change_roster(&roster).unwrap();
        for PlayerId { side, number } in roster.iter().map(|robot| robot.player) {
            let team = side.alias().to_owned();
            batch.command(0, &Command::LineUp { number, team }).unwrap();
        }
        for contact in batch.contacts(0).unwrap() {
            let of = |geom: &str| geom.rsplit_once('-').map(|(robot, _)| robot.to_owned());
            let [one, other] = contact.geoms.map(|geom| of(&geom));
            assert!(one.is_none() || other.is_none() || one == other, "{name}: {one:?} {other:?}");
        }
    }
}

#[test]
fn what_is_lifted_just_touches_the_ground() {
    let k1 = Arc::new(model::load("K1").unwrap());
    let mut batch = batch(1, 1, 1);
    let mut roster = batch.roster();
    roster[1].model = k1;
    batch.change_roster(&roster).unwrap();
    batch.name_teams(&["A".to_owned(), "B".to_owned()]);
    // At the places where robots start, some are in the ground.
    let place_high = |number| Command::PlacePlayer {
        number,
        team: "A".to_owned(),
        pos: [3.0 * f64::from(number), -9.0, 9.0],
        quat: None,
    };
    for robot in batch.roster().iter().filter(|robot| robot.player.side == Side::Left) {
        batch.command(0, &place_high(robot.player.number)).unwrap();
    }
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let quats = [
        None,
        Some([1.0, 0.0, 0.0, 0.0]),
        Some([half, half, 0.0, 0.0]),
        Some([3.0, 0.0, 4.0, 0.0]),
        Some([0.3, 0.5, -0.7, 0.2]),
    ];
    for robot in 0..3 {
        let number = batch.roster()[robot].player.number;
        for (quat, given) in quats.into_iter().zip([-5.0, 0.0, 0.01, -1e6, -0.3]) {
            let place = |z| Command::PlacePlayer {
                number,
                team: "A".to_owned(),
                pos: [5.0 * robot as f64, 7.0, z],
                quat,
            };
            let mut command = place(given);
            batch.game(0).unwrap().game.lift(batch.arena(), &batch.world(0).unwrap(), &mut command);
            let Command::PlacePlayer { pos: [.., lifted], .. } = &command else { panic!() };
            let lifted = *lifted;
            assert_eq!(command, place(lifted));
            for (above, is_deep) in [(1e-6, false), (-1e-4, true)] {
                batch.command(0, &place(lifted + above)).unwrap();
                let depth = depth(&mut batch);
                let context = format!("robot {robot}, {quat:?}, {lifted} {above}: {depth}");
                assert!((depth > 5e-5) == is_deep && depth < 1.1e-4, "{context}");
            }
            // Moved in the posture that it has now, it is lifted as far, and lowered at will.
            let team = "A".to_owned();
            let pos = [5.0 * robot as f64, 7.0, given];
            let mut moved = Command::MovePlayer { number, team, pos, quat: None };
            batch.game(0).unwrap().game.lift(batch.arena(), &batch.world(0).unwrap(), &mut moved);
            let Command::MovePlayer { pos: [.., moved], .. } = &moved else { panic!() };
            assert!((moved - lifted).abs() < 1e-9, "{moved} {lifted}");
            batch.command(0, &place(lifted + 3.0)).unwrap();
            let mut down = Command::MovePlayer {
                number,
                team: "A".to_owned(),
                pos: [0.0, 7.0, lifted + 0.1],
                quat: None,
            };
            let as_asked = down.clone();
            batch.game(0).unwrap().game.lift(batch.arena(), &batch.world(0).unwrap(), &mut down);
            assert_eq!(down, as_asked, "it may come down");
            let mut high = place(lifted + 0.2);
            batch.game(0).unwrap().game.lift(batch.arena(), &batch.world(0).unwrap(), &mut high);
            assert_eq!(high, place(lifted + 0.2));
        }
        batch.command(0, &place_high(number)).unwrap();
    }
    for (z, expected) in [(-3.0, 0.11), (0.0, 0.11), (0.5, 0.5)] {
        let mut command = Command::MoveBall([1.0, 2.0, z]);
        batch.game(0).unwrap().game.lift(batch.arena(), &batch.world(0).unwrap(), &mut command);
        assert_eq!(command, Command::MoveBall([1.0, 2.0, expected]));
        let mut command = Command::PlaceBall { pos: [1.0, 2.0, z], vel: Some([1.0; 3]) };
        batch.game(0).unwrap().game.lift(batch.arena(), &batch.world(0).unwrap(), &mut command);
        assert_eq!(command, Command::PlaceBall { pos: [1.0, 2.0, expected], vel: Some([1.0; 3]) });
    }
}

#[test]
fn the_lowest_point_is_that_of_the_posture() {
    let batch = batch(1, 1, 1);
    // The last robot is a T1.
    let (scene, slot) = (batch.arena().scene(), batch.roster().len());
    let of =
        |hinges: &[f64]| lowest_point(scene, slot, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], hinges);
    let joints = &scene.model(slot).joints;
    let bent = joints.iter().map(|joint| if joint.name.contains("Knee") { 1.5 } else { 0.0 });
    let bent: Vec<f64> = bent.collect();
    assert!(bent.contains(&1.5));
    assert_eq!(of(&[]), of(&vec![0.0; joints.len()]));
    assert!(of(&bent) > of(&[]) + 0.1, "bent knees bring the feet up: {} {}", of(&bent), of(&[]));
}

#[test]
fn what_will_be_refused_is_not_lifted() {
    let batch = batch(1, 1, 1);
    let place = |number, team: &str, pos, quat| {
        let team = team.to_owned();
        Command::PlacePlayer { number, team, pos, quat }
    };
    for command in [
        place(1, "nobody", [0.0; 3], None),
        place(99, "A", [0.0; 3], None),
        place(1, "A", [0.0, 0.0, f64::NAN], None),
        place(1, "A", [1e9, 0.0, 0.0], None),
        place(1, "A", [0.0; 3], Some([0.0; 4])),
        Command::PlaceBall { pos: [0.0, f64::INFINITY, 0.0], vel: None },
        Command::SetBallVelocity([0.0, 0.0, -1.0]),
        Command::KickOff(Side::Left),
    ] {
        let mut lifted = command.clone();
        batch.game(0).unwrap().game.lift(batch.arena(), &batch.world(0).unwrap(), &mut lifted);
        assert_eq!(format!("{lifted:?}"), format!("{command:?}"));
    }
}

#[test]
fn games_that_freeze_can_be_restored() {
    let [mut batch, mut other] = [(); 2].map(|()| batch(2, 1, 4));
    step(&mut batch, &[4, 5], 0);
    let qpos = batch.qpos()[batch.nq()..].to_vec();
    let qvel = vec![1e200; batch.nv()];
    batch.set_state(&[1], &qpos, &qvel).unwrap();
    step(&mut batch, &[4, 5], 1);
    assert_eq!(batch.frozen(), [false, true]);
    for robot in 0..batch.num_robots() {
        assert!(batch.sensordata(1, robot).iter().all(|reading| reading.is_finite()));
    }
    let snapshot = batch.snapshot().unwrap();
    other.restore(&snapshot).unwrap();
    assert_eq!(other.frozen(), [false, true]);
    assert_eq!(other.snapshot().unwrap(), snapshot);
}
