//! Writes messages: exactly, and as rcssserver passes them on.

use super::tree::{
    Action, Activation, BallMoves, Condition, Definition, Directive, Message, Point, Region, Rule,
    RuleMode, RuleNames, Token, Unum, UnumSet,
};
use super::{Name, Team};
use crate::wire::number::general;
use std::fmt::{self, Display, Formatter};

/// The form of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// One that reads back as the same message.
    Exact,
    /// rcssserver's, with its slips.
    Server,
}

impl Message {
    /// A text that [`parse`](super::parse()) reads as this message again.
    pub fn text(&self) -> String {
        self.written(Form::Exact)
    }

    /// The text that players hear from rcssserver when a coach says this.
    ///
    /// Its numbers have six significant digits, and it has rcssserver's slips: sets are reversed
    /// and lose their quotes (`{1 2 "X"}` is heard as `{X 2 1}`), 12 in a set is `(null)`, named
    /// conditions have their quotes twice, quadrangles lack their last point, and a union inside
    /// another one includes the regions before it. So not all such texts can be read again.
    pub fn server_text(&self) -> String {
        self.written(Form::Server)
    }

    fn written(&self, form: Form) -> String {
        let mut writer = Writer { out: String::new(), form };
        writer.message(self);
        writer.out
    }
}

impl Display for Message {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(&self.text())
    }
}

struct Writer {
    out: String,
    form: Form,
}

