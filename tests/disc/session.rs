//! Recorded sessions of players of a real server, replayed.

use rcssgym::disc::senses::{Senses, Sight};
use rcssgym::disc::*;
use rcssgym::wire::rcssserver::player;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Place of the recorded player, the first of the left team.
pub const OWN: usize = 0;
/// Names of the teams.
pub const TEAMS: [&str; 2] = ["L", "R"];

/// A recording of one player, and the same game here.
pub struct Session {
    pub version: u8,
    pub messages: Vec<[String; 2]>,
    /// Clock and positions of each step.
    pub truth: Vec<(u32, Value)>,
    pub step: usize,
    pub world: World,
    /// Whether the server waits for the commands of a cycle.
    pub has_thought: bool,
    /// The player before the last step.
    pub before: Player,
}

/// Random draws that never hide anything.
struct Clear;

impl Answers for Clear {
    fn event(&mut self, lot: Lot, _: Option<usize>, _: f64) -> Option<bool> {
        matches!(lot, Lot::SeenNumber | Lot::SeenTeam | Lot::SeenChange).then_some(false)
    }
    fn number(&mut self, lot: Lot, _: Option<usize>) -> Option<f64> {
        matches!(lot, Lot::SeenDistance | Lot::SeenPointing).then_some(0.0)
    }
    fn point(&mut self, _: Lot, _: Option<usize>) -> Option<Vec2> {
        None
    }
}

