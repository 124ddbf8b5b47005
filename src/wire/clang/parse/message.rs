//! Messages and their elements.

use super::{Kind, Parser, Result, Word, check_freeform};
use crate::wire::clang::tree::{Activation, Definition, Message, RuleMode, RuleNames, Token};

impl Parser<'_> {
    /// Reads a message, alone or within `say` or `hear`.
    pub(super) fn command(&mut self) -> Result<Message> {
        self.open()?;
        match self.word("a type of message")? {
            Word::Say => self.framed(),
            Word::Hear => {
                self.int()?;
                if !matches!(self.next.kind, Kind::Word(Word::CoachLeft | Word::CoachRight)) {
                    return Err(self.expected("'online_coach_left' or 'online_coach_right'"));
                }
                self.shift()?;
                // rcssserver's own parser wants a number here, which its server never sends.
                if matches!(self.next.kind, Kind::Int(_)) {
                    self.shift()?;
                }
                self.framed()
            }
            word => self.message_of(word, 0),
        }
    }

    fn framed(&mut self) -> Result<Message> {
        let depth = self.depth;
        self.open()?;
        let word = self.word("a type of message")?;
        let message = self.message_of(word, depth)?;
        self.close(0)?;
        Ok(message)
    }

    /// Reads the rest of a message after the word for its type. There were `depth` symbols before
    /// it.
    fn message_of(&mut self, word: Word, depth: usize) -> Result<Message> {
        let message = match word {
            Word::Meta => Message::Meta(self.elements(Self::version)?),
            Word::Freeform => Message::Freeform(self.freeform()?),
            Word::Info => Message::Info(self.elements(Self::token)?),
            Word::Advice => Message::Advice(self.elements(Self::token)?),
            Word::Define => Message::Define(self.elements(Self::definition)?),
            Word::Unsupported => Message::Unsupported,
            Word::Rule => Message::Rule(self.elements(Self::activation)?),
            Word::Delete => Message::Delete(self.rule_names()?),
            _ => return Err(self.error("the word in front of this is not a type of message")),
        };
        self.close(depth)?;
        Ok(message)
    }

    fn version(&mut self) -> Result<f64> {
        let depth = self.depth;
        self.open()?;
        self.take(Kind::Word(Word::Version), "'ver'")?;
        let version = self.number()?;
        self.close(depth)?;
        Ok(version)
    }

    fn freeform(&mut self) -> Result<String> {
        let text = self.in_quotes()?;
        check_freeform(text).map_err(|reason| self.error(reason))?;
        self.shift()?;
        Ok(text.to_owned())
    }

    fn token(&mut self) -> Result<Token> {
        let depth = self.depth;
        self.open()?;
        if self.next.kind == Kind::Word(Word::Clear) {
            self.shift()?;
            self.close(depth)?;
            return Ok(Token::Clear);
        }
        let lifetime = self.int()?;
        let condition = self.condition()?;
        let directives = self.elements(Self::directive)?;
        self.close(depth)?;
        Ok(Token::Rule { lifetime, condition, directives })
    }

    fn definition(&mut self) -> Result<Definition> {
        let depth = self.depth;
        self.open()?;
        let definition = match self.word("a kind of definition")? {
            Word::DefineCondition => Definition::Condition(self.quoted()?, self.condition()?),
            Word::DefineDirective => Definition::Directive(self.quoted()?, self.directive()?),
            Word::DefineRegion => Definition::Region(self.quoted()?, self.region()?),
            Word::DefineAction => Definition::Action(self.quoted()?, self.action()?),
            Word::DefineRule => self.rule_definition()?,
            _ => return Err(self.error("the word in front of this defines nothing")),
        };
        self.close(depth)?;
        Ok(definition)
    }

    fn rule_definition(&mut self) -> Result<Definition> {
        let depth = self.depth;
        let name = self.variable()?;
        let mode = match self.next.kind {
            Kind::Word(Word::Model) => RuleMode::Model,
            Kind::Word(Word::Direc) => RuleMode::Directive,
            _ => return Err(self.expected("'model' or 'direc'")),
        };
        self.shift()?;
        let rule = self.rule()?;
        self.reduce(depth);
        Ok(Definition::Rule { name, mode, rule })
    }

    fn activation(&mut self) -> Result<Activation> {
        let depth = self.depth;
        self.open()?;
        let on = match self.next.kind {
            Kind::Word(Word::On) => true,
            Kind::Word(Word::Off) => false,
            _ => return Err(self.expected("'on' or 'off'")),
        };
        self.shift()?;
        let rules = self.rule_names()?;
        self.close(depth)?;
        Ok(Activation { on, rules })
    }

    pub(super) fn rule_names(&mut self) -> Result<RuleNames> {
        let depth = self.depth;
        match self.next.kind {
            Kind::Word(Word::All) => self.shift().map(|_| RuleNames::All),
            Kind::Variable => Ok(RuleNames::Some(vec![self.variable()?])),
            Kind::Open => {
                self.shift()?;
                self.names_in_list(depth)
            }
            _ => Err(self.expected("the name of a rule, a list of names, or 'all'")),
        }
    }

    /// Reads the rest of a list of rule names after its `(`.
    pub(super) fn names_in_list(&mut self, depth: usize) -> Result<RuleNames> {
        let names = self.elements(Self::variable)?;
        self.close(depth)?;
        Ok(RuleNames::Some(names))
    }
}
