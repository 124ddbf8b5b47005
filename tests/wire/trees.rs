//! Random messages of CLang.

use rcssgym::math::splitmix::SplitMix64;
use rcssgym::wire::clang::{
    Action, Activation, BallMoves, Comparison, Condition, Definition, Directive, Message, Name,
    Operator, PlayMode, Point, Quantity, Region, Rule, RuleMode, RuleNames, Team, Token, Unum,
    UnumSet,
};

/// Returns how many messages a test makes: `RCSSGYM_FUZZ_CASES`, or 20,000.
pub fn cases() -> usize {
    let cases = std::env::var("RCSSGYM_FUZZ_CASES");
    cases.map_or(20_000, |cases| cases.parse().expect("RCSSGYM_FUZZ_CASES"))
}

pub struct Trees {
    source: SplitMix64,
    /// Number of elements that may still be nested in the message.
    room: usize,
}

impl Trees {
    pub fn new(seed: u64) -> Self {
        Self { source: SplitMix64::new(seed), room: 0 }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.source.bits() % limit as u64) as usize
    }

    fn bool(&mut self) -> bool {
        self.below(2) == 0
    }

    fn int(&mut self) -> i32 {
        match self.below(6) {
            0 => self.source.bits() as i32,
            _ => self.below(13) as i32 - 1,
        }
    }

    fn real(&mut self) -> f64 {
        match self.below(8) {
            0 => f64::from_bits(self.source.bits() & !(1 << 62)),
            1 => 10_f64.powi(self.int().clamp(-300, 300)),
            2 => f64::INFINITY,
            3 | 4 => f64::from(self.int()),
            _ => self.below(2000) as f64 / 16.0 - 60.0,
        }
    }

    /// Returns one to three elements; one if there is no room for more.
    fn list<T>(&mut self, mut element: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let length = 1 + if self.room > 0 { self.below(3) } else { 0 };
        (0..length).map(|_| element(self)).collect()
    }

    /// Returns a number below `limit`, or below `flat` if there is no room for nesting.
    fn kind(&mut self, flat: usize, limit: usize) -> usize {
        let limit = if self.room > 0 { limit } else { flat };
        self.room = self.room.saturating_sub(1);
        self.below(limit)
    }

    pub fn message(&mut self) -> Message {
        self.room = self.below(40);
        match self.below(12) {
            0 => Message::Meta(self.list(Self::real)),
            1 => Message::Freeform(self.text(128)),
            2 => Message::Info(self.list(Self::token)),
            3 => Message::Advice(self.list(Self::token)),
            4 => Message::Unsupported,
            5 => Message::Rule(
                self.list(|trees| Activation { on: trees.bool(), rules: trees.rule_names() }),
            ),
            6 => Message::Delete(self.rule_names()),
            _ => Message::Define(self.list(Self::definition)),
        }
    }

    fn text(&mut self, longest: usize) -> String {
        let characters = b"abcdpsXYZ0189().+-*/?<>_ ";
        let length = 1 + self.below(longest);
        (0..length).map(|_| char::from(characters[self.below(characters.len())])).collect()
    }

    fn quoted(&mut self, longest: usize) -> Name {
        Name::quoted(&self.text(longest)).unwrap()
    }

    fn variable(&mut self) -> Name {
        let names = ["X", "r1", "_", "all_", "Onrule", "abeotz_9", "q", "time0"];
        Name::variable(names[self.below(names.len() - 1)]).unwrap()
    }

    fn rule_names(&mut self) -> RuleNames {
        match self.below(4) {
            0 => RuleNames::All,
            _ => RuleNames::Some(self.list(Self::variable)),
        }
    }

    fn token(&mut self) -> Token {
        match self.below(4) {
            0 => Token::Clear,
            _ => Token::Rule {
                lifetime: self.int(),
                condition: self.condition(),
                directives: self.list(Self::directive),
            },
        }
    }

    fn definition(&mut self) -> Definition {
        match self.below(5) {
            0 => Definition::Condition(self.quoted(8), self.condition()),
            1 => Definition::Directive(self.quoted(8), self.directive()),
            2 => Definition::Region(self.quoted(8), self.region()),
            3 => Definition::Action(self.quoted(8), self.action()),
            _ => Definition::Rule {
                name: self.variable(),
                mode: if self.bool() { RuleMode::Model } else { RuleMode::Directive },
                rule: self.rule(),
            },
        }
    }

    fn rule(&mut self) -> Rule {
        match self.kind(2, 3) {
            0 => Rule::Names(self.rule_names()),
            1 => {
                Rule::Simple { condition: self.condition(), directives: self.list(Self::directive) }
            }
            _ => Rule::Nested { condition: self.condition(), rules: self.list(Self::rule) },
        }
    }

    fn directive(&mut self) -> Directive {
        match self.below(4) {
            0 => Directive::Named(self.quoted(8)),
            _ => Directive::Players {
                positive: self.bool(),
                team: self.team(),
                players: self.players(),
                actions: self.list(Self::action),
            },
        }
    }

    fn team(&mut self) -> Team {
        if self.bool() { Team::Our } else { Team::Opp }
    }

    fn players(&mut self) -> UnumSet {
        self.list(|trees| match trees.below(4) {
            0 => Unum::Variable(trees.variable()),
            1 => Unum::Quoted(trees.quoted(8)),
            _ => Unum::Number(trees.int()),
        })
    }

    fn action(&mut self) -> Action {
        match self.below(18) {
            0 => Action::Named(self.quoted(8)),
            1 => Action::Position(self.region()),
            2 => Action::Home(self.region()),
            3 => {
                let region = self.region();
                let (pass, dribble, clear) = (self.bool(), self.bool(), self.bool());
                let score = self.bool() || !(pass || dribble || clear);
                Action::BallToRegion(region, BallMoves { pass, dribble, clear, score })
            }
            4 => Action::BallToPlayers(self.players()),
            5 => Action::Mark(self.players()),
            6 => Action::MarkLaneToPlayers(self.players()),
            7 => Action::MarkLaneToRegion(self.region()),
            8 => Action::OffsideLine(self.region()),
            9 => Action::PlayerType(self.int()),
            10 => Action::PassToRegion(self.region()),
            11 => Action::PassToPlayers(self.players()),
            12 => Action::Dribble(self.region()),
            13 => Action::Clear(self.region()),
            14 => Action::Shoot,
            15 => Action::Hold,
            16 => Action::Intercept,
            _ => Action::Tackle(self.players()),
        }
    }

    fn condition(&mut self) -> Condition {
        match self.kind(9, 12) {
            0 => Condition::True,
            1 => Condition::False,
            2 => Condition::Named(self.quoted(6)),
            3 => Condition::PlayerPosition {
                team: self.team(),
                players: self.players(),
                minimum: self.int(),
                maximum: self.int(),
                region: self.region(),
            },
            4 => Condition::BallPosition(self.region()),
            5 => Condition::BallOwner(self.team(), self.players()),
            6 => Condition::PlayMode(self.play_mode()),
            7 => self.comparison(),
            8 => Condition::Unum {
                variable: match self.bool() {
                    true => Unum::Variable(self.variable()),
                    false => Unum::Quoted(self.quoted(6)),
                },
                players: self.players(),
            },
            9 => Condition::And(self.list(Self::condition)),
            10 => Condition::Or(self.list(Self::condition)),
            _ => Condition::Not(Box::new(self.condition())),
        }
    }

    fn play_mode(&mut self) -> PlayMode {
        let names =
            ["bko", "time_over", "play_on", "ko_", "ki_", "fk_", "ck_", "gk_", "gc_", "ag_"];
        let name = names[self.below(names.len())];
        let team = if name.ends_with('_') { self.team().text() } else { "" };
        PlayMode::named(&format!("{name}{team}")).unwrap()
    }

    fn comparison(&mut self) -> Condition {
        use Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        use Quantity::{GoalDifference, OppGoals, OurGoals, Time};
        Condition::Compare {
            quantity: [Time, OurGoals, OppGoals, GoalDifference][self.below(4)],
            comparison: [Less, LessEqual, Equal, NotEqual, GreaterEqual, Greater][self.below(6)],
            value: self.int(),
        }
    }

    fn region(&mut self) -> Region {
        match self.kind(7, 8) {
            0 => Region::Null,
            1 => Region::Named(self.quoted(8)),
            2 => Region::Point(self.point()),
            3 => Region::Rectangle(std::array::from_fn(|_| self.point())),
            4 => Region::Triangle(std::array::from_fn(|_| self.point())),
            5 => Region::Quadrangle(std::array::from_fn(|_| self.point())),
            6 => Region::Arc {
                centre: self.point(),
                inner: self.real(),
                outer: self.real(),
                begin: self.real(),
                span: self.real(),
            },
            _ => Region::Union(self.list(Self::region)),
        }
    }

    fn point(&mut self) -> Point {
        match self.kind(3, 5) {
            0 => Point::Absolute { x: self.real(), y: self.real() },
            1 => Point::Ball,
            2 => {
                let team = self.team();
                let unum = match self.below(3) {
                    0 => Unum::Variable(self.variable()),
                    1 => Unum::Quoted(self.quoted(6)),
                    _ => Unum::Number(self.int()),
                };
                Point::Player(team, unum)
            }
            3 => Point::Relative { x: self.real(), y: self.real(), origin: Box::new(self.point()) },
            _ => Point::Arithmetic {
                left: Box::new(self.point()),
                operator: [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide]
                    [self.below(4)],
                right: Box::new(self.point()),
            },
        }
    }
}
