//! Compiled rules: what applies where their conditions hold.

use super::bindings::Bindings;
use super::condition::Test;
use super::directives::{ActionKind, Applied, Directives, Source};
use super::region::{Area, Set};
use super::situation::Situation;
use crate::wire::clang::{BallMoves, Team};

/// A rule: directives and further rules under a condition.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Program {
    pub test: Test,
    pub orders: Vec<Order>,
    pub inner: Vec<Program>,
}

/// A directive.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Order {
    pub positive: bool,
    pub team: Team,
    pub players: Set,
    pub actions: Vec<CompiledAction>,
}

/// An action, with its region and players compiled.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CompiledAction {
    pub kind: ActionKind,
    pub area: Option<Area>,
    pub players: Option<Set>,
    pub number: i32,
    pub ways: BallMoves,
}

impl Program {
    /// Adds the directives that apply. The condition of an outer rule applies to its inner rules,
    /// too, and so do the variables that it has bound.
    pub fn apply(
        &self,
        source: Source,
        situation: &Situation,
        mut bindings: Bindings,
        to: &mut Directives,
    ) {
        if self.test.holds(situation, &mut bindings) != Some(true) {
            return;
        }
        for order in &self.orders {
            order.apply(source, situation, &bindings, to);
        }
        for inner in &self.inner {
            inner.apply(source, situation, bindings, to);
        }
    }
}

impl Order {
    /// Adds its actions. An action with a variable that nothing binds, or with a region that has a
    /// point that is nowhere, is left out.
    fn apply(
        &self,
        source: Source,
        situation: &Situation,
        bindings: &Bindings,
        to: &mut Directives,
    ) {
        let Some(players) = self.players.value(bindings).filter(|players| *players != 0) else {
            return;
        };
        let directive = to.next_directive();
        for action in &self.actions {
            let Some(opponents) =
                action.players.as_ref().map_or(Some(0), |set| set.value(bindings))
            else {
                continue;
            };
            let Some(shapes) = to.add_shapes(action.area.as_ref(), situation, bindings) else {
                continue;
            };
            to.push(Applied {
                source,
                directive,
                positive: self.positive,
                team: self.team,
                players,
                kind: action.kind,
                has_region: action.area.is_some(),
                shapes,
                unums: opponents,
                number: action.number,
                ways: action.ways,
            });
        }
    }
}
