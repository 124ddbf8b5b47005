//! A step of several control steps, all of them with the same action.

use super::outcome::{Autoreset, Part};
use super::stage::{Block, Stage, round};

/// Does a world move in this step?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// It does.
    #[default]
    Moves,
    /// Its step is over: it is held until those of the others are.
    Held,
    /// Its step is over, and it is frozen besides.
    Frozen,
}

impl Part<'_> {
    /// Does a world stand still while others move?
    pub fn is_still(&self, index: usize) -> bool {
        self.paces.get(index).is_some_and(|pace| *pace != Pace::Moves)
    }
}

impl Stage<'_> {
    /// Makes all control steps of a step. A world whose episode ends in one of them stands still
    /// from then on.
    pub(super) fn frames(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        autoreset: Autoreset,
    ) {
        if autoreset.frames > 1 {
            for index in 0..part.len() {
                part.outcome.rewards[index] = 0.0;
                part.outcome.terminated[index] = false;
                if part.is_over[index] {
                    hold(block, part, index);
                }
            }
        }
        for _ in 0..autoreset.frames {
            self.before(block, part);
            self.physics(block);
            self.timed(|| {
                self.after(block, part);
                self.send(block, part);
                if autoreset.frames > 1 {
                    self.count(block, part);
                }
            });
        }
        for (pace, frozen) in part.paces.iter().zip(block.state.frozen.iter_mut()) {
            *frozen &= *pace != Pace::Held;
        }
    }

    /// Adds up what a control step has earned.
    fn count(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>) {
        let terms = self.program.num_rewards();
        for index in 0..part.len() {
            if part.is_still(index) {
                continue;
            }
            part.outcome.rewards[index] += part.judge(self.program, index);
            let told = terms + self.program.flags().len();
            let told = &mut part.told[index * told..][..terms];
            let sums = &mut part.sums[index * terms..][..terms];
            for (told, sum) in told.iter_mut().zip(sums) {
                *sum += *told;
                *told = *sum;
            }
            let row = &part.rows[index * part.width..][..part.width];
            if self.program.is_over(row) || block.state.frozen[index] {
                part.outcome.terminated[index] = true;
                hold(block, part, index);
            }
        }
    }

    /// Observations set out that arrive later.
    fn send(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>) {
        if !part.past.as_ref().is_some_and(|past| past.depth().is_late()) {
            return;
        }
        for index in 0..part.len() {
            if part.is_still(index) || part.is_over[index] {
                continue;
            }
            let row = &mut part.rows[index * part.width..][..part.width];
            let seen = self.program.observe(row, &mut block.view(self, index));
            if let Some(past) = &mut part.past {
                round(seen, past.send(index));
            }
        }
    }
}

/// Lets a world stand still until the end of the step.
fn hold(block: &mut Block<'_, '_>, part: &mut Part<'_>, index: usize) {
    let frozen = &mut block.state.frozen[index];
    part.paces[index] = if *frozen { Pace::Frozen } else { Pace::Held };
    *frozen = true;
}
