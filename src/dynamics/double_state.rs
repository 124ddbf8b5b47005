//! Coordinates in double precision beside lanes in single.
//!
//! A substep of 5 ms changes coordinates by little. If these changes were added up in single
//! precision, a fifth of a millimetre every second would be lost at the far end of the pitch, and
//! slow turns altogether. So lanes of `f32` compute changes, which are summed up here in `f64`, and
//! hold the rounded sums. Lanes of `f64` do not need this.

use super::data::TreeData;
use crate::math::MIN_VALUE;
use crate::math::lane::{Lane, Single};
use crate::math::precision::Precision;
use crate::math::trig::sin_cos;
use crate::math::vec3::{Vec3, quat_mul, quat_normalize};
use crate::model::ROOT_COORDS;

/// Coordinates of a lane group in `f64`: all lanes of the first one, then of the second, in the
/// order of `qpos`. Empty for lanes that hold `f64` themselves.
#[derive(Clone, Debug)]
pub struct DoubleState(Vec<f64>);

impl DoubleState {
    /// All zero.
    pub fn new<L: Lane>(coordinates: usize) -> Self {
        match L::PRECISION {
            Precision::F64 => Self(Vec::new()),
            Precision::F32 => Self(vec![0.0; coordinates * L::LANES]),
        }
    }
}

impl<L: Lane> TreeData<L> {
    /// Sets a lane's coordinates from a row of `qpos`.
    pub fn set_coordinates(&mut self, lane: usize, qpos: &[f64]) {
        let mut quat: [f64; 4] = std::array::from_fn(|part| qpos[3 + part]);
        if L::PRECISION == Precision::F32 {
            let square: f64 = quat.iter().map(|x| x * x).sum();
            // One of unit length stays as it is to the last bit.
            if (square - 1.0).abs() > 1e-12 {
                quat = quat_normalize(quat.map(Single::<false>)).map(|Single(part)| part);
            }
        }
        self.set_each_coordinate(lane, |index| match index {
            3..ROOT_COORDS => quat[index - 3],
            _ => qpos[index],
        });
    }

    /// Sets a lane's coordinates, given by their index in `qpos`.
    #[inline(always)]
    fn set_each_coordinate(&mut self, lane: usize, value: impl Fn(usize) -> f64) {
        let Vec3 { x, y, z } = &mut self.root_pos;
        let root = [x, y, z].into_iter().chain(&mut self.root_quat);
        for (index, out) in root.enumerate() {
            out.set_lane(lane, value(index));
        }
        for (hinge, out) in self.q.iter_mut().enumerate() {
            out.set_lane(lane, value(ROOT_COORDS + hinge));
        }
        for (index, sums) in self.double.0.chunks_exact_mut(L::LANES).enumerate() {
            sums[lane] = value(index);
        }
    }

    /// Writes a lane's coordinates to a row of `qpos`.
    pub fn store_coordinates(&self, lane: usize, qpos: &mut [f64]) {
        if L::PRECISION == Precision::F32 {
            for (out, values) in qpos.iter_mut().zip(self.double.0.chunks_exact(L::LANES)) {
                *out = values[lane];
            }
            return;
        }
        qpos[..3].copy_from_slice(&self.root_pos.lane(lane));
        for (out, q) in qpos[3..].iter_mut().zip(self.root_quat.iter().chain(&self.q)) {
            *out = q.lane(lane);
        }
    }

    /// Where a lane's root is in the world, m.
    pub fn root_position(&self, lane: usize) -> [f64; 3] {
        match L::PRECISION {
            Precision::F64 => self.root_pos.lane(lane),
            Precision::F32 => std::array::from_fn(|axis| self.double.0[axis * L::LANES + lane]),
        }
    }

    /// Puts a lane that no tree uses any more at rest. Its old velocities would carry it to numbers
    /// for which all lanes take the slow path.
    pub fn lay_at_rest(&mut self, lane: usize) {
        // The unit quaternion's first part is 1.
        self.set_each_coordinate(lane, |index| if index == 3 { 1.0 } else { 0.0 });
        for rate in self.v.iter_mut().chain(&mut self.qacc) {
            rate.set_lane(lane, 0.0);
        }
        for spin in [&mut self.root_spin, &mut self.root_spin_acc] {
            spin.x.set_lane(lane, 0.0);
            spin.y.set_lane(lane, 0.0);
            spin.z.set_lane(lane, 0.0);
        }
    }
}

