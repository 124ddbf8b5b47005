//! Shapes as nodes: `StaticMesh` for files, `SMN` for what every viewer can draw.

use super::{write_list, write_pose};
use crate::model::{Model, Shape};
use crate::soccer::{PlayerId, Side};
use crate::wire::scene_writer::{Form, IDENTITY, Matrix, Paint, Part, Shapes, matrix, parts};

/// Materials that viewers have, and their colours.
const COLOURS: [(&str, [f64; 3]); 8] = [
    ("matWhite", [1.0, 1.0, 1.0]),
    ("matBlack", [0.0, 0.0, 0.0]),
    ("matGrey", [0.5, 0.5, 0.5]),
    ("matDarkGrey", [0.2, 0.2, 0.2]),
    ("matRed", [1.0, 0.0, 0.0]),
    ("matGreen", [0.0, 1.0, 0.0]),
    ("matBlue", [0.0, 0.0, 1.0]),
    ("matYellow", [1.0, 1.0, 0.0]),
];

/// A shape in a scene.
pub struct Drawn<'a> {
    /// What a viewer loads, e.g. `models/soccerball.obj` or `StdUnitBox`.
    pub load: &'a str,
    /// Parameters after that: length and radius of a cylinder, radius and length of a capsule.
    pub params: &'a [f64],
    /// Scale along each axis.
    pub scale: [f64; 3],
    /// Names of its materials.
    pub materials: &'a [&'a str],
    /// Whether it is written as a `StaticMesh`: a file, or a shape with materials of its own.
    pub is_mesh: bool,
    /// Whether it is transparent.
    pub is_transparent: bool,
    /// Whether it is visible at all.
    pub is_visible: bool,
}

impl Drawn<'_> {
    /// A visible file.
    pub const MESH: Self = Self {
        load: "",
        params: &[],
        scale: [1.0; 3],
        materials: &[],
        is_mesh: true,
        is_transparent: false,
        is_visible: true,
    };
    /// A visible standard shape.
    pub const STANDARD: Self = Self { is_mesh: false, ..Self::MESH };

    /// Adds the node, within a node that poses it unless it is at the origin.
    pub fn add(&self, shapes: &mut Shapes, pose: &Matrix) {
        in_pose(shapes, pose, |shapes| {
            self.write(&mut shapes.full);
            let word = if self.is_mesh { "(nd StaticMesh" } else { "(nd SMN" };
            for text in [&mut shapes.diff, &mut shapes.news] {
                text.push_str(word);
            }
            shapes.diff.push(')');
            shapes.news.push_str(if self.is_visible {
                " (setVisible 1))"
            } else {
                " (setVisible 0))"
            });
        });
    }

    fn write(&self, out: &mut String) {
        out.push_str(if self.is_mesh { "(nd StaticMesh " } else { "(nd SMN " });
        out.push_str(if self.is_visible { "(setVisible 1) " } else { "(setVisible 0) " });
        if self.is_transparent {
            out.push_str("(setTransparent) ");
        }
        out.push_str("(load ");
        out.push_str(self.load);
        write_list(out, self.params.iter().copied());
        out.push_str(") (sSc");
        write_list(out, self.scale);
        out.push_str(if self.is_mesh { ")(resetMaterials" } else { ") (sMat" });
        for material in self.materials {
            out.push(' ');
            out.push_str(material);
        }
        out.push_str("))");
    }
}

/// Adds something in a pose; at the origin, the pose needs no node of its own.
pub fn in_pose(shapes: &mut Shapes, pose: &Matrix, add: impl FnOnce(&mut Shapes)) {
    let is_moved = pose.iter().zip(IDENTITY).any(|(a, b)| (a - b).abs() >= super::NOISE);
    if is_moved {
        shapes.full.push_str("(nd TRF ");
        write_pose(&mut shapes.full, pose);
        shapes.diff.push_str("(nd");
        shapes.news.push_str("(nd");
    }
    add(shapes);
    if is_moved {
        for text in [&mut shapes.full, &mut shapes.diff, &mut shapes.news] {
            text.push(')');
        }
    }
}

