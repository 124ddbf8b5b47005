//! Worlds that differ from the others: drawing them, making them plain again, and reading what was
//! drawn.

use super::{WorldBatch, checks};
use crate::error::Result;
use crate::math::splitmix::SplitMix64;
use crate::world::state::COMMAND_LEN;
use crate::world::{Randomization, Variation, VariedWorld};

impl WorldBatch {
    /// Draws some worlds anew, or makes them plain again. `seeds` has one for each of them; `None`
    /// continues each world's own stream, which begins with its seed. Their state stays as it is;
    /// delayed commands and pushes begin anew.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for worlds out of range or named twice, another number of seeds,
    /// and for a draw that no body could have; nothing has changed then.
    pub fn randomize(
        &mut self,
        randomization: Option<&Randomization>,
        worlds: &[usize],
        seeds: Option<&[u64]>,
    ) -> Result<()> {
        self.check_worlds(worlds)?;
        if let Some(seeds) = seeds {
            checks::length("seeds", seeds.len(), worlds.len())?;
        }
        let Some(randomization) = randomization else {
            worlds.iter().for_each(|&world| self.make_plain(world));
            return Ok(());
        };
        let mut streams = self.streams();
        let draw = |(i, &world): (usize, &usize)| {
            let stream = &mut streams[world];
            if let Some(seeds) = seeds {
                *stream = SplitMix64::new(seeds[i]);
            }
            let drawn = Variation::draw(randomization, self.arena.scene(), stream.bits());
            Ok(Box::new(VariedWorld::new(self.arena.scene(), drawn, self.motor_commands(world))?))
        };
        let drawn = worlds.iter().enumerate().map(draw).collect::<Result<Vec<_>>>()?;
        self.streams = streams;
        self.state.varied.resize_with(self.num_worlds(), || None);
        for (&world, varied) in worlds.iter().zip(drawn) {
            self.state.varied[world] = Some(varied);
        }
        Ok(())
    }

    /// What was drawn for a world; `None` for a plain one.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for a world out of range.
    pub fn variation(&self, world: usize) -> Result<Option<&Variation>> {
        checks::index("world", world, self.num_worlds())?;
        Ok(self.varied(world).map(|varied| &varied.drawn))
    }

    /// A world that differs from the others; `None` for a plain one.
    pub fn varied(&self, world: usize) -> Option<&VariedWorld> {
        self.state.varied.get(world)?.as_deref()
    }

    /// The random stream of each world, at the point up to which it has been drawn from.
    pub(super) fn streams(&self) -> Vec<SplitMix64> {
        if !self.streams.is_empty() {
            return self.streams.clone();
        }
        let seed = |world: u64| SplitMix64::new(self.seed.wrapping_add(world));
        (0..self.num_worlds() as u64).map(seed).collect()
    }

    fn motor_commands(&self, world: usize) -> &[f64] {
        let len = self.arena.scene().nu() * COMMAND_LEN;
        &self.state.command[world * len..][..len]
    }

    fn make_plain(&mut self, world: usize) {
        if let Some(varied) = self.state.varied.get_mut(world) {
            *varied = None;
        }
        // Batches without varied worlds need not check each world.
        if self.state.varied.iter().all(Option::is_none) {
            self.state.varied.clear();
        }
    }
}
