//! What players learn from what their mates say.

use crate::disc::memory::Report;
use crate::disc::senses::Speaker;
use crate::disc::{PLAYERS, Player, Side, TEAM, Vec2, World};
use crate::playmaker::Notes;
use crate::playmaker::say::{Heard, hear as read};

/// Makes a player hear what was said in the last cycle, and returns where a mate passes the ball to
/// him, if one does. What he hears of ball and players goes into his memory, unless he knows
/// everything anyway.
pub(super) fn hear(
    world: &mut World,
    place: usize,
    is_full: bool,
    notes: &mut Notes,
) -> Option<Vec2> {
    let own = &world.game.players[place];
    let (side, unum) = (own.side, own.unum);
    let texts: Vec<String> = world
        .heard
        .iter()
        .filter(|(listener, heard)| {
            usize::from(*listener) == place && matches!(heard.speaker, Speaker::TeamMate(_))
        })
        .filter_map(|(_, heard)| heard.text.clone())
        .collect();
    let mut pass = None;
    for heard in texts.iter().flat_map(|text| read(text)) {
        match heard {
            Heard::Pass { receiver, point } if receiver == unum => pass = pass.or(Some(point)),
            Heard::Ball { position, velocity } => notes.heard_ball = Some((position, velocity)),
            Heard::Player { unum: other, position, .. } => {
                if let Some(other) = place_of(side, other) {
                    notes.heard_players.push((other, position));
                }
            }
            Heard::OffsideLine(x) => notes.heard_line = Some((x, 0)),
            _ => {}
        }
    }
    if !is_full && let Some(minds) = &mut world.minds {
        let (memory, sign) = (&mut minds.memories[place], side.sign());
        if let Some((position, velocity)) = notes.heard_ball {
            memory.hear(Report::Ball { position: position * sign, age: 0 });
            memory.hear(Report::BallVelocity { velocity: velocity * sign, age: 0 });
        }
        for &(other, position) in &notes.heard_players {
            memory.hear(Report::Player { place: other, position: position * sign, age: 0 });
        }
    }
    pass
}

/// The place of a player by a number as it is said: numbers of 12 and more are opponents.
fn place_of(side: Side, said: u8) -> Option<usize> {
    let team = TEAM as u8;
    let (of, unum) = if said > team { (side.other(), said - team) } else { (side, said) };
    let place = (1..=team).contains(&unum).then(|| Player::place(of, unum))?;
    (place < PLAYERS).then_some(place)
}
