//! What the constraints of a tree are made of: limits and dry friction of hinges, contacts with the
//! ground and of the tree with itself.

use super::contact_law::{ContactLaw, MAX_TANGENTS, Pushing, Turn, replace};
use super::memory::KnownSides;
use crate::math::lane::Lane;
use crate::math::vec3::Vec3;

/// The limit of one hinge that is active, if any.
#[derive(Clone, Copy, Debug)]
pub struct LimitRow<L> {
    /// Lanes in which it is active; bits.
    pub lanes: u32,
    /// +1 at the lower limit, -1 at the upper.
    pub sign: L,
    /// Inverse regularizer; zero where inactive.
    pub d: L,
    /// Minus the reference acceleration.
    pub offset: L,
}

/// Which side of its kinks each row of a hinge is on; bits are lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JointRows {
    /// Dry friction at its lower and upper bound.
    pub sliding: [u32; 2],
    /// The limit pushes.
    pub limited: u32,
}

impl JointRows {
    /// Replaces sides in some lanes; returns those of the lanes in which this changes the curvature
    /// of the cost: dry friction has none at either bound.
    #[inline(always)]
    pub fn replace(&mut self, lanes: u32, with: &Self) -> u32 {
        let sliding = |rows: &Self| rows.sliding[0] | rows.sliding[1];
        let bent = (sliding(self) ^ sliding(with)) | (self.limited ^ with.limited);
        let choose = |old: u32, new: u32| (old & !lanes) | (new & lanes);
        self.sliding =
            [choose(self.sliding[0], with.sliding[0]), choose(self.sliding[1], with.sliding[1])];
        self.limited = choose(self.limited, with.limited);
        bent & lanes
    }

    /// Lets dry friction be within its bounds in some lanes.
    #[inline(always)]
    pub fn stick(&mut self, lanes: u32) {
        for sliding in &mut self.sliding {
            *sliding &= !lanes;
        }
    }

    /// Lanes in which a row is on another side than in `other`.
    #[inline(always)]
    pub fn differs(&self, other: &Self) -> u32 {
        (self.sliding[0] ^ other.sliding[0])
            | (self.sliding[1] ^ other.sliding[1])
            | (self.limited ^ other.limited)
    }
}

/// The rows of one contact while the solver works on them.
#[derive(Clone, Copy, Debug)]
pub struct ContactRows<L> {
    /// 1, 3, 4 or 6.
    pub condim: usize,
    /// Lanes that have the contact; bits.
    pub lanes: u32,
    /// Inverse regularizer of all rows; zero where there is no contact.
    pub d: L,
    /// Minus the reference acceleration along and about normal and tangents.
    pub offset: [L; 6],
    /// Acceleration less reference along and about normal and tangents, at the iterate.
    pub residual: [L; 6],
    /// What a full step along the search direction adds to the residual.
    pub rate: [L; 6],
    /// Rows that push at the iterate.
    pub pushing: Pushing,
    /// Rows that pushed in the previous substep.
    pub before: KnownSides,
}

impl<L: Lane> ContactRows<L> {
    /// The rows of an unused slot.
    pub fn none() -> Self {
        let zero = [L::zero(); 6];
        Self {
            condim: 3,
            lanes: 0,
            d: L::zero(),
            offset: zero,
            residual: zero,
            rate: zero,
            pushing: Pushing::default(),
            before: KnownSides::default(),
        }
    }

    /// Number of components along and about the contact that have rows.
    #[inline(always)]
    pub fn width(&self) -> usize {
        if self.condim > 3 { 6 } else { 3 }
    }

    /// Their law.
    #[inline(always)]
    pub fn law<'a>(&self, friction: &'a [L; MAX_TANGENTS]) -> ContactLaw<'a, L> {
        ContactLaw { condim: self.condim, d: self.d, friction }
    }

    /// Records which rows push in the lanes of `todo`; returns force and moment, and the lanes in
    /// which a row has begun or ceased to push. The rows that push are those whose residual is
    /// negative at the iterate, but at the `start` those that pushed in the previous substep, where
    /// that is known.
    #[inline(always)]
    pub fn settle(
        &mut self,
        friction: &[L; MAX_TANGENTS],
        todo: u32,
        start: bool,
    ) -> ([L; 6], u32) {
        let mut sides = self.law(friction).sides(&self.residual, self.lanes);
        if start {
            replace(&mut sides, self.before.lanes & self.lanes, &self.before.pushing);
        }
        let flipped = replace(&mut self.pushing, todo, &sides);
        (self.law(friction).force_of(&self.residual, &self.pushing), flipped)
    }

    /// The residual `length` of the way along the search direction.
    #[inline(always)]
    fn residual_at(&self, length: L) -> [L; 6] {
        let mut residual = self.residual;
        // Loops of a known length, whose numbers stay in registers.
        for (r, &rate) in residual[..3].iter_mut().zip(&self.rate) {
            *r = length.mul_add(rate, *r);
        }
        if self.width() > 3 {
            for (r, &rate) in residual[3..].iter_mut().zip(&self.rate[3..]) {
                *r = length.mul_add(rate, *r);
            }
        }
        residual
    }

    /// Lanes in which a full step makes a row begin or cease to push.
    #[inline(always)]
    pub fn flips(&self, friction: &[L; MAX_TANGENTS]) -> u32 {
        let sides = self.law(friction).sides(&self.residual_at(L::one()), self.lanes);
        let mut flips = 0;
        for (now, before) in sides.iter().zip(&self.pushing) {
            flips |= (now[0] ^ before[0]) | (now[1] ^ before[1]);
        }
        flips
    }

    /// Change in force, slope and curvature due to the rows that flip within `length` of the way
    /// along the search direction, and the sides there.
    #[inline(always)]
    pub fn turn(&self, friction: &[L; MAX_TANGENTS], length: L) -> (Turn<L>, Pushing) {
        let law = self.law(friction);
        let residual = self.residual_at(length);
        let sides = law.sides(&residual, self.lanes);
        (law.turn(&residual, &self.rate, &self.pushing, &sides), sides)
    }

    /// Moves the iterate along the search direction.
    #[inline(always)]
    pub fn advance(&mut self, length: L) {
        self.residual = self.residual_at(length);
    }
}

/// One contact with the ground. The first tangent is the x axis, except for a capsule: there it is
/// the direction of the capsule's axis on the ground.
#[derive(Clone, Copy, Debug)]
pub struct GroundContact<L> {
    /// Index into `Params::ground`.
    pub geom: usize,
    /// Its place among all contacts that the tree can have with the ground.
    pub slot: usize,
    /// Body on the ground.
    pub body: usize,
    /// Contact point from the root, world axes.
    pub point: Vec3<L>,
    /// Distance, negative in penetration.
    pub dist: L,
    /// x and y of the first tangent.
    pub heading: [L; 2],
    /// `k imp (distance - margin)`.
    pub spring: L,
    /// Its rows.
    pub rows: ContactRows<L>,
}

impl<L: Lane> GroundContact<L> {
    /// An unused slot.
    pub fn none() -> Self {
        Self {
            geom: 0,
            slot: 0,
            body: 0,
            point: Vec3::zero(),
            dist: L::zero(),
            heading: [L::one(), L::zero()],
            spring: L::zero(),
            rows: ContactRows::none(),
        }
    }
}
