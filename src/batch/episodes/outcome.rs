//! What a step is given and what it reports.

use super::columns::Columns;
use crate::batch::checks;
use crate::error::Result;
use crate::math::finite::{all_finite, all_finite_single};

/// What happens to episodes that are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Autoreset {
    /// Steps after which an episode is truncated.
    pub limit: i64,
    /// Whether the step that ends an episode begins the next, not the step after it.
    pub same_step: bool,
    /// Control steps that a step consists of: all of them with the same action.
    pub frames: usize,
}

/// Actions of all robots, (W, A, J).
#[derive(Clone, Copy, Debug)]
pub enum Actions<'a> {
    /// As networks give them; the threads that step a block convert them to double precision.
    Single(&'a [f32]),
    /// The same, but the caller has made sure that all are from -1 to 1, so they are not checked
    /// again.
    Bounded(&'a [f32]),
    /// As programs take them.
    Double(&'a [f64]),
}

impl<'a> From<&'a [f64]> for Actions<'a> {
    fn from(actions: &'a [f64]) -> Self {
        Self::Double(actions)
    }
}

impl<'a, const N: usize> From<&'a [f64; N]> for Actions<'a> {
    fn from(actions: &'a [f64; N]) -> Self {
        Self::Double(actions)
    }
}

impl<'a> From<&'a Vec<f64>> for Actions<'a> {
    fn from(actions: &'a Vec<f64>) -> Self {
        Self::Double(actions)
    }
}

impl Actions<'_> {
    /// Checks that there are `count` numbers, and that they are finite.
    pub(in crate::batch) fn check(self, count: usize) -> Result<()> {
        let (length, is_finite) = match self {
            Self::Single(actions) => (actions.len(), all_finite_single(actions)),
            Self::Bounded(actions) => (actions.len(), true),
            Self::Double(actions) => (actions.len(), all_finite(actions)),
        };
        checks::length("actions", length, count)?;
        match (is_finite, self) {
            (true, _) => Ok(()),
            (_, Self::Double(actions)) => checks::finite("actions", actions),
            (_, Self::Single(actions) | Self::Bounded(actions)) => {
                let actions: Vec<f64> = actions.iter().copied().map(f64::from).collect();
                checks::finite("actions", &actions)
            }
        }
    }

    /// Writes the actions that begin at number `first`.
    #[inline]
    pub(in crate::batch) fn write(self, first: usize, out: &mut [f64]) {
        match self {
            Self::Double(all) => out.copy_from_slice(&all[first..first + out.len()]),
            Self::Single(all) | Self::Bounded(all) => {
                let action = &all[first..first + out.len()];
                out.iter_mut().zip(action).for_each(|(out, number)| *out = f64::from(*number));
            }
        }
    }
}

/// What environments keep from step to step, (W,) each.
#[derive(Debug)]
pub struct Tally<'a> {
    /// States of their random number streams.
    pub streams: &'a mut [u64],
    /// Steps since the episode began.
    pub elapsed: &'a mut [i64],
    /// Before the step: whether the episode is over, so that the step begins another. After it:
    /// whether the step has ended it.
    pub is_over: &'a mut [bool],
}

impl Tally<'_> {
    pub(in crate::batch) fn check(&self, worlds: usize) -> Result<()> {
        checks::length("streams", self.streams.len(), worlds)?;
        checks::length("elapsed", self.elapsed.len(), worlds)?;
        checks::length("is_over", self.is_over.len(), worlds)
    }
}

/// What a step reports; each world has A robots, the left team first.
#[derive(Debug, Default)]
pub struct Outcome<'a> {
    /// (W, A, n)
    pub observations: &'a mut [f32],
    /// (W, A)
    pub rewards: &'a mut [f64],
    /// (terms of the reward, then measures, W, A)
    pub reported: Columns<'a>,
    /// (W,)
    pub terminated: &'a mut [bool],
    /// (W,)
    pub truncated: &'a mut [bool],
    /// (W, A, n): last observations of episodes that this step has ended, if the same step begins
    /// the next; other rows stay as they are.
    pub finals: &'a mut [f32],
    /// (W, A, m): what only the simulator knows; empty if it is not wanted.
    pub privileged: &'a mut [f32],
    /// (W, A, m): the last of what only the simulator knows in episodes that this step has ended,
    /// as [`finals`](Self::finals).
    pub final_privileged: &'a mut [f32],
}

impl Outcome<'_> {
    /// Checks all lengths. `agents` counts the robots of all worlds together; the three widths are
    /// those of an observation as it is shown, of what only the simulator knows, and of what is
    /// reported.
    pub(in crate::batch) fn check(
        &self,
        worlds: usize,
        agents: usize,
        [width, privileged, reported]: [usize; 3],
        autoreset: Autoreset,
    ) -> Result<()> {
        checks::length("observations", self.observations.len(), agents * width)?;
        checks::length("rewards", self.rewards.len(), agents)?;
        self.reported.check(reported, agents)?;
        checks::length("terminated", self.terminated.len(), worlds)?;
        checks::length("truncated", self.truncated.len(), worlds)?;
        let ends = if autoreset.same_step { agents } else { 0 };
        checks::length("finals", self.finals.len(), ends * width)?;
        let asked = if self.privileged.is_empty() { 0 } else { privileged };
        checks::length("privileged", self.privileged.len(), agents * asked)?;
        checks::length("final_privileged", self.final_privileged.len(), ends * asked)
    }

    /// Whether all numbers are finite.
    pub(in crate::batch) fn is_finite(&self) -> bool {
        all_finite_single(self.observations)
            && all_finite_single(self.privileged)
            && all_finite(self.rewards)
    }
}
