//! Conditions.

use super::{Kind, Parser, Result, Word};
use crate::wire::clang::tree::{Comparison, Condition, Quantity, Unum};

impl Parser<'_> {
    pub(super) fn condition(&mut self) -> Result<Condition> {
        if self.next.kind == Kind::Quoted {
            return self.quoted_with_quotes().map(Condition::Named);
        }
        let depth = self.depth;
        self.open()?;
        let condition = self.condition_behind_open()?;
        self.close(depth)?;
        Ok(condition)
    }

    fn condition_behind_open(&mut self) -> Result<Condition> {
        if let Kind::Int(_) = self.next.kind {
            return self.comparison_from_value();
        }
        Ok(match self.word("a condition")? {
            Word::True => Condition::True,
            Word::False => Condition::False,
            Word::PlayerPosition => Condition::PlayerPosition {
                team: self.team()?,
                players: self.players()?,
                minimum: self.int()?,
                maximum: self.int()?,
                region: self.region()?,
            },
            Word::BallPosition => Condition::BallPosition(self.region()?),
            Word::BallOwner => Condition::BallOwner(self.team()?, self.players()?),
            Word::PlayModeIs => self.play_mode()?,
            Word::And => Condition::And(self.elements(Self::condition)?),
            Word::Or => Condition::Or(self.elements(Self::condition)?),
            Word::Not => Condition::Not(Box::new(self.condition()?)),
            Word::Unum => {
                let variable = match self.next.kind {
                    Kind::Quoted => Unum::Quoted(self.quoted_with_quotes()?),
                    _ => Unum::Variable(self.variable()?),
                };
                Condition::Unum { variable, players: self.players()? }
            }
            word => {
                let Some(quantity) = quantity(word) else {
                    return Err(self.error("the word in front of this is not a condition"));
                };
                let comparison = self.comparison()?;
                Condition::Compare { quantity, comparison, value: self.int()? }
            }
        })
    }

    fn play_mode(&mut self) -> Result<Condition> {
        let Kind::PlayMode(mode) = self.next.kind else { return Err(self.expected("a play mode")) };
        self.shift()?;
        Ok(Condition::PlayMode(mode))
    }

    fn comparison(&mut self) -> Result<Comparison> {
        let Kind::Comparison(comparison) = self.next.kind else {
            return Err(self.expected("'<', '<=', '==', '!=', '>=' or '>'"));
        };
        self.shift()?;
        Ok(comparison)
    }

    /// A comparison whose number stands first: `(20 < time)` is `(time > 20)`.
    fn comparison_from_value(&mut self) -> Result<Condition> {
        let value = self.int()?;
        let comparison = self.comparison()?.swapped();
        let quantity = match self.next.kind {
            Kind::Word(word) => quantity(word),
            _ => None,
        };
        let Some(quantity) = quantity else {
            return Err(self.expected("'time', 'our_goals', 'opp_goals' or 'goal_diff'"));
        };
        self.shift()?;
        Ok(Condition::Compare { quantity, comparison, value })
    }
}

fn quantity(word: Word) -> Option<Quantity> {
    Some(match word {
        Word::Time => Quantity::Time,
        Word::OurGoals => Quantity::OurGoals,
        Word::OppGoals => Quantity::OppGoals,
        Word::GoalDifference => Quantity::GoalDifference,
        _ => return None,
    })
}

impl Comparison {
    /// Returns the equivalent comparison for the two numbers in the other order.
    fn swapped(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::GreaterEqual => Self::LessEqual,
            Self::Greater => Self::Less,
            Self::Equal | Self::NotEqual => self,
        }
    }
}
