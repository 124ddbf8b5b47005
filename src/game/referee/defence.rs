//! Illegal defence: too many players in their own goalie area.

use super::ruling::Ruling;
use crate::game::Game;
use crate::game::foul::Foul;
use crate::world::{PlayerId, Side, WorldMut};

/// How many may be there.
const ALLOWED: usize = 2;
/// Cycles in a row that are too many.
const DEBOUNCE: u32 = 5;

impl Game {
    /// Sends off the pitch who entered last where too many are for too long.
    pub(super) fn check_illegal_defence(&mut self, world: &mut WorldMut) {
        for side in Side::BOTH {
            let (inside, latest) = self.watch_goalie_area(world, side);
            let cycles = &mut self.referee.crowded_cycles[side.index()];
            *cycles = if inside > ALLOWED { *cycles + 1 } else { 0 };
            if *cycles < DEBOUNCE {
                continue;
            }
            *cycles = 0;
            if let Some((player, _)) = latest {
                self.referee.record_mut(player).goalie_area_entry = None;
                self.rule(world, Ruling::Penalize(player));
                self.rule(world, Ruling::Foul(player, Foul::IllegalDefence));
            }
        }
    }

    /// Notes who enters and leaves; yields how many are inside, and who came last: player and
    /// time of entry. Of players who came in the same cycle it is the first.
    fn watch_goalie_area(
        &mut self,
        world: &WorldMut,
        side: Side,
    ) -> (usize, Option<(PlayerId, f64)>) {
        let area = world.scene.field.goalie_area(side);
        let now = self.state.sim_time();
        let (mut inside, mut latest) = (0, None);
        for slot in world.scene.team(side) {
            let Some(player) = world.scene.slots[slot].player else { continue };
            let [x, y, _] = world.view().root_position(slot);
            let record = self.referee.record_mut(player);
            if !area.contains(x, y) {
                record.goalie_area_entry = None;
                continue;
            }
            let entry = *record.goalie_area_entry.get_or_insert(now);
            inside += 1;
            if latest.is_none_or(|(_, time)| entry > time) {
                latest = Some((player, entry));
            }
        }
        (inside, latest)
    }
}
