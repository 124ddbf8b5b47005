//! What commanded players say, and to whom they listen.

use super::others::Other;
use super::round::Round;
use crate::batch::talk::{part, text};
use crate::disc::{Command, Player, Side};
use crate::error::{Error, Result};
use crate::terms::{MOST_UNITS, SPOKEN_UNIT};
use crate::wire::rcssserver::player::speak;

/// Where an action holds what its player says: for each unit [`SPOKEN_UNIT`] numbers, then one for
/// whom he listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Talk {
    /// Numbers of the action that come before these.
    pub from: usize,
    /// Largest number of units of a message.
    pub units: usize,
}

impl Talk {
    /// Numbers of an action up to the last one for talk.
    pub fn end(&self) -> usize {
        self.from + SPOKEN_UNIT * self.units + 1
    }

    /// Checks that there are not too many units.
    ///
    /// # Errors
    /// [`Error::Argument`]
    pub fn check(&self) -> Result<()> {
        if (1..=MOST_UNITS).contains(&self.units) {
            return Ok(());
        }
        Err(Error::argument("say", format!("{} units are not from 1 to {MOST_UNITS}", self.units)))
    }
}

impl Round<'_, '_> {
    /// Lets those players speak and listen whose actions say so, after everybody has acted.
    pub(super) fn talk(&mut self, index: usize) {
        for (agent, program) in self.task.programs.iter().enumerate() {
            let own = &self.task.plan.agents[agent];
            let (Some(talk), place) = (own.talk, self.task.place(agent)) else { continue };
            let side = Side::BOTH[place / crate::disc::TEAM];
            let others = self.task.plan.others.of(side, self.drawn[index]);
            if !own.learns && *others != Other::Told {
                continue;
            }
            let row = &self.part.rows[self.part.cells(index, agent)];
            let numbers = &program.applied(row)[talk.from..talk.end()];
            let Some((attention, spoken)) = numbers.split_last() else { continue };
            let sizes = self.task.teams.sizes;
            let teams = [sizes[side.index()], sizes[side.other().index()]];
            let world = &mut self.worlds[index];
            // The first part stands for nobody in particular, the others for the team by number.
            let listened = part(*attention, 1 + teams[0]).checked_sub(1);
            let listened = listened.map(|at| Player::place(side, at as u8 + 1));
            world.stadium().act(place, Command::Attend(listened.map(|place| place as u8)));
            if let Some(text) = text(spoken, teams) {
                speak(world, place, &text);
            }
        }
    }
}
