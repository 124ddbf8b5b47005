//! Single and double precision.

use crate::error::{Error, Result};
use std::fmt;

/// Precision of the numbers with which forces and accelerations are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 64 bits.
    #[default]
    F64,
    /// 32 bits: twice as many lanes in a register, seven digits instead of sixteen.
    F32,
}

impl Precision {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::F64, Self::F32];

    /// Name used in messages, and by users.
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "double",
            Self::F32 => "single",
        }
    }

    /// The precision of this name.
    ///
    /// # Errors
    /// [`Error::Argument`] for any other name.
    pub fn of_name(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|precision| precision.name() == name).ok_or_else(|| {
            let [one, other] = Self::ALL;
            let message = format!("must be '{one}' or '{other}', not '{name}'");
            Error::argument("precision", message)
        })
    }

    /// The largest number.
    pub const fn largest(self) -> f64 {
        match self {
            Self::F64 => f64::MAX,
            Self::F32 => f32::MAX as f64,
        }
    }

    /// A constant that depends on rounding.
    #[inline(always)]
    pub const fn choose(self, double: f64, single: f64) -> f64 {
        match self {
            Self::F64 => double,
            Self::F32 => single,
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
