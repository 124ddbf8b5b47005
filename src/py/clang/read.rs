//! Reads objects of `rcssgym.clang` as messages and checks them.

use crate::argument::type_name;
use crate::error::argument_error;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};
use rcssgym::wire::clang::{
    Action, Activation, BallMoves, Comparison, Condition, Definition, Directive, MAX_NAME, Message,
    Name, Operator, PlayMode, Point, Quantity, Region, Rule, RuleMode, RuleNames, Team, Token,
    Unum, UnumSet, check_freeform,
};
use std::fmt::Display;

/// Maximum depth to which parts may be nested in a message made by hand; no text is nested deeper.
const MAX_NESTING: usize = 1000;

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// Reads objects that are nested up to a number of levels.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    levels: usize,
}

impl Reader {
    pub fn new() -> Self {
        Self { levels: MAX_NESTING }
    }

    /// Reads a part of any kind.
    pub fn any(self, node: Object) -> PyResult<()> {
        let class = type_name(node);
        match class.as_str() {
            "Variable" => self.variable(node, None).map(drop),
            "ClearToken" | "RuleToken" => self.token(node, None).map(drop),
            "Activation" => self.activation(node, None).map(drop),
            "SimpleRule" | "NestedRule" | "NamedRules" => self.rule(node, None).map(drop),
            "NamedDirective" | "Do" | "Dont" => self.directive(node, None).map(drop),
            name if name.ends_with("Message") => self.message(node).map(drop),
            name if name.starts_with("Define") => self.definition(node, None).map(drop),
            _ => match base(node)?.as_str() {
                "Action" => self.action(node, None).map(drop),
                "Condition" => self.condition(node, None).map(drop),
                "Region" => self.region(node, None).map(drop),
                "Point" => self.point(node, None).map(drop),
                _ => Err(argument_error(&class, "is not part of a message")),
            },
        }
    }

    pub fn message(self, node: Object) -> PyResult<Message> {
        let part = Part::new(node);
        Ok(match part.class.as_str() {
            "MetaMessage" => Message::Meta(part.list("spoken", number)?),
            "FreeformMessage" => Message::Freeform(part.read("content", freeform)?),
            "InfoMessage" => Message::Info(part.list("tokens", self.inner(Self::token))?),
            "AdviceMessage" => Message::Advice(part.list("tokens", self.inner(Self::token))?),
            "DefineMessage" => {
                Message::Define(part.list("definitions", self.inner(Self::definition))?)
            }
            "UnsupportedMessage" => Message::Unsupported,
            "RuleMessage" => Message::Rule(part.list("activations", self.inner(Self::activation))?),
            "DeleteMessage" => Message::Delete(part.rule_names()?),
            _ => return Err(part.is_no("Message", None)),
        })
    }

    /// Returns a function that reads what is nested in the part that this reader reads.
    fn inner<T>(
        self,
        read: impl Fn(Self, Object, Option<Place>) -> PyResult<T>,
    ) -> impl Fn(Object, Place) -> PyResult<T> {
        move |node, place| match self.levels.checked_sub(1) {
            Some(levels) => read(Self { levels }, node, Some(place)),
            None => {
                let reason = format!("parts are nested more than {MAX_NESTING} deep");
                Err(argument_error("message", reason))
            }
        }
    }

    fn token(self, node: Object, place: Option<Place>) -> PyResult<Token> {
        let part = Part::new(node);
        Ok(match part.class.as_str() {
            "ClearToken" => Token::Clear,
            "RuleToken" => Token::Rule {
                lifetime: part.read("lifetime", int)?,
                condition: part.read("condition", self.inner(Self::condition))?,
                directives: part.list("directives", self.inner(Self::directive))?,
            },
            _ => return Err(part.is_no("RuleToken or ClearToken", place)),
        })
    }

    fn activation(self, node: Object, place: Option<Place>) -> PyResult<Activation> {
        let part = Part::new(node);
        match part.class.as_str() {
            "Activation" => {
                Ok(Activation { on: part.read("on", boolean)?, rules: part.rule_names()? })
            }
            _ => Err(part.is_no("Activation", place)),
        }
    }