/// Returns the visible shapes of a robot's body. Its root has one with the materials by which
/// viewers find a player, `matNum<number> matLeft|matRight`.
pub fn robot_shapes(model: &Model, body: usize, player: PlayerId) -> Shapes {
    let mut shapes = Shapes::default();
    let team = if player.side == Side::Left { "matLeft" } else { "matRight" };
    let number = format!("matNum{}", player.number);
    let mut is_to_be_named = body == 0;
    for part in parts(model, body, Some(player.side)).filter(|part| part.is_visible) {
        let is_badge = matches!(part.paint, Paint::Number);
        let is_drawn = match is_to_be_named && !is_badge {
            true => add_part(&mut shapes, &part, &[&number, team], true),
            false => add_part(&mut shapes, &part, &[material(part.paint, &number)], false),
        };
        is_to_be_named &= is_badge || !is_drawn;
    }
    if is_to_be_named {
        let nothing = Drawn {
            load: "StdUnitSphere",
            scale: [0.01; 3],
            materials: &[&number, team],
            is_visible: false,
            ..Drawn::MESH
        };
        nothing.add(&mut shapes, &IDENTITY);
    }
    shapes
}

/// Adds a part, as a mesh if it has to be one; false for a shape that viewers do not have.
fn add_part(shapes: &mut Shapes, part: &Part<'_>, materials: &[&str], must_be_mesh: bool) -> bool {
    let pose = matrix(part.pos, part.quat);
    let standard = Drawn { materials, is_mesh: must_be_mesh, ..Drawn::STANDARD };
    let (radii, drawn);
    match part.form {
        Form::Mesh { name, scale } => {
            drawn = Drawn { load: name, scale, materials, ..Drawn::MESH };
        }
        Form::Shape(&Shape::Box { half }) => {
            let scale = half.map(|half| half * 2.0);
            drawn = Drawn { load: "StdUnitBox", scale, ..standard };
        }
        Form::Shape(&Shape::Sphere { radius }) => {
            drawn = Drawn { load: "StdUnitSphere", scale: [radius; 3], ..standard };
        }
        Form::Shape(&Shape::Cylinder { radius, half_length }) => {
            let scale = [radius, radius, half_length * 2.0];
            drawn = Drawn { load: "StdUnitCylinder", params: &[1.0, 1.0], scale, ..standard };
        }
        Form::Shape(&Shape::Capsule { radius, half_length }) => {
            radii = [radius, half_length * 2.0];
            drawn = Drawn { load: "StdCapsule", params: &radii, ..standard };
        }
        Form::Shape(Shape::Plane { .. } | Shape::Convex { .. }) | Form::Unknown => return false,
    }
    drawn.add(shapes, &pose);
    true
}

fn material<'a>(paint: Paint<'a>, number: &'a str) -> &'a str {
    match paint {
        Paint::Material(name) => name,
        Paint::Number => number,
        Paint::Colour([red, green, blue, _]) => {
            let distance =
                |[r, g, b]: [f64; 3]| (red - r).powi(2) + (green - g).powi(2) + (blue - b).powi(2);
            let nearest = COLOURS
                .iter()
                .min_by(|(_, one), (_, other)| distance(*one).total_cmp(&distance(*other)));
            nearest.map_or("matGrey", |(name, _)| name)
        }
    }
}

/// The disc that shows which player is selected; only its visibility is news.
pub fn selection_disc(is_visible: bool) -> Shapes {
    let mut shapes = Shapes::default();
    let disc = Drawn {
        load: "StdUnitCylinder",
        params: &[1.0, 1.0],
        scale: [0.2, 0.2, 0.02],
        materials: &["matSelect"],
        is_transparent: true,
        is_visible,
        ..Drawn::STANDARD
    };
    disc.add(&mut shapes, &IDENTITY);
    for (text, begin) in [
        (&mut shapes.full, "(nd TRF (SLT 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1)"),
        (&mut shapes.diff, "(nd"),
    ] {
        *text = format!("{begin}{text})");
    }
    shapes.news = format!("(nd{})", shapes.news);
    shapes
}
