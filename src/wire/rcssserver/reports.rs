//! What players learn from messages that they hear, if these are encoded with the codec of
//! `wire::say`.

use crate::disc::memory::Report;
use crate::disc::senses::{Heard, Speaker};
use crate::disc::{Player, Side, TEAM, Vec2, World};
use crate::wire::say::{self, Unit};

/// Half the quantization step of an encoded value: m along and across the pitch, m/cycle.
const HALF: [f64; 3] = [53.0 / 73.0, 34.0 / 73.0, 2.7 / 73.0];

/// Enters what players have heard from teammates in the last step into their memories. Does nothing
/// in a game whose players have no memories. Texts that mean nothing in the codec are ignored.
pub fn take_in(world: &mut World) {
    let Some(minds) = &mut world.minds else { return };
    for (place, heard) in &world.heard {
        let Some(memory) = minds.memories.get_mut(usize::from(*place)) else { continue };
        reports(memory.side, heard, |report| memory.hear(report));
    }
}

/// Passes the contents of a message to `take`, for a player of a side. Positions in messages are in
/// the team's own frame, as in the coach language: its goal is at negative x.
fn reports(side: Side, heard: &Heard, mut take: impl FnMut(Report)) {
    let (Speaker::TeamMate(speaker), Some(text)) = (heard.speaker, &heard.text) else { return };
    for unit in say::decode(text).0 {
        report(side, speaker, unit).map(&mut take);
    }
}

fn report(side: Side, speaker: u8, unit: Unit) -> Option<Report> {
    let point = |x: f64, y: f64| Vec2::new(x + HALF[0], y + HALF[1]) * side.sign();
    let player = |side: Side, unum: u8, [x, y]: [f64; 2], cycles: u32| {
        let place = (1..=TEAM as u8).contains(&unum).then(|| Player::place(side, unum))?;
        Some(Report::Player { place, position: point(x, y), age: cycles as u16 })
    };
    match unit {
        Unit::OurPos { x, y } => player(side, speaker, [x, y], 0),
        Unit::TeammatePos { player: unum, x, y, cycles } => player(side, unum, [x, y], cycles),
        Unit::OpponentPos { player: unum, x, y, cycles } => {
            player(side.other(), unum, [x, y], cycles)
        }
        Unit::BallPos { x, y, cycles } => {
            Some(Report::Ball { position: point(x, y), age: cycles as u16 })
        }
        Unit::BallVelocity { dx, dy, cycles } => {
            let velocity = Vec2::new(dx + HALF[2], dy + HALF[2]) * side.sign();
            Some(Report::BallVelocity { velocity, age: cycles as u16 })
        }
        Unit::WeHaveBall { .. }
        | Unit::OpponentHasBall { .. }
        | Unit::PassToPlayer { .. }
        | Unit::PassToPoint { .. }
        | Unit::WantPass => None,
    }
}
