//! What commanded players say, and to whom they listen.

use super::others::Other;
use super::round::Round;
use crate::batch::talk::{part, text};
use crate::disc::{Command, Player, Side};
use crate::wire::rcssserver::player::speak;

impl Round<'_, '_> {
    /// Lets those players speak and listen whose actions say so, after everybody has acted.
    pub(super) fn talk(&mut self, index: usize) {
        for (agent, program) in self.task.programs.iter().enumerate() {
            let own = &self.task.plan.agents[agent];
            let (Some(talk), place) = (own.talk, self.task.place(agent)) else { continue };
            let side = Side::BOTH[place / crate::disc::TEAM];
            let others = self.task.plan.others.of(side, self.drawn[index]);
            if !own.learns && *others != Other::Commanded {
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
