//! A growing polytope of extreme points.

use rapier3d::parry::math::Vector;

use super::difference::Extreme;

/// Points must be this far beyond a face to be seen from it, m.
pub(super) const BEYOND: f64 = 1e-13;
/// Points this close are the same, m.
const SAME: f64 = 1e-12;
/// Squared sine of an angle below which a triangle's plane is ill-defined.
const SLIVER: f64 = 1e-16;

/// A triangle, counterclockwise from outside.
#[derive(Clone, Copy)]
pub(super) struct Face {
    /// Of unit length.
    pub(super) normal: Vector,
    /// Distance of its plane from the origin; negative if the origin is outside.
    pub(super) distance: f64,
    corners: [u32; 3],
}

/// Corners and faces; the memory is reused.
#[derive(Default)]
pub(super) struct Polytope {
    corners: Vec<Extreme>,
    faces: Vec<Face>,
    horizon: Vec<[u32; 2]>,
}

/// Rounding has made the polytope inconsistent.
#[derive(Debug)]
pub(super) struct Broken;

impl Polytope {
    /// Starts with a tetrahedron.
    pub(super) fn begin(&mut self, corners: [Extreme; 4]) -> Result<(), Broken> {
        self.corners.clear();
        self.faces.clear();
        self.corners.extend(corners);
        let [a, b, c, d] = corners.map(|corner| corner.point);
        let faces = if (b - a).cross(c - a).dot(d - a) > 0.0 {
            [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
        } else {
            [[0, 1, 2], [1, 0, 3], [2, 1, 3], [0, 2, 3]]
        };
        faces.into_iter().try_for_each(|corners| self.add_face(corners))
    }

    /// Returns the face whose plane is nearest to the origin, or farthest if the origin is outside,
    /// and its index, which is valid until the polytope grows.
    #[inline]
    pub(super) fn nearest(&self) -> Result<(usize, Face), Broken> {
        let mut nearest = 0;
        let mut distance = f64::INFINITY;
        for (number, face) in self.faces.iter().enumerate() {
            if face.distance < distance {
                (nearest, distance) = (number, face.distance);
            }
        }
        self.faces.get(nearest).map(|&face| (nearest, face)).ok_or(Broken)
    }

    /// Moves a face's plane outwards to a distance beyond which nothing was found.
    pub(super) fn push_out(&mut self, number: usize, distance: f64) {
        self.faces[number].distance = distance;
    }

    /// A face's corners.
    pub(super) fn corners(&self, face: &Face) -> [Extreme; 3] {
        face.corners.map(|corner| self.corners[corner as usize])
    }

    /// Whether a point is a corner, or was one.
    pub(super) fn has(&self, point: Vector) -> bool {
        self.corners.iter().any(|corner| (corner.point - point).length_squared() < SAME * SAME)
    }

    /// Grows to a point: the faces that see it are replaced by faces between it and their border.
    pub(super) fn add(&mut self, added: Extreme) -> Result<(), Broken> {
        self.take_out_faces_that_see(added.point);
        if self.horizon.is_empty() {
            return Ok(());
        }
        self.take_out_faces_in_line_with(added.point)?;
        // A closed surface of triangles has twice as many faces as corners.
        if self.faces.len() > 4 * self.corners.len() {
            return Err(Broken);
        }
        let number = self.corners.len() as u32;
        self.corners.push(added);
        for edge in 0..self.horizon.len() {
            let [a, b] = self.horizon[edge];
            self.add_face([a, b, number])?;
        }
        Ok(())
    }

    fn take_out_faces_that_see(&mut self, point: Vector) {
        self.horizon.clear();
        let mut number = 0;
        while number < self.faces.len() {
            let Face { normal, distance, .. } = self.faces[number];
            if normal.dot(point) > distance + BEYOND {
                self.take_out(number);
            } else {
                number += 1;
            }
        }
    }

    /// Also removes faces that the point lies beside, in the face's plane and on the line of its
    /// edge at the border: the triangle between that edge and the point would be degenerate.
    fn take_out_faces_in_line_with(&mut self, point: Vector) -> Result<(), Broken> {
        let is_in_line = |corners: &[Extreme], [a, b]: [u32; 2]| {
            let [a, b] = [a, b].map(|corner| corners[corner as usize].point);
            let (edge, way) = (b - a, point - a);
            let area = edge.cross(way).length_squared();
            area <= SLIVER * edge.length_squared() * way.length_squared()
        };
        while let Some(&[a, b]) = self.horizon.iter().find(|&&edge| is_in_line(&self.corners, edge))
        {
            let has_edge = |&Face { corners: [p, q, r], .. }: &Face| {
                [[p, q], [q, r], [r, p]].contains(&[b, a])
            };
            let number = self.faces.iter().position(has_edge).ok_or(Broken)?;
            self.take_out(number);
        }
        Ok(())
    }

    /// Removes a face. The horizon consists of the edges of removed faces, without those between
    /// two of them.
    #[inline]
    fn take_out(&mut self, number: usize) {
        let [a, b, c] = self.faces.swap_remove(number).corners;
        for [from, to] in [[a, b], [b, c], [c, a]] {
            if let Some(at) = self.horizon.iter().position(|&edge| edge == [to, from]) {
                self.horizon.swap_remove(at);
            } else {
                self.horizon.push([from, to]);
            }
        }
    }

    #[inline]
    fn add_face(&mut self, corners: [u32; 3]) -> Result<(), Broken> {
        let [a, b, c] = corners.map(|corner| self.corners[corner as usize].point);
        let normal = (b - a).cross(c - a).try_normalize().ok_or(Broken)?;
        self.faces.push(Face { normal, distance: normal.dot(a), corners });
        Ok(())
    }

    /// The corners of the face that a ray from the origin goes through, and the barycentric
    /// coordinates of the point there.
    pub(super) fn through(&self, direction: Vector) -> Option<([Extreme; 3], [f64; 3])> {
        let along = |face: &Face| {
            let cosine = face.normal.dot(direction);
            if cosine > 0.0 { face.distance / cosine } else { f64::INFINITY }
        };
        let face = self.faces.iter().min_by(|f, g| along(f).total_cmp(&along(g)))?;
        let corners = self.corners(face);
        let [a, b, c] = corners.map(|corner| corner.point - along(face) * direction);
        let areas = [b.cross(c), c.cross(a), a.cross(b)].map(|area| area.dot(face.normal));
        let whole: f64 = areas.iter().sum();
        Some((corners, areas.map(|area| area / whole)))
    }
}
