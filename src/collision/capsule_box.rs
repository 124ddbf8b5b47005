//! A capsule and a box.
//!
//! The capsule touches with one or two spheres: one at the point of its segment that is nearest to
//! the box, and one as far along the segment as it still lies over the same face or edge. The
//! choice of the second follows MuJoCo's `mjc_CapsuleBox`, including where that is heuristic, so
//! that both report the same points.

use super::contact::{PairPoints, Pose};
use super::sphere::sphere_box;
use crate::math::MIN_VALUE;
use crate::math::point::*;

/// Capsule and box, in this order.
#[inline]
pub(super) fn capsule_box(
    (radius, half_length): (f64, f64),
    a: &Pose,
    half: Point,
    b: &Pose,
    margin: f64,
    out: &mut PairPoints,
) {
    let world_axis = column(&a.mat, 2);
    let segment = Segment {
        middle: rotate_back(&b.mat, sub(a.pos, b.pos)),
        axis: rotate_back(&b.mat, world_axis),
        half_length,
        size: half,
    };
    let touching = radius + margin;
    if segment.out_of_reach(touching) {
        return;
    }
    let reach = margin + 2.0 * (radius + half_length + half[0] + half[1] + half[2]);
    let Some(nearest) = segment.nearest(reach, touching * touching) else {
        return;
    };
    let mut touch = |along: f64| {
        let centre = add_scaled(a.pos, world_axis, along * half_length);
        sphere_box(centre, radius, half, b, margin, out);
    };
    touch(nearest.along);
    if let Some(step) = segment.second(&nearest) {
        touch(nearest.along + step);
    }
}

/// A capsule's segment in the frame of a box.
struct Segment {
    middle: Point,
    /// Unit vector.
    axis: Point,
    half_length: f64,
    /// Half sizes of the box.
    size: Point,
}

/// The point of the segment nearest to the box.
struct Nearest {
    /// Where on the segment, -1 to 1.
    along: f64,
    feature: Feature,
}

/// The part of the box next to the segment. Corners are bits: bit `i` is set on the upper side of
/// axis `i`.
enum Feature {
    /// An end of the segment is inside.
    Interior,
    /// An end of the segment is over the face across this axis.
    Face { axis: usize },
    /// Inside of the edge from `corner` along `axis`, at `position` from -1 to 1.
    Edge { axis: usize, corner: usize, position: f64 },
    /// A corner.
    Corner { corner: usize },
}

impl Segment {
    #[inline(always)]
    fn point(&self, along: f64) -> Point {
        add_scaled(self.middle, self.axis, along * self.half_length)
    }

    /// Whether a face of the box is a plane that separates the two by more than `reach`.
    #[inline(always)]
    fn out_of_reach(&self, reach: f64) -> bool {
        (0..3).any(|i| {
            self.middle[i].abs() - self.half_length * self.axis[i].abs() - self.size[i] > reach
        })
    }

    /// Corner bits of the direction of the axis.
    #[inline(always)]
    fn direction(&self) -> usize {
        (0..3).map(|i| usize::from(self.axis[i] * self.half_length > 0.0) << i).sum()
    }

    /// Length of the segment's parameter over which it crosses `length` of box axis `axis`.
    #[inline(always)]
    fn span(&self, length: f64, axis: usize) -> f64 {
        length / (self.half_length * self.axis[axis]).abs()
    }

    /// Ends over faces first, then all edges; `None` if nothing has a squared distance below
    /// `limit`. Edges at squared distances above `touching` are skipped, unless the segment crosses
    /// the box: then it touches, however far the nearest edge is.
    fn nearest(&self, limit: f64, touching: f64) -> Option<Nearest> {
        let mut best = limit;
        let mut found = None;
        for along in [-1.0, 1.0] {
            if let Some((distance2, feature)) = self.end_over_face(along)
                && distance2 < best
            {
                best = distance2;
                found = Some(Nearest { along, feature });
            }
        }
        let touching =
            if best > touching && self.crosses_the_box() { f64::INFINITY } else { touching };
        let beside = self.beside_faces();
        for axis in 0..3 {
            let (next, last) = if axis == 0 { (1, 2) } else { (0, 3 - axis) };
            for corner in (0..8).filter(|corner| corner >> axis & 1 == 0) {
                // Lower bound of the squared distance to the edge's line.
                let beyond = beside[next][corner >> next & 1] + beside[last][corner >> last & 1];
                if beyond < best
                    && beyond <= touching
                    && let Some((distance2, nearest)) = self.to_edge(axis, corner)
                    && distance2 < best - MIN_VALUE
                {
                    best = distance2;
                    found = Some(nearest);
                }
            }
        }
        found
    }

    /// Whether a point of the segment is inside the box.
    fn crosses_the_box(&self) -> bool {
        // Most capsules are beside the box, which needs no divisions.
        if self.out_of_reach(0.0) {
            return false;
        }
        let (mut from, mut to) = (-1.0_f64, 1.0_f64);
        for i in 0..3 {
            let speed = self.half_length * self.axis[i];
            if speed.abs() < MIN_VALUE {
                if self.middle[i].abs() > self.size[i] {
                    return false;
                }
                continue;
            }
            let [a, b] = [-self.size[i], self.size[i]].map(|x| (x - self.middle[i]) / speed);
            from = from.max(a.min(b));
            to = to.min(a.max(b));
        }
        from <= to
    }

