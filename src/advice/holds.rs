//! Conditions and regions by themselves.

use super::bindings::Bindings;
use super::compile::{Compiler, Problem};
use super::condition::Test;
use super::definitions::Definitions;
use super::region::Area;
use super::shape::{Point, Shape};
use super::situation::{Situation, Unums};
use crate::wire::clang::{Condition, Name, Region};
use std::collections::HashMap;

/// A condition that can be evaluated.
#[derive(Clone, Debug)]
pub struct Clause {
    test: Test,
    variables: Vec<Name>,
}

/// A region that can be evaluated.
#[derive(Clone, Debug)]
pub struct Place {
    area: Area,
    variables: Vec<Name>,
}

/// Variables by their names, with the numbers that they stand for.
pub type Named = Vec<(Name, Unums)>;

impl Clause {
    /// Compiles a condition.
    ///
    /// # Errors
    /// A name that stands for nothing, or too many parts.
    pub fn new(condition: &Condition, definitions: &Definitions) -> Result<Self, Problem> {
        let rules = HashMap::new();
        let mut compiler = Compiler::new(definitions, &rules);
        let test = compiler.test(condition);
        let (test, variables) = finish(compiler, test)?;
        Ok(Self { test, variables })
    }

    /// Returns all bindings if it holds with these, and `None` if it does not. A condition about
    /// somebody who does not play, or about a point at a variable that is not bound, does not hold.
    pub fn holds(&self, situation: &Situation, named: &[(Name, Unums)]) -> Option<Named> {
        let mut bindings = bind(&self.variables, named);
        (self.test.holds(situation, &mut bindings) == Some(true)).then(|| {
            let slots = self.variables.iter().enumerate();
            slots.filter_map(|(slot, name)| Some((*name, bindings.get(slot)?))).collect()
        })
    }
}

impl Place {
    /// Compiles a region.
    ///
    /// # Errors
    /// A name that stands for nothing, or too many parts.
    pub fn new(region: &Region, definitions: &Definitions) -> Result<Self, Problem> {
        let rules = HashMap::new();
        let mut compiler = Compiler::new(definitions, &rules);
        let area = compiler.region(region);
        let (area, variables) = finish(compiler, area)?;
        Ok(Self { area, variables })
    }

    /// Whether a point is in it. Parts round somebody who does not play, or round a variable that
    /// is not bound to exactly one player, are nowhere.
    pub fn contains(&self, point: Point, situation: &Situation, named: &[(Name, Unums)]) -> bool {
        let bindings = bind(&self.variables, named);
        self.area.contains(point, situation, &bindings) == Some(true)
    }

    /// The shapes that it is made of now; parts that are nowhere, and empty ones, are left out.
    pub fn shapes(&self, situation: &Situation, named: &[(Name, Unums)]) -> Vec<Shape> {
        let bindings = bind(&self.variables, named);
        let outlines = self.area.outlines.iter();
        let shapes = outlines.filter_map(|outline| outline.shape(situation, &bindings));
        shapes.filter(|shape| !shape.is_empty()).collect()
    }
}

/// What was compiled, with its variables, or what is wrong with it.
fn finish<T>(compiler: Compiler, made: Option<T>) -> Result<(T, Vec<Name>), Problem> {
    let reason = compiler.reasons.into_iter().next();
    match (made, reason) {
        (Some(made), None) => Ok((made, compiler.variables)),
        (_, reason) => Err(Problem { rule: String::new(), reason: reason.unwrap_or_default() }),
    }
}

fn bind(variables: &[Name], named: &[(Name, Unums)]) -> Bindings {
    let mut bindings = Bindings::default();
    for (slot, name) in variables.iter().enumerate() {
        if let Some((_, numbers)) = named.iter().find(|(known, _)| known == name) {
            bindings.set(slot, *numbers);
        }
    }
    bindings
}
