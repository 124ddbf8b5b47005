//! The ball, with the panels of a football, so that one sees it roll.

use super::Vector;
use super::mesh::{Mesh, Vertex};

/// Parts of a panel's edge, each a side of triangles.
const PARTS: usize = 3;
/// Fraction of the way from a panel's edge to its middle that a seam reaches.
const SEAM: f32 = 0.055;

/// The white panels of a ball, the dark ones and the seams between them: a truncated icosahedron,
/// inflated to a sphere. Where panels meet they have the very same corners, so that nothing shows
/// through.
pub(super) fn football(radius: f32) -> [Mesh; 3] {
    let corners = icosahedron_corners();
    let faces = icosahedron_faces(&corners);
    let [mut white, mut dark, mut seams] = [Mesh::default(), Mesh::default(), Mesh::default()];
    for &[a, b, c] in &faces {
        let around = [(a, b), (b, a), (b, c), (c, b), (c, a), (a, c)];
        add_panel(&around.map(|(from, to)| third(from, to)), radius, &mut white, &mut seams);
    }
    for corner in &corners {
        // The faces about it, each after the one that it shares an edge with.
        let mut around = Vec::with_capacity(5);
        let turned = |[a, b, c]: [Vector; 3]| {
            let turns = [[a, b, c], [b, c, a], [c, a, b]];
            turns.into_iter().find(|turn| turn[0] == *corner)
        };
        let about: Vec<[Vector; 3]> = faces.iter().filter_map(|face| turned(*face)).collect();
        let mut next = about.first().map(|face| face[1]);
        while let Some(neighbour) = next.filter(|_| around.len() < about.len()) {
            around.push(third(*corner, neighbour));
            next = about.iter().find(|face| face[1] == neighbour).map(|face| face[2]);
        }
        add_panel(&around, radius, &mut dark, &mut seams);
    }
    [white, dark, seams]
}

/// The corner of panels on the edge between two corners of the icosahedron that is nearer to
/// `from`.
fn third(from: Vector, to: Vector) -> Vector {
    (2.0 * from + to).normalize()
}

/// Adds a panel with corners on the unit sphere, counterclockwise, and the part of the seams on it.
fn add_panel(corners: &[Vector], radius: f32, panel: &mut Mesh, seams: &mut Mesh) {
    let middle = corners.iter().sum::<Vector>().normalize();
    let inner: Vec<Vector> = corners.iter().map(|corner| corner.lerp(&middle, SEAM)).collect();
    for (i, corner) in corners.iter().enumerate() {
        let next = (i + 1) % corners.len();
        add_fan(middle, inner[i], inner[next], radius, panel);
        for part in 0..PARTS {
            let outer = [part, part + 1].map(|part| between(*corner, corners[next], part));
            let inner = [part, part + 1].map(|part| between(inner[i], inner[next], part));
            push(seams, radius, [inner[0], outer[0], outer[1]]);
            push(seams, radius, [inner[0], outer[1], inner[1]]);
        }
    }
}

/// Adds the triangle from the middle of a panel to one of its edges, in rows of smaller ones.
fn add_fan(middle: Vector, left: Vector, right: Vector, radius: f32, panel: &mut Mesh) {
    let at = |row: usize, column: usize| {
        let share = |count: usize| count as f32 / PARTS as f32;
        middle * share(PARTS - row) + left * share(row - column) + right * share(column)
    };
    // On the edge, the points are exactly those of the seam.
    let at =
        |row, column| if row == PARTS { between(left, right, column) } else { at(row, column) };
    for row in 0..PARTS {
        for column in 0..=row {
            push(panel, radius, [at(row, column), at(row + 1, column), at(row + 1, column + 1)]);
            if column < row {
                push(
                    panel,
                    radius,
                    [at(row, column), at(row + 1, column + 1), at(row, column + 1)],
                );
            }
        }
    }
}

/// The point at `part` of the [`PARTS`] parts of the way; bit for bit the same from either end.
fn between(from: Vector, to: Vector, part: usize) -> Vector {
    from * (PARTS - part) as f32 + to * part as f32
}

/// Adds a triangle between directions to a ball.
fn push(mesh: &mut Mesh, radius: f32, corners: [Vector; 3]) {
    let normals = corners.map(|corner| corner.normalize());
    mesh.push(normals.map(|normal| Vertex { position: normal * radius, normal }));
}

/// Cyclic permutations of (0, +-1, +-golden ratio), of length one.
fn icosahedron_corners() -> Vec<Vector> {
    let golden = (1.0 + 5f32.sqrt()) / 2.0;
    let mut corners = Vec::with_capacity(12);
    for axis in 0..3 {
        for (one, long) in [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)] {
            let mut corner = Vector::zeros();
            corner[(axis + 1) % 3] = one;
            corner[(axis + 2) % 3] = long;
            corners.push(corner.normalize());
        }
    }
    corners
}

/// All triples of corners that are neighbours of each other, counterclockwise from outside.
fn icosahedron_faces(corners: &[Vector]) -> Vec<[Vector; 3]> {
    // Neighbours are 63 degrees apart, others 116 or more.
    let near = |a: &Vector, b: &Vector| a.dot(b) > 0.0;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Each edge is passed once in either direction, by bits: the surface has no gap.
    #[test]
    fn panels_and_seams_close() {
        let mut passed: HashMap<[[u32; 3]; 2], i32> = HashMap::new();
        for mesh in football(0.11) {
            for face in mesh.faces {
                let corners = face.map(|corner| {
                    let p = mesh.vertices[corner as usize].position;
                    [p.x, p.y, p.z].map(f32::to_bits)
                });
                for i in 0..3 {
                    let (from, to) = (corners[i], corners[(i + 1) % 3]);
                    *passed.entry([from, to]).or_default() += 1;
                    *passed.entry([to, from]).or_default() -= 1;
                }
            }
        }
        assert!(passed.len() > 3000 && passed.values().all(|&count| count == 0));
    }

    #[test]
    fn triangles_face_outward() {
        for mesh in football(0.11) {
            for [a, b, c] in mesh
                .faces
                .iter()
                .map(|face| face.map(|corner| mesh.vertices[corner as usize].position))
            {
                assert!((b - a).cross(&(c - a)).dot(&a) > 0.0);
            }
        }
    }
}
