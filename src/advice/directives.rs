//! What applies in a situation.

use super::bindings::Bindings;
use super::region::Area;
use super::shape::{Point, Shape, distance2};
use super::situation::{Situation, Unums, bit};
use crate::wire::clang::{BallMoves, Name, Team};
use std::ops::Range;

/// Kinds of actions, with the language's words for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ActionKind {
    /// `pos`
    Position,
    /// `home`
    Home,
    /// `bto`
    BallTo,
    /// `mark`
    Mark,
    /// `markl`
    MarkLane,
    /// `oline`
    OffsideLine,
    /// `htype`
    PlayerType,
    /// `pass`
    Pass,
    /// `dribble`
    Dribble,
    /// `clear`
    Clear,
    /// `shoot`
    Shoot,
    /// `hold`
    Hold,
    /// `intercept`
    Intercept,
    /// `tackle`
    Tackle,
}

impl ActionKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::Position,
        Self::Home,
        Self::BallTo,
        Self::Mark,
        Self::MarkLane,
        Self::OffsideLine,
        Self::PlayerType,
        Self::Pass,
        Self::Dribble,
        Self::Clear,
        Self::Shoot,
        Self::Hold,
        Self::Intercept,
        Self::Tackle,
    ];

    /// The language's word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "pos",
            Self::Home => "home",
            Self::BallTo => "bto",
            Self::Mark => "mark",
            Self::MarkLane => "markl",
            Self::OffsideLine => "oline",
            Self::PlayerType => "htype",
            Self::Pass => "pass",
            Self::Dribble => "dribble",
            Self::Clear => "clear",
            Self::Shoot => "shoot",
            Self::Hold => "hold",
            Self::Intercept => "intercept",
            Self::Tackle => "tackle",
        }
    }
}

/// Where a directive comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A rule that tells players what to do.
    Rule(Name),
    /// A rule that describes what is done.
    Model(Name),
    /// `advice`
    Advice,
    /// `info`
    Info,
}

impl Source {
    /// Whether players are to follow it; otherwise it describes what was observed.
    pub fn is_advice(self) -> bool {
        matches!(self, Self::Rule(_) | Self::Advice)
    }
}

/// An action that applies to some players now.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// Where it comes from.
    pub source: Source,
    /// Index of its directive: actions of one directive are alternatives.
    pub directive: u32,
    /// Whether it is to be done rather than avoided.
    pub positive: bool,
    /// The team of the players to whom it applies.
    pub team: Team,
    /// The players to whom it applies.
    pub players: Unums,
    /// The kind of action.
    pub kind: ActionKind,
    /// Whether the action is about a region, which may be empty.
    pub has_region: bool,
    /// The region: a range of [`Directives::shapes`].
    pub(super) shapes: Range<u32>,
    /// Players that the action is about.
    pub unums: Unums,
    /// The player type of `htype`.
    pub number: i32,
    /// Ways of `bto` with a region.
    pub ways: BallMoves,
}

/// All that applies in a situation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directives {
    list: Vec<Applied>,
    shapes: Vec<Shape>,
    count: u32,
}

impl Directives {
    /// All of them, in the order in which they were defined or said.
    pub fn all(&self) -> &[Applied] {
        &self.list
    }

    /// Those that one of our players is to follow.
    pub fn advice_for(&self, number: usize) -> impl Iterator<Item = &Applied> {
        let own = bit(number as i32);
        self.list.iter().filter(move |applied| {
            applied.source.is_advice() && applied.team == Team::Our && applied.players & own != 0
        })
    }

    /// The region of an action; empty if the action has none, or an empty one.
    pub fn region(&self, applied: &Applied) -> &[Shape] {
        let range = applied.shapes.start as usize..applied.shapes.end as usize;
        self.shapes.get(range).unwrap_or_default()
    }

    /// The point of an action's region that is nearest to another point.
    pub fn nearest(&self, applied: &Applied, point: Point) -> Option<Point> {
        let nearest = self.region(applied).iter().map(|shape| shape.nearest(point));
        nearest.min_by(|a, b| distance2(*a, point).total_cmp(&distance2(*b, point)))
    }

    /// The middle of an action's region: of its first shape, if it is made of several.
    pub fn centre(&self, applied: &Applied) -> Option<Point> {
        self.region(applied).first().map(Shape::centre)
    }

    /// Removes everything, so that nothing applies.
    pub fn clear(&mut self) {
        self.list.clear();
        self.shapes.clear();
        self.count = 0;
    }

    pub(super) fn next_directive(&mut self) -> u32 {
        self.count += 1;
        self.count - 1
    }

    pub(super) fn push(&mut self, applied: Applied) {
        self.list.push(applied);
    }

    /// Adds a region's shapes and returns their range; adds nothing if one of them is nowhere.
    /// Empty shapes are left out: nobody can go there.
    pub(super) fn add_shapes(
        &mut self,
        area: Option<&Area>,
        situation: &Situation,
        bindings: &Bindings,
    ) -> Option<Range<u32>> {
        let start = self.shapes.len();
        for outline in area.into_iter().flat_map(|area| &area.outlines) {
            match outline.shape(situation, bindings) {
                Some(shape) if shape.is_empty() => {}
                Some(shape) => self.shapes.push(shape),
                None => {
                    self.shapes.truncate(start);
                    return None;
                }
            }
        }
        Some(start as u32..self.shapes.len() as u32)
    }
}