    pub fn definition(self, node: Object, place: Option<Place>) -> PyResult<Definition> {
        let part = Part::new(node);
        let name = || part.read("name", quoted);
        Ok(match part.class.as_str() {
            "DefineCondition" => {
                Definition::Condition(name()?, part.read("condition", self.inner(Self::condition))?)
            }
            "DefineDirective" => {
                Definition::Directive(name()?, part.read("directive", self.inner(Self::directive))?)
            }
            "DefineRegion" => {
                Definition::Region(name()?, part.read("region", self.inner(Self::region))?)
            }
            "DefineAction" => {
                Definition::Action(name()?, part.read("action", self.inner(Self::action))?)
            }
            "DefineRule" => Definition::Rule {
                name: part.read("name", variable_name)?,
                mode: part.choice(
                    "mode",
                    &[("direc", RuleMode::Directive), ("model", RuleMode::Model)],
                )?,
                rule: part.read("rule", self.inner(Self::rule))?,
            },
            _ => return Err(part.is_no("Definition", place)),
        })
    }

    fn rule(self, node: Object, place: Option<Place>) -> PyResult<Rule> {
        let part = Part::new(node);
        let condition = || part.read("condition", self.inner(Self::condition));
        Ok(match part.class.as_str() {
            "SimpleRule" => Rule::Simple {
                condition: condition()?,
                directives: part.list("directives", self.inner(Self::directive))?,
            },
            "NestedRule" => Rule::Nested {
                condition: condition()?,
                rules: part.list("rules", self.inner(Self::rule))?,
            },
            "NamedRules" => Rule::Names(part.rule_names()?),
            _ => return Err(part.is_no("Rule", place)),
        })
    }

    fn directive(self, node: Object, place: Option<Place>) -> PyResult<Directive> {
        let part = Part::new(node);
        let positive = match part.class.as_str() {
            "NamedDirective" => return part.read("name", quoted).map(Directive::Named),
            "Do" => true,
            "Dont" => false,
            _ => return Err(part.is_no("Directive", place)),
        };
        Ok(Directive::Players {
            positive,
            team: part.team()?,
            players: self.players(&part)?,
            actions: part.list("actions", self.inner(Self::action))?,
        })
    }

    fn action(self, node: Object, place: Option<Place>) -> PyResult<Action> {
        let part = Part::new(node);
        let region = || part.read("region", self.inner(Self::region));
        let players = || self.players(&part);
        Ok(match part.class.as_str() {
            "NamedAction" => Action::Named(part.read("name", quoted)?),
            "Position" => Action::Position(region()?),
            "Home" => Action::Home(region()?),
            "BallToRegion" => Action::BallToRegion(region()?, part.read("moves", ball_moves)?),
            "BallToPlayers" => Action::BallToPlayers(players()?),
            "Mark" => Action::Mark(players()?),
            "MarkLaneToPlayers" => Action::MarkLaneToPlayers(players()?),
            "MarkLaneToRegion" => Action::MarkLaneToRegion(region()?),
            "OffsideLine" => Action::OffsideLine(region()?),
            "PlayerType" => Action::PlayerType(part.read("number", int)?),
            "PassToRegion" => Action::PassToRegion(region()?),
            "PassToPlayers" => Action::PassToPlayers(players()?),
            "Dribble" => Action::Dribble(region()?),
            "Clear" => Action::Clear(region()?),
            "Shoot" => Action::Shoot,
            "Hold" => Action::Hold,
            "Intercept" => Action::Intercept,
            "Tackle" => Action::Tackle(players()?),
            _ => return Err(part.is_no("Action", place)),
        })
    }

    pub fn condition(self, node: Object, place: Option<Place>) -> PyResult<Condition> {
        let part = Part::new(node);
        let conditions = || part.list("conditions", self.inner(Self::condition));
        Ok(match part.class.as_str() {
            "Always" => Condition::True,
            "Never" => Condition::False,
            "NamedCondition" => Condition::Named(part.read("name", quoted_with_quotes)?),
            "PlayerPosition" => Condition::PlayerPosition {
                team: part.team()?,
                players: self.players(&part)?,
                minimum: part.read("minimum", int)?,
                maximum: part.read("maximum", int)?,
                region: part.read("region", self.inner(Self::region))?,
            },
            "BallPosition" => {
                Condition::BallPosition(part.read("region", self.inner(Self::region))?)
            }
            "BallOwner" => Condition::BallOwner(part.team()?, self.players(&part)?),
            "PlayModeIs" => Condition::PlayMode(part.read("mode", play_mode)?),
            "And" => Condition::And(conditions()?),
            "Or" => Condition::Or(conditions()?),
            "Not" => Condition::Not(Box::new(part.read("condition", self.inner(Self::condition))?)),
            "Compare" => Condition::Compare {
                quantity: part.choice("quantity", &Quantity::ALL.map(|one| (one.text(), one)))?,
                comparison: part.choice("sign", &Comparison::ALL.map(|one| (one.text(), one)))?,
                value: part.read("value", int)?,
            },
            "UnumIs" => Condition::Unum {
                variable: part
                    .read("variable", |node, place| self.lone_variable(node, Some(place)))?,
                players: self.players(&part)?,
            },
            _ => return Err(part.is_no("Condition", place)),
        })
    }

