//! SimSpark's monitors get the same messages as from the real server (`tests/reference/simspark`
//! has its first message and the two after it, on an empty field of 30 m x 20 m).

use crate::scene::{Item, Scene, items};
use crate::stage::Stage;
use rcssgym::soccer::{Field, Foul, GameState, Phase, PlayMode, PlayerId, Rules, Side};
use rcssgym::wire::scene_writer::SentPoses;
use rcssgym::wire::simspark::monitor::{DIFF, Environment, FULL, GameInfo, SceneGraph};
use rcssgym::world::Poses;

/// rcssserver3d's field.
fn field() -> Field {
    Field {
        size: [30.0, 20.0, 40.0],
        border: 0.0,
        goal_size: [0.6, 2.1, 0.8],
        circle_radius: 2.0,
        ..Field::fifa7vs7()
    }
}

fn recorded() -> [&'static str; 3] {
    let lines: Vec<_> = include_str!("../reference/simspark/monitor.txt").lines().collect();
    lines.try_into().unwrap()
}

/// Splits a message into its three parts: game, header and nodes.
fn parts(message: &str) -> [&str; 3] {
    let header = if message.contains(FULL) { FULL } else { DIFF };
    let (game, nodes) = message.split_once(header).unwrap();
    [game, header, nodes]
}

fn info<'a>(state: &'a GameState, rules: &'a Rules) -> GameInfo<'a> {
    GameInfo { state, rules, fouls: &[], fouls_before: 0 }
}

#[test]
fn the_first_message_begins_as_recorded() {
    let (state, rules) = (GameState::new(Phase::FirstHalf, 0.0, true), Rules::ssim26());
    let environment = Environment::new(&field(), &rules, 0.042, 0.026);
    let mut game = format!("({}", environment.text());
    info(&state, &rules).write(&mut game, None);
    game.push(')');
    assert_eq!(game, parts(recorded()[0])[0]);
    let known = info(&state, &rules).known();
    let mut next = String::from("(");
    info(&state, &rules).write(&mut next, Some(&known));
    assert_eq!(next + ")", parts(recorded()[1])[0]);
}

/// Asserts that two expressions are the same, with a tolerance for noise in numbers. Our ball is a
/// different one.
fn assert_alike(found: &Item, recorded: &Item, path: &str) {
    match (found, recorded) {
        (Item::List(found), Item::List(recorded)) => {
            assert_eq!(found.len(), recorded.len(), "{path}: {found:?} {recorded:?}");
            for (at, (found, recorded)) in found.iter().zip(recorded).enumerate() {
                assert_alike(found, recorded, &format!("{path}.{at}"));
            }
        }
        (Item::Word(found), Item::Word(recorded)) => {
            let numbers = [found, recorded].map(|word| word.parse::<f64>());
            match numbers {
                [Ok(a), Ok(b)] => assert!((a - b).abs() < 1e-6, "{path}: {a} {b}"),
                _ => assert_eq!(found, recorded, "{path}"),
            }
        }
        _ => panic!("{path}: {found:?} {recorded:?}"),
    }
}

#[test]
fn nodes_are_those_of_the_real_server() {
    let stage = Stage::of(field(), &[]);
    let mut graph = SceneGraph::new(&stage.arena, None);
    graph.update(&stage.arena, &stage.world(), None);
    let (mut full, mut sent) = (String::new(), SentPoses::default());
    graph.write_full(&mut full, &mut sent);
    let [found, wanted] = [&full, parts(recorded()[0])[2]].map(items);
    let [found, wanted] = [found[0].list(), wanted[0].list()];
    assert_eq!((found.len(), wanted.len()), (36, 36));
    for (at, (found, wanted)) in found.iter().zip(wanted).enumerate().take(35) {
        assert_alike(found, wanted, &at.to_string());
    }
    // Blanks and parentheses are the same, too.
    let shape = |text: &str| text.replace(|c: char| !"() ".contains(c), "");
    assert_eq!(shape(&full), shape(parts(recorded()[0])[2]));
    // Differences are equal byte by byte; the first one contains what is new.
    for wanted in &recorded()[1..] {
        let mut diff = String::new();
        graph.write_diff(&mut diff, &mut sent);
        assert_eq!(diff, parts(wanted)[2]);
        graph.settle();
    }
}

