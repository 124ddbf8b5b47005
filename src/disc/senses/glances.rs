//! Where all players of a game are from one of them, worked out side by side: what each of the
//! others costs alone, vectors cost once for eight of them.

use super::direction::{DOUBT, FACTORS};
use super::eye::DECIDED;
use super::quantize::WHOLE;
use crate::disc::{Game, PLAYERS, Vec2};
use crate::math::lane::Kernel;
use crate::math::wide::with_widest;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Places, in whole vectors.
const WIDE: usize = PLAYERS.next_multiple_of(8);

/// Where others are.
pub struct Glances {
    /// Square of the distance of each, m^2.
    pub distance2: [f64; WIDE],
    /// m
    pub distance: [f64; WIDE],
    /// Nearly the direction from the head, rad.
    pub angle: [f64; WIDE],
    /// 1 where that decides what is told, else 0.
    pub is_decided: [f64; WIDE],
    /// 1 where he may be in view, else 0.
    pub may_see: [f64; WIDE],
}

/// From where one looks.
pub struct From {
    /// The observer's place, m.
    pub at: Vec2,
    /// Where his head looks, of length 1.
    pub ahead: Vec2,
    /// Less than the cosine of half his view.
    pub cos_half: f64,
    /// rad
    pub half_view: f64,
    /// rad
    pub body: f64,
    /// rad
    pub neck: f64,
}

impl From {
    /// At all players.
    pub fn look(&self, game: &Game) -> Glances {
        let mut x = [0.0; WIDE];
        let mut y = [0.0; WIDE];
        for ((x, y), player) in x.iter_mut().zip(&mut y).zip(&game.players) {
            (*x, *y) = (player.position.x - self.at.x, player.position.y - self.at.y);
        }
        let mut glances = Glances {
            distance2: [0.0; WIDE],
            distance: [0.0; WIDE],
            angle: x,
            is_decided: y,
            may_see: [0.0; WIDE],
        };
        with_widest(Look(self), &mut glances);
        glances
    }
}

struct Look<'a>(&'a From);

impl Kernel for Look<'_> {
    /// In the cells of angle and decision are the gaps, until they are worked out.
    type Data = Glances;
    type Output = ();

    #[inline(always)]
    fn run(self, out: &mut Glances) {
        let from = self.0;
        let edge = from.cos_half * from.cos_half;
        let is_narrow = from.cos_half >= 0.0;
        for place in 0..WIDE {
            let (x, y) = (out.angle[place], out.is_decided[place]);
            let distance2 = x * x + y * y;
            let ahead = x * from.ahead.x + y * from.ahead.y;
            let (before, far) = (ahead >= 0.0, ahead * ahead);
            let narrow = before & (far >= edge * distance2);
            let wide = before | (far <= edge * distance2);
            let may_see = (is_narrow & narrow) | (!is_narrow & wide);
            let nearly = turned(turned(direction(x, y) - from.body) - from.neck);
            out.distance2[place] = distance2;
            out.distance[place] = distance2.sqrt();
            out.angle[place] = nearly;
            out.is_decided[place] = number(is_decided(nearly, from.half_view));
            out.may_see[place] = number(may_see);
        }
    }
}

#[inline(always)]
fn number(is_true: bool) -> f64 {
    if is_true { 1.0 } else { 0.0 }
}

/// [`nearly`](super::direction::nearly) without branches.
#[inline(always)]
fn direction(own_x: f64, own_y: f64) -> f64 {
    let (x, y) = (own_x.abs(), own_y.abs());
    let (less, more) = if x < y { (x, y) } else { (y, x) };
    let tangent = less / if more == 0.0 { 1.0 } else { more };
    let [a, b, c, d, e, f, g, h, i] = FACTORS;
    let x2 = tangent * tangent;
    let x4 = x2 * x2;
    let x8 = x4 * x4;
    let (low, high) = ((a + b * x2) + (c + d * x2) * x4, (e + f * x2) + (g + h * x2) * x4);
    let octant = tangent * (low + (high + i * x8) * x8);
    let quadrant = if y > x { FRAC_PI_2 - octant } else { octant };
    let half = if own_x < 0.0 { PI - quadrant } else { quadrant };
    if own_y < 0.0 { -half } else { half }
}

/// An angle of less than three half turns as one of half a turn at most; a larger one is none.
#[inline(always)]
fn turned(angle: f64) -> f64 {
    let less = if angle < -PI { angle + TAU } else { angle };
    if less > PI { less - TAU } else { less }
}

/// Whether an angle is told alike, and seen or not alike, if it is off a little.
#[inline(always)]
pub fn is_decided(angle: f64, half_view: f64) -> bool {
    // Numbers change at whole degrees or half-way between them.
    let halves = (2.0 * angle.to_degrees()).abs();
    let size = angle.abs();
    let rounded = (halves + WHOLE) - WHOLE;
    ((halves - rounded).abs() > DECIDED)
        & ((size - half_view).abs() > DECIDED)
        & (size < PI - DECIDED)
}

const _: () = assert!(DECIDED > 100.0 * DOUBT);
