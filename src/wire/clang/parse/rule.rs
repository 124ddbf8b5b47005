//! Rules and directives.

use super::{Kind, Parser, Result, Word};
use crate::wire::clang::tree::{Directive, Rule};

impl Parser<'_> {
    pub(super) fn rule(&mut self) -> Result<Rule> {
        if self.next.kind != Kind::Open {
            return self.rule_names().map(Rule::Names);
        }
        let depth = self.depth;
        self.open()?;
        if self.next.kind == Kind::Variable {
            return self.names_in_list(depth).map(Rule::Names);
        }
        let condition = self.condition()?;
        let rule = if self.directive_is_next() {
            Rule::Simple { condition, directives: self.elements(Self::directive)? }
        } else {
            Rule::Nested { condition, rules: self.elements(Self::rule)? }
        };
        self.close(depth)?;
        Ok(rule)
    }

    /// Whether a directive, not a rule, is next. Both may begin with `(`; then the word after it
    /// decides.
    fn directive_is_next(&self) -> bool {
        match self.next.kind {
            Kind::Quoted => true,
            Kind::Open => {
                matches!(self.tokens.clone().next().kind, Kind::Word(Word::Do | Word::Dont))
            }
            _ => false,
        }
    }

    pub(super) fn directive(&mut self) -> Result<Directive> {
        if self.next.kind == Kind::Quoted {
            return self.quoted().map(Directive::Named);
        }
        let depth = self.depth;
        self.open()?;
        let positive = match self.next.kind {
            Kind::Word(Word::Do) => true,
            Kind::Word(Word::Dont) => false,
            _ => return Err(self.expected("'do' or 'dont'")),
        };
        self.shift()?;
        let team = self.team()?;
        let players = self.players()?;
        let actions = self.elements(Self::action)?;
        self.close(depth)?;
        Ok(Directive::Players { positive, team, players, actions })
    }
}
