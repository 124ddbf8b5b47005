//! Normals for surfaces of triangles: smooth where they bend little, sharp at their edges.

use super::Vector;
use super::mesh::{Mesh, Vertex};
use std::collections::HashMap;

/// Cosine of the angle above which two triangles meet in a visible edge.
const EDGE: f32 = 0.62;

/// A surface of triangles, counterclockwise from outside. Each corner is lit by the mean normal,
/// weighted by area, of the triangles about it whose angle to its own is small.
pub(super) fn smooth(points: &[[f64; 3]], faces: &[[u32; 3]]) -> Mesh {
    let at = |corner: u32| nalgebra::Vector3::from(points[corner as usize]).cast::<f32>();
    // Their lengths are twice the areas.
    let crosses: Vec<Vector> = faces
        .iter()
        .map(|&[a, b, c]| {
            let [a, b, c] = [at(a), at(b), at(c)];
            (b - a).cross(&(c - a))
        })
        .collect();
    let mut about = vec![Vec::new(); points.len()];
    for (face, corners) in faces.iter().enumerate() {
        corners.iter().for_each(|&corner| about[corner as usize].push(face));
    }
    let mut mesh = Mesh::default();
    let mut known = HashMap::new();
    for (face, cross) in faces.iter().zip(&crosses) {
        // A sliver without a normal has no area to be seen either.
        let Some(own) = cross.try_normalize(f32::MIN_POSITIVE) else {
            continue;
        };
        let corners = face.map(|corner| {
            let near = about[corner as usize].iter().map(|&face| crosses[face]);
            let near = near.filter(|other| own.dot(other) >= EDGE * other.norm());
            let normal = near.sum::<Vector>().try_normalize(f32::MIN_POSITIVE).unwrap_or(own);
            let bits = [normal.x, normal.y, normal.z].map(f32::to_bits);
            *known.entry((corner, bits)).or_insert_with(|| {
                mesh.vertices.push(Vertex { position: at(corner), normal });
                mesh.vertices.len() as u32 - 1
            })
        });
        mesh.faces.push(corners);
    }
    mesh
}
