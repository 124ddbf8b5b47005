//! What names stand for.

use crate::wire::clang::{Action, Condition, Definition, Directive, Name, Region};
use std::collections::HashMap;

/// What a coach has given names to, rules aside. A name stands for what it was defined as last,
/// also where it was used before that.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definitions {
    /// `definec`
    pub conditions: HashMap<Name, Condition>,
    /// `defined`
    pub directives: HashMap<Name, Directive>,
    /// `definer`
    pub regions: HashMap<Name, Region>,
    /// `definea`
    pub actions: HashMap<Name, Action>,
}

impl Definitions {
    /// Notes a definition; a rule is left to the caller, and nothing happens.
    pub fn define(&mut self, definition: &Definition) {
        match definition {
            Definition::Condition(name, it) => drop(self.conditions.insert(*name, it.clone())),
            Definition::Directive(name, it) => drop(self.directives.insert(*name, it.clone())),
            Definition::Region(name, it) => drop(self.regions.insert(*name, it.clone())),
            Definition::Action(name, it) => drop(self.actions.insert(*name, it.clone())),
            Definition::Rule { .. } => {}
        }
    }
}
