//! Messages as objects of `rcssgym.clang`.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rcssgym::wire::clang::{
    Action, Activation, Condition, Definition, Directive, Message, Name, Point, Region, Rule,
    RuleMode, RuleNames, Token, Unum, UnumSet,
};

/// The classes, by their names.
pub(super) struct Classes<'py>(Bound<'py, PyModule>);

type Object<'py> = PyResult<Bound<'py, PyAny>>;

impl<'py> Classes<'py> {
    pub fn new(py: Python<'py>) -> PyResult<Self> {
        Ok(Self(py.import("rcssgym.clang")?))
    }

    fn make(&self, class: &str, fields: impl PyCallArgs<'py>) -> Object<'py> {
        self.0.getattr(class)?.call1(fields)
    }

    fn tuple<T>(
        &self,
        items: &[T],
        show: impl Fn(&Self, &T) -> Object<'py>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let items: Vec<_> = items.iter().map(|item| show(self, item)).collect::<PyResult<_>>()?;
        PyTuple::new(self.0.py(), items)
    }

    pub fn message(&self, message: &Message) -> Object<'py> {
        match message {
            Message::Meta(versions) => {
                self.make("MetaMessage", (PyTuple::new(self.0.py(), versions)?,))
            }
            Message::Freeform(text) => self.make("FreeformMessage", (text,)),
            Message::Info(tokens) => self.make("InfoMessage", (self.tuple(tokens, Self::token)?,)),
            Message::Advice(tokens) => {
                self.make("AdviceMessage", (self.tuple(tokens, Self::token)?,))
            }
            Message::Define(definitions) => {
                self.make("DefineMessage", (self.tuple(definitions, Self::definition)?,))
            }
            Message::Unsupported => self.make("UnsupportedMessage", ()),
            Message::Rule(activations) => {
                self.make("RuleMessage", (self.tuple(activations, Self::activation)?,))
            }
            Message::Delete(names) => self.make("DeleteMessage", (self.rule_names(names)?,)),
        }
    }

