//! Spheres about the geoms of the trees of one world: geoms whose spheres are apart never touch.
//! Spheres are compared in `f32`, since twice as many fit in a register, and are made a little
//! larger for that. Only trees that can reach another or a fixture get any, and only trees whose
//! boxes meet are compared geom by geom.

use crate::collision::Aabb;
use crate::math::lane::{Kernel, Lane};
use crate::math::point::{add, distance_squared};
use std::marker::PhantomData;
use std::ops::Range;

/// Number of geoms that are compared side by side.
pub const SIDE_BY_SIDE: usize = 8;
/// Coordinates of the spheres that fill the last group: so far from all others that nothing is
/// near.
const NOWHERE: f32 = 1e18;
/// Sum of a tree's radii, m, below which squares of its coordinates do not overflow in `f32`. A tree
/// farther away, or without finite coordinates, is about to freeze its world and meets nothing:
/// differences between infinite squares would make it meet even the spheres that fill groups.
const FARTHEST: f32 = 1e8;
/// The share of their coordinates and radius by which spheres are enlarged, so that rounding never
/// hides a contact: each coordinate, difference and square is wrong by half an epsilon.
const WIDENING: f64 = 4.0 * f32::EPSILON as f64;

/// The spheres, in world axes; radii, m, include margins.
#[derive(Debug)]
pub struct Spheres {
    /// Root position of each tree, and how far from it its geoms can be, m.
    roots: Vec<([f64; 3], f64)>,
    /// Trees that can reach each other, the first before the second.
    couples: Vec<[usize; 2]>,
    trees: Vec<TreeSpheres>,
    groups: Vec<Group>,
    /// Centres of the spheres of these groups.
    centres: Vec<[[f64; 3]; SIDE_BY_SIDE]>,
}

/// The spheres of one tree.
#[derive(Clone, Debug)]
struct TreeSpheres {
    /// Whether it can reach another tree.
    is_coupled: bool,
    groups: Range<usize>,
    bounds: Bounds,
}

/// A box about spheres.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    min: [f32; 3],
    max: [f32; 3],
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
    /// The geom of each.
    pub geoms: [usize; 2],
}

impl Spheres {
    /// Memory for `trees` trees.
    pub fn with_capacity(trees: usize) -> Self {
        const GROUPS: usize = 4;
        Self {
            roots: Vec::with_capacity(trees),
            couples: Vec::with_capacity(trees * trees / 2),
            trees: Vec::with_capacity(trees),
            groups: Vec::with_capacity(trees * GROUPS),
            centres: Vec::with_capacity(trees * GROUPS),
        }
    }

    /// Begins with new trees, given their roots and how far from these their geoms can be.
    pub fn begin(&mut self, roots: impl Iterator<Item = ([f64; 3], f64)>) {
        let Self { roots: all, couples, trees, groups, centres } = self;
        all.clear();
        all.extend(roots);
        couples.clear();
        groups.clear();
        centres.clear();
        trees.clear();
        trees.resize(all.len(), TreeSpheres::NONE);
        for (a, &(root, reach)) in all.iter().enumerate() {
            for (b, &(other, other_reach)) in all.iter().enumerate().skip(a + 1) {
                let reach = reach + other_reach;
                if distance_squared(root, other) < reach * reach {
                    couples.push([a, b]);
                    trees[a].is_coupled = true;
                    trees[b].is_coupled = true;
                }
            }
        }
    }

    /// Whether any tree can reach another.
    pub fn are_coupled(&self) -> bool {
        !self.couples.is_empty()
    }

    /// Whether a tree can reach another, or what is in a box.
    pub fn reaches(&self, tree: usize, mut boxes: impl Iterator<Item = Aabb>) -> bool {
        let (root, reach) = self.roots[tree];
        self.trees[tree].is_coupled
            || boxes.any(|other| other.distance_squared(root) < reach * reach)
    }

    /// Adds the geoms of a tree: centres relative to its root, and radii.
    #[inline(always)]
    pub fn add_geoms(&mut self, tree: usize, geoms: impl Iterator<Item = ([f64; 3], f64)>) {
        let (root, first) = (self.roots[tree].0, self.groups.len());
        let (mut bounds, mut radii) = (Bounds::EMPTY, 0.0);
        for (index, (centre, radius)) in geoms.enumerate() {
            let k = index % SIDE_BY_SIDE;
            if k == 0 {
                self.groups.push(Group::EMPTY);
                self.centres.push([[0.0; 3]; SIDE_BY_SIDE]);
            }
            let at = add(root, centre);
            let sphere = Sphere::about(at, radius);
            self.groups[first + index / SIDE_BY_SIDE].set(k, sphere);
            self.centres[first + index / SIDE_BY_SIDE][k] = at;
            bounds.include(sphere);
            radii += sphere.radius;
        }
        if radii.is_nan() || radii > FARTHEST {
            return;
        }
        let all = &mut self.trees[tree];
        (all.groups, all.bounds) = (first..self.groups.len(), bounds);
    }

