//! rcssserver's parameters: two tables, each declared once, every entry settable by its name.

mod player;
mod server;

pub use player::PlayerParameters;
pub use server::ServerParameters;

use crate::error::{Error, Result};
use std::fmt;

/// Time after which all of the server's steps coincide again (`lcm_step`), ms.
pub const LCM_STEP: i32 = 300;

/// A parameter's value, of one of the four types that rcssserver knows.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `true` or `false`; on the wire 1 or 0.
    Bool(bool),
    /// A whole number.
    Int(i32),
    /// A real number.
    Real(f64),
    /// A text.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(own) => write!(f, "{own}"),
            Self::Int(own) => write!(f, "{own}"),
            // Huge and tiny numbers with an exponent.
            Self::Real(own) => write!(f, "{own:?}"),
            Self::Text(own) => write!(f, "{own:?}"),
        }
    }
}

/// Conversion between a parameter's field and its value.
pub(super) trait Parameter: Sized {
    /// What kind of value it takes, for messages.
    const KIND: &'static str;
    /// Converts from a value, if that loses nothing.
    fn read(value: &Value) -> Option<Self>;
    /// Converts to a value.
    fn show(&self) -> Value;
}

impl Parameter for bool {
    const KIND: &'static str = "a boolean";
    fn read(value: &Value) -> Option<Self> {
        match *value {
            Value::Bool(own) => Some(own),
            Value::Int(0) => Some(false),
            Value::Int(1) => Some(true),
            Value::Real(0.0) => Some(false),
            Value::Real(1.0) => Some(true),
            _ => None,
        }
    }
    fn show(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Parameter for i32 {
    const KIND: &'static str = "a whole number of 32 bits";
    fn read(value: &Value) -> Option<Self> {
        match *value {
            Value::Int(own) => Some(own),
            Value::Bool(own) => Some(own.into()),
            Value::Real(own) if own == f64::from(own as Self) => Some(own as Self),
            _ => None,
        }
    }
    fn show(&self) -> Value {
        Value::Int(*self)
    }
}

impl Parameter for f64 {
    const KIND: &'static str = "a finite number";
    fn read(value: &Value) -> Option<Self> {
        match *value {
            Value::Int(own) => Some(own.into()),
            Value::Bool(own) => Some(own.into()),
            Value::Real(own) if own.is_finite() => Some(own),
            _ => None,
        }
    }
    fn show(&self) -> Value {
        Value::Real(*self)
    }
}

impl Parameter for String {
    const KIND: &'static str = "a text";
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Text(own) => Some(own.clone()),
            _ => None,
        }
    }
    fn show(&self) -> Value {
        Value::Text(self.clone())
    }
}

/// Declares a table of parameters: a field with its type, its default, and the first protocol
/// version to which it is sent.
macro_rules! table {
    (
        $(#[$doc:meta])* $name:ident, $argument:literal,
        $($field:ident: $kind:ty = $default:expr, $since:expr;)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the names are those of rcssserver")]
        pub struct $name { $(pub $field: $kind,)+ }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl $name {
            /// Names in the alphabetical order in which they are sent, and the first protocol
            /// version to which each is sent.
            pub const NAMES: &'static [(&'static str, u8)] = &[$((stringify!($field), $since),)+];

            /// A parameter's value.
            pub fn get(&self, name: &str) -> Option<$crate::disc::parameters::Value> {
                match name {
                    $(stringify!($field) => {
                        Some($crate::disc::parameters::Parameter::show(&self.$field))
                    })+
                    _ => None,
                }
            }

            /// Sets a parameter.
            ///
            /// # Errors
            /// An unknown name, a value of another type.
            pub fn set(
                &mut self,
                name: &str,
                value: &$crate::disc::parameters::Value,
            ) -> $crate::Result<()> {
                match name {
                    $(stringify!($field) => {
                        self.$field = $crate::disc::parameters::read($argument, name, value)?;
                    })+
                    _ => return Err($crate::disc::parameters::unknown($argument, name)),
                }
                Ok(())
            }
        }
    };
}
pub(super) use table;

/// Converts a value for a field.
fn read<T: Parameter>(argument: &'static str, name: &str, value: &Value) -> Result<T> {
    T::read(value)
        .ok_or_else(|| Error::argument(argument, format!("{name} takes {}, not {value}", T::KIND)))
}

/// The error for a name that no field has.
fn unknown(argument: &'static str, name: &str) -> Error {
    Error::argument(argument, format!("there is no parameter {name:?}"))
}
