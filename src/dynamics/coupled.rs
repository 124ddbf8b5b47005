//! The accelerations of trees that islands couple: [`newton`](super::newton)'s iteration, split
//! into steps. In each step lanes do their own part; in between, islands add what couples the
//! lanes.
//!
//! Trees that no island couples, but that share registers with coupled trees, take the same steps:
//! they would cost as much alone. Their results are those of `newton`, to the last bit.

use super::data::TreeData;
use super::factor::add_product;
use super::island::{Island, LowRank, Member};
use super::line_search::{Bracket, MAX_TRIALS, derivatives};
use super::newton::{
    MAX_ITERATIONS, advance, begin, choose_length, direct, factorize_matrix, find_turns, finish,
    long, negligible, reduce, still_moving, turn, wants_another,
};
use super::own::prepare_own_contacts;
use super::params::Params;
use super::tree::Tree;
use crate::math::lane::{Kernel, Lane, Mask};
use crate::math::precision::Precision;
use std::marker::PhantomData;

/// The part of the iteration that lanes do before islands have their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Residuals and gradient at the warm start.
    Begin,
    /// The matrix's factor, and the first half of the search direction.
    Reduce,
    /// The second half of the search direction, and the rows that flip along it; the flag says
    /// whether this is the first iteration.
    Direct(bool),
    /// Derivatives of the cost along the direction.
    Try,
    /// Move to the next iterate.
    Turn,
    /// The iterate is the result.
    Finish,
}

/// Data that lanes and islands exchange.
#[derive(Clone, Debug)]
pub struct Exchange<L: Lane> {
    /// Lanes that islands couple; bits.
    pub coupled: u32,
    /// Lanes that share registers with those; bits.
    pub beside: u32,
    /// Lanes of both kinds that are still to move at the beginning of the iteration, and at its
    /// end; bits.
    pub moving: u32,
    pub todo: u32,
    /// Lanes whose matrix has changed since it was factorized.
    stale: u32,
    /// Lanes whose matrix has just been factorized anew. Others have the factor that they had, as
    /// the same matrix gives the same numbers.
    renewed: u32,
    /// The iterate's square at the warm start, in the metric of the mass matrix; once the first
    /// direction is known, plus the gradient's square in the metric of the cost.
    size: L,
    /// Slope of the cost along the search direction, at its start.
    slope: L,
    /// Lanes in which a row flips within a full step.
    flips: u32,
    /// How far to go along the search direction, and the cost's derivatives there.
    length: L,
    trial: (L, L),
}

impl<L: Lane> Default for Exchange<L> {
    /// Nothing is coupled.
    fn default() -> Self {
        let zero = L::zero();
        Self {
            coupled: 0,
            beside: 0,
            moving: 0,
            todo: 0,
            stale: 0,
            renewed: 0,
            size: zero,
            slope: zero,
            flips: 0,
            length: zero,
            trial: (zero, zero),
        }
    }
}

impl Step {
    /// Whether a group has anything to do in this step.
    pub fn concerns<L: Lane>(self, d: &TreeData<L>) -> bool {
        match self {
            Self::Begin | Self::Finish => d.exchange.coupled != 0,
            _ => d.exchange.moving != 0,
        }
    }

    /// Takes this step in all lanes of a group.
    #[inline(always)]
    pub fn take<L: Lane>(self, tree: &Tree, params: &Params<L>, d: &mut TreeData<L>) {
        let (moving, todo) = (d.exchange.moving, L::Mask::from_bits(d.exchange.todo));
        match self {
            Self::Begin => {
                prepare_own_contacts(tree, d);
                let all = d.exchange.coupled | d.exchange.beside;
                d.exchange.moving = all;
                d.exchange.todo = all;
                d.exchange.stale = all;
                d.exchange.size = begin(tree, params, L::Mask::from_bits(all), d);
            }
            Self::Reduce => {
                let renewed = d.exchange.stale & moving;
                if renewed != 0 {
                    factorize_matrix(tree, params, todo, d);
                }
                d.exchange.stale = 0;
                d.exchange.renewed = renewed;
                reduce(tree, todo, d);
                d.solver.correction.fill(L::zero());
            }
            Self::Direct(is_first) => look(tree, params, is_first, d),
            Self::Try => {
                d.exchange.trial = derivatives(params, d.exchange.slope, d.exchange.length, d);
            }
            Self::Turn if !todo.any() => {
                advance(d.exchange.length, d);
                d.exchange.moving = 0;
            }
            Self::Turn => {
                turn(tree, params, todo, d.exchange.length, d);
                // In single precision the gradient is computed anew.
                if L::PRECISION == Precision::F64 {
                    take_push(tree, d);
                }
                d.exchange.moving = d.exchange.todo;
                d.exchange.stale = d.solver.bent;
            }
            Self::Finish => finish(d),
        }
    }
}

