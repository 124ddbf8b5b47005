//! Principal axes of an inertia tensor.

use nalgebra::Matrix3;

use crate::math::quaternion::{self, product};

use super::orientation::{about, matrix, normalized};

/// MuJoCo's compiler stops at an off-diagonal element (kg m^2) below this, or at a rotation whose
/// cosine is this close to 1. Going further would give axes that differ from its own by up to 1e-6
/// rad.
const STOP: f64 = 1e-12;
/// MuJoCo's limit to the number of rotations.
const MAX_TURNS: usize = 500;

/// Axes (a unit quaternion) and moments of a symmetric tensor, the largest moment first: Jacobi's
/// method (Golub and Van Loan, "Matrix Computations", 8.5) with the rotations accumulated in a
/// quaternion.
pub(super) fn principal(tensor: Matrix3<f64>) -> ([f64; 4], [f64; 3]) {
    let mut quat = quaternion::IDENTITY;
    for _ in 0..MAX_TURNS {
        match diagonalizing_turn(&in_axes(&tensor, quat)) {
            Some(turn) => quat = turned(quat, turn),
            None => break,
        }
    }
    let moments = in_axes(&tensor, quat).diagonal();
    sort([moments[0], moments[1], moments[2]], quat)
}

fn in_axes(tensor: &Matrix3<f64>, quat: [f64; 4]) -> Matrix3<f64> {
    let axes = matrix(quat);
    axes.transpose() * tensor * axes
}

/// The rotation that zeroes the largest off-diagonal element; `None` if that is small enough.
fn diagonalizing_turn(tensor: &Matrix3<f64>) -> Option<[f64; 4]> {
    let size = |row, column| f64::abs(tensor[(row, column)]);
    let (row, column) = if size(0, 1) > size(0, 2) && size(0, 1) > size(1, 2) {
        (0, 1)
    } else if size(0, 2) > size(1, 2) {
        (0, 2)
    } else {
        (1, 2)
    };
    if size(row, column) < STOP {
        return None;
    }
    let ratio = (tensor[(column, column)] - tensor[(row, row)]) / (2.0 * tensor[(row, column)]);
    let tangent = 1f64.copysign(ratio) / (ratio.abs() + (1.0 + ratio * ratio).sqrt());
    if 1.0 / (1.0 + tangent * tangent).sqrt() > 1.0 - STOP {
        return None;
    }
    let axis = 3 - row - column;
    // From z to x the turn about y is positive: the pair (0, 2) runs the other way.
    let angle = if axis == 1 { tangent.atan() } else { -tangent.atan() };
    Some(about(unit(axis), angle))
}

/// Sorts by quarter turns, which keep the axes right-handed.
fn sort(mut moments: [f64; 3], mut quat: [f64; 4]) -> ([f64; 4], [f64; 3]) {
    for first in [0, 1, 0] {
        if moments[first] + STOP < moments[first + 1] {
            moments.swap(first, first + 1);
            let quarter = about(unit((first + 2) % 3), std::f64::consts::FRAC_PI_2);
            quat = turned(quat, quarter);
        }
    }
    (quat, moments)
}

fn turned(quat: [f64; 4], turn: [f64; 4]) -> [f64; 4] {
    let product = product(quat, turn);
    normalized(product).unwrap_or(product)
}

fn unit(axis: usize) -> [f64; 3] {
    let mut unit = [0.0; 3];
    unit[axis] = 1.0;
    unit
}