    /// Whether the box about a tree's geoms meets another, in the world, m. A tree without geoms
    /// meets none.
    pub fn meets(&self, tree: usize, other: &Aabb) -> bool {
        let Bounds { min, max } = self.trees[tree].bounds;
        (0..3).all(|i| f64::from(min[i]) <= other.max[i] && other.min[i] <= f64::from(max[i]))
    }

    /// The centre of a tree's geom.
    #[inline(always)]
    pub fn centre(&self, tree: usize, geom: usize) -> [f64; 3] {
        let first = self.trees[tree].groups.start;
        self.centres[first + geom / SIDE_BY_SIDE][geom % SIDE_BY_SIDE]
    }

    /// Adds the pairs of two trees.
    #[inline(always)]
    fn find_pairs<L: Lane>(&self, trees: [usize; 2], pairs: &mut Vec<NearPair>) {
        let [first, second] = trees.map(|tree| &self.trees[tree]);
        if !first.bounds.meets(&second.bounds) {
            return;
        }
        let own = &self.groups[first.groups.clone()];
        let theirs = &self.groups[second.groups.clone()];
        let near = near_groups::<L>(theirs, &first.bounds);
        for (number, group) in own.iter().enumerate() {
            for k in negative::<L>(&group.gaps_to_box(&second.bounds)) {
                let geom = number * SIDE_BY_SIDE + k;
                find_near::<L>(theirs, near.clone(), &group.sphere(k), trees, geom, pairs);
            }
        }
    }
}

/// Returns the groups from the first to the last that has a sphere in a box; an empty range if none
/// has.
#[inline(always)]
fn near_groups<L: Lane>(groups: &[Group], bounds: &Bounds) -> Range<usize> {
    let mut near = 0..0;
    for (number, group) in groups.iter().enumerate() {
        if L::signs(&group.gaps_to_box(bounds)) != 0 {
            let start = if near.is_empty() { number } else { near.start };
            near = start..number + 1;
        }
    }
    near
}

impl TreeSpheres {
    const NONE: Self = Self { is_coupled: false, groups: 0..0, bounds: Bounds::EMPTY };
}

impl Bounds {
    const EMPTY: Self = Self { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };

    #[inline(always)]
    fn include(&mut self, Sphere { centre, radius }: Sphere) {
        for (i, centre) in centre.into_iter().enumerate() {
            self.min[i] = lesser(self.min[i], centre - radius);
            self.max[i] = greater(self.max[i], centre + radius);
        }
    }

    #[inline(always)]
    fn meets(&self, other: &Self) -> bool {
        (0..3).all(|i| self.min[i] <= other.max[i] && other.min[i] <= self.max[i])
    }
}

/// The lesser of two numbers, neither of which may be NaN. This is one instruction; [`f32::min`]
/// takes more, as it checks for NaN.
#[inline(always)]
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater of two numbers, neither of which may be NaN.
#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Adds the pairs of a geom, given its sphere, and some groups of another tree's geoms.
#[inline(always)]
fn find_near<L: Lane>(
    theirs: &[Group],
    near: Range<usize>,
    sphere: &Sphere,
    trees: [usize; 2],
    geom: usize,
    pairs: &mut Vec<NearPair>,
) {
    for (number, group) in near.clone().zip(&theirs[near]) {
        for k in negative::<L>(&group.gaps(sphere)) {
            pairs.push(NearPair { trees, geoms: [geom, number * SIDE_BY_SIDE + k] });
        }
    }
}

/// Returns which numbers are less than zero, by their signs: a difference is never a negative zero,
/// and a branch for each number would be unpredictable.
#[inline(always)]
fn negative<L: Lane>(numbers: &[f32; SIDE_BY_SIDE]) -> impl Iterator<Item = usize> {
    let mut signs = L::signs(numbers);
    std::iter::from_fn(move || {
        let first = signs.trailing_zeros() as usize;
        signs &= signs.wrapping_sub(1);
        (first < SIDE_BY_SIDE).then_some(first)
    })
}

impl Sphere {
    /// A widened sphere that holds a given one.
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

