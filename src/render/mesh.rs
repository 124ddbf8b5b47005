//! Triangles.

use super::Vector;
use nalgebra::Matrix3;

/// A corner of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub(super) position: Vector,
    /// Direction used for its lighting; of length one.
    pub(super) normal: Vector,
}

/// Triangles, counterclockwise from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Mesh {
    pub(super) vertices: Vec<Vertex>,
    pub(super) faces: Vec<[u32; 3]>,
}

impl Mesh {
    /// The same mesh in another frame.
    pub(super) fn placed(mut self, position: [f64; 3], matrix: [[f64; 3]; 3]) -> Self {
        let position = nalgebra::Vector3::from(position).cast::<f32>();
        let matrix = Matrix3::from_fn(|row, column| matrix[row][column] as f32);
        for vertex in &mut self.vertices {
            vertex.position = matrix * vertex.position + position;
            vertex.normal = matrix * vertex.normal;
        }
        self
    }

    /// Adds a triangle with one normal.
    pub(super) fn push_flat(&mut self, corners: [Vector; 3]) {
        let [a, b, c] = corners;
        // A sliver without a normal has no area to be seen either.
        let Some(normal) = (b - a).cross(&(c - a)).try_normalize(f32::MIN_POSITIVE) else {
            return;
        };
        self.push(corners.map(|position| Vertex { position, normal }));
    }

    /// Adds a triangle.
    pub(super) fn push(&mut self, corners: [Vertex; 3]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        self.faces.push([first, first + 1, first + 2]);
    }
}
