//! Capsules about geoms of two robots whose spheres meet. They exclude pairs, several side by side,
//! before the poses of their geoms are read.

use super::closeness::segments;
use super::spheres::{NearPair, SIDE_BY_SIDE};
use crate::collision::Collider;
use crate::math::lane::{Kernel, Lane, Mask};
use crate::math::vec3::Vec3;
use std::marker::PhantomData;

/// The capsule about a geom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// Which axis of the geom's frame it lies along.
    pub axis: usize,
    /// Half the length of the segment, m.
    pub half_length: f64,
    /// Radius about the segment, m, including what the geom's margin adds.
    pub radius: f64,
}

impl Capsule {
    /// The capsule about a shape that touches others within `margin`, m.
    pub fn about(shape: &Collider, margin: f64) -> Self {
        let (axis, half_length, radius) = match *shape {
            Collider::Plane | Collider::Sphere { .. } | Collider::Hull(_) => {
                (2, 0.0, shape.bounding_radius())
            }
            Collider::Capsule { radius, half_length }
            | Collider::Cylinder { radius, half_length } => (2, half_length, radius),
            Collider::Box { half: [x, y, z] } => match (x >= y.max(z), y >= z) {
                (true, _) => (0, x, y.hypot(z)),
                (_, true) => (1, y, x.hypot(z)),
                _ => (2, z, x.hypot(y)),
            },
        };
        // Two boxes touch unless a plane keeps them farther apart than the margin. Corners that
        // touch in this sense may be sqrt(3) times as far from each other.
        Self { axis, half_length, radius: radius + 2.0 * margin }
    }
}

/// One side of a pair.
#[derive(Clone, Copy, Debug)]
pub struct PosedCapsule {
    pub shape: Capsule,
    /// In the world, m.
    pub centre: [f64; 3],
    /// Of unit length.
    pub axis: [f64; 3],
}

type Row = [f64; SIDE_BY_SIDE];

/// Pairs side by side.
#[derive(Clone, Copy, Debug)]
pub struct CapsulePairs {
    /// From the first centre to the second.
    apart: [Row; 3],
    axes: [[Row; 3]; 2],
    half_lengths: [Row; 2],
    reach: Row,
}

impl CapsulePairs {
    /// No pairs.
    pub const NONE: Self = Self {
        apart: [[0.0; SIDE_BY_SIDE]; 3],
        axes: [[[0.0; SIDE_BY_SIDE]; 3]; 2],
        half_lengths: [[0.0; SIDE_BY_SIDE]; 2],
        reach: [0.0; SIDE_BY_SIDE],
    };

    /// Sets the `k`th pair.
    #[inline(always)]
    pub fn set(&mut self, k: usize, [first, second]: [PosedCapsule; 2]) {
        for i in 0..3 {
            self.apart[i][k] = second.centre[i] - first.centre[i];
            self.axes[0][i][k] = first.axis[i];
            self.axes[1][i][k] = second.axis[i];
        }
        self.half_lengths[0][k] = first.shape.half_length;
        self.half_lengths[1][k] = second.shape.half_length;
        self.reach[k] = first.shape.radius + second.shape.radius;
    }

    /// Which pairs may touch; bits.
    #[inline(always)]
    fn may_touch<D: Lane>(&self) -> u32 {
        let mut near = 0;
        for first in (0..SIDE_BY_SIDE).step_by(D::LANES) {
            let lanes = |row: &Row| D::load(&row[first..]);
            let vector = |[x, y, z]: &[Row; 3]| Vec3::new(lanes(x), lanes(y), lanes(z));
            let [u, v] = &self.axes;
            let [half_u, half_v] = &self.half_lengths;
            let half_lengths = [lanes(half_u), lanes(half_v)];
            let axes = [vector(u), vector(v)];
            let mask = segments(half_lengths, lanes(&self.reach), axes, vector(&self.apart));
            near |= mask.bits() << first;
        }
        near
    }
}

/// Removes pairs of geoms whose capsules are apart, with the instructions of a lane type.
pub struct StrikeOff<'a, L>(pub PhantomData<(&'a (), L)>);

