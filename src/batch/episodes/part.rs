//! A block's part of what a step is given and of what it reports.

use super::Draws;
use super::outcome::{Actions, Autoreset, Outcome, Tally};
use super::past::{Past, PastPart};
use crate::batch::hold::Pace;
use crate::terms::{Program, ROWS, Rows};
use crate::world::state::take;
use std::ops::Range;

/// The programs of the robots of every world.
#[derive(Clone, Copy)]
pub(in crate::batch) struct Programs<'a> {
    /// One for each robot.
    pub each: &'a [Program],
    /// How many of the robots are in the left team.
    pub left: usize,
    /// Whether teams share their rewards.
    pub is_shared: bool,
}

/// A block's part of all arrays; those that a call has no use for are empty.
#[derive(Default)]
pub(in crate::batch) struct Part<'a> {
    /// Cells of a row.
    pub width: usize,
    /// Robots of a world, A.
    pub agents: usize,
    /// First world.
    pub first: usize,
    /// (worlds, A, width)
    pub rows: &'a mut [f64],
    /// (worlds, A, J)
    pub actions: &'a [f64],
    /// The actions in single precision, if `actions` is empty.
    pub single: &'a [f32],
    /// (worlds,)
    pub streams: &'a mut [u64],
    /// (worlds,)
    pub elapsed: &'a mut [i64],
    /// (worlds,)
    pub is_over: &'a mut [bool],
    /// Rows of everything that is reported.
    pub outcome: Outcome<'a>,
    /// (worlds,): the random numbers from which worlds are drawn.
    pub draws: Draws<'a>,
    /// (worlds,): which worlds still move in this step; empty if all do.
    pub paces: &'a mut [Pace],
    /// (worlds, A, terms of the reward and 1): sums of the terms, and that of the rewards, over the
    /// control steps of a step.
    pub sums: &'a mut [f64],
    /// What is shown of the past, if anything is.
    pub past: Option<PastPart<'a>>,
}

impl<'a> Part<'a> {
    /// What a step is given for all worlds, and where it reports.
    pub fn of_step(
        actions: Actions<'a>,
        tally: Tally<'a>,
        outcome: Outcome<'a>,
        past: Option<&'a mut Past>,
    ) -> Self {
        let (actions, single): (&[f64], &[f32]) = match actions {
            Actions::Double(actions) => (actions, &[]),
            Actions::Single(single) | Actions::Bounded(single) => (&[], single),
        };
        Self {
            actions,
            single,
            streams: tally.streams,
            elapsed: tally.elapsed,
            is_over: tally.is_over,
            outcome,
            past: past.map(Past::part),
            ..Self::default()
        }
    }

    /// Worlds of the block.
    pub fn len(&self) -> usize {
        self.rows.len() / (self.width * self.agents).max(1)
    }

