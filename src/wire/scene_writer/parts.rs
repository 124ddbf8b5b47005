//! The parts of a robot's body that can be drawn, independent of the protocol.

use crate::model::{Geom, GeomRef, Look, Model, Shape};
use crate::soccer::Side;

/// A name of a material, or a colour with opacity, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub enum Paint<'a> {
    /// A material.
    Material(&'a str),
    /// Red, green, blue, opacity.
    Colour([f64; 4]),
    /// The plate with a player's number.
    Number,
}

/// What a part looks like without its paint.
#[derive(Clone, Copy, Debug)]
pub enum Form<'a> {
    /// A file that viewers have, and its scale.
    Mesh {
        /// The file.
        name: &'a str,
        /// Scale along each axis.
        scale: [f64; 3],
    },
    /// A shape of the model.
    Shape(&'a Shape),
    /// A mesh that viewers do not have.
    Unknown,
}

/// A part of a body, in the body's frame.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Its position, m.
    pub pos: [f64; 3],
    /// Its orientation, wxyz.
    pub quat: [f64; 4],
    /// What it looks like.
    pub form: Form<'a>,
    /// Whether viewers show it.
    pub is_visible: bool,
    /// How it is painted.
    pub paint: Paint<'a>,
}

/// Parts of a model's body, in the order of its file, then the badges with the number if it plays
/// for a side.
pub fn parts(model: &Model, body: usize, side: Option<Side>) -> impl Iterator<Item = Part<'_>> {
    let parts = model.geom_order.iter().filter_map(move |entry| match *entry {
        GeomRef::Collision(index) if model.geoms[index].body == body => {
            let Geom { shape, pos, quat, .. } = &model.geoms[index];
            Some(part(Some(shape), (*pos, *quat), &model.looks[index], side))
        }
        GeomRef::Visual(index) if model.visuals[index].body == body => {
            let visual = &model.visuals[index];
            Some(part(visual.shape.as_ref(), (visual.pos, visual.quat), &visual.look, side))
        }
        _ => None,
    });
    parts.chain(badges(model, body).filter(move |_| side.is_some()))
}

fn part<'a>(
    shape: Option<&'a Shape>,
    (pos, quat): ([f64; 3], [f64; 4]),
    look: &'a Look,
    side: Option<Side>,
) -> Part<'a> {
    let paint = match (look.material.as_str(), side) {
        ("", _) => Paint::Colour(look.rgba),
        ("team", Some(Side::Left)) => Paint::Material("matLeft"),
        ("team", Some(Side::Right)) => Paint::Material("matRight"),
        (name, _) => Paint::Material(name),
    };
    let is_visible = look.group <= 2;
    match &look.mesh {
        Some(mesh) => {
            let form = Form::Mesh { name: &mesh.name, scale: mesh.scale };
            Part { pos: mesh.pos, quat: mesh.quat, form, is_visible, paint }
        }
        None => {
            let form = shape.map_or(Form::Unknown, Form::Shape);
            Part { pos, quat, form, is_visible, paint }
        }
    }
}

/// Returns plates with the player's number, wherever the model has a box-shaped site for one.
fn badges(model: &Model, body: usize) -> impl Iterator<Item = Part<'_>> {
    let is_badge = |name: &str| name == "jersey" || name.starts_with("jersey-");
    let sites = model.sites.iter().filter(move |site| site.body == body && is_badge(&site.name));
    sites.filter(|site| matches!(site.shape, Shape::Box { .. })).map(|site| Part {
        pos: site.pos,
        quat: site.quat,
        form: Form::Shape(&site.shape),
        is_visible: true,
        paint: Paint::Number,
    })
}