    pub fn region(self, node: Object, place: Option<Place>) -> PyResult<Region> {
        let part = Part::new(node);
        let point = |name| part.read(name, self.inner(Self::point));
        Ok(match part.class.as_str() {
            "Null" => Region::Null,
            "NamedRegion" => Region::Named(part.read("name", quoted)?),
            "Rectangle" => Region::Rectangle([point("corner")?, point("opposite")?]),
            "Triangle" => Region::Triangle([point("first")?, point("second")?, point("third")?]),
            "Quadrangle" => Region::Quadrangle([
                point("first")?,
                point("second")?,
                point("third")?,
                point("fourth")?,
            ]),
            "Arc" => Region::Arc {
                centre: point("centre")?,
                inner: part.read("inner", number)?,
                outer: part.read("outer", number)?,
                begin: part.read("begin", number)?,
                span: part.read("span", number)?,
            },
            "Union" => Region::Union(part.list("regions", self.inner(Self::region))?),
            _ if base(node)? == "Point" => Region::Point(self.point(node, place)?),
            _ => return Err(part.is_no("Region", place)),
        })
    }

    fn point(self, node: Object, place: Option<Place>) -> PyResult<Point> {
        let part = Part::new(node);
        let inner = |name| part.read(name, self.inner(Self::point)).map(Box::new);
        Ok(match part.class.as_str() {
            "At" => Point::Absolute { x: part.read("x", number)?, y: part.read("y", number)? },
            "Offset" => Point::Relative {
                x: part.read("x", number)?,
                y: part.read("y", number)?,
                origin: inner("origin")?,
            },
            "Ball" => Point::Ball,
            "PlayerPoint" => {
                let unum = part.read("player", |node, place| match type_name(node).as_str() {
                    "Variable" => self.lone_variable(node, None),
                    _ => int(node, place).map(Unum::Number),
                });
                Point::Player(part.team()?, unum?)
            }
            "Arithmetic" => Point::Arithmetic {
                left: inner("left")?,
                operator: part.choice("operator", &Operator::ALL.map(|one| (one.text(), one)))?,
                right: inner("right")?,
            },
            _ => return Err(part.is_no("Point", place)),
        })
    }

    fn players(self, part: &Part) -> PyResult<UnumSet> {
        part.list("players", |node, place| match type_name(node).as_str() {
            "Variable" => self.variable(node, None),
            _ => int(node, place).map(Unum::Number),
        })
    }

    fn variable(self, node: Object, place: Option<Place>) -> PyResult<Unum> {
        let part = Part::new(node);
        if part.class != "Variable" {
            return Err(part.is_no("Variable", place));
        }
        match part.read("quoted", boolean)? {
            true => part.read("name", quoted).map(Unum::Quoted),
            false => part.read("name", variable_name).map(Unum::Variable),
        }
    }

    /// Reads a variable that is not in a set, where rcssserver counts its quotes as part of the
    /// name.
    fn lone_variable(self, node: Object, place: Option<Place>) -> PyResult<Unum> {
        match self.variable(node, place)? {
            Unum::Quoted(_) => Part::new(node).read("name", quoted_with_quotes).map(Unum::Quoted),
            unum => Ok(unum),
        }
    }
}

/// The class under `Node` that an object's class derives from.
fn base(node: Object) -> PyResult<String> {
    let class = node.get_type();
    match class.bases().get_item(0) {
        Ok(base) => Ok(base.getattr("__name__")?.extract()?),
        Err(_) => Ok(String::new()),
    }
}

/// Where a value stands: a field of a class.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    class: &'a str,
    field: &'a str,
}

impl Place<'_> {
    fn wrong(self, reason: impl Display) -> PyErr {
        argument_error(&format!("{}.{}", self.class, self.field), reason)
    }
}

/// A part of a message, whose fields are read.
struct Part<'a, 'py> {
    node: Object<'a, 'py>,
    class: String,
}

impl<'a, 'py> Part<'a, 'py> {
    fn new(node: Object<'a, 'py>) -> Self {
        Self { node, class: type_name(node) }
    }

    fn is_no(&self, what: &str, place: Option<Place>) -> PyErr {
        let value = written(self.node);
        match place {
            Some(place) => place.wrong(format!("must be a {what}, not {value}")),
            None => argument_error(what, format!("{value} is none")),
        }
    }