pub fn real(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Returns our angle if it equals the printed one up to rounding, and the printed one otherwise.
/// Digits that printing has lost may decide how an angle is truncated.
fn near(ours: f64, printed: f64) -> f64 {
    if (ours - printed).abs() < 1e-12 { ours } else { printed }
}

/// Returns the values of `(name value)` pairs by name.
fn pairs(message: &str) -> BTreeMap<String, String> {
    let inner = message.split_once(" (").unwrap().1.trim_end_matches(')');
    let pair = |pair: &str| {
        let (name, value) = pair.split_once(' ').unwrap();
        (name.to_owned(), value.to_owned())
    };
    inner.split(")(").map(pair).collect()
}

/// Sets every parameter that a message has.
fn set<E: std::fmt::Debug>(
    message: &str,
    mut set: impl FnMut(&str, &parameters::Value) -> Result<(), E>,
) {
    for (name, value) in pairs(message) {
        let value = match value.strip_prefix('"') {
            Some(text) => parameters::Value::Text(text.trim_end_matches('"').to_owned()),
            None => parameters::Value::Real(value.parse().unwrap()),
        };
        set(&name, &value).unwrap();
    }
}

impl Session {
    pub fn open(version: u8) -> Self {
        let path = format!(
            "{}/tests/reference/disc-wire/player_v{version}.json",
            env!("CARGO_MANIFEST_DIR")
        );
        let record: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let word = |value: &Value| match value.as_str() {
            Some(text) => text.to_owned(),
            None => value.to_string(),
        };
        let messages = record["messages"].as_array().unwrap().iter();
        let messages: Vec<[String; 2]> = messages.map(|m| [word(&m[0]), word(&m[1])]).collect();
        let truth = record["truth"].as_array().unwrap().iter().map(|entry| {
            let clock = entry[0].as_str().unwrap().split(',').next().unwrap().parse().unwrap();
            (clock, entry[1].clone())
        });
        let (mut server, mut player) = (ServerParameters::default(), PlayerParameters::default());
        for [way, message] in &messages {
            if way == "<" && message.starts_with("(server_param") {
                set(message, |name, value| server.set(name, value));
            } else if way == "<" && message.starts_with("(player_param") {
                set(message, |name, value| player.set(name, value));
            }
        }
        let rules = Rules::new(server, player, None, 0).unwrap();
        let senses = Senses::new(&rules, 1, version);
        let mut world = World::new(Arc::new(rules), 1);
        world.senses = Some(Box::new(senses));
        Self {
            version,
            messages,
            truth: truth.collect(),
            step: 0,
            before: world.game.players[OWN],
            world,
            has_thought: false,
        }
    }

    /// Makes one step with the effects of the commands, and then puts everything where it was in
    /// the recording.
    fn advance(&mut self) {
        let (clock, truth) = self.truth[self.step].clone();
        self.before = self.world.game.players[OWN];
        if self.step > 0 {
            self.world.stadium().step();
            let rules = self.world.rules().clone();
            self.world.senses.as_mut().unwrap().step(&rules);
        }
        for (key, state) in truth["players"].as_object().unwrap() {
            let team = TEAMS[usize::from(key.starts_with('r'))];
            let side = if team == "L" { Side::Left } else { Side::Right };
            let place = Player::place(side, key[1..].parse().unwrap());
            if !self.world.game.players[place].connected {
                let goalie = state[1].as_u64().unwrap() & 8 != 0;
                assert_eq!(self.world.join(team, goalie).unwrap(), place);
                if self.version >= 18 {
                    self.world.game.players[place].synch_see = true;
                }
            }
            let next = self.truth.get(self.step + 1).map(|next| &next.1["players"][key]);
            let next = next.cloned();
            self.put(place, state, next);
        }
        let game = &mut self.world.game;
        let ball = &truth["ball"];
        game.ball.position = Vec2::new(real(&ball[0]), real(&ball[1]));
        game.ball.velocity = Vec2::new(real(&ball[2]), real(&ball[3]));
        game.cycle = clock;
        self.step += 1;
    }

    fn put(&mut self, place: usize, state: &Value, next: Option<Value>) {
        let angles = state.as_array().unwrap().len() - 4;
        let player = &mut self.world.game.players[place];
        player.position = Vec2::new(real(&state[2]), real(&state[3]));
        player.velocity = Vec2::new(real(&state[4]), real(&state[5]));
        player.body = near(player.body, real(&state[6]).to_radians());
        player.neck = near(player.neck, real(&state[7]).to_radians());
        (player.next_body, player.next_neck) = (player.body, player.neck);
        player.type_id = state[0].as_u64().unwrap() as u8;
        player.shown = state[1].as_u64().unwrap() as u32;
        player.felt = player.shown;
        player.focus = [real(&state[angles + 2]), real(&state[angles + 3]).to_radians()];
        if place != OWN {
            player.arm = Arm::default();
            if angles == 10 {
                player.arm.target = Vec2::new(real(&state[8]), real(&state[9]));
                player.arm.expires = 2;
            }
            let flags = next.and_then(|next| next[1].as_u64()).unwrap_or(0) as u32;
            let tackles =
                player.shown & flags & flags::TACKLE | player.shown & flags & flags::TACKLE_FAULT;
            player.tackle_cycles = u16::from(tackles != 0);
        }
    }

    pub fn look(&self) -> Sight {
        let (rules, game) = (self.world.rules(), &self.world.game);
        let mut clear = Clear;
        self.world.senses.as_ref().unwrap().eye(rules, game, OWN, Some(&mut clear)).look()
    }

    pub fn is_gaussian(&self) -> bool {
        self.world.senses.as_ref().unwrap().players[OWN].gaussian
    }

    /// Whether the trainer moves something before the next step, so that players see it in another
    /// place.
    pub fn is_disturbed(&self) -> bool {
        let Some((_, next)) = self.truth.get(self.step) else { return true };
        let far = |at: Vec2, truth: &Value, first: usize| {
            at.distance(Vec2::new(real(&truth[first]), real(&truth[first + 1]))) > 3.5
        };
        let players = next["players"].as_object().unwrap();
        far(self.world.game.ball.position, &next["ball"], 0)
            || players.iter().any(|(key, state)| {
                let side = if key.starts_with('l') { Side::Left } else { Side::Right };
                let place = Player::place(side, key[1..].parse().unwrap());
                let player = &self.world.game.players[place];
                !player.connected || far(player.position, state, 2)
            })
    }

    /// Replays the commands and steps, and calls `check` with every message from the server.
    pub fn play(mut self, mut check: impl FnMut(&mut Self, &str)) {
        let messages = std::mem::take(&mut self.messages);
        let mut asked = false;
        for (at, [way, message]) in messages.iter().enumerate() {
            match way.as_str() {
                ">" if self.step > 0 => {
                    asked |= message == "(sense_body)";
                    let mut reply = String::new();
                    player::answer(&mut self.world, None, OWN, message.as_bytes(), &mut reply);
                }
                "<" => {
                    let feels = message.starts_with("(sense_body");
                    if feels && !std::mem::take(&mut asked) {
                        self.advance();
                        self.has_thought = false;
                    }
                    self.has_thought |= message == "(think)";
                    self.step_mode(&messages[at..]);
                    check(&mut self, message);
                }
                _ => {}
            }
        }
        assert_eq!(self.step, self.truth.len(), "every step was felt");
    }

    /// Sets the mode of the next `fullstate`, because the recording does not contain the trainer's
    /// commands.
    fn step_mode(&mut self, coming: &[[String; 2]]) {
        let full =
            coming.iter().find(|[way, message]| way == "<" && message.starts_with("(fullstate"));
        if let Some([_, message]) = full {
            let name = message.split("(pmode ").nth(1).unwrap().split(')').next().unwrap();
            self.world.game.mode = PlayMode::named(name).unwrap();
        }
    }
}

/// Versions of the protocol for which there are recordings.
pub const VERSIONS: [u8; 5] = [8, 13, 15, 18, 19];
