//! Arrays whose numbers are ours, the caller's, or some object's own memory.

use super::Any;
use super::error::argument_error;
use super::strided::items;
use numpy::ndarray::{ArrayView2, Dimension, Ix1, IxDyn, ShapeBuilder};
use numpy::npyffi::NPY_ARRAY_WRITEABLE;
use numpy::{Element, PyArray, PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// An array over memory of `owner`, with rows of `width` cells of `scale` items.
///
/// # Safety
///
/// `first` is the first item of rows that stay where they are for as long as `owner` lives.
pub(super) unsafe fn borrowed<'py, T: Element>(
    owner: Bound<'py, PyAny>,
    first: *const T,
    [rows, columns]: [usize; 2],
    width: usize,
    scale: usize,
) -> Bound<'py, PyAny> {
    // SAFETY: the caller's promise.
    unsafe {
        let shape = (rows, columns).strides((width * scale, scale));
        let view = ArrayView2::from_shape_ptr(shape, first);
        PyArray::borrow_from_array(&view, owner).into_any()
    }
}

/// A new array to which nothing else refers yet; one-dimensional by default.
pub(super) struct Fresh<'py, T: Element + Copy, D = Ix1> {
    pub(super) array: Bound<'py, PyArray<T, D>>,
}

impl<'py, T: Element + Copy> Fresh<'py, T> {
    pub(super) fn new(py: Python<'py>, length: usize) -> Self {
        Self { array: PyArray1::zeros(py, length, false) }
    }

    /// An array whose numbers are not initialized.
    ///
    /// # Safety
    ///
    /// All of them must be written before anybody else has the array. If that fails, the array must
    /// be dropped.
    pub(super) unsafe fn unwritten(py: Python<'py>, length: usize) -> Self {
        // SAFETY: the caller's promise.
        Self { array: unsafe { PyArray1::new(py, length, false) } }
    }
}

impl<'py, T: Element + Copy> Fresh<'py, T, IxDyn> {
    /// An array of zeros of this shape.
    pub(super) fn zeros(py: Python<'py>, shape: Vec<usize>) -> Self {
        Self { array: PyArray::zeros(py, shape, false) }
    }

    /// An array of this shape whose numbers are not initialized.
    ///
    /// # Safety
    ///
    /// As for [`unwritten`](Fresh::unwritten).
    pub(super) unsafe fn shaped(py: Python<'py>, shape: Vec<usize>) -> Self {
        // SAFETY: the caller's promise.
        Self { array: unsafe { PyArray::new(py, shape, false) } }
    }
}

impl<T: Element + Copy, D: Dimension> Fresh<'_, T, D> {
    /// Its numbers, to be written without the GIL.
    ///
    /// # Safety
    ///
    /// Must be called only once, and before anybody else has the array.
    pub(super) unsafe fn slice<'a>(&self) -> &'a mut [T] {
        if self.array.len() == 0 {
            return &mut [];
        }
        // SAFETY: the array is new: it has no gaps, and is nobody else's by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.array.data(), self.array.len()) }
    }

    /// Its numbers, to be read.
    ///
    /// # Safety
    ///
    /// All numbers must have been written, no [`slice`](Self::slice) may be left, and nobody else
    /// may have the array.
    pub(super) unsafe fn numbers(&self) -> &[T] {
        // SAFETY: the caller's promise; nothing else can write them while they are lent.
        unsafe { self.slice() }
    }
}

/// Numbers of an array of the caller, which a call changes.
pub(super) struct Kept<'py, T: Element> {
    array: Bound<'py, PyArray1<T>>,
    name: &'static str,
    pub(super) numbers: Vec<T>,
}

impl<'py, T: Element + Copy> Kept<'py, T> {
    pub(super) fn new(value: Any<'_, 'py>, name: &'static str, length: usize) -> PyResult<Self> {
        let array = value.cast::<PyArray1<T>>().ok().filter(|array| array.len() == length);
        let Some(array) = array else {
            return Err(argument_error(name, format!("must be an array of {length} numbers")));
        };
        Ok(Self { numbers: items(array)?, array: array.clone(), name })
    }

    /// Writes the numbers to the array as they are now.
    pub(super) fn keep(&self) -> PyResult<()> {
        self.write(&self.numbers)
    }

    pub(super) fn write(&self, numbers: &[T]) -> PyResult<()> {
        Self::write_to(&self.array, self.name, numbers)
    }

    /// Writes numbers to an array of the same length.
    pub(super) fn write_to(
        array: &Bound<'_, PyArray1<T>>,
        name: &'static str,
        numbers: &[T],
    ) -> PyResult<()> {
        let fail = || argument_error(name, "has been changed or lent while it was in use");
        // SAFETY: these are the flags of an array that exists.
        let is_open = unsafe { (*array.as_array_ptr()).fields.flags & NPY_ARRAY_WRITEABLE != 0 };
        if !is_open || !array.is_c_contiguous() || array.len() != numbers.len() {
            return Err(fail());
        }
        // SAFETY: the array has this many numbers, without gaps. They are copied as bytes, since
        // they may be unaligned. No Python code runs meanwhile, and no call of this crate keeps a
        // reference to them.
        unsafe {
            let bytes = array.data().cast::<u8>();
            bytes.copy_from_nonoverlapping(numbers.as_ptr().cast(), size_of_val(numbers));
        }
        Ok(())
    }
}