/// Moves the coordinates of lanes in single precision by their velocities for a time.
#[inline(always)]
pub fn move_in_double<L: Lane>(time: L, d: &mut TreeData<L>) {
    let change = turn(quat_normalize(d.root_quat), d.root_spin, time);
    let (root, hinges) = d.double.0.split_at_mut(ROOT_COORDS * L::LANES);
    let (position, quaternion) = root.split_at_mut(3 * L::LANES);
    let Vec3 { x, y, z } = &mut d.root_pos;
    for ((sums, out), &v) in position.chunks_exact_mut(L::LANES).zip([x, y, z]).zip(&d.v) {
        *out = (time * v).add_to(sums);
    }
    for (sums, change) in quaternion.chunks_exact_mut(L::LANES).zip(change) {
        change.add_to(sums);
    }
    normalize::<L>(quaternion);
    for (sums, out) in quaternion.chunks_exact_mut(L::LANES).zip(&mut d.root_quat) {
        *out = L::zero().add_to(sums);
    }
    let hinges = hinges.chunks_exact_mut(L::LANES).zip(&mut d.q);
    for ((sums, out), &v) in hinges.zip(&d.v[6..]) {
        *out = (time * v).add_to(sums);
    }
}

/// Scales the lanes' quaternions to unit length, as [`quat_normalize`] does.
#[inline(always)]
fn normalize<L: Lane>(quaternion: &mut [f64]) {
    let (w, rest) = quaternion.split_at_mut(L::LANES);
    let (x, rest) = rest.split_at_mut(L::LANES);
    let (y, z) = rest.split_at_mut(L::LANES);
    for (((w, x), y), z) in w.iter_mut().zip(x).zip(y).zip(z) {
        let norm = (*w * *w + *x * *x + *y * *y + *z * *z).sqrt();
        let is_tiny = norm < MIN_VALUE;
        let scale = if is_tiny { 0.0 } else { 1.0 / norm };
        *w = if is_tiny { 1.0 } else { *w * scale };
        *x *= scale;
        *y *= scale;
        *z *= scale;
    }
}

/// Change in a unit quaternion that turns by an angular velocity in its own frame for a time:
/// `quat (turn - 1)`, without computing the difference, which would cancel.
#[inline(always)]
fn turn<L: Lane>(quat: [L; 4], spin: Vec3<L>, time: L) -> [L; 4] {
    let speed = spin.norm_squared().sqrt();
    let still = speed.lt(L::splat(MIN_VALUE));
    let (sin, cos) = sin_cos(L::splat(0.25) * speed * time);
    let two = L::splat(2.0);
    let scale = (two * sin * cos / L::select(still, L::one(), speed)).keep(!still);
    quat_mul(quat, [-(two * sin * sin), spin.x * scale, spin.y * scale, spin.z * scale])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::tree::Tree;
    use crate::math::wide::Quad;
    use crate::model;

    #[test]
    fn a_lane_is_laid_at_rest_and_no_other() {
        let model = model::load("T1").unwrap();
        let mut d = TreeData::<Quad>::new(&model, &Tree::new(&model));
        let mut moved = vec![0.25; model.nq()];
        moved[3..ROOT_COORDS].copy_from_slice(&[0.5; 4]);
        for lane in 0..Quad::LANES {
            d.set_coordinates(lane, &moved);
        }
        d.v.fill(Quad::one());
        d.qacc.fill(Quad::one());
        d.lay_at_rest(2);
        let mut still = vec![0.0; model.nq()];
        still[3] = 1.0;
        for lane in 0..Quad::LANES {
            let (wanted, rate) = if lane == 2 { (&still, 0.0) } else { (&moved, 1.0) };
            let mut found = vec![0.0; model.nq()];
            d.store_coordinates(lane, &mut found);
            assert_eq!(&found, wanted, "lane {lane}");
            assert!(d.v.iter().chain(&d.qacc).all(|x| x.lane(lane) == rate), "lane {lane}");
            assert!((d.q[0].lane(lane) - wanted[ROOT_COORDS]).abs() == 0.0, "lane {lane}");
        }
    }
}
