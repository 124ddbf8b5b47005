//! Compiles rules as coaches write them into rules whose names are replaced by what they stand for.

use super::bindings::MAX_VARIABLES;
use super::condition::Test;
use super::definitions::Definitions;
use super::directives::ActionKind;
use super::region::{Area, Outline, Set, Spot, combine};
use super::rule::{CompiledAction, Order, Program};
use super::situation::{ALL, bit};
use crate::wire::clang::{
    Action, BallMoves, Condition, Directive, Name, Operator, Point, Region, Rule, RuleNames, Unum,
};
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

/// The most parts that a rule may have once all names are replaced.
pub const MAX_PARTS: usize = 10_000;

/// The most levels of parts inside each other.
const MAX_DEPTH: usize = 250;

/// Why a rule, or a part of it, cannot apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Name of the rule; empty for advice, information and single conditions.
    pub rule: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Display for Problem {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        if self.rule.is_empty() {
            return formatter.write_str(&self.reason);
        }
        write!(formatter, "rule {}: {}", self.rule, self.reason)
    }
}

/// The reason why a part of a rule is too large to be compiled.
struct TooLarge(String);

type Made<T> = Result<T, TooLarge>;

/// Compiles one rule.
pub(super) struct Compiler<'a> {
    definitions: &'a Definitions,
    rules: &'a HashMap<Name, &'a Rule>,
    /// The variables, by their slots.
    pub variables: Vec<Name>,
    /// What is wrong, part by part.
    pub reasons: Vec<String>,
    parts: usize,
    depth: usize,
    /// Definitions that are being inserted, by kind and name.
    open: Vec<(&'static str, Name)>,
}

impl<'a> Compiler<'a> {
    pub fn new(definitions: &'a Definitions, rules: &'a HashMap<Name, &'a Rule>) -> Self {
        Self {
            definitions,
            rules,
            variables: Vec::new(),
            reasons: Vec::new(),
            parts: 0,
            depth: 0,
            open: Vec::new(),
        }
    }

    /// Compiles directives under a condition; nothing if they are too large.
    pub fn directives(&mut self, condition: &Condition, list: &[Directive]) -> Option<Program> {
        let made = self.simple(condition, list);
        self.noted(made)
    }

    /// Compiles a condition alone; nothing if it is too large.
    pub fn test(&mut self, condition: &Condition) -> Option<Test> {
        let made = self.condition(condition);
        self.noted(made)
    }

    /// Compiles a region alone; nothing if it is too large or a name in it stands for nothing.
    pub fn region(&mut self, region: &Region) -> Option<Area> {
        let made = self.area(region);
        self.noted(made).flatten()
    }

    fn noted<T>(&mut self, made: Made<T>) -> Option<T> {
        made.map_err(|TooLarge(reason)| self.reasons.push(reason)).ok()
    }

