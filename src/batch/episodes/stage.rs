//! What one thread does with one block of worlds, before and after its physics.

use super::feet::FEET;
use super::outcome::{Autoreset, Outcome};
use super::part::{Part, Programs, few_by_few};
use super::past::{Depth, PastPart};
use super::restart::Restart;
use super::robot::RobotMap;
use super::rounding::round;
use super::view::WorldView;
use super::{Clock, Room};
use crate::batch::game::{Stretch, WorldGame, play};
use crate::batch::{lock, perceive};
use crate::perception::{Interest, MarkerTable};
use crate::soccer::SUBSTEPS;
use crate::terms::{Program, Stream};
use crate::world::state::StateMut;
use crate::world::{Engine, Randomization};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Where a block's observations go.
pub(super) struct Shown<'a, 'b> {
    pub outcome: &'a mut Outcome<'b>,
    pub past: Option<&'a mut PastPart<'b>>,
}

/// What all blocks share.
pub(super) struct Stage<'a> {
    pub programs: Programs<'a>,
    pub robots: &'a [RobotMap],
    /// The markers that can be seen.
    pub markers: &'a MarkerTable,
    /// The markers that robots look for.
    pub interest: &'a Interest,
    /// Sizes of what the robots of a world perceive.
    pub sizes: perceive::Sizes,
    /// Length of a step, s.
    pub cycle: f64,
    pub engines: &'a [Mutex<Box<dyn Engine>>],
    pub rooms: &'a [Mutex<Room>],
    pub restart: Restart<'a>,
    pub randomization: Option<&'a (Randomization, f64)>,
    /// Whether worlds may have been drawn anew since they were last read.
    pub may_be_drawn: bool,
    pub clock: &'a Clock,
}

/// One block of worlds, and the thread that has it.
pub(super) struct Block<'a, 'b> {
    pub state: &'a mut StateMut<'b>,
    pub games: &'a mut [WorldGame],
    pub room: &'a mut Room,
    pub thread: usize,
}

impl<'b> Block<'_, 'b> {
    #[inline]
    pub fn view<'a>(
        &'a mut self,
        stage: &Stage<'a>,
        index: usize,
        agent: usize,
    ) -> WorldView<'a, 'b> {
        let (arena, robot) = (stage.restart.arena, &stage.robots[agent]);
        WorldView::new(arena, robot, self.state, self.games.get_mut(index), self.room, index)
    }
}

