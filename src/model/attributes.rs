//! Values of attributes: numbers, flags, keywords.

use super::types::SolverParams;
use super::xml::Attr;
use crate::error::Result;

impl Attr<'_> {
    /// All its numbers; each must be finite.
    pub(super) fn numbers(self) -> Result<Vec<f64>> {
        self.value().split_ascii_whitespace().map(|word| self.number_in(word)).collect()
    }

    /// All its integers, each in the range of `T`.
    pub(super) fn integers<T: std::str::FromStr>(self) -> Result<Vec<T>> {
        let read = |word: &str| {
            word.parse().map_err(|_| self.error(format!("{word:?} is not an integer in range")))
        };
        self.value().split_ascii_whitespace().map(read).collect()
    }

    fn number_in(self, word: &str) -> Result<f64> {
        match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(self.error(format!("{word:?} is not a finite number"))),
        }
    }

    /// Exactly `N` numbers.
    pub(super) fn array<const N: usize>(self) -> Result<[f64; N]> {
        let numbers = self.numbers()?;
        <[f64; N]>::try_from(numbers)
            .map_err(|numbers| self.error(format!("needs {N} numbers, has {}", numbers.len())))
    }

    /// One number.
    pub(super) fn number(self) -> Result<f64> {
        self.array::<1>().map(|[number]| number)
    }

    /// One number that is not negative.
    pub(super) fn non_negative(self) -> Result<f64> {
        let number = self.number()?;
        if number < 0.0 { Err(self.error("must not be negative")) } else { Ok(number) }
    }

    /// Replaces the leading entries of `values`; the others keep what they were.
    pub(super) fn overlay(self, values: &mut [f64]) -> Result<()> {
        let numbers = self.numbers()?;
        if numbers.is_empty() || numbers.len() > values.len() {
            let (least, most) = (1, values.len());
            return Err(
                self.error(format!("needs {least} to {most} numbers, has {}", numbers.len()))
            );
        }
        values[..numbers.len()].copy_from_slice(&numbers);
        Ok(())
    }

    /// One integer in the range of `T`.
    pub(super) fn integer<T: TryFrom<i64>>(self) -> Result<T> {
        let integer = self.value().trim().parse::<i64>().ok();
        integer
            .and_then(|integer| T::try_from(integer).ok())
            .ok_or_else(|| self.error("is not an integer in range"))
    }

    /// `true` or `false`.
    pub(super) fn flag(self) -> Result<bool> {
        self.keyword(&[("true", true), ("false", false)])
    }

    /// One of some words.
    pub(super) fn keyword<T: Copy>(self, words: &[(&str, T)]) -> Result<T> {
        words.iter().find(|(word, _)| *word == self.value()).map(|&(_, value)| value).ok_or_else(
            || {
                let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
                self.error(format!("not supported; known: {}", known.join(", ")))
            },
        )
    }

    /// Accepts nothing but 0: the default of a feature outside the subset.
    pub(super) fn must_be_zero(self) -> Result<()> {
        if self.number()? == 0.0 { Ok(()) } else { Err(self.error("only 0 is supported")) }
    }

    /// Bits, which MuJoCo reads as an `int`: -1 has all of them.
    pub(super) fn bits(self) -> Result<u32> {
        self.integer::<i32>().map(i32::cast_unsigned)
    }

    /// Overlays a `solref`.
    pub(super) fn solref(self, solver: &mut SolverParams) -> Result<()> {
        self.overlay(&mut solver.solref)?;
        let [first, second] = solver.solref;
        match (first > 0.0) == (second > 0.0) {
            true => Ok(()),
            false => Err(self.error("both numbers must be positive, or neither")),
        }
    }

    /// Overlays a `solimp`.
    pub(super) fn solimp(self, solver: &mut SolverParams) -> Result<()> {
        self.overlay(&mut solver.solimp)
    }
}
