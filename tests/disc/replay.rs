//! Throw-away replayer.
use rcssgym::disc::parameters::Value as Param;
use rcssgym::disc::*;
use serde_json::Value;
use std::sync::Arc;

fn param(v: &Value) -> Param {
    match v {
        Value::Bool(b) => Param::Bool(*b),
        Value::Number(n) if n.is_i64() || n.is_u64() => Param::Int(n.as_i64().unwrap() as i32),
        Value::Number(n) => Param::Real(n.as_f64().unwrap()),
        Value::String(s) => Param::Text(s.clone()),
        _ => panic!(),
    }
}

struct FromRecord<'a> {
    record: &'a Value,
    places: &'a [usize],
}
impl FromRecord<'_> {
    fn index(&self, place: usize) -> usize {
        self.places.iter().position(|&p| p == place).unwrap()
    }
    fn flags(&self, place: usize) -> u64 {
        flags_of(self.record, self.index(place))
    }
    fn said(&self, text: &str) -> bool {
        self.record["referee"]
            .as_array()
            .is_some_and(|m| m.iter().any(|m| m.as_str().unwrap().contains(text)))
    }
}
fn flags_of(record: &Value, i: usize) -> u64 {
    match &record["flags"] {
        Value::Array(a) => a[i].as_u64().unwrap(),
        Value::Object(o) => o.get(&i.to_string()).map_or(u64::MAX, |v| v.as_u64().unwrap()),
        _ => u64::MAX,
    }
}
impl Answers for FromRecord<'_> {
    fn event(&mut self, lot: Lot, player: Option<usize>, _p: f64) -> Option<bool> {
        Some(match lot {
            Lot::Tackle => self.flags(player.unwrap()) & 0x2000 == 0,
            Lot::Catch => self.flags(player.unwrap()) & 0x20 == 0,
            Lot::Foul => self.said("foul_charge"),
            Lot::Card => self.said("red_card") && !self.said("yellow_card"),
            Lot::Toss => self.said("penalty_setup_l"),
            Lot::PenaltySide => self.said("penalty_onfield_l"),
            _ => return None,
        })
    }
    fn number(&mut self, _lot: Lot, player: Option<usize>) -> Option<f64> {
        let p = &self.record["players"][self.index(player.unwrap())];
        let b = &self.record["ball"];
        let d = |i: usize| p[i].as_f64().unwrap_or(0.0) - b[i].as_f64().unwrap();
        Some(d(1).atan2(d(0)).to_degrees())
    }
    fn point(&mut self, _lot: Lot, player: Option<usize>) -> Option<Vec2> {
        let p = &self.record["players"][self.index(player.unwrap())];
        Some(Vec2::new(p[0].as_f64()?, p[1].as_f64()?))
    }
}

fn nums(words: &[&str]) -> Vec<f64> {
    words.iter().map(|w| w.parse().unwrap()).collect()
}

fn player_command(room: &mut Room, place: usize, text: &str) {
    let text = text.trim();
    for part in split(text) {
        let inner = &part[1..part.len() - 1];
        let flat = inner.replace(['(', ')'], " ");
        let words: Vec<&str> = flat.split_whitespace().collect();
        let n = |from: usize| nums(&words[from..]);
        let command = match words[0] {
            "dash" if inner.contains('(') => {
                let mut legs = [None, None];
                let mut i = 1;
                while i < words.len() {
                    let leg = if words[i] == "l" { 0 } else { 1 };
                    let mut vals = vec![];
                    i += 1;
                    while i < words.len() && words[i].parse::<f64>().is_ok() {
                        vals.push(words[i].parse::<f64>().unwrap());
                        i += 1;
                    }
                    legs[leg] = Some((vals[0], vals.get(1).copied().unwrap_or(0.0)));
                }
                Command::Legs(legs)
            }
            "dash" => {
                let v = n(1);
                Command::Dash(v[0], v.get(1).copied().unwrap_or(0.0))
            }
            "turn" => Command::Turn(n(1)[0]),
            "turn_neck" => Command::TurnNeck(n(1)[0]),
            "kick" => Command::Kick(n(1)[0], n(1)[1]),
            "catch" => Command::Catch(n(1)[0]),
            "move" => Command::Move(n(1)[0], n(1)[1]),
            "tackle" => Command::Tackle(
                words[1].parse().unwrap(),
                words.get(2).is_some_and(|w| *w == "on" || *w == "true"),
            ),
            "done" | "say" | "change_view" | "attentionto" | "pointto" => continue,
            other => panic!("{other}: {text}"),
        };
        room.act(place, command);
    }
}

fn split(text: &str) -> Vec<&str> {
    let mut parts = vec![];
    let (mut depth, mut start) = (0, 0);
    for (i, c) in text.char_indices() {
        match c {
            '(' => {
                if depth == 0 {
                    start = i;
                }
                depth += 1;
            }
            ')' => {
                depth -= 1;
                if depth == 0 {
                    parts.push(&text[start..=i]);
                }
            }
            _ => {}
        }
    }
    parts
}

