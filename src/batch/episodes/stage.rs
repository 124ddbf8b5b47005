//! What one thread does with one block of worlds, before and after its physics.

use super::begin::Restart;
use super::outcome::{Autoreset, Part};
use super::view::{RobotMap, WorldView};
use super::{Clock, Room};
use crate::batch::game::{Stretch, WorldGame, play};
use crate::batch::lock;
use crate::soccer::SUBSTEPS;
use crate::terms::{LARGEST_OBSERVATION, Program, Stream};
use crate::world::state::StateMut;
use crate::world::{Engine, Randomization};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// What all blocks share.
pub(super) struct Stage<'a> {
    pub program: &'a Program,
    pub robot: &'a RobotMap,
    pub engines: &'a [Mutex<Box<dyn Engine>>],
    pub rooms: &'a [Mutex<Room>],
    pub restart: Restart<'a>,
    pub randomization: Option<&'a (Randomization, f64)>,
    pub clock: &'a Clock,
}

/// One block of worlds, and the thread that has it.
pub(super) struct Block<'a, 'b> {
    pub state: &'a mut StateMut<'b>,
    pub games: &'a mut [WorldGame],
    pub room: &'a mut Room,
    pub thread: usize,
}

impl Block<'_, '_> {
    pub fn view<'a>(&'a mut self, stage: &Stage<'a>, index: usize) -> WorldView<'a> {
        let arena = stage.restart.arena;
        WorldView::new(arena, stage.robot, self.state, self.games.get_mut(index), self.room, index)
    }
}

impl Stage<'_> {
    /// Processes, and actions to commands.
    pub fn before(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>) {
        self.timed(|| {
            let joints = self.program.body.joints();
            for index in 0..part.len() {
                if part.is_still(index) {
                    continue;
                }
                let action = &part.actions[index * joints..][..joints];
                // A step of a world whose episode is over is no step of an episode: what it
                // draws is drawn again.
                let kept = part.is_over.get(index).is_some_and(|over| *over);
                let mut stream = Stream(part.streams[index]);
                let row = &mut part.rows[index * part.width..][..part.width];
                self.program.before(row, &mut stream, action, &mut block.view(self, index));
                if !kept {
                    part.streams[index] = stream.0;
                }
            }
        });
    }

    pub fn physics(&self, block: &mut Block<'_, '_>) {
        let begin = Instant::now();
        let stretch = Stretch { substeps: SUBSTEPS, begins: true, ends: Some(self.robot.cycle) };
        play(self.restart.arena, block.games, block.state, stretch, |state| {
            lock(&self.engines[block.thread]).step(state, SUBSTEPS);
        });
        self.clock.physics.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    pub fn after(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>) {
        for index in 0..part.len() {
            if part.is_still(index) {
                continue;
            }
            let is_over = part.is_over.get(index).is_some_and(|over| *over);
            let mut stream = Stream(part.streams[index]);
            let row = &mut part.rows[index * part.width..][..part.width];
            self.program.after(row, &mut stream, &mut block.view(self, index));
            if !is_over {
                part.streams[index] = stream.0;
            }
        }
    }

    /// Rewards, ends, resets, observations. False if a world could not be drawn.
    pub fn conclude(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        autoreset: Autoreset,
    ) -> bool {
        let mut is_fine = true;
        for index in 0..part.len() {
            let was_over = part.is_over[index];
            part.elapsed[index] += 1;
            if was_over {
                part.tell_nothing(index);
                is_fine &= self.begin(block, part, index);
            } else {
                let frozen = block.state.frozen[index];
                part.tell(self.program, index, frozen, autoreset);
            }
            self.show(block, part, index, was_over);
            if part.is_over[index] && autoreset.is_same_step() {
                part.keep_final(index);
                is_fine &= self.begin(block, part, index);
                part.is_over[index] = false;
                self.show(block, part, index, true);
            }
        }
        is_fine
    }

    /// Shows the policy what it sees, which is the `first` that it sees of an episode or not.
    fn show(&self, block: &mut Block<'_, '_>, part: &mut Part<'_>, index: usize, first: bool) {
        let row = &mut part.rows[index * part.width..][..part.width];
        let seen = self.program.observe(row, &mut block.view(self, index));
        match &mut part.past {
            None => {
                let width = seen.len();
                round(seen, &mut part.outcome.observations[index * width..][..width]);
            }
            Some(past) => {
                if first {
                    let mut stream = Stream(part.streams[index]);
                    let delay = past.depth().draw(&mut stream);
                    part.streams[index] = stream.0;
                    round(seen, past.begin(index, delay));
                    past.look_first(index);
                } else {
                    if !past.depth().is_late() {
                        round(seen, past.send(index));
                    }
                    past.look(index);
                }
                let shown = past.row(index);
                let out = &mut part.outcome.observations[index * shown.len()..][..shown.len()];
                out.copy_from_slice(shown);
            }
        }
        let known = self.program.num_privileged();
        if !part.outcome.privileged.is_empty() {
            let out = &mut part.outcome.privileged[index * known..][..known];
            round(self.program.observe_privileged(row), out);
        }
    }

    pub fn timed(&self, work: impl FnOnce()) {
        let begin = Instant::now();
        work();
        self.clock.terms.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }
}

/// What a policy sees: clipped, and with fewer digits. What is no number stays none.
pub(super) fn round(seen: &[f64], out: &mut [f32]) {
    for (out, number) in out.iter_mut().zip(seen) {
        *out = number.clamp(-LARGEST_OBSERVATION, LARGEST_OBSERVATION) as f32;
    }
}
