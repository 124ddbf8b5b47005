//! Memory that calls borrow one after the other, so that steps allocate nothing.

use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

/// Room for numbers.
#[derive(Default)]
pub struct Scratch(Mutex<Vec<f64>>);

impl Scratch {
    /// Room for numbers, empty; a fresh one if another call has it. Never waits.
    pub fn borrow(&self) -> Borrowed<'_> {
        let mut numbers =
            self.0.try_lock().map(|mut numbers| std::mem::take(&mut *numbers)).unwrap_or_default();
        numbers.clear();
        Borrowed { scratch: self, numbers }
    }
}

/// Numbers whose room goes back in the end.
pub struct Borrowed<'a> {
    scratch: &'a Scratch,
    numbers: Vec<f64>,
}

impl Deref for Borrowed<'_> {
    type Target = Vec<f64>;

    fn deref(&self) -> &Vec<f64> {
        &self.numbers
    }
}

impl DerefMut for Borrowed<'_> {
    fn deref_mut(&mut self) -> &mut Vec<f64> {
        &mut self.numbers
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        if let Ok(mut room) = self.scratch.0.try_lock() {
            *room = std::mem::take(&mut self.numbers);
        }
    }
}