fn trainer_command(room: &mut Room, text: &str) {
    let flat = text.replace(['(', ')'], " ");
    let words: Vec<&str> = flat.split_whitespace().collect();
    let side = |w: &str| if w == "L" { Side::Left } else { Side::Right };
    match words[0] {
        "start" => referee::start(room),
        "change_mode" => {
            let mode = PlayMode::named(words[1]).unwrap();
            referee::change_mode(room, mode);
        }
        "recover" => room.recover_all(),
        "move" if words[1] == "ball" => {
            let v = nums(&words[2..]);
            let velocity = if v.len() == 5 { Vec2::new(v[3], v[4]) } else { Vec2::ZERO };
            room.move_ball(Vec2::new(v[0], v[1]), velocity);
        }
        "move" => {
            let place = Player::place(side(words[2]), words[3].parse().unwrap());
            let v = nums(&words[4..]);
            let body = v.get(2).map(|d| d.clamp(-180.0, 180.0).to_radians());
            let velocity = (v.len() == 5).then(|| Vec2::new(v[3], v[4]));
            room.move_player(place, Vec2::new(v[0], v[1]), body, velocity);
        }
        "change_player_type" => {
            let place = Player::place(side(words[1]), words[2].parse().unwrap());
            room.substitute(place, words[3].parse().unwrap());
        }
        "eye" | "ear" | "say" => {}
        other => panic!("{other}"),
    }
}

