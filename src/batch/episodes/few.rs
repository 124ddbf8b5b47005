//! What one thread does with some worlds of a block at a time: as many as terms are computed for
//! together.

use super::feet::FEET;
use super::outcome::Autoreset;
use super::part::{Few, Part};
use super::rounding::Rounded;
use super::sources::{Place, Source};
use super::stage::{Block, Stage};
use super::view::{WorldView, turn_quantity};
use crate::math::lane::Kernel;
use crate::math::wide::with_widest;
use crate::soccer::Side;
use crate::terms::{
    Band, Crowd, Dims, Program, Quantity, ROWS, Rows, RowsMut, Stream, View, Worlds,
};
use std::ops::Range;

/// Some worlds as seen by one of their robots.
struct Views<'a, 'b, 'c> {
    stage: &'a Stage<'a>,
    block: &'a mut Block<'b, 'c>,
    agent: usize,
    first: usize,
    /// Where the room holds the feet in the first of these worlds, if it does.
    feet: Option<usize>,
}

impl Views<'_, '_, '_> {
    /// Where a quantity of `width` numbers is in all worlds, if its numbers lie side by side.
    fn source(&self, quantity: Quantity, width: usize) -> Option<Source<'_>> {
        if let (Quantity::Feet, Some(first)) = (quantity, self.feet) {
            return Some(Source { numbers: &self.block.room.feet[first..], stride: FEET });
        }
        let robot = &self.stage.robots[self.agent];
        let place = Place::of(quantity, width, robot)?;
        Some(place.from(self.block.state, &robot.widths, self.first))
    }
}

impl Worlds for Views<'_, '_, '_> {
    fn with(&mut self, index: usize, work: &mut dyn FnMut(&mut dyn View)) {
        work(&mut self.view(index));
    }
}

impl<'c> Crowd for Views<'_, '_, 'c> {
    type View<'v>
        = WorldView<'v, 'c>
    where
        Self: 'v;

    #[inline]
    fn view(&mut self, index: usize) -> WorldView<'_, 'c> {
        let feet = self.feet.map(|feet| feet + index * FEET);
        self.block.view(self.stage, self.first + index, self.agent).with_feet(feet)
    }

    fn read(&mut self, senses: &[(Quantity, usize)], dims: Dims, rows: &mut RowsMut<'_>) {
        for &(quantity, cell) in senses {
            let width = quantity.width(dims);
            let cells = cell..cell + width;
            let Some(source) = self.source(quantity, width) else {
                for index in 0..rows.count() {
                    self.view(index).read(quantity, &mut rows.row(index)[cells.clone()]);
                }
                continue;
            };
            source.copy(rows, cell, width);
            let side = self.stage.robots[self.agent].side;
            if side == Side::Right {
                rows.each().for_each(|row| turn_quantity(side, quantity, &mut row[cells.clone()]));
            }
        }
    }

    fn errs(&self, index: usize) -> bool {
        self.block.state.varied.get(self.first + index).is_some_and(Option::is_some)
    }

    fn may_be_drawn(&self) -> bool {
        self.stage.may_be_drawn
    }
}

