//! Actions of policies: numbers from -1 to 1.

use super::Any;
use super::scratch::{Borrowed, Scratch};
use super::strided::gather;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rcssgym::batch::Actions;
use rcssgym::math::finite::{all_finite, all_finite_single, all_within_one, all_within_one_single};

/// Actions in their own precision, from -1 to 1.
pub enum Taken<'a> {
    Single(Borrowed<'a, f32>),
    Double(Borrowed<'a>),
}

impl Taken<'_> {
    /// All actions, as the batch reads them.
    pub fn all(&self) -> Actions<'_> {
        match self {
            Self::Single(actions) => Actions::Bounded(actions),
            Self::Double(actions) => Actions::Double(actions),
        }
    }
}

/// Copies actions that need no conversion: float32 or float64, of this shape, from -1 to 1. With
/// `clip`, finite numbers outside these bounds are clamped to them. Returns `None` for any others,
/// and for subclasses of arrays, which may mask items.
pub fn taken<'a>(
    actions: Any<'_, '_>,
    shape: &[usize],
    clip: bool,
    scratch: &'a Scratch,
    single: &'a Scratch<f32>,
) -> Option<Taken<'a>> {
    if !actions.is_exact_instance_of::<PyUntypedArray>() {
        return None;
    }
    if let Ok(array) = actions.cast::<PyArrayDyn<f32>>() {
        let mut numbers = copied(array, shape, single)?;
        if !all_within_one_single(&numbers) {
            if !clip || !all_finite_single(&numbers) {
                return None;
            }
            numbers.iter_mut().for_each(|number| *number = number.clamp(-1.0, 1.0));
        }
        return Some(Taken::Single(numbers));
    }
    let mut numbers = copied(actions.cast::<PyArrayDyn<f64>>().ok()?, shape, scratch)?;
    if !all_within_one(&numbers) {
        if !clip || !all_finite(&numbers) {
            return None;
        }
        numbers.iter_mut().for_each(|number| *number = number.clamp(-1.0, 1.0));
    }
    Some(Taken::Double(numbers))
}

/// Copies the numbers of an array of this shape. It skips the numpy crate's check for active
/// borrows, which could find nothing that matters to a copy and would take as long as everything
/// else here.
fn copied<'a, T: Element + Copy>(
    array: &Bound<'_, PyArrayDyn<T>>,
    shape: &[usize],
    scratch: &'a Scratch<T>,
) -> Option<Borrowed<'a, T>> {
    if array.shape() != shape {
        return None;
    }
    let mut numbers = scratch.borrow();
    // SAFETY: pointer, shape and strides are the array's own, read just now.
    unsafe { gather(array.data(), array.shape(), array.strides(), &mut numbers) };
    Some(numbers)
}
