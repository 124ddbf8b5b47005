//! Inertia of bodies, given or from their geoms.

use std::f64::consts::PI;

use nalgebra::{Matrix3, Vector3};

use super::orientation::{PoseSpec, TINY, check_orientations, matrix};
use super::principal::principal;
use super::settings::Settings;
use super::types::Shape;
use super::xml::{Attr, Element};
use crate::error::Result;
use crate::math::MIN_VALUE;

/// Geoms of higher groups are not part of a body's inertia (MuJoCo's default `inertiagrouprange`).
pub(super) const MAX_GROUP: u8 = 5;

/// Mass, centre of mass with principal axes, and principal moments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MassPart {
    pub(super) mass: f64,
    pub(super) pose: PoseSpec,
    pub(super) moments: [f64; 3],
}

/// How a geom specifies its mass.
#[derive(Clone, Copy, Debug)]
pub(super) enum MassSource {
    /// kg/m^3
    Density(f64),
    /// kg
    Total(f64),
}

impl MassSource {
    /// Mass and moments of a solid shape; `None` for hulls and files, unless massless.
    pub(super) fn part(self, shape: Option<&Shape>, pose: PoseSpec) -> Option<MassPart> {
        let (Self::Density(amount) | Self::Total(amount)) = self;
        if amount == 0.0 {
            return Some(MassPart { pose, ..MassPart::default() });
        }
        let shape = shape?;
        let mass = match self {
            Self::Density(density) => density * volume(shape)?,
            Self::Total(mass) => mass,
        };
        Some(MassPart { mass, pose, moments: moments(shape, mass)? })
    }
}

fn volume(shape: &Shape) -> Option<f64> {
    match *shape {
        Shape::Sphere { radius } => Some(4.0 / 3.0 * PI * radius.powi(3)),
        Shape::Capsule { radius, half_length } => {
            Some(PI * (2.0 * half_length * radius * radius + 4.0 / 3.0 * radius.powi(3)))
        }
        Shape::Cylinder { radius, half_length } => Some(2.0 * PI * half_length * radius * radius),
        Shape::Box { half: [x, y, z] } => Some(8.0 * x * y * z),
        Shape::Plane { .. } | Shape::Convex { .. } => None,
    }
}

/// Principal moments of a solid of uniform density.
fn moments(shape: &Shape, mass: f64) -> Option<[f64; 3]> {
    match *shape {
        Shape::Sphere { radius } => Some([0.4 * mass * radius * radius; 3]),
        Shape::Capsule { radius, half_length } => {
            Some(capsule_moments(mass, radius, 2.0 * half_length))
        }
        Shape::Cylinder { radius, half_length } => {
            let (r2, h2) = (radius * radius, 4.0 * half_length * half_length);
            let across = mass * (3.0 * r2 + h2) / 12.0;
            Some([across, across, 0.5 * mass * r2])
        }
        Shape::Box { half: [x, y, z] } => {
            Some([y * y + z * z, x * x + z * z, x * x + y * y].map(|sum| mass * sum / 3.0))
        }
        Shape::Plane { .. } | Shape::Convex { .. } => None,
    }
}

/// A cylinder between two hemispheres, each displaced along the axis.
fn capsule_moments(mass: f64, radius: f64, height: f64) -> [f64; 3] {
    let ends = mass * 4.0 * radius / (4.0 * radius + 3.0 * height);
    let middle = mass - ends;
    let (r2, h2) = (radius * radius, height * height);
    let of_ball = 0.4 * ends * r2;
    let displaced = ends * height * (3.0 * radius + 2.0 * height) / 8.0;
    let across = middle * (3.0 * r2 + h2) / 12.0 + of_ball + displaced;
    [across, across, 0.5 * middle * r2 + of_ball]
}

/// The sum of the parts that have a mass; `None` if no part has. One part alone keeps its axes;
/// more get sorted principal axes.
pub(super) fn sum(parts: &[MassPart]) -> Option<MassPart> {
    let parts: Vec<MassPart> = parts.iter().copied().filter(|part| part.mass > TINY).collect();
    if let [] | [_] = parts[..] {
        return parts.first().copied();
    }
    let mass: f64 = parts.iter().map(|part| part.mass).sum();
    let moment: Vector3<f64> =
        parts.iter().map(|part| part.mass * Vector3::from(part.pose.pos)).sum();
    let center = moment / mass;
    let tensor = parts.iter().fold(Matrix3::zeros(), |tensor, part| tensor + about(part, center));
    let (quat, moments) = principal(tensor);
    Some(MassPart { mass, pose: PoseSpec { pos: center.into(), quat }, moments })
}

/// Inertia tensor of a part about a point.
fn about(part: &MassPart, point: Vector3<f64>) -> Matrix3<f64> {
    let frame = matrix(part.pose.quat);
    let offset = Vector3::from(part.pose.pos) - point;
    let own = frame * Matrix3::from_diagonal(&part.moments.into()) * frame.transpose();
    own + part.mass
        * (Matrix3::from_diagonal_element(offset.norm_squared()) - offset * offset.transpose())
}

/// Reads `<inertial>`.
pub(super) fn read_inertial(element: Element, settings: &Settings) -> Result<MassPart> {
    element.no_children()?;
    check_orientations(element, false)?;
    let mut pose = PoseSpec::default();
    element.required("pos")?;
    let mass = element.required("mass")?.non_negative()?;
    let mut turned = false;
    for attr in element.attributes() {
        match attr.name() {
            "mass" | "diaginertia" | "fullinertia" => {}
            _ if pose.set(attr, settings)? => turned |= attr.name() != "pos",
            _ => return Err(attr.unsupported()),
        }
    }
    let moments = match (element.attribute("diaginertia"), element.attribute("fullinertia")) {
        (Some(diagonal), None) => diagonal.array()?,
        (None, Some(full)) if turned => return Err(full.error("together with an orientation")),
        (None, Some(full)) => {
            let (quat, moments) = principal(symmetric(full)?);
            pose.quat = quat;
            moments
        }
        _ => return Err(element.error("needs either diaginertia or fullinertia")),
    };
    Ok(MassPart { mass, pose, moments })
}

/// The tensor of `xx yy zz xy xz yz`.
fn symmetric(attr: Attr) -> Result<Matrix3<f64>> {
    let [xx, yy, zz, xy, xz, yz] = attr.array()?;
    Ok(Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz))
}

/// Refuses values that no rigid body has; a body that moves needs mass and moments.
pub(super) fn check(part: &MassPart, moves: bool, body: Element) -> Result<()> {
    let MassPart { mass, moments: [a, b, c], .. } = *part;
    // `{:?}` writes huge and tiny numbers with an exponent.
    let refuse = |reason: &str| {
        Err(body.error(format!("mass {mass:?}, moments {a:?} {b:?} {c:?}: {reason}")))
    };
    if !(mass.is_finite() && (a + b + c).is_finite() && [mass, a, b, c].iter().all(|&x| x >= 0.0)) {
        return refuse("must be finite and not negative");
    }
    if moves && [mass, a, b, c].iter().any(|&x| x < MIN_VALUE) {
        return refuse("a body that moves needs more");
    }
    if a + b < c || a + c < b || b + c < a {
        return refuse("two must add up to the third");
    }
    Ok(())
}
