//! Compiled sets, points and regions, and what they are in a situation.

use super::bindings::Bindings;
use super::shape::{Point, Shape};
use super::situation::{ALL, Situation, Unums, numbers};
use crate::wire::clang::{Operator, Team};

/// Players by number: some fixed, some by variables (their slots).
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Set {
    pub fixed: Unums,
    pub slots: Vec<u8>,
}

impl Set {
    /// The numbers; `None` if it depends on a variable that is not bound.
    pub fn value(&self, bindings: &Bindings) -> Option<Unums> {
        if self.fixed == ALL {
            return Some(ALL);
        }
        let mut all = self.fixed;
        for &slot in &self.slots {
            all |= bindings.get(usize::from(slot))?;
        }
        Some(all)
    }

    /// The numbers; all if a variable is not bound yet.
    pub fn candidates(&self, bindings: &Bindings) -> Unums {
        self.value(bindings).unwrap_or(ALL)
    }

    /// Narrows the variables to the numbers for which a condition is true.
    pub fn narrow(&self, to: Unums, bindings: &mut Bindings) {
        for &slot in &self.slots {
            bindings.narrow(usize::from(slot), to);
        }
    }
}

/// A point that depends on the game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Spot {
    Fixed(Point),
    Ball,
    Player(Team, Set),
    Arithmetic(Box<Self>, Operator, Box<Self>),
}

impl Spot {
    /// Where it is; `None` for a player who does not play, for a variable that does not stand for
    /// exactly one player, and after a division by zero.
    pub fn place(&self, situation: &Situation, bindings: &Bindings) -> Option<Point> {
        let point = match self {
            Self::Fixed(point) => *point,
            Self::Ball => situation.ball,
            Self::Player(team, set) => {
                let value = set.value(bindings)?;
                let number = numbers(value).next().filter(|_| value.is_power_of_two())?;
                situation.player(*team, number)?
            }
            Self::Arithmetic(left, operator, right) => {
                let left = left.place(situation, bindings)?;
                let right = right.place(situation, bindings)?;
                combine(left, *operator, right)
            }
        };
        point.iter().all(|value| value.is_finite()).then_some(point)
    }

    /// The point, if it is the same in all situations.
    fn fixed(&self) -> Option<Point> {
        if let Self::Fixed(point) = self { Some(*point) } else { None }
    }
}

/// Combines each coordinate by itself.
pub(super) fn combine(left: Point, operator: Operator, right: Point) -> Point {
    std::array::from_fn(|axis| {
        let (a, b) = (left[axis], right[axis]);
        match operator {
            Operator::Add => a + b,
            Operator::Subtract => a - b,
            Operator::Multiply => a * b,
            Operator::Divide => a / b,
        }
    })
}

/// A shape that depends on the game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outline {
    Fixed(Shape),
    Point(Spot),
    Rectangle(Box<[Spot; 2]>),
    Triangle(Box<[Spot; 3]>),
    Quadrangle(Box<[Spot; 4]>),
    Arc { centre: Spot, radii: [f64; 2], angles: [f64; 2] },
}

impl Outline {
    /// Returns itself, or the shape that it is in all situations.
    pub fn folded(self) -> Self {
        let fixed = match &self {
            Self::Fixed(_) => return self,
            Self::Point(spot) => spot.fixed().is_some(),
            Self::Rectangle(corners) => corners.iter().all(|corner| corner.fixed().is_some()),
            Self::Triangle(corners) => corners.iter().all(|corner| corner.fixed().is_some()),
            Self::Quadrangle(corners) => corners.iter().all(|corner| corner.fixed().is_some()),
            Self::Arc { centre, .. } => centre.fixed().is_some(),
        };
        let here = (Situation::default(), Bindings::default());
        match self.shape(&here.0, &here.1) {
            Some(shape) if fixed => Self::Fixed(shape),
            _ => self,
        }
    }

    /// The shape that it is now; `None` if one of its points is nowhere.
    pub fn shape(&self, situation: &Situation, bindings: &Bindings) -> Option<Shape> {
        let place = |spot: &Spot| spot.place(situation, bindings);
        Some(match self {
            Self::Fixed(shape) => *shape,
            Self::Point(spot) => Shape::Point(place(spot)?),
            Self::Rectangle(corners) => Shape::Rectangle(places(corners, place)?),
            Self::Triangle(corners) => Shape::Triangle(places(corners, place)?),
            Self::Quadrangle(corners) => Shape::Quadrangle(places(corners, place)?),
            Self::Arc { centre, radii: [inner, outer], angles: [begin, span] } => Shape::Arc {
                centre: place(centre)?,
                inner: inner.max(0.0),
                outer: *outer,
                begin: *begin,
                span: *span,
            },
        })
    }
}

fn places<const N: usize>(
    spots: &[Spot; N],
    place: impl Fn(&Spot) -> Option<Point>,
) -> Option<[Point; N]> {
    let mut points = [[0.0; 2]; N];
    for (point, spot) in points.iter_mut().zip(spots) {
        *point = place(spot)?;
    }
    Some(points)
}

/// A region: everything that is in one of these outlines.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Area {
    pub outlines: Vec<Outline>,
}

impl Area {
    /// Whether a point is in it; `None` if a part that is nowhere could have decided it.
    pub fn contains(
        &self,
        point: Point,
        situation: &Situation,
        bindings: &Bindings,
    ) -> Option<bool> {
        let mut is_known = true;
        for outline in &self.outlines {
            match outline.shape(situation, bindings) {
                Some(shape) if shape.contains(point) => return Some(true),
                Some(_) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(false)
    }
}

/// Which parts have variables.
impl Area {
    /// Whether it has a point at a player whose number is a variable.
    pub fn has_variables(&self) -> bool {
        self.outlines.iter().any(Outline::has_variables)
    }
}

impl Outline {
    fn has_variables(&self) -> bool {
        match self {
            Self::Fixed(_) => false,
            Self::Point(spot) | Self::Arc { centre: spot, .. } => spot.has_variables(),
            Self::Rectangle(corners) => corners.iter().any(Spot::has_variables),
            Self::Triangle(corners) => corners.iter().any(Spot::has_variables),
            Self::Quadrangle(corners) => corners.iter().any(Spot::has_variables),
        }
    }
}

impl Spot {
    fn has_variables(&self) -> bool {
        match self {
            Self::Fixed(_) | Self::Ball => false,
            Self::Player(_, set) => !set.slots.is_empty(),
            Self::Arithmetic(left, _, right) => left.has_variables() || right.has_variables(),
        }
    }
}
