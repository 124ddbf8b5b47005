//! Turns the text of a scene graph into events: a node begins, has a property, ends.

use super::{Fault, Kind, fault};
use crate::wire::refusal::word;
use crate::wire::scene_writer::Matrix;
use crate::wire::tokens::{Token, Tokens};

/// Greatest depth to which nodes may be nested.
pub const MAX_DEPTH: usize = 64;
/// Maximum number of nodes that one scene may have.
pub const MAX_NODES: usize = 1 << 16;

/// The next part of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event<'a> {
    /// A node begins; its kind is `None` if the text does not give it.
    Begin(Option<Kind>),
    /// A property of the innermost open node.
    Property(Property<'a>),
    /// The innermost open node ends.
    End,
}

/// A property of a node.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Property<'a> {
    Pose(Matrix),
    Model(&'a [u8], Vec<f64>),
    Scale([f64; 3]),
    Materials(Vec<&'a [u8]>),
    Colour([f64; 4]),
    Visible(bool),
    Transparent,
    Diffuse([f64; 4]),
    Ambient([f64; 4]),
    Specular([f64; 4]),
    Description(Vec<&'a [u8]>),
}

/// Reads the nodes of a scene up to the end of a text.
pub(super) struct Reader<'a> {
    tokens: Tokens<'a>,
    depth: usize,
    nodes: usize,
}

impl<'a> Reader<'a> {
    /// Reads `message[from..]`.
    pub fn new(message: &'a [u8], from: usize) -> Self {
        Self { tokens: Tokens::new(message, from), depth: 0, nodes: 0 }
    }

    /// Where the last event is in the message, in bytes.
    pub fn at(&self) -> usize {
        self.tokens.at()
    }

    /// The next event; `None` at the end of the text.
    pub fn next(&mut self) -> Result<Option<Event<'a>>, Fault> {
        loop {
            match self.tokens.next() {
                None if self.depth == 0 => return Ok(None),
                None => return Err(self.fault("the scene ends within a node")),
                Some(Token::Close) if self.depth > 0 => {
                    self.depth -= 1;
                    return Ok(Some(Event::End));
                }
                Some(Token::Close) => return Err(self.fault("')' where a node is expected")),
                Some(Token::Word(stray)) => {
                    return Err(self.fault(format!("{} is in no expression", word(stray))));
                }
                Some(Token::Open) => {
                    if let Some(event) = self.expression()? {
                        return Ok(Some(event));
                    }
                }
            }
        }
    }

    fn fault(&self, reason: impl Into<String>) -> Fault {
        fault(self.at(), reason)
    }

    /// Reads on after an opening parenthesis; `None` for an unknown expression.
    fn expression(&mut self) -> Result<Option<Event<'a>>, Fault> {
        let begin = self.at();
        let Some(Token::Word(head)) = self.tokens.next() else {
            return Err(self.fault("an expression begins with no word"));
        };
        if head == b"nd" {
            return self.node().map(Some);
        }
        if self.depth == 0 {
            return Err(fault(begin, format!("{} where a node is expected", word(head))));
        }
        Ok(self.property(head)?.map(Event::Property))
    }

    fn node(&mut self) -> Result<Event<'a>, Fault> {
        if self.depth == MAX_DEPTH {
            return Err(self.fault(format!("nodes in each other more than {MAX_DEPTH} deep")));
        }
        if self.nodes == MAX_NODES {
            return Err(self.fault(format!("more than {MAX_NODES} nodes")));
        }
        self.depth += 1;
        self.nodes += 1;
        let mut ahead = self.tokens.clone();
        let Some(Token::Word(kind)) = ahead.next() else { return Ok(Event::Begin(None)) };
        self.tokens = ahead;
        Ok(Event::Begin(Some(match kind {
            b"TRF" => Kind::Transform,
            b"StaticMesh" => Kind::StaticMesh,
            b"SMN" => Kind::StandardMesh,
            b"Light" => Kind::Light,
            b"DSC" => Kind::Description,
            _ => Kind::Base,
        })))
    }

    fn property(&mut self, head: &'a [u8]) -> Result<Option<Property<'a>>, Fault> {
        Ok(Some(match head {
            b"SLT" => Property::Pose(transposed(self.numbers(head)?)),
            b"load" => {
                let words = self.words()?;
                let Some((model, rest)) = words.split_first() else {
                    return Err(self.fault("(load) names no model"));
                };
                let numbers: Result<_, _> = rest.iter().map(|word| self.number(word)).collect();
                Property::Model(model, numbers?)
            }
            b"sSc" => Property::Scale(self.numbers(head)?),
            b"sMat" | b"resetMaterials" => Property::Materials(self.words()?),
            b"rgba" => Property::Colour(self.numbers(head)?),
            b"setVisible" => {
                let [flag] = self.numbers(head)?;
                Property::Visible(flag != 0.0)
            }
            b"setTransparent" => {
                self.words()?;
                Property::Transparent
            }
            b"setDiffuse" => Property::Diffuse(self.numbers(head)?),
            b"setAmbient" => Property::Ambient(self.numbers(head)?),
            b"setSpecular" => Property::Specular(self.numbers(head)?),
            b"agent" | b"ball" => {
                let mut words = self.words()?;
                words.insert(0, head);
                Property::Description(words)
            }
            _ => {
                self.skip()?;
                return Ok(None);
            }
        }))
    }

    /// Reads the words up to the end of an expression that contains nothing else.
    fn words(&mut self) -> Result<Vec<&'a [u8]>, Fault> {
        let mut words = Vec::new();
        loop {
            match self.tokens.next() {
                Some(Token::Word(word)) => words.push(word),
                Some(Token::Close) => return Ok(words),
                Some(Token::Open) => return Err(self.fault("an expression where a word must be")),
                None => return Err(self.fault("the scene ends within an expression")),
            }
        }
    }

    fn number(&self, text: &[u8]) -> Result<f64, Fault> {
        let number = str::from_utf8(text).ok().and_then(|text| text.parse().ok());
        number
            .filter(|number: &f64| number.is_finite())
            .ok_or_else(|| self.fault(format!("{} is not a finite number", word(text))))
    }

    /// Reads exactly `N` numbers, up to the end of an expression.
    fn numbers<const N: usize>(&mut self, head: &[u8]) -> Result<[f64; N], Fault> {
        let words = |count: usize| {
            let head = head.escape_ascii();
            format!("({head} ...) has {count} words behind its name, not {N}")
        };
        let (mut numbers, mut count) = ([0.0; N], 0);
        loop {
            match self.tokens.next() {
                Some(Token::Word(text)) if count < N => numbers[count] = self.number(text)?,
                Some(Token::Word(_)) => {}
                Some(Token::Close) if count == N => return Ok(numbers),
                Some(Token::Close) => return Err(self.fault(words(count))),
                Some(Token::Open) => return Err(self.fault("an expression where a number must be")),
                None => return Err(self.fault("the scene ends within an expression")),
            }
            count += 1;
        }
    }

    /// Skips the rest of an expression.
    fn skip(&mut self) -> Result<(), Fault> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.tokens.next() {
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(Token::Word(_)) => {}
                None => return Err(self.fault("the scene ends within an expression")),
            }
        }
        Ok(())
    }
}

/// Transposes a matrix, since texts have it column by column.
fn transposed(columns: Matrix) -> Matrix {
    std::array::from_fn(|at| columns[at % 4 * 4 + at / 4])
}
