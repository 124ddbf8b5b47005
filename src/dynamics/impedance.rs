//! Impedance and reference acceleration of soft constraints (MuJoCo, "Computation",
//! "Constraint model", and "Modeling", "Solver parameters").

use crate::math::MIN_VALUE;
use crate::math::lane::Lane;
use crate::model::SolverParams;

/// MuJoCo's `mjMINIMP`.
const MIN_IMPEDANCE: f64 = 0.0001;
/// MuJoCo's `mjMAXIMP`.
const MAX_IMPEDANCE: f64 = 0.9999;

/// `solref` and `solimp`, preprocessed: a_ref = -b v - k imp(r) r.
#[derive(Clone, Copy, Debug)]
pub struct Impedance<L> {
    /// Damping, 1/s.
    pub b: L,
    /// Stiffness, 1/s^2.
    pub k: L,
    dmin: L,
    span: L,
    inverse_width: L,
    midpoint: L,
    rise: L,
    fall: L,
    power: Power,
    flat: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Power {
    One,
    Two,
    Other(f64),
}

impl<L: Lane> Impedance<L> {
    /// Applies MuJoCo's bounds, and its rule that a positive time constant is at least two
    /// timesteps (`refsafe`).
    pub fn new(params: &SolverParams, timestep: f64) -> Self {
        let [dmin, dmax, width, midpoint, power] = params.solimp;
        let dmin = dmin.clamp(MIN_IMPEDANCE, MAX_IMPEDANCE);
        let dmax = dmax.clamp(MIN_IMPEDANCE, MAX_IMPEDANCE);
        let midpoint = midpoint.clamp(MIN_IMPEDANCE, MAX_IMPEDANCE);
        let (width, power) = (width.max(0.0), power.max(1.0));
        let (k, b) = stiffness_and_damping(params.solref, dmax, timestep);
        let power = match power {
            1.0 => Power::One,
            2.0 => Power::Two,
            other => Power::Other(other),
        };
        // Computed anew for each contact of two robots; the power is nearly always 2.
        let slope = |x: f64| match power {
            Power::One => 1.0,
            Power::Two => 1.0 / x,
            Power::Other(power) => 1.0 / x.powf(power - 1.0),
        };
        let flat = dmin == dmax || width <= MIN_VALUE;
        Self {
            b: L::splat(b),
            k: L::splat(k),
            dmin: L::splat(if flat { 0.5 * (dmin + dmax) } else { dmin }),
            // so that a flat lane stays flat beside others
            span: L::splat(if flat { 0.0 } else { dmax - dmin }),
            inverse_width: L::splat(if flat { 0.0 } else { 1.0 / width }),
            midpoint: L::splat(midpoint),
            rise: L::splat(slope(midpoint)),
            fall: L::splat(slope(1.0 - midpoint)),
            power,
            flat,
        }
    }

    /// Visits the numbers in which worlds may differ; the lanes need not be alike any more.
    pub fn varying(&mut self, visit: &mut impl FnMut(&mut L)) {
        self.flat = false;
        let Self { b, k, dmin, span, inverse_width, .. } = self;
        [b, k, dmin, span, inverse_width].into_iter().for_each(visit);
    }

    /// Impedance at a distance from the constraint (the margin already subtracted).
    #[inline(always)]
    pub fn at(&self, distance: L) -> L {
        if self.flat {
            return self.dmin;
        }
        let x = (distance * self.inverse_width).abs().min(L::one());
        let y = match self.power {
            Power::One => x,
            Power::Two => self.curve(x, |v| v * v),
            Power::Other(p) => self.curve(x, |v| powf(v, p)),
        };
        y.mul_add(self.span, self.dmin)
    }

    #[inline(always)]
    fn curve(&self, x: L, power: impl Fn(L) -> L) -> L {
        let low = self.rise * power(x);
        let high = L::one() - self.fall * power(L::one() - x);
        L::select(x.le(self.midpoint), low, high)
    }

    /// `(D, k imp distance)` of a row whose regularizer is `scale (1 - imp) / imp`; D is zero
    /// where `active` is false.
    #[inline(always)]
    pub fn row(&self, distance: L, scale: L, active: L::Mask) -> (L, L) {
        let imp = self.at(distance);
        let r = ((L::one() - imp) * scale / imp).max(L::splat(MIN_VALUE));
        ((L::one() / r).keep(active), (self.k * imp * distance).keep(active))
    }
}

fn stiffness_and_damping(solref: [f64; 2], dmax: f64, timestep: f64) -> (f64, f64) {
    // One positive and one negative number cannot be mixed; MuJoCo then takes the default.
    let [first, second] = if (solref[0] > 0.0) == (solref[1] > 0.0) { solref } else { [0.02, 1.0] };
    if first > 0.0 {
        let (time, ratio) = (first.max(2.0 * timestep), second);
        let k = 1.0 / (dmax * dmax * time * time * ratio * ratio).max(MIN_VALUE);
        (k, 2.0 / (dmax * time).max(MIN_VALUE))
    } else {
        (-first / (dmax * dmax).max(MIN_VALUE), -second / dmax.max(MIN_VALUE))
    }
}

#[cold]
fn powf<L: Lane>(value: L, power: f64) -> L {
    let mut out = value;
    for lane in 0..L::LANES {
        out.set_lane(lane, value.lane(lane).powf(power));
    }
    out
}
