//! The contact law: what the rows of one contact push, and how stiff they are (MuJoCo,
//! "Computation", "Contact" and "Primal problem", pyramidal friction cones).
//!
//! A contact with friction has two rows for each tangent, `normal +- friction * tangent`; one
//! without has only the normal's row. A row's residual is its acceleration less the reference
//! acceleration, which pulls out of the penetration and brakes. Where the residual is negative, the
//! row pushes with `-d` times the residual. Contacts with the ground in lanes, islands and touch
//! sensors all use this law. How a residual follows from the acceleration of a body or a tree, and
//! how a force acts on bodies, is up to them.
//!
//! The six components along and about a contact are in the order normal, two tangents, then
//! rotation about each of the three.

use crate::math::lane::{Lane, Mask};

/// Maximum number of tangents of a contact: two for sliding, then rotation about the normal and
/// about both tangents.
pub const MAX_TANGENTS: usize = 5;

/// Stands for any number of tangents. Loops over two, which nearly all contacts have, are compiled
/// separately, so that their numbers stay in registers.
const ANY: usize = 0;

/// Rows that push, `+` and `-` of every tangent; bits are lanes.
pub type Pushing = [[u32; 2]; MAX_TANGENTS];

/// Packs one lane's rows into bits.
#[inline(always)]
pub fn packed(pushing: &Pushing, lane: usize) -> u16 {
    let mut bits = 0;
    for (row, lanes) in pushing.as_flattened().iter().enumerate() {
        bits |= ((lanes >> lane & 1) as u16) << row;
    }
    bits
}

/// Sets the rows of a lane, none of which push yet, from the bits that [`packed`] returns.
#[inline(always)]
pub fn unpacked(pushing: &mut Pushing, lane: usize, bits: u16) {
    for (row, lanes) in pushing.as_flattened_mut().iter_mut().enumerate() {
        *lanes |= u32::from(bits >> row & 1) << lane;
    }
}

/// Replaces rows in some lanes; returns those of the lanes in which a row has changed.
#[inline(always)]
pub fn replace(pushing: &mut Pushing, lanes: u32, with: &Pushing) -> u32 {
    let mut changed = 0;
    for (old, new) in pushing.as_flattened_mut().iter_mut().zip(with.as_flattened()) {
        let flips = (*old ^ new) & lanes;
        *old ^= flips;
        changed |= flips;
    }
    changed
}

/// The law of one contact.
#[derive(Clone, Copy)]
pub struct ContactLaw<'a, L> {
    /// MuJoCo's `condim`: 1, 3, 4 or 6.
    pub condim: usize,
    /// Inverse regularizer of every row; zero where there is no contact.
    pub d: L,
    /// Friction coefficient of each tangent.
    pub friction: &'a [L; MAX_TANGENTS],
}

/// Second derivative of the cost over the normal and the tangents.
pub struct Curvature<L> {
    /// The normal's own.
    pub normal: L,
    /// Between the normal and each tangent.
    pub coupling: [L; MAX_TANGENTS],
    /// Each tangent's own; there is none between tangents.
    pub tangent: [L; MAX_TANGENTS],
}

/// Change due to rows that have flipped, compared with a cost in which every row stays on its side.
#[derive(Clone, Copy)]
pub struct Turn<L> {
    /// Additional force and moment on the second side.
    pub force: [L; 6],
    /// Change in the cost's slope along the search direction.
    pub slope: L,
    /// Change in the cost's curvature along the search direction.
    pub curvature: L,
}

/// Minus the reference acceleration, for the velocities at the contact. `spring` is
/// `k imp (distance - margin)`.
#[inline(always)]
pub fn offset<L: Lane>(velocity: [L; 6], damping: L, spring: L) -> [L; 6] {
    let [n, x, y, spin, roll_x, roll_y] = velocity;
    [
        n * damping + spring,
        x * damping,
        y * damping,
        spin * damping,
        roll_x * damping,
        roll_y * damping,
    ]
}

