//! Checks of what steps accept, made before anything changes.

use super::{Actions, Autoreset, Episodes, Outcome, Past, Tally};
use crate::batch::{WorldBatch, checks};
use crate::error::{Error, Result};
use crate::terms::Program;
use std::sync::Arc;

impl WorldBatch {
    pub(super) fn check_episodes(&self, episodes: &Episodes) -> Result<()> {
        let worlds =
            episodes.rows().len() / (episodes.program().layout().width() * episodes.agents());
        if Arc::ptr_eq(&self.arena, &episodes.arena)
            && (worlds, episodes.rooms.len()) == (self.num_worlds(), self.threads())
        {
            return Ok(());
        }
        Err(Error::argument("episodes", "are those of another batch, or of another roster"))
    }

    pub(super) fn check_actions(
        &self,
        episodes: &Episodes,
        actions: Actions<'_>,
        streams: usize,
    ) -> Result<()> {
        self.check_episodes(episodes)?;
        let (worlds, numbers) = (self.num_worlds(), episodes.program().body.numbers());
        checks::length("streams", streams, worlds)?;
        actions.check(worlds * episodes.agents() * numbers)
    }
}

/// Checks the arrays of a step in batches of this many worlds, with this many robots or players
/// each.
pub(in crate::batch) fn check_step(
    program: &Program,
    [worlds, agents]: [usize; 2],
    tally: &Tally<'_>,
    outcome: &Outcome<'_>,
    autoreset: Autoreset,
    past: Option<&Past>,
) -> Result<()> {
    let (agents, mut width) = (worlds * agents, program.width());
    if let Some(past) = past {
        checks::length("past", past.len(), agents)?;
        checks::length("past", past.depth().width, width)?;
        width = past.depth().shown();
    }
    let widths = [width, program.num_privileged(), program.num_reported()];
    outcome.check(worlds, agents, widths, autoreset)?;
    tally.check(worlds)
}

/// Checks that there is a program for each robot of a world, and that they are alike.
pub(super) fn check_alike(batch: &WorldBatch, programs: &[Program]) -> Result<()> {
    let (robots, count) = (batch.num_robots(), programs.len());
    if robots != count || count == 0 {
        let many = |n: usize| if n == 1 { "one".to_owned() } else { n.to_string() };
        let message = format!("{robots} robots each, must be {}", many(count));
        return Err(Error::argument("worlds", message));
    }
    let mut each = programs.iter().enumerate();
    match each.find_map(|(robot, program)| Some((robot, programs[0].difference(program)?))) {
        None => Ok(()),
        Some((robot, difference)) => {
            let message = "are not the same for all robots of a world";
            Err(Error::argument("terms", format!("{message}: robot {robot}: {difference}")))
        }
    }
}
