//! Three-vectors, rotations and symmetric matrices over [`Lane`]s.

use super::MIN_VALUE;
use super::lane::Lane;
use std::ops::{Add, AddAssign, Neg, Sub};

/// A vector of three.
#[derive(Clone, Copy, Debug)]
pub struct Vec3<L> {
    pub x: L,
    pub y: L,
    pub z: L,
}

impl<L: Lane> Vec3<L> {
    #[inline(always)]
    pub fn new(x: L, y: L, z: L) -> Self {
        Self { x, y, z }
    }

    #[inline(always)]
    pub fn zero() -> Self {
        Self::new(L::zero(), L::zero(), L::zero())
    }

    /// The same vector in all lanes.
    #[inline(always)]
    pub fn splat(v: [f64; 3]) -> Self {
        Self::new(L::splat(v[0]), L::splat(v[1]), L::splat(v[2]))
    }

    /// One lane's vector.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> [f64; 3] {
        [self.x.lane(lane), self.y.lane(lane), self.z.lane(lane)]
    }

    #[inline(always)]
    pub fn dot(self, o: Self) -> L {
        self.x.mul_add(o.x, self.y.mul_add(o.y, self.z * o.z))
    }

    #[inline(always)]
    pub fn cross(self, o: Self) -> Self {
        Self::new(
            self.z.neg_mul_add(o.y, self.y * o.z),
            self.x.neg_mul_add(o.z, self.z * o.x),
            self.y.neg_mul_add(o.x, self.x * o.y),
        )
    }

    /// `self x o + c`
    #[inline(always)]
    pub fn cross_add(self, o: Self, c: Self) -> Self {
        Self::new(
            self.z.neg_mul_add(o.y, self.y.mul_add(o.z, c.x)),
            self.x.neg_mul_add(o.z, self.z.mul_add(o.x, c.y)),
            self.y.neg_mul_add(o.x, self.x.mul_add(o.y, c.z)),
        )
    }

    #[inline(always)]
    pub fn scale(self, s: L) -> Self {
        Self::new(self.x * s, self.y * s, self.z * s)
    }

    /// `self * s + c`
    #[inline(always)]
    pub fn scale_add(self, s: L, c: Self) -> Self {
        Self::new(self.x.mul_add(s, c.x), self.y.mul_add(s, c.y), self.z.mul_add(s, c.z))
    }

    #[inline(always)]
    pub fn norm_squared(self) -> L {
        self.dot(self)
    }
}

impl<L: Lane> Add for Vec3<L> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
impl<L: Lane> AddAssign for Vec3<L> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl<L: Lane> Sub for Vec3<L> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
impl<L: Lane> Neg for Vec3<L> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

/// A 3 x 3 matrix by columns; of a rotation, the axes of the rotated frame.
#[derive(Clone, Copy, Debug)]
pub struct Mat3<L> {
    pub x: Vec3<L>,
    pub y: Vec3<L>,
    pub z: Vec3<L>,
}

