//! Vectors as the interface has them.

use super::protos::RpcVector2D;
use crate::disc::Vec2;

/// A vector with its length and its direction in degrees.
pub fn vector(own: Vec2) -> RpcVector2D {
    RpcVector2D {
        x: own.x as f32,
        y: own.y as f32,
        dist: own.length() as f32,
        angle: own.direction().to_degrees() as f32,
    }
}

/// Nowhere: for what was never heard of.
pub(super) fn nowhere() -> RpcVector2D {
    RpcVector2D { x: f32::INFINITY, y: f32::INFINITY, dist: f32::INFINITY, angle: 45.0 }
}

/// The point of a message; the centre of the pitch if there is none. Length and direction are not
/// read, as they follow from it.
pub fn point(own: Option<&RpcVector2D>) -> Vec2 {
    own.map_or(Vec2::ZERO, |own| Vec2::new(own.x.into(), own.y.into()))
}
