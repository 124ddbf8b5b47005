//! Large arrays of numbers, copied and looked at by a batch's threads side by side: each copies
//! what the worlds are told that it is going to play. The caller keeps the GIL meanwhile, so that
//! no Python runs that could move or change what is copied.

use super::Any;
use super::array::{ArrayShape, Source, compact_strides};
use super::strided::gather_to;
use arrayvec::ArrayVec;
use pyo3::prelude::*;
use rcssgym::batch::disc::DiscBatch;
use std::sync::atomic::{AtomicBool, Ordering};

/// Most arguments of a call.
pub const MOST: usize = 4;
/// Numbers that are copied before they are looked at: as many as the first cache keeps.
const AT_ONCE: usize = 2048;
/// Shares that a thread has at least, so that those help who are done.
const SHARES: usize = 8;
/// As many numbers are copied sooner than threads are told of them.
const FEW: usize = 8192;

/// An argument with numbers for each world, or with some for all.
pub struct Lot<'py, const N: usize> {
    source: Source<'py>,
    name: &'static str,
    shape: ArrayShape<N>,
    look: fn(&[f64]) -> bool,
}

impl<'py, const N: usize> Lot<'py, N> {
    /// A number or an array of numbers that broadcasts to `wanted`, worlds first; of three
    /// dimensions at most. `look` says of any part of them whether all can be taken as they are.
    pub fn new(
        value: Any<'_, 'py>,
        name: &'static str,
        wanted: [usize; N],
        look: fn(&[f64]) -> bool,
    ) -> PyResult<Self> {
        let shape = ArrayShape::Broadcasts(wanted);
        let source = shape.source(value, name)?;
        // What is wrong with its shape is told before anything is copied.
        shape.place(&source, name)?;
        Ok(Self { source, name, shape, look })
    }

    /// Where its numbers are, and steps through their copy for every dimension; 0 repeats.
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

/// Numbers in some array's memory: those of so many worlds, players, and of each so many, as many
/// bytes apart.
pub struct Place {
    first: *const f64,
    sizes: [usize; 3],
    steps: [isize; 3],
    look: fn(&[f64]) -> bool,
}

// SAFETY: threads read at a place within `copy` alone, whose caller promises that it is there.
unsafe impl Send for Place {}

impl Place {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.sizes.iter().product()
    }

    /// Takes off the numbers of the next worlds; all of them where they are for all worlds.
    fn split(&mut self, worlds: usize) -> Self {
        let [left, players, numbers] = self.sizes;
        let taken = worlds.min(left);
        let own = Self { sizes: [taken, players, numbers], ..*self };
        self.sizes[0] = left - taken;
        self.first = self.first.wrapping_byte_offset(taken as isize * self.steps[0]);
        own
    }

    /// Copies them; whether all can be taken as they are.
    ///
    /// # Safety
    ///
    /// As of [`copy`].
    unsafe fn copy(&self, out: &mut [f64]) -> bool {
        // SAFETY: the caller's promise.
        unsafe { gather_to(self.first, &self.sizes, &self.steps, out) };
        (self.look)(out)
    }
}

/// What a thread copies at one go, and where to.
type Share<'a> = ArrayVec<(Place, &'a mut [f64]), MOST>;

/// Shares of so many worlds, until none are left.
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

/// Copies the numbers of all places to `out`, one place after the other; whether all can be taken
/// as they are.
///
/// # Safety
///
/// The caller must hold the GIL, and no Python may have run since it asked lots for these places.
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
            // SAFETY: the caller's promise, who waits here.
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
