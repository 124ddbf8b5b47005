//! Points of convex hulls.

use std::sync::Arc;

use super::orientation::TINY;
use super::xml::Attr;
use crate::error::Result;

/// Most points of one hull.
const MAX_VERTICES: usize = 4096;

/// The scaled points of an inline mesh, which must span a volume.
pub(super) fn hull_points(vertex: Attr, scale: [f64; 3]) -> Result<Arc<[[f64; 3]]>> {
    let numbers = vertex.numbers()?;
    let (points, rest) = numbers.as_chunks::<3>();
    if !rest.is_empty() || points.len() > MAX_VERTICES {
        let count = numbers.len();
        return Err(vertex.error(format!("{count} numbers: needs triples, at most {MAX_VERTICES}")));
    }
    let scaled = points.iter().map(|[x, y, z]| [x * scale[0], y * scale[1], z * scale[2]]);
    let points: Arc<[[f64; 3]]> = scaled.collect();
    match spans_volume(&points) {
        true => Ok(points),
        false => Err(vertex.error("the points span no volume")),
    }
}

/// Whether points span a volume: some tetrahedron of them is not flat against their extent.
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
