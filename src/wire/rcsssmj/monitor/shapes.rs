//! Shapes of a body as nodes: what a viewer loads, with its pose, scale and colour.

use super::scene_graph::write_pose;
use crate::math::quaternion;
use crate::model::{Model, Shape};
use crate::soccer::Side;
use crate::wire::number::python_float;
use crate::wire::scene_writer::{Form, Paint, Shapes, matrix, parts};
use std::fmt::Write;

/// A mesh that a viewer loads and draws at a scale.
struct Drawn<'a> {
    load: &'a str,
    scale: [f64; 3],
    is_visible: bool,
    paint: Paint<'a>,
}

/// Shapes of a model's body.
pub fn shapes(model: &Model, body: usize, side: Option<Side>) -> Shapes {
    let mut shapes = Shapes::default();
    for part in parts(model, body, side) {
        let (pose, is_visible, paint) = ((part.pos, part.quat), part.is_visible, part.paint);
        match part.form {
            Form::Mesh { name, scale } => {
                add(&mut shapes, pose, Some(Drawn { load: name, scale, is_visible, paint }));
            }
            Form::Shape(shape) => add_shape(&mut shapes, shape, pose, is_visible, paint),
            Form::Unknown => add(&mut shapes, pose, None),
        }
    }
    shapes
}

/// Adds a shape. Viewers have boxes, spheres and cylinders; for other shapes only the pose is
/// written.
pub fn add_shape(
    shapes: &mut Shapes,
    shape: &Shape,
    pose: ([f64; 3], [f64; 4]),
    is_visible: bool,
    paint: Paint<'_>,
) {
    let drawn = match *shape {
        Shape::Box { half } => Some(("StdUnitBox", half.map(|half| half * 2.0))),
        Shape::Sphere { radius } => Some(("StdUnitSphere", [radius; 3])),
        Shape::Cylinder { radius, half_length } => {
            Some(("StdUnitCylinder", [radius, radius, half_length * 2.0]))
        }
        Shape::Capsule { .. } | Shape::Plane { .. } | Shape::Convex { .. } => None,
    };
    add(shapes, pose, drawn.map(|(load, scale)| Drawn { load, scale, is_visible, paint }));
}

fn add(shapes: &mut Shapes, (pos, quat): ([f64; 3], [f64; 4]), drawn: Option<Drawn<'_>>) {
    let is_moved = pos != [0.0; 3] || quat != quaternion::IDENTITY;
    if is_moved {
        shapes.full.push_str("(nd TRF");
        write_pose(&mut shapes.full, &matrix(pos, quat));
        shapes.diff.push_str("(nd");
    }
    if let Some(drawn) = drawn {
        drawn.write(&mut shapes.full);
        shapes.diff.push_str("(nd)");
    }
    if is_moved {
        shapes.full.push(')');
        shapes.diff.push(')');
    }
}

impl Drawn<'_> {
    fn write(&self, out: &mut String) {
        // Writing to a `String` does not fail.
        let _ = write!(out, "(nd SMN (setVisible {})(load ", u8::from(self.is_visible));
        out.push_str(self.load);
        out.push(')');
        match self.paint {
            Paint::Material(name) => {
                out.push_str("(sMat ");
                out.push_str(name);
            }
            Paint::Number => out.push_str("(sMat jersey_mat"),
            Paint::Colour(rgba) => {
                out.push_str("(rgba");
                // MuJoCo keeps colours in single precision, which is visible in the digits.
                write_list(out, rgba.map(|part| f64::from(part as f32)));
            }
        }
        out.push(')');
        if self.scale != [1.0; 3] {
            out.push_str("(sSc");
            write_list(out, self.scale);
            out.push(')');
        }
        out.push(')');
    }
}

fn write_list(out: &mut String, numbers: impl IntoIterator<Item = f64>) {
    for number in numbers {
        out.push(' ');
        python_float(number, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: ([f64; 3], [f64; 4]) = ([0.0; 3], quaternion::IDENTITY);

    #[test]
    fn a_shape_at_the_origin_has_no_pose_of_its_own() {
        let mut shapes = Shapes::default();
        let ball = Shape::Sphere { radius: 1.0 };
        add_shape(&mut shapes, &ball, HERE, false, Paint::Colour([0.5, 0.8, 0.0, 1.0]));
        assert_eq!(
            shapes.full,
            "(nd SMN (setVisible 0)(load StdUnitSphere)(rgba 0.5 0.800000011920929 0.0 1.0))"
        );
        assert_eq!(shapes.diff, "(nd)");
    }

    #[test]
    fn of_shapes_that_viewers_lack_the_place_is_told() {
        let mut shapes = Shapes::default();
        let capsule = Shape::Capsule { radius: 0.1, half_length: 0.2 };
        add_shape(&mut shapes, &capsule, HERE, true, Paint::Material("gray"));
        assert_eq!(shapes, Shapes::default());
        let place = ([0.0, 0.0, 1.0], HERE.1);
        add_shape(&mut shapes, &capsule, place, true, Paint::Material("gray"));
        assert!(shapes.full.starts_with("(nd TRF(SLT 1.0000"), "{}", shapes.full);
        assert_eq!(shapes.diff, "(nd)");
    }
}
