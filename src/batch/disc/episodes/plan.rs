//! How a task plays the 2D game: who acts, how, and what all others do.

use super::deed::Deed;
use super::keepaway::KeepawayPlan;
use super::others::{Other, Others};
use super::talk::Talk;
use crate::batch::disc::DiscBatch;
use crate::error::{Error, Result};
use crate::teams::Script;
use crate::terms::{Program, disc_starts, keepaway};

/// A player who is told what to do by numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscAgent {
    /// Which of the players of a game, the left team first.
    pub player: usize,
    /// What his numbers mean. There may be more of them, which are ignored.
    pub deed: Deed,
    /// Whether the learner tells him; else he is told only in episodes for which his team has drawn
    /// [`Other::Told`].
    pub learns: bool,
    /// Where his action tells what he says, if it does.
    pub talk: Option<Talk>,
}

/// How a task plays the 2D game.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscPlan {
    /// Those who are told, in the order of the players.
    pub agents: Vec<DiscAgent>,
    /// What all others do.
    pub others: Others,
    /// What acts go by that ask a script, in a team whose others have none.
    pub script: Script,
    /// Whether it is asked what those would do by the script who are told what to do.
    pub teaches: bool,
    /// Whether the trainer orders `play_on` in every cycle.
    pub keeps_play_on: bool,
    /// Whether a game begins with the kick-off that the term `disc_kick_off` has drawn, not in
    /// play.
    pub kicks_off: bool,
    /// How keepers and takers play, where keepaway is played.
    pub keepaway: Option<KeepawayPlan>,
}

/// Where rows keep what games go on with, if they do.
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
        let asks = |agent: &DiscAgent| agent.deed.listed().iter().any(|act| act.asks_script());
        let is_scripted = |other: &Other| matches!(other, Other::Scripted(_));
        self.teaches || self.agents.iter().any(asks) || self.others.any(is_scripted)
    }

    /// Whether agents are told commands alone, and nobody asks a script.
    pub(super) fn is_plain(&self) -> bool {
        !self.has_scripts() && self.agents.iter().all(|agent| agent.deed.is_command())
    }

    /// Where a program's rows keep what games go on with.
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

    /// Checks that a batch's players can be played so.
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
            let first = &programs[0];
            if program.layout() != first.layout() || program.num_told() != first.num_told() {
                let message = "are not the same for all players of a game";
                return Err(Error::argument("terms", message));
            }
        }
        Ok(())
    }
}

fn check(agent: &DiscAgent, program: &Program, players: usize) -> Result<()> {
    if !program.body.is_disc {
        return Err(Error::argument("robot", "is no player of the 2D game"));
    }
    agent.talk.as_ref().map_or(Ok(()), Talk::check)?;
    let least = agent.talk.as_ref().map_or(0, Talk::end).max(agent.deed.numbers());
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
