//! Memory that calls borrow one after the other, so that steps allocate nothing.

use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

/// Memory for numbers that is used again.
#[derive(Default)]
pub struct Scratch<T = f64>(Mutex<Vec<T>>);

impl<T> Scratch<T> {
    /// Borrows the memory, emptied; fresh memory if another call has it. Never waits.
    pub fn borrow(&self) -> Borrowed<'_, T> {
        let mut borrowed = self.borrow_used();
        borrowed.clear();
        borrowed
    }

    /// Like [`Self::borrow`], but with what the last call left there, for callers that overwrite
    /// it: new memory would have to be filled first.
    pub fn borrow_used(&self) -> Borrowed<'_, T> {
        let numbers =
            self.0.try_lock().map(|mut numbers| std::mem::take(&mut *numbers)).unwrap_or_default();
        Borrowed { scratch: self, numbers }
    }
}

/// Borrowed memory, which goes back when it is dropped.
pub struct Borrowed<'a, T = f64> {
    scratch: &'a Scratch<T>,
    numbers: Vec<T>,
}

impl<T> Deref for Borrowed<'_, T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.numbers
    }
}

impl<T> DerefMut for Borrowed<'_, T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.numbers
    }
}

impl<T> Drop for Borrowed<'_, T> {
    fn drop(&mut self) {
        if let Ok(mut room) = self.scratch.0.try_lock() {
            *room = std::mem::take(&mut self.numbers);
        }
    }
}