    /// Counts a part, and compiles it one level deeper.
    fn part<T>(&mut self, make: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(TooLarge(format!("it has more than {MAX_PARTS} parts")));
        }
        if self.depth == MAX_DEPTH {
            let reason = format!("parts are nested more than {MAX_DEPTH} deep");
            return Err(TooLarge(reason));
        }
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        made
    }

    /// Inserts what a name stands for; nothing, with the reason noted, if it stands for nothing or
    /// is a part of itself.
    fn named<D: ?Sized, T>(
        &mut self,
        kind: &'static str,
        name: Name,
        definition: Option<&'a D>,
        make: impl FnOnce(&mut Self, &'a D) -> Made<T>,
    ) -> Made<Option<T>> {
        let Some(definition) = definition else {
            self.reasons.push(format!("no {kind} is called \"{name}\""));
            return Ok(None);
        };
        if self.open.contains(&(kind, name)) {
            self.reasons.push(format!("the {kind} \"{name}\" is a part of itself"));
            return Ok(None);
        }
        self.open.push((kind, name));
        let made = make(self, definition);
        self.open.pop();
        made.map(Some)
    }

    fn any_rule(&mut self, rule: &Rule) -> Made<Program> {
        self.part(|this| match rule {
            Rule::Simple { condition, directives } => this.simple(condition, directives),
            Rule::Nested { condition, rules } => {
                let test = this.condition(condition)?;
                let inner = rules.iter().map(|rule| this.any_rule(rule));
                Ok(Program { test, orders: Vec::new(), inner: inner.collect::<Made<_>>()? })
            }
            Rule::Names(names) => {
                let names = this.rules_named(names);
                let mut inner = Vec::new();
                for name in names {
                    let rule = this.rules.get(&name).copied();
                    inner.extend(this.named("rule", name, rule, Self::any_rule)?);
                }
                Ok(Program { test: Test::Always(true), orders: Vec::new(), inner })
            }
        })
    }

    /// Rules by their names; `all` are those that are not being compiled right now.
    fn rules_named(&self, names: &RuleNames) -> Vec<Name> {
        match names {
            RuleNames::Some(names) => names.clone(),
            RuleNames::All => {
                let is_open = |name: &Name| self.open.contains(&("rule", *name));
                let mut all: Vec<_> = self.rules.keys().copied().collect();
                all.retain(|name| !is_open(name));
                all.sort_unstable();
                all
            }
        }
    }

    /// Compiles a rule that has a name, which is marked as being compiled meanwhile.
    pub fn rule_named(&mut self, name: Name, rule: &'a Rule) -> Option<Program> {
        let made = self.named("rule", name, Some(rule), Self::any_rule);
        self.noted(made).flatten()
    }

    fn simple(&mut self, condition: &Condition, list: &[Directive]) -> Made<Program> {
        let test = self.condition(condition)?;
        let mut orders = Vec::new();
        for directive in list {
            orders.extend(self.directive(directive)?);
        }
        Ok(Program { test, orders, inner: Vec::new() })
    }

    fn directive(&mut self, directive: &Directive) -> Made<Option<Order>> {
        self.part(|this| match directive {
            Directive::Named(name) => {
                let known = this.definitions.directives.get(name);
                Ok(this.named("directive", *name, known, Self::directive)?.flatten())
            }
            Directive::Players { positive, team, players, actions } => {
                let players = this.set(players)?;
                let mut compiled = Vec::new();
                for action in actions {
                    compiled.extend(this.action(action)?);
                }
                Ok(Some(Order { positive: *positive, team: *team, players, actions: compiled }))
            }
        })
    }

    fn action(&mut self, action: &Action) -> Made<Option<CompiledAction>> {
        use ActionKind as K;
        self.part(|this| match action {
            Action::Named(name) => {
                let known = this.definitions.actions.get(name);
                Ok(this.named("action", *name, known, Self::action)?.flatten())
            }
            Action::Position(region) => this.about_region(K::Position, region),
            Action::Home(region) => this.about_region(K::Home, region),
            Action::BallToRegion(region, ways) => {
                let compiled = this.about_region(K::BallTo, region)?;
                Ok(compiled.map(|action| CompiledAction { ways: *ways, ..action }))
            }
            Action::BallToPlayers(set) => this.about_players(K::BallTo, set),
            Action::Mark(set) => this.about_players(K::Mark, set),
            Action::MarkLaneToPlayers(set) => this.about_players(K::MarkLane, set),
            Action::MarkLaneToRegion(region) => this.about_region(K::MarkLane, region),
            Action::OffsideLine(region) => this.about_region(K::OffsideLine, region),
            Action::PlayerType(number) => {
                Ok(Some(CompiledAction { number: *number, ..CompiledAction::plain(K::PlayerType) }))
            }
            Action::PassToRegion(region) => this.about_region(K::Pass, region),
            Action::PassToPlayers(set) => this.about_players(K::Pass, set),
            Action::Dribble(region) => this.about_region(K::Dribble, region),
            Action::Clear(region) => this.about_region(K::Clear, region),
            Action::Shoot => Ok(Some(CompiledAction::plain(K::Shoot))),
            Action::Hold => Ok(Some(CompiledAction::plain(K::Hold))),
            Action::Intercept => Ok(Some(CompiledAction::plain(K::Intercept))),
            Action::Tackle(set) => this.about_players(K::Tackle, set),
        })
    }

    fn about_region(&mut self, kind: ActionKind, region: &Region) -> Made<Option<CompiledAction>> {
        Ok(self
            .area(region)?
            .map(|area| CompiledAction { area: Some(area), ..CompiledAction::plain(kind) }))
    }

    fn about_players(
        &mut self,
        kind: ActionKind,
        players: &[Unum],
    ) -> Made<Option<CompiledAction>> {
        let players = Some(self.set(players)?);
        Ok(Some(CompiledAction { players, ..CompiledAction::plain(kind) }))
    }

    fn condition(&mut self, condition: &Condition) -> Made<Test> {
        self.part(|this| {
            Ok(match condition {
                Condition::True => Test::Always(true),
                Condition::False => Test::Always(false),
                Condition::Named(name) => {
                    let known = this.definitions.conditions.get(name);
                    let made = this.named("condition", *name, known, Self::condition)?;
                    made.unwrap_or(Test::Unknown)
                }
                Condition::PlayerPosition { team, players, minimum, maximum, region } => {
                    let set = this.set(players)?;
                    let (team, minimum, maximum) = (*team, *minimum, *maximum);
                    match this.area(region)? {
                        Some(area) => Test::Players { team, set, minimum, maximum, area },
                        None => Test::Unknown,
                    }
                }
                Condition::BallPosition(region) => {
                    this.area(region)?.map_or(Test::Unknown, Test::Ball)
                }
                Condition::BallOwner(team, players) => Test::Owner(*team, this.set(players)?),
                Condition::PlayMode(mode) => Test::Mode(*mode),
                Condition::And(list) => {
                    let mut tests = this.conditions(list)?;
                    // The variable of a point must be bound before the point is evaluated.
                    tests.sort_by_key(Test::has_variable_points);
                    Test::And(tests)
                }
                Condition::Or(list) => {
                    let tests = this.conditions(list)?;
                    let binds = tests.iter().any(Test::binds);
                    Test::Or { tests, binds }
                }
                Condition::Not(condition) => Test::Not(Box::new(this.condition(condition)?)),
                Condition::Compare { quantity, comparison, value } => Test::Compare {
                    quantity: *quantity,
                    comparison: *comparison,
                    value: i64::from(*value),
                },
                Condition::Unum { variable, players } => {
                    let set = this.set(players)?;
                    match variable {
                        Unum::Variable(name) | Unum::Quoted(name) => {
                            Test::Unum { slot: this.slot(*name)?, set }
                        }
                        Unum::Number(number) => Test::Always(set.fixed & bit(*number) != 0),
                    }
                }
            })
        })
    }

    fn conditions(&mut self, list: &[Condition]) -> Made<Vec<Test>> {
        list.iter().map(|condition| self.condition(condition)).collect()
    }

    fn set(&mut self, players: &[Unum]) -> Made<Set> {
        let mut set = Set::default();
        for player in players {
            match player {
                Unum::Number(0) => set.fixed = ALL,
                Unum::Number(number) => set.fixed |= bit(*number),
                Unum::Variable(name) | Unum::Quoted(name) => {
                    let slot = self.slot(*name)?;
                    set.slots.push(slot);
                }
            }
        }
        Ok(set)
    }

    fn slot(&mut self, name: Name) -> Made<u8> {
        let known = self.variables.iter().position(|known| *known == name);
        let slot = known.unwrap_or_else(|| {
            self.variables.push(name);
            self.variables.len() - 1
        });
        if slot >= MAX_VARIABLES {
            return Err(TooLarge(format!("it has more than {MAX_VARIABLES} variables")));
        }
        Ok(slot as u8)
    }

    fn area(&mut self, region: &Region) -> Made<Option<Area>> {
        let mut area = Area::default();
        let known = self.outlines(region, &mut area.outlines)?;
        Ok(known.then_some(area))
    }

    /// Adds what a region is made of; returns false if a name in it stands for nothing.
    fn outlines(&mut self, region: &Region, to: &mut Vec<Outline>) -> Made<bool> {
        self.part(|this| {
            let outline = match region {
                Region::Null => return Ok(true),
                Region::Named(name) => {
                    let known = this.definitions.regions.get(name);
                    let put = |this: &mut Self, region| this.outlines(region, to);
                    return Ok(this.named("region", *name, known, put)?.unwrap_or(false));
                }
                Region::Union(regions) => {
                    let mut known = true;
                    for region in regions {
                        known &= this.outlines(region, to)?;
                    }
                    return Ok(known);
                }
                Region::Point(point) => Outline::Point(this.spot(point)?),
                Region::Rectangle(corners) => Outline::Rectangle(Box::new(this.spots(corners)?)),
                Region::Triangle(corners) => Outline::Triangle(Box::new(this.spots(corners)?)),
                Region::Quadrangle(corners) => Outline::Quadrangle(Box::new(this.spots(corners)?)),
                Region::Arc { centre, inner, outer, begin, span } => Outline::Arc {
                    centre: this.spot(centre)?,
                    radii: [*inner, *outer],
                    angles: [*begin, *span],
                },
            };
            to.push(outline.folded());
            Ok(true)
        })
    }

    fn spots<const N: usize>(&mut self, points: &[Point; N]) -> Made<[Spot; N]> {
        let mut spots = [const { Spot::Ball }; N];
        for (spot, point) in spots.iter_mut().zip(points) {
            *spot = self.spot(point)?;
        }
        Ok(spots)
    }

    fn spot(&mut self, point: &Point) -> Made<Spot> {
        self.part(|this| {
            let (left, operator, right) = match point {
                Point::Absolute { x, y } => return Ok(Spot::Fixed([*x, *y])),
                Point::Ball => return Ok(Spot::Ball),
                Point::Player(team, player) => {
                    return Ok(Spot::Player(*team, this.set(&[*player])?));
                }
                Point::Relative { x, y, origin } => {
                    (Spot::Fixed([*x, *y]), Operator::Add, this.spot(origin)?)
                }
                Point::Arithmetic { left, operator, right } => {
                    (this.spot(left)?, *operator, this.spot(right)?)
                }
            };
            Ok(match (left, right) {
                (Spot::Fixed(left), Spot::Fixed(right)) => {
                    Spot::Fixed(combine(left, operator, right))
                }
                (left, right) => Spot::Arithmetic(Box::new(left), operator, Box::new(right)),
            })
        })
    }
}

impl CompiledAction {
    /// An action without arguments.
    fn plain(kind: ActionKind) -> Self {
        Self { kind, area: None, players: None, number: 0, ways: BallMoves::default() }
    }
}
