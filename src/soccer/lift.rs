//! Commands that would place something below the ground.

use super::Game;
use super::arena::{Arena, BALL, slot_of_index};
use super::command::{Command, UNTURNED, numbers, unit};
use crate::world::{WorldRef, lowest_point};

impl Game {
    /// Raises what a command places so that it stands on the ground, if it would be below: the
    /// ball, or a robot in the pose in which it is placed. A robot that is moved as it is stays at
    /// its present height at least, where the ground allows its posture. Any other command, and one
    /// that will be refused, is left as it is.
    pub fn lift(&self, arena: &Arena, world: &WorldRef<'_>, command: &mut Command) {
        if let Command::MovePlayer { number, team, pos } = command {
            if let Ok(index) = self.index_of(arena.players(), team, *number) {
                pos[2] = pos[2].max(world.root_position(slot_of_index(index))[2]);
            }
            return;
        }
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
            // The lowest point is that of the robot with its root at the height of the ground,
            // which is exact at any height.
            pos[2] = z.max(-lowest_point(arena.scene(), slot, [x, y, 0.0], quat));
        }
    }
}