impl Writer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn int(&mut self, value: impl Display) {
        use fmt::Write;
        // Writing to a `String` does not fail.
        let _ = write!(self.out, "{value}");
    }

    fn number(&mut self, value: f64) {
        match self.form {
            Form::Exact => self.exact(value),
            Form::Server => general(value, &mut self.out),
        }
    }

    /// Writes a number with all of its digits. Whole numbers of more than 32 bits need a point or
    /// an exponent, or else they are read as C's `int`s. An infinite number is written as one that
    /// C reads as infinite.
    fn exact(&mut self, value: f64) {
        if value.is_infinite() {
            self.put(if value > 0.0 { "1e999" } else { "-1e999" });
        } else if value == f64::from(value as i32) {
            self.int(value as i32);
        } else {
            self.int(format_args!("{value:?}"));
        }
    }

    fn numbers(&mut self, values: &[f64]) {
        for &value in values {
            self.put(" ");
            self.number(value);
        }
    }

    fn name_in_quotes(&mut self, name: Name) {
        self.put("\"");
        self.put(name.as_str());
        self.put("\"");
    }

    /// Writes elements with a blank before each.
    fn elements<T>(&mut self, elements: &[T], mut write: impl FnMut(&mut Self, &T)) {
        for element in elements {
            self.put(" ");
            write(self, element);
        }
    }

    /// Writes elements with a blank before the first, and between them except in rcssserver's form,
    /// which has none there.
    fn close_elements<T>(&mut self, elements: &[T], mut write: impl FnMut(&mut Self, &T)) {
        for (at, element) in elements.iter().enumerate() {
            if at == 0 || self.form == Form::Exact {
                self.put(" ");
            }
            write(self, element);
        }
    }

    fn message(&mut self, message: &Message) {
        match message {
            Message::Meta(versions) => {
                self.put("(meta");
                self.elements(versions, |writer, version| {
                    writer.put("(ver ");
                    writer.number(*version);
                    writer.put(")");
                });
            }
            Message::Freeform(text) => {
                self.put("(freeform \"");
                self.put(text);
                self.put("\"");
            }
            Message::Info(tokens) => {
                self.put("(info");
                self.elements(tokens, Self::token);
            }
            Message::Advice(tokens) => {
                self.put("(advice");
                self.elements(tokens, Self::token);
            }
            Message::Define(definitions) => {
                self.put("(define");
                self.elements(definitions, Self::definition);
            }
            Message::Unsupported => self.put("(unsupported_clang"),
            Message::Rule(activations) => {
                self.put("(rule");
                self.close_elements(activations, Self::activation);
            }
            Message::Delete(names) => {
                self.put("(delete ");
                self.rule_names(names);
            }
        }
        self.put(")");
    }

    fn token(&mut self, token: &Token) {
        match token {
            Token::Clear => self.put("(clear)"),
            Token::Rule { lifetime, condition, directives } => {
                self.put("(");
                self.int(lifetime);
                self.put(" ");
                self.condition(condition);
                self.elements(directives, Self::directive);
                self.put(")");
            }
        }
    }

    fn definition(&mut self, definition: &Definition) {
        match definition {
            Definition::Condition(name, condition) => {
                self.defined("(definec ", *name);
                self.condition(condition);
            }
            Definition::Directive(name, directive) => {
                self.defined("(defined ", *name);
                self.directive(directive);
            }
            Definition::Region(name, region) => {
                self.defined("(definer ", *name);
                self.region(region);
            }
            Definition::Action(name, action) => {
                self.defined("(definea ", *name);
                self.action(action);
            }
            Definition::Rule { name, mode, rule } => {
                self.put("(definerule ");
                self.put(name.as_str());
                self.put(match mode {
                    RuleMode::Model => " model ",
                    RuleMode::Directive => " direc ",
                });
                self.rule(rule);
            }
        }
        self.put(")");
    }

    fn defined(&mut self, word: &str, name: Name) {
        self.put(word);
        self.name_in_quotes(name);
        self.put(" ");
    }

    fn activation(&mut self, activation: &Activation) {
        self.put(if activation.on { "(on " } else { "(off " });
        self.rule_names(&activation.rules);
        self.put(")");
    }

    fn rule_names(&mut self, names: &RuleNames) {
        match names {
            RuleNames::All => self.put("all"),
            RuleNames::Some(names) => match names.as_slice() {
                [name] => self.put(name.as_str()),
                names => {
                    self.put("(");
                    for (at, name) in names.iter().enumerate() {
                        self.put(if at == 0 { "" } else { " " });
                        self.put(name.as_str());
                    }
                    self.put(")");
                }
            },
        }
    }

    fn rule(&mut self, rule: &Rule) {
        match rule {
            Rule::Simple { condition, directives } => {
                self.put("(");
                self.condition(condition);
                self.elements(directives, Self::directive);
                self.put(")");
            }
            Rule::Nested { condition, rules } => {
                self.put("(");
                self.condition(condition);
                self.elements(rules, Self::rule);
                self.put(")");
            }
            Rule::Names(names) => self.rule_names(names),
        }
    }

    fn directive(&mut self, directive: &Directive) {
        match directive {
            Directive::Named(name) => self.name_in_quotes(*name),
            Directive::Players { positive, team, players, actions } => {
                self.put(if *positive { "(do " } else { "(dont " });
                self.put(team.text());
                self.put(" ");
                self.players(players);
                self.close_elements(actions, Self::action);
                self.put(")");
            }
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Named(name) => self.name_in_quotes(*name),
            Action::Position(region) => self.action_in("(pos ", region),
            Action::Home(region) => self.action_in("(home ", region),
            Action::BallToRegion(region, moves) => {
                self.put("(bto ");
                self.region(region);
                self.put(" ");
                self.ball_moves(*moves);
                self.put(")");
            }
            Action::BallToPlayers(players) => self.action_of("(bto ", players),
            Action::Mark(players) => self.action_of("(mark ", players),
            Action::MarkLaneToPlayers(players) => self.action_of("(markl ", players),
            Action::MarkLaneToRegion(region) => self.action_in("(markl ", region),
            Action::OffsideLine(region) => self.action_in("(oline ", region),
            Action::PlayerType(number) => {
                self.put("(htype ");
                self.int(number);
                self.put(")");
            }
            Action::PassToRegion(region) => self.action_in("(pass ", region),
            Action::PassToPlayers(players) => self.action_of("(pass ", players),
            Action::Dribble(region) => self.action_in("(dribble ", region),
            Action::Clear(region) => self.action_in("(clear ", region),
            Action::Shoot => self.put("(shoot)"),
            Action::Hold => self.put("(hold)"),
            Action::Intercept => self.put("(intercept)"),
            Action::Tackle(players) => self.action_of("(tackle ", players),
        }
    }

    fn action_in(&mut self, word: &str, region: &Region) {
        self.put(word);
        self.region(region);
        self.put(")");
    }

    fn action_of(&mut self, word: &str, players: &UnumSet) {
        self.put(word);
        self.players(players);
        self.put(")");
    }

    fn ball_moves(&mut self, moves: BallMoves) {
        self.put("{");
        self.put(&moves.letters());
        self.put("}");
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::True => self.put("(true)"),
            Condition::False => self.put("(false)"),
            Condition::Named(name) => {
                let quotes = if self.form == Form::Server { "\"" } else { "" };
                self.put(quotes);
                self.name_in_quotes(*name);
                self.put(quotes);
            }
            Condition::PlayerPosition { team, players, minimum, maximum, region } => {
                self.players_of("(ppos ", *team, players);
                self.put(" ");
                self.int(minimum);
                self.put(" ");
                self.int(maximum);
                self.put(" ");
                self.region(region);
                self.put(")");
            }
            Condition::BallPosition(region) => self.action_in("(bpos ", region),
            Condition::BallOwner(team, players) => {
                self.players_of("(bowner ", *team, players);
                self.put(")");
            }
            Condition::PlayMode(mode) => {
                self.put("(playm ");
                self.put(&mode.name());
                self.put(")");
            }
            Condition::And(conditions) => self.conditions("(and", conditions),
            Condition::Or(conditions) => self.conditions("(or", conditions),
            Condition::Not(condition) => {
                self.put("(not ");
                self.condition(condition);
                self.put(")");
            }
            Condition::Compare { quantity, comparison, value } => {
                self.put("(");
                self.put(quantity.text());
                self.put(" ");
                self.put(comparison.text());
                self.put(" ");
                self.int(value);
                self.put(")");
            }
            Condition::Unum { variable, players } => {
                self.put("(unum ");
                self.unum(*variable);
                self.put(" ");
                self.players(players);
                self.put(")");
            }
        }
    }

    fn players_of(&mut self, word: &str, team: Team, players: &UnumSet) {
        self.put(word);
        self.put(team.text());
        self.put(" ");
        self.players(players);
    }

    fn conditions(&mut self, word: &str, conditions: &[Condition]) {
        self.put(word);
        self.elements(conditions, Self::condition);
        self.put(")");
    }

    fn region(&mut self, region: &Region) {
        match region {
            Region::Null => self.put("(null)"),
            Region::Named(name) => self.name_in_quotes(*name),
            Region::Point(point) => self.point(point),
            Region::Rectangle(points) => self.points("(rec", points),
            Region::Triangle(points) => self.points("(tri", points),
            Region::Quadrangle(points) if self.form == Form::Server => {
                self.points("(quad", &points[..3]);
            }
            Region::Quadrangle(points) => self.points("(quad", points),
            Region::Arc { centre, inner, outer, begin, span } => {
                self.put("(arc ");
                self.point(centre);
                self.numbers(&[*inner, *outer, *begin, *span]);
                self.put(")");
            }
            Region::Union(regions) if self.form == Form::Server => {
                self.union_of_server(regions, &mut Vec::new());
            }
            Region::Union(regions) => {
                self.put("(reg");
                self.elements(regions, Self::region);
                self.put(")");
            }
        }
    }

    /// rcssserver keeps regions that it has read on one stack, and a union takes all of them. So a
    /// union inside another one also takes the regions before it. `stack` holds their texts.
    fn union_of_server(&mut self, regions: &[Region], stack: &mut Vec<String>) {
        self.stack_union(regions, stack);
        let text = stack.pop().unwrap_or_default();
        self.put(&text);
    }

    fn stack_union(&self, regions: &[Region], stack: &mut Vec<String>) {
        for region in regions {
            match region {
                Region::Union(inner) => self.stack_union(inner, stack),
                region => {
                    let mut writer = Self { out: String::new(), form: self.form };
                    writer.region(region);
                    stack.push(writer.out);
                }
            }
        }
        let texts = format!("(reg {})", stack.join(" "));
        stack.clear();
        stack.push(texts);
    }

    fn points(&mut self, word: &str, points: &[Point]) {
        self.put(word);
        self.elements(points, Self::point);
        self.put(")");
    }

    fn point(&mut self, point: &Point) {
        match point {
            Point::Absolute { x, y } => {
                self.put("(pt");
                self.numbers(&[*x, *y]);
            }
            Point::Relative { x, y, origin } => {
                self.put("(pt");
                self.numbers(&[*x, *y]);
                self.put(" ");
                self.point(origin);
            }
            Point::Ball => self.put("(pt ball"),
            Point::Player(team, unum) => {
                self.put("(pt ");
                self.put(team.text());
                self.put(" ");
                self.unum(*unum);
            }
            Point::Arithmetic { left, operator, right } => {
                self.put("(");
                self.point(left);
                self.put(" ");
                self.put(operator.text());
                self.put(" ");
                self.point(right);
            }
        }
        self.put(")");
    }

    fn players(&mut self, players: &UnumSet) {
        self.put("{");
        let is_turned_round = self.form == Form::Server;
        for at in 0..players.len() {
            self.put(if at == 0 { "" } else { " " });
            let unum = players[if is_turned_round { players.len() - 1 - at } else { at }];
            match unum {
                Unum::Quoted(name) if is_turned_round => self.put(name.as_str()),
                unum => self.unum(unum),
            }
        }
        self.put("}");
    }

    fn unum(&mut self, unum: Unum) {
        match unum {
            // rcssserver's numbers are an unsigned enumeration, in which 12 means none.
            Unum::Number(12) if self.form == Form::Server => self.put("(null)"),
            Unum::Number(number) if self.form == Form::Server => self.int(number as u32),
            Unum::Number(number) => self.int(number),
            Unum::Variable(name) => self.put(name.as_str()),
            Unum::Quoted(name) => self.name_in_quotes(name),
        }
    }
}
