//! Poses: positions, and the five ways to write an orientation.

use super::settings::Settings;
use super::xml::{Attr, Element};
use crate::error::Result;
use crate::math::point::{cross, dot};
use crate::math::quaternion::{self, product};

/// Below this length a vector has no direction (MuJoCo's `mjEPS`).
pub(super) const TINY: f64 = 1e-14;

const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// Position and unit quaternion, as attributes give them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PoseSpec {
    pub(super) pos: [f64; 3],
    pub(super) quat: [f64; 4],
}

impl Default for PoseSpec {
    fn default() -> Self {
        Self { pos: [0.0; 3], quat: quaternion::IDENTITY }
    }
}

impl PoseSpec {
    /// Sets an attribute of the pose; `false` if the attribute is not one.
    pub(super) fn set(&mut self, attr: Attr, settings: &Settings) -> Result<bool> {
        match attr.name() {
            "pos" => self.pos = attr.array()?,
            "quat" => self.quat = unit_quat(attr)?,
            "axisangle" => self.quat = from_axisangle(attr, settings)?,
            "euler" => self.quat = from_euler(attr, settings)?,
            "xyaxes" => self.quat = from_xyaxes(attr)?,
            "zaxis" => self.quat = from_zaxis(attr)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Refuses a second orientation, and those that a default class cannot pass on.
pub(super) fn check_orientations(element: Element, in_default: bool) -> Result<()> {
    let mut given = element.attributes().filter(|attr| ORIENTATIONS.contains(&attr.name()));
    match (given.next(), given.next()) {
        (Some(first), None) if in_default && first.name() != "quat" => {
            Err(first.error("a default class takes an orientation only as quat"))
        }
        (_, Some(second)) => Err(second.error("a second orientation")),
        _ => Ok(()),
    }
}

fn unit_quat(attr: Attr) -> Result<[f64; 4]> {
    let quat: [f64; 4] = attr.array()?;
    normalized(quat).ok_or_else(|| attr.error("has no length"))
}

fn from_axisangle(attr: Attr, settings: &Settings) -> Result<[f64; 4]> {
    let [x, y, z, angle] = attr.array()?;
    let axis = normalized([x, y, z]).ok_or_else(|| attr.error("axis has no length"))?;
    Ok(about(axis, settings.radians(angle)))
}

fn from_euler(attr: Attr, settings: &Settings) -> Result<[f64; 4]> {
    let angles: [f64; 3] = attr.array()?;
    let mut quat = quaternion::IDENTITY;
    for (angle, (axis, fixed)) in angles.into_iter().zip(settings.euler_sequence) {
        let mut unit = [0.0; 3];
        unit[axis] = 1.0;
        let turn = about(unit, settings.radians(angle));
        quat = if fixed { product(turn, quat) } else { product(quat, turn) };
    }
    Ok(quat)
}

fn from_xyaxes(attr: Attr) -> Result<[f64; 4]> {
    let [a, b, c, d, e, f] = attr.array()?;
    let x = normalized([a, b, c]).ok_or_else(|| attr.error("x axis has no length"))?;
    let along: f64 = dot(x, [d, e, f]);
    let y = normalized([d - along * x[0], e - along * x[1], f - along * x[2]])
        .ok_or_else(|| attr.error("y axis has no part across the x axis"))?;
    Ok(from_axes([x, y, cross(x, y)]))
}

fn from_zaxis(attr: Attr) -> Result<[f64; 4]> {
    let axis = normalized(attr.array()?).ok_or_else(|| attr.error("has no length"))?;
    Ok(from_z_to(axis))
}

/// The shortest turn of the z axis to a unit vector.
pub(super) fn from_z_to(axis: [f64; 3]) -> [f64; 4] {
    let across = cross([0.0, 0.0, 1.0], axis);
    let sine = dot(across, across).sqrt();
    let turn_axis = if sine < 1e-10 { [1.0, 0.0, 0.0] } else { across.map(|x| x / sine) };
    about(turn_axis, sine.atan2(axis[2]))
}

/// A turn by an angle about a unit axis.
pub(super) fn about(axis: [f64; 3], angle: f64) -> [f64; 4] {
    let (sin, cos) = (0.5 * angle).sin_cos();
    [cos, sin * axis[0], sin * axis[1], sin * axis[2]]
}

/// The quaternion of a frame given by its axes.
fn from_axes([x, y, z]: [[f64; 3]; 3]) -> [f64; 4] {
    let columns = nalgebra::Matrix3::from_columns(&[x.into(), y.into(), z.into()]);
    let turn = nalgebra::Rotation3::from_matrix_unchecked(columns);
    let quat = nalgebra::UnitQuaternion::from_rotation_matrix(&turn);
    [quat.w, quat.i, quat.j, quat.k]
}

/// The rotation matrix of a unit quaternion.
pub(super) fn matrix(quat: [f64; 4]) -> nalgebra::Matrix3<f64> {
    let [w, x, y, z] = quat;
    let quat = nalgebra::Quaternion::new(w, x, y, z);
    *nalgebra::UnitQuaternion::new_unchecked(quat).to_rotation_matrix().matrix()
}

/// A vector of length 1, or none where there is no direction.
pub(super) fn normalized<const N: usize>(vector: [f64; N]) -> Option<[f64; N]> {
    let norm = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    (norm > TINY && norm.is_finite()).then(|| vector.map(|x| x / norm))
}