#[test]
fn players_are_found_by_their_materials() {
    for (model, mesh) in
        [("T1", "models/T1/Trunk.STL"), ("K1", "models/K1/"), ("ant", "StdUnitSphere")]
    {
        let players = [(Side::Left, 3, model), (Side::Right, 11, model)];
        let stage = Stage::new("fifa7vs7", &players);
        let mut graph = SceneGraph::new(&stage.arena, None);
        graph.update(&stage.arena, &stage.world(), None);
        let (mut full, mut diff, mut sent) = (String::new(), String::new(), SentPoses::default());
        graph.write_full(&mut full, &mut sent);
        graph.write_diff(&mut diff, &mut sent);
        for materials in ["matNum3 matLeft", "matNum11 matRight"] {
            let named = format!("(resetMaterials {materials})");
            assert_eq!(full.matches(&named).count(), 1, "{model}");
            let (before, _) = full.split_once(&named).unwrap();
            let begin = before.rfind("(nd StaticMesh ").unwrap();
            assert!(before[begin..].contains(&format!("(load {mesh}")), "{}", &before[begin..]);
        }
        let scene = format!("((time 0)){FULL}{full}");
        let mut scene = Scene::read(&scene);
        assert_eq!(scene.nodes(), 38);
        scene.apply(&format!("((time 0)){DIFF}{diff}"));
        // Standard shapes are those that the protocol document defines.
        for load in full.split("(nd SMN ").skip(1) {
            let (_, load) = load.split_once("(load ").unwrap();
            let known = ["StdUnitBox)", "StdUnitSphere)", "StdUnitCylinder 1 1)", "StdCapsule 0."];
            assert!(known.iter().any(|known| load.starts_with(known)), "{load}");
        }
    }
}

