//! What a team has been told.

use super::bindings::Bindings;
use super::compile::{Compiler, Problem};
use super::definitions::Definitions;
use super::directives::{Directives, Source};
use super::rule::Program;
use super::situation::Situation;
use crate::wire::clang::{
    Activation, Condition, Definition, Directive, Message, Name, Rule, RuleMode, RuleNames, Token,
};
use std::collections::HashMap;
use thiserror::Error;

/// A message that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AdviceError {
    /// It names a rule that is not defined.
    #[error("no rule is called {0}")]
    NoRule(Name),
}

/// A rule that has a name.
#[derive(Clone, Debug)]
struct Entry {
    name: Name,
    mode: RuleMode,
    rule: Rule,
    on: bool,
    program: Option<Program>,
}

/// Advice or information for a number of cycles.
#[derive(Clone, Debug)]
struct Saying {
    source: Source,
    /// The first cycle in which it no longer applies.
    until: i64,
    condition: Condition,
    directives: Vec<Directive>,
    program: Option<Program>,
}

/// What a team has been told by its coach.
#[derive(Clone, Debug, Default)]
pub struct RuleBase {
    definitions: Definitions,
    /// In the order in which they were defined first.
    rules: Vec<Entry>,
    sayings: Vec<Saying>,
    problems: Vec<Problem>,
}

impl RuleBase {
    /// Returns a rule base for a team that has been told nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Follows a message that is heard in a cycle. A rule is off when it is defined, even if it is
    /// defined anew. `(clear)` in advice forgets the advice before it, and in information the
    /// information.
    ///
    /// Names may be used before they are defined. Parts for which a name is missing do not apply;
    /// [`problems`](Self::problems) lists them.
    ///
    /// # Errors
    /// [`AdviceError::NoRule`]; then nothing has changed.
    pub fn hear(&mut self, message: &Message, time: i64) -> Result<(), AdviceError> {
        self.sayings.retain(|saying| time < saying.until);
        match message {
            Message::Meta(_) | Message::Freeform(_) | Message::Unsupported => return Ok(()),
            Message::Info(tokens) => self.hear_tokens(tokens, Source::Info, time),
            Message::Advice(tokens) => self.hear_tokens(tokens, Source::Advice, time),
            Message::Define(definitions) => self.define(definitions),
            Message::Rule(activations) => return self.activate(activations),
            Message::Delete(names) => self.delete(names)?,
        }
        self.compile();
        Ok(())
    }

