//! What players of a real server were told, against what the same game tells them here.

use rcssgym::disc::senses::{BodySense, Seen, SeenPlayer, Senses, Sight};
use rcssgym::disc::*;
use rcssgym::wire::rcssserver::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A recorded player: the first of the left team.
const OWN: usize = 0;
/// Names of the teams.
const TEAMS: [&str; 2] = ["L", "R"];

/// A recording of one player, and the same game here.
struct Session {
    version: u8,
    messages: Vec<[String; 2]>,
    /// Each step's clock and what was where.
    truth: Vec<(u32, Value)>,
    step: usize,
    world: World,
    /// Whether the server waits for the commands of a cycle.
    has_thought: bool,
    /// The player in front of the last step.
    before: Player,
}

/// A chance that never hides anything.
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

fn real(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// An angle as it is here, if it is the one that was printed: what printing has lost may decide how
/// it is truncated.
fn near(ours: f64, printed: f64) -> f64 {
    if (ours - printed).abs() < 1e-12 { ours } else { printed }
}

/// Values of `(name value)` pairs.
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
    fn open(version: u8) -> Self {
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

    /// One step: what the commands have caused, and then everything where it was.
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

    fn look(&self) -> Sight {
        let (rules, game) = (self.world.rules(), &self.world.game);
        let mut clear = Clear;
        self.world.senses.as_ref().unwrap().eye(rules, game, OWN, Some(&mut clear)).look()
    }

    fn is_gaussian(&self) -> bool {
        self.world.senses.as_ref().unwrap().players[OWN].gaussian
    }

    /// Whether the trainer moves something before the next step: what is seen then is no longer
    /// where it was.
    fn is_disturbed(&self) -> bool {
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

    /// The commands, the steps and `check` of everything that comes.
    fn play(mut self, mut check: impl FnMut(&mut Self, &str)) {
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

    /// The mode as the coming `fullstate` has it: the recording's trainer is not in it.
    fn step_mode(&mut self, coming: &[[String; 2]]) {
        let full =
            coming.iter().find(|[way, message]| way == "<" && message.starts_with("(fullstate"));
        if let Some([_, message]) = full {
            let name = message.split("(pmode ").nth(1).unwrap().split(')').next().unwrap();
            self.world.game.mode = PlayMode::named(name).unwrap();
        }
    }
}

const VERSIONS: [u8; 5] = [8, 13, 15, 18, 19];

#[test]
fn players_are_told_parameters_and_types() {
    for version in VERSIONS {
        let mut session = Session::open(version);
        session.world.join("L", false).unwrap();
        let init = session.messages.iter().position(|[way, _]| way == "<").unwrap();
        let told: Vec<_> =
            session.messages[init + 1..].iter().map(|[_, text]| text.clone()).collect();
        let mut greeting = String::new();
        write_init(&session.world.game, OWN, &mut greeting);
        assert_eq!(greeting, session.messages[init][1]);
        let ours = parameters(session.world.rules(), &session.world.game, OWN, version);
        assert!(ours.len() >= 20);
        for (ours, told) in ours.iter().zip(&told) {
            assert_eq!(ours, told, "version {version}");
        }
    }
}

#[test]
fn players_feel_what_recorded_players_felt() {
    for version in VERSIONS {
        let mut felt = 0;
        Session::open(version).play(|session, message| {
            if message.starts_with("(sense_body") {
                let mut ours = String::new();
                let body = BodySense::of(&session.world.game, OWN);
                write_sense_body(&body, session.version, &mut ours);
                assert_eq!(ours, message, "version {version}");
                felt += 1;
            }
        });
        assert!(felt > 60, "{felt}");
    }
}

/// Takes over what only a full state tells of others: where they point and how tired they are.
fn take_others(game: &mut Game, message: &str) {
    for part in message.split(" ((p ").skip(1) {
        let (name, rest) = part.split_once(") ").unwrap();
        let name: Vec<_> = name.split(' ').collect();
        let side = if name[0] == "l" { Side::Left } else { Side::Right };
        let place = Player::place(side, name[1].parse().unwrap());
        if place == OWN {
            continue;
        }
        let numbers = |text: &str| -> Vec<f64> {
            text.split(' ').map(|number| number.parse().unwrap()).collect()
        };
        let motion = numbers(rest.split(" (").next().unwrap());
        let stamina = rest.split("(stamina ").nth(1).unwrap().split(')').next().unwrap();
        let stamina = numbers(stamina);
        let player = &mut game.players[place];
        if let [.., distance, angle] = motion[6..] {
            let way = Vec2::polar(distance, angle + player.body + player.neck);
            player.arm.target = player.position + way;
            player.arm.expires = 2;
        }
        [player.stamina, player.effort, player.recovery] = [stamina[0], stamina[1], stamina[2]];
        player.capacity = stamina.get(3).copied().unwrap_or(player.capacity);
    }
}

#[test]
fn players_are_told_the_full_state_of_a_recorded_game() {
    for version in VERSIONS {
        let mut told = 0;
        Session::open(version).play(|session, message| {
            if message.starts_with("(fullstate") {
                take_others(&mut session.world.game, message);
                let mut ours = String::new();
                write_full_state(&session.world.game, OWN, session.version, &mut ours);
                assert_eq!(ours, message, "version {version}");
                told += 1;
            }
        });
        assert!(told > 60, "{told}");
    }
}

/// The objects of a `see`.
fn objects(message: &str) -> Vec<&str> {
    let inner = message.split_once(" (").map_or("", |(_, inner)| inner);
    let inner = inner.strip_suffix("))").unwrap_or(inner);
    inner.split(") (").filter(|object| !object.is_empty()).collect()
}

/// What a thing may be told as, by what is seen of it in full: as it is, or with less the farther
/// it is.
fn forms(sight: &Sight, version: u8) -> Vec<Vec<String>> {
    let names = TEAMS.map(str::to_owned);
    let write = |part: Sight| {
        let mut out = String::new();
        write_see(0, &part, &names, version, &mut out);
        objects(&out)[0].to_owned()
    };
    let of_seen = |part: &dyn Fn(Seen) -> Sight, seen: &Seen| {
        let mut forms = vec![write(part(*seen))];
        if seen.change.is_some() && seen.distance.is_some_and(|distance| distance > 20.0) {
            forms.push(write(part(Seen { change: None, ..*seen })));
            if seen.distance.is_some_and(|distance| distance >= 40.0) {
                forms.remove(0);
            }
        }
        forms
    };
    let mut all = Vec::new();
    for &(index, ref seen) in &sight.landmarks {
        let part = |seen| Sight { landmarks: vec![(index, seen)], ..Sight::default() };
        all.push(of_seen(&part, seen));
    }
    if let Some(seen) = &sight.ball {
        all.push(of_seen(&|seen| Sight { ball: Some(seen), ..Sight::default() }, seen));
    }
    for player in &sight.players {
        let part = |player| write(Sight { players: vec![player], ..Sight::default() });
        let mut forms = vec![part(*player)];
        let distance = player.seen.distance.unwrap_or(99.0);
        let seen = Seen { change: None, ..player.seen };
        if distance > 20.0 {
            let less = SeenPlayer { seen, unum: None, goalie: false, facing: None, ..*player };
            forms.push(part(less));
        }
        if distance > 40.0 && version < 18 {
            forms.push(part(SeenPlayer { seen, ..SeenPlayer::default() }));
        }
        all.push(forms);
    }
    for line in &sight.lines {
        all.push(vec![write(Sight { lines: vec![*line], ..Sight::default() })]);
    }
    all
}

/// Whether an object is told as a form: to the last digit, but for what is drawn for it. `noise`:
/// how far a distance may be off.
fn is_told_as(told: &str, form: &str, noise: f64, pointing: Option<i32>) -> bool {
    let values = |text: &str| -> Vec<String> {
        let end = text.find(')').unwrap() + 1;
        let rest = text[end..].split_whitespace().map(str::to_owned);
        std::iter::once(text[..end].to_owned()).chain(rest).collect()
    };
    let (told, form) = (values(told), values(form));
    let number = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
    told.len() == form.len()
        && told.iter().zip(&form).enumerate().all(|(at, (told, form))| {
            let off = (number(told) - number(form)).abs();
            told == form
                || at == 1 && off <= noise
                || at == 3 && off <= 0.0101 + noise * 0.2 && noise > 0.0
                || pointing.is_some_and(|way| number(form) == f64::from(way))
                    && off.min(360.0 - off) < 15.0
        })
}

#[test]
fn players_see_what_recorded_players_saw() {
    for version in VERSIONS {
        let (mut seen, mut gaussian, mut things, mut hidden, mut late) = (0, 0, 0, 0, 0);
        Session::open(version).play(|session, message| {
            if !message.starts_with("(see") {
                return;
            }
            let sight = session.look();
            let told = objects(message);
            let noisy = session.is_gaussian();
            let fits = matches(&told, &sight, session, &mut hidden);
            if let Err(why) = fits {
                assert!(session.is_disturbed(), "version {version}: {why}\n{message}");
                late += 1;
                return;
            }
            things += told.len();
            gaussian += usize::from(noisy);
            seen += 1;
        });
        assert!(seen > 30 && things > 600 && late < 10, "{version}: {seen}, {things}, {late}");
        assert!(hidden > 10 && gaussian > 10, "{version}: {hidden}, {gaussian}");
    }
}

/// Holds what was told against what is to be seen.
fn matches(
    told: &[&str],
    sight: &Sight,
    session: &Session,
    hidden: &mut usize,
) -> Result<(), String> {
    let forms = forms(sight, session.version);
    if forms.len() != told.len() {
        return Err(format!("{} things, not {}: {forms:?}", told.len(), forms.len()));
    }
    let others = sight.landmarks.len() + usize::from(sight.ball.is_some());
    for (at, (told, forms)) in told.iter().zip(&forms).enumerate() {
        let player = at.checked_sub(others).and_then(|player| sight.players.get(player));
        let pointing = player.and_then(|player| player.pointing);
        let noise = if session.is_gaussian() && at < others + sight.players.len() {
            let distance: f64 = forms[0][forms[0].find(')').unwrap() + 2..]
                .split(' ')
                .next()
                .unwrap()
                .parse()
                .unwrap();
            let rate = if at < sight.landmarks.len() { 0.00125 } else { 0.0125 };
            5.0 * rate * (2.0 * distance + 10.0)
        } else {
            0.0
        };
        let form = forms.iter().position(|form| is_told_as(told, form, noise, pointing));
        match form {
            None => return Err(format!("{told} is none of {forms:?}")),
            Some(form) => *hidden += usize::from(form > 0),
        }
    }
    Ok(())
}

#[test]
fn players_hear_what_recorded_players_heard() {
    for version in VERSIONS {
        let mut heard = 0;
        Session::open(version).play(|session, message| {
            let Some(rest) = message.strip_prefix("(hear ") else { return };
            let words: Vec<_> = rest.trim_end_matches(')').splitn(3, ' ').collect();
            if words[1] == "referee" {
                return;
            }
            heard += 1;
            let mut ours = String::new();
            let text = message.split('"').nth(1).unwrap();
            let speaker = match words[2].split(' ').next().unwrap() {
                "our" => 1,
                "opp" => 11,
                _ => OWN,
            };
            let rules = session.world.rules().clone();
            let game = &session.world.game;
            let mut senses = Senses::new(&rules, 1, version);
            senses.say(&rules, game, speaker, text);
            let all = senses.hear(&rules, game, OWN, None);
            write_heard(game.cycle, &all[0], version, &mut ours);
            assert_eq!(ours, message, "version {version}");
        });
        assert!(heard > 7, "{version}: {heard}");
    }
}

/// A step of a recording: the player in front of its commands and behind them, and how often he saw
/// in each part.
type Watch = ([Player; 2], [usize; 2]);

/// Ticks of a cycle in front of the commands, which come 60 ms after the step, and behind them.
const TICKS: [[usize; 2]; 3] = [[2, 1], [2, 1], [1, 1]];

/// Whether eyes that begin in this phase, after so many ticks, see when the recorded ones did.
fn sees_alike(watched: &[Watch], version: u8, phase: usize, begun: usize) -> bool {
    let rules = Rules::new(ServerParameters::default(), PlayerParameters::default(), None, 0);
    let mut senses = Senses::new(&rules.unwrap(), 0, version);
    let blind = Player { synch_see: true, view_width: ViewWidth::Wide, ..watched[0].0[0] };
    let ready = (0..begun).all(|_| !senses.tick(&blind, OWN));
    ready
        && watched.iter().enumerate().all(|(step, (players, sights))| {
            (0..2).all(|part| {
                let ticks = match players[part].synch_see {
                    true => 1 - part,
                    false => TICKS[(step + phase) % 3][part],
                };
                let sees = (0..ticks).filter(|_| senses.tick(&players[part], OWN));
                sees.count() == sights[part]
            })
        })
}

#[test]
fn players_see_when_recorded_players_saw() {
    for version in VERSIONS {
        let mut watched: Vec<Watch> = Vec::new();
        Session::open(version).play(|session, message| {
            let player = session.world.game.players[OWN];
            if message.starts_with("(sense_body") && watched.len() < session.step {
                if let Some((players, _)) = watched.last_mut() {
                    players[1] = session.before;
                }
                watched.push(([player; 2], [0; 2]));
            }
            let Some((players, sights)) = watched.last_mut() else { return };
            if message == "(think)" {
                players[0] = player;
            }
            sights[usize::from(session.has_thought)] += usize::from(message.starts_with("(see"));
        });
        let any =
            (0..3).any(|phase| (0..3).any(|begun| sees_alike(&watched, version, phase, begun)));
        assert!(any, "version {version}");
    }
}

#[test]
fn messages_read_and_written_again_are_the_same() {
    for version in VERSIONS {
        let (mut read, names) = (0, TEAMS.map(str::to_owned));
        for [way, message] in Session::open(version).messages {
            let mut again = String::new();
            if way == "<" && message.starts_with("(see") {
                let (cycle, sight) = read_see(&message, &names).unwrap();
                write_see(cycle, &sight, &names, version, &mut again);
            } else if way == "<" && message.starts_with("(sense_body") {
                let body = read_sense_body(&message).unwrap();
                write_sense_body(&body, version, &mut again);
            } else if way == "<" && message.starts_with("(hear") {
                let Some((cycle, heard)) = read_heard(&message).unwrap() else { continue };
                write_heard(cycle, &heard, version, &mut again);
            } else {
                continue;
            }
            assert_eq!(again, message, "version {version}");
            read += 1;
        }
        assert!(read > 100, "{version}: {read}");
    }
}

#[test]
fn messages_that_are_cut_off_or_wrong_are_refused() {
    let names = TEAMS.map(str::to_owned);
    let session = Session::open(19);
    for [way, message] in session.messages.iter().take(120).filter(|[way, _]| way == "<") {
        for end in (0..message.len()).filter(|end| message.is_char_boundary(*end)) {
            let cut = &message[..end];
            assert!(read_see(cut, &names).is_err() && read_sense_body(cut).is_err(), "{way} {cut}");
            assert!(read_heard(cut).is_err() || !cut.starts_with("(hear"), "{cut}");
        }
    }
    for (message, why) in [
        ("(see 3 ((f c c) 4 5))", "there is no landmark 'f c c'"),
        ("(see 3 ((p \"X\" 3) 4 5))", "there is no team 'X'"),
        ("(see 3 ((b) 4 x))", "'x' where a number should be"),
        ("(see 3 ((l q) 4 5))", "there is no line 'q'"),
        ("(hear 3 self \"a\")", "'hear' where see should be"),
    ] {
        assert_eq!(read_see(message, &names).unwrap_err(), why);
    }
}

/// What is drawn: how often numbers and changes are missing, and how far distances are off.
#[test]
fn draws_have_their_distributions() {
    let mut server = ServerParameters::default();
    server.set("player_rand", &parameters::Value::Real(0.0)).unwrap();
    let rules = Rules::new(server, PlayerParameters::default(), None, 0).unwrap();
    let mut world = World::new(Arc::new(rules), 3);
    for team in TEAMS {
        world.join(team, false).unwrap();
    }
    let far = 30.0;
    let other = Player::place(Side::Right, 1);
    world.stadium().move_ball(Vec2::new(far, -3.0), Vec2::ZERO);
    world.stadium().move_player(OWN, Vec2::new(0.0, 0.0), Some(0.0), None);
    world.stadium().move_player(other, Vec2::new(far, 3.0), Some(0.0), None);
    world.game.players[other].arm = Arm { target: Vec2::new(far, 9.0), movable: 5, expires: 20 };
    let rules = world.rules().clone();
    for (version, gaussian) in [(18, false), (13, false), (19, true)] {
        let mut senses = Senses::new(&rules, 7, version);
        senses.players[OWN].gaussian = gaussian;
        let (mut numbers, mut changes, mut all) = (0.0, 0.0, 0.0);
        let (mut sum, mut squares, mut pointing) = (0.0, 0.0, 0.0);
        for _ in 0..20_000 {
            senses.step(&rules);
            let sight = senses.eye(&rules, &world.game, OWN, None).look();
            let (player, ball) = (sight.players[0], sight.ball.unwrap());
            numbers += f64::from(u8::from(player.unum.is_some()));
            changes += f64::from(u8::from(ball.change.is_some()));
            let distance = player.seen.distance.unwrap();
            (sum, squares) = (sum + distance, squares + distance * distance);
            pointing += f64::from(player.pointing.unwrap() - 90).powi(2);
            all += 1.0;
        }
        // Told as 30 m, or near that: half of the numbers and changes are missing. The steps of
        // the distance are e^0.1: 29.96.
        for share in [numbers / all, changes / all] {
            assert!((share - 0.5).abs() < 0.02, "{version} {share}");
        }
        let true_distance = far.hypot(3.0);
        let (mean, deviation) = (sum / all, (squares / all - (sum / all).powi(2)).max(0.0).sqrt());
        if gaussian {
            let spread = 0.0125 * 2.0 * true_distance;
            assert!((mean - true_distance).abs() < 0.03, "{mean}");
            assert!((deviation / spread - 1.0).abs() < 0.03, "{deviation} {spread}");
        } else {
            assert!((mean - 30.0).abs() < 1e-6 && deviation < 1e-3, "{mean} {deviation}");
        }
        let spread = 1.25 + 178.75 * (true_distance / 125.096_f64).powi(4);
        let off = (pointing / all - 1.0 / 12.0).sqrt();
        assert!((off / spread - 1.0).abs() < 0.05, "{off} {spread}");
    }
}

/// A player's ear takes one message of each team in a cycle; whom he attends to comes first.
#[test]
fn ears_have_a_capacity_for_each_team() {
    let rules = Rules::new(ServerParameters::default(), PlayerParameters::default(), None, 0);
    let mut world = World::new(Arc::new(rules.unwrap()), 3);
    for team in ["L", "L", "L", "R", "R"] {
        world.join(team, false).unwrap();
    }
    world.open_senses(1, 19, false);
    let speak = |world: &mut World, ears: &[&str]| {
        let mut reply = String::new();
        for command in ears {
            player::answer(world, None, OWN, command.as_bytes(), &mut reply);
        }
        for place in [OWN, 1, 2, 11, 12] {
            let say = format!("(say \"m{place}\")");
            player::answer(world, None, place, say.as_bytes(), &mut reply);
        }
        assert_eq!(reply, "");
        world.stadium().step();
        let heard = world.perceive(None)[OWN].clone().unwrap().heard;
        let text = |heard: &senses::Heard| {
            let mut out = String::new();
            write_heard(0, heard, 19, &mut out);
            out.split(' ').last().unwrap().to_owned()
        };
        heard.iter().map(text).collect::<Vec<_>>()
    };
    let mut first = std::collections::BTreeSet::new();
    for _ in 0..60 {
        let heard = speak(&mut world, &[]);
        assert_eq!(heard.len(), 3, "his own, one of each team: {heard:?}");
        assert_eq!(heard[0], "\"m0\")");
        first.extend(heard);
    }
    assert_eq!(first.len(), 5, "any of them: {first:?}");
    for _ in 0..20 {
        let heard = speak(&mut world, &["(attentionto our 3)"]);
        assert!(heard.contains(&"\"m2\")".to_owned()) && heard.len() == 3, "{heard:?}");
    }
    let heard = speak(&mut world, &["(ear (off opp))"]);
    assert_eq!(heard, ["\"m0\")", "\"m2\")"]);
    let heard = speak(&mut world, &["(ear (on our partial))"]);
    assert_eq!(heard, ["\"m0\")", "\"m2\")", "2)"], "who else has spoken, without what");
    world.game.players[2].position.x += 60.0;
    let heard = speak(&mut world, &[]);
    assert_eq!(heard, ["\"m0\")", "\"m1\")"], "too far away");
}
