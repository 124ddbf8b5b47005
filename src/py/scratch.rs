//! Memory that calls borrow one after the other, so that steps allocate nothing.

use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

/// Room for numbers.
#[derive(Default)]
pub struct Scratch<T = f64>(Mutex<Vec<T>>);

impl<T> Scratch<T> {
    /// Room for numbers, empty; a fresh one if another call has it. Never waits.
    pub fn borrow(&self) -> Borrowed<'_, T> {
        let mut borrowed = self.borrow_used();
        borrowed.clear();
        borrowed
    }

    /// The same with what the last call left there, for those who write over it: room that is new
    /// has to be filled first.
    pub fn borrow_used(&self) -> Borrowed<'_, T> {
        let numbers =
            self.0.try_lock().map(|mut numbers| std::mem::take(&mut *numbers)).unwrap_or_default();
        Borrowed { scratch: self, numbers }
    }
}

/// Numbers whose room goes back in the end.
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