impl Stage<'_> {
    /// Runs processes, and turns actions into commands.
    pub fn before(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>) {
        self.timed(|| {
            if part.paces.is_empty() {
                few_by_few(part.len(), |few| self.before_few(block, part, few));
                return;
            }
            for index in 0..part.len() {
                if part.is_still(index) {
                    continue;
                }
                // A step of a world whose episode is over is not a step of an episode: the random
                // numbers that it draws are drawn again.
                let kept = part.is_over.get(index).is_some_and(|over| *over);
                let mut stream = Stream(part.streams[index]);
                for (agent, program) in self.programs.each.iter().enumerate() {
                    let count = program.body.numbers();
                    let action = &part.actions[(index * part.agents + agent) * count..][..count];
                    let row = part.row(index, agent);
                    let act = |own: &mut [f64]| own.copy_from_slice(action);
                    program.before(row, &mut stream, act, &mut block.view(self, index, agent));
                    if !kept && program.body.words > 0 {
                        let game = block.games.get_mut(index);
                        self.robots[agent].speak(program, row, game);
                    }
                }
                if !kept {
                    part.streams[index] = stream.0;
                }
            }
        });
    }

    pub fn physics(&self, block: &mut Block<'_, '_>) {
        let begin = Instant::now();
        let stretch = Stretch { substeps: SUBSTEPS, begins: true, ends: Some(self.cycle) };
        play(self.restart.arena, block.games, block.state, stretch, |state| {
            lock(&self.engines[block.thread]).step(state, SUBSTEPS);
        });
        self.clock.physics.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    /// Reads all worlds, and does what follows for terms.
    pub fn after(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>) {
        let has_feet = self.find_feet(block, part.len());
        if part.paces.is_empty() {
            few_by_few(part.len(), |few| self.after_few(block, part, few, has_feet));
            return;
        }
        (0..part.len()).for_each(|index| self.after_one(block, part, index, has_feet));
    }

    /// Does this for one world; `has_feet`: whether the room holds the feet of all robots.
    pub(super) fn after_one(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        index: usize,
        has_feet: bool,
    ) {
        if part.is_still(index) {
            return;
        }
        let (worlds, is_over) = (part.len(), part.is_over.get(index).is_some_and(|over| *over));
        let mut stream = Stream(part.streams[index]);
        for (agent, program) in self.programs.each.iter().enumerate() {
            let row = part.row(index, agent);
            let feet = has_feet.then_some((agent * worlds + index) * FEET);
            let mut view = block.view(self, index, agent).with_feet(feet);
            program.after(row, &mut stream, &mut view);
        }
        if !is_over {
            part.streams[index] = stream.0;
        }
    }

    /// Computes the poses of the feet of all robots of a block, if a program needs them. Returns
    /// whether one does.
    pub(super) fn find_feet(&self, block: &mut Block<'_, '_>, worlds: usize) -> bool {
        let is_asked = self.programs.each.iter().any(Program::needs_feet);
        if is_asked {
            let feet = &mut block.room.feet;
            feet.resize(self.robots.len() * worlds * FEET, 0.0);
            let stride = self.restart.arena.scene().nq();
            for (robot, out) in self.robots.iter().zip(feet.chunks_exact_mut(worlds * FEET)) {
                robot.feet.write(block.state.qpos, stride, robot.coords, out);
            }
        }
        is_asked
    }

    /// Makes the rewards, ends, resets and observations of a world. Returns false if the world
    /// could not be drawn.
    pub fn conclude(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        index: usize,
        autoreset: Autoreset,
    ) -> bool {
        let mut is_fine = true;
        let was_over = part.is_over[index];
        part.elapsed[index] += 1;
        if was_over {
            part.report_nothing(index);
            is_fine &= self.begin(block, part, index);
        } else {
            let frozen = block.state.frozen[index];
            part.report(&self.programs, index, frozen, autoreset);
        }
        self.show(block, part, index, was_over);
        if part.is_over[index] && autoreset.same_step {
            part.keep_final(index);
            is_fine &= self.begin(block, part, index);
            part.is_over[index] = false;
            self.show(block, part, index, true);
        }
        is_fine
    }

    /// Computes the observations of a world, and rounds them if they are wanted.
    pub fn observe(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>, index: usize) {
        self.each_seen(block, part, index, |shown, place, seen| {
            let first = place * seen.len();
            if let Some(out) = shown.outcome.observations.get_mut(first..first + seen.len()) {
                round(seen, out);
            }
        });
    }

    /// Writes what policies see and what critics know. `first` says whether these are the first
    /// observations of an episode.
    pub(super) fn show(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        index: usize,
        first: bool,
    ) {
        match part.past.as_ref().map(PastPart::depth) {
            None => self.observe(block, part, index),
            Some(depth) => self.show_past(block, part, index, depth, first),
        }
        self.observe_privileged(part, index);
    }

    fn show_past(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        index: usize,
        depth: Depth,
        first: bool,
    ) {
        let mut delay = 0;
        if first {
            let mut stream = Stream(part.streams[index]);
            delay = depth.draw(&mut stream);
            part.streams[index] = stream.0;
        }
        self.each_seen(block, part, index, |shown, place, seen| {
            let Some(past) = &mut shown.past else { return };
            if first {
                round(seen, past.begin(place, delay));
                past.look_first(place);
            } else {
                if !depth.is_late() {
                    round(seen, past.send(place));
                }
                past.look(place);
            }
            let row = past.row(place);
            shown.outcome.observations[place * row.len()..][..row.len()].copy_from_slice(row);
        });
    }

    /// Computes what each robot of a world sees.
    pub(super) fn each_seen(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        index: usize,
        mut take: impl FnMut(&mut Shown<'_, '_>, usize, &[f64]),
    ) {
        self.perceive(block, part.first, index);
        for (agent, program) in self.programs.each.iter().enumerate() {
            let (cells, place) = (part.cells(index, agent), index * part.agents + agent);
            let mut view = block.view(self, index, agent);
            let seen = program.observe(&mut part.rows[cells], &mut view);
            let past = part.past.as_mut();
            take(&mut Shown { outcome: &mut part.outcome, past }, place, seen);
        }
    }

    /// Writes what critics know of a world, if it is wanted.
    pub fn observe_privileged(&self, part: &mut Part<'_>, index: usize) {
        if part.outcome.privileged.is_empty() {
            return;
        }
        for (agent, program) in self.programs.each.iter().enumerate() {
            let (cells, place) = (part.cells(index, agent), index * part.agents + agent);
            let known = program.observe_privileged(&mut part.rows[cells]);
            round(known, &mut part.outcome.privileged[place * known.len()..][..known.len()]);
        }
    }

    /// Lets the robots of a world perceive, if that is what they observe.
    fn perceive(&self, block: &mut Block<'_, '_>, first: usize, index: usize) {
        let is_asked = self.programs.each.iter().any(|program| program.perceives());
        let (true, Some(game), Some(config)) =
            (is_asked, block.games.get_mut(index), self.restart.config)
        else {
            return;
        };
        let scene = self.restart.arena.scene();
        let seed = self.restart.seed.wrapping_add((first + index) as u64);
        let world = block.state.world(scene, index);
        let senses = perceive::senses(config, seed);
        let mut perceiver = game.perceiver(world.view(), self.markers, senses);
        block.room.perceptions.perceive(&mut perceiver, self.sizes, self.interest);
    }

    pub fn timed(&self, work: impl FnOnce()) {
        let begin = Instant::now();
        work();
        self.clock.terms.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }
}
