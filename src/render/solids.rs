//! Shapes as triangles.

use super::Vector;
use super::mesh::{Mesh, Vertex};
use super::smooth::smooth;
use crate::collision::Collider;
use crate::error::Result;
use crate::model::Shape;
use std::f32::consts::{FRAC_PI_2, TAU};

/// Number of corners of a circle: minimum, maximum, and how many more for a radius of one metre.
const SEGMENTS: [f32; 3] = [16.0, 44.0, 110.0];
/// Rings of half a ball for each of its segments.
const RINGS: f32 = 0.2;

impl Mesh {
    /// A shape in its own frame. A plane has no triangles: the only plane is the ground.
    pub(super) fn of(shape: &Shape) -> Result<Self> {
        if let Shape::Convex { vertices, faces } = shape
            && !faces.is_empty()
        {
            return Ok(smooth(vertices, faces));
        }
        Ok(match Collider::new(shape)? {
            Collider::Plane => Self::default(),
            Collider::Sphere { radius } => Self::ball(radius as f32),
            Collider::Capsule { radius, half_length } => {
                Self::capsule(radius as f32, half_length as f32)
            }
            Collider::Cylinder { radius, half_length } => {
                Self::cylinder(radius as f32, half_length as f32)
            }
            Collider::Box { half } => Self::cuboid(half.map(|x| x as f32)),
            Collider::Hull(hull) => smooth(hull.vertices(), hull.faces()),
        })
    }

    /// A ball about the origin.
    pub(super) fn ball(radius: f32) -> Self {
        Self::capsule(radius, 0.0)
    }

    fn capsule(radius: f32, half_length: f32) -> Self {
        let rings = (RINGS * segments(radius) as f32).round() as usize;
        let top = (0..=rings).map(|ring| {
            let (sin, cos) = (ring as f32 / rings as f32 * FRAC_PI_2).sin_cos();
            Ring { radius: radius * sin, z: half_length + radius * cos, normal: [sin, cos] }
        });
        let top: Vec<Ring> = top.collect();
        let bottom = top.iter().rev().map(|ring| Ring {
            z: -ring.z,
            normal: [ring.normal[0], -ring.normal[1]],
            ..*ring
        });
        Self::lathe(&top.iter().copied().chain(bottom).collect::<Vec<_>>())
    }

    fn cylinder(radius: f32, half_length: f32) -> Self {
        let ring = |radius, z, normal| Ring { radius, z, normal };
        let (up, out, down) = ([0.0, 1.0], [1.0, 0.0], [0.0, -1.0]);
        Self::lathe(&[
            ring(0.0, half_length, up),
            ring(radius, half_length, up),
            ring(radius, half_length, out),
            ring(radius, -half_length, out),
            ring(radius, -half_length, down),
            ring(0.0, -half_length, down),
        ])
    }

    /// A body of revolution about z through rings from top to bottom.
    fn lathe(rings: &[Ring]) -> Self {
        let mut mesh = Self::default();
        let count = segments(rings.iter().map(|ring| ring.radius).fold(0.0, f32::max));
        for ring in rings {
            mesh.vertices.extend((0..count).map(|segment| {
                let (sin, cos) = (segment as f32 / count as f32 * TAU).sin_cos();
                let [out, up] = ring.normal;
                Vertex {
                    position: Vector::new(ring.radius * cos, ring.radius * sin, ring.z),
                    normal: Vector::new(out * cos, out * sin, up),
                }
            }));
        }
        let segments = count as u32;
        for (upper, pair) in (0u32..).zip(rings.windows(2)) {
            let [above, below] = [pair[0], pair[1]];
            if (above.radius, above.z) == (below.radius, below.z) {
                continue;
            }
            for segment in 0..segments {
                let next = (segment + 1) % segments;
                let [a, b] = [segment, next].map(|column| upper * segments + column);
                let [c, d] = [a + segments, b + segments];
                if below.radius > 0.0 {
                    mesh.faces.push([a, c, d]);
                }
                if above.radius > 0.0 {
                    mesh.faces.push([a, d, b]);
                }
            }
        }
        mesh
    }

    fn cuboid(half: [f32; 3]) -> Self {
        let mut mesh = Self::default();
        let half = Vector::from(half);
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let corner = |u: f32, v: f32| {
                    let mut corner = Vector::zeros();
                    corner[axis] = side;
                    corner[(axis + 1) % 3] = u * side;
                    corner[(axis + 2) % 3] = v;
                    corner.component_mul(&half)
                };
                let [a, b] = [corner(-1.0, -1.0), corner(1.0, -1.0)];
                let [c, d] = [corner(1.0, 1.0), corner(-1.0, 1.0)];
                mesh.push_flat([a, b, c]);
                mesh.push_flat([a, c, d]);
            }
        }
        mesh
    }
}

/// Number of corners of a circle. Large circles have more, so that their corners are not seen
/// either.
fn segments(radius: f32) -> usize {
    let [least, most, more] = SEGMENTS;
    (least + more * radius).clamp(least, most) as usize
}

/// A circle about z.
#[derive(Clone, Copy)]
struct Ring {
    radius: f32,
    z: f32,
    /// Away from the axis, and up.
    normal: [f32; 2],
}
