//! Commands that would place something below the ground.

use super::Game;
use super::arena::{Arena, BALL, slot_of_index};
use super::command::{Command, numbers, unit};
use crate::math::quaternion;
use crate::model::ROOT_COORDS;
use crate::world::{WorldRef, lowest_point};

impl Game {
    /// Raises what a command places so that it stands on the ground, if it would be below: the
    /// ball, or a robot in the posture in which it is placed, which for [`Command::MovePlayer`] is
    /// the one that it has now. Other commands, and those that will be refused, are left as they
    /// are.
    pub fn lift(&self, arena: &Arena, world: &WorldRef<'_>, command: &mut Command) {
        let slot_of = |team: &str, number| {
            self.index_of(arena.players(), team, number).map(slot_of_index).ok()
        };
        let (slot, pos, quat, hinges) = match command {
            Command::PlaceBall { pos, .. } | Command::MoveBall(pos) => {
                (BALL, pos, Ok(quaternion::IDENTITY), &[][..])
            }
            Command::PlacePlayer { number, team, pos, quat } => {
                let Some(slot) = slot_of(team, *number) else { return };
                (slot, pos, unit(quat.unwrap_or(quaternion::IDENTITY)), &[][..])
            }
            Command::MovePlayer { number, team, pos, quat } => {
                let Some(slot) = slot_of(team, *number) else { return };
                let quat = quat.map_or_else(|| Ok(world.root_quaternion(slot)), unit);
                let coordinates = &world.observed[world.scene.slots[slot].qpos.clone()];
                (slot, pos, quat, &coordinates[ROOT_COORDS..])
            }
            _ => return,
        };
        if let (Ok([x, y, z]), Ok(quat)) = (numbers("pos", *pos), quat) {
            // Measured with the root at the height of the ground, so that rounding does not depend
            // on how deep the command would place it.
            pos[2] = z.max(-lowest_point(arena.scene(), slot, [x, y, 0.0], quat, hinges));
        }
    }
}
