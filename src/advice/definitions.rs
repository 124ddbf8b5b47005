//! What names stand for.

use crate::wire::clang::{Action, Condition, Definition, Directive, Name, Region};
use std::collections::HashMap;

/// What a coach has given names to, apart from rules. A name stands for its last definition, even
/// where it was used before that.
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
    /// Records a definition. Rules are left to the caller: for them, nothing happens.
    pub fn define(&mut self, definition: &Definition) {
        match definition {
            Definition::Condition(name, it) => drop(self.conditions.insert(*name, it.clone())),
            Definition::Directive(name, it) => drop(self.directives.insert(*name, it.clone())),
            Definition::Region(name, it) => drop(self.regions.insert(*name, it.clone())),
            Definition::Action(name, it) => drop(self.actions.insert(*name, it.clone())),
            Definition::Rule { .. } => {}
        }
    }

    /// Whether there are no definitions.
    pub(super) fn is_empty(&self) -> bool {
        self.conditions.is_empty()
            && self.directives.is_empty()
            && self.regions.is_empty()
            && self.actions.is_empty()
    }

    /// All definitions, by their names.
    pub(super) fn all(&self) -> impl Iterator<Item = Definition> {
        let conditions = sorted(&self.conditions, Definition::Condition);
        let directives = sorted(&self.directives, Definition::Directive);
        let regions = sorted(&self.regions, Definition::Region);
        let actions = sorted(&self.actions, Definition::Action);
        conditions.chain(directives).chain(regions).chain(actions)
    }
}

/// Definitions of one kind, sorted by their names so that the order never changes.
fn sorted<T: Clone>(
    named: &HashMap<Name, T>,
    define: fn(Name, T) -> Definition,
) -> impl Iterator<Item = Definition> {
    let mut all: Vec<_> = named.iter().collect();
    all.sort_by_key(|(name, _)| name.as_str());
    all.into_iter().map(move |(name, it)| define(*name, it.clone()))
}
