//! The ball, with patches, so that one sees it roll.

use super::Vec3;
use super::mesh::{Mesh, Vertex};

/// Faces of an icosahedron are split in four this many times.
const SPLITS: usize = 2;

/// The white and the dark part of a ball: of an icosahedron's faces, split and blown up, those
/// around its twelve corners are dark.
pub(super) fn football(radius: f32) -> [Mesh; 2] {
    let corners = icosahedron_corners();
    let mut faces = icosahedron_faces(&corners);
    for _ in 0..SPLITS {
        faces = faces.into_iter().flat_map(split).collect();
    }
    let [mut white, mut dark] = [Mesh::default(), Mesh::default()];
    for face in faces {
        let is_patch = face.iter().any(|corner| corners.contains(corner));
        let part = if is_patch { &mut dark } else { &mut white };
        part.push(face.map(|normal| Vertex { position: normal * radius, normal }));
    }
    [white, dark]
}

/// Cyclic permutations of (0, +-1, +-golden ratio), of length one.
fn icosahedron_corners() -> Vec<Vec3> {
    let golden = (1.0 + 5f32.sqrt()) / 2.0;
    let mut corners = Vec::with_capacity(12);
    for axis in 0..3 {
        for (one, long) in [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)] {
            let mut corner = Vec3::zeros();
            corner[(axis + 1) % 3] = one;
            corner[(axis + 2) % 3] = long;
            corners.push(corner.normalize());
        }
    }
    corners
}

/// All triples of corners that are neighbours of each other, counterclockwise from outside.
fn icosahedron_faces(corners: &[Vec3]) -> Vec<[Vec3; 3]> {
    // Neighbours are 63 degrees apart, others 116 or more.
    let near = |a: &Vec3, b: &Vec3| a.dot(b) > 0.0;
    let mut faces = Vec::with_capacity(20);
    for (i, a) in corners.iter().enumerate() {
        for (j, b) in corners.iter().enumerate().skip(i + 1).filter(|(_, b)| near(a, b)) {
            for c in corners.iter().skip(j + 1).filter(|c| near(a, c) && near(b, c)) {
                let outward = a.cross(b).dot(c) > 0.0;
                faces.push(if outward { [*a, *b, *c] } else { [*a, *c, *b] });
            }
        }
    }
    faces
}

fn split([a, b, c]: [Vec3; 3]) -> [[Vec3; 3]; 4] {
    let [ab, bc, ca] = [a + b, b + c, c + a].map(|middle| middle.normalize());
    [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
}
