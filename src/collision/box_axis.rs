//! The axis along which two boxes overlap least.

use super::box_clip::{Parallelogram, Rectangle};
use super::contact::Pose;
use crate::math::MIN_VALUE;
use crate::math::point::*;

/// An edge axis must beat the face axes by this factor.
const PREFER_FACES: f64 = 1.0 - 1e-12;

/// One box and its pose.
pub(super) type Placed<'a> = (Point, &'a Pose);

/// Two boxes in each other's frames.
pub(super) struct Boxes {
    half: [Point; 2],
    /// Centre of the other box in the frame of each.
    other_centre: [Point; 2],
    /// `rotation[i][j]`: axis `i` of the first times axis `j` of the second.
    rotation: Rotation,
}

/// The kind of axis found.
pub(super) enum LeastOverlap {
    Face(FaceAxis),
    Edges(EdgeAxis),
}

/// The normal of a face.
pub(super) struct FaceAxis {
    /// The box that the face belongs to, 0 or 1.
    pub(super) owner: usize,
    axis: usize,
    positive: bool,
}

/// An axis across an edge of each box.
pub(super) struct EdgeAxis {
    /// Axis of the edge of each box.
    edges: [usize; 2],
    /// Unit vector in the frame of the first box.
    pub(super) normal: Point,
    /// Whether the normal points from the second box to the first.
    pub(super) inverted: bool,
}

/// A view along the inward normal of a face of one box, its outward normal upward: x, y and z are
/// box axes in another order, some reversed.
pub(super) struct View {
    /// For each coordinate of the view the box axis and sign.
    basis: [(usize, f64); 3],
    pub(super) face: Rectangle,
    /// Height of the face above the centre of its box.
    pub(super) height: f64,
    /// Centre of the other box, from the middle of the face.
    pub(super) centre: Point,
    /// Axes of the other box.
    pub(super) axes: [Point; 3],
    /// Half sizes of the other box.
    pub(super) other: Point,
}

impl View {
    /// Converts a direction in the owner's frame to the view.
    pub(super) fn seen(&self, v: Point) -> Point {
        self.basis.map(|(axis, sign)| sign * v[axis])
    }

    /// Converts a direction of the view to the world's frame.
    pub(super) fn to_world(&self, owner: &Pose, v: Point) -> Point {
        let mut local = [0.0; 3];
        for (&(axis, sign), x) in self.basis.iter().zip(v) {
            local[axis] = sign * x;
        }
        rotate(&owner.mat, local)
    }
}

/// The coordinates of a view of the face across `axis`.
fn basis(axis: usize, positive: bool) -> [(usize, f64); 3] {
    match (axis, positive) {
        (0, true) => [(2, -1.0), (1, 1.0), (0, 1.0)],
        (0, false) => [(2, 1.0), (1, 1.0), (0, -1.0)],
        (1, true) => [(0, 1.0), (2, -1.0), (1, 1.0)],
        (1, false) => [(0, 1.0), (2, 1.0), (1, -1.0)],
        (_, true) => [(0, 1.0), (1, 1.0), (2, 1.0)],
        (_, false) => [(0, -1.0), (1, 1.0), (2, -1.0)],
    }
}

impl Boxes {
    pub(super) fn new((half_a, a): Placed, (half_b, b): Placed) -> Self {
        let between = sub(b.pos, a.pos);
        let columns: [Point; 3] = std::array::from_fn(|j| rotate_back(&a.mat, column(&b.mat, j)));
        Self {
            half: [half_a, half_b],
            other_centre: [rotate_back(&a.mat, between), rotate_back(&b.mat, scale(between, -1.0))],
            rotation: std::array::from_fn(|i| columns.map(|c| c[i])),
        }
    }

