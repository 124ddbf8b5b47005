//! Texts read. The grammar is LL(1), so one function stands for each of its symbols.
//!
//! rcssserver's parser is one that bison made, with a stack of 200 states that cannot grow. What
//! does not fit is an error there, and therefore here: [`Parser`] counts the symbols that would be
//! on that stack.

mod action;
mod condition;
mod message;
mod region;
mod rule;

use super::name::{Name, NameError};
use super::token::{Kind, Token, Tokens, Word, may_be_quoted};
use super::tree::{Message, Team, Unum, UnumSet};
use crate::wire::printable;
use thiserror::Error;

/// Characters of the longest message.
pub const MAX_LENGTH: usize = 8154;
/// Characters of the longest freeform text.
pub const MAX_FREEFORM: usize = 128;
/// Symbols that fit on the parser's stack. About 95 nested conditions, unions or rules do.
pub const MAX_DEPTH: usize = 198;

/// Why a text is no message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at character {place}: {reason}")]
pub struct ClangError {
    /// Where it goes wrong: how many bytes of the text are in front of that.
    pub place: usize,
    /// What is wrong there.
    pub reason: String,
}

type Result<T> = std::result::Result<T, ClangError>;

/// Reads a message, also in the frame of a coach's `(say MESSAGE)`, or of
/// `(hear TIME online_coach_left|online_coach_right TIME MESSAGE)`.
///
/// # Errors
/// [`ClangError`] for a text that rcssserver does not take either.
pub fn parse(text: &str) -> Result<Message> {
    if text.len() > MAX_LENGTH {
        let reason = format!("{} characters are more than {MAX_LENGTH}", text.len());
        return Err(ClangError { place: MAX_LENGTH, reason });
    }
    let mut parser = Parser::new(text)?;
    let message = parser.command()?;
    match parser.next.kind {
        Kind::End => Ok(message),
        _ => Err(parser.expected("the end")),
    }
}

/// Checks what a freeform message says.
///
/// # Errors
/// The reason why it cannot be said.
pub fn check_freeform(text: &str) -> std::result::Result<(), String> {
    if text.len() > MAX_FREEFORM {
        return Err(format!("{} characters are more than {MAX_FREEFORM}", text.len()));
    }
    match text.chars().find(|character| !u8::try_from(*character).is_ok_and(may_be_quoted)) {
        Some(character) => Err(format!("{character:?} cannot be said")),
        None if text.is_empty() => Err("there is nothing to say".to_owned()),
        None => Ok(()),
    }
}