/// Completes the search direction and finds the rows that flip along it. Islands decide about their
/// lanes afterwards; for the lanes beside them, this decides whether they are done, and how far
/// they go.
#[inline(always)]
fn look<L: Lane>(tree: &Tree, params: &Params<L>, is_first: bool, d: &mut TreeData<L>) {
    let slope = direct(tree, d);
    if is_first {
        d.exchange.size -= slope;
    }
    let Exchange { coupled, beside, moving, size, .. } = d.exchange;
    let beside = beside & moving & still_moving(slope, size, d).bits();
    let flips = find_turns(params, moving & coupled | beside, d);
    let goes_on = beside & (flips | wants_another(slope, size, is_first).bits());
    let todo = L::Mask::from_bits(goes_on);
    let length = choose_length(params, slope, todo, d);
    let e = &mut d.exchange;
    (e.slope, e.flips, e.length) = (slope, flips, length);
    e.todo = moving & coupled | goes_on;
}

/// Adds to the gradient, which covers only the lanes' own rows, the change in force of the islands'
/// contacts due to the step along the search direction. This is what has been added to the
/// half-solved direction, with that half of the solution undone.
#[inline(always)]
fn take_push<L: Lane>(tree: &Tree, d: &mut TreeData<L>) {
    let length = d.exchange.length;
    let s = &mut d.solver;
    for correction in &mut s.correction {
        *correction = *correction * length;
    }
    let (push, gradient, scaled) = (&s.correction, &mut s.gradient, &mut s.scaled);
    add_product(tree, &d.factor, &d.inverse_diagonal, &d.fill, push, gradient, scaled);
}

/// The holder of the lane groups.
pub trait Crowd<L: Lane> {
    /// Takes a step with every group that it concerns.
    fn step(&mut self, step: Step);
    /// Whether any lane is still to move.
    fn moves(&self) -> bool;
    /// A group.
    fn group(&mut self, index: usize) -> (&Tree, &mut TreeData<L>);
}

/// Minimizes the cost of all islands, and of the trees beside them, from the warm starts in `qacc`;
/// leaves the minimizers there.
pub fn solve_islands<L: Lane>(
    islands: &mut [Island],
    low_rank: &mut LowRank<L>,
    crowd: &mut impl Crowd<L>,
) {
    crowd.step(Step::Begin);
    let mut first = 0;
    for island in &mut *islands {
        island.first = first;
        first += island.members.len();
        island.order_contacts();
        island.size = island.sum(crowd, |exchange, lane| exchange.size.lane(lane));
        island.gather(crowd, |d| &d.solver.x);
        island.evaluate();
    }
    for iteration in 0..MAX_ITERATIONS {
        let is_first = iteration == 0;
        if !crowd.moves() {
            break;
        }
        crowd.step(Step::Reduce);
        for island in islands.iter_mut().filter(|island| !island.done) {
            L::run(Couple(PhantomData), &mut (&mut *island, &mut *low_rank, &mut *crowd));
        }
        crowd.step(Step::Direct(is_first));
        for island in islands.iter_mut().filter(|island| !island.done) {
            L::run(Look(PhantomData, is_first), &mut (&mut *island, &mut *crowd));
        }
        search(islands, crowd);
        crowd.step(Step::Turn);
        for island in islands.iter_mut().filter(|island| !island.done) {
            L::run(TurnWith, island);
        }
    }
    crowd.step(Step::Finish);
}

/// See [`line_search`](super::line_search::line_search).
fn search<L: Lane>(islands: &mut [Island], crowd: &mut impl Crowd<L>) {
    for trial in 0..=MAX_TRIALS {
        let searching = |island: &Island| !island.done && !island.bracket.found;
        if !islands.iter().any(searching) {
            break;
        }
        crowd.step(Step::Try);
        for island in islands.iter_mut().filter(|island| searching(island)) {
            let (own_slope, own_curvature) =
                island.derivatives(island.own_slope, island.bracket.length);
            let slope = own_slope + island.sum(crowd, |e, lane| e.trial.0.lane(lane));
            let curvature = own_curvature + island.sum(crowd, |e, lane| e.trial.1.lane(lane));
            island.bracket.narrow(island.slope, slope, curvature, trial);
            let length = island.bracket.length;
            island.each(crowd, |d, lane| d.exchange.length.set_lane(lane, length));
        }
    }
}

