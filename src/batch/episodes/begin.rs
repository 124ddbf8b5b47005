//! Begins episodes, each in a world in its initial state that is drawn and placed anew.

use super::part::Part;
use super::restart::only;
use super::stage::{Block, Stage};
use crate::batch::lock;
use crate::math::splitmix::SplitMix64;
use crate::terms::Stream;
use crate::world::scene::Scene;
use crate::world::{Randomization, Variation, VariedWorld};

/// Integers below this are exact as doubles.
pub const SEEDS: f64 = (1u64 << 53) as f64;

impl Stage<'_> {
    /// Begins an episode in one world of a block. Returns false if the world could not be drawn; it
    /// is plain then.
    pub(super) fn begin(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        index: usize,
    ) -> bool {
        let number = part.first + index;
        self.restart.world(block.state, block.games.get_mut(index), index, number);
        let mut stream = Stream(part.streams[index]);
        let scene = self.restart.arena.scene();
        let mut is_fine = true;
        if let Some((randomization, fraction)) = self.randomization {
            let state = only(scene, block.state, index);
            let drawn = draw(
                scene,
                randomization,
                *fraction,
                &mut stream,
                &mut part.draws[index],
                state.command,
            );
            is_fine = drawn.is_ok();
            state.varied[0] = drawn.ok().flatten();
        }
        let state = only(scene, block.state, index);
        for (agent, program) in self.programs.each.iter().enumerate() {
            program.forget(part.row(index, agent));
        }
        // The program of the first robot places all.
        if let Some(program) = self.programs.each.first() {
            program.start(part.row(index, 0), &mut stream, state.qpos);
        }
        self.look(block, index);
        self.begin_placed(block, part, index, &mut stream);
        part.streams[index] = stream.0;
        part.elapsed[index] = 0;
        is_fine
    }

    /// Begins an episode in a world that has been placed.
    pub(super) fn begin_placed(
        &self,
        block: &mut Block<'_, '_>,
        part: &mut Part<'_>,
        index: usize,
        stream: &mut Stream,
    ) {
        let talks = self.programs.each.iter().any(|program| program.body.words > 0);
        if let (true, Some(game)) = (talks, block.games.get_mut(index)) {
            // Which of many messages are heard depends on the episode alone.
            game.draw_hearing((stream.unit() * SEEDS) as u64);
        }
        for (agent, program) in self.programs.each.iter().enumerate() {
            let mut view = block.view(self, index, agent);
            program.begin(part.row(index, agent), stream, &mut view);
        }
        for (agent, program) in self.programs.each.iter().enumerate() {
            program.sense(part.row(index, agent), &mut block.view(self, index, agent));
        }
    }

    /// Updates what is observed of a world, if it has a game.
    fn look(&self, block: &mut Block<'_, '_>, index: usize) {
        let Some(game) = block.games.get_mut(index) else { return };
        let scene = self.restart.arena.scene();
        let mut state = only(scene, block.state, index);
        lock(&self.engines[block.thread]).observe(&mut state);
        state.world(scene, 0).observe_roots();
        game.listen_again();
    }
}

/// Draws how a world differs from the others; `None` for a plain one.
fn draw(
    scene: &Scene,
    randomization: &Randomization,
    fraction: f64,
    stream: &mut Stream,
    draws: &mut SplitMix64,
    command: &[f64],
) -> crate::Result<Option<Box<VariedWorld>>> {
    let [seed, chance] = [0; 2].map(|_| stream.unit());
    if chance >= fraction {
        return Ok(None);
    }
    *draws = SplitMix64::new((seed * SEEDS) as u64);
    let drawn = Variation::draw(randomization, scene, draws.bits());
    VariedWorld::new(scene, drawn, command).map(|varied| Some(Box::new(varied)))
}
