//! From texts to what they say.

use super::KINDS;
use super::number::{Row, Scale, read, read_ball, read_point18, read_point19, read_share};
use super::pack::{
    ALL, BALL_GOALIE_X, BALL_PLAYER, BALL_V, BALL_X, BALL_Y, BODY, DRIBBLE, GOALIE_BODY,
    GOALIE_PLAYER, GOALIE_X, GOALIE_Y, OTHER, OWN, OWN_BODY, PLAYERS,
};
use crate::disc::Vec2;

/// A part of what was heard: m, m/cycle, degrees, in the team's frame. Numbers of 12 and more are
/// those of opponents plus 11.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the interface's messages, and their fields")]
pub enum Heard {
    Ball { position: Vec2, velocity: Vec2 },
    Pass { receiver: u8, point: Vec2 },
    Intercept { unum: u8, cycle: u8 },
    Goalie { position: Vec2, body: f64 },
    Player { unum: u8, position: Vec2, body: Option<f64> },
    OffsideLine(f64),
    DefenseLine(f64),
    WaitRequest,
    PassRequest(Vec2),
    Stamina(f64),
    Recovery(f64),
    Dribble { point: Vec2, count: u8 },
    Own { position: Vec2, body: f64, stamina: f64 },
}

/// Messages that players can say, but do not know when they hear them: how long a set play waits,
/// and the capacity of stamina.
const UNHEARD: [char; 2] = ['F', 'c'];

/// What a text says, up to the first message that cannot be read.
pub fn hear(text: &str) -> Vec<Heard> {
    let (mut rest, mut heard) = (text.as_bytes(), Vec::new());
    while let Some(&head) = rest.first() {
        let kind = KINDS.iter().find(|(_, letter, _)| *letter == char::from(head));
        let kind = kind.filter(|(_, letter, _)| !UNHEARD.contains(letter));
        let Some(&(_, letter, length)) = kind else { break };
        let Some(body) = rest.get(1..length) else { break };
        if one(letter, body, &mut heard).is_none() {
            break;
        }
        rest = &rest[length..];
    }
    heard
}

fn one(letter: char, body: &[u8], heard: &mut Vec<Heard>) -> Option<()> {
    match letter {
        'b' => heard.push(ball_of(body)?),
        'p' => {
            let to = read(&body[..4])?;
            heard.push(Heard::Pass { receiver: (to & 15) as u8, point: read_point19(to >> 4) });
            heard.push(ball_of(&body[4..])?);
        }
        'i' => heard.push(Heard::Intercept {
            unum: read(&body[..1])? as u8,
            cycle: read(&body[1..])? as u8,
        }),
        'g' => heard.push(goalie(&mut Row(read(body)?), GOALIE_X)),
        'e' => {
            let mut row = Row(read(body)?);
            let mate = player(&mut row, &GOALIE_PLAYER, None);
            heard.push(goalie(&mut row, GOALIE_X));
            heard.push(mate);
        }
        'o' => heard.push(Heard::OffsideLine(read_share(read(body)?) * 42.0 + 10.0)),
        'd' => heard.push(Heard::DefenseLine(read_share(read(body)?) * 42.0 - 52.0)),
        'w' => heard.push(Heard::WaitRequest),
        'h' => heard.push(Heard::PassRequest(read_point18(read(body)?))),
        's' => heard.push(Heard::Stamina(read_share(read(body)?) * 8000.0)),
        'r' => heard.push(Heard::Recovery(read_share(read(body)?) * 0.5 + 0.5)),
        'D' => heard.push(dribble(Row(read(body)?))),
        'G' => {
            let mut row = Row(read(body)?);
            let goalie = goalie(&mut row, BALL_GOALIE_X);
            heard.extend([ball(row), goalie]);
        }
        'P' | 'Q' | 'R' => {
            let mut row = Row(read(body)?);
            let count = body.len() / 3;
            let first = heard.len();
            heard.extend((0..count).map(|_| player(&mut row, &PLAYERS, None)));
            heard[first..].reverse();
        }
        'S' => heard.push(oneself(Row(read(body)?))),
        'T' => heard.push(one_of_a_team(Row(read(body)?), 1)),
        'O' => heard.push(one_of_a_team(Row(read(body)?), 12)),
        'B' => {
            let ball = ball_of(&body[..5])?;
            let mut row = Row(read(&body[5..])?);
            let body = BODY.read(row.pop(BODY.count));
            heard.extend([ball, player(&mut row, &BALL_PLAYER, Some(body))]);
        }
        _ => return None,
    }
    Some(())
}

fn ball_of(text: &[u8]) -> Option<Heard> {
    let (position, velocity) = read_ball(read(text)?);
    Some(Heard::Ball { position, velocity })
}

/// A ball before a goalie.
fn ball(mut row: Row) -> Heard {
    let [vy, vx] = [0; 2].map(|_| BALL_V.read(row.pop(BALL_V.count)));
    let y = BALL_Y.read(row.pop(BALL_Y.count));
    Heard::Ball { position: Vec2::new(BALL_X.read(row.0), y), velocity: Vec2::new(vx, vy) }
}

fn dribble(mut row: Row) -> Heard {
    let count = row.pop(10) as u8 + 1;
    let y = DRIBBLE[1].read(row.pop(DRIBBLE[1].count));
    Heard::Dribble { point: Vec2::new(DRIBBLE[0].read(row.0), y), count }
}

fn oneself(mut row: Row) -> Heard {
    let stamina = row.pop(11) as f64 * 800.0;
    let body = OWN_BODY.read(row.pop(OWN_BODY.count));
    let y = OWN[1].read(row.pop(OWN[1].count));
    Heard::Own { position: Vec2::new(OWN[0].read(row.0), y), body, stamina }
}

/// A player of a team whose numbers begin with `first`.
fn one_of_a_team(mut row: Row, first: u8) -> Heard {
    let body = BODY.read(row.pop(BODY.count));
    let y = OTHER[1].read(row.pop(OTHER[1].count));
    let x = OTHER[0].read(row.pop(OTHER[0].count));
    Heard::Player { unum: row.0 as u8 + first, position: Vec2::new(x, y), body: Some(body) }
}

fn goalie(row: &mut Row, x: Scale) -> Heard {
    let body = GOALIE_BODY.read(row.pop(GOALIE_BODY.count));
    let y = GOALIE_Y.read(row.pop(GOALIE_Y.count));
    Heard::Goalie { position: Vec2::new(x.read(row.pop(x.count)), y), body }
}

fn player(row: &mut Row, scales: &[Scale; 2], body: Option<f64>) -> Heard {
    let y = scales[1].read(row.pop(scales[1].count));
    let x = scales[0].read(row.pop(scales[0].count));
    let unum = row.pop(ALL) as u8 + 1;
    Heard::Player { unum, position: Vec2::new(x, y), body }
}
