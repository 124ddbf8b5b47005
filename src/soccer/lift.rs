//! Commands that would place something below the ground.

use super::Game;
use super::arena::{Arena, BALL, slot_of_index};
use super::command::{Command, UNTURNED, numbers, unit};
use crate::world::lowest_point;

impl Game {
    /// Lifts what a command places until it stands on the ground, if it would be below: the ball,
    /// or a robot in the pose that it is placed in. Any other command, and one that will be
    /// refused, stays as it is.
    pub fn lift(&self, arena: &Arena, command: &mut Command) {
        let (slot, pos, quat) = match command {
            Command::PlaceBall { pos, .. } => (BALL, pos, Ok(UNTURNED)),
            Command::PlacePlayer { number, team, pos, quat } => {
                let index = self.index_of(arena.players(), team, *number);
                let Ok(index) = index else { return };
                (slot_of_index(index), pos, unit(quat.unwrap_or(UNTURNED)))
            }
            _ => return,
        };
        if let (Ok([x, y, z]), Ok(quat)) = (numbers("pos", *pos), quat) {
            // Of the robot as if its root was at the height of the ground: exact at any height.
            pos[2] = z.max(-lowest_point(arena.scene(), slot, [x, y, 0.0], quat));
        }
    }
}
