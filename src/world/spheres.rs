//! Spheres about the trees of one world and about their geoms: what is apart never touches.

use crate::math::lane::{Kernel, Lane};
use crate::math::point::{distance_squared, dot};
use std::marker::PhantomData;
use std::ops::Range;

/// Geoms that are compared side by side.
pub const SIDE_BY_SIDE: usize = 8;
/// Where spheres are that fill the last group: so far from all others that nothing is near.
const NOWHERE: f64 = 1e100;

/// The spheres, in world axes; radii, m, are with margins.
#[derive(Debug)]
pub struct Spheres {
    /// Root position of each tree, and its reach about it.
    pub trees: Vec<([f64; 3], f64)>,
    /// Groups of each tree's geoms.
    members: Vec<Range<usize>>,
    groups: Vec<Group>,
}

/// Spheres about geoms of one tree.
#[derive(Clone, Copy, Debug)]
struct Group {
    x: [f64; SIDE_BY_SIDE],
    y: [f64; SIDE_BY_SIDE],
    z: [f64; SIDE_BY_SIDE],
    radius: [f64; SIDE_BY_SIDE],
}

/// Geoms of two trees whose spheres meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearPair {
    /// The trees, the first before the second.
    pub trees: [usize; 2],
    pub geoms: [usize; 2],
}

impl Spheres {
    /// Memory for so many trees.
    pub fn with_capacity(trees: usize) -> Self {
        const GROUPS: usize = 4;
        Self {
            trees: Vec::with_capacity(trees),
            members: Vec::with_capacity(trees),
            groups: Vec::with_capacity(trees * GROUPS),
        }
    }

    /// Forgets all trees.
    pub fn clear(&mut self) {
        self.trees.clear();
        self.members.clear();
        self.groups.clear();
    }

    /// Adds a tree, given its root and its geoms: centres from the root, and radii.
    pub fn add_tree(&mut self, root: [f64; 3], geoms: impl Iterator<Item = ([f64; 3], f64)>) {
        let (mut reach, first) = (0.0_f64, self.groups.len());
        for (index, (centre, radius)) in geoms.enumerate() {
            let k = index % SIDE_BY_SIDE;
            if k == 0 {
                let nowhere = [NOWHERE; SIDE_BY_SIDE];
                let radius = [0.0; SIDE_BY_SIDE];
                self.groups.push(Group { x: nowhere, y: nowhere, z: nowhere, radius });
            }
            let group = &mut self.groups[first + index / SIDE_BY_SIDE];
            group.x[k] = root[0] + centre[0];
            group.y[k] = root[1] + centre[1];
            group.z[k] = root[2] + centre[2];
            group.radius[k] = radius;
            reach = reach.max(dot(centre, centre).sqrt() + radius);
        }
        self.members.push(first..self.groups.len());
        self.trees.push((root, reach));
    }

    /// The centre of a tree's geom.
    #[inline(always)]
    pub fn centre(&self, tree: usize, geom: usize) -> [f64; 3] {
        let group = &self.groups[self.members[tree].start + geom / SIDE_BY_SIDE];
        let k = geom % SIDE_BY_SIDE;
        [group.x[k], group.y[k], group.z[k]]
    }

    /// Adds the pairs of two trees.
    #[inline(always)]
    fn find_pairs(&self, trees: [usize; 2], pairs: &mut Vec<NearPair>) {
        let (other, reach_of_other) = self.trees[trees[1]];
        let own = &self.groups[self.members[trees[0]].clone()];
        let theirs = &self.groups[self.members[trees[1]].clone()];
        for (number, group) in own.iter().enumerate() {
            for k in negative(&group.gaps(other, reach_of_other)) {
                let sphere = ([group.x[k], group.y[k], group.z[k]], group.radius[k]);
                find_near(theirs, sphere, trees, number * SIDE_BY_SIDE + k, pairs);
            }
        }
    }
}

