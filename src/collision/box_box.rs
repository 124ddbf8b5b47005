//! Two boxes: the axis of least overlap, then the faces around it clipped against each other.
//!
//! Axis, points and their order follow MuJoCo's `mjc_BoxBox` and the clean-up after it.

use super::box_axis::{Boxes, EdgeAxis, FaceAxis, LeastOverlap, Placed, View};
use super::box_clip::Parallelogram;
use super::contact::{ContactPoint, PairPoints, Pose};
use crate::math::MIN_VALUE;
use crate::math::point::*;

/// Points this much outside of a box, relative to its size, are dropped.
const SLACK: f64 = 1.01;
/// An axis tilted this far from the plane of the reference face (as a sine) is not an edge that
/// touches.
const STEEP: f64 = 0.5;

/// Contacts of two boxes.
pub(super) fn box_box(
    half_a: Point,
    a: &Pose,
    half_b: Point,
    b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    let boxes = Boxes::new((half_a, a), (half_b, b));
    let mut found =
        Found { boxes: [(half_a, a), (half_b, b)], margin, points: PairPoints::default() };
    match boxes.least_overlap(margin) {
        None => return,
        Some(LeastOverlap::Face(axis)) => over_face(&boxes, &axis, &mut found),
        Some(LeastOverlap::Edges(axis)) => across_edges(&boxes, &axis, &mut found),
    }
    found.without_repeats(out);
}

/// Contacts found so far.
struct Found<'a> {
    boxes: [Placed<'a>; 2],
    margin: f64,
    points: PairPoints,
}

