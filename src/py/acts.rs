//! Actions of policies: numbers from -1 to 1.

use super::Any;
use super::scratch::{Borrowed, Scratch};
use super::strided::{gather, items};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use rcssgym::batch::Actions;
use rcssgym::math::finite::{all_finite, all_finite_single, all_within_one, all_within_one_single};

/// Numbers that are copied before they are looked at.
const AT_ONCE: usize = 2048;

/// Actions in their own precision, from -1 to 1.
pub enum Taken<'a> {
    Single(Borrowed<'a, f32>),
    Double(Borrowed<'a>),
}

impl Taken<'_> {
    /// All of them.
    pub fn all(&self) -> Actions<'_> {
        match self {
            Self::Single(actions) => Actions::Bounded(actions),
            Self::Double(actions) => Actions::Double(actions),
        }
    }
}

/// Actions that can be taken as they are: float32 or float64, of this shape, within bounds; with
/// `clip` those beyond are taken for the nearest within.
pub fn taken<'a>(
    actions: Any<'_, '_>,
    shape: &[usize],
    clip: bool,
    scratch: &'a Scratch,
    single: &'a Scratch<f32>,
) -> Option<Taken<'a>> {
    let Ok(array) = actions.cast::<PyArrayDyn<f32>>() else {
        return taken_double(actions, shape, clip, scratch).map(Taken::Double);
    };
    if array.shape() != shape {
        return None;
    }
    let (mut numbers, mut is_within) = (single.borrow(), true);
    // A slice may also have an array's numbers column by column.
    let lent = array.try_readonly().ok().filter(|_| array.is_c_contiguous());
    match lent.as_ref().and_then(|array| array.as_slice().ok()) {
        Some(slice) => {
            numbers.reserve(slice.len());
            // Looked at while the first cache has them.
            for part in slice.chunks(AT_ONCE) {
                numbers.extend_from_slice(part);
                is_within &= all_within_one_single(part);
            }
        }
        None => {
            numbers.extend(items(array).ok()?);
            is_within = all_within_one_single(&numbers);
        }
    }
    if !is_within && clip && all_finite_single(&numbers) {
        numbers.iter_mut().for_each(|number| *number = number.clamp(-1.0, 1.0));
        return Some(Taken::Single(numbers));
    }
    is_within.then_some(Taken::Single(numbers))
}

fn taken_double<'a>(
    actions: Any<'_, '_>,
    shape: &[usize],
    clip: bool,
    scratch: &'a Scratch,
) -> Option<Borrowed<'a>> {
    let array = actions.cast::<PyArrayDyn<f64>>().ok()?;
    if array.shape() != shape {
        return None;
    }
    let mut numbers = scratch.borrow();
    // SAFETY: pointer, shape and strides are the array's own, read just now.
    unsafe { gather(array.data(), array.shape(), array.strides(), &mut numbers) };
    let mut is_within = all_within_one(&numbers);
    if !is_within && clip && all_finite(&numbers) {
        numbers.iter_mut().for_each(|number| *number = number.clamp(-1.0, 1.0));
        is_within = true;
    }
    is_within.then_some(numbers)
}
