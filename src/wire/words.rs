//! The words of one expression, with errors that say which of them is wrong.

use super::python;
use super::refusal::{Fault, word};
use super::sexpr::{List, Node};
use crate::math::MAX_VALUE;

/// Maximum number of words of any expression that has a meaning.
const KEPT: usize = 8;

/// The first words of an expression, and how many it has.
pub(super) struct Words<'a> {
    nodes: [Option<Node<'a>>; KEPT],
    pub count: usize,
}

impl<'a> Words<'a> {
    pub fn of(list: List<'a>) -> Self {
        let mut words = Self { nodes: [None; KEPT], count: 0 };
        for node in list.nodes() {
            if let Some(place) = words.nodes.get_mut(words.count) {
                *place = Some(node);
            }
            words.count += 1;
        }
        words
    }

    /// Returns the first word, which is empty if the first element is an expression.
    pub fn head(&self) -> Result<&'a [u8], Fault> {
        match self.nodes[0] {
            Some(node) => Ok(node.atom().unwrap_or_default()),
            None => Err(Fault::Rest("nothing in parentheses".to_owned())),
        }
    }

    /// Returns the word at an index, starting at 0.
    pub fn atom(&self, index: usize) -> Result<&'a [u8], Fault> {
        let node = self.nodes.get(index).copied().flatten();
        let missing = || Fault::Rest(format!("word {} is missing", index + 1));
        let nested = || Fault::Rest(format!("word {} is an expression", index + 1));
        node.ok_or_else(missing)?.atom().ok_or_else(nested)
    }

    /// The word at an index as UTF-8.
    pub fn text(&self, index: usize) -> Result<&'a str, Fault> {
        let atom = self.atom(index)?;
        str::from_utf8(atom).map_err(|_| Fault::Rest(format!("{} is not UTF-8", word(atom))))
    }

    /// Returns the word at an index as a number, which may not be finite.
    pub fn float(&self, index: usize) -> Result<f64, Fault> {
        let atom = self.atom(index)?;
        python::float(atom).ok_or_else(|| Fault::Rest(format!("{} is not a number", word(atom))))
    }

    /// Returns the words starting at an index as numbers, which may not be finite.
    pub fn floats<const N: usize>(&self, first: usize) -> Result<[f64; N], Fault> {
        let mut floats = [0.0; N];
        for (offset, float) in floats.iter_mut().enumerate() {
            *float = self.float(first + offset)?;
        }
        Ok(floats)
    }

    /// Returns the word at an index as an integer, saturated if it is out of range.
    pub fn integer(&self, index: usize) -> Result<i64, Fault> {
        let atom = self.atom(index)?;
        let fault = || Fault::Rest(format!("{} is not a whole number", word(atom)));
        python::integer(atom).ok_or_else(fault)
    }
}

/// Returns the numbers, if a simulation can handle them.
pub(super) fn bounded<const N: usize>(
    names: [&str; N],
    numbers: [f64; N],
) -> Result<[f64; N], Fault> {
    // NaN is within no range.
    match (0..N).find(|&i| !(-MAX_VALUE..=MAX_VALUE).contains(&numbers[i])) {
        None => Ok(numbers),
        Some(i) => {
            let (name, number) = (names[i], numbers[i]);
            Err(Fault::Part(format!("{name} = {number:e} is not within -1e10 and 1e10")))
        }
    }
}
