//! How a task plays the 2D game: who acts, how, and what all others do.

use super::action_mode::ActionMode;
use super::others::{Other, Others};
use crate::batch::disc::DiscBatch;
use crate::disc::Vec2;
use crate::error::{Error, Result};
use crate::teams::Script;
use crate::terms::{MOST_UNITS, Program, SPOKEN_UNIT, disc_starts, keepaway};

/// Where an action holds what its player says: for each unit [`SPOKEN_UNIT`] numbers, then one for
/// whom they listen to.
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

    /// Checks the number of units.
    ///
    /// # Errors
    /// [`Error::Argument`] for none, and for more than [`MOST_UNITS`].
    pub fn check(&self) -> Result<()> {
        if (1..=MOST_UNITS).contains(&self.units) {
            return Ok(());
        }
        Err(Error::argument("say", format!("{} units are not from 1 to {MOST_UNITS}", self.units)))
    }
}

/// How keepaway is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeepawayPlan {
    /// Half the length and width of the field, m.
    pub half: Vec2,
    /// Whether a step lasts until the next decision, not for a cycle.
    pub by_decisions: bool,
}

/// A player who is commanded by numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscAgent {
    /// Index among the players of a game, the left team first.
    pub player: usize,
    /// What their numbers mean. Further numbers are ignored.
    pub action_mode: ActionMode,
    /// Whether the learner commands them; if not, they follow their actions only in episodes for
    /// which their team has drawn [`Other::Commanded`].
    pub learns: bool,
    /// Where their action holds what they say, if they talk.
    pub talk: Option<Talk>,
}

/// How a task plays the 2D game.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscPlan {
    /// The players who are commanded, in the order of the players.
    pub agents: Vec<DiscAgent>,
    /// What all others do.
    pub others: Others,
    /// The script for acts that ask for one, in a team whose other players have none.
    pub script: Script,
    /// Whether the script is asked what the commanded players would do by it.
    pub teaches: bool,
    /// Whether the trainer orders `play_on` in every cycle.
    pub keeps_play_on: bool,
    /// Whether a game begins with the kick-off that the term `disc_kick_off` has drawn, instead of
    /// in play.
    pub kicks_off: bool,
    /// How keepers and takers play, if the task is keepaway.
    pub keepaway: Option<KeepawayPlan>,
}

/// The cells of rows that the games themselves use, if they do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells {
    /// Whether the left team kicks off.
    pub kicks_off: usize,
    /// The pass under way in keepaway, and the cycles of a step.
    pub pass: usize,
    pub cycles: usize,
}

impl DiscPlan {
    /// Whether anybody may ask a script.
    pub(super) fn has_scripts(&self) -> bool {
        let asks =
            |agent: &DiscAgent| agent.action_mode.listed().iter().any(|act| act.asks_script());
        let is_scripted = |other: &Other| matches!(other, Other::Scripted(_));
        self.teaches || self.agents.iter().any(asks) || self.others.any(is_scripted)
    }

    /// Whether actions are nothing but commands, and nobody asks a script.
    pub(super) fn is_plain(&self) -> bool {
        !self.has_scripts() && self.agents.iter().all(|agent| agent.action_mode.is_command())
    }

    /// Finds the cells of a program's rows that the games themselves use.
    ///
    /// # Errors
    /// [`Error::Argument`] for a program without a term that the plan needs.
    pub(super) fn cells(&self, program: &Program) -> Result<Cells> {
        let mut cells = Cells::default();
        let find = |name, term: &str| {
            let channel = program.layout().find(name).map(|channel| channel.cells.start);
            channel.ok_or_else(|| Error::argument("terms", format!("lack '{term}'")))
        };
        if self.kicks_off {
            cells.kicks_off = find(disc_starts::KICKS_OFF, "disc_kick_off")?;
        }
        if self.keepaway.is_some() {
            cells.pass = find(keepaway::PASS, "keepaway")?;
            cells.cycles = find(keepaway::CYCLES, "keepaway")?;
        }
        Ok(cells)
    }

    /// Checks that the plan fits the players of a batch and the programs.
    ///
    /// # Errors
    /// [`Error::Argument`] for another number of programs than agents, agents who do not play or
    /// are in another order, programs for robots or another company, and actions that are too
    /// short.
    pub(super) fn check(&self, batch: &DiscBatch, programs: &[Program]) -> Result<()> {
        let (players, count) = (batch.places().len(), programs.len());
        if count == 0 || count != self.agents.len() {
            let message = format!("{count} are declared, {} act", self.agents.len());
            return Err(Error::argument("robot", message));
        }
        let is_ascending = self.agents.windows(2).all(|two| two[0].player < two[1].player);
        if !is_ascending || self.agents[count - 1].player >= players {
            let named: Vec<usize> = self.agents.iter().map(|agent| agent.player).collect();
            let message = format!("{named:?} act, of {players} players each");
            return Err(Error::argument("worlds", message));
        }
        for (agent, program) in self.agents.iter().zip(programs) {
            check(agent, program, players)?;
            if agent.talk.is_some() && batch.worlds().iter().any(|world| world.senses.is_none()) {
                return Err(Error::argument("say", "needs games whose players hear"));
            }
            if let Some(difference) = programs[0].difference(program) {
                let (same, player) = ("are not the same for all players of a game", agent.player);
                let message = format!("{same}: player {player}: {difference}");
                return Err(Error::argument("terms", message));
            }
        }
        Ok(())
    }
}

fn check(agent: &DiscAgent, program: &Program, players: usize) -> Result<()> {
    if !program.body.is_disc {
        return Err(Error::argument("robot", "is not a player of the 2D game"));
    }
    agent.talk.as_ref().map_or(Ok(()), Talk::check)?;
    let least = agent.talk.as_ref().map_or(0, Talk::end).max(agent.action_mode.numbers());
    let is = program.body.joints();
    if is < least {
        return Err(Error::argument("robot", format!("acts by {is} numbers, needs {least}")));
    }
    let [mates, opponents] = program.body.company;
    if 1 + mates + opponents != players {
        let message = format!("{players} players each, the task has {}", 1 + mates + opponents);
        return Err(Error::argument("worlds", message));
    }
    Ok(())
}