    fn token(&self, token: &Token) -> Object<'py> {
        match token {
            Token::Clear => self.make("ClearToken", ()),
            Token::Rule { lifetime, condition, directives } => {
                let condition = self.condition(condition)?;
                let directives = self.tuple(directives, Self::directive)?;
                self.make("RuleToken", (*lifetime, condition, directives))
            }
        }
    }

    fn activation(&self, activation: &Activation) -> Object<'py> {
        self.make("Activation", (activation.on, self.rule_names(&activation.rules)?))
    }

    fn rule_names(&self, names: &RuleNames) -> PyResult<Option<Bound<'py, PyTuple>>> {
        match names {
            RuleNames::All => Ok(None),
            RuleNames::Some(names) => {
                PyTuple::new(self.0.py(), names.iter().map(Name::as_str)).map(Some)
            }
        }
    }

    fn definition(&self, definition: &Definition) -> Object<'py> {
        match definition {
            Definition::Condition(name, condition) => {
                self.make("DefineCondition", (name.as_str(), self.condition(condition)?))
            }
            Definition::Directive(name, directive) => {
                self.make("DefineDirective", (name.as_str(), self.directive(directive)?))
            }
            Definition::Region(name, region) => {
                self.make("DefineRegion", (name.as_str(), self.region(region)?))
            }
            Definition::Action(name, action) => {
                self.make("DefineAction", (name.as_str(), self.action(action)?))
            }
            Definition::Rule { name, mode, rule } => {
                let mode = match mode {
                    RuleMode::Model => "model",
                    RuleMode::Directive => "direc",
                };
                self.make("DefineRule", (name.as_str(), mode, self.rule(rule)?))
            }
        }
    }

    fn rule(&self, rule: &Rule) -> Object<'py> {
        match rule {
            Rule::Simple { condition, directives } => {
                let directives = self.tuple(directives, Self::directive)?;
                self.make("SimpleRule", (self.condition(condition)?, directives))
            }
            Rule::Nested { condition, rules } => {
                let rules = self.tuple(rules, Self::rule)?;
                self.make("NestedRule", (self.condition(condition)?, rules))
            }
            Rule::Names(names) => self.make("NamedRules", (self.rule_names(names)?,)),
        }
    }

    fn directive(&self, directive: &Directive) -> Object<'py> {
        match directive {
            Directive::Named(name) => self.make("NamedDirective", (name.as_str(),)),
            Directive::Players { positive, team, players, actions } => {
                let class = if *positive { "Do" } else { "Dont" };
                let actions = self.tuple(actions, Self::action)?;
                self.make(class, (team.text(), self.players(players)?, actions))
            }
        }
    }

    fn action(&self, action: &Action) -> Object<'py> {
        let of_region = |class, region| self.make(class, (self.region(region)?,));
        let of_players = |class, players| self.make(class, (self.players(players)?,));
        match action {
            Action::Named(name) => self.make("NamedAction", (name.as_str(),)),
            Action::Position(region) => of_region("Position", region),
            Action::Home(region) => of_region("Home", region),
            Action::BallToRegion(region, moves) => {
                self.make("BallToRegion", (self.region(region)?, moves.letters()))
            }
            Action::BallToPlayers(players) => of_players("BallToPlayers", players),
            Action::Mark(players) => of_players("Mark", players),
            Action::MarkLaneToPlayers(players) => of_players("MarkLaneToPlayers", players),
            Action::MarkLaneToRegion(region) => of_region("MarkLaneToRegion", region),
            Action::OffsideLine(region) => of_region("OffsideLine", region),
            Action::PlayerType(number) => self.make("PlayerType", (*number,)),
            Action::PassToRegion(region) => of_region("PassToRegion", region),
            Action::PassToPlayers(players) => of_players("PassToPlayers", players),
            Action::Dribble(region) => of_region("Dribble", region),
            Action::Clear(region) => of_region("Clear", region),
            Action::Shoot => self.make("Shoot", ()),
            Action::Hold => self.make("Hold", ()),
            Action::Intercept => self.make("Intercept", ()),
            Action::Tackle(players) => of_players("Tackle", players),
        }
    }

    fn condition(&self, condition: &Condition) -> Object<'py> {
        match condition {
            Condition::True => self.make("Always", ()),
            Condition::False => self.make("Never", ()),
            Condition::Named(name) => self.make("NamedCondition", (name.as_str(),)),
            Condition::PlayerPosition { team, players, minimum, maximum, region } => {
                let players = self.players(players)?;
                let region = self.region(region)?;
                self.make("PlayerPosition", (team.text(), players, *minimum, *maximum, region))
            }
            Condition::BallPosition(region) => self.make("BallPosition", (self.region(region)?,)),
            Condition::BallOwner(team, players) => {
                self.make("BallOwner", (team.text(), self.players(players)?))
            }
            Condition::PlayMode(mode) => self.make("PlayModeIs", (mode.name(),)),
            Condition::And(conditions) => {
                self.make("And", (self.tuple(conditions, Self::condition)?,))
            }
            Condition::Or(conditions) => {
                self.make("Or", (self.tuple(conditions, Self::condition)?,))
            }
            Condition::Not(condition) => self.make("Not", (self.condition(condition)?,)),
            Condition::Compare { quantity, comparison, value } => {
                self.make("Compare", (quantity.text(), comparison.text(), *value))
            }
            Condition::Unum { variable, players } => {
                self.make("UnumIs", (self.unum(variable)?, self.players(players)?))
            }
        }
    }

    fn region(&self, region: &Region) -> Object<'py> {
        match region {
            Region::Null => self.make("Null", ()),
            Region::Named(name) => self.make("NamedRegion", (name.as_str(),)),
            Region::Point(point) => self.point(point),
            Region::Rectangle(points) => self.make("Rectangle", self.tuple(points, Self::point)?),
            Region::Triangle(points) => self.make("Triangle", self.tuple(points, Self::point)?),
            Region::Quadrangle(points) => self.make("Quadrangle", self.tuple(points, Self::point)?),
            Region::Arc { centre, inner, outer, begin, span } => {
                self.make("Arc", (self.point(centre)?, *inner, *outer, *begin, *span))
            }
            Region::Union(regions) => self.make("Union", (self.tuple(regions, Self::region)?,)),
        }
    }

    fn point(&self, point: &Point) -> Object<'py> {
        match point {
            Point::Absolute { x, y } => self.make("At", (*x, *y)),
            Point::Relative { x, y, origin } => self.make("Offset", (*x, *y, self.point(origin)?)),
            Point::Ball => self.make("Ball", ()),
            Point::Player(team, unum) => self.make("PlayerPoint", (team.text(), self.unum(unum)?)),
            Point::Arithmetic { left, operator, right } => {
                self.make("Arithmetic", (self.point(left)?, operator.text(), self.point(right)?))
            }
        }
    }

    fn players(&self, players: &UnumSet) -> PyResult<Bound<'py, PyTuple>> {
        self.tuple(players, Self::unum)
    }

    fn unum(&self, unum: &Unum) -> Object<'py> {
        match unum {
            Unum::Number(number) => Ok(number.into_pyobject(self.0.py())?.into_any()),
            Unum::Variable(name) => self.make("Variable", (name.as_str(),)),
            Unum::Quoted(name) => self.make("Variable", (name.as_str(), true)),
        }
    }
}
