//! The referees decide as rcsssmj's do in matches that a random script directs
//! (`tests/reference/make_matches.py`).

use crate::matches::Match;
use rcssgym::soccer::{Game, GameState, Phase, PlayMode, PlayerId, RefereeKind, Side};
use rcssgym::world::TreeGeom;
use serde_json::{Value, json};

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn position(value: &Value) -> [f64; 3] {
    std::array::from_fn(|i| value[i].as_f64().unwrap())
}

fn decide(game: &mut Match, decision: &Value) {
    let side = Side::from_index(number(&decision[1])).unwrap();
    game.with_pitch(|game, pitch| match decision[0].as_str().unwrap() {
        "kick_off" => game.kick_off(pitch, side),
        "play_on" => game.play_on(),
        "throw_in" => game.throw_in(pitch, side),
        "corner_kick" => game.corner_kick(pitch, side),
        "goal_kick" => game.goal_kick(pitch, side),
        "offsite" => game.offside(side),
        "goal" => game.goal(side),
        "free_kick" => game.free_kick(pitch, side),
        "direct_free_kick" => game.direct_free_kick(pitch, side),
        "penalty_kick" => game.penalty_kick(pitch, side),
        other => panic!("{other}"),
    });
}

/// Returns a player's index in the file. Slots of robots are numbered from 1 here, from 0 in the
/// file.
fn robot(game: &Match, player: Option<PlayerId>) -> Value {
    player.map_or(Value::Null, |player| json!(game.slot(player) - 1))
}

/// Plays the cycles of an event; returns the changes of mode and the fouls.
fn play(game: &mut Match, event: &Value) -> (Value, Value) {
    if let Some(decision) = event.get("decision") {
        decide(game, decision);
    }
    if let Some(ball) = event.get("ball") {
        game.put_ball(position(ball));
    }
    for put in event["put"].as_array().unwrap() {
        let player = game.arena.player(number(&put[0]) + 1).unwrap();
        game.put(player, position(&put[1]));
    }
    let touches = event["touch"].as_array().unwrap();
    let touches = touches.iter().map(|slot| TreeGeom { slot: number(slot) + 1, geom: 0 });
    game.state.observed.as_mut().unwrap().touching[0] = touches.collect();
    let (mut modes, mut fouls, mut mode) = (vec![], vec![], None);
    for cycle in 0..number(&event["cycles"]) {
        game.cycles(1);
        if mode != Some(game.mode()) {
            mode = Some(game.mode());
            modes.push(json!([cycle, game.mode().index()]));
        }
        let mut given: Vec<_> = game.game.referee.fouls.iter().collect();
        given.sort_by_key(|(player, _)| game.slot(*player));
        let given = given
            .iter()
            .map(|(player, foul)| json!([cycle, robot(game, Some(*player)), foul.index()]));
        fouls.extend(given);
    }
    (json!(modes), json!(fouls))
}

fn describe(game: &Match) -> Value {
    let Game { state, referee, ball, .. } = &game.game;
    json!({
        "play_time": state.play_time(),
        "score": state.score,
        "barred": robot(game, referee.agent_na_touch_ball),
        "no_score": referee.team_na_score.map(Side::index),
        "contacts": [robot(game, ball.active), robot(game, ball.last)],
        "contact_change": ball.contact_change,
    })
}

/// Whether values are equal, numbers up to the rounding of reading them.
fn alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-9
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
        }
        _ => a == b,
    }
}

fn run(file: &Value, index: usize, script: &Value) {
    let roster = file["roster"].as_array().unwrap().iter().map(|who| PlayerId {
        side: Side::from_index(number(&who[0])).unwrap(),
        number: number(&who[1]) as u32,
    });
    let players: Vec<_> = roster.collect();
    let kind = match script["kind"].as_str().unwrap() {
        "challenge" => RefereeKind::KickChallenge,
        _ => RefereeKind::Soccer,
    };
    let mut game = Match::with(&players, "T1", kind);
    let phase = Phase::from_index(number(&script["phase"])).unwrap();
    game.game.state = GameState::new(phase, script["play_time"].as_f64().unwrap(), false);
    let mut places = Vec::new();
    for (i, player) in players.iter().enumerate() {
        let at = [2.0 * i as f64 - 7.0, 21.0, 0.6735];
        game.put(*player, at);
        places.push(json!(at));
    }
    for (number_of_event, event) in script["events"].as_array().unwrap().iter().enumerate() {
        let place = format!("script {index}, event {number_of_event}: {event}");
        let (modes, fouls) = play(&mut game, event);
        assert!(alike(&modes, &event["modes"]), "{modes} in {place}");
        assert!(alike(&fouls, &event["fouls"]), "{fouls} in {place}");
        for (key, value) in describe(&game).as_object().unwrap() {
            assert!(alike(value, &event[key]), "{key} {value} in {place}");
        }
        assert_eq!(game.ball(), position(&event["ball_at"]), "{place}");
        check_positions(&mut game, &players, event, &mut places, &place);
    }
}

/// Checks that players are where the script has put them or the referee has sent them, and all
/// others where they were, in `places`.
fn check_positions(
    game: &mut Match,
    players: &[PlayerId],
    event: &Value,
    places: &mut [Value],
    place: &str,
) {
    for moved in ["put", "sent"].iter().flat_map(|list| event[list].as_array().unwrap()) {
        places[number(&moved[0])] = moved[1].clone();
    }
    for (player, wanted) in players.iter().zip(places) {
        let at = json!(game.at(*player));
        assert!(alike(&at, wanted), "{player} at {at}, not {wanted}, in {place}");
    }
}

#[test]
fn decisions_are_those_of_rcsssmj() {
    let file: Value = serde_json::from_str(include_str!("../reference/matches.json")).unwrap();
    let scripts = file["scripts"].as_array().unwrap();
    for (index, script) in scripts.iter().enumerate() {
        run(&file, index, script);
    }
    // The scripts reach every mode but the last two, which we set up differently.
    let events = scripts.iter().flat_map(|script| script["events"].as_array().unwrap());
    let mut seen = [false; PlayMode::ALL.len()];
    for mode in events.flat_map(|event| event["modes"].as_array().unwrap()) {
        seen[number(&mode[1])] = true;
    }
    assert!(seen[..21].iter().all(|seen| *seen), "{seen:?}");
}