impl<L: Lane> Mat3<L> {
    #[inline(always)]
    pub fn identity() -> Self {
        Self::splat([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    }

    /// From rows, the same in all lanes.
    #[inline(always)]
    pub fn splat(rows: [[f64; 3]; 3]) -> Self {
        let [a, b, c] = rows;
        Self {
            x: Vec3::splat([a[0], b[0], c[0]]),
            y: Vec3::splat([a[1], b[1], c[1]]),
            z: Vec3::splat([a[2], b[2], c[2]]),
        }
    }

    /// One lane's rows.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> [[f64; 3]; 3] {
        let (x, y, z) = (self.x.lane(lane), self.y.lane(lane), self.z.lane(lane));
        [[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]]
    }

    /// Rotation of a unit quaternion `wxyz`.
    #[inline(always)]
    pub fn from_quat(q: [L; 4]) -> Self {
        let [w, x, y, z] = q;
        let two = L::splat(2.0);
        let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
        let (xy, xz, yz) = (x * y, x * z, y * z);
        let (wx, wy, wz) = (w * x, w * y, w * z);
        Self {
            x: Vec3::new(ww + xx - yy - zz, two * (xy + wz), two * (xz - wy)),
            y: Vec3::new(two * (xy - wz), ww - xx + yy - zz, two * (yz + wx)),
            z: Vec3::new(two * (xz + wy), two * (yz - wx), ww - xx - yy + zz),
        }
    }

    /// Rotation about a unit axis by an angle given by its sine and cosine.
    #[inline(always)]
    pub fn from_axis_angle(axis: Vec3<L>, sin: L, cos: L) -> Self {
        let t = L::one() - cos;
        let (ta, s) = (axis.scale(t), axis.scale(sin));
        Self {
            x: Vec3::new(
                ta.x.mul_add(axis.x, cos),
                ta.x.mul_add(axis.y, s.z),
                ta.x.mul_add(axis.z, -s.y),
            ),
            y: Vec3::new(
                ta.y.mul_add(axis.x, -s.z),
                ta.y.mul_add(axis.y, cos),
                ta.y.mul_add(axis.z, s.x),
            ),
            z: Vec3::new(
                ta.z.mul_add(axis.x, s.y),
                ta.z.mul_add(axis.y, -s.x),
                ta.z.mul_add(axis.z, cos),
            ),
        }
    }

    #[inline(always)]
    pub fn mul_vec(&self, v: Vec3<L>) -> Vec3<L> {
        self.x.scale_add(v.x, self.y.scale_add(v.y, self.z.scale(v.z)))
    }

    /// `self * v + c`
    #[inline(always)]
    pub fn mul_vec_add(&self, v: Vec3<L>, c: Vec3<L>) -> Vec3<L> {
        self.x.scale_add(v.x, self.y.scale_add(v.y, self.z.scale_add(v.z, c)))
    }

    /// Transpose times `v`.
    #[inline(always)]
    pub fn tr_mul_vec(&self, v: Vec3<L>) -> Vec3<L> {
        Vec3::new(self.x.dot(v), self.y.dot(v), self.z.dot(v))
    }

    #[inline(always)]
    pub fn mul_mat(&self, o: &Self) -> Self {
        Self { x: self.mul_vec(o.x), y: self.mul_vec(o.y), z: self.mul_vec(o.z) }
    }

    /// `self * diag(d) * self^T`
    #[inline(always)]
    pub fn congruence_diagonal(&self, d: Vec3<L>) -> Sym3<L> {
        let (x, y, z) = (&self.x, &self.y, &self.z);
        let (a, b, c) = (x.scale(d.x), y.scale(d.y), z.scale(d.z));
        Sym3 {
            xx: a.x.mul_add(x.x, b.x.mul_add(y.x, c.x * z.x)),
            yy: a.y.mul_add(x.y, b.y.mul_add(y.y, c.y * z.y)),
            zz: a.z.mul_add(x.z, b.z.mul_add(y.z, c.z * z.z)),
            xy: a.x.mul_add(x.y, b.x.mul_add(y.y, c.x * z.y)),
            xz: a.x.mul_add(x.z, b.x.mul_add(y.z, c.x * z.z)),
            yz: a.y.mul_add(x.z, b.y.mul_add(y.z, c.y * z.z)),
        }
    }
}

/// A symmetric 3 x 3 matrix.
#[derive(Clone, Copy, Debug)]
pub struct Sym3<L> {
    pub xx: L,
    pub yy: L,
    pub zz: L,
    pub xy: L,
    pub xz: L,
    pub yz: L,
}

impl<L: Lane> Sym3<L> {
    #[inline(always)]
    pub fn mul_vec(&self, v: Vec3<L>) -> Vec3<L> {
        Vec3::new(
            self.xx.mul_add(v.x, self.xy.mul_add(v.y, self.xz * v.z)),
            self.xy.mul_add(v.x, self.yy.mul_add(v.y, self.yz * v.z)),
            self.xz.mul_add(v.x, self.yz.mul_add(v.y, self.zz * v.z)),
        )
    }
}

impl<L: Lane> AddAssign for Sym3<L> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        self.xx += o.xx;
        self.yy += o.yy;
        self.zz += o.zz;
        self.xy += o.xy;
        self.xz += o.xz;
        self.yz += o.yz;
    }
}

/// Product of two quaternions `wxyz`.
#[inline(always)]
pub fn quat_mul<L: Lane>(a: [L; 4], b: [L; 4]) -> [L; 4] {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// Scales a quaternion to unit length; one that is nearly zero becomes the identity
/// (`mju_normalize4`).
#[inline(always)]
pub fn quat_normalize<L: Lane>(q: [L; 4]) -> [L; 4] {
    let squared = q[0].mul_add(q[0], q[1].mul_add(q[1], q[2].mul_add(q[2], q[3] * q[3])));
    let norm = squared.sqrt();
    let tiny = norm.lt(L::splat(MIN_VALUE));
    let scale = L::one() / L::select(tiny, L::one(), norm);
    [
        L::select(tiny, L::one(), q[0] * scale),
        (q[1] * scale).keep(!tiny),
        (q[2] * scale).keep(!tiny),
        (q[3] * scale).keep(!tiny),
    ]
}
