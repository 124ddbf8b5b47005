//! Where a robot's feet are, from the joints on the way to them only, with matrices, in as many
//! worlds at once as there are lanes.
//!
//! [`Poses`](crate::world::Poses) has MuJoCo's order of operations, since agents receive its
//! results digit by digit. Terms need neither that nor quaternions, but they need feet in every
//! step.

use crate::error::{Error, Result};
use crate::math::lane::{Kernel, Lane, MAX_LANES};
use crate::math::precision::Precision;
use crate::math::quaternion;
use crate::math::simd::SimdLevel;
use crate::math::trig::sin_cos;
use crate::math::wide::{LaneUser, Width, with_lanes};
use crate::model::{Model, ROOT_COORDS};
use crate::world::with_ancestors;
use std::marker::PhantomData;
use std::ops::Range;

/// Numbers for a foot.
const POSE: usize = 6;
/// Numbers for both feet.
pub(super) const FEET: usize = 2 * POSE;
/// Largest number of links whose poses are kept until others continue from them.
const KEPT: usize = 4;
/// Number of hinges whose sines and cosines are computed ahead of the poses: a pose waits for the
/// one before it, but these wait for nothing.
const AHEAD: usize = 16;

type Matrix<L> = [[L; 3]; 3];
/// Position and orientation in the world.
type Pose<L> = ([L; 3], Matrix<L>);

/// One body on the way to a foot.
struct Link {
    has_parent: bool,
    /// Where its parent's pose is kept, if that is not the link before it.
    from: Option<usize>,
    /// Where its own pose is kept, for links that come later, but not next.
    kept: Option<usize>,
    /// Its index among the bodies that are requested, if it is one of them.
    end: Option<usize>,
    pos: [f64; 3],
    /// Its rotation relative to its parent; `None` if there is none.
    mat: Option<Matrix<f64>>,
    /// Which of all hinges are its own.
    hinges: Range<usize>,
}

struct Hinge {
    /// Index of its coordinate among the robot's.
    coordinate: usize,
    reference: f64,
    axis: [f64; 3],
    /// Which axis of its frame `axis` is, if it is one of them.
    frame_axis: Option<FrameAxis>,
    /// Its position in the body.
    pos: [f64; 3],
}

#[derive(Clone, Copy)]
enum FrameAxis {
    X,
    Y,
    Z,
}

/// The links from the root to some bodies, parents first.
pub(super) struct Chains {
    links: Vec<Link>,
    /// In the order of the links.
    hinges: Vec<Hinge>,
    /// Number of bodies that are requested.
    ends: usize,
    level: SimdLevel,
}

impl Chains {
    /// The way to some bodies of a model.
    ///
    /// # Errors
    /// [`Error::Argument`] if the ways to the bodies branch too often, and for a SIMD level that
    /// the environment asks for and the CPU lacks.
    pub fn new(model: &Model, bodies: &[usize]) -> Result<Self> {
        let needed = with_ancestors(model, bodies);
        let needed: Vec<usize> = (0..needed.len()).filter(|&body| needed[body]).collect();
        let parent_of = |number: usize| {
            let parent = model.bodies[number].parent;
            parent.and_then(|parent| needed.iter().position(|&other| other == parent))
        };
        let mut places: Vec<usize> = Vec::new();
        let (mut links, mut hinges): (Vec<Link>, Vec<Hinge>) = (Vec::new(), Vec::new());
        for (index, &number) in needed.iter().enumerate() {
            let body = &model.bodies[number];
            let parent = parent_of(number);
            let branch = parent.filter(|parent| parent + 1 != index);
            let from = branch.map(|parent| {
                let place = places.iter().position(|&kept| kept == parent).unwrap_or(places.len());
                if place == places.len() {
                    places.push(parent);
                }
                links[parent].kept = Some(place);
                place
            });
            let before = hinges.len();
            if parent.is_some() {
                hinges.extend(body.joints.clone().map(|index| hinge(model, index)));
            }
            links.push(Link {
                has_parent: parent.is_some(),
                from,
                kept: None,
                end: bodies.iter().position(|&wanted| wanted == number),
                pos: body.pos,
                mat: (body.quat != quaternion::IDENTITY).then(|| matrix_of(body.quat)),
                hinges: before..hinges.len(),
            });
        }
        if places.len() > KEPT {
            let message = format!("{} has feet on more than {KEPT} branches", model.name);
            return Err(Error::argument("robot", message));
        }
        Ok(Self { links, hinges, ends: bodies.len(), level: SimdLevel::detect()? })
    }

    /// Writes position and upward axis, 6 numbers, of every requested body of a robot in many
    /// worlds.
    ///
    /// `worlds` has rows of `stride` coordinates each, in which the robot's begin at `first`; `out`
    /// has as many rows. A world's numbers do not depend on the others.
    pub fn write(&self, worlds: &[f64], stride: usize, first: usize, out: &mut [f64]) {
        let walk = Walk { chains: self, worlds, stride, first, out };
        with_lanes(self.level, Precision::F64, Width::Full, walk);
    }
}

