//! Points in the frame of the camera or microphone at a site.

use crate::collision::Pose;
use crate::math::point::sub;

/// A direction and a distance in the frame of a site: deg, deg and m, exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Polar {
    pub azimuth: f64,
    pub inclination: f64,
    pub distance: f64,
}

/// A point of the world in the frame of a site.
///
/// The products are summed in the order of the matrix product that numpy hands to BLAS on
/// processors with fused multiply-add. So even mere rounding comes out as in rcsssmj, for instance
/// whether a marker straight ahead is at 0.0 or at -0.0 degrees.
#[inline(always)]
pub(super) fn local(frame: &Pose, point: [f64; 3]) -> [f64; 3] {
    let [x, y, z] = sub(point, frame.pos);
    let mat = &frame.mat;
    std::array::from_fn(|i| {
        let first = mat[0][i].mul_add(x, 0.0);
        mat[2][i].mul_add(z, mat[1][i].mul_add(y, first))
    })
}
