//! What a player's coach wants of them now (soccer server manual, section 7.7.5).

use crate::advice::{ActionKind, Applied, Directives, Unums, bit};
use crate::disc::Vec2;
use crate::wire::clang::Team;

/// All directives that apply to a team now; `None` if nobody has said anything.
#[derive(Clone, Copy, Default)]
pub(in crate::teams) struct Advice<'a>(Option<&'a Directives>);

impl<'a> Advice<'a> {
    /// Returns the advice of the directives that apply.
    pub fn new(directives: &'a Directives) -> Self {
        Self((!directives.all().is_empty()).then_some(directives))
    }

    /// What one of our players is told about a kind of action: to do it, or not to.
    pub fn of(
        self,
        unum: u8,
        kind: ActionKind,
        positive: bool,
    ) -> impl Iterator<Item = Instruction<'a>> + use<'a> {
        self.all(unum).filter(move |instruction| {
            instruction.kind() == kind && instruction.is_positive() == positive
        })
    }

    /// Everything that one of our players is told.
    pub fn all(self, unum: u8) -> impl Iterator<Item = Instruction<'a>> + use<'a> {
        let instructions = move |directives: &'a Directives| {
            let own = directives.advice_for(unum.into());
            own.map(move |applied| Instruction { directives, applied })
        };
        self.0.map(instructions).into_iter().flatten()
    }

    /// Whether one of our players is told to do something of a kind, or not to.
    pub fn has(self, unum: u8, kind: ActionKind, positive: bool) -> bool {
        self.of(unum, kind, positive).next().is_some()
    }

    /// Those of ours who must not go for the ball.
    pub fn kept_off_ball(self) -> Unums {
        let Some(directives) = self.0 else { return 0 };
        let kept_off = |applied: &&Applied| {
            applied.kind == ActionKind::Intercept
                && !applied.positive
                && applied.team == Team::Our
                && applied.source.is_advice()
        };
        directives.all().iter().filter(kept_off).fold(0, |all, applied| all | applied.players)
    }

    /// The type that an opponent is said to have, if anything was said about them. The last
    /// statement counts, even if it only describes. Below 0: nobody knows.
    pub fn type_of_opponent(self, unum: u8) -> Option<i32> {
        let own = bit(unum.into());
        let about = |applied: &&Applied| {
            applied.kind == ActionKind::PlayerType
                && applied.positive
                && applied.team == Team::Opp
                && applied.players & own != 0
        };
        Some(self.0?.all().iter().rfind(about)?.number)
    }
}

/// One thing that a player is told.
#[derive(Clone, Copy)]
pub(in crate::teams) struct Instruction<'a> {
    directives: &'a Directives,
    applied: &'a Applied,
}

impl<'a> Instruction<'a> {
    /// The kind of action.
    pub fn kind(&self) -> ActionKind {
        self.applied.kind
    }

    /// Whether they are told to do it rather than to avoid it.
    pub fn is_positive(&self) -> bool {
        self.applied.positive
    }

    /// The directive that applies, with its players and ways.
    pub fn applied(&self) -> &'a Applied {
        self.applied
    }

    /// Whether it is about a player of this number.
    pub fn names(&self, unum: u8) -> bool {
        self.applied.unums & bit(unum.into()) != 0
    }

    /// Whether a point is in its region.
    pub fn contains(&self, point: Vec2) -> bool {
        let point = [point.x, point.y];
        self.directives.region(self.applied).iter().any(|shape| shape.contains(point))
    }

    /// The point of its region that is nearest to another point; `None` if it is about no region.
    pub fn nearest(&self, point: Vec2) -> Option<Vec2> {
        let [x, y] = self.directives.nearest(self.applied, [point.x, point.y])?;
        Some(Vec2::new(x, y))
    }

    /// The middle of its region.
    pub fn centre(&self) -> Option<Vec2> {
        let [x, y] = self.directives.centre(self.applied)?;
        Some(Vec2::new(x, y))
    }
}
