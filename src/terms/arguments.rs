//! Arguments of a term: parameters by name, checked against those that the term takes.

use crate::error::{Error, Result};

/// A value that a parameter is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// One number; where several are wanted, all are the same.
    Number(f64),
    /// Several numbers.
    Numbers(Vec<f64>),
}

/// A parameter that a term takes.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Name.
    pub name: &'static str,
    /// Value if it is not given; NaN if it must be given.
    pub default: f64,
    /// Description, with its unit.
    pub about: &'static str,
}

/// Shorthand for tables of parameters.
pub const fn parameter(name: &'static str, default: f64, about: &'static str) -> Parameter {
    Parameter { name, default, about }
}

/// The default of a parameter that must be given.
pub const REQUIRED: f64 = f64::NAN;

/// A use of a term in a declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// What the task calls it.
    pub label: String,
    /// Name of the term.
    pub term: String,
    /// Factor on its value.
    pub weight: f64,
    /// Its parameters.
    pub given: Vec<(String, Given)>,
}

/// The parameters of one use.
pub struct Arguments<'a> {
    usage: &'a Use,
    parameters: &'static [Parameter],
}

impl<'a> Arguments<'a> {
    /// Checks that the term takes every parameter that is given, and that all numbers are finite.
    ///
    /// # Errors
    /// [`Error::Argument`], naming term and parameter; the methods below fail in the same way.
    pub fn new(usage: &'a Use, parameters: &'static [Parameter]) -> Result<Self> {
        for (name, given) in &usage.given {
            if !parameters.iter().any(|parameter| parameter.name == name) {
                let known: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
                let takes = match known.as_slice() {
                    [] => "; it takes none".to_owned(),
                    _ => format!(", but {}", known.join(", ")),
                };
                return Err(wrong(usage, format!("takes no parameter '{name}'{takes}")));
            }
            let numbers = match given {
                Given::Number(number) => std::slice::from_ref(number),
                Given::Numbers(numbers) => numbers,
            };
            if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
                return Err(wrong(usage, format!("{name}: {number} is not finite")));
            }
        }
        if !usage.weight.is_finite() {
            return Err(wrong(usage, format!("weight: {} is not finite", usage.weight)));
        }
        Ok(Self { usage, parameters })
    }

    /// Whether this parameter has been given.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// One number.
    pub fn number(&self, name: &str) -> Result<f64> {
        match self.find(name) {
            Some(Given::Number(number)) => Ok(*number),
            Some(Given::Numbers(numbers)) => {
                let count = numbers.len();
                Err(self.fail(format!("{name}: {count} numbers, must be one")))
            }
            None => self.default(name),
        }
    }

    /// One number above zero.
    pub fn positive(&self, name: &str) -> Result<f64> {
        let number = self.number(name)?;
        if number > 0.0 {
            Ok(number)
        } else {
            Err(self.fail(format!("{name}: {number} must be above 0")))
        }
    }

    /// One number that is not below zero.
    pub fn unsigned(&self, name: &str) -> Result<f64> {
        let number = self.number(name)?;
        if number >= 0.0 {
            Ok(number)
        } else {
            Err(self.fail(format!("{name}: {number} must not be below 0")))
        }
    }

    /// The ends of a range of distances, `near` and `far`.
    ///
    /// # Errors
    /// As [`Self::unsigned`], and where the range is empty.
    pub fn distances(&self) -> Result<(f64, f64)> {
        let (near, far) = (self.unsigned("near")?, self.unsigned("far")?);
        if near <= far {
            Ok((near, far))
        } else {
            Err(self.fail(format!("near: {near} is above far, {far}")))
        }
    }

    /// A share, from 0 to 1.
    pub fn share(&self, name: &str) -> Result<f64> {
        let number = self.number(name)?;
        if (0.0..=1.0).contains(&number) {
            Ok(number)
        } else {
            Err(self.fail(format!("{name}: {number} is not from 0 to 1")))
        }
    }

    /// A number of steps, at least one.
    pub fn steps(&self, name: &str) -> Result<i64> {
        let number = self.number(name)?;
        if number >= 1.0 && number == number.trunc() && number < 2f64.powi(53) {
            Ok(number as i64)
        } else {
            Err(self.fail(format!("{name}: {number} is not a positive number of steps")))
        }
    }

    /// A yes or no, given as 1 or 0.
    pub fn switch(&self, name: &str) -> Result<bool> {
        match self.number(name)? {
            0.0 => Ok(false),
            1.0 => Ok(true),
            other => Err(self.fail(format!("{name}: {other} is neither 0 nor 1"))),
        }
    }

    /// The ends of ranges, `low` and `high`.
    ///
    /// # Errors
    /// As [`Self::numbers`], and where a range is empty.
    pub fn range(&self, count: usize) -> Result<(Vec<f64>, Vec<f64>)> {
        let (low, high) = (self.numbers("low", count)?, self.numbers("high", count)?);
        match low.iter().zip(&high).find(|(low, high)| low > high) {
            Some((low, high)) => Err(self.fail(format!("low: {low} is above high, {high}"))),
            None => Ok((low, high)),
        }
    }

    /// `count` numbers; a single one stands for all of them.
    pub fn numbers(&self, name: &str, count: usize) -> Result<Vec<f64>> {
        match self.find(name) {
            Some(Given::Number(number)) => Ok(vec![*number; count]),
            Some(Given::Numbers(numbers)) if numbers.len() == count => Ok(numbers.clone()),
            Some(Given::Numbers(numbers)) => {
                let found = numbers.len();
                Err(self.fail(format!("{name}: {found} numbers, must be {count}")))
            }
            None => Ok(vec![self.default(name)?; count]),
        }
    }

    /// Rows of `length` numbers each, one after the other; at least one row.
    pub fn rows(&self, name: &str, length: usize) -> Result<Vec<f64>> {
        match self.find(name) {
            Some(Given::Numbers(numbers))
                if !numbers.is_empty() && numbers.len() % length.max(1) == 0 =>
            {
                Ok(numbers.clone())
            }
            _ => Err(self.fail(format!("{name}: must be rows of {length} numbers"))),
        }
    }

    /// An error of this use.
    pub fn fail(&self, message: impl Into<String>) -> Error {
        wrong(self.usage, message)
    }

    fn find(&self, name: &str) -> Option<&'a Given> {
        self.usage.given.iter().find(|(given, _)| given == name).map(|(_, value)| value)
    }

    fn default(&self, name: &str) -> Result<f64> {
        let parameter = self.parameters.iter().find(|parameter| parameter.name == name);
        match parameter.map(|parameter| parameter.default) {
            Some(default) if !default.is_nan() => Ok(default),
            _ => Err(self.fail(format!("must be given '{name}'"))),
        }
    }
}

fn wrong(usage: &Use, message: impl Into<String>) -> Error {
    Error::argument("terms", format!("{}: {}", usage.term, message.into()))
}