/// A text of which a part has been read.
struct Parser<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    /// The token that decides what comes next.
    next: Token,
    /// Symbols on the stack of rcssserver's parser.
    depth: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self> {
        let mut tokens = Tokens::new(text.as_bytes());
        let next = tokens.next();
        Ok(Self { text, tokens, next, depth: 0 })
    }

    /// Takes the next token.
    fn shift(&mut self) -> Result<Token> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("nested too deep"));
        }
        let next = self.tokens.next();
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// What has been read since there were `depth` symbols becomes one symbol.
    fn reduce(&mut self, depth: usize) {
        self.depth = depth + 1;
    }

    /// An error at the next token.
    fn error(&self, reason: impl Into<String>) -> ClangError {
        ClangError { place: self.next.place.start, reason: reason.into() }
    }

    fn expected(&self, what: &str) -> ClangError {
        let found = match self.next.kind {
            Kind::End => "the end".to_owned(),
            _ => format!("'{}'", printable(&self.text[self.next.place.clone()])),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    /// Takes a token that must be there.
    fn take(&mut self, kind: Kind, what: &str) -> Result<()> {
        if self.next.kind != kind {
            return Err(self.expected(what));
        }
        self.shift().map(drop)
    }

    fn open(&mut self) -> Result<()> {
        self.take(Kind::Open, "'('")
    }

    /// Takes the `)` of an expression that began at `depth` symbols.
    fn close(&mut self, depth: usize) -> Result<()> {
        self.take(Kind::Close, "')'")?;
        self.reduce(depth);
        Ok(())
    }

    /// Takes the word behind a `(`.
    fn word(&mut self, what: &str) -> Result<Word> {
        let Kind::Word(word) = self.next.kind else { return Err(self.expected(what)) };
        self.shift()?;
        Ok(word)
    }

    fn int(&mut self) -> Result<i32> {
        let Kind::Int(value) = self.next.kind else { return Err(self.expected("a whole number")) };
        self.shift()?;
        Ok(value)
    }

    fn number(&mut self) -> Result<f64> {
        let value = match self.next.kind {
            Kind::Int(value) => f64::from(value),
            Kind::Real(value) => value,
            _ => return Err(self.expected("a number")),
        };
        self.shift()?;
        Ok(value)
    }

    fn team(&mut self) -> Result<Team> {
        let team = match self.next.kind {
            Kind::Word(Word::Our) => Team::Our,
            Kind::Word(Word::Opp) => Team::Opp,
            _ => return Err(self.expected("'our' or 'opp'")),
        };
        self.shift()?;
        Ok(team)
    }

    /// Takes a variable, or the name of a rule.
    fn variable(&mut self) -> Result<Name> {
        if self.next.kind != Kind::Variable {
            return Err(self.expected("a variable"));
        }
        let name = Name::short(&self.text[self.next.place.clone()]);
        let name = name.map_err(|error| self.name_error(error))?;
        self.shift()?;
        Ok(name)
    }

    /// Takes a name in quotes.
    fn quoted(&mut self) -> Result<Name> {
        let name = Name::short(self.in_quotes()?).map_err(|error| self.name_error(error))?;
        self.shift()?;
        Ok(name)
    }

    /// Takes a name whose quotes are counted as its characters: where rcssserver does not take them
    /// off, as it does elsewhere.
    fn quoted_with_quotes(&mut self) -> Result<Name> {
        let with_quotes = self.next.place.len();
        if self.next.kind == Kind::Quoted && with_quotes > super::MAX_NAME {
            let text = self.text[self.next.place.clone()].to_owned();
            return Err(self.name_error(NameError::Long(text)));
        }
        self.quoted()
    }

    /// What stands between the quotes of the next token.
    fn in_quotes(&self) -> Result<&'a str> {
        if self.next.kind != Kind::Quoted {
            return Err(self.expected("a name in quotes"));
        }
        Ok(&self.text[self.next.place.start + 1..self.next.place.end - 1])
    }

    fn name_error(&self, error: NameError) -> ClangError {
        self.error(error.to_string())
    }

    /// Reads a set such as `{1 2 X}`.
    fn players(&mut self) -> Result<UnumSet> {
        let depth = self.depth;
        self.take(Kind::OpenSet, "'{'")?;
        let players = self.list(Self::unum_of_set, |next| next != Kind::CloseSet)?;
        self.take(Kind::CloseSet, "'}'")?;
        self.reduce(depth);
        Ok(players)
    }

    fn unum_of_set(&mut self) -> Result<Unum> {
        match self.next.kind {
            Kind::Int(_) => self.int().map(Unum::Number),
            Kind::Variable => self.variable().map(Unum::Variable),
            Kind::Quoted => self.quoted().map(Unum::Quoted),
            _ => Err(self.expected("a uniform number or a variable")),
        }
    }

    /// Reads one element, and more while the next token says so. They are one symbol.
    fn list<T>(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<T>,
        goes_on: impl Fn(Kind) -> bool,
    ) -> Result<Vec<T>> {
        let depth = self.depth;
        let mut elements = vec![element(self)?];
        while goes_on(self.next.kind) {
            elements.push(element(self)?);
            self.reduce(depth);
        }
        Ok(elements)
    }

    /// Reads elements up to the `)` behind them.
    fn elements<T>(&mut self, element: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.list(element, |next| next != Kind::Close)
    }
}