fn hinge(model: &Model, index: usize) -> Hinge {
    let joint = &model.joints[index];
    Hinge {
        coordinate: ROOT_COORDS + index,
        reference: joint.reference,
        axis: joint.axis,
        frame_axis: match joint.axis {
            [1.0, 0.0, 0.0] => Some(FrameAxis::X),
            [0.0, 1.0, 0.0] => Some(FrameAxis::Y),
            [0.0, 0.0, 1.0] => Some(FrameAxis::Z),
            _ => None,
        },
        pos: joint.pos,
    }
}

/// A quaternion wxyz of the model.
fn matrix_of([w, x, y, z]: [f64; 4]) -> Matrix<f64> {
    let scale = 2.0 / (w * w + x * x + y * y + z * z);
    [
        [1.0 - scale * (y * y + z * z), scale * (x * y - w * z), scale * (x * z + w * y)],
        [scale * (x * y + w * z), 1.0 - scale * (x * x + z * z), scale * (y * z - w * x)],
        [scale * (x * z - w * y), scale * (y * z + w * x), 1.0 - scale * (x * x + y * y)],
    ]
}

struct Walk<'a> {
    chains: &'a Chains,
    worlds: &'a [f64],
    stride: usize,
    first: usize,
    out: &'a mut [f64],
}

impl LaneUser for Walk<'_> {
    type Output = ();

    fn run<L: Lane>(self) {
        let Walk { chains, worlds, stride, first, mut out } = self;
        L::run(Rows { chains, worlds, stride, first, lanes: PhantomData::<L> }, &mut out);
    }
}

/// [`Walk`] in lanes.
struct Rows<'a, L> {
    chains: &'a Chains,
    worlds: &'a [f64],
    stride: usize,
    first: usize,
    lanes: PhantomData<L>,
}

impl<'a, L: Lane> Kernel for Rows<'a, L> {
    type Data = &'a mut [f64];
    type Output = ();

    #[inline(always)]
    fn run(self, out: &mut Self::Data) {
        let width = POSE * self.chains.ends;
        let count = out.len() / width.max(1);
        let mut world = 0;
        while world < count {
            let few = L::LANES.min(count - world);
            let worlds = &self.worlds[world * self.stride + self.first..];
            let out = &mut out[world * width..(world + few) * width];
            self.chains.walk::<L>(worlds, self.stride, few, out);
            world += few;
        }
    }
}

impl Chains {
    /// Walks along all links, for as many worlds as `few` says; the other lanes repeat the last
    /// world.
    #[inline(always)]
    fn walk<L: Lane>(&self, worlds: &[f64], stride: usize, few: usize, out: &mut [f64]) {
        let mut starts = [0; MAX_LANES];
        for (lane, start) in starts.iter_mut().enumerate() {
            *start = lane.min(few - 1) * stride;
        }
        let mut turns = [(L::zero(), L::one()); AHEAD];
        let root: [L; 7] = read(worlds, &starts, 0);
        let mut pose = ([root[0], root[1], root[2]], matrix([root[3], root[4], root[5], root[6]]));
        let mut kept = [pose; KEPT];
        for link in &self.links {
            if let Some(place) = link.from {
                pose = kept[place];
            }
            if link.has_parent {
                pose.0 = shifted(&pose, link.pos);
                if let Some(turn) = &link.mat {
                    pose.1 = turned(&pose.1, turn);
                }
                for index in link.hinges.clone() {
                    if index % AHEAD == 0 {
                        for (turn, hinge) in turns.iter_mut().zip(&self.hinges[index..]) {
                            let [angle]: [L; 1] = read(worlds, &starts, hinge.coordinate);
                            *turn = sin_cos(angle - L::splat(hinge.reference));
                        }
                    }
                    self.hinges[index].turn(&mut pose, turns[index % AHEAD]);
                }
            }
            if let Some(place) = link.kept {
                kept[place] = pose;
            }
            if let Some(end) = link.end {
                for lane in 0..few {
                    let out = &mut out[POSE * (lane * self.ends + end)..][..POSE];
                    for i in 0..3 {
                        out[i] = pose.0[i].lane(lane);
                        out[3 + i] = pose.1[i][2].lane(lane);
                    }
                }
            }
        }
    }
}

impl Hinge {
    #[inline(always)]
    fn turn<L: Lane>(&self, pose: &mut Pose<L>, (sin, cos): (L, L)) {
        if self.pos == [0.0; 3] {
            return self.turn_frame(&mut pose.1, sin, cos);
        }
        let anchor = shifted(pose, self.pos);
        self.turn_frame(&mut pose.1, sin, cos);
        let arm = shifted(pose, self.pos);
        for i in 0..3 {
            pose.0[i] = anchor[i] - (arm[i] - pose.0[i]);
        }
    }

    #[inline(always)]
    fn turn_frame<L: Lane>(&self, frame: &mut Matrix<L>, sin: L, cos: L) {
        match self.frame_axis {
            Some(FrameAxis::X) => turn_columns::<L, 1, 2>(frame, sin, cos),
            Some(FrameAxis::Y) => turn_columns::<L, 2, 0>(frame, sin, cos),
            Some(FrameAxis::Z) => turn_columns::<L, 0, 1>(frame, sin, cos),
            None => *frame = product(frame, &about(self.axis, sin, cos)),
        }
    }
}

