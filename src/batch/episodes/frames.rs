//! A step of several control steps, all of them with the same action.

use super::Episodes;
use super::outcome::Autoreset;
use super::part::{Part, few_by_few};
use super::rounding::round;
use super::stage::{Block, Stage};
use crate::batch::hold::Pace;
use crate::error::{Error, Result};
use crate::terms::Program;

impl Stage<'_> {
    /// Makes all control steps of a step. A world whose episode ends in one of them stands still
    /// from then on. Returns false if a world could not be drawn.
    pub(super) fn frames(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        autoreset: Autoreset,
    ) -> bool {
        if autoreset.frames > 1 {
            for index in 0..part.len() {
                part.outcome.terminated[index] = false;
                if part.is_over[index] {
                    part.paces[index] = Pace::hold(&mut block.state.frozen[index]);
                }
            }
        }
        let sends = self.sends(part, autoreset);
        let mut is_fine = true;
        if autoreset.frames == 1 && part.paces.is_empty() && !sends {
            self.before(block, part);
            self.physics(block);
            self.timed(|| {
                let has_feet = self.find_feet(block, part.len());
                // Everything is done for some worlds while the cache holds them.
                few_by_few(part.len(), |few| {
                    self.after_few(block, part, few, has_feet);
                    is_fine &= self.conclude_few(block, part, few, autoreset);
                });
            });
            return is_fine;
        }
        for frame in 1..=autoreset.frames {
            self.before(block, part);
            self.physics(block);
            self.timed(|| {
                let has_feet = self.find_feet(block, part.len());
                // Everything is done for a world while the cache holds it.
                for index in 0..part.len() {
                    self.after_one(block, part, index, has_feet);
                    if sends {
                        self.send(block, part, index);
                    }
                    if autoreset.frames > 1 {
                        self.count(block, part, index);
                    }
                    if frame == autoreset.frames {
                        if let Some(pace) = part.paces.get(index) {
                            block.state.frozen[index] &= *pace != Pace::Held;
                        }
                        is_fine &= self.conclude(block, part, index, autoreset);
                    }
                }
            });
        }
        is_fine
    }

    /// Adds what a world has earned in a control step to the sums of the step.
    fn count(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>, index: usize) {
        let Some(program) = self.programs.each.first().filter(|_| !part.is_still(index)) else {
            return;
        };
        let terms = program.num_rewards();
        part.judge(&self.programs, index);
        for place in index * part.agents..(index + 1) * part.agents {
            let (sums, total) = part.sums[place * (terms + 1)..][..terms + 1].split_at_mut(terms);
            for (column, sum) in part.outcome.reported.each().zip(sums) {
                *sum += column[place];
                column[place] = *sum;
            }
            total[0] += part.outcome.rewards[place];
            part.outcome.rewards[place] = total[0];
        }
        if part.is_ended(&self.programs, index) || block.state.frozen[index] {
            part.outcome.terminated[index] = true;
            part.paces[index] = Pace::hold(&mut block.state.frozen[index]);
        }
    }

    /// Whether observations are sent in every control step. They are if they arrive late, or if
    /// robots perceive, which happens in every control step.
    fn sends(&self, part: &Part<'_>, autoreset: Autoreset) -> bool {
        let is_late = part.past.as_ref().is_some_and(|past| past.depth().is_late());
        let perceives = self.programs.each.iter().any(Program::perceives);
        is_late || autoreset.frames > 1 && perceives
    }

    /// Sends the observations of a world.
    fn send(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>, index: usize) {
        if part.is_still(index) || part.is_over[index] {
            return;
        }
        self.each_seen(block, part, index, |shown, place, seen| {
            if let Some(past) = shown.past.as_mut().filter(|past| past.depth().is_late()) {
                round(seen, past.send(place));
            }
        });
    }
}

impl Episodes {
    /// Prepares a step of `frames` control steps.
    pub(super) fn count_frames(&mut self, frames: usize) -> Result<()> {
        if frames == 0 {
            return Err(Error::argument("frame_skip", "must be at least 1, not 0"));
        }
        self.paces.clear();
        self.sums.clear();
        if frames > 1 {
            let rows = self.rows().len() / self.program().layout().width();
            self.paces.resize(rows / self.agents(), Pace::Moves);
            self.sums.resize(rows * (self.program().num_rewards() + 1), 0.0);
        }
        Ok(())
    }
}
