//! Two boxes.

use super::contact::{PairPoints, Pose};
use super::vector::*;

pub(super) fn box_box(_: Vec3, _: &Pose, _: Vec3, _: &Pose, _: f64, _: &mut PairPoints) {}
