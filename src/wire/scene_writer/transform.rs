//! Poses as the 4 x 4 matrices of scene graphs.
//!
//! The order of operations is that of rcsssmj's `utils/geometry.py`: values near zero keep their
//! signs, and the signs of zeros are written.

/// A pose by rows: rotation and, in the fourth column, position (m).
pub type Matrix = [f64; 16];

/// The pose of an object at the origin.
pub const IDENTITY: Matrix =
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// The matrix of a position (m) and a quaternion (wxyz).
#[rustfmt::skip]
pub fn matrix([px, py, pz]: [f64; 3], [w, x, y, z]: [f64; 4]) -> Matrix {
    [
        2.0 * (w * w + x * x) - 1.0, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y), px,
        2.0 * (x * y + w * z), 2.0 * (w * w + y * y) - 1.0, 2.0 * (y * z - w * x), py,
        2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 2.0 * (w * w + z * z) - 1.0, pz,
        0.0, 0.0, 0.0, 1.0,
    ]
}

/// Returns the inverse: the pose of the origin in the frame of `m`.
#[rustfmt::skip]
pub fn inverse(m: &Matrix) -> Matrix {
    let back = |i: usize| -(m[i] * m[3] + m[i + 4] * m[7] + m[i + 8] * m[11]);
    [
        m[0], m[4], m[8], back(0),
        m[1], m[5], m[9], back(1),
        m[2], m[6], m[10], back(2),
        0.0, 0.0, 0.0, 1.0,
    ]
}

/// Transforms `b`, given in the frame of `a`, to the frame in which `a` is given.
pub fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|at| {
        let (i, j) = (at / 4 * 4, at % 4);
        a[i] * b[j] + a[i + 1] * b[4 + j] + a[i + 2] * b[8 + j] + a[i + 3] * b[12 + j]
    })
}

/// Appends `(SLT <numbers>)`, the matrix column by column, each number as `write` does.
pub fn write_slt(out: &mut String, m: &Matrix, write: impl Fn(f64, &mut String)) {
    out.push_str("(SLT");
    for at in 0..16 {
        out.push(' ');
        write(m[at % 4 * 4 + at / 4], out);
    }
    out.push(')');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::number::fixed;

    #[test]
    fn a_pose_undoes_its_inverse() {
        let pose = matrix([1.0, -2.0, 0.5], [0.5, 0.5, -0.5, 0.5]);
        for (found, wanted) in product(&inverse(&pose), &pose).iter().zip(IDENTITY) {
            assert!((found - wanted).abs() < 1e-15, "{found} {wanted}");
        }
    }

    #[test]
    fn columns_are_written_one_by_one() {
        let mut out = String::new();
        let pose = matrix([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0]);
        write_slt(&mut out, &pose, fixed::<4>);
        let (x, y) = ("-1.0000 0.0000 0.0000 0.0000", "0.0000 -1.0000 0.0000 0.0000");
        let (z, position) = ("0.0000 0.0000 1.0000 0.0000", "1.0000 2.0000 3.0000 1.0000");
        assert_eq!(out, format!("(SLT {x} {y} {z} {position})"));
    }
}
