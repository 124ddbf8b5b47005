//! Spheres about the trees of one world and about their geoms: what is apart never touches. They
//! are compared in `f32`, a little larger than they are, as twice as many fit in a register.

use crate::math::lane::{Kernel, Lane};
use crate::math::point::{add, distance_squared, dot};
use std::marker::PhantomData;
use std::ops::Range;

/// Geoms that are compared side by side.
pub const SIDE_BY_SIDE: usize = 8;
/// Where spheres are that fill the last group: so far from all others that nothing is near.
const NOWHERE: f32 = 1e18;
/// By which part of their coordinates and radius spheres are larger than they are, so that rounding
/// never hides a contact: each coordinate, difference and square is wrong by half an epsilon.
const WIDENING: f64 = 4.0 * f32::EPSILON as f64;

/// The spheres, in world axes; radii, m, are with margins.
#[derive(Debug)]
pub struct Spheres {
    /// Root position of each tree, and its reach about it.
    pub trees: Vec<([f64; 3], f64)>,
    /// Groups of each tree's geoms.
    members: Vec<Range<usize>>,
    groups: Vec<Group>,
    /// Centres of the spheres of these groups.
    centres: Vec<[[f64; 3]; SIDE_BY_SIDE]>,
}

/// One sphere, widened.
#[derive(Clone, Copy, Debug)]
struct Sphere {
    centre: [f32; 3],
    radius: f32,
}

/// Spheres about geoms of one tree.
#[derive(Clone, Copy, Debug)]
struct Group {
    centre: [[f32; SIDE_BY_SIDE]; 3],
    radius: [f32; SIDE_BY_SIDE],
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
            centres: Vec::with_capacity(trees * GROUPS),
        }
    }

    /// Forgets all trees.
    pub fn clear(&mut self) {
        self.trees.clear();
        self.members.clear();
        self.groups.clear();
        self.centres.clear();
    }

    /// Adds a tree, given its root and its geoms: centres from the root, and radii.
    pub fn add_tree(&mut self, root: [f64; 3], geoms: impl Iterator<Item = ([f64; 3], f64)>) {
        let (mut reach, first) = (0.0_f64, self.groups.len());
        for (index, (centre, radius)) in geoms.enumerate() {
            let k = index % SIDE_BY_SIDE;
            if k == 0 {
                self.groups.push(Group::EMPTY);
                self.centres.push([[0.0; 3]; SIDE_BY_SIDE]);
            }
            let at = add(root, centre);
            self.groups[first + index / SIDE_BY_SIDE].set(k, Sphere::about(at, radius));
            self.centres[first + index / SIDE_BY_SIDE][k] = at;
            reach = reach.max(dot(centre, centre).sqrt() + radius);
        }
        self.members.push(first..self.groups.len());
        self.trees.push((root, reach));
    }

    /// The centre of a tree's geom.
    #[inline(always)]
    pub fn centre(&self, tree: usize, geom: usize) -> [f64; 3] {
        self.centres[self.members[tree].start + geom / SIDE_BY_SIDE][geom % SIDE_BY_SIDE]
    }

    /// Adds the pairs of two trees.
    #[inline(always)]
    fn find_pairs(&self, trees: [usize; 2], pairs: &mut Vec<NearPair>) {
        let (root, reach) = self.trees[trees[1]];
        let other = Sphere::about(root, reach);
        let own = &self.groups[self.members[trees[0]].clone()];
        let theirs = &self.groups[self.members[trees[1]].clone()];
        for (number, group) in own.iter().enumerate() {
            for k in negative(&group.gaps(&other)) {
                let geom = number * SIDE_BY_SIDE + k;
                find_near(theirs, &group.sphere(k), trees, geom, pairs);
            }
        }
    }
}

/// Adds the pairs of a geom, given its sphere, and another tree's geoms.
#[inline(always)]
fn find_near(
    theirs: &[Group],
    sphere: &Sphere,
    trees: [usize; 2],
    geom: usize,
    pairs: &mut Vec<NearPair>,
) {
    for (number, group) in theirs.iter().enumerate() {
        for k in negative(&group.gaps(sphere)) {
            pairs.push(NearPair { trees, geoms: [geom, number * SIDE_BY_SIDE + k] });
        }
    }
}

/// Which numbers are less than zero. A difference is never zero with a sign. A branch for each
/// number could not be foreseen.
#[inline(always)]
fn negative(numbers: &[f32; SIDE_BY_SIDE]) -> impl Iterator<Item = usize> {
    let mut signs = 0;
    for (k, number) in numbers.iter().enumerate() {
        signs |= number.to_bits() >> 31 << k;
    }
    std::iter::from_fn(move || {
        let first = signs.trailing_zeros() as usize;
        signs &= signs.wrapping_sub(1);
        (first < SIDE_BY_SIDE).then_some(first)
    })
}

impl Sphere {
    /// One that holds a sphere.
    #[inline(always)]
    fn about(centre: [f64; 3], radius: f64) -> Self {
        let size = centre[0].abs() + centre[1].abs() + centre[2].abs() + radius;
        Self { centre: centre.map(|x| x as f32), radius: (radius + WIDENING * size) as f32 }
    }
}

impl Group {
    const EMPTY: Self = Self { centre: [[NOWHERE; SIDE_BY_SIDE]; 3], radius: [0.0; SIDE_BY_SIDE] };

    #[inline(always)]
    fn set(&mut self, k: usize, sphere: Sphere) {
        for i in 0..3 {
            self.centre[i][k] = sphere.centre[i];
        }
        self.radius[k] = sphere.radius;
    }

    #[inline(always)]
    fn sphere(&self, k: usize) -> Sphere {
        let [x, y, z] = &self.centre;
        Sphere { centre: [x[k], y[k], z[k]], radius: self.radius[k] }
    }

    /// Squared distances from another sphere, less the squares of those at which they touch.
    #[inline(always)]
    fn gaps(&self, sphere: &Sphere) -> [f32; SIDE_BY_SIDE] {
        let (&Sphere { centre: [u, v, w], radius }, [x, y, z]) = (sphere, &self.centre);
        let mut gaps = [0.0; SIDE_BY_SIDE];
        for (k, gap) in gaps.iter_mut().enumerate() {
            let (x, y, z) = (u - x[k], v - y[k], w - z[k]);
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
    use crate::math::point::scale;
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

    #[test]
    fn rounding_hides_no_spheres_that_meet() {
        let mut random = SplitMix64::new(8);
        for _ in 0..10_000 {
            let centre = point(&mut random, 50.0);
            let radii = [random.uniform([0.01, 0.5]), random.uniform([0.01, 0.5])];
            let way = point(&mut random, 1.0);
            let distance = 0.999_999_99 * (radii[0] + radii[1]);
            let other = add(centre, scale(way, distance / dot(way, way).sqrt()));
            let mut group = Group::EMPTY;
            group.set(3, Sphere::about(centre, radii[0]));
            let found: Vec<_> = negative(&group.gaps(&Sphere::about(other, radii[1]))).collect();
            assert_eq!(found, [3], "at {centre:?} and {other:?}, radii {radii:?}");
        }
    }
}