    /// Whether nothing is defined, and nothing was said that still applies.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.sayings.is_empty() && self.definitions.is_empty()
    }

    /// Messages, and the cycles in which to [hear](Self::hear) them, that turn an empty rule base
    /// into one that means the same as this one.
    pub fn messages(&self) -> Vec<(i64, Message)> {
        let rule = |entry: &Entry| {
            let (name, mode, rule) = (entry.name, entry.mode, entry.rule.clone());
            Definition::Rule { name, mode, rule }
        };
        let rules = self.rules.iter().map(rule);
        let defined = self.definitions.all().chain(rules);
        let defined = defined.map(|definition| Message::Define(vec![definition]));
        let on = self.rules.iter().filter(|entry| entry.on).map(|entry| {
            let rules = RuleNames::Some(vec![entry.name]);
            Message::Rule(vec![Activation { on: true, rules }])
        });
        let said = self.sayings.iter().map(|saying| {
            // Heard at such a time that it ends when this one does, and none ends before all are
            // heard.
            let lifetime = i32::try_from(saying.until).unwrap_or(i32::MAX);
            let time = saying.until - i64::from(lifetime);
            let (condition, directives) = (saying.condition.clone(), saying.directives.clone());
            let tokens = vec![Token::Rule { lifetime, condition, directives }];
            let is_info = saying.source == Source::Info;
            (time, if is_info { Message::Info(tokens) } else { Message::Advice(tokens) })
        });
        defined.chain(on).map(|message| (i64::MIN, message)).chain(said).collect()
    }

    /// Writes what applies in a situation: first what was defined, then what was said, each in
    /// order.
    pub fn directives(&self, situation: &Situation, to: &mut Directives) {
        to.clear();
        for entry in self.rules.iter().filter(|entry| entry.on) {
            if let Some(program) = &entry.program {
                program.apply(entry.source(), situation, Bindings::default(), to);
            }
        }
        for saying in self.sayings.iter().filter(|saying| situation.time < saying.until) {
            if let Some(program) = &saying.program {
                program.apply(saying.source, situation, Bindings::default(), to);
            }
        }
    }

    /// Names, modes and whether they are on, of all rules in the order in which they were defined.
    pub fn rules(&self) -> impl Iterator<Item = (Name, RuleMode, bool)> {
        self.rules.iter().map(|entry| (entry.name, entry.mode, entry.on))
    }

    /// Parts of rules that cannot apply.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// What names stand for.
    pub fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    fn hear_tokens(&mut self, tokens: &[Token], source: Source, time: i64) {
        for token in tokens {
            match token {
                Token::Clear => self.sayings.retain(|saying| saying.source != source),
                Token::Rule { lifetime, condition, directives } => self.sayings.push(Saying {
                    source,
                    until: time.saturating_add(i64::from(*lifetime)),
                    condition: condition.clone(),
                    directives: directives.clone(),
                    program: None,
                }),
            }
        }
    }

    fn define(&mut self, definitions: &[Definition]) {
        for definition in definitions {
            let Definition::Rule { name, mode, rule } = definition else {
                self.definitions.define(definition);
                continue;
            };
            let (name, mode, rule) = (*name, *mode, rule.clone());
            let entry = Entry { name, mode, rule, on: false, program: None };
            match self.rules.iter_mut().find(|known| known.name == name) {
                Some(known) => *known = entry,
                None => self.rules.push(entry),
            }
        }
    }

    fn activate(&mut self, activations: &[Activation]) -> Result<(), AdviceError> {
        activations.iter().try_for_each(|activation| self.check(&activation.rules))?;
        for activation in activations {
            let is_meant = |entry: &&mut Entry| activation.rules.contains(entry.name);
            self.rules.iter_mut().filter(is_meant).for_each(|entry| entry.on = activation.on);
        }
        Ok(())
    }

    fn delete(&mut self, names: &RuleNames) -> Result<(), AdviceError> {
        self.check(names)?;
        self.rules.retain(|entry| !names.contains(entry.name));
        Ok(())
    }

    fn check(&self, names: &RuleNames) -> Result<(), AdviceError> {
        let RuleNames::Some(names) = names else { return Ok(()) };
        let is_known = |name: &Name| self.rules.iter().any(|entry| entry.name == *name);
        match names.iter().find(|name| !is_known(name)) {
            Some(name) => Err(AdviceError::NoRule(*name)),
            None => Ok(()),
        }
    }

    /// Compiles all rules anew, since any of them may use what has changed.
    fn compile(&mut self) {
        let rules: HashMap<_, _> = self.rules.iter().map(|it| (it.name, &it.rule)).collect();
        let mut problems = Vec::new();
        let mut note = |rule: &str, reasons: Vec<String>| {
            let of_rule = |reason| Problem { rule: rule.to_owned(), reason };
            problems.extend(reasons.into_iter().map(of_rule));
        };
        let programs: Vec<_> = (self.rules.iter())
            .map(|entry| {
                let mut compiler = Compiler::new(&self.definitions, &rules);
                let program = compiler.rule_named(entry.name, &entry.rule);
                note(entry.name.as_str(), compiler.reasons);
                program
            })
            .collect();
        for saying in &mut self.sayings {
            let mut compiler = Compiler::new(&self.definitions, &rules);
            saying.program = compiler.directives(&saying.condition, &saying.directives);
            note("", compiler.reasons);
        }
        for (entry, program) in self.rules.iter_mut().zip(programs) {
            entry.program = program;
        }
        self.problems = problems;
    }
}

impl Entry {
    fn source(&self) -> Source {
        match self.mode {
            RuleMode::Model => Source::Model(self.name),
            RuleMode::Directive => Source::Rule(self.name),
        }
    }
}
