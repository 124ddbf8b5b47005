//! A convex polyhedron as the graph of its edges, along which a climb finds support points.

use rapier3d::parry::math::Vector;
use rapier3d::parry::transformation::try_convex_hull;

use crate::error::{Error, Result};
use crate::math::point::*;

/// Number of cells along each side of a cube in the table of corners at which climbs start.
const CELLS: usize = 12;
/// How far the faces of a hull may bend inward, as a fraction of its radius.
const FLAT: f64 = 1e-6;
/// Points of a resting face are at least this part of the bounding radius apart.
const SPREAD: f64 = 0.3;

/// Corners and edges of a convex polyhedron.
#[derive(Debug, PartialEq)]
pub struct Hull {
    vertices: Vec<Point>,
    faces: Vec<[u32; 3]>,
    /// Where each corner's entries in `neighbours` begin; one more entry at the end.
    first: Vec<u32>,
    /// Corners at the other ends of edges, in the order of their numbers.
    neighbours: Vec<u32>,
    /// The corner at which a climb starts, by the cell of a cube that the direction points at.
    starts: Vec<u32>,
    radius: f64,
    spread: f64,
}

impl Hull {
    /// The hull of points. Given faces are kept if they already form a closed convex surface,
    /// counterclockwise from outside; otherwise corners and faces are computed.
    pub(super) fn new(points: &[Point], faces: &[[u32; 3]]) -> Result<Self> {
        let given =
            Edges::of(points, faces).filter(|edges| edges.close_convex(points, faces.len()));
        if let Some(edges) = given {
            return Ok(Self::with_edges(points.to_vec(), faces.to_vec(), &edges));
        }
        let points: Vec<Vector> = points.iter().map(|p| Vector::from_array(*p)).collect();
        if !points.iter().all(|p| p.is_finite()) {
            return Err(Error::argument("shape", "a vertex of a convex shape is not finite"));
        }
        let refuse = |reason| Error::argument("shape", format!("no convex hull: {reason}"));
        let (corners, faces) =
            try_convex_hull(&points).map_err(|reason| refuse(reason.to_string()))?;
        let corners: Vec<Point> = corners.iter().map(|p| p.to_array()).collect();
        let edges =
            Edges::of(&corners, &faces).ok_or_else(|| refuse("it is not closed".to_owned()))?;
        Ok(Self::with_edges(corners, faces, &edges))
    }

    fn with_edges(vertices: Vec<Point>, faces: Vec<[u32; 3]>, edges: &Edges) -> Self {
        let radius = vertices.iter().map(|&p| dot(p, p)).fold(0.0, f64::max).sqrt();
        let extent = (0..3).map(|i| vertices.iter().map(|p| p[i].abs()).fold(0.0, f64::max));
        let mut hull = Self {
            spread: SPREAD * extent.map(|x| x * x).sum::<f64>().sqrt(),
            neighbours: edges.ends.iter().map(|&(end, _)| end).collect(),
            first: edges.first.clone(),
            starts: Vec::with_capacity(6 * CELLS * CELLS),
            radius,
            vertices,
            faces,
        };
        let mut start = 0;
        for cell in 0..6 * CELLS * CELLS {
            start = hull.climb(start, centre(cell));
            hull.starts.push(start as u32);
        }
        hull
    }

    /// Its corners.
    pub fn vertices(&self) -> &[[f64; 3]] {
        &self.vertices
    }

    /// Its triangles, counterclockwise from outside, as indices of corners.
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// The farthest corner's distance from the origin, m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Minimum distance between reported points of a resting face, m: as in MuJoCo, a fraction of
    /// the diagonal of the box about the origin that encloses the hull.
    pub(super) fn spread(&self) -> f64 {
        self.spread
    }

    /// The index of the corner farthest along a direction.
    #[inline]
    pub(super) fn support(&self, direction: Point) -> usize {
        self.climb(self.starts[cell(direction)] as usize, direction)
    }

    /// A corner.
    #[inline(always)]
    pub(super) fn vertex(&self, index: usize) -> Point {
        self.vertices[index]
    }

    /// The corners at the other ends of a corner's edges.
    #[inline(always)]
    pub(super) fn neighbours(&self, index: usize) -> &[u32] {
        &self.neighbours[self.first[index] as usize..self.first[index + 1] as usize]
    }

