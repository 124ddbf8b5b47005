//! Commands of the trainer, and the server's answers.

use super::ILLEGAL;
use super::look::look;
use super::outcome::Outcome;
use super::scan::Scan;
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH, POST_RADIUS};
use crate::disc::said::Said;
use crate::disc::{Answers, FARTHEST, PlayMode, Player, TEAM, TYPES, Vec2, World, referee};
use std::fmt::Write;

const ILLEGAL_OBJECT: &str = "(error illegal_object_form)";

/// Depth of goals, m.
const GOAL_DEPTH: f64 = 2.44;

/// Reads and carries out a command of the trainer. Returns the answers, one per line.
pub fn answer(world: &mut World, answers: Option<&mut dyn Answers>, message: &[u8]) -> String {
    act(world, answers, message).lines()
}

/// Like [`answer`], but also returns what the server has to know.
pub fn act(world: &mut World, answers: Option<&mut dyn Answers>, message: &[u8]) -> Outcome {
    let mut outcome = Outcome::default();
    let mut scan = Scan::new(message);
    let Some(name) = scan.byte(b'(').and_then(|()| scan.name()) else {
        outcome.reply(ILLEGAL);
        return outcome;
    };
    match name {
        "start" => {
            referee::start(&mut world.stadium_with(answers));
            outcome.reply("(ok start)");
        }
        "change_mode" => outcome.reply(change_mode(world, answers, scan)),
        "move" => outcome.reply(relocate(world, answers, scan)),
        "recover" => {
            world.stadium().recover_all();
            outcome.reply("(ok recover)\n");
        }
        "change_player_type" => outcome.reply(change_player_type(world, scan)),
        "check_ball" => outcome.reply(check_ball(world)),
        "look" => {
            let version = world.staff_mut().trainer.version;
            outcome.reply(look(world, version));
        }
        "team_names" => outcome.reply(team_names(world.names())),
        "say" => outcome.reply(match said(scan, world.rules().server.say_coach_msg_size) {
            Some(text) => {
                world.say_aloud(Said { side: None, text });
                "(ok say)"
            }
            None => ILLEGAL,
        }),
        "ear" => outcome.reply(switch("ear", scan, &mut world.staff_mut().trainer.ear)),
        "eye" => outcome.reply(switch("eye", scan, &mut world.staff_mut().trainer.eye)),
        "compression" => compression(scan, &mut outcome),
        "done" => outcome.done = true,
        _ => outcome.reply("(error unknown_command)"),
    }
    outcome
}

/// `(eye on)`, `(ear off)`: `on` is the switch that is turned on or off.
pub(super) fn switch(name: &str, mut scan: Scan, on: &mut bool) -> String {
    match scan.piece(|byte| !b" ()".contains(&byte)) {
        Some(mode @ ("on" | "off")) => {
            *on = mode == "on";
            format!("(ok {name} {mode})")
        }
        _ => ILLEGAL.to_owned(),
    }
}

/// `(compression N)`.
pub(super) fn compression(mut scan: Scan, outcome: &mut Outcome) {
    match scan.integer() {
        Some(level) if level <= 9 => outcome.compress(level),
        _ => outcome.reply(ILLEGAL),
    }
}

/// Returns the text after `(say`: characters that may be said, without the last closing
/// parenthesis, cut off at a length.
pub(super) fn said(mut scan: Scan, most: i32) -> Option<String> {
    let may = |byte: u8| byte.is_ascii_alphanumeric() || b"-.+*/?<>_ ()".contains(&byte);
    // The command's name ends with a blank.
    scan.rest().first().filter(|byte| byte.is_ascii_whitespace())?;
    let text = scan.piece(may)?;
    let most = usize::try_from(most).unwrap_or(0);
    match text.get(..most).filter(|_| text.len() > most) {
        Some(cut) => Some(cut.to_owned()),
        None => Some(text.strip_suffix(')').unwrap_or(text).to_owned()),
    }
}

fn change_mode(
    world: &mut World,
    answers: Option<&mut dyn Answers>,
    mut scan: Scan,
) -> &'static str {
    let Some(name) = scan.name() else { return ILLEGAL };
    let Some(mode) = PlayMode::named(name) else { return "(error illegal_mode)" };
    referee::change_mode(&mut world.stadium_with(answers), mode);
    "(ok change_mode)"
}

