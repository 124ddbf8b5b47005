//! Regions and points.

use super::{Kind, Parser, Result, Word};
use crate::wire::clang::tree::{Operator, Point, Region, Unum};

impl Parser<'_> {
    pub(super) fn region(&mut self) -> Result<Region> {
        if self.next.kind == Kind::Quoted {
            return self.quoted().map(Region::Named);
        }
        let depth = self.depth;
        self.open()?;
        let Kind::Word(word) = self.next.kind else {
            return self.point_behind_open(depth).map(Region::Point);
        };
        if word == Word::Point {
            return self.point_behind_open(depth).map(Region::Point);
        }
        self.shift()?;
        let region = match word {
            Word::Null => Region::Null,
            Word::Quadrangle => Region::Quadrangle(self.points()?),
            Word::Triangle => Region::Triangle(self.points()?),
            Word::Rectangle => Region::Rectangle(self.points()?),
            Word::Arc => Region::Arc {
                centre: self.point()?,
                inner: self.number()?,
                outer: self.number()?,
                begin: self.number()?,
                span: self.number()?,
            },
            Word::Union => Region::Union(self.elements(Self::region)?),
            _ => return Err(self.error("the word in front of this is not a region")),
        };
        self.close(depth)?;
        Ok(region)
    }

    fn points<const N: usize>(&mut self) -> Result<[Point; N]> {
        let mut points = [const { Point::Ball }; N];
        for point in &mut points {
            *point = self.point()?;
        }
        Ok(points)
    }

    fn point(&mut self) -> Result<Point> {
        let depth = self.depth;
        self.open()?;
        self.point_behind_open(depth)
    }

    /// Reads the rest of a point after its `(`, before which there were `depth` symbols.
    fn point_behind_open(&mut self, depth: usize) -> Result<Point> {
        let point = if self.next.kind == Kind::Open {
            self.sum()?
        } else {
            self.take(Kind::Word(Word::Point), "'pt' or '('")?;
            self.point_behind_word()?
        };
        self.close(depth)?;
        Ok(point)
    }

    fn point_behind_word(&mut self) -> Result<Point> {
        match self.next.kind {
            Kind::Word(Word::Ball) => self.shift().map(|_| Point::Ball),
            Kind::Word(Word::Our | Word::Opp) => {
                let team = self.team()?;
                let unum = match self.next.kind {
                    Kind::Int(_) => Unum::Number(self.int()?),
                    Kind::Quoted => Unum::Quoted(self.quoted_with_quotes()?),
                    Kind::Variable => Unum::Variable(self.variable()?),
                    _ => return Err(self.expected("a uniform number or a variable")),
                };
                Ok(Point::Player(team, unum))
            }
            Kind::Int(_) | Kind::Real(_) => {
                let (x, y) = (self.number()?, self.number()?);
                if self.next.kind != Kind::Open {
                    return Ok(Point::Absolute { x, y });
                }
                Ok(Point::Relative { x, y, origin: Box::new(self.point()?) })
            }
            _ => Err(self.expected("coordinates, 'ball', 'our' or 'opp'")),
        }
    }

    /// Products that are added or subtracted, from left to right.
    fn sum(&mut self) -> Result<Point> {
        self.chain(Self::product, |operator| matches!(operator, Operator::Add | Operator::Subtract))
    }

    /// Points that are multiplied or divided, from left to right.
    fn product(&mut self) -> Result<Point> {
        self.chain(Self::point, |operator| {
            matches!(operator, Operator::Multiply | Operator::Divide)
        })
    }

    fn chain(
        &mut self,
        operand: impl Fn(&mut Self) -> Result<Point>,
        is_here: impl Fn(Operator) -> bool,
    ) -> Result<Point> {
        let depth = self.depth;
        let mut left = operand(self)?;
        while let Kind::Operator(operator) = self.next.kind
            && is_here(operator)
        {
            self.shift()?;
            let right = operand(self)?;
            self.reduce(depth);
            left = Point::Arithmetic { left: Box::new(left), operator, right: Box::new(right) };
        }
        Ok(left)
    }
}