impl<L: Lane> ContactLaw<'_, L> {
    /// Tangents that have rows.
    #[inline(always)]
    fn tangents(&self) -> usize {
        self.condim - 1
    }

    /// `N`, or the number of tangents that have rows if `N` is [`ANY`].
    #[inline(always)]
    fn number_of<const N: usize>(&self) -> usize {
        if N == ANY { self.tangents() } else { N }
    }

    /// Force and moment for a residual.
    pub fn force(&self, residual: &[L; 6]) -> [L; 6] {
        self.force_of(residual, &self.sides(residual, u32::MAX))
    }

    /// Force and moment for a residual if exactly the rows in `pushing` push.
    #[inline(always)]
    pub fn force_of(&self, residual: &[L; 6], pushing: &Pushing) -> [L; 6] {
        match self.tangents() {
            2 => self.force_along::<2>(residual, pushing),
            _ => self.force_along::<ANY>(residual, pushing),
        }
    }

    #[inline(always)]
    fn force_along<const N: usize>(&self, residual: &[L; 6], pushing: &Pushing) -> [L; 6] {
        let mut force = [L::zero(); 6];
        if self.condim == 1 {
            force[0] = self.row(residual[0], pushing[0][0]);
            return force;
        }
        for tangent in 0..self.number_of::<N>() {
            let mu = self.friction[tangent];
            let along = mu * residual[1 + tangent];
            let plus = self.row(residual[0] + along, pushing[tangent][0]);
            let minus = self.row(residual[0] - along, pushing[tangent][1]);
            force[0] += plus + minus;
            force[1 + tangent] = mu * (plus - minus);
        }
        force
    }

    /// Force of one row, in the lanes in which it pushes.
    #[inline(always)]
    fn row(&self, residual: L, lanes: u32) -> L {
        -(self.d * residual).keep(L::Mask::from_bits(lanes))
    }

    /// Curvature of the cost where these rows push.
    #[inline(always)]
    pub fn curvature(&self, pushing: &Pushing) -> Curvature<L> {
        match self.tangents() {
            2 => self.curvature_along::<2>(pushing),
            _ => self.curvature_along::<ANY>(pushing),
        }
    }

    #[inline(always)]
    fn curvature_along<const N: usize>(&self, pushing: &Pushing) -> Curvature<L> {
        let mut normal = L::zero();
        let (mut coupling, mut tangent) = ([L::zero(); MAX_TANGENTS], [L::zero(); MAX_TANGENTS]);
        if self.condim == 1 {
            normal = self.d.keep(L::Mask::from_bits(pushing[0][0]));
            return Curvature { normal, coupling, tangent };
        }
        for t in 0..self.number_of::<N>() {
            let mu = self.friction[t];
            let [plus, minus] = pushing[t];
            let plus = self.d.keep(L::Mask::from_bits(plus));
            let minus = self.d.keep(L::Mask::from_bits(minus));
            normal += plus + minus;
            coupling[t] = mu * (plus - minus);
            tangent[t] = mu * mu * (plus + minus);
        }
        Curvature { normal, coupling, tangent }
    }

    /// Rows whose residual is negative, in the lanes that have the contact.
    #[inline(always)]
    pub fn sides(&self, residual: &[L; 6], lanes: u32) -> Pushing {
        match self.tangents() {
            2 => self.sides_along::<2>(residual, lanes),
            _ => self.sides_along::<ANY>(residual, lanes),
        }
    }

    #[inline(always)]
    fn sides_along<const N: usize>(&self, residual: &[L; 6], lanes: u32) -> Pushing {
        let mut sides = Pushing::default();
        if self.condim == 1 {
            sides[0][0] = residual[0].lt(L::zero()).bits() & lanes;
            return sides;
        }
        for tangent in 0..self.number_of::<N>() {
            let along = self.friction[tangent] * residual[1 + tangent];
            sides[tangent] = [
                (residual[0] + along).lt(L::zero()).bits() & lanes,
                (residual[0] - along).lt(L::zero()).bits() & lanes,
            ];
        }
        sides
    }

    /// Change due to rows that are on a different side `now` than `before`, at a residual that has
    /// since moved by a multiple of `rate`.
    #[inline(always)]
    pub fn turn(
        &self,
        residual: &[L; 6],
        rate: &[L; 6],
        before: &Pushing,
        now: &Pushing,
    ) -> Turn<L> {
        match self.tangents() {
            2 => self.turn_along::<2>(residual, rate, before, now),
            _ => self.turn_along::<ANY>(residual, rate, before, now),
        }
    }

    #[inline(always)]
    fn turn_along<const N: usize>(
        &self,
        residual: &[L; 6],
        rate: &[L; 6],
        before: &Pushing,
        now: &Pushing,
    ) -> Turn<L> {
        let mut turn = Turn { force: [L::zero(); 6], slope: L::zero(), curvature: L::zero() };
        if self.condim == 1 {
            let (force, curvature) = self.turned_row(residual[0], rate[0], before[0][0], now[0][0]);
            turn.force[0] = force;
            turn.slope = -(force * rate[0]);
            turn.curvature = curvature;
            return turn;
        }
        for tangent in 0..self.number_of::<N>() {
            let mu = self.friction[tangent];
            let (along, along_rate) = (mu * residual[1 + tangent], mu * rate[1 + tangent]);
            let ([plus_before, minus_before], [plus_now, minus_now]) =
                (before[tangent], now[tangent]);
            let (plus, bend) =
                self.turned_row(residual[0] + along, rate[0] + along_rate, plus_before, plus_now);
            turn.curvature += bend;
            let (minus, bend) =
                self.turned_row(residual[0] - along, rate[0] - along_rate, minus_before, minus_now);
            turn.curvature += bend;
            turn.force[0] += plus + minus;
            turn.force[1 + tangent] = mu * (plus - minus);
            turn.slope = turn.force[1 + tangent].neg_mul_add(rate[1 + tangent], turn.slope);
        }
        turn.slope = turn.force[0].neg_mul_add(rate[0], turn.slope);
        turn
    }

    /// One row's part of [`turn`](Self::turn): force and curvature.
    #[inline(always)]
    fn turned_row(&self, residual: L, rate: L, before: u32, now: u32) -> (L, L) {
        let flipped = L::Mask::from_bits(before ^ now);
        let force = (self.d * residual.abs()).keep(flipped);
        let bend = (self.d * rate * rate).keep(flipped);
        (force, L::select(L::Mask::from_bits(now), bend, -bend))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lane::{Scalar, Single};
    use crate::math::splitmix::SplitMix64;

    const FRICTION: [Scalar; MAX_TANGENTS] =
        [Single(0.7), Single(0.6), Single(0.02), Single(0.3), Single(0.1)];

    /// The cost of a contact, row by row.
    fn cost(law: &ContactLaw<'_, Scalar>, residual: [f64; 6]) -> f64 {
        let row = |r: f64| 0.5 * law.d.0 * r.min(0.0).powi(2);
        let [normal, tangents @ ..] = residual;
        if law.condim == 1 {
            return row(normal);
        }
        let along = tangents.iter().zip(&law.friction[..law.condim - 1]).map(|(t, mu)| t * mu.0);
        along.map(|along| row(normal + along) + row(normal - along)).sum()
    }

    fn moved(from: [f64; 6], way: [f64; 6], length: f64) -> [f64; 6] {
        std::array::from_fn(|i| from[i] + length * way[i])
    }

    #[test]
    fn forces_and_derivatives_are_those_of_the_cost() {
        let mut random = SplitMix64::new(1);
        for round in 0..2000 {
            let law =
                ContactLaw { condim: [1, 3, 4, 6][round % 4], d: Single(3.0), friction: &FRICTION };
            let mut numbers = || std::array::from_fn(|_| random.uniform([-1.0, 1.0]));
            let (from, way): ([f64; 6], [f64; 6]) = (numbers(), numbers());
            let (step, lanes) = (1e-4, |r: [f64; 6]| r.map(Single));
            let at = |length: f64| cost(&law, moved(from, way, length));
            let wanted = (at(step) - at(-step)) / (2.0 * step);

            let slope: f64 = law.force(&lanes(from)).iter().zip(way).map(|(f, w)| -f.0 * w).sum();
            assert!((slope - wanted).abs() < 1e-3, "force: {slope}, not {wanted}");

            let pushing = law.sides(&lanes(from), 1);
            let Curvature { normal, coupling, tangent } = law.curvature(&pushing);
            let tangents = (0..MAX_TANGENTS).map(|t| {
                2.0 * coupling[t].0 * way[0] * way[1 + t] + tangent[t].0 * way[1 + t].powi(2)
            });
            let curvature = normal.0 * way[0] * way[0] + tangents.sum::<f64>();
            let bent =
                |length| (at(length + step) - 2.0 * at(length) + at(length - step)) / step.powi(2);
            // If a row has its kink within a step of here, the curvature changes in between.
            let smooth = pushing == law.sides(&lanes(moved(from, way, -step)), 1)
                && pushing == law.sides(&lanes(moved(from, way, step)), 1);
            assert!(!smooth || (curvature - bent(0.0)).abs() < 1e-4, "curvature: {curvature}");

            // Rows that flip on the way correct the extrapolation of the cost at the start.
            let there = lanes(moved(from, way, 1.0));
            let sides = law.sides(&there, 1);
            let turn = law.turn(&there, &lanes(way), &pushing, &sides);
            let wanted = (at(1.0 + step) - at(1.0 - step)) / (2.0 * step);
            let found = slope + curvature + turn.slope.0;
            assert!((found - wanted).abs() < 1e-3, "slope at the end: {found}, not {wanted}");
            let smooth = sides == law.sides(&lanes(moved(from, way, 1.0 - step)), 1)
                && sides == law.sides(&lanes(moved(from, way, 1.0 + step)), 1);
            let found = curvature + turn.curvature.0;
            assert!(!smooth || (found - bent(1.0)).abs() < 1e-4, "curvature at the end: {found}");
        }
    }
}
