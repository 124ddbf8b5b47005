//! Copies and checks large arrays of numbers in a batch's threads in parallel: each thread copies
//! the commands of the worlds that it is going to play. The caller keeps the GIL meanwhile, so that
//! no Python code can run that moves or changes what is copied.

use super::Any;
use super::array::{ArrayShape, Source, compact_strides};
use super::strided::gather_to;
use arrayvec::ArrayVec;
use pyo3::prelude::*;
use rcssgym::batch::disc::DiscBatch;
use std::sync::atomic::{AtomicBool, Ordering};

/// Maximum number of arguments of a call.
pub const MOST: usize = 4;
/// Numbers that are copied before they are checked: as many as fit in the first-level cache.
const AT_ONCE: usize = 2048;
/// Minimum number of shares per thread, so that threads that are done can help others.
const SHARES: usize = 8;
/// Fewer numbers than this are copied faster than threads can be notified of them.
const FEW: usize = 8192;

/// An argument with numbers for each world, or with the same numbers for all worlds.
pub struct Lot<'py, const N: usize> {
    source: Source<'py>,
    name: &'static str,
    shape: ArrayShape<N>,
    look: fn(&[f64]) -> bool,
}

impl<'py, const N: usize> Lot<'py, N> {
    /// A number or an array of numbers that broadcasts to `wanted`, worlds first; of three
    /// dimensions at most. `look` returns whether all numbers of a part can be used as they are.
    pub fn new(
        value: Any<'_, 'py>,
        name: &'static str,
        wanted: [usize; N],
        look: fn(&[f64]) -> bool,
    ) -> PyResult<Self> {
        let shape = ArrayShape::Broadcasts(wanted);
        let source = shape.source(value, name)?;
        // A wrong shape is reported before anything is copied.
        shape.place(&source, name)?;
        Ok(Self { source, name, shape, look })
    }

    /// Returns where its numbers are, and the step through their copy for every dimension; a step
    /// of 0 repeats.
    pub fn place(&self) -> PyResult<(Place, [usize; N])> {
        let (first, sizes, steps) = self.shape.place(&self.source, self.name)?;
        let mut place = Place { first, sizes: [1; 3], steps: [0; 3], look: self.look };
        const { assert!(N <= 3) };
        for i in 0..N {
            (place.sizes[i], place.steps[i]) = (sizes[i], steps[i]);
        }
        Ok((place, compact_strides(sizes)))
    }
}

/// Numbers in some array's memory: `sizes` counts worlds, players, and numbers of each player, and
/// `steps` is how many bytes each of these are apart.
pub struct Place {
    first: *const f64,
    sizes: [usize; 3],
    steps: [isize; 3],
    look: fn(&[f64]) -> bool,
}

// SAFETY: threads read at a place only within `copy`, whose caller promises that it is there.
unsafe impl Send for Place {}

impl Place {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.sizes.iter().product()
    }

    /// Splits off the numbers of the next worlds; all of them if they are the same for all worlds.
    fn split(&mut self, worlds: usize) -> Self {
        let [left, players, numbers] = self.sizes;
        let taken = worlds.min(left);
        let own = Self { sizes: [taken, players, numbers], ..*self };
        self.sizes[0] = left - taken;
        self.first = self.first.wrapping_byte_offset(taken as isize * self.steps[0]);
        own
    }

    /// Copies the numbers. Returns whether all of them can be used as they are.
    ///
    /// # Safety
    ///
    /// As for [`copy`].
    unsafe fn copy(&self, out: &mut [f64]) -> bool {
        // SAFETY: the caller's promise.
        unsafe { gather_to(self.first, &self.sizes, &self.steps, out) };
        (self.look)(out)
    }
}

/// What a thread copies in one pass, and where to.
type Share<'a> = ArrayVec<(Place, &'a mut [f64]), MOST>;

/// Iterates over shares of `size` worlds each, until none are left.
struct Shares<'a> {
    rest: Share<'a>,
    worlds: usize,
    size: usize,
}

impl<'a> Iterator for Shares<'a> {
    type Item = Share<'a>;

    fn next(&mut self) -> Option<Share<'a>> {
        if self.worlds == 0 {
            return None;
        }
        self.worlds = self.worlds.saturating_sub(self.size);
        let split = |(place, out): &mut (Place, &'a mut [f64])| {
            let own = place.split(self.size);
            let (to, rest) = std::mem::take(out).split_at_mut(own.len());
            *out = rest;
            (own, to)
        };
        Some(self.rest.iter_mut().map(split).collect())
    }
}

/// Copies the numbers of all places to `out`, one place after the other. Returns whether all of
/// them can be used as they are.
///
/// # Safety
///
/// The caller must hold the GIL, and no Python code may have run since it got these places from
/// lots.
pub unsafe fn copy(batch: &DiscBatch, places: ArrayVec<Place, MOST>, out: &mut Vec<f64>) -> bool {
    let all = places.iter().map(Place::len).sum();
    out.resize(all, 0.0);
    let worlds = batch.worlds().len();
    let size = (AT_ONCE * worlds / all.max(1)).max(1);
    let size = size.min(worlds.div_ceil(SHARES * batch.threads()));
    let (mut left, mut rest) = (&mut out[..], Share::new());
    for place in places {
        let (own, others) = left.split_at_mut(place.len());
        rest.push((place, own));
        left = others;
    }
    let is_plain = AtomicBool::new(true);
    let take = |share: Share<'_>| {
        for (place, out) in share {
            // SAFETY: the promise of the caller, which waits here.
            if !unsafe { place.copy(out) } {
                is_plain.store(false, Ordering::Relaxed);
            }
        }
    };
    let shares = Shares { rest, worlds, size };
    if all < FEW {
        shares.for_each(take);
    } else {
        batch.prepare(shares, take);
    }
    is_plain.into_inner()
}
