//! Commands of monitors.

use super::super::ILLEGAL;
use super::super::outcome::Outcome;
use super::super::scan::Scan;
use super::super::trainer::{self, compression};
use crate::disc::{Player, Side, TEAM, Vec2, World, referee};

/// Units of positions per metre.
const SCALE: f64 = 16.0;
/// The beginnings of those of the trainer's commands that monitors may use if a trainer is allowed.
const TRAINERS: [&str; 5] = ["(start)", "(change_mode", "(move", "(recover", "(check_ball"];

/// Reads and carries out a command of a monitor; errors are answered.
pub fn act(world: &mut World, message: &[u8]) -> Outcome {
    let message = message.split(|&byte| byte == 0).next().unwrap_or_default();
    let mut outcome = Outcome::default();
    let begins = |start: &str| message.starts_with(start.as_bytes());
    let mut scan = Scan::new(message);
    let name = scan.byte(b'(').and_then(|()| scan.name());
    if message == b"(dispbye)" {
        outcome.bye = true;
        return outcome;
    }
    let done = match name {
        Some("dispstart") if message == b"(dispstart)" => {
            referee::start(&mut world.stadium());
            Some(())
        }
        Some("dispfoul") => foul(world, scan),
        Some("dispplayer") => place(world, scan),
        Some("dispdiscard") => discard(world, scan),
        Some("dispcard") => card(world, scan),
        Some("compression") => {
            compression(scan, &mut outcome);
            return outcome;
        }
        _ => {
            let server = &world.rules().server;
            let may = server.coach || server.coach_w_referee;
            if may && TRAINERS.iter().any(|start| begins(start)) {
                outcome = trainer::act(world, None, message);
                for reply in &mut outcome.replies {
                    // Monitors get these replies without the line end.
                    reply.truncate(reply.trim_end().len());
                }
                return outcome;
            }
            None
        }
    };
    if done.is_none() {
        outcome.reply(ILLEGAL);
    }
    outcome
}

fn side(number: i32) -> Option<Side> {
    match number {
        1 => Some(Side::Left),
        -1 => Some(Side::Right),
        _ => None,
    }
}

/// Reads a side and a number; the inner `Option` is `None` if they name no player.
fn player(scan: &mut Scan) -> Option<Option<usize>> {
    let (side, unum) = (side(scan.integer()?), scan.integer()?);
    let known = (1..=TEAM as i32).contains(&unum);
    Some(side.filter(|_| known).map(|side| Player::place(side, unum as u8)))
}

fn point(scan: &mut Scan) -> Option<Vec2> {
    Some(Vec2::new(f64::from(scan.integer()?) / SCALE, f64::from(scan.integer()?) / SCALE))
}

/// `(dispfoul X Y SIDE)`: a free kick for a side; with side 0 the ball is dropped.
fn foul(world: &mut World, mut scan: Scan) -> Option<()> {
    let (point, number) = (point(&mut scan)?, scan.integer()?);
    let mut stadium = world.stadium();
    match side(number) {
        Some(side) => referee::call_foul(&mut stadium, side, point),
        None => referee::drop_ball(&mut stadium, point),
    }
    Some(())
}

/// `(dispplayer SIDE UNUM X Y DEG)`.
fn place(world: &mut World, mut scan: Scan) -> Option<()> {
    let (player, point, degrees) = (player(&mut scan)?, point(&mut scan)?, scan.integer()?);
    if let Some(place) = player {
        let body = f64::from(degrees).to_radians();
        world.stadium().move_player(place, point, Some(body), Some(Vec2::ZERO));
    }
    Some(())
}

/// `(dispdiscard SIDE UNUM)`.
fn discard(world: &mut World, mut scan: Scan) -> Option<()> {
    if let Some(place) = player(&mut scan)?
        && world.game.players[place].connected
    {
        world.stadium().remove(place);
    }
    Some(())
}

/// `(dispcard SIDE UNUM yellow|red)`; who does not play gets no card.
fn card(world: &mut World, mut scan: Scan) -> Option<()> {
    let player = player(&mut scan)?;
    let show = match scan.piece(|byte| !b" ()".contains(&byte))? {
        "yellow" => referee::caution,
        "red" => referee::send_off,
        _ => return None,
    };
    if let Some(place) = player.filter(|&place| world.game.players[place].connected) {
        show(&mut world.stadium(), place);
    }
    Some(())
}