impl<'a, L: Lane> Kernel for StrikeOff<'a, L> {
    type Data = (&'a [CapsulePairs], &'a mut Vec<NearPair>);
    type Output = ();
    #[inline(always)]
    fn run(self, (capsules, pairs): &mut Self::Data) {
        let (mut kept, count) = (0, pairs.len());
        for (capsules, first) in capsules.iter().zip((0..count).step_by(SIDE_BY_SIDE)) {
            let near = capsules.may_touch::<L::Few>();
            // A branch for each pair would be unpredictable.
            for (k, index) in (first..count).take(SIDE_BY_SIDE).enumerate() {
                pairs[kept] = pairs[index];
                kept += (near >> k & 1) as usize;
            }
        }
        pairs.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::{PairPoints, Pose, collide};
    use crate::dynamics::params::rotation;
    use crate::math::lane::Scalar;
    use crate::math::point::column;
    use crate::math::precision::Precision;
    use crate::math::simd::SimdLevel;
    use crate::math::splitmix::SplitMix64;
    use crate::math::wide::{LaneUser, Width, with_lanes};
    use crate::model::Shape;

    /// Margin of each geom, m.
    const MARGIN: f64 = 0.01;
    /// Number of random pairs.
    const PAIRS: usize = 20_000;

    fn shape(random: &mut SplitMix64) -> Collider {
        let [a, b, c] = std::array::from_fn(|_| random.uniform([0.01, 0.2]));
        let shape = match random.uniform([0.0, 5.0]) as usize {
            0 => Shape::Sphere { radius: a },
            1 => Shape::Capsule { radius: a, half_length: b },
            2 => Shape::Cylinder { radius: a, half_length: b },
            3 => Shape::Convex {
                vertices: [[-a, -b, -c], [-a, b, -c], [a, 0.0, -c], [0.0, 0.0, c]].into(),
                faces: [].into(),
            },
            _ => Shape::Box { half: [a, b, c] },
        };
        Collider::new(&shape).unwrap()
    }

    fn pose(random: &mut SplitMix64) -> Pose {
        let pos = std::array::from_fn(|_| random.uniform([-0.25, 0.25]));
        // Every fourth stands straight: axes are parallel, or at right angles.
        let quat = match random.uniform([0.0, 4.0]) < 1.0 {
            true => [1.0, 0.0, 0.0, 0.0],
            false => std::array::from_fn(|_| random.uniform([-1.0, 1.0])),
        };
        let length = quat.iter().map(|part: &f64| part * part).sum::<f64>().sqrt();
        Pose { pos, mat: rotation(quat.map(|part| part / length)) }
    }

    #[test]
    fn what_touches_stays_and_most_of_the_rest_goes() {
        let mut random = SplitMix64::new(5);
        let (mut pairs, mut capsules, mut touching) = (Vec::new(), Vec::new(), Vec::new());
        let mut points = PairPoints::default();
        for index in 0..PAIRS {
            let sides = [(); 2].map(|()| (shape(&mut random), pose(&mut random)));
            let [(a, at_a), (b, at_b)] = &sides;
            collide(a, at_a, b, at_b, 2.0 * MARGIN, &mut points);
            touching.push(!points.is_empty());
            pairs.push(NearPair { trees: [0, 1], geoms: [index, index] });
            if index % SIDE_BY_SIDE == 0 {
                capsules.push(CapsulePairs::NONE);
            }
            let posed = sides.map(|(collider, at)| {
                let shape = Capsule::about(&collider, MARGIN);
                PosedCapsule { shape, centre: at.pos, axis: column(&at.mat, shape.axis) }
            });
            capsules.last_mut().unwrap().set(index % SIDE_BY_SIDE, posed);
        }
        for &level in SimdLevel::ALL {
            for precision in Precision::ALL {
                let kind = Check { capsules: &capsules, pairs: &pairs, touching: &touching };
                with_lanes(level, precision, Width::Full, kind);
            }
        }
        check::<Scalar>(&capsules, &pairs, &touching);
    }

    /// Checks with lanes that it gets.
    struct Check<'a> {
        capsules: &'a [CapsulePairs],
        pairs: &'a [NearPair],
        touching: &'a [bool],
    }

    impl LaneUser for Check<'_> {
        type Output = ();

        fn run<L: Lane>(self) {
            check::<L>(self.capsules, self.pairs, self.touching);
        }
    }

    fn check<L: Lane>(capsules: &[CapsulePairs], pairs: &[NearPair], touching: &[bool]) {
        let mut pairs = pairs.to_vec();
        L::run(StrikeOff(PhantomData::<(&(), L)>), &mut (capsules, &mut pairs));
        let kept: Vec<usize> = pairs.iter().map(|pair| pair.geoms[0]).collect();
        assert!(kept.is_sorted());
        let lost = (0..PAIRS).filter(|index| touching[*index] && !kept.contains(index));
        assert_eq!(lost.count(), 0);
        let (all, touch) = (PAIRS, touching.iter().filter(|touches| **touches).count());
        let in_vain = kept.len() - touch;
        assert!(touch > all / 10 && in_vain * 2 < all - touch, "{in_vain} of {} stay", all - touch);
    }
}