/// Turns two columns of a frame in their plane.
#[inline(always)]
fn turn_columns<L: Lane, const A: usize, const B: usize>(frame: &mut Matrix<L>, sin: L, cos: L) {
    for row in frame {
        let (a, b) = (row[A], row[B]);
        row[A] = cos * a + sin * b;
        row[B] = cos * b - sin * a;
    }
}

/// Reads coordinates of the worlds that begin at `starts`, from coordinate `first`. All lanes are
/// set, whatever the number of worlds: a loop of known length stays in registers.
#[inline(always)]
fn read<L: Lane, const N: usize>(
    worlds: &[f64],
    starts: &[usize; MAX_LANES],
    first: usize,
) -> [L; N] {
    let mut values = [L::zero(); N];
    for (i, value) in values.iter_mut().enumerate() {
        for (lane, start) in starts.iter().enumerate().take(L::LANES) {
            value.set_lane(lane, worlds[start + first + i]);
        }
    }
    values
}

/// Transforms a point of a frame into the world.
#[inline(always)]
fn shifted<L: Lane>((pos, mat): &Pose<L>, point: [f64; 3]) -> [L; 3] {
    let mut out = *pos;
    for i in 0..3 {
        for k in 0..3 {
            out[i] = mat[i][k].mul_add(L::splat(point[k]), out[i]);
        }
    }
    out
}

/// Rodrigues' formula: the rotation about an axis of unit length.
#[inline(always)]
fn about<L: Lane>(axis: [f64; 3], sin: L, cos: L) -> Matrix<L> {
    let [x, y, z] = [L::splat(axis[0]), L::splat(axis[1]), L::splat(axis[2])];
    let rest = L::one() - cos;
    [
        [cos + rest * x * x, rest * x * y - sin * z, rest * x * z + sin * y],
        [rest * x * y + sin * z, cos + rest * y * y, rest * y * z - sin * x],
        [rest * x * z - sin * y, rest * y * z + sin * x, cos + rest * z * z],
    ]
}

#[inline(always)]
fn product<L: Lane>(a: &Matrix<L>, b: &Matrix<L>) -> Matrix<L> {
    let mut out = [[L::zero(); 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            for k in 0..3 {
                out[i][j] = a[i][k].mul_add(b[k][j], out[i][j]);
            }
        }
    }
    out
}

#[inline(always)]
fn turned<L: Lane>(a: &Matrix<L>, b: &Matrix<f64>) -> Matrix<L> {
    let mut lanes = [[L::zero(); 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            lanes[i][j] = L::splat(b[i][j]);
        }
    }
    product(a, &lanes)
}

/// A quaternion wxyz of any length but zero as a matrix of rows.
#[inline(always)]
fn matrix<L: Lane>([w, x, y, z]: [L; 4]) -> Matrix<L> {
    let scale = L::splat(2.0) / (w * w + x * x + y * y + z * z);
    let one = L::one();
    [
        [one - scale * (y * y + z * z), scale * (x * y - w * z), scale * (x * z + w * y)],
        [scale * (x * y + w * z), one - scale * (x * x + z * z), scale * (y * z - w * x)],
        [scale * (x * z - w * y), scale * (y * z + w * x), one - scale * (x * x + y * y)],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::splitmix::SplitMix64;
    use crate::model;
    use crate::world::Poses;

    const WORLDS: usize = 50;
    /// Number of coordinates before the robot's.
    const BEFORE: usize = 7;
    /// Number of coordinates after them.
    const BEHIND: usize = 3;

    #[test]
    fn feet_are_where_all_poses_have_them() {
        for name in ["T1", "K1", "ant", "nao", "nao4"] {
            let model = model::load(name).unwrap();
            let bodies: Vec<usize> = (0..model.bodies.len()).rev().take(4).collect();
            let chains = Chains::new(&model, &bodies).unwrap();
            let (mut stream, stride) = (SplitMix64::new(3), BEFORE + model.nq() + BEHIND);
            let worlds: Vec<f64> =
                (0..WORLDS * stride).map(|_| stream.uniform([-1.5, 1.5])).collect();
            let width = POSE * bodies.len();
            let mut out = vec![0.0; WORLDS * width];
            chains.write(&worlds, stride, BEFORE, &mut out);
            for (row, found) in worlds.chunks_exact(stride).zip(out.chunks_exact(width)) {
                let poses = Poses::of(&model, &row[BEFORE..BEFORE + model.nq()]);
                for (&body, found) in bodies.iter().zip(found.chunks_exact(POSE)) {
                    let pose = poses.body(body);
                    let wanted = [pose.pos, pose.mat.map(|row| row[2])].concat();
                    for (found, wanted) in found.iter().zip(wanted) {
                        assert!((found - wanted).abs() < 1e-13, "{name}: {found} {wanted}");
                    }
                }
                // A single world gives the same numbers.
                let mut alone = vec![0.0; width];
                chains.write(row, stride, BEFORE, &mut alone);
                assert_eq!(alone, found);
            }
        }
    }
}