    /// `None` if some axis separates the boxes by more than the margin. Faces are tried first.
    pub(super) fn least_overlap(&self, margin: f64) -> Option<LeastOverlap> {
        let mut least = f64::INFINITY;
        let mut found = None;
        for axis in 0..3 {
            for owner in 0..2 {
                let overlap = self.face_overlap(owner, axis);
                if overlap < -margin {
                    return None;
                }
                if overlap < least {
                    least = overlap;
                    let positive = self.other_centre[owner][axis] >= 0.0;
                    found = Some(LeastOverlap::Face(FaceAxis { owner, axis, positive }));
                }
            }
        }
        for edges in [0, 1, 2].into_iter().flat_map(|i| [[i, 0], [i, 1], [i, 2]]) {
            let Some((overlap, axis)) = self.edge_overlap(edges) else {
                continue;
            };
            if overlap < -margin {
                return None;
            }
            if overlap < least * PREFER_FACES {
                least = overlap;
                found = Some(LeastOverlap::Edges(axis));
            }
        }
        found
    }

    #[inline(always)]
    fn face_overlap(&self, owner: usize, axis: usize) -> f64 {
        let other = self.half[1 - owner];
        let row: Point =
            if owner == 0 { self.rotation[axis] } else { column(&self.rotation, axis) };
        let reach = row[0].abs() * other[0] + row[1].abs() * other[1] + row[2].abs() * other[2];
        self.half[owner][axis] + reach - self.other_centre[owner][axis].abs()
    }

    /// `None` for parallel edges.
    #[inline(always)]
    fn edge_overlap(&self, edges: [usize; 2]) -> Option<(f64, EdgeAxis)> {
        let [i, j] = edges;
        let mut unit = [0.0; 3];
        unit[i] = 1.0;
        let (normal, length) = normalize(cross(unit, column(&self.rotation, j)));
        if length < MIN_VALUE {
            return None;
        }
        let shift = dot(self.other_centre[0], normal);
        let mut overlap = -shift.abs();
        for k in (0..3).filter(|&k| k != i) {
            overlap += self.half[0][k] * normal[k].abs();
        }
        for k in (0..3).filter(|&k| k != j) {
            overlap += self.half[1][k] * self.rotation[i][3 - k - j].abs() / length;
        }
        Some((overlap, EdgeAxis { edges, normal, inverted: shift < 0.0 }))
    }

    pub(super) fn seen_from(&self, face: &FaceAxis) -> View {
        let basis = basis(face.axis, face.positive);
        let own = self.half[face.owner];
        let height = own[basis[2].0];
        let pick = |v: Point| basis.map(|(axis, sign)| sign * v[axis]);
        let mut centre = pick(self.other_centre[face.owner]);
        centre[2] -= height;
        let axes = std::array::from_fn(|k| {
            pick(if face.owner == 0 { column(&self.rotation, k) } else { self.rotation[k] })
        });
        let face_half = [own[basis[0].0], own[basis[1].0]];
        View {
            basis,
            face: Rectangle { half: face_half },
            height,
            centre,
            axes,
            other: self.half[1 - face.owner],
        }
    }

    /// The face of the first box that is most level with the second's edge, and in its view the
    /// face of the second that is most level with the first's edge.
    pub(super) fn faces_at(&self, axis: &EdgeAxis) -> (View, Parallelogram) {
        let [i, j] = axis.edges;
        let sign = if axis.inverted { -1.0 } else { 1.0 };
        let outward = scale(axis.normal, sign);

        let (_, across) = larger_first(i, |k| self.rotation[k][j].abs());
        let positive = outward[across] > 0.0;
        let view = self.seen_from(&FaceAxis { owner: 0, axis: across, positive });

        let (level, steep) = larger_first(j, |k| self.rotation[i][k].abs());
        let inward = |k: usize| {
            let toward = -dot(outward, column(&self.rotation, k));
            if toward > 0.0 { 1.0 } else { -1.0 }
        };
        let reach = |k: usize| scale(view.axes[k], view.other[k]);
        let side = scale(reach(level), inward(level));
        let corner = add(add_scaled(add(view.centre, side), reach(steep), inward(steep)), reach(j));
        let edges = [scale(reach(j), -2.0), scale(side, -2.0)];
        (view, Parallelogram { corner, edges })
    }
}

/// The two axes other than `axis`, that of the larger value first.
fn larger_first(axis: usize, value: impl Fn(usize) -> f64) -> (usize, usize) {
    let (first, second) = match axis {
        0 => (1, 2),
        1 => (0, 2),
        _ => (1, 0),
    };
    if value(first) < value(second) { (second, first) } else { (first, second) }
}
