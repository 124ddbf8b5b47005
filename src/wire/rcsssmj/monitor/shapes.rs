//! Shapes of a body as nodes: what a viewer loads, where, how large, in which colour.

use super::transform::{matrix, write_slt};
use crate::model::{Geom, GeomRef, Look, Model, Shape, ViewerMesh};
use crate::soccer::Side;
use crate::wire::number::python_float;
use std::fmt::Write;

/// What a node of a body says of its shapes, which never changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shapes {
    /// When everything is told.
    pub full: String,
    /// When only changes are: a bare node each.
    pub diff: String,
}

/// A name of a material, or a colour with opacity, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub enum Paint<'a> {
    Material(&'a str),
    Colour([f64; 4]),
}

/// What a viewer loads and draws at a scale.
struct Drawn<'a> {
    load: &'a str,
    scale: [f64; 3],
    is_visible: bool,
    paint: Paint<'a>,
}

impl Shapes {
    /// Shapes of a model's body, in the order of its file, then the badges with the number.
    pub fn of_body(model: &Model, body: usize, side: Option<Side>) -> Self {
        let mut shapes = Self::default();
        for entry in &model.geom_order {
            match *entry {
                GeomRef::Collision(index) if model.geoms[index].body == body => {
                    let Geom { shape, pos, quat, .. } = &model.geoms[index];
                    shapes.add_look(Some(shape), (*pos, *quat), &model.looks[index], side);
                }
                GeomRef::Visual(index) if model.visuals[index].body == body => {
                    let visual = &model.visuals[index];
                    let pose = (visual.pos, visual.quat);
                    shapes.add_look(visual.shape.as_ref(), pose, &visual.look, side);
                }
                _ => {}
            }
        }
        if side.is_some() {
            shapes.add_badges(model, body);
        }
        shapes
    }

    fn add_look(
        &mut self,
        shape: Option<&Shape>,
        pose: ([f64; 3], [f64; 4]),
        look: &Look,
        side: Option<Side>,
    ) {
        let paint = match (look.material.as_str(), side) {
            ("", _) => Paint::Colour(look.rgba),
            ("team", Some(Side::Left)) => Paint::Material("matLeft"),
            ("team", Some(Side::Right)) => Paint::Material("matRight"),
            (name, _) => Paint::Material(name),
        };
        let is_visible = look.group <= 2;
        if let Some(ViewerMesh { name, scale, pos, quat }) = &look.mesh {
            let drawn = Drawn { load: name, scale: *scale, is_visible, paint };
            return self.add((*pos, *quat), Some(drawn));
        }
        self.add_shape(shape, pose, is_visible, paint);
    }

    /// Adds a shape; viewers have boxes, spheres and cylinders, of others only the place is told.
    pub fn add_shape(
        &mut self,
        shape: Option<&Shape>,
        pose: ([f64; 3], [f64; 4]),
        is_visible: bool,
        paint: Paint<'_>,
    ) {
        let drawn = match *shape.unwrap_or(&PLACE_ONLY) {
            Shape::Box { half } => Some(("StdUnitBox", half.map(|half| half * 2.0))),
            Shape::Sphere { radius } => Some(("StdUnitSphere", [radius; 3])),
            Shape::Cylinder { radius, half_length } => {
                Some(("StdUnitCylinder", [radius, radius, half_length * 2.0]))
            }
            Shape::Capsule { .. } | Shape::Plane { .. } | Shape::Convex { .. } => None,
        };
        self.add(pose, drawn.map(|(load, scale)| Drawn { load, scale, is_visible, paint }));
    }

    /// Plates with the player's number, where the model has a box-shaped site for one.
    fn add_badges(&mut self, model: &Model, body: usize) {
        let is_badge = |name: &str| name == "jersey" || name.starts_with("jersey-");
        for site in model.sites.iter().filter(|site| site.body == body && is_badge(&site.name)) {
            if let Shape::Box { .. } = site.shape {
                let paint = Paint::Material("jersey_mat");
                self.add_shape(Some(&site.shape), (site.pos, site.quat), true, paint);
            }
        }
    }

    fn add(&mut self, (pos, quat): ([f64; 3], [f64; 4]), drawn: Option<Drawn<'_>>) {
        let is_moved = pos != [0.0; 3] || quat != [1.0, 0.0, 0.0, 0.0];
        if is_moved {
            self.full.push_str("(nd TRF");
            write_slt(&mut self.full, &matrix(pos, quat));
            self.diff.push_str("(nd");
        }
        if let Some(drawn) = drawn {
            drawn.write(&mut self.full);
            self.diff.push_str("(nd)");
        }
        if is_moved {
            self.full.push(')');
            self.diff.push(')');
        }
    }
}

/// Stands for a mesh that nobody knows.
const PLACE_ONLY: Shape = Shape::Plane { half_x: 0.0, half_y: 0.0 };

impl Drawn<'_> {
    fn write(&self, out: &mut String) {
        // A `String` takes everything.
        let _ = write!(out, "(nd SMN (setVisible {})(load ", u8::from(self.is_visible));
        out.push_str(self.load);
        out.push(')');
        match self.paint {
            Paint::Material(name) => {
                out.push_str("(sMat ");
                out.push_str(name);
            }
            Paint::Colour(rgba) => {
                out.push_str("(rgba");
                // MuJoCo keeps colours in single precision, and it shows.
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

    const HERE: ([f64; 3], [f64; 4]) = ([0.0; 3], [1.0, 0.0, 0.0, 0.0]);

    #[test]
    fn a_shape_at_the_origin_has_no_pose_of_its_own() {
        let mut shapes = Shapes::default();
        let ball = Shape::Sphere { radius: 1.0 };
        shapes.add_shape(Some(&ball), HERE, false, Paint::Colour([0.5, 0.8, 0.0, 1.0]));
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
        shapes.add_shape(Some(&capsule), HERE, true, Paint::Material("gray"));
        assert_eq!(shapes, Shapes::default());
        let place = ([0.0, 0.0, 1.0], HERE.1);
        shapes.add_shape(Some(&capsule), place, true, Paint::Material("gray"));
        assert!(shapes.full.starts_with("(nd TRF(SLT 1.0000"), "{}", shapes.full);
        assert_eq!(shapes.diff, "(nd)");
    }
}
