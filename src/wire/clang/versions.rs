//! Which versions of the language a message belongs to.

use super::tree::{Action, Condition, Definition, Directive, Message, Point, Region, Rule};
use super::tree::{Token, Unum, UnumSet};

/// The versions whose words a message uses, and so which players can hear it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versions {
    /// Versions 7 and 8 both have all of it: a player who understands either hears it.
    Either,
    /// Only this version has all of it.
    Only(u32),
    /// Parts of it are only in version 7 and others only in version 8: only a player who
    /// understands both hears it.
    Both,
}

impl Versions {
    /// The lowest and the highest version that the message belongs to.
    pub fn range(self) -> (u32, u32) {
        match self {
            Self::Either | Self::Both => (7, 8),
            Self::Only(version) => (version, version),
        }
    }

    /// Whether a player who understands the versions `lowest` to `highest` hears the message.
    pub fn heard_by(self, lowest: u32, highest: u32) -> bool {
        let understands = |version| lowest <= version && version <= highest;
        match self {
            Self::Either => understands(7) || understands(8),
            Self::Only(version) => understands(version),
            Self::Both => lowest <= 7 && highest >= 8,
        }
    }
}

impl Message {
    /// Returns which versions of the language this message belongs to.
    pub fn versions(&self) -> Versions {
        let mut used = Used::default();
        match self {
            Self::Meta(_) => used.seven = true,
            Self::Info(tokens) | Self::Advice(tokens) => {
                used.seven = true;
                tokens.iter().for_each(|token| used.token(token));
            }
            Self::Define(definitions) => definitions.iter().for_each(|item| used.definition(item)),
            Self::Rule(_) | Self::Delete(_) => used.eight = true,
            Self::Freeform(_) | Self::Unsupported => {}
        }
        match (used.seven, used.eight) {
            (false, false) => Versions::Either,
            (true, false) => Versions::Only(7),
            (false, true) => Versions::Only(8),
            (true, true) => Versions::Both,
        }
    }
}

/// Whether a message uses anything that only version 7, or only version 8, has.
#[derive(Default)]
struct Used {
    seven: bool,
    eight: bool,
}

impl Used {
    fn token(&mut self, token: &Token) {
        if let Token::Rule { condition, directives, .. } = token {
            self.condition(condition);
            directives.iter().for_each(|directive| self.directive(directive));
        }
    }

    fn definition(&mut self, definition: &Definition) {
        match definition {
            Definition::Condition(_, condition) => self.condition(condition),
            Definition::Directive(_, directive) => self.directive(directive),
            Definition::Region(_, region) => self.region(region),
            Definition::Action(_, action) => self.action(action),
            Definition::Rule { rule, .. } => {
                self.eight = true;
                self.rule(rule);
            }
        }
    }

    fn rule(&mut self, rule: &Rule) {
        match rule {
            Rule::Simple { condition, directives } => {
                self.condition(condition);
                directives.iter().for_each(|directive| self.directive(directive));
            }
            Rule::Nested { condition, rules } => {
                self.condition(condition);
                rules.iter().for_each(|rule| self.rule(rule));
            }
            Rule::Names(_) => {}
        }
    }

    fn directive(&mut self, directive: &Directive) {
        if let Directive::Players { players, actions, .. } = directive {
            self.players(players);
            actions.iter().for_each(|action| self.action(action));
        }
    }

    fn action(&mut self, action: &Action) {
        self.eight |= matches!(
            action,
            Action::PassToRegion(_)
                | Action::PassToPlayers(_)
                | Action::Dribble(_)
                | Action::Clear(_)
                | Action::Shoot
                | Action::Hold
                | Action::Intercept
                | Action::Tackle(_)
        );
        match action {
            Action::Position(region)
            | Action::Home(region)
            | Action::BallToRegion(region, _)
            | Action::MarkLaneToRegion(region)
            | Action::OffsideLine(region)
            | Action::PassToRegion(region)
            | Action::Dribble(region)
            | Action::Clear(region) => self.region(region),
            Action::BallToPlayers(players)
            | Action::Mark(players)
            | Action::MarkLaneToPlayers(players)
            | Action::PassToPlayers(players)
            | Action::Tackle(players) => self.players(players),
            Action::Named(_)
            | Action::PlayerType(_)
            | Action::Shoot
            | Action::Hold
            | Action::Intercept => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::PlayerPosition { players, region, .. } => {
                self.players(players);
                self.region(region);
            }
            Condition::BallPosition(region) => self.region(region),
            Condition::BallOwner(_, players) => self.players(players),
            Condition::And(conditions) | Condition::Or(conditions) => {
                conditions.iter().for_each(|condition| self.condition(condition));
            }
            Condition::Not(condition) => self.condition(condition),
            Condition::Compare { .. } => self.eight = true,
            Condition::Unum { players, .. } => {
                self.eight = true;
                self.players(players);
            }
            Condition::True | Condition::False | Condition::Named(_) | Condition::PlayMode(_) => {}
        }
    }

    fn region(&mut self, region: &Region) {
        match region {
            Region::Point(point) => self.point(point),
            Region::Rectangle(points) => {
                self.eight = true;
                points.iter().for_each(|point| self.point(point));
            }
            Region::Triangle(points) => {
                self.eight = true;
                points.iter().for_each(|point| self.point(point));
            }
            Region::Quadrangle(points) => {
                self.seven = true;
                points.iter().for_each(|point| self.point(point));
            }
            Region::Arc { centre, .. } => self.point(centre),
            Region::Union(regions) => regions.iter().for_each(|region| self.region(region)),
            Region::Null | Region::Named(_) => {}
        }
    }

    fn point(&mut self, point: &Point) {
        match point {
            Point::Relative { origin, .. } => self.point(origin),
            Point::Player(_, unum) => self.unum(unum),
            Point::Arithmetic { left, right, .. } => {
                self.eight = true;
                self.point(left);
                self.point(right);
            }
            Point::Absolute { .. } | Point::Ball => {}
        }
    }

    fn players(&mut self, players: &UnumSet) {
        players.iter().for_each(|unum| self.unum(unum));
    }

    fn unum(&mut self, unum: &Unum) {
        self.eight |= !matches!(unum, Unum::Number(_));
    }
}
