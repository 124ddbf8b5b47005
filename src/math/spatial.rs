//! Spatial vectors (Featherstone, "Rigid Body Dynamics Algorithms", 2008) in world axes, taken
//! about one origin per tree: the point of space where its root body's origin currently is.

use super::lane::Lane;
use super::vec3::{Sym3, Vec3};
use std::ops::{Add, AddAssign, Sub};

/// Velocity or acceleration: rotation, and translation of the body point at the origin.
#[derive(Clone, Copy, Debug)]
pub struct Motion<L> {
    pub ang: Vec3<L>,
    pub lin: Vec3<L>,
}

/// Moment about the origin, and force.
#[derive(Clone, Copy, Debug)]
pub struct Force<L> {
    pub ang: Vec3<L>,
    pub lin: Vec3<L>,
}

impl<L: Lane> Motion<L> {
    #[inline(always)]
    pub fn zero() -> Self {
        Self { ang: Vec3::zero(), lin: Vec3::zero() }
    }

    /// `self * s + c`
    #[inline(always)]
    pub fn scale_add(self, s: L, c: Self) -> Self {
        Self { ang: self.ang.scale_add(s, c.ang), lin: self.lin.scale_add(s, c.lin) }
    }

    #[inline(always)]
    pub fn scale(self, s: L) -> Self {
        Self { ang: self.ang.scale(s), lin: self.lin.scale(s) }
    }

    /// `self x other + c` for a motion carried along by `self`.
    #[inline(always)]
    pub fn cross_motion_add(self, o: Self, c: Self) -> Self {
        Self {
            ang: self.ang.cross_add(o.ang, c.ang),
            lin: self.ang.cross_add(o.lin, self.lin.cross_add(o.ang, c.lin)),
        }
    }

    /// `self x* force + c`
    #[inline(always)]
    pub fn cross_force_add(self, f: Force<L>, c: Force<L>) -> Force<L> {
        Force {
            ang: self.ang.cross_add(f.ang, self.lin.cross_add(f.lin, c.ang)),
            lin: self.ang.cross_add(f.lin, c.lin),
        }
    }

    #[inline(always)]
    pub fn dot(self, f: Force<L>) -> L {
        self.ang.dot(f.ang) + self.lin.dot(f.lin)
    }

    /// Velocity or acceleration of the body point at `p`.
    #[inline(always)]
    pub fn at(self, p: Vec3<L>) -> Vec3<L> {
        self.ang.cross_add(p, self.lin)
    }
}

impl<L: Lane> Add for Motion<L> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self { ang: self.ang + o.ang, lin: self.lin + o.lin }
    }
}

impl<L: Lane> Force<L> {
    #[inline(always)]
    pub fn zero() -> Self {
        Self { ang: Vec3::zero(), lin: Vec3::zero() }
    }

    /// A force acting at `p`, with a pure moment.
    #[inline(always)]
    pub fn at(p: Vec3<L>, lin: Vec3<L>, moment: Vec3<L>) -> Self {
        Self { ang: p.cross_add(lin, moment), lin }
    }
}

impl<L: Lane> AddAssign for Force<L> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        self.ang += o.ang;
        self.lin += o.lin;
    }
}

impl<L: Lane> Sub for Force<L> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self { ang: self.ang - o.ang, lin: self.lin - o.lin }
    }
}

/// Rigid-body inertia about the origin: mass, first moment `m c`, and rotational inertia.
#[derive(Clone, Copy, Debug)]
pub struct Inertia<L> {
    pub mass: L,
    pub moment: Vec3<L>,
    pub rot: Sym3<L>,
}

impl<L: Lane> Inertia<L> {
    /// From the rotational inertia about the centre of mass `com`.
    #[inline(always)]
    pub fn new(mass: L, com: Vec3<L>, about_com: Sym3<L>) -> Self {
        let moment = com.scale(mass);
        let (xx, yy, zz) = (moment.x * com.x, moment.y * com.y, moment.z * com.z);
        let rot = Sym3 {
            xx: about_com.xx + yy + zz,
            yy: about_com.yy + xx + zz,
            zz: about_com.zz + xx + yy,
            xy: moment.x.neg_mul_add(com.y, about_com.xy),
            xz: moment.x.neg_mul_add(com.z, about_com.xz),
            yz: moment.y.neg_mul_add(com.z, about_com.yz),
        };
        Self { mass, moment, rot }
    }

    #[inline(always)]
    pub fn mul_motion(&self, v: Motion<L>) -> Force<L> {
        Force {
            ang: self.moment.cross_add(v.lin, self.rot.mul_vec(v.ang)),
            lin: v.ang.cross_add(self.moment, v.lin.scale(self.mass)),
        }
    }
}

impl<L: Lane> AddAssign for Inertia<L> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        self.mass += o.mass;
        self.moment += o.moment;
        self.rot += o.rot;
    }
}