    /// Goes along edges as long as that leads farther along the direction.
    #[inline]
    fn climb(&self, start: usize, direction: Point) -> usize {
        let mut best = start;
        let mut height = dot(self.vertices[best], direction);
        loop {
            let from = best;
            for &next in self.neighbours(from) {
                let along = dot(self.vertices[next as usize], direction);
                if along > height {
                    (best, height) = (next as usize, along);
                }
            }
            if best == from {
                return best;
            }
        }
    }
}

/// The cell of a cube's surface that a direction points at.
#[inline(always)]
fn cell(direction: Point) -> usize {
    let [x, y, z] = direction.map(f64::abs);
    let axis = if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    };
    let scale = 0.5 * CELLS as f64 / direction[axis].abs();
    // NaN becomes cell 0
    let place = |x: f64| ((x * scale + 0.5 * CELLS as f64) as usize).min(CELLS - 1);
    let (u, v) = (place(direction[(axis + 1) % 3]), place(direction[(axis + 2) % 3]));
    let side = 2 * axis + usize::from(direction[axis] < 0.0);
    (side * CELLS + u) * CELLS + v
}

/// The direction of the middle of a cell.
fn centre(cell: usize) -> Point {
    let (side, u, v) = (cell / (CELLS * CELLS), cell / CELLS % CELLS, cell % CELLS);
    let place = |i: usize| (2 * i + 1) as f64 / CELLS as f64 - 1.0;
    let axis = side / 2;
    let mut direction = [0.0; 3];
    direction[axis] = if side % 2 == 1 { -1.0 } else { 1.0 };
    direction[(axis + 1) % 3] = place(u);
    direction[(axis + 2) % 3] = place(v);
    direction
}

/// The edges of triangles, each in both directions, by the corner that they start at.
struct Edges {
    first: Vec<u32>,
    /// Where an edge ends, and the third corner of the triangle to its left.
    ends: Vec<(u32, u32)>,
}

impl Edges {
    /// `None` if a triangle has a corner that does not exist, if two triangles have the same edge,
    /// or if a corner has fewer than three edges.
    fn of(points: &[Point], faces: &[[u32; 3]]) -> Option<Self> {
        let mut first = vec![0; points.len() + 1];
        for &corner in faces.iter().flatten() {
            *first.get_mut(corner as usize + 1).filter(|_| (corner as usize) < points.len())? += 1;
        }
        for i in 0..points.len() {
            first[i + 1] += first[i];
        }
        let mut next = first.clone();
        let mut ends = vec![(0, 0); 3 * faces.len()];
        for &[a, b, c] in faces {
            for (from, to, left) in [(a, b, c), (b, c, a), (c, a, b)] {
                ends[next[from as usize] as usize] = (to, left);
                next[from as usize] += 1;
            }
        }
        for span in first.windows(2) {
            let around = &mut ends[span[0] as usize..span[1] as usize];
            around.sort_unstable();
            if around.len() < 3 || around.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                return None;
            }
        }
        Some(Self { first, ends })
    }

    fn from(&self, corner: usize) -> &[(u32, u32)] {
        &self.ends[self.first[corner] as usize..self.first[corner + 1] as usize]
    }

    /// Whether the triangles are one surface without a border or a handle that bends outward at
    /// each edge.
    fn close_convex(&self, points: &[Point], faces: usize) -> bool {
        let radius = points.iter().map(|&p| dot(p, p)).fold(0.0, f64::max).sqrt();
        let outward = |a: usize| {
            self.from(a).iter().all(|&(b, left)| {
                let back = self.from(b as usize);
                let Ok(at) = back.binary_search_by_key(&(a as u32), |&(end, _)| end) else {
                    return false;
                };
                let [b, left, right] = [b, left, back[at].1].map(|corner| points[corner as usize]);
                bend(points[a], b, left, right) <= FLAT * radius
            })
        };
        2 * (points.len() + faces) == self.ends.len() + 4 && (0..points.len()).all(outward)
    }
}

/// How far the triangles on both sides of an edge bend inward: the smaller of the two heights of a
/// far corner over the other triangle's plane, as a sliver's plane is ill-defined.
fn bend(a: Point, b: Point, left: Point, right: Point) -> f64 {
    let along = sub(b, a);
    let (of_left, of_right) = (sub(left, a), sub(right, a));
    let height = |normal, over| dot(normalize(normal).0, over);
    height(cross(along, of_left), of_right).min(height(cross(of_right, along), of_left))
}
