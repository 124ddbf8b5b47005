//! Parts of the pitch, given by numbers.

/// A point, m.
pub type Point = [f64; 2];

/// Coordinates have six digits in messages, so points that differ by less than this are the same,
/// m.
const SAME: f64 = 1e-6;

/// A part of the pitch, with its border.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// One point.
    Point(Point),
    /// Between two opposite corners, along the lines of the pitch.
    Rectangle([Point; 2]),
    /// A triangle, its corners in any order.
    Triangle([Point; 3]),
    /// Between the lines from corner to corner.
    Quadrangle([Point; 4]),
    /// Part of a ring.
    Arc {
        /// Its centre.
        centre: Point,
        /// From this distance, m, 0 or more.
        inner: f64,
        /// To this distance, m.
        outer: f64,
        /// From this direction, degrees.
        begin: f64,
        /// Over this angle, degrees; if positive, clockwise as seen from above, from +x towards +y.
        span: f64,
    },
}

impl Shape {
    /// Whether no point belongs to it, as to an arc that ends closer to its centre than it begins.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Arc { inner, outer, .. } if inner > outer)
    }

    /// Whether a point belongs to it.
    pub fn contains(&self, point: Point) -> bool {
        match self {
            Self::Point(own) => distance2(*own, point) < SAME * SAME,
            Self::Rectangle([a, b]) => (0..2).all(|axis| {
                let (low, high) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
                (low..=high).contains(&point[axis])
            }),
            Self::Triangle(corners) => polygon_contains(corners, point),
            Self::Quadrangle(corners) => polygon_contains(corners, point),
            Self::Arc { centre, inner, outer, begin, span } => {
                let far2 = distance2(*centre, point);
                let [inner, outer] = [inner.max(0.0), *outer];
                (inner * inner <= far2 && far2 <= outer * outer && outer >= 0.0)
                    && (far2 == 0.0
                        || span.abs() >= 360.0
                        || within(direction(*centre, point), *begin, *span))
            }
        }
    }

    /// A point in the middle; of an arc, in the middle of its band.
    pub fn centre(&self) -> Point {
        match self {
            Self::Point(point) => *point,
            Self::Rectangle(corners) => mean(corners),
            Self::Triangle(corners) => mean(corners),
            Self::Quadrangle(corners) => mean(corners),
            Self::Arc { centre, inner, outer, begin, span } => {
                if *inner <= 0.0 && span.abs() >= 360.0 {
                    return *centre;
                }
                polar(*centre, 0.5 * (inner + outer), begin + 0.5 * span)
            }
        }
    }

    /// The point of the shape that is nearest to another point; that point itself if it belongs to
    /// the shape.
    pub fn nearest(&self, point: Point) -> Point {
        if self.contains(point) {
            return point;
        }
        match self {
            Self::Point(own) => *own,
            Self::Rectangle([a, b]) => std::array::from_fn(|axis| {
                point[axis].clamp(a[axis].min(b[axis]), a[axis].max(b[axis]))
            }),
            Self::Triangle(corners) => nearest_edge(corners, point),
            Self::Quadrangle(corners) => nearest_edge(corners, point),
            Self::Arc { centre, inner, outer, begin, span } => {
                nearest_of_arc(*centre, [*inner, *outer], [*begin, *span], point)
            }
        }
    }
}

fn mean<const N: usize>(points: &[Point; N]) -> Point {
    std::array::from_fn(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / N as f64)
}

/// The square of the distance of two points.
pub(super) fn distance2(a: Point, b: Point) -> f64 {
    let gap = [a[0] - b[0], a[1] - b[1]];
    gap[0] * gap[0] + gap[1] * gap[1]
}

/// The direction of a point from another, degrees.
fn direction(from: Point, to: Point) -> f64 {
    (to[1] - from[1]).atan2(to[0] - from[0]).to_degrees()
}

fn polar(centre: Point, far: f64, degrees: f64) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [centre[0] + far * cos, centre[1] + far * sin]
}

/// Whether a direction is met on the way from `begin` over `span`, degrees.
fn within(direction: f64, begin: f64, span: f64) -> bool {
    let turned = if span < 0.0 { begin - direction } else { direction - begin };
    turned.rem_euclid(360.0) <= span.abs()
}

/// The point of a segment that is nearest to another.
fn nearest_of_segment(a: Point, b: Point, point: Point) -> Point {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length2 = along[0] * along[0] + along[1] * along[1];
    if length2 == 0.0 {
        return a;
    }
    let share = ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / length2;
    let share = share.clamp(0.0, 1.0);
    [a[0] + share * along[0], a[1] + share * along[1]]
}

fn nearest_edge(corners: &[Point], point: Point) -> Point {
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let nearest = edges.map(|(a, b)| nearest_of_segment(*a, *b, point));
    let closer = |a: &Point, b: &Point| distance2(*a, point).total_cmp(&distance2(*b, point));
    nearest.min_by(closer).unwrap_or(point)
}

/// Whether a ray from the point crosses the border an odd number of times, or the point is on it.
fn polygon_contains(corners: &[Point], point: Point) -> bool {
    let mut is_inside = false;
    let mut a = corners[corners.len() - 1];
    for &b in corners {
        if is_on_segment(a, b, point) {
            return true;
        }
        let crosses = (a[1] > point[1]) != (b[1] > point[1])
            && point[0] < a[0] + (point[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
        is_inside ^= crosses;
        a = b;
    }
    is_inside
}

fn is_on_segment(a: Point, b: Point, point: Point) -> bool {
    let cross = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
    // Most points are far off the line, which is cheap to check.
    cross * cross <= SAME * SAME * distance2(a, b)
        && distance2(nearest_of_segment(a, b, point), point) < SAME * SAME
}

/// The nearest point of an arc to one that does not belong to it.
fn nearest_of_arc(
    centre: Point,
    [inner, outer]: [f64; 2],
    [begin, span]: [f64; 2],
    point: Point,
) -> Point {
    let far = distance2(centre, point).sqrt();
    let here = direction(centre, point);
    if span.abs() >= 360.0 || (far > 0.0 && within(here, begin, span)) {
        return polar(centre, far.max(inner).min(outer), here);
    }
    let edge = |degrees| {
        let [from, to] = [inner, outer].map(|radius| polar(centre, radius, degrees));
        nearest_of_segment(from, to, point)
    };
    let [first, last] = [begin, begin + span].map(edge);
    if distance2(first, point) <= distance2(last, point) { first } else { last }
}