    /// Actions of its robots.
    pub fn own_actions(&self) -> Actions<'a> {
        match self.single.is_empty() {
            true => Actions::Double(self.actions),
            false => Actions::Single(self.single),
        }
    }

    /// Whether a world stands still while others move.
    pub fn is_still(&self, index: usize) -> bool {
        self.paces.get(index).is_some_and(|pace| *pace != Pace::Moves)
    }

    /// Where a robot's cells are.
    pub fn cells(&self, index: usize, agent: usize) -> Range<usize> {
        let first = (index * self.agents + agent) * self.width;
        first..first + self.width
    }

    /// A robot's cells.
    pub fn row(&mut self, index: usize, agent: usize) -> &mut [f64] {
        let cells = self.cells(index, agent);
        &mut self.rows[cells]
    }

    /// Parts of consecutive blocks of `size` worlds.
    pub fn split(self, worlds: usize, size: usize) -> impl Iterator<Item = Self> {
        let mut rest = self;
        // What one world has of each array. Threads take turns here, so this must be fast.
        let of = |length: usize| length / worlds;
        let (joints, single) = (of(rest.actions.len()), of(rest.single.len()));
        let [streams, elapsed, is_over, draws, paces, sums] = [
            of(rest.streams.len()),
            of(rest.elapsed.len()),
            of(rest.is_over.len()),
            of(rest.draws.len()),
            of(rest.paces.len()),
            of(rest.sums.len()),
        ];
        let (seen, finals) = (of(rest.outcome.observations.len()), of(rest.outcome.finals.len()));
        let known = of(rest.outcome.privileged.len());
        let last_known = of(rest.outcome.final_privileged.len());
        let (rewarded, judged) =
            (of(rest.outcome.rewards.len()), of(rest.outcome.terminated.len()));
        (0..worlds).step_by(size).map(move |first| {
            let n = size.min(worlds - first);
            let (actions, others) = rest.actions.split_at(n * joints);
            rest.actions = others;
            let (few, others) = rest.single.split_at(n * single);
            rest.single = others;
            let outcome = &mut rest.outcome;
            Part {
                width: rest.width,
                agents: rest.agents,
                first,
                rows: take(&mut rest.rows, n * rest.agents * rest.width),
                actions,
                single: few,
                streams: take(&mut rest.streams, n * streams),
                elapsed: take(&mut rest.elapsed, n * elapsed),
                is_over: take(&mut rest.is_over, n * is_over),
                draws: take(&mut rest.draws, n * draws),
                paces: take(&mut rest.paces, n * paces),
                sums: take(&mut rest.sums, n * sums),
                past: rest.past.as_mut().map(|past| past.take(n * rest.agents)),
                outcome: Outcome {
                    reported: outcome.reported.take(n * rest.agents),
                    observations: take(&mut outcome.observations, n * seen),
                    rewards: take(&mut outcome.rewards, n * rewarded),
                    terminated: take(&mut outcome.terminated, n * judged),
                    truncated: take(&mut outcome.truncated, n * judged),
                    finals: take(&mut outcome.finals, n * finals),
                    privileged: take(&mut outcome.privileged, n * known),
                    final_privileged: take(&mut outcome.final_privileged, n * last_known),
                },
            }
        })
    }

    /// Computes terms and measures of a world, and its rewards if they are wanted.
    pub fn judge(&mut self, programs: &Programs<'_>, index: usize) {
        for (agent, program) in programs.each.iter().enumerate() {
            let row = &self.rows[self.cells(index, agent)];
            let place = index * self.agents + agent;
            let mut columns = self.outcome.reported.each();
            let reward = program.judge(row, |number| {
                if let Some(column) = columns.next() {
                    column[place] = number;
                }
            });
            if let Some(out) = self.outcome.rewards.get_mut(place) {
                *out = reward;
            }
        }
        if programs.is_shared {
            self.share(programs, index);
        }
    }

    /// Computes terms, measures and rewards of `count` worlds, beginning with `first`, and returns
    /// which of their episodes end by what the task declares.
    pub fn judge_each(
        &mut self,
        programs: &Programs<'_>,
        first: usize,
        count: usize,
    ) -> [bool; ROWS] {
        let mut are_over = [false; ROWS];
        for (agent, program) in programs.each.iter().enumerate() {
            let rows = &self.rows[self.cells(first, agent).start..];
            let rows = Rows::new(rows, self.agents * self.width, self.width, count);
            let places = (first * self.agents + agent, self.agents, count);
            let mut columns = self.outcome.reported.each();
            let totals = program.judge_each(&rows, |numbers| {
                if let Some(column) = columns.next() {
                    write_each(column, places, numbers);
                }
            });
            write_each(self.outcome.rewards, places, &totals);
            for (all, ends) in are_over.iter_mut().zip(program.are_over(&rows)) {
                *all |= ends;
            }
        }
        if programs.is_shared {
            (first..first + count).for_each(|index| self.share(programs, index));
        }
        are_over
    }

    /// Gives all robots of a team the mean of each term.
    fn share(&mut self, programs: &Programs<'_>, index: usize) {
        let terms = programs.each.first().map_or(0, Program::num_rewards);
        let all = index * self.agents..(index + 1) * self.agents;
        for column in self.outcome.reported.each().take(terms) {
            let (left, right) = column[all.clone()].split_at_mut(programs.left);
            for team in [left, right] {
                let mean = team.iter().sum::<f64>() / team.len() as f64;
                team.fill(mean);
            }
        }
        if let Some(rewards) = self.outcome.rewards.get_mut(all.clone()) {
            for (reward, place) in rewards.iter_mut().zip(all) {
                *reward =
                    self.outcome.reported.each().take(terms).map(|column| column[place]).sum();
            }
        }
    }

    /// Whether anything ends the episode of a world.
    pub fn is_ended(&self, programs: &Programs<'_>, index: usize) -> bool {
        let ends = |(agent, program): (usize, &Program)| {
            program.is_over(&self.rows[self.cells(index, agent)])
        };
        programs.each.iter().enumerate().any(ends)
    }

    /// Reports a step of an episode.
    pub fn report(
        &mut self,
        programs: &Programs<'_>,
        index: usize,
        frozen: bool,
        autoreset: Autoreset,
    ) {
        if autoreset.frames == 1 {
            self.judge(programs, index);
            self.outcome.terminated[index] = self.is_ended(programs, index) || frozen;
        }
        self.report_judged(index, autoreset);
    }

    /// Reports a step that has been judged.
    pub fn report_judged(&mut self, index: usize, autoreset: Autoreset) {
        self.outcome.truncated[index] = self.elapsed[index] >= autoreset.limit;
        self.is_over[index] = self.outcome.terminated[index] || self.outcome.truncated[index];
    }

    /// Reports a step that begins an episode.
    pub fn report_nothing(&mut self, index: usize) {
        let all = index * self.agents..(index + 1) * self.agents;
        self.outcome.reported.each().for_each(|column| column[all.clone()].fill(0.0));
        self.outcome.rewards[all].fill(0.0);
        self.outcome.terminated[index] = false;
        self.outcome.truncated[index] = false;
        self.is_over[index] = false;
    }

    /// Keeps the observations with which an episode ends.
    pub fn keep_final(&mut self, index: usize) {
        let width = self.outcome.observations.len() / self.len();
        let seen = &self.outcome.observations[index * width..][..width];
        self.outcome.finals[index * width..][..width].copy_from_slice(seen);
        let width = self.outcome.privileged.len() / self.len();
        let known = &self.outcome.privileged[index * width..][..width];
        self.outcome.final_privileged[index * width..][..width].copy_from_slice(known);
    }
}

/// Writes numbers of consecutive worlds to a column. `places`: the place of the first number; the
/// distance between numbers, which is the number of robots in a world; and how many worlds there
/// are.
#[inline]
fn write_each(column: &mut [f64], places: (usize, usize, usize), numbers: &[f64; ROWS]) {
    let (first, agents, count) = places;
    match column[first..].first_chunk_mut() {
        Some(all) if (agents, count) == (1, ROWS) => *all = *numbers,
        _ => {
            let out = column[first..].iter_mut().step_by(agents);
            out.zip(numbers).take(count).for_each(|(out, number)| *out = *number);
        }
    }
}

/// Some worlds of a block, one after the other.
#[derive(Clone, Copy)]
pub(super) struct Few {
    pub first: usize,
    pub count: usize,
}

impl Few {
    pub fn all(self) -> Range<usize> {
        self.first..self.first + self.count
    }
}

/// Goes over all worlds of a block, as many at a time as terms are computed for together.
pub(super) fn few_by_few(worlds: usize, mut work: impl FnMut(Few)) {
    for first in (0..worlds).step_by(ROWS) {
        work(Few { first, count: ROWS.min(worlds - first) });
    }
}