/// Adds the pairs of a geom, given its sphere, and another tree's geoms.
#[inline(always)]
fn find_near(
    theirs: &[Group],
    (centre, radius): ([f64; 3], f64),
    trees: [usize; 2],
    geom: usize,
    pairs: &mut Vec<NearPair>,
) {
    for (number, group) in theirs.iter().enumerate() {
        for k in negative(&group.gaps(centre, radius)) {
            pairs.push(NearPair { trees, geoms: [geom, number * SIDE_BY_SIDE + k] });
        }
    }
}

/// Which numbers are less than zero. A difference is never zero with a sign. A branch for each
/// number could not be foreseen.
#[inline(always)]
fn negative(numbers: &[f64; SIDE_BY_SIDE]) -> impl Iterator<Item = usize> {
    let mut signs = 0;
    for (k, number) in numbers.iter().enumerate() {
        signs |= number.to_bits() >> 63 << k;
    }
    std::iter::from_fn(move || {
        let first = signs.trailing_zeros() as usize;
        signs &= signs.wrapping_sub(1);
        (first < SIDE_BY_SIDE).then_some(first)
    })
}

impl Group {
    /// Squared distances from another sphere, less the squares of those at which they touch.
    #[inline(always)]
    fn gaps(&self, centre: [f64; 3], radius: f64) -> [f64; SIDE_BY_SIDE] {
        let mut gaps = [0.0; SIDE_BY_SIDE];
        for (k, gap) in gaps.iter_mut().enumerate() {
            let (x, y, z) = (centre[0] - self.x[k], centre[1] - self.y[k], centre[2] - self.z[k]);
            let reach = radius + self.radius[k];
            *gap = x * x + y * y + z * z - reach * reach;
        }
        gaps
    }
}

/// Finds all pairs, with the instructions of a lane type.
pub struct FindPairs<L>(pub PhantomData<L>);

impl<L: Lane> Kernel for FindPairs<L> {
    type Data = (Spheres, Vec<NearPair>);
    type Output = ();
    #[inline(always)]
    fn run(self, (spheres, pairs): &mut Self::Data) {
        pairs.clear();
        for a in 0..spheres.trees.len() {
            let (centre, radius) = spheres.trees[a];
            for b in a + 1..spheres.trees.len() {
                let (other, other_radius) = spheres.trees[b];
                let reach = radius + other_radius;
                if distance_squared(centre, other) < reach * reach {
                    spheres.find_pairs([a, b], pairs);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lane::Scalar;
    use crate::math::point::add;
    use crate::math::splitmix::SplitMix64;

    fn point(random: &mut SplitMix64, size: f64) -> [f64; 3] {
        std::array::from_fn(|_| random.uniform([-size, size]))
    }

    #[test]
    fn pairs_are_those_of_a_loop_over_all() {
        let mut random = SplitMix64::new(7);
        let mut near = (Spheres::with_capacity(0), Vec::new());
        for geoms in [[1, 0, 3], [8, 9, 20], [31, 2, 16]] {
            near.0.clear();
            let mut all = Vec::new();
            for count in geoms {
                let root = point(&mut random, 0.3);
                let sphere = |_| (point(&mut random, 0.4), random.uniform([0.02, 0.2]));
                let own: Vec<_> = (0..count).map(sphere).collect();
                near.0.add_tree(root, own.iter().copied());
                all.push((root, own));
            }
            Scalar::run(FindPairs::<Scalar>(PhantomData), &mut near);
            let mut wanted = Vec::new();
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                for (i, (p, r)) in all[a].1.iter().enumerate() {
                    for (j, (q, s)) in all[b].1.iter().enumerate() {
                        let [p, q] = [(a, p), (b, q)].map(|(tree, p)| add(all[tree].0, *p));
                        if distance_squared(p, q) < (r + s) * (r + s) {
                            wanted.push(NearPair { trees: [a, b], geoms: [i, j] });
                        }
                    }
                }
            }
            assert_eq!(near.1, wanted);
        }
    }
}