/// Corrects the half-solved search direction of an island's trees by what couples them.
struct Couple<'a, L, C>(PhantomData<(&'a L, C)>);

impl<'a, L: Lane, C: Crowd<L> + 'a> Kernel for Couple<'a, L, C> {
    type Data = (&'a mut Island, &'a mut LowRank<L>, &'a mut C);
    type Output = ();
    #[inline(always)]
    fn run(self, (island, low_rank, crowd): &mut Self::Data) {
        let renewed = island.members.iter().map(|Member { group, lane, .. }| {
            crowd.group(*group).1.exchange.renewed >> lane & 1 == 1
        });
        low_rank.turn_to(island.first, island.is_by_dofs, renewed);
        island.add_curvature(low_rank);
        low_rank.begin(island.contacts(), island.dofs());
        for (index, member) in island.members.iter().enumerate() {
            let (tree, d) = crowd.group(member.group);
            low_rank.reduce(index, tree, d, member.lane);
        }
        low_rank.assemble(island.members.len());
        low_rank.solve::<L>();
        for (index, member) in island.members.iter().enumerate() {
            low_rank.correct(index, crowd.group(member.group).1, member.lane);
        }
    }
}

/// Decides whether an island is done, given its search direction; the flag says whether this is the
/// first iteration.
struct Look<'a, L, C>(PhantomData<(&'a L, C)>, bool);

impl<'a, L: Lane, C: Crowd<L> + 'a> Kernel for Look<'a, L, C> {
    type Data = (&'a mut Island, &'a mut C);
    type Output = ();
    #[inline(always)]
    fn run(self, (island, crowd): &mut Self::Data) {
        island.gather(*crowd, |d| &d.solver.direction);
        let mut flips = island.find_turns();
        island.own_slope = island.contact_slope();
        island.slope = island.own_slope;
        for Member { group, lane, .. } in &island.members {
            let exchange = &crowd.group(*group).1.exchange;
            island.slope += exchange.slope.lane(*lane);
            flips |= exchange.flips >> lane & 1 == 1;
        }
        if self.1 {
            island.size -= island.slope;
        }
        island.bracket = Bracket::new();
        // See `still_moving` and `choose_length`.
        let is_assumed = |m: &Member| crowd.group(m.group).1.solver.assumed >> m.lane & 1 == 1;
        let assumed = island.members.iter().any(is_assumed);
        island.bracket.found = assumed;
        let moves = assumed || -island.slope > island.size * negligible(L::PRECISION);
        let wants_another = !self.1 && -island.slope > island.size * long(L::PRECISION);
        if !(moves && (flips || wants_another)) {
            island.done = true;
            island.each(*crowd, |d, lane| d.exchange.todo &= !(1 << lane));
        }
    }
}

/// Moves an island to the next iterate, after its lanes. Its residuals are `f64` even if lanes are
/// in single precision, so they advance even where lanes evaluate theirs anew.
struct TurnWith;

impl Kernel for TurnWith {
    type Data = Island;
    type Output = ();
    #[inline(always)]
    fn run(self, island: &mut Island) {
        island.turn(island.bracket.length);
    }
}

impl Island {
    /// Calls a function with the lanes of all trees.
    #[inline(always)]
    fn each<L: Lane>(
        &self,
        crowd: &mut impl Crowd<L>,
        mut act: impl FnMut(&mut TreeData<L>, usize),
    ) {
        for member in &self.members {
            act(crowd.group(member.group).1, member.lane);
        }
    }

    /// Sums a number over all trees.
    #[inline(always)]
    fn sum<L: Lane>(
        &self,
        crowd: &mut impl Crowd<L>,
        number: impl Fn(&Exchange<L>, usize) -> f64,
    ) -> f64 {
        let mut sum = 0.0;
        self.each(crowd, |d, lane| sum += number(&d.exchange, lane));
        sum
    }

    /// Copies a vector from the lanes of all trees to `way`.
    #[inline(always)]
    fn gather<L: Lane>(
        &mut self,
        crowd: &mut impl Crowd<L>,
        vector: impl Fn(&TreeData<L>) -> &[L],
    ) {
        self.way.clear();
        for member in &self.members {
            let vector = vector(crowd.group(member.group).1);
            self.way.extend(vector.iter().map(|x| x.lane(member.lane)));
        }
    }
}
