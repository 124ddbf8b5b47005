//! The islands of a block: trees of one world that touch each other, directly or through others,
//! solved together.

use super::constants::Constants;
use super::contact::Partner;
use super::coupling::Coupling;
use super::scene::Scene;
use super::stages::{Iterate, Shared};
use super::worker::{Group, TreeLane};
use crate::dynamics::coupled::{Crowd, Step, solve_islands};
use crate::dynamics::data::TreeData;
use crate::dynamics::island::{ContactSide, Island};
use crate::dynamics::tree::Tree;
use crate::math::lane::Lane;
use crate::math::point::{add, sub};
use std::ops::Range;

/// All lane groups of a block.
struct Groups<'a, L: Lane> {
    scene: &'a Scene,
    constants: &'a Constants<L>,
    groups: &'a mut [Group<L>],
}

impl<L: Lane> Crowd<L> for Groups<'_, L> {
    fn step(&mut self, step: Step) {
        for (index, group) in self.groups.iter_mut().enumerate() {
            if step.concerns(&group.data) {
                let kind = &self.scene.kinds[group.kind];
                let params = self.constants.of(index, group.kind);
                L::run(Iterate(Shared { kind, params }, step), group);
            }
        }
    }

    fn moves(&self) -> bool {
        self.groups.iter().any(|group| group.data.exchange.moving != 0)
    }

    #[inline(always)]
    fn group(&mut self, index: usize) -> (&Tree, &mut TreeData<L>) {
        let group = &mut self.groups[index];
        (&self.scene.kinds[group.kind].tree, &mut group.data)
    }
}

impl<L: Lane> Coupling<L> {
    /// Solves every island, and the trees that share lanes with theirs, and leaves accelerations in
    /// the lanes.
    pub fn solve(
        &mut self,
        scene: &Scene,
        constants: &Constants<L>,
        groups: &mut [Group<L>],
        places: &[TreeLane],
    ) {
        let slots = scene.slots.len();
        let (mut start, mut count) = (0, 0);
        while start < self.touches.len() {
            let world = self.touches[start].world;
            let end = start + self.touches[start..].iter().take_while(|t| t.world == world).count();
            let places = &places[world * slots..(world + 1) * slots];
            self.build_islands(scene, groups, places, start..end, &mut count);
            start = end;
        }
        self.solved = count;
        if count == 0 {
            return;
        }
        for group in &mut *groups {
            let (coupled, others) = (group.coupled & group.live, !group.coupled & group.live);
            let exchange = &mut group.data.exchange;
            exchange.coupled = coupled;
            exchange.beside = if coupled == 0 { 0 } else { others };
            exchange.moving = 0;
        }
        let mut groups = Groups { scene, constants, groups };
        solve_islands(&mut self.islands[..count], &mut self.low_rank, &mut groups);
    }

    /// Builds the islands of one world from its touches, starting with island `count`.
    fn build_islands(
        &mut self,
        scene: &Scene,
        groups: &[Group<L>],
        places: &[TreeLane],
        touches: Range<usize>,
        count: &mut usize,
    ) {
        self.find_leaders(places.len(), touches.clone());
        for leader in 0..places.len() {
            let TreeLane { group, lane } = places[leader];
            if self.leader[leader] == leader && groups[group].coupled >> lane & 1 == 1 {
                if self.islands.len() == *count {
                    self.islands.push(Island::default());
                }
                self.build_island(scene, groups, places, (leader, *count), touches.clone());
                *count += 1;
            }
        }
    }

    /// Joins the slots of one world that touch each other: `leader` holds the smallest of each set.
    fn find_leaders(&mut self, slots: usize, touches: Range<usize>) {
        self.leader.clear();
        self.leader.extend(0..slots);
        for touch in &self.touches[touches] {
            if let Partner::Tree(other, _) = touch.second {
                let (a, b) = (self.leader[touch.first.0], self.leader[other]);
                if a == b {
                    continue;
                }
                let (low, high) = (a.min(b), a.max(b));
                for leader in self.leader.iter_mut().filter(|l| **l == high) {
                    *leader = low;
                }
            }
        }
    }

    fn build_island(
        &mut self,
        scene: &Scene,
        groups: &[Group<L>],
        places: &[TreeLane],
        (leader, index): (usize, usize),
        touches: Range<usize>,
    ) {
        let island = &mut self.islands[index];
        island.clear();
        for (slot, &TreeLane { group, lane }) in places.iter().enumerate() {
            if self.leader[slot] == leader {
                let tree = &scene.kinds[scene.slots[slot].kind].tree;
                self.member[slot] = island.add_tree(tree, &groups[group].data, group, lane);
            }
        }
        let all = touches.clone().zip(&self.touches[touches]);
        let mine = all.filter(|(_, touch)| self.leader[touch.first.0] == leader);
        for (number, touch) in mine.filter(|(_, touch)| !touch.is_for_lanes) {
            let side = |slot: usize, geom: usize, point: [f64; 3]| {
                let kind = &scene.kinds[scene.slots[slot].kind];
                let body = kind.model.geoms[geom].body;
                ContactSide { member: self.member[slot], tree: &kind.tree, body, point }
            };
            let (slot, geom) = touch.first;
            let first = side(slot, geom, touch.point);
            let second = match touch.second {
                Partner::Tree(other, geom) => {
                    let root = |slot: usize| {
                        let TreeLane { group, lane } = places[slot];
                        groups[group].data.root_position(lane)
                    };
                    let point = if other == slot {
                        touch.point
                    } else {
                        sub(add(touch.point, root(slot)), root(other))
                    };
                    Some(side(other, geom, point))
                }
                Partner::Fixture(_) | Partner::Ground => None,
            };
            island.add_contact(Some(first), second, &touch.row);
            island.recall(number, touch.before);
        }
    }
}
