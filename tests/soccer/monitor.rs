//! Monitors get byte by byte what rcsssmj sends them (`tests/reference/make_monitor.py`).

use crate::stage::Stage;
use rcssgym::model::{self, Model};
use rcssgym::soccer::{Entrant, Field, Foul, GameState, Phase, PlayerId, Rules, Side};
use rcssgym::wire::rcsssmj::monitor::{
    Environment, Extent, GameInfo, SceneGraph, SentPoses, write_frame,
};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;

fn games() -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("../reference/monitor.json")).unwrap();
    file["games"].as_array().unwrap().clone()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(|x| x.as_f64().unwrap()).collect()
}

/// Returns the players of a frame. `teams` are the teams so far; the first one plays on the left.
fn roster<'a>(frame: &'a Value, teams: &mut Vec<&'a str>) -> Vec<(Side, u32, &'a str)> {
    let player = |player: &'a Value| {
        let team = player[0].as_str().unwrap();
        if !teams.contains(&team) {
            teams.push(team);
        }
        let side = if team == teams[0] { Side::Left } else { Side::Right };
        (side, player[1].as_u64().unwrap() as u32, player[2].as_str().unwrap())
    };
    list(&frame["roster"]).iter().map(player).collect()
}

/// Returns a world as it is observed in a frame; `models` are those loaded so far.
fn stage_of(
    field: &str,
    players: &[(Side, u32, &str)],
    frame: &Value,
    models: &mut HashMap<String, Arc<Model>>,
) -> Stage {
    let robots: Vec<Entrant> = (players.iter())
        .map(|&(side, number, name)| {
            let load = || Arc::new(model::load(name).unwrap());
            let model = Arc::clone(models.entry(name.to_owned()).or_insert_with(load));
            Entrant { model, player: PlayerId { side, number } }
        })
        .collect();
    let mut stage = Stage::of(Field::from_name(field).unwrap(), &robots);
    let qpos = numbers(&frame["qpos"]);
    let observed = stage.state.observed.as_mut().unwrap();
    observed.qpos.copy_from_slice(&qpos);
    for (slot, root) in stage.scene.slots.iter().zip(observed.roots.chunks_exact_mut(7)) {
        root.copy_from_slice(&qpos[slot.qpos.clone()][..7]);
    }
    for placed in list(&frame["placed"]) {
        let slot = placed[0].as_u64().unwrap() as usize;
        observed.roots[slot * 7..][..7].copy_from_slice(&numbers(&placed[1]));
    }
    stage
}

fn fouls(frame: &Value, players: &[(Side, u32, &str)]) -> Vec<(PlayerId, Foul)> {
    let foul = |foul: &Value| {
        let (side, number, _) = players[foul[0].as_u64().unwrap() as usize];
        let kind = Foul::from_index(foul[1].as_u64().unwrap() as usize).unwrap();
        (PlayerId { side, number }, kind)
    };
    list(&frame["fouls"]).iter().map(foul).collect()
}

/// Splits a message after each closing parenthesis, so that a difference can be found.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive(')').collect()
}

/// Adds to a message of rcsssmj what only we send: the radius of corners, also under its correctly
/// spelled name.
fn with_corner(message: &str) -> String {
    let Some(begin) = message.find("(CorderAreaRadius ") else { return message.to_owned() };
    let end = begin + message[begin..].find(')').unwrap() + 1;
    let right = message[begin..end].replace("Corder", "Corner");
    format!("{}{right}{}", &message[..end], &message[end..])
}

#[test]
fn messages_are_those_of_rcsssmj() {
    let mut models = HashMap::new();
    for (index, game) in games().iter().enumerate() {
        let field = game["field"].as_str().unwrap();
        let rules = Rules::from_name(game["rules"].as_str().unwrap()).unwrap();
        let (mut teams, mut sent) = (Vec::new(), SentPoses::default());
        let mut state = GameState::new(Phase::FirstHalf, 0.0, false);
        for (number, frame) in list(&game["frames"]).iter().enumerate() {
            let players = roster(frame, &mut teams);
            teams.iter().for_each(|team| {
                state.update_team_names(team);
            });
            let stage = stage_of(field, &players, frame, &mut models);
            let names = Side::BOTH.map(|side| state.team_name(side));
            let mut graph = SceneGraph::new(&stage.arena, names);
            graph.update(&stage.world());
            let environment = Environment::new(stage.arena.field(), &rules, 0.11, true);
            let fouls = fouls(frame, &players);
            let info = GameInfo { state: &state, rules: &rules, fouls: &fouls };
            let wanted = with_corner(frame["text"].as_str().unwrap());
            let extent = if wanted.contains("(sg 1 0)full") { Extent::Full } else { Extent::Diff };
            let time = frame["time"].as_f64().unwrap();
            let mut found = String::new();
            write_frame(&mut found, extent, time, &info, &environment, &graph, &mut sent);
            let pairs = lines(&wanted).into_iter().zip(lines(&found)).enumerate();
            for (place, (wanted, found)) in pairs {
                assert_eq!(wanted, found, "game {index}, frame {number}, expression {place}");
            }
            assert_eq!(wanted.len(), found.len(), "game {index}, frame {number}");
        }
    }
}

