//! Points and triangles of convex hulls.

use std::sync::Arc;

use super::orientation::TINY;
use super::types::Shape;
use super::xml::Attr;
use crate::error::Result;

/// Maximum number of points of one hull.
const MAX_VERTICES: usize = 1 << 15;

/// MuJoCo's least area and volume of a mesh (`mjMINVAL`), m^2 and m^3.
const SMALLEST: f64 = 1e-15;

/// The points of an inline mesh, and its triangles if it lists them.
#[derive(Clone, Debug)]
pub(super) struct Points {
    vertices: Arc<[[f64; 3]]>,
    faces: Arc<[[u32; 3]]>,
}

impl Points {
    /// Scales the points, which must span a volume. A scale that mirrors also reverses the order of
    /// the triangles' corners. Points are rounded to single precision, as MuJoCo reads them.
    pub(super) fn read(vertex: Attr, face: Option<Attr>, scale: [f64; 3]) -> Result<Self> {
        let points = triples(vertex, vertex.numbers()?, MAX_VERTICES)?;
        let mirrors = scale.iter().product::<f64>() < 0.0;
        let faces = match face {
            Some(face) => triples(face, face.integers()?, 2 * MAX_VERTICES)?,
            None => Vec::new(),
        };
        if let Some(face) = face
            && faces.as_flattened().iter().any(|&corner| corner as usize >= points.len())
        {
            return Err(face.error("names a vertex that is not there"));
        }
        let points = Self {
            vertices: points
                .iter()
                .map(|p| std::array::from_fn(|i| f64::from(p[i] as f32) * scale[i]))
                .collect(),
            faces: faces
                .iter()
                .map(|&[a, b, c]| if mirrors { [c, b, a] } else { [a, b, c] })
                .collect(),
        };
        if !spans_volume(&points.vertices) {
            return Err(vertex.error("the points span no volume"));
        }
        match face.filter(|_| points.is_flat()) {
            Some(face) => Err(face.error("the faces enclose no volume")),
            None => Ok(points),
        }
    }

    /// Whether MuJoCo refuses the faces: all of them, or all but those without an area, lie in one
    /// plane, so that the pyramids over them from their centre have no volume.
    fn is_flat(&self) -> bool {
        let faces = || {
            self.faces.iter().map(|corners| {
                let [a, b, c] =
                    corners.map(|at| nalgebra::Vector3::from(self.vertices[at as usize]));
                ((b - a).cross(&(c - a)) / 2.0, (a + b + c) / 3.0)
            })
        };
        let area: f64 = faces().map(|(normal, _)| normal.norm()).sum();
        if area < SMALLEST {
            return true;
        }
        let weighted = faces().map(|(normal, middle)| middle * normal.norm());
        let centre = weighted.sum::<nalgebra::Vector3<f64>>() / area;
        let volumes = faces().map(|(normal, middle)| normal.dot(&(middle - centre)).abs() / 3.0);
        volumes.sum::<f64>() < SMALLEST
    }

    pub(super) fn into_shape(self) -> Shape {
        Shape::Convex { vertices: self.vertices, faces: self.faces }
    }
}

/// Groups numbers into at most `most` triples.
fn triples<T: Copy>(attr: Attr, numbers: Vec<T>, most: usize) -> Result<Vec<[T; 3]>> {
    match numbers.as_chunks::<3>() {
        (triples, []) if triples.len() <= most => Ok(triples.to_vec()),
        _ => {
            let count = numbers.len();
            Err(attr.error(format!("{count} numbers: needs triples, at most {most}")))
        }
    }
}

/// Whether points span a volume: some tetrahedron of them is not flat relative to their extent.
fn spans_volume(points: &[[f64; 3]]) -> bool {
    let Some(&origin) = points.first() else {
        return false;
    };
    let from_origin = |p: &[f64; 3]| nalgebra::Vector3::from(*p) - nalgebra::Vector3::from(origin);
    let longest =
        |score: &dyn Fn(nalgebra::Vector3<f64>) -> f64| {
            let ranked = points.iter().map(|p| (score(from_origin(p)), from_origin(p)));
            ranked.fold((0.0, nalgebra::Vector3::zeros()), |best, next| {
                if next.0 > best.0 { next } else { best }
            })
        };
    let (length, edge) = longest(&|p| p.norm());
    let (area, normal) = {
        let (area, other) = longest(&|p| edge.cross(&p).norm());
        (area, edge.cross(&other))
    };
    let (volume, _) = longest(&|p| normal.dot(&p).abs());
    length > TINY && area > 1e-6 * length * length && volume > 1e-6 * area * length
}