#[test]
fn bodies_are_posed_in_the_world_and_go_with_their_root() {
    let mut stage = Stage::new("fifa7vs7", &[(Side::Right, 4, "T1")]);
    stage.put(1, [3.0, -2.0, 0.7], 0.5);
    let root: Vec<f64> = stage.qpos(1)[..7].to_vec();
    stage.state.observed.as_mut().unwrap().roots[7..14].copy_from_slice(&root);
    let mut graph = SceneGraph::new(&stage.arena, None);
    let mut scene = |stage: &Stage| {
        graph.update(&stage.arena, &stage.world(), None);
        let mut full = String::new();
        graph.write_full(&mut full, &mut SentPoses::default());
        Scene::read(&format!("((time 0)){FULL}{full}"))
    };
    let before = scene(&stage);
    let model = std::sync::Arc::clone(stage.arena.scene().model(1));
    let poses = {
        let world = stage.world();
        Poses::of(&model, &world.observed[world.scene.slots[1].qpos.clone()])
    };
    for body in 0..model.bodies.len() {
        let (found, wanted) = (before.position(&[36, body]), poses.body(body).pos);
        let difference = found.iter().zip(wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(difference < 1e-4, "body {body}: {found:?} {wanted:?}");
    }
    // The robot is moved after the step, without being turned.
    let observed = stage.state.observed.as_mut().unwrap();
    observed.roots[7] += 5.0;
    let after = scene(&stage);
    for body in 0..model.bodies.len() {
        let [x, ..] = before.position(&[36, body]);
        let [moved, ..] = after.position(&[36, body]);
        assert!((moved - x - 5.0).abs() < 1e-4, "body {body}: {x} {moved}");
    }
}

#[test]
fn partial_states_tell_what_has_changed() {
    let rules = Rules::ssim26();
    let mut state = GameState::new(Phase::FirstHalf, 0.0, true);
    let mut known = info(&state, &rules).known();
    let mut tell = |state: &GameState, fouls: &[(PlayerId, Foul)], fouls_before| {
        let info = GameInfo { state, rules: &rules, fouls, fouls_before };
        let mut text = String::new();
        info.write(&mut text, Some(&known));
        known = info.known();
        text
    };
    state.set_play_time(25.040_4);
    state.set_play_mode(PlayMode::PlayOn);
    assert_eq!(tell(&state, &[], 0), "(time 25.0404)(play_mode 3)");
    state.goal(Side::Left);
    assert_eq!(tell(&state, &[], 0), "(time 25.0404)(score_left 1)(play_mode 13)");
    state.team_names = ["Alpha", "Beta_2"].map(|name| Some(name.to_owned()));
    state.set_play_time(8.560_01);
    assert_eq!(tell(&state, &[], 0), "(time 8.56001)(team_left Alpha)(team_right Beta_2)");
    state.set_play_time(300.02);
    assert_eq!(tell(&state, &[], 0), "(time 300.02)(half 2)");
    let [one, other] =
        [(Side::Left, 3), (Side::Right, 5)].map(|(side, number)| PlayerId { side, number });
    let fouls = [(one, Foul::IllegalDefence), (other, Foul::Incapable), (one, Foul::HandFoul)];
    assert_eq!(tell(&state, &fouls, 2), "(time 300.02)(foul 3 2 1 3)(foul 4 4 2 5)(foul 5 8 1 3)");
    state.begin_pass(Side::Right);
    assert_eq!(tell(&state, &[], 5), "(time 300.02)(play_mode 20)");
    state.switch_phase(Phase::FirstHalf, 0.0, true);
    assert_eq!(tell(&state, &[], 5), "(time 0)(half 1)(play_mode 0)");
    // Before its kick-off, too, it is the second half.
    state.switch_phase(Phase::SecondHalf, rules.start_time(Phase::SecondHalf), true);
    assert_eq!(tell(&state, &[], 5), "(time 300)(half 2)");
}

#[test]
fn only_new_players_and_a_new_selection_are_news() {
    let first = Stage::new("fifa7vs7", &[(Side::Left, 1, "T1")]);
    let second = Stage::new("fifa7vs7", &[(Side::Left, 1, "T1"), (Side::Right, 2, "T1")]);
    let mut graph = SceneGraph::new(&second.arena, Some(&first.arena));
    graph.update(&second.arena, &second.world(), None);
    let mut sent = SentPoses::default();
    graph.write_full(&mut String::new(), &mut sent);
    let mut diff = |graph: &SceneGraph| {
        let mut diff = String::new();
        graph.write_diff(&mut diff, &mut sent);
        diff
    };
    let news = diff(&graph);
    let top = items(&news)[0].list().len();
    assert_eq!(top, 38);
    let whole = news.matches("setVisible").count();
    graph.settle();
    assert_eq!(diff(&graph).matches("setVisible").count(), 0);
    let all = SceneGraph::new(&second.arena, None);
    let of_all = diff(&all).matches("setVisible").count();
    // 8 around the field, the ball, and the same number for either robot.
    assert_eq!(of_all, 9 + 2 * whole);
    let right = PlayerId { side: Side::Right, number: 2 };
    for (selected, told) in
        [(Some(right), "(nd(nd SMN (setVisible 1)))"), (None, "(nd(nd SMN (setVisible 0)))")]
    {
        graph.update(&second.arena, &second.world(), selected);
        let news = diff(&graph);
        assert_eq!(news.matches("setVisible").count(), 1);
        assert!(news.contains(told));
        graph.settle();
    }
}

/// Returns a text without the numbers of its poses, and these numbers.
fn without_poses(text: &str) -> (String, Vec<[f64; 16]>) {
    let (mut rest, mut poses) = (String::new(), Vec::new());
    for (at, piece) in text.split("(SLT ").enumerate() {
        let (numbers, behind) = if at == 0 { ("", piece) } else { piece.split_once(')').unwrap() };
        if at > 0 {
            let numbers: Vec<f64> = numbers.split(' ').map(|word| word.parse().unwrap()).collect();
            poses.push(numbers.try_into().unwrap());
            rest.push_str("(SLT)");
        }
        rest.push_str(behind);
    }
    (rest, poses)
}

#[test]
fn a_nao_is_shown_as_the_real_server_shows_it() {
    // Recorded are two standing robots of types 0 and 4, in a full message and in a frame without
    // news of them.
    let recorded: Vec<_> = include_str!("../reference/simspark/nao.txt").lines().collect();
    let players = [(Side::Left, 3, "nao"), (Side::Right, 5, "nao4")];
    let mut stage = Stage::new("fifa7vs7", &players);
    stage.put(1, [-14.2, 9.2, 0.383_872], 0.0);
    stage.put(2, [14.2, 9.2, 0.383_88], std::f64::consts::PI);
    let observed = stage.state.observed.as_mut().unwrap();
    let mut at = 0;
    for (slot, root) in stage.scene.slots.iter().zip(observed.roots.chunks_exact_mut(7)) {
        root.copy_from_slice(&observed.qpos[slot.qpos.start..][..7]);
        at += 1;
    }
    assert_eq!(at, 3);
    let mut graph = SceneGraph::new(&stage.arena, None);
    graph.update(&stage.arena, &stage.world(), None);
    let (mut full, mut diff, mut sent) = (String::new(), String::new(), SentPoses::default());
    graph.write_full(&mut full, &mut sent);
    graph.settle();
    graph.write_diff(&mut diff, &mut sent);
    assert!(diff.ends_with(&format!("{}{})", recorded[2], recorded[3])), "{diff}");
    let begin = full.find("(nd TRF (SLT 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1)(nd TRF (SLT").unwrap();
    let (found, found_poses) = without_poses(full[begin..].strip_suffix(')').unwrap());
    let (wanted, wanted_poses) = without_poses(&format!("{}{}", recorded[0], recorded[1]));
    assert_eq!(found, wanted);
    for (found, wanted) in found_poses.iter().zip(wanted_poses) {
        let error = found.iter().zip(wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(error < 1e-3, "{found:?} {wanted:?}");
    }
}

#[test]
fn a_nao_of_each_type_has_its_meshes() {
    for (model, body, material) in [
        ("nao", "models/naobody0.obj", "matNum9 matRight matType0 naowhite"),
        ("nao1", "models/rshank1.obj", "matRight matType1 naowhite"),
        ("nao2", "models/lupperarm2.obj", "matRight matType2 naowhite"),
        ("nao3", "models/naobody3.obj", "matNum9 matRight matType3 naowhite"),
        ("nao4", "models/lshank4.obj", "matRight naowhite"),
    ] {
        let stage = Stage::new("fifa7vs7", &[(Side::Right, 9, model)]);
        let graph = SceneGraph::new(&stage.arena, None);
        let mut full = String::new();
        graph.write_full(&mut full, &mut SentPoses::default());
        let (_, behind) = full.split_once(&format!("(load {body})")).expect(body);
        let (_, materials) = behind.split_once("(resetMaterials ").unwrap();
        assert!(materials.starts_with(&format!("{material})")), "{model}: {materials:.60}");
    }
}
