//! Names of rules, variables and definitions.

use arrayvec::ArrayString;
use std::fmt::{self, Display, Formatter};
use thiserror::Error;

/// Characters of the longest name.
pub const MAX_NAME: usize = 8;

/// A name of 1 to [`MAX_NAME`] characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(ArrayString<MAX_NAME>);

/// What is wrong with a name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// Longer than [`MAX_NAME`].
    #[error("'{0}' has more than {MAX_NAME} characters")]
    Long(String),
    /// Not a valid name of a rule or a variable.
    #[error(
        "'{0}' is not a name for a rule or variable: a letter but c, d, p, s, or an underscore, \
         then letters, digits and underscores; none of the language's own words"
    )]
    NotVariable(String),
    /// Not a valid name of a definition.
    #[error("'{0}' is not a name in quotes: letters, digits, blanks and ( ) . + - * / ? < > _")]
    NotQuoted(String),
}

impl Name {
    /// The name of a rule or a variable: `[abe-oqrt-zA-Z_][a-zA-Z0-9_]*`, not a word of the
    /// language.
    ///
    /// # Errors
    /// [`NameError`]
    pub fn variable(text: &str) -> Result<Self, NameError> {
        if !super::token::is_variable(text) {
            return Err(NameError::NotVariable(text.to_owned()));
        }
        Self::short(text)
    }

    /// The name of a condition, directive, region or action, which stands in quotes.
    ///
    /// # Errors
    /// [`NameError`]
    pub fn quoted(text: &str) -> Result<Self, NameError> {
        if text.is_empty() || !text.bytes().all(super::token::may_be_quoted) {
            return Err(NameError::NotQuoted(text.to_owned()));
        }
        Self::short(text)
    }

    /// A name that is known to be well formed, but may be too long.
    pub(super) fn short(text: &str) -> Result<Self, NameError> {
        ArrayString::from(text).map(Self).map_err(|_| NameError::Long(text.to_owned()))
    }

    /// Its text, without quotes.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Display for Name {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
