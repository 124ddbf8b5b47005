//! Compares what a real server told its players with what the same game tells them here.

use crate::session::{OWN, Session, TEAMS, VERSIONS};
use rcssgym::disc::senses::{BodySense, Seen, SeenPlayer, Senses, Sight};
use rcssgym::disc::*;
use rcssgym::wire::rcssserver::*;

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

/// Takes from a full state what no other message says about the other players: where they point and
/// how tired they are.
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

/// Returns the objects of a `see` message.
fn objects(message: &str) -> Vec<&str> {
    let inner = message.split_once(" (").map_or("", |(_, inner)| inner);
    let inner = inner.strip_suffix("))").unwrap_or(inner);
    inner.split(") (").filter(|object| !object.is_empty()).collect()
}

/// Returns the forms in which each object of a full sight may be reported: in full, or with less
/// detail if it is far away.
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

/// Whether an object was reported in a form: equal to the last digit, except for what is random
/// about it. `noise` is the tolerance of distances.
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

/// Compares reported objects with those of a sight. Counts in `hidden` those that were reported
/// with less detail.
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

/// A step of a recording: the player before its commands and after them, and how often they saw in
/// each of these parts.
type Watch = ([Player; 2], [usize; 2]);

/// Ticks of a cycle before the commands, which come 60 ms after the step, and after them.
const TICKS: [[usize; 2]; 3] = [[2, 1], [2, 1], [1, 1]];

/// Whether eyes that start in this phase, after `begun` ticks, see at the same times as the
/// recorded ones.
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
