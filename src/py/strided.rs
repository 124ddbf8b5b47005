//! Copies numbers out of numpy's memory.
//!
//! Python code may resize an array, change its type or free it whenever it runs: while another
//! argument is converted (`__array__`), when an object is freed (`__del__`), in other threads once
//! the GIL is free. Neither a reference nor the numpy crate's borrow check prevents that. So
//! nothing here keeps a pointer: an array's numbers are copied in one pass, with the GIL held and
//! without any Python code in between.

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// The items of an array in C order. Raises `MemoryError` if there is no room for them, as may be
/// the case for an array that repeats an item.
pub fn items<T: Element + Copy, D: Dimension>(
    array: &Bound<'_, PyArray<T, D>>,
) -> PyResult<Vec<T>> {
    let mut items = Vec::new();
    let no_room = |_| PyMemoryError::new_err(format!("no room for {} numbers", array.len()));
    items.try_reserve_exact(array.len()).map_err(no_room)?;
    // SAFETY: pointer, shape and strides are the array's own, read just now.
    unsafe { gather(array.data(), array.shape(), array.strides(), &mut items) };
    Ok(items)
}

/// Appends items to `out` in C order: along every dimension as many as `sizes` says, `steps` bytes
/// apart.
///
/// # Safety
///
/// An item of type `T`, aligned or not, must be at every place that sizes and steps lead to from
/// `first`, and stay there: the caller holds the GIL, and no Python code has run since it read them
/// from the array.
pub unsafe fn gather<T: Copy>(first: *const T, sizes: &[usize], steps: &[isize], out: &mut Vec<T>) {
    let count = sizes.iter().product();
    out.reserve(count);
    let end = out.spare_capacity_mut().as_mut_ptr();
    // SAFETY: there is room for this many items; the rest is the caller's promise.
    unsafe {
        gather_items(first, sizes, steps, end.cast());
        out.set_len(out.len() + count);
    }
}

/// Like [`gather`], but fills all of `out`.
///
/// # Safety
///
/// As for [`gather`]. It may also run in another thread than the caller's, while the caller waits
/// and holds the GIL.
///
/// # Panics
///
/// If `out` does not have as many items as `sizes` says.
pub unsafe fn gather_to<T: Copy>(first: *const T, sizes: &[usize], steps: &[isize], out: &mut [T]) {
    assert_eq!(sizes.iter().product::<usize>(), out.len(), "room for as many items as there are");
    // SAFETY: there is room for this many items; the rest is the caller's promise.
    unsafe { gather_items(first, sizes, steps, out.as_mut_ptr()) };
}

/// Writes items to `out`, where there is room for all.
unsafe fn gather_items<T: Copy>(first: *const T, sizes: &[usize], steps: &[isize], out: *mut T) {
    if sizes.contains(&0) {
        return;
    }
    // The last dimensions, as long as they are without gaps, are copied as one row.
    let (mut length, mut outer) = (1, sizes.len().min(steps.len()));
    while let Some(last) = outer.checked_sub(1) {
        if sizes[last] != 1 && steps[last] != (length * size_of::<T>()) as isize {
            break;
        }
        length *= sizes[last];
        outer = last;
    }
    // SAFETY: rows of this length are without gaps; the rest is the caller's promise.
    unsafe { gather_rows(first, &sizes[..outer], &steps[..outer], length, out) };
}

/// Writes rows of `length` items without gaps, and returns where they end; `sizes` and `steps` are
/// those of the rows.
unsafe fn gather_rows<T: Copy>(
    first: *const T,
    sizes: &[usize],
    steps: &[isize],
    length: usize,
    mut out: *mut T,
) -> *mut T {
    let ([size, sizes @ ..], [step, steps @ ..]) = (sizes, steps) else {
        // SAFETY: the row is there, by the caller's promise, and so is room for it; copied as
        // bytes, since it may be unaligned.
        return unsafe {
            first.cast::<u8>().copy_to_nonoverlapping(out.cast(), length * size_of::<T>());
            out.add(length)
        };
    };
    for i in 0..*size {
        // SAFETY: the caller's promise; no array is longer than an `isize` can express.
        out =
            unsafe { gather_rows(first.byte_offset(i as isize * step), sizes, steps, length, out) };
    }
    out
}
