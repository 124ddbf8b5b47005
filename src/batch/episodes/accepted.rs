//! What steps accept, asked before anything changes.

use super::{Actions, Episodes, told};
use crate::batch::{WorldBatch, checks};
use crate::error::{Error, Result};
use crate::math::finite::{all_finite, all_finite_single};
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
        let (count, is_finite) = match actions {
            Actions::Single(actions) => (actions.len(), all_finite_single(actions)),
            Actions::Bounded(actions) => (actions.len(), true),
            Actions::Double(actions) => (actions.len(), all_finite(actions)),
        };
        checks::length("actions", count, worlds * episodes.agents() * numbers)?;
        checks::length("streams", streams, worlds)?;
        match (is_finite, actions) {
            (true, _) => Ok(()),
            (_, Actions::Double(actions)) => checks::finite("actions", actions),
            (_, Actions::Single(actions) | Actions::Bounded(actions)) => {
                let actions: Vec<f64> = actions.iter().copied().map(f64::from).collect();
                checks::finite("actions", &actions)
            }
        }
    }
}

/// Checks that there is a program for each robot of a world, and that they are alike.
pub(super) fn check_alike(batch: &WorldBatch, programs: &[Program]) -> Result<()> {
    let (robots, count) = (batch.num_robots(), programs.len());
    if robots != count || count == 0 {
        let many = |n: usize| if n == 1 { "one".to_owned() } else { n.to_string() };
        let message = format!("{robots} robots each, must be {}", many(count));
        return Err(Error::argument("worlds", message));
    }
    let is_alike = |program: &Program| {
        program.layout() == programs[0].layout() && told(program) == told(&programs[0])
    };
    if programs.iter().all(is_alike) {
        return Ok(());
    }
    Err(Error::argument("terms", "are not the same for all robots of a world"))
}
