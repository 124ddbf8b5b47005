//! The constants that a lane group computes with: those of its model, or its own where worlds vary.

use super::scene::{Kind, Scene};
use super::variation::{Physics, VariedWorld};
use super::worker::Group;
use crate::dynamics::params::Params;
use crate::math::lane::{Lane, MAX_LANES, Single};
use std::sync::Arc;

/// Constants of all groups of a worker.
pub struct Constants<L: Lane> {
    /// One for each of `Scene::kinds`, the same in all lanes.
    kinds: Vec<Params<L>>,
    /// One for each kind: the numbers of one such lane.
    plain: Vec<Vec<f64>>,
    /// One for each group: made when a world of it varies for the first time, and kept.
    own: Vec<Option<Box<Params<L>>>>,
    /// For each group, whether it has a varied member now.
    varied: Vec<bool>,
}

impl<L: Lane> Constants<L> {
    /// Constants for worlds that do not vary.
    pub fn new(scene: &Scene, groups: usize) -> Self {
        let (medium, ground) = (&scene.medium, &scene.ground.geom);
        let plain = |kind: &Arc<Kind>| {
            Params::<Single<false>>::new(&kind.model, &kind.radii, medium, ground).to_row()
        };
        Self {
            kinds: (scene.kinds.iter())
                .map(|kind| Params::new(&kind.model, &kind.radii, medium, ground))
                .collect(),
            plain: scene.kinds.iter().map(plain).collect(),
            own: (0..groups).map(|_| None).collect(),
            varied: vec![false; groups],
        }
    }

    /// The constants of a group.
    #[inline]
    pub fn of(&self, index: usize, kind: usize) -> &Params<L> {
        match &self.own[index] {
            Some(own) if self.varied[index] => own,
            _ => &self.kinds[kind],
        }
    }

    /// Loads the constants of the worlds whose trees are in a group's lanes. World `i` of the block
    /// is `worlds[rows[i]]`.
    pub fn load(
        &mut self,
        index: usize,
        group: &Group<L>,
        worlds: &[Option<Box<VariedWorld>>],
        rows: &[usize],
    ) {
        let physics = |world: usize| physics(worlds, rows[world]);
        let varies = |(lane, &(world, _)): (usize, &(usize, usize))| {
            group.live >> lane & 1 == 1 && physics(world).is_some()
        };
        self.varied[index] = !worlds.is_empty() && group.members.iter().enumerate().any(varies);
        if !self.varied[index] {
            return;
        }
        let kind = group.kind;
        let own = self.own[index].get_or_insert_with(|| Box::new(self.kinds[kind].clone()));
        const { assert!(L::LANES <= MAX_LANES) };
        let mut lanes = [&self.plain[kind][..]; MAX_LANES];
        for (row, &(world, slot)) in lanes.iter_mut().zip(&group.members) {
            if let Some(physics) = physics(world) {
                *row = &physics.rows[slot];
            }
        }
        own.set_lanes(&lanes[..L::LANES]);
    }
}

/// The constants of a world of the block; `None` if they are the same as everywhere.
pub fn physics(worlds: &[Option<Box<VariedWorld>>], world: usize) -> Option<&Physics> {
    worlds.get(world)?.as_ref()?.physics.as_ref()
}
