//! Actions of policies: numbers from -1 to 1.

use super::Any;
use super::scratch::{Borrowed, Scratch};
use super::strided::{gather, items};
use crate::math::finite::{all_finite, all_within_one, all_within_one_single};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};

/// Actions that can be taken as they are: float32 or float64, of this shape, within bounds; with
/// `clip` those beyond are taken for the nearest within.
pub fn taken<'a>(
    actions: Any<'_, '_>,
    shape: &[usize],
    clip: bool,
    scratch: &'a Scratch,
) -> Option<Borrowed<'a>> {
    let mut numbers = scratch.borrow();
    let mut is_within = false;
    if let Ok(array) = actions.cast::<PyArrayDyn<f32>>() {
        if array.shape() != shape {
            return None;
        }
        // A slice may also have an array's numbers column by column.
        let lent = array.try_readonly().ok().filter(|_| array.is_c_contiguous());
        match lent.as_ref().and_then(|array| array.as_slice().ok()) {
            Some(slice) => {
                is_within = all_within_one_single(slice);
                numbers.extend(slice.iter().copied().map(f64::from));
            }
            None => numbers.extend(items(array).ok()?.into_iter().map(f64::from)),
        }
    } else {
        let array = actions.cast::<PyArrayDyn<f64>>().ok()?;
        if array.shape() != shape {
            return None;
        }
        // SAFETY: pointer, shape and strides are the array's own, read just now.
        unsafe { gather(array.data(), array.shape(), array.strides(), &mut numbers) };
    }
    if !is_within && clip && all_finite(&numbers) {
        numbers.iter_mut().for_each(|number| *number = number.clamp(-1.0, 1.0));
    }
    (is_within || all_within_one(&numbers)).then_some(numbers)
}