impl Stage<'_> {
    /// Does what comes before the physics in some worlds, none of which stands still.
    pub(super) fn before_few(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>, few: Few) {
        let (actions, agents) = (part.own_actions(), part.agents);
        self.each_band(block, part, few, None, |program, band, views| {
            let agent = views.agent;
            let act = |index: usize, out: &mut [f64]| {
                let place = (few.first + index) * agents + agent;
                actions.write(place * out.len(), out);
            };
            program.before_each(band, act, views);
        });
        for (agent, program) in self.programs.each.iter().enumerate() {
            if program.body.words == 0 {
                continue;
            }
            for index in few.all() {
                if !part.is_over.get(index).is_some_and(|over| *over) {
                    let game = block.games.get_mut(index);
                    self.robots[agent].speak(program, part.row(index, agent), game);
                }
            }
        }
    }

    /// Does what comes after the physics. `has_feet`: whether the room holds the feet of all
    /// robots.
    pub(super) fn after_few(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        few: Few,
        has_feet: bool,
    ) {
        let feet = has_feet.then_some((part.len(), few.first));
        self.each_band(block, part, few, feet, |program, band, views| {
            program.after_each(band, views);
        });
    }

    /// Calls `work` for some worlds as seen by each of their robots. `feet`: the number of worlds
    /// for which the room holds feet, and the index of the first of these worlds among them, if it
    /// holds any. The random stream of a world whose episode is over does not advance, so what it
    /// draws is drawn again.
    fn each_band(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        few: Few,
        feet: Option<(usize, usize)>,
        mut work: impl FnMut(&Program, &mut Band<'_>, &mut Views<'_, '_, '_>),
    ) {
        let Few { first, count } = few;
        let mut streams = [Stream(0); ROWS];
        for (stream, state) in streams.iter_mut().zip(&part.streams[few.all()]) {
            stream.0 = *state;
        }
        let stride = part.agents * part.width;
        for (agent, program) in self.programs.each.iter().enumerate() {
            let start = part.cells(first, agent).start;
            let rows = RowsMut::new(&mut part.rows[start..], stride, part.width, count);
            let streams = &mut streams[..count];
            let mut band = Band { rows, streams, progress: program.progress };
            let feet = feet.map(|(worlds, first)| (agent * worlds + first) * FEET);
            let mut views = Views { stage: self, block, agent, first, feet };
            work(program, &mut band, &mut views);
        }
        let over = part.is_over.get(few.all()).unwrap_or_default().iter().copied();
        let over = over.chain(std::iter::repeat(false));
        for ((state, stream), is_over) in part.streams[few.all()].iter_mut().zip(streams).zip(over)
        {
            if !is_over {
                *state = stream.0;
            }
        }
    }

    /// Makes the rewards, ends, resets and observations of some worlds in a step of one control
    /// step. Returns false if a world could not be drawn.
    pub(super) fn conclude_few(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        few: Few,
        autoreset: Autoreset,
    ) -> bool {
        let are_over = part.judge_each(&self.programs, few.first, few.count);
        let (mut is_fine, mut were_over) = (true, [false; ROWS]);
        for (index, place) in few.all().zip(0..) {
            were_over[place] = part.is_over[index];
            part.elapsed[index] += 1;
            if were_over[place] {
                part.report_nothing(index);
                is_fine &= self.begin(block, part, index);
            } else {
                part.outcome.terminated[index] = are_over[place] || block.state.frozen[index];
                part.report_judged(index, autoreset);
            }
        }
        let perceives = self.programs.each.iter().any(Program::perceives);
        if part.past.is_some() || perceives {
            for (index, was_over) in few.all().zip(were_over) {
                self.show(block, part, index, was_over);
            }
        } else {
            self.observe_few(block, part, few);
            few.all().for_each(|index| self.observe_privileged(part, index));
        }
        if autoreset.same_step {
            for index in few.all() {
                if part.is_over[index] {
                    part.keep_final(index);
                    is_fine &= self.begin(block, part, index);
                    part.is_over[index] = false;
                    self.show(block, part, index, true);
                }
            }
        }
        is_fine
    }

    /// Computes the observations of some worlds and rounds them.
    fn observe_few(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>, few: Few) {
        let Few { first, count } = few;
        let stride = part.agents * part.width;
        for (agent, program) in self.programs.each.iter().enumerate() {
            let start = part.cells(first, agent).start;
            let mut rows = RowsMut::new(&mut part.rows[start..], stride, part.width, count);
            let mut views = Views { stage: self, block, agent, first, feet: None };
            program.observe_each(&mut rows, &mut views);
            let (seen, place) = (program.observed(), first * part.agents + agent);
            let out = &mut part.outcome.observations[place * seen.len()..];
            let rounded = RoundedRows { rows: rows.read(), seen, stride: part.agents };
            with_widest(rounded, &mut &mut *out);
        }
    }
}

/// Observations of several rows. In the result each is `stride` places after the one before.
struct RoundedRows<'a> {
    rows: Rows<'a>,
    seen: Range<usize>,
    stride: usize,
}

impl<'a> Kernel for RoundedRows<'a> {
    type Data = &'a mut [f32];
    type Output = ();

    #[inline(always)]
    fn run(self, out: &mut &'a mut [f32]) {
        let width = self.seen.len();
        for index in 0..self.rows.count() {
            let seen = &self.rows.row(index)[self.seen.clone()];
            let mut out = &mut out[index * self.stride * width..][..width];
            Rounded::<false>(seen).run(&mut out);
        }
    }
}