    /// Squared distance of an end that lies inside or over a single face.
    #[inline(always)]
    fn end_over_face(&self, along: f64) -> Option<(f64, Feature)> {
        let end = self.point(along);
        let mut feature = Feature::Interior;
        let mut distance2 = 0.0;
        for (axis, (coordinate, size)) in end.iter().zip(self.size).enumerate() {
            let excess = coordinate.abs() - size;
            if excess > 0.0 {
                if matches!(feature, Feature::Face { .. }) {
                    return None;
                }
                feature = Feature::Face { axis };
                distance2 = excess * excess;
            }
        }
        Some((distance2, feature))
    }

    /// Squared distances of the segment's extent from the planes of the lower and the upper face
    /// across each axis.
    #[inline(always)]
    fn beside_faces(&self) -> [[f64; 2]; 3] {
        std::array::from_fn(|i| {
            let extent = self.half_length * self.axis[i].abs();
            [-self.size[i], self.size[i]].map(|plane| {
                let apart = ((plane - self.middle[i]).abs() - extent).max(0.0);
                apart * apart
            })
        })
    }

    /// Squared distance to the edge that starts at the lower `corner` along `axis`; `None` if it
    /// is parallel to the segment.
    #[inline(always)]
    fn to_edge(&self, axis: usize, corner: usize) -> Option<(f64, Nearest)> {
        let mut start: Point =
            std::array::from_fn(
                |i| {
                    if corner >> i & 1 == 1 { self.size[i] } else { -self.size[i] }
                },
            );
        start[axis] = 0.0;
        let between = sub(start, self.middle);
        let size = self.size[axis];
        let length = self.half_length;

        let ee = size * size;
        let es = size * length * self.axis[axis];
        let ss = length * length;
        let e = -size * between[axis];
        let s = length * dot(self.axis, between);
        let determinant = ee * ss - es * es;
        if determinant.abs() < MIN_VALUE {
            return None;
        }
        let mut position = (ss * e + es * s) / determinant;
        let mut along = (ee * s + es * e) / determinant;
        // the end of the edge that limited the search, in the first or the second pass
        let mut end = 0.0;
        if position.abs() > 1.0 {
            position = position.signum();
            end = position;
            along = (s + es * position) / ss;
        }
        if along.abs() > 1.0 {
            along = along.signum();
            position = (e + es * along) / ee;
            if position.abs() > 1.0 {
                position = position.signum();
                end = position;
            }
        }

        let mut gap = add_scaled(between, self.axis, -length * along);
        gap[axis] += size * position;
        let feature = if end == 0.0 {
            Feature::Edge { axis, corner, position }
        } else {
            Feature::Corner { corner: corner | usize::from(end > 0.0) << axis }
        };
        Some((dot(gap, gap), Nearest { along, feature }))
    }

    /// How far along the segment from the nearest point the second one is, if there is one.
    #[inline(always)]
    fn second(&self, nearest: &Nearest) -> Option<f64> {
        match nearest.feature {
            Feature::Interior => None,
            Feature::Face { axis } => Some(self.second_over_face(nearest.along, axis)),
            Feature::Edge { axis, corner, position } => {
                self.second_from_edge(nearest.along, axis, corner, position)
            }
            Feature::Corner { corner } => self.second_from_corner(nearest.along, corner),
        }
    }

    /// From one end of the segment to the other, or to where it leaves the face.
    fn second_over_face(&self, along: f64, face: usize) -> f64 {
        let end = self.point(along);
        let mut step: f64 = 2.0;
        for axis in (0..3).filter(|&axis| axis != face) {
            let speed = -along * self.half_length * self.axis[axis];
            for wall in [self.size[axis], -self.size[axis]] {
                let hit = (wall - end[axis]) / speed;
                if hit > 0.0 && hit < step {
                    step = hit;
                }
            }
        }
        -along * step
    }

    /// Over the face that the segment is more parallel to, if it crosses the edge at all.
    fn second_from_edge(
        &self,
        along: f64,
        edge: usize,
        corner: usize,
        position: f64,
    ) -> Option<f64> {
        let direction = self.direction();
        let inward = (direction ^ corner) & !(1 << edge);
        if !inward.is_power_of_two() {
            return None;
        }
        let (next, last) = ((edge + 1) % 3, (edge + 2) % 3);
        let face = if self.axis[next].abs() > self.axis[last].abs() { next } else { last };
        let forward = inward >> face & 1 == 1;
        let sign = if forward { 1.0 } else { -1.0 };
        let upward = direction >> edge & 1 == 1;
        let room = if upward == forward { 1.0 - position } else { 1.0 + position };
        let step = (1.0 - sign * along)
            .min(self.span(2.0 * self.size[face], face))
            .min(self.span(self.size[edge] * room, edge));
        Some(sign * step)
    }

    /// Along an edge or over a face, unless the segment points at the corner.
    fn second_from_corner(&self, along: f64, corner: usize) -> Option<f64> {
        let differing = self.direction() ^ corner;
        let (axis_bit, sign) = match differing {
            0 | 7 => return None,
            1 | 2 | 4 => (differing, 1.0),
            _ => (7 - differing, -1.0),
        };
        let axis = axis_bit.trailing_zeros() as usize;
        if self.axis[axis] * self.axis[axis] > 0.5 {
            let step = (1.0 - sign * along).min(self.span(2.0 * self.size[axis], axis));
            return Some(sign * step);
        }
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let step = (1.0 + sign * along)
            .min(self.span(2.0 * self.size[next], next))
            .min(self.span(2.0 * self.size[last], last));
        Some(-sign * step)
    }
}