    /// How far each sphere is from a box along the axis along which it is farthest; less than zero
    /// if it meets the box, or nearly so.
    #[inline(always)]
    fn gaps_to_box(&self, Bounds { min, max }: &Bounds) -> [f32; SIDE_BY_SIDE] {
        let mut gaps = [f32::NEG_INFINITY; SIDE_BY_SIDE];
        for i in 0..3 {
            for (k, gap) in gaps.iter_mut().enumerate() {
                let (centre, radius) = (self.centre[i][k], self.radius[k]);
                let beside = greater(min[i] - (centre + radius), (centre - radius) - max[i]);
                *gap = greater(*gap, beside);
            }
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
        for &trees in &spheres.couples {
            spheres.find_pairs::<L>(trees, pairs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lane::Scalar;
    use crate::math::point::{dot, scale};
    use crate::math::precision::Precision;
    use crate::math::simd::SimdLevel;
    use crate::math::splitmix::SplitMix64;
    use crate::math::wide::{LaneUser, Width, with_lanes};

    /// Finds all pairs, with lanes that it gets.
    struct Find<'a>(&'a mut (Spheres, Vec<NearPair>));

    impl LaneUser for Find<'_> {
        type Output = ();

        fn run<L: Lane>(self) {
            L::run(FindPairs::<L>(PhantomData), self.0);
        }
    }

    fn point(random: &mut SplitMix64, size: f64) -> [f64; 3] {
        std::array::from_fn(|_| random.uniform([-size, size]))
    }

    #[test]
    fn pairs_are_those_of_a_loop_over_all() {
        let mut random = SplitMix64::new(7);
        let mut near = (Spheres::with_capacity(0), Vec::new());
        for geoms in [[1, 0, 3], [8, 9, 20], [31, 2, 16]] {
            let mut all = Vec::new();
            for count in geoms {
                let root = point(&mut random, 0.3);
                let sphere = |_| (point(&mut random, 0.4), random.uniform([0.02, 0.2]));
                let own: Vec<_> = (0..count).map(sphere).collect();
                let reach =
                    own.iter().map(|(centre, radius)| dot(*centre, *centre).sqrt() + radius);
                all.push((root, reach.fold(0.0, f64::max), own));
            }
            near.0.begin(all.iter().map(|&(root, reach, _)| (root, reach)));
            for (tree, (_, _, own)) in all.iter().enumerate() {
                near.0.add_geoms(tree, own.iter().copied());
            }
            Scalar::run(FindPairs::<Scalar>(PhantomData), &mut near);
            let mut wanted = Vec::new();
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                for (i, (p, r)) in all[a].2.iter().enumerate() {
                    for (j, (q, s)) in all[b].2.iter().enumerate() {
                        let [p, q] = [(a, p), (b, q)].map(|(tree, p)| add(all[tree].0, *p));
                        if distance_squared(p, q) < (r + s) * (r + s) {
                            wanted.push(NearPair { trees: [a, b], geoms: [i, j] });
                        }
                    }
                }
            }
            assert_eq!(near.1, wanted);
            assert!(geoms[0] == 1 || wanted.len() > 10, "{} pairs of {geoms:?}", wanted.len());
            // With instructions of the CPU as well.
            for &level in SimdLevel::ALL {
                for precision in [Precision::F64, Precision::F32] {
                    with_lanes(level, precision, Width::Full, Find(&mut near));
                    assert_eq!(near.1, wanted, "{level:?}, {precision:?}");
                }
            }
        }
    }

    #[test]
    fn trees_beyond_all_bounds_meet_nothing() {
        for place in [1e15, 1e18, 1e19, 1e25, 1e36, 1e39, 1e300, f64::INFINITY, f64::NAN] {
            let mut near = (Spheres::with_capacity(0), Vec::new());
            near.0.begin([([0.0; 3], 2.0); 2].into_iter());
            for tree in 0..2 {
                let centres = [[place, 0.0, 0.0], [0.0; 3], [0.0, -place, place]];
                near.0.add_geoms(tree, centres.map(|centre| (centre, 0.1)).into_iter());
            }
            for &level in SimdLevel::ALL {
                with_lanes(level, Precision::F64, Width::Full, Find(&mut near));
                assert_eq!(near.1, [], "{place:e}, {level:?}");
            }
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
            let gaps = group.gaps(&Sphere::about(other, radii[1]));
            let found: Vec<_> = negative::<Scalar>(&gaps).collect();
            assert_eq!(found, [3], "at {centre:?} and {other:?}, radii {radii:?}");
        }
    }
}