/// Returns a world with one robot, and its scene graph.
fn one_robot() -> (Stage, SceneGraph) {
    let stage = Stage::new("fifa7vs7", &[(Side::Left, 1, "ant")]);
    let mut graph = SceneGraph::new(&stage.arena, [Some("A"), None]);
    graph.update(&stage.world());
    (stage, graph)
}

/// Moves the robot along x, and returns how many poses a diff has then.
fn diff_after(stage: &mut Stage, graph: &mut SceneGraph, by: f64, sent: &mut SentPoses) -> usize {
    let slot = stage.scene.slots[1].qpos.start;
    let observed = stage.state.observed.as_mut().unwrap();
    observed.qpos[slot] += by;
    observed.roots[7] += by;
    graph.update(&stage.world());
    let mut out = String::new();
    graph.write_diff(&mut out, sent);
    out.matches("SLT").count()
}

#[test]
fn slow_motion_is_told_when_it_adds_up() {
    let (mut stage, mut graph) = one_robot();
    let mut sent = SentPoses::default();
    graph.write_full(&mut String::new(), &mut sent);
    let steps = [0.003, 0.0015, 0.001, 0.003, -0.0055, -0.006];
    let told = steps.map(|by| diff_after(&mut stage, &mut graph, by, &mut sent));
    assert_eq!(told, [0, 0, 1, 0, 0, 1]);
}

#[test]
fn every_audience_has_its_own_differences() {
    let (mut stage, mut graph) = one_robot();
    let (mut early, mut late) = (SentPoses::default(), SentPoses::default());
    graph.write_full(&mut String::new(), &mut early);
    assert_eq!(diff_after(&mut stage, &mut graph, 1.0, &mut early), 1);
    let (mut full, mut diff) = (String::new(), String::new());
    graph.write_full(&mut full, &mut late);
    assert_eq!(diff_after(&mut stage, &mut graph, 0.0, &mut late), 0);
    // A reader that has got nothing yet gets the poses of all bodies.
    graph.write_diff(&mut diff, &mut SentPoses::default());
    assert_eq!(diff.matches("SLT").count(), 8 + 13);
    assert_eq!(diff_after(&mut stage, &mut graph, 0.0, &mut early), 0);
}

#[test]
fn what_is_told_again_is_what_differences_have_told() {
    let (mut stage, mut graph) = one_robot();
    let (mut one, mut other) = (SentPoses::default(), SentPoses::default());
    let (mut first, mut again) = (String::new(), String::new());
    graph.write_full(&mut first, &mut one);
    graph.write_full(&mut String::new(), &mut other);
    diff_after(&mut stage, &mut graph, 0.003, &mut one);
    graph.write_again(&mut again, &mut other);
    assert!(again == first, "nobody was told of less than 0.005");
    again.clear();
    assert_eq!(diff_after(&mut stage, &mut graph, 0.003, &mut one), 1);
    graph.write_again(&mut again, &mut other);
    assert!(again != first);
    // From here on, both get the same.
    assert!(one == other);
    first.clear();
    graph.write_full(&mut first, &mut one);
    assert!(again == first);
}

#[test]
fn parentheses_match_in_both_forms() {
    let (_, graph) = one_robot();
    let (mut full, mut diff, mut sent) = (String::new(), String::new(), SentPoses::default());
    graph.write_full(&mut full, &mut sent);
    graph.write_diff(&mut diff, &mut sent);
    let full = lexpr::from_str(&full).unwrap();
    let diff = lexpr::from_str(&diff).unwrap();
    assert_eq!(nodes(&full), nodes(&diff));
}

/// Returns the nodes of an expression, each with a list of the nodes in it.
fn nodes(value: &lexpr::Value) -> Vec<String> {
    let Some(items) = value.list_iter() else { return Vec::new() };
    let is_node =
        |item: &&lexpr::Value| item.as_cons().and_then(|cons| cons.car().as_symbol()) == Some("nd");
    items.filter(is_node).map(|item| format!("({})", nodes(item).join(""))).collect()
}
