//! Checks of arguments.

use super::{BatchConfig, GameConfig, MAX_TEAM, MAX_WORLDS, WorldBatch};
use crate::error::{Error, Result};
use crate::math::quaternion::unit_quaternion;
use crate::world::scene::Slot;

/// A quaternion whose numbers are all smaller has no direction in the engine, which takes states as
/// they are.
const SHORTEST: f64 = 1e-6;

pub(super) fn config(config: &BatchConfig) -> Result<()> {
    let worlds = config.num_worlds;
    if !(1..=MAX_WORLDS).contains(&worlds) {
        let message = format!("{worlds} is not between 1 and {MAX_WORLDS}");
        return Err(Error::argument("num_worlds", message));
    }
    for (name, team) in [("left", &config.left), ("right", &config.right)] {
        if team.len() > MAX_TEAM {
            let message = format!("{} robots, at most {MAX_TEAM} fit a team", team.len());
            return Err(Error::argument(name, message));
        }
        if let Some(GameConfig { rules, .. }) = &config.game
            && team.len() > rules.max_team_size.min(rules.max_player_no as usize)
        {
            let (most, rules) =
                (rules.max_team_size.min(rules.max_player_no as usize), &rules.name);
            let message = format!("{} robots, the rules '{rules}' allow {most}", team.len());
            return Err(Error::argument(name, message));
        }
    }
    if config.threads == Some(0) {
        return Err(Error::argument("threads", "must be at least 1, not 0"));
    }
    Ok(())
}

pub(super) fn length(name: &'static str, found: usize, wanted: usize) -> Result<()> {
    if found == wanted {
        return Ok(());
    }
    Err(Error::argument(name, format!("{found} values where {wanted} are needed")))
}

pub(super) fn index(name: &'static str, value: usize, count: usize) -> Result<()> {
    if value < count {
        return Ok(());
    }
    Err(Error::argument(name, format!("{value} is out of range, there are {count}")))
}

pub(super) fn finite(name: &'static str, values: &[f64]) -> Result<()> {
    match values.iter().position(|v| !v.is_finite()) {
        None => Ok(()),
        Some(i) => Err(Error::argument(name, format!("{} at index {i}", values[i]))),
    }
}

pub(super) fn quaternion(name: &'static str, q: [f64; 4]) -> Result<[f64; 4]> {
    unit_quaternion(q).ok_or_else(|| Error::argument(name, format!("{q:?} has no direction")))
}

impl WorldBatch {
    pub(super) fn check_worlds(&self, worlds: &[usize]) -> Result<()> {
        for &world in worlds {
            index("worlds", world, self.num_worlds())?;
        }
        let mut sorted = worlds.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(()),
            Some(pair) => {
                Err(Error::argument("worlds", format!("world {} is listed twice", pair[0])))
            }
        }
    }

    /// Checks for one row of finite numbers per world.
    pub(super) fn check_rows(
        &self,
        name: &'static str,
        worlds: &[usize],
        values: &[f64],
        row: usize,
    ) -> Result<()> {
        length(name, values.len(), worlds.len() * row)?;
        match values.iter().position(|v| !v.is_finite()) {
            None => Ok(()),
            Some(i) => {
                let place = self.place_of(i % row, row == self.nq());
                let (value, world) = (values[i], worlds[i / row]);
                Err(Error::argument(name, format!("{value} in world {world}, {place}")))
            }
        }
    }

    /// Checks that quaternions have a direction.
    pub(super) fn check_quaternions(&self, worlds: &[usize], qpos: &[f64]) -> Result<()> {
        for (row, world) in qpos.chunks_exact(self.nq()).zip(worlds) {
            for slot in &self.arena.scene().slots {
                let start = slot.qpos.start + 3;
                let quaternion = &row[start..][..4];
                if quaternion.iter().all(|x| x.abs() < SHORTEST) {
                    let place = self.place_of(start, true);
                    let message =
                        format!("{quaternion:?} in world {world}, {place} has no direction");
                    return Err(Error::argument("qpos", message));
                }
            }
        }
        Ok(())
    }

    /// Names what a coordinate or velocity belongs to.
    fn place_of(&self, column: usize, is_position: bool) -> String {
        let range = |slot: &Slot| {
            if is_position { slot.qpos.clone() } else { slot.qvel.clone() }
        };
        let root = if is_position { 7 } else { 6 };
        for (index, slot) in self.arena.scene().slots.iter().enumerate() {
            let range = range(slot);
            if !range.contains(&column) {
                continue;
            }
            let model = &self.arena.scene().kinds[slot.kind].model;
            let local = column - range.start;
            let part = match local.checked_sub(root) {
                Some(joint) => format!("joint {}", model.joints[joint].name),
                None => format!("root coordinate {local}"),
            };
            return match index {
                0 => format!("ball, {part}"),
                _ => format!("robot {} ({}), {part}", index - 1, model.name),
            };
        }
        format!("column {column}")
    }
}