impl Found<'_> {
    /// Keeps a point unless it lies outside of one box and not well inside of the other.
    fn push(&mut self, pos: Point, normal: Point, dist: f64) {
        let [a, b] = self.boxes.map(|placed| region_of(pos, placed, self.margin));
        let outside = |one, other| one == Region::Outside && other != Region::Inside;
        if !outside(a, b) && !outside(b, a) {
            self.points.push(ContactPoint { pos, normal, tangent: [0.0; 3], dist });
        }
    }

    /// Writes the points to `out`; of several points at the same position, only the last.
    fn without_repeats(&self, out: &mut PairPoints) {
        let points = self.points.as_slice();
        for (index, point) in points.iter().enumerate() {
            if points[index + 1..].iter().all(|later| later.pos != point.pos) {
                out.push(*point);
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Region {
    Inside,
    Surface,
    Outside,
}

/// Where a point is with respect to a box grown by the margin.
fn region_of(point: Point, (half, pose): Placed, margin: f64) -> Region {
    let local = rotate_back(&pose.mat, sub(point, pose.pos));
    if (0..3).any(|i| local[i].abs() > (half[i] + margin) * SLACK) {
        Region::Outside
    } else if (0..3).all(|i| local[i].abs() < (half[i] + margin) / SLACK) {
        Region::Inside
    } else {
        Region::Surface
    }
}

/// A face of one box (the reference) touches a corner, an edge or a face of the other.
fn over_face(boxes: &Boxes, axis: &FaceAxis, found: &mut Found) {
    let view = boxes.seen_from(axis);
    let owner = found.boxes[axis.owner].1;
    let normal = view.to_world(owner, [0.0, 0.0, 1.0]);
    let normal = if axis.owner == 0 { normal } else { scale(normal, -1.0) };
    let margin = found.margin;
    let mut touch = |point: Point| {
        if point[2] <= margin {
            let middle = [point[0], point[1], 0.5 * point[2] + view.height];
            found.push(add(view.to_world(owner, middle), owner.pos), normal, point[2]);
        }
    };

    let (incident, count) = deepest_feature(&view);
    let sides = [0, 1, 4][count];
    for (start, along) in &incident.sides()[..sides] {
        view.face.crossings(*start, *along, |t, _| touch(add_scaled(*start, *along, t)));
    }
    if count == 2 {
        let determinant = incident.determinant();
        for [x, y] in view.face.corners() {
            let (u, v) = incident.coordinates(x, y, determinant);
            if u > 0.0 && v > 0.0 && u < 1.0 && v < 1.0 {
                touch([x, y, incident.at(u, v)[2]]);
            }
        }
    }
    touch(incident.corner);
    let others = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    for &(u, v) in &others[..[0, 1, 3][count]] {
        let point = incident.at(u, v);
        if view.face.holds_strictly(point) {
            touch(point);
        }
    }
}

/// The corner of the other box that is deepest below the face, and the edges from it that are
/// nearly level: none, one or two.
fn deepest_feature(view: &View) -> (Parallelogram, usize) {
    let mut corner = view.centre;
    let mut edges = [[0.0; 3]; 3];
    let mut count = 0;
    for (&axis, half) in view.axes.iter().zip(view.other) {
        let upward = if axis[2] < 0.0 { -half } else { half };
        corner = add_scaled(corner, axis, -upward);
        if axis[2].abs() < STEEP {
            edges[count] = scale(axis, 2.0 * upward);
            count += 1;
        }
    }
    (Parallelogram { corner, edges: [edges[0], edges[1]] }, count.min(2))
}

/// Two edges cross. The faces of both boxes that are most level there are clipped against each
/// other, the second's projected along the axis onto the first's.
fn across_edges(boxes: &Boxes, axis: &EdgeAxis, found: &mut Found) {
    let (view, incident) = boxes.faces_at(axis);
    let along = view.seen(axis.normal);
    if along[2].abs() < MIN_VALUE {
        return;
    }
    let sign = if axis.inverted { -1.0 } else { 1.0 };
    let flat = |p: Point| add_scaled(p, along, -p[2] / along[2]);
    let shadow = Parallelogram { corner: flat(incident.corner), edges: incident.edges.map(flat) };
    let cut = EdgeCut { view, incident, shadow, rise: sign / along[2], margin: found.margin };

    let first = found.boxes[0].1;
    let normal = scale(rotate(&first.mat, axis.normal), sign);
    let mut touch = |on_a: Point, on_b: Point, dist: f64| {
        let mut middle = scale(add(on_a, on_b), 0.5);
        middle[2] += cut.view.height;
        found.push(add(cut.view.to_world(first, middle), first.pos), normal, dist);
    };
    let crossings = cut.crossings(&mut touch);
    let corners = cut.corners_below(crossings > 0, &mut touch);
    cut.corners_above(crossings > 0, crossings + corners > 0, &mut touch);
}

/// Two faces around crossing edges: that of the first box is the rectangle of the view.
struct EdgeCut {
    view: View,
    incident: Parallelogram,
    /// The incident face projected onto the plane of the first.
    shadow: Parallelogram,
    /// Distance along the axis per height over the plane.
    rise: f64,
    margin: f64,
}

impl EdgeCut {
    /// Where sides of the shadow cross sides of the first face; returns how many are in reach.
    fn crossings(&self, touch: &mut impl FnMut(Point, Point, f64)) -> usize {
        let mut count = 0;
        for ((start, way), (real_start, real_way)) in
            self.shadow.sides().into_iter().zip(self.incident.sides())
        {
            self.view.face.crossings(start, way, |t, [x, y]| {
                let on_b = add_scaled(real_start, real_way, t);
                let dist = on_b[2] * self.rise;
                if dist <= self.margin {
                    touch([x, y, 0.0], on_b, dist);
                    count += 1;
                }
            });
        }
        count
    }

    /// Corners of the first face in the shadow or, if there are no crossings, beside it.
    fn corners_below(&self, crossed: bool, touch: &mut impl FnMut(Point, Point, f64)) -> usize {
        let within = |x: f64| (0.0..=1.0).contains(&x);
        let mut determinant = self.shadow.determinant();
        let mut count = 0;
        for [x, y] in self.view.face.corners() {
            let (u, v) = self.shadow.coordinates(x, y, determinant);
            if !admits([within(u), within(v)], crossed) {
                continue;
            }
            let on_b = self.incident.at(clamp(u, 0.0, 1.0), clamp(v, 0.0, 1.0));
            let between = sub([x, y, 0.0], on_b);
            let distance2 = dot(between, between);
            // MuJoCo 3.5 reuses the variable from here on; without that, our points would differ
            determinant = distance2;
            if let Some(dist) = self.signed(distance2, on_b[2]) {
                touch([x, y, 0.0], on_b, dist);
                count += 1;
            }
        }
        count
    }

    /// Corners of the incident face over the first or, if there are no crossings, beside it.
    fn corners_above(&self, crossed: bool, any: bool, touch: &mut impl FnMut(Point, Point, f64)) {
        for (u, v) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let on_b = self.incident.at(u, v);
            let shade = self.shadow.at(u, v);
            if any && !admits(self.view.face.holds(shade), crossed) {
                continue;
            }
            let on_a = self.view.face.clamp(shade);
            let aside = sub(on_a, [shade[0], shade[1], 0.0]);
            let distance2 = dot(aside, aside) + (on_b[2] * self.rise).powi(2);
            if let Some(dist) = self.signed(distance2, on_b[2]) {
                touch(on_a, on_b, dist);
            }
        }
    }

    /// Distance of a point at `height` over the plane, negative below; `None` if out of reach.
    fn signed(&self, distance2: f64, height: f64) -> Option<f64> {
        if height > 0.0 && distance2 > self.margin * self.margin {
            return None;
        }
        Some(if height < 0.0 { -distance2.sqrt() } else { distance2.sqrt() })
    }
}

/// Whether a corner counts that is `within` the sides along these directions. With crossings, it
/// must be within along both, else along one.
fn admits(within: [bool; 2], crossed: bool) -> bool {
    if crossed { within[0] && within[1] } else { within[0] || within[1] }
}