fn replay(name: &str) -> usize {
    let dir = std::env::var("DISC_TRACES").unwrap();
    let text = std::fs::read_to_string(format!("{dir}/{name}.json")).unwrap();
    let trace: Value = serde_json::from_str(&text).unwrap();
    let mut server = ServerParameters::default();
    for (k, v) in trace["server_param"].as_object().unwrap() {
        server.set(k, &param(v)).unwrap();
    }
    let mut player = PlayerParameters::default();
    for (k, v) in trace["player_param"].as_object().unwrap() {
        player.set(k, &param(v)).unwrap();
    }
    let types: [PlayerType; TYPES] = std::array::from_fn(|i| {
        let mut t = PlayerType::standard(&server);
        for name in PlayerType::NAMES {
            *t.figure_mut(name).unwrap() = trace["player_types"][i][*name].as_f64().unwrap();
        }
        t
    });
    let drawn = PlayerType::draw_all(&server, &player, player.random_seed as u32);
    let mut worst = 0.0f64;
    for (a, b) in drawn.iter().zip(&types) {
        for n in PlayerType::NAMES {
            worst = worst.max((a.get(n).unwrap() - b.get(n).unwrap()).abs());
        }
    }
    println!("types differ by {worst:e}");
    let types = if std::env::var("DISC_DRAWN").is_ok() { drawn } else { types };
    let rules = Rules::new(server, player, Some(types), 0).unwrap();
    let mut world = World::new(Arc::new(rules), 0);
    let mut places = vec![];
    for p in trace["players"].as_array().unwrap() {
        let side = if p["side"] == "l" { Side::Left } else { Side::Right };
        let place = world.room().join(side, p["goalie"].as_bool().unwrap()).unwrap();
        assert_eq!(place, Player::place(side, p["unum"].as_u64().unwrap() as u8));
        places.push(place);
    }
    let records = trace["cycles"].as_array().unwrap();
    world.game.stopped = (records[0]["stopped"].as_u64().unwrap() as u32).saturating_sub(1);
    for &p in &places {
        world.game.players[p].body = 0.0;
        world.game.players[p].next_body = 0.0;
    }
    let compact = trace["note"].is_string();
    let mut bad = 0;
    for (i, record) in records.iter().enumerate() {
        world.messages.clear();
        let mut answers = FromRecord { record, places: &places };
        {
            let mut room = world.room_with(Some(&mut answers));
            let empty = vec![];
            let mut trainer = record["trainer"].as_array().unwrap_or(&empty).iter();
            let mut next = vec![0; places.len()];
            let command = |p: usize, k: usize| -> Option<&str> {
                let c = &record["commands"];
                let list = if c.is_array() { &c[p] } else { &c[p.to_string()] };
                list.as_array()?.get(k)?.as_str()
            };
            if let Some(coach) = record["coach"].as_array() {
                for c in coach {
                    let side = if c[0].as_str().unwrap().starts_with('L') {
                        Side::Left
                    } else {
                        Side::Right
                    };
                    let text = c[1].as_str().unwrap().replace(['(', ')'], " ");
                    let w: Vec<&str> = text.split_whitespace().collect();
                    if w[0] == "change_player_type" {
                        let _ = room.substitute_by_coach(
                            side,
                            w[1].parse().unwrap(),
                            w[2].parse().unwrap(),
                        );
                    }
                }
            }
            for who in record["order"].as_array().unwrap_or(&empty) {
                let who = who.as_i64().unwrap();
                if who < 0 {
                    trainer_command(&mut room, trainer.next().unwrap().as_str().unwrap());
                } else {
                    let who = who as usize;
                    let text = command(who, next[who]).unwrap();
                    next[who] += 1;
                    player_command(&mut room, places[who], text);
                }
            }
            assert!(trainer.next().is_none());
            for p in 0..places.len() {
                assert!(command(p, next[p]).is_none(), "{i}");
            }
            room.step();
        }
        let mut wrong = vec![];
        let g = &world.game;
        if g.cycle as u64 != record["cycle"].as_u64().unwrap()
            || g.stopped as u64 != record["stopped"].as_u64().unwrap()
        {
            wrong.push(format!(
                "clock {} {} not {} {}",
                g.cycle, g.stopped, record["cycle"], record["stopped"]
            ));
        }
        if g.mode.name() != record["mode"] {
            wrong.push(format!("mode {} not {}", g.mode.name(), record["mode"]));
        }
        let score = [g.score[0].goals as u64, g.score[1].goals as u64];
        if score.map(Value::from) != [record["score"][0].clone(), record["score"][1].clone()] {
            wrong.push(format!("score {score:?} not {}", record["score"]));
        }
        if let Some(p) = record["penalties"].as_array() {
            let own = [
                g.score[0].penalties_scored,
                g.score[0].penalties_missed,
                g.score[1].penalties_scored,
                g.score[1].penalties_missed,
            ];
            if own.map(Value::from).to_vec() != *p {
                wrong.push(format!("penalties {own:?} not {p:?}"));
            }
        }
        let said: Vec<String> = world.messages.iter().map(|m| m.to_string()).collect();
        let expected: Vec<String> = record["referee"]
            .as_array()
            .map_or(vec![], |m| m.iter().map(|m| m.as_str().unwrap().to_owned()).collect());
        if said != expected {
            wrong.push(format!("said {said:?} not {expected:?}"));
        }
        let tol: f64 = std::env::var("DISC_TOL").map_or(1e-8, |v| v.parse().unwrap());
        let close = |a: f64, b: f64| (a - b).abs() <= tol + 1e-9 * b.abs();
        let b = &g.ball;
        let own = [b.position.x, b.position.y, b.velocity.x, b.velocity.y];
        let exp: Vec<f64> =
            record["ball"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
        if !own.iter().zip(&exp).all(|(a, b)| {
            close(*a, *b)
                || compact && (a - b).abs() <= 0.51 * 10f64.powf(b.abs().log10().floor() - 6.0)
        }) {
            wrong.push(format!("ball {own:?} not {exp:?}"));
        }
        for (k, &place) in places.iter().enumerate() {
            let p = &g.players[place];
            if let Some(e) = record["players"].get(k).and_then(|v| v.as_array()) {
                let own = [
                    p.position.x,
                    p.position.y,
                    p.velocity.x,
                    p.velocity.y,
                    p.body.to_degrees(),
                    p.neck.to_degrees(),
                    p.stamina,
                    p.effort,
                    p.recovery,
                    p.capacity,
                ];
                let ok = own.iter().zip(e).enumerate().all(|(n, (a, b))| {
                    let b = b.as_f64().unwrap();
                    close(*a, b)
                        || compact
                            && (a - b).abs() <= 0.51 * 10f64.powf(b.abs().log10().floor() - 6.0)
                        || (n == 4 && close((*a - b).abs(), 360.0))
                });
                if !ok {
                    wrong.push(format!("player {}{} {own:?} not {e:?}", p.side.letter(), p.unum));
                }
            }
            let mut f = flags_of(record, k);
            if f == u64::MAX && record["flags"].is_object() {
                f = 1 | if p.goalie { 8 } else { 0 };
                if p.card == Card::Yellow {
                    f |= 0x40000
                }
                if p.card == Card::Red {
                    f = 0x80000
                }
            }
            if f != u64::MAX && f != p.shown as u64 {
                wrong.push(format!("flags {}{} {:x} not {f:x}", p.side.letter(), p.unum, p.shown));
            }
            if let Some(t) = record["types"].get(k).and_then(|v| v.as_u64()) {
                if t != p.type_id as u64 {
                    wrong.push(format!("type {}{} {} not {t}", p.side.letter(), p.unum, p.type_id));
                }
            }
        }
        if !wrong.is_empty() {
            bad += 1;
            println!(
                "{name} #{i} {} cycle {} {}: trainer {} commands {} order {}",
                record["scenario"],
                record["cycle"],
                record["mode"],
                record["trainer"],
                record["commands"],
                record["order"]
            );
            for w in wrong.iter().take(8) {
                println!("    {w}");
            }
            if bad >= std::env::var("DISC_BAD").map_or(2, |v| v.parse().unwrap()) {
                println!("{name}: {i} of {} good", records.len());
                return bad;
            }
        }
    }
    println!("{name}: all {} good, but {bad}", records.len());
    bad
}

#[test]
fn traces() {
    let Ok(names) = std::env::var("DISC") else { return };
    let mut bad = 0;
    for name in names.split(',') {
        bad += replay(name);
    }
    assert_eq!(bad, 0);
}