    fn read<T>(&self, field: &str, read: impl Fn(Object, Place) -> PyResult<T>) -> PyResult<T> {
        read(&self.node.getattr(field)?, Place { class: &self.class, field })
    }

    /// A field that is a tuple of at least one element.
    fn list<T>(
        &self,
        field: &str,
        read: impl Fn(Object, Place) -> PyResult<T>,
    ) -> PyResult<Vec<T>> {
        let place = Place { class: &self.class, field };
        let value = self.node.getattr(field)?;
        let Ok(items) = value.cast::<PyTuple>() else {
            return Err(place.wrong(format!("must be a tuple, not {}", written(&value))));
        };
        if items.is_empty() {
            return Err(place.wrong("must not be empty"));
        }
        items.iter().map(|item| read(&item, place)).collect()
    }

    fn choice<T: Copy>(&self, field: &str, choices: &[(&str, T)]) -> PyResult<T> {
        self.read(field, |value, place| {
            let name = value.extract::<&str>().ok();
            let found = choices.iter().find(|(text, _)| Some(*text) == name);
            found.map(|(_, choice)| *choice).ok_or_else(|| {
                let texts: Vec<_> = choices.iter().map(|(text, _)| format!("'{text}'")).collect();
                let texts = texts.join(" or ");
                place.wrong(format!("must be {texts}, not {}", written(value)))
            })
        })
    }

    fn team(&self) -> PyResult<Team> {
        self.choice("team", &[("our", Team::Our), ("opp", Team::Opp)])
    }

    fn rule_names(&self) -> PyResult<RuleNames> {
        if self.node.getattr("names")?.is_none() {
            return Ok(RuleNames::All);
        }
        self.list("names", variable_name).map(RuleNames::Some)
    }
}

/// A value as Python writes it.
pub(super) fn written(value: Object) -> String {
    value.repr().map_or_else(|_| type_name(value), |repr| repr.to_string())
}

fn number(value: Object, place: Place) -> PyResult<f64> {
    match value.extract::<f64>() {
        Ok(number) if !number.is_nan() => Ok(number),
        _ => Err(place.wrong(format!("must be a number, not {}", written(value)))),
    }
}

/// An `int` of C: 32 bits.
fn int(value: Object, place: Place) -> PyResult<i32> {
    match value.extract::<i32>() {
        Ok(number) if !value.is_instance_of::<PyBool>() => Ok(number),
        _ => Err(place.wrong(format!("must be an integer of 32 bits, not {}", written(value)))),
    }
}

fn boolean(value: Object, place: Place) -> PyResult<bool> {
    let wrong = |_| place.wrong(format!("must be True or False, not {}", written(value)));
    value.extract().map_err(wrong)
}

fn text<'a>(value: Object<'a, '_>, place: Place) -> PyResult<&'a str> {
    let wrong = |_| place.wrong(format!("must be a string, not {}", written(value)));
    value.extract().map_err(wrong)
}

fn variable_name(value: Object, place: Place) -> PyResult<Name> {
    Name::variable(text(value, place)?).map_err(|error| place.wrong(error))
}

fn quoted(value: Object, place: Place) -> PyResult<Name> {
    Name::quoted(text(value, place)?).map_err(|error| place.wrong(error))
}

/// Reads a quoted name in a place where rcssserver counts the quotes as part of the name.
fn quoted_with_quotes(value: Object, place: Place) -> PyResult<Name> {
    let name = quoted(value, place)?;
    if name.as_str().len() + 2 > MAX_NAME {
        let limit = MAX_NAME - 2;
        return Err(place.wrong(format!("'{name}' has more than {limit} characters")));
    }
    Ok(name)
}

fn freeform(value: Object, place: Place) -> PyResult<String> {
    let text = text(value, place)?;
    check_freeform(text).map_err(|reason| place.wrong(reason))?;
    Ok(text.to_owned())
}

fn play_mode(value: Object, place: Place) -> PyResult<PlayMode> {
    let mode = value.extract::<&str>().ok().and_then(PlayMode::named);
    mode.ok_or_else(|| place.wrong(format!("must be a play mode, not {}", written(value))))
}

fn ball_moves(value: Object, place: Place) -> PyResult<BallMoves> {
    let letters = text(value, place)?;
    let moves = BallMoves {
        pass: letters.contains('p'),
        dribble: letters.contains('d'),
        clear: letters.contains('c'),
        score: letters.contains('s'),
    };
    if letters.is_empty() || moves.letters() != letters {
        let letters = written(value);
        return Err(place.wrong(format!("must be letters of 'pdcs' in this order, not {letters}")));
    }
    Ok(moves)
}
