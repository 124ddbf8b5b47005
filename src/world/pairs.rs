//! Which geoms of one model may meet (MuJoCo, "Computation", "Collision filtering").

use crate::collision::{PairParams, filter};
use crate::model::{Model, Shape};

/// Two geoms of one tree that no filter keeps apart.
#[derive(Clone, Debug)]
pub struct SelfPair {
    /// Indices into `Model::geoms`, the smaller first.
    pub geoms: [usize; 2],
    /// Parameters of their contacts.
    pub params: PairParams,
    /// Centres farther apart than this never touch, squared, m^2.
    pub reach_squared: f64,
    /// A closer test, to be made before contacts are computed.
    pub test: PairTest,
}

/// A cheap test that excludes most of the pairs that the distance of centres does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairTest {
    /// Segments with radii: exact. Half lengths, and the sum of radii and margin.
    Segments { half_lengths: [f64; 2], reach: f64 },
    /// A box (`box_first`: it is the first of the two) and a segment with a radius, compared along
    /// the box's axes.
    BoxSegment { box_first: bool, half: [f64; 3], half_length: f64, reach: f64 },
    /// The boxes that hold both shapes along the axes of their geoms.
    Boxes { boxes: [BoundingBox; 2], margin: f64 },
}

/// A box along the axes of a geom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBox {
    /// In the geom's frame, m.
    pub centre: [f64; 3],
    /// Half edges, m.
    pub half: [f64; 3],
}

impl BoundingBox {
    /// The smallest box that holds a shape.
    fn of(shape: &Shape) -> Self {
        let half = match *shape {
            Shape::Plane { .. } => [f64::INFINITY; 3],
            Shape::Sphere { radius } => [radius; 3],
            Shape::Capsule { radius, half_length } => [radius, radius, radius + half_length],
            Shape::Cylinder { radius, half_length } => [radius, radius, half_length],
            Shape::Box { half } => half,
            Shape::Convex { ref vertices, .. } => return Self::of_points(vertices),
        };
        Self { centre: [0.0; 3], half }
    }

    fn of_points(points: &[[f64; 3]]) -> Self {
        let end = |axis: usize, start: f64, pick: fn(f64, f64) -> f64| {
            points.iter().map(|point| point[axis]).fold(start, pick)
        };
        let low: [f64; 3] = std::array::from_fn(|axis| end(axis, f64::INFINITY, f64::min));
        let high: [f64; 3] = std::array::from_fn(|axis| end(axis, f64::NEG_INFINITY, f64::max));
        Self {
            centre: std::array::from_fn(|axis| 0.5 * (low[axis] + high[axis])),
            half: std::array::from_fn(|axis| 0.5 * (high[axis] - low[axis])),
        }
    }
}

/// All pairs that may meet, given a radius about each geom.
pub fn self_pairs(model: &Model, radii: &[f64]) -> Vec<SelfPair> {
    let weld: Vec<usize> = welded_to(model);
    let mut pairs = Vec::new();
    for a in 0..model.geoms.len() {
        for b in a + 1..model.geoms.len() {
            let (first, second) = (&model.geoms[a], &model.geoms[b]);
            let kept_apart = weld[first.body] == weld[second.body]
                || is_parent(model, &weld, first.body, second.body)
                || is_parent(model, &weld, second.body, first.body)
                || is_excluded(model, first.body, second.body)
                || !filter(first, second);
            if kept_apart {
                continue;
            }
            let params = PairParams::mix(&first.contact, &second.contact);
            let reach = radii[a] + radii[b] + params.margin;
            pairs.push(SelfPair {
                geoms: [a, b],
                reach_squared: reach * reach,
                test: pair_test(&first.shape, &second.shape, params.margin),
                params,
            });
        }
    }
    pairs
}

/// For each body the outermost one that no hinge separates it from.
fn welded_to(model: &Model) -> Vec<usize> {
    let mut weld: Vec<usize> = Vec::with_capacity(model.bodies.len());
    for (index, body) in model.bodies.iter().enumerate() {
        weld.push(match body.parent {
            Some(parent) if body.joints.is_empty() => weld[parent],
            _ => index,
        });
    }
    weld
}

fn is_parent(model: &Model, weld: &[usize], parent: usize, child: usize) -> bool {
    model.bodies[weld[child]].parent.is_some_and(|p| weld[p] == weld[parent])
}

fn is_excluded(model: &Model, a: usize, b: usize) -> bool {
    model.excludes.contains(&(a.min(b), a.max(b)))
}

/// A sphere or capsule as a segment: half length and radius.
fn segment(shape: &Shape) -> Option<(f64, f64)> {
    match *shape {
        Shape::Sphere { radius } => Some((0.0, radius)),
        Shape::Capsule { radius, half_length } => Some((half_length, radius)),
        _ => None,
    }
}

fn pair_test(a: &Shape, b: &Shape, margin: f64) -> PairTest {
    if let (Some((la, ra)), Some((lb, rb))) = (segment(a), segment(b)) {
        return PairTest::Segments { half_lengths: [la, lb], reach: ra + rb + margin };
    }
    if let (&Shape::Box { half }, other) | (other, &Shape::Box { half }) = (a, b)
        && let Some((half_length, radius)) = segment(other)
    {
        let box_first = matches!(a, Shape::Box { .. });
        return PairTest::BoxSegment { box_first, half, half_length, reach: radius + margin };
    }
    PairTest::Boxes { boxes: [BoundingBox::of(a), BoundingBox::of(b)], margin }
}
