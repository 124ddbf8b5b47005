//! Which geoms collide, and the parameters of their contact.

use crate::math::MIN_VALUE;
use crate::model::{ContactParams, Geom};

/// Friction coefficients are at least this (MuJoCo's `mjMINMU`).
const MIN_FRICTION: f64 = 1e-5;

/// Whether the bits of two geoms let them collide. True if either one's `contype` has a bit of the
/// other's `conaffinity`.
#[inline]
pub fn filter(a: &Geom, b: &Geom) -> bool {
    let (a, b) = (&a.contact, &b.contact);
    a.contype & b.conaffinity != 0 || b.contype & a.conaffinity != 0
}

/// Parameters of a contact between two geoms (the parameter fields of `mjContact`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairParams {
    /// 1, 3, 4 or 6, as [`ContactParams::condim`].
    pub condim: u8,
    /// Sliding along either tangent, torsional about the normal, rolling about either tangent.
    pub friction: [f64; 5],
    /// Reference dynamics, as [`SolverParams::solref`](crate::model::SolverParams::solref).
    pub solref: [f64; 2],
    /// Impedance, as [`SolverParams::solimp`](crate::model::SolverParams::solimp).
    pub solimp: [f64; 5],
    /// Contacts are reported up to this distance, m.
    pub margin: f64,
    /// Part of the margin without force, m.
    pub gap: f64,
}

/// Factors by which the parameters of all contacts of a world are multiplied, with the same result
/// as if those of all its geoms were. 1 leaves a parameter as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactFactors {
    /// Of all friction coefficients.
    pub friction: f64,
    /// Of the two numbers of `solref`.
    pub solref: [f64; 2],
    /// Of `dmin`, `dmax` and `width` of `solimp`.
    pub solimp: [f64; 3],
}

impl ContactFactors {
    /// Leaves everything as it is.
    pub const NONE: Self = Self { friction: 1.0, solref: [1.0; 2], solimp: [1.0; 3] };
}

impl PairParams {
    /// These parameters in a world with these factors.
    pub fn varied(&self, factors: &ContactFactors) -> Self {
        // A coefficient at the bound counts as no friction.
        let friction = |f: f64| {
            if f > MIN_FRICTION { (f * factors.friction).max(MIN_FRICTION) } else { f }
        };
        let mut solimp = self.solimp;
        for (number, factor) in solimp.iter_mut().zip(factors.solimp) {
            *number *= factor;
        }
        Self {
            friction: self.friction.map(friction),
            solref: std::array::from_fn(|i| self.solref[i] * factors.solref[i]),
            solimp,
            ..*self
        }
    }

    /// Mixes the parameters of two geoms as MuJoCo does ("Computation", "Contact parameters").
    ///
    /// The geom of higher `priority` alone decides `condim`, friction and solver parameters. With
    /// equal priority: the larger `condim` and frictions, solver parameters weighted by `solmix`;
    /// but if a `solref` is in the direct (not positive) format, the elementwise smaller one.
    /// Margins and gaps add up in any case.
    pub fn mix(a: &ContactParams, b: &ContactParams) -> Self {
        let (condim, friction, solref, solimp) = if a.priority > b.priority {
            (a.condim, a.friction, a.solver.solref, a.solver.solimp)
        } else if a.priority < b.priority {
            (b.condim, b.friction, b.solver.solref, b.solver.solimp)
        } else {
            let weight = weight(a.solmix, b.solmix);
            (
                a.condim.max(b.condim),
                combine(a.friction, b.friction, f64::max),
                mix_solref(a.solver.solref, b.solver.solref, weight),
                combine(a.solver.solimp, b.solver.solimp, |x, y| lerp(x, y, weight)),
            )
        };
        let [sliding, torsional, rolling] = friction.map(|f| f.max(MIN_FRICTION));
        Self {
            condim,
            friction: [sliding, sliding, torsional, rolling, rolling],
            solref,
            solimp,
            margin: Self::mixed_margin(a, b),
            gap: a.gap + b.gap,
        }
    }

    /// [`margin`](Self::margin) of two geoms.
    #[inline]
    pub fn mixed_margin(a: &ContactParams, b: &ContactParams) -> f64 {
        a.margin + b.margin
    }

    /// Distance below which a contact pushes (`includemargin`), m.
    #[inline]
    pub fn include_margin(&self) -> f64 {
        self.margin - self.gap
    }
}

/// The first geom's share, 0 to 1.
fn weight(a: f64, b: f64) -> f64 {
    match (a >= MIN_VALUE, b >= MIN_VALUE) {
        (true, true) => a / (a + b),
        (false, false) => 0.5,
        (false, true) => 0.0,
        (true, false) => 1.0,
    }
}

fn lerp(a: f64, b: f64, weight: f64) -> f64 {
    weight * a + (1.0 - weight) * b
}

fn mix_solref(a: [f64; 2], b: [f64; 2], weight: f64) -> [f64; 2] {
    if a[0] > 0.0 && b[0] > 0.0 {
        combine(a, b, |x, y| lerp(x, y, weight))
    } else {
        combine(a, b, f64::min)
    }
}

fn combine<const N: usize>(a: [f64; N], b: [f64; N], f: impl Fn(f64, f64) -> f64) -> [f64; N] {
    std::array::from_fn(|i| f(a[i], b[i]))
}
