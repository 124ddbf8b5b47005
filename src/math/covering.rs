//! Slices of numbers, processed as many at a time as there are lanes.

use super::lane::Lane;
use std::marker::PhantomData;

/// Indices at which groups of lanes begin that together cover `count` numbers; there must be at
/// least as many numbers as lanes. The last group covers some numbers a second time, unless `count`
/// is a multiple of the lanes.
#[inline(always)]
pub fn covering<L: Lane>(count: usize) -> Covering<L> {
    Covering { next: 0, count, lanes: PhantomData }
}

/// See [`covering`].
pub struct Covering<L> {
    next: usize,
    count: usize,
    lanes: PhantomData<L>,
}

impl<L: Lane> Iterator for Covering<L> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.next >= self.count {
            return None;
        }
        let first = self.next.min(self.count - L::LANES);
        self.next = first + L::LANES;
        Some(first)
    }
}

/// Copies numbers to the beginning of `to`: calling the standard library would take longer for so
/// few. Panics if `to` is shorter than `from`.
#[inline(always)]
pub fn copy<L: Lane>(from: &[f64], to: &mut [f64]) {
    let to = &mut to[..from.len()];
    if from.len() < L::LANES {
        to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        return;
    }
    for first in covering::<L>(from.len()) {
        L::load(&from[first..]).store(&mut to[first..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lane::Single;
    use crate::math::precision::Precision;
    use crate::math::simd::SimdLevel;
    use crate::math::wide::{LaneUser, Width, with_lanes};

    struct Starts(usize);

    impl LaneUser for Starts {
        type Output = (usize, Vec<usize>);

        fn run<L: Lane>(self) -> Self::Output {
            (L::LANES, covering::<L>(self.0.max(L::LANES)).collect())
        }
    }

    #[test]
    fn every_number_is_in_a_lane_and_none_beyond() {
        assert_eq!(covering::<Single<true>>(3).collect::<Vec<_>>(), [0, 1, 2]);
        let all = SimdLevel::ALL.iter().flat_map(|level| Precision::ALL.map(|p| (*level, p)));
        for ((level, precision), count) in all.flat_map(|kind| (0..40).map(move |n| (kind, n))) {
            let (lanes, starts) = with_lanes(level, precision, Width::Full, Starts(count));
            let count = count.max(lanes);
            let mut seen = vec![false; count];
            starts.iter().for_each(|&first| seen[first..first + lanes].fill(true));
            assert!(seen.iter().all(|seen| *seen), "{level}, {precision}, {count}: {starts:?}");
            assert_eq!(starts.len(), count.div_ceil(lanes));
        }
    }
}
