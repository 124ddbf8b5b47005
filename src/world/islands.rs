//! The islands of a world: trees that touch each other, directly or through others, solved
//! together.

use super::constants::Constants;
use super::coupling::{Coupling, Partner};
use super::scene::Scene;
use super::worker::{Group, TreeLane};
use crate::dynamics::island::ContactSide;
use crate::math::lane::Lane;
use crate::math::point::{add, sub};
use std::ops::Range;

impl Coupling {
    /// Solves every island and writes its accelerations back to the lanes.
    pub fn solve<L: Lane>(
        &mut self,
        scene: &Scene,
        constants: &Constants<L>,
        groups: &mut [Group<L>],
        places: &[TreeLane],
    ) {
        let slots = scene.slots.len();
        let mut start = 0;
        while start < self.touches.len() {
            let world = self.touches[start].world;
            let end = start + self.touches[start..].iter().take_while(|t| t.world == world).count();
            let places = &places[world * slots..(world + 1) * slots];
            self.solve_world(scene, constants, groups, places, start..end, &mut |_, _| {});
            start = end;
        }
    }

    /// Solves the islands of one world; `done` sees each with the slot that leads it.
    pub fn solve_world<L: Lane>(
        &mut self,
        scene: &Scene,
        constants: &Constants<L>,
        groups: &mut [Group<L>],
        places: &[TreeLane],
        touches: Range<usize>,
        done: &mut dyn FnMut(&Self, usize),
    ) {
        self.find_leaders(places.len(), touches.clone());
        for leader in 0..places.len() {
            let TreeLane { group, lane } = places[leader];
            if self.leader[leader] == leader && groups[group].coupled >> lane & 1 == 1 {
                self.build_island(scene, constants, groups, places, leader, touches.clone());
                self.island.solve();
                self.write_back(groups, places, leader);
                done(self, leader);
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
                let (low, high) = (a.min(b), a.max(b));
                for leader in self.leader.iter_mut().filter(|l| **l == high) {
                    *leader = low;
                }
            }
        }
    }

    fn build_island<L: Lane>(
        &mut self,
        scene: &Scene,
        constants: &Constants<L>,
        groups: &[Group<L>],
        places: &[TreeLane],
        leader: usize,
        touches: Range<usize>,
    ) {
        self.island.clear();
        for (slot, &TreeLane { group, lane }) in places.iter().enumerate() {
            if self.leader[slot] == leader {
                let kind = scene.slots[slot].kind;
                let tree = &scene.kinds[kind].tree;
                let data = &groups[group].data;
                let params = constants.of(group, kind);
                self.member[slot] = self.island.add_tree(tree, params, data, lane);
            }
        }
        for touch in self.touches[touches].iter().filter(|t| self.leader[t.first.0] == leader) {
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
            self.island.add_contact(Some(first), second, &touch.row);
        }
    }

    fn write_back<L: Lane>(&self, groups: &mut [Group<L>], places: &[TreeLane], leader: usize) {
        for (slot, &TreeLane { group, lane }) in places.iter().enumerate() {
            if self.leader[slot] == leader {
                self.island.write_back(self.member[slot], &mut groups[group].data, lane);
            }
        }
    }
}