/// `(move (ball) x y [dir [vx vy]])`, `(move (player T N) x y [dir [vx vy]])`.
fn relocate(world: &mut World, answers: Option<&mut dyn Answers>, mut scan: Scan) -> &'static str {
    let object = scan.byte(b'(').and_then(|()| scan.piece(|byte| byte != b')'));
    let Some((object, ())) = object.zip(scan.byte(b')')) else { return ILLEGAL_OBJECT };
    let (mut numbers, mut count) = ([0.0; 5], 0);
    while let Some(number) = numbers.get_mut(count).and_then(|_| scan.real()) {
        numbers[count] = number;
        count += 1;
    }
    let [x, y, angle, vx, vy] = numbers;
    if count < 2 || !numbers.iter().all(|number| number.abs() <= FARTHEST) {
        return ILLEGAL_OBJECT;
    }
    let (point, velocity) = (Vec2::new(x, y), Vec2::new(vx, vy));
    if object == "ball" {
        if count == 4 {
            return ILLEGAL;
        }
        world.stadium_with(answers).move_ball(point, velocity);
        return "(ok move)";
    }
    let Some((team, unum)) = player_object(object) else { return ILLEGAL_OBJECT };
    if count == 4 {
        return ILLEGAL;
    }
    if let Some(side) = world.side_named(team) {
        let server = &world.rules().server;
        let angle = angle.max(server.minmoment).min(server.maxmoment).to_radians();
        let place = Player::place(side, unum);
        let (body, velocity) = ((count >= 3).then_some(angle), (count == 5).then_some(velocity));
        world.stadium_with(answers).move_player(place, point, body, velocity);
    }
    "(ok move)"
}

/// `player T N`.
fn player_object(object: &str) -> Option<(&str, u8)> {
    let mut scan = Scan::new(object.as_bytes());
    scan.literal("player")?;
    let team = scan.piece(|byte| !byte.is_ascii_whitespace())?;
    let unum = u8::try_from(scan.integer()?).ok()?;
    (1..=TEAM as u8).contains(&unum).then_some((team, unum))
}

fn change_player_type(world: &mut World, mut scan: Scan) -> String {
    let words = (|| {
        let team = scan.piece(|byte| !byte.is_ascii_whitespace())?;
        Some((team, scan.integer()?, scan.integer()?))
    })();
    let Some((team, unum, type_id)) = words else { return ILLEGAL.to_owned() };
    let Some(side) = world.side_named(team) else {
        return "(warning no_team_found)".to_owned();
    };
    if !(0..TYPES as i32).contains(&type_id) {
        return "(error out_of_range_player_type)".to_owned();
    }
    let place = (1..=TEAM as i32).contains(&unum).then(|| Player::place(side, unum as u8));
    let Some(place) = place.filter(|&place| world.game.players[place].joined) else {
        return "(warning no_such_player)".to_owned();
    };
    world.stadium().substitute(place, type_id as u8);
    format!("(ok change_player_type {team} {unum} {type_id})")
}

/// `(ok check_ball T in_field)`; coaches may also request it.
pub(super) fn check_ball(world: &World) -> String {
    let server = &world.rules().server;
    let Vec2 { x, y } = world.game.ball.position;
    let in_goal = (HALF_LENGTH + server.ball_size..=HALF_LENGTH + server.ball_size + GOAL_DEPTH)
        .contains(&x.abs())
        && y.abs() <= (server.goal_width + POST_RADIUS) / 2.0;
    let inside =
        x.abs() <= HALF_LENGTH + server.ball_size && y.abs() <= HALF_WIDTH + server.ball_size;
    let place = match (in_goal, inside) {
        (true, _) if x < 0.0 => "goal_l",
        (true, _) => "goal_r",
        (false, true) => "in_field",
        (false, false) => "out_of_field",
    };
    format!("(ok check_ball {} {place})", world.game.cycle)
}

/// `(ok team_names (team l A) (team r B))` and a line end.
pub(super) fn team_names(names: &[String; 2]) -> String {
    let mut text = "(ok team_names".to_owned();
    for (name, side) in names.iter().zip(['l', 'r']).filter(|(name, _)| !name.is_empty()) {
        let _ = write!(text, " (team {side} {name})");
    }
    text + ")\n"
}
