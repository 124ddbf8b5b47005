//! Where things are relative to an observer, and how they move, computed side by side: with vector
//! instructions, several things cost as much as one. All numbers have the same bits as if each
//! thing were computed alone.

use super::direction::{DOUBT, FACTORS};
use super::quantize::{DECIDED, DIRECTION_CHANGE, DISTANCE_CHANGE, MAX_DISTANCE, WHOLE};
use crate::disc::{Game, PLAYERS, Vec2};
use crate::math::lane::Kernel;
use crate::math::wide::with_widest;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Number of things computed at a time.
const WIDTH: usize = 4;
/// Number of chunks of `WIDTH` that hold all players.
const CHUNKS: usize = PLAYERS.div_ceil(WIDTH);
/// The number of places rounded up to whole vectors.
const WIDE: usize = CHUNKS * WIDTH;
/// Number of landmarks that are looked for at once, in whole vectors.
pub const FEW: usize = 8;

/// Whether something is found.
pub mod found {
    /// Not seen.
    pub const NOT: f64 = 0.0;
    /// Only felt to be near.
    pub const NEAR: f64 = 1.0;
    /// In view.
    pub const IN_VIEW: f64 = 2.0;
    /// To be computed exactly.
    pub const UNDECIDED: f64 = 3.0;
}

/// The point of view of an observer.
pub struct From {
    /// The observer's position, m.
    pub at: Vec2,
    /// m/cycle
    pub velocity: Vec2,
    /// Where their head looks, a vector of length 1.
    pub ahead: Vec2,
    /// Less than the cosine of half their view.
    pub cos_half: f64,
    /// rad
    pub half_view: f64,
    /// rad
    pub body: f64,
    /// rad
    pub neck: f64,
    /// Distance within which things are felt, m.
    pub near: f64,
}

/// What is seen of others: before [`Tell`] runs, their true state; after it, what is reported.
#[derive(Default)]
pub struct Others {
    /// Number of the others.
    pub count: usize,
    /// Their places.
    pub places: [u8; WIDE],
    /// Gap, m; then distance, m, and one of [`found`].
    at: [[[f64; WIDTH]; CHUNKS]; 2],
    /// Relative velocity, m/cycle; then the change of distance divided by distance, in whole steps,
    /// and the change of direction, degrees/cycle.
    moving: [[[f64; WIDTH]; CHUNKS]; 2],
    /// Directions of body and head, rad; then the same from the observer's head, degrees.
    facing: [[[f64; WIDTH]; CHUNKS]; 2],
    /// Direction from the head, degrees.
    direction: [[f64; WIDTH]; CHUNKS],
}

impl Others {
    /// One of [`found`], for one of the players who were looked at.
    #[inline]
    pub fn found(&self, index: usize) -> f64 {
        self.at[1][index / WIDTH][index % WIDTH]
    }

    /// Their distance, m, and direction, degrees.
    #[inline]
    pub fn place(&self, index: usize) -> (f64, i32) {
        let (chunk, lane) = (index / WIDTH, index % WIDTH);
        (self.at[0][chunk][lane], self.direction[chunk][lane] as i32)
    }

    /// The change of their distance divided by the distance and the change of their direction,
    /// degrees/cycle; and the directions of their body and head, degrees.
    #[inline]
    pub fn moving(&self, index: usize) -> ([f64; 2], [i32; 2]) {
        let (chunk, lane) = (index / WIDTH, index % WIDTH);
        let of = |cells: &[[[f64; WIDTH]; CHUNKS]; 2]| [0, 1].map(|cell| cells[cell][chunk][lane]);
        (of(&self.moving), of(&self.facing).map(|angle| angle as i32))
    }
}

/// Positions of points: gaps, m, before they are looked at; then distance, m, one of [`found`], and
/// direction from the head, degrees.
pub struct Points {
    /// Along the pitch; then distance.
    pub x: [f64; FEW],
    /// Across the pitch; then [`found`].
    pub y: [f64; FEW],
    /// Direction.
    pub direction: [f64; FEW],
}

impl From {
    /// Looks at all players who may be seen, except for `own`. `others` must be empty. It is filled
    /// in place, because it is too large to be moved.
    pub fn others(&self, game: &Game, own: usize, others: &mut Others) {
        let mut gaps = [[f64::NAN; WIDE]; 2];
        let [x, y] = &mut gaps;
        for ((x, y), player) in x.iter_mut().zip(y).zip(&game.players) {
            (*x, *y) = (player.position.x - self.at.x, player.position.y - self.at.y);
        }
        let mut seen = with_widest(MaySee(self), &mut gaps) & !(1 << own);
        while seen != 0 {
            let place = seen.trailing_zeros() as usize;
            seen &= seen - 1;
            let player = &game.players[place];
            if !player.connected {
                continue;
            }
            let (chunk, lane) = (others.count / WIDTH, others.count % WIDTH);
            let put = |cells: &mut [[[f64; WIDTH]; CHUNKS]; 2], values: [f64; 2]| {
                (cells[0][chunk][lane], cells[1][chunk][lane]) = (values[0], values[1]);
            };
            let moving = player.velocity - self.velocity;
            put(&mut others.at, [gaps[0][place], gaps[1][place]]);
            put(&mut others.moving, [moving.x, moving.y]);
            put(&mut others.facing, [player.body, player.neck + player.body]);
            others.places[others.count] = place as u8;
            others.count += 1;
        }
        with_widest(Tell(self), others);
    }

    /// Looks at a few points.
    pub fn points(&self, points: &mut Points) {
        with_widest(Find(self), points);
    }
}

/// Finds who may be seen by their gaps, as bits of places: a first look without square roots.
struct MaySee<'a>(&'a From);

impl Kernel for MaySee<'_> {
    type Data = [[f64; WIDE]; 2];
    type Output = u64;

    #[inline(always)]
    fn run(self, gaps: &mut Self::Data) -> u64 {
        let from = self.0;
        let edge = from.cos_half * from.cos_half;
        let is_narrow = from.cos_half >= 0.0;
        let near2 = from.near * from.near;
        let mut seen = 0;
        let [xs, ys] = gaps;
        for (place, (&mut x, &mut y)) in xs.iter_mut().zip(ys).enumerate() {
            let distance2 = x * x + y * y;
            let ahead = x * from.ahead.x + y * from.ahead.y;
            let (before, far) = (ahead >= 0.0, ahead * ahead);
            let narrow = before & (far >= edge * distance2);
            let wide = before | (far <= edge * distance2);
            let may_see = (is_narrow & narrow) | (!is_narrow & wide) | (distance2 <= near2);
            seen |= if may_see { 1 << place } else { 0 };
        }
        seen
    }
}

struct Find<'a>(&'a From);

impl Kernel for Find<'_> {
    type Data = Points;
    type Output = ();

    #[inline(always)]
    fn run(self, points: &mut Points) {
        for index in 0..FEW {
            let (distance, found, degrees) = find(self.0, points.x[index], points.y[index]);
            (points.x[index], points.y[index], points.direction[index]) =
                (distance, found, degrees);
        }
    }
}

struct Tell<'a>(&'a From);

impl Kernel for Tell<'_> {
    type Data = Others;
    type Output = ();

    #[inline(always)]
    fn run(self, others: &mut Others) {
        let from = self.0;
        for chunk in 0..others.count.div_ceil(WIDTH).min(CHUNKS) {
            let [xs, ys] = [0, 1].map(|cell| others.at[cell][chunk]);
            let [vxs, vys] = [0, 1].map(|cell| others.moving[cell][chunk]);
            for lane in 0..WIDTH {
                let (x, y, vx, vy) = (xs[lane], ys[lane], vxs[lane], vys[lane]);
                let (distance, found, degrees) = find(from, x, y);
                others.direction[chunk][lane] = degrees;
                others.at[0][chunk][lane] = distance;
                let (way_x, way_y) = (x / distance, y / distance);
                let along = vx * way_x + vy * way_y;
                let across = ((vy * way_x - vx * way_y) / distance).to_degrees();
                others.moving[0][chunk][lane] = steps(along / distance, DISTANCE_CHANGE);
                let across_told = steps(across, DIRECTION_CHANGE);
                others.moving[1][chunk][lane] = if across == 0.0 { 0.0 } else { across_told };
                let body = others.facing[0][chunk][lane] - from.body - from.neck;
                let face = others.facing[1][chunk][lane] - from.body - from.neck;
                others.facing[0][chunk][lane] = nearest((normalized(body)).to_degrees());
                others.facing[1][chunk][lane] = nearest((normalized(face)).to_degrees());
                let is_usual = (body.abs() < 2.0 * TAU) & (face.abs() < 2.0 * TAU);
                let found = if is_usual & (distance > 0.0) { found } else { found::UNDECIDED };
                others.at[1][chunk][lane] = found;
            }
        }
    }
}

/// The distance of a gap, one of [`found`], and the direction of the gap from the head, degrees.
#[inline(always)]
fn find(from: &From, x: f64, y: f64) -> (f64, f64, f64) {
    let distance2 = x * x + y * y;
    let distance = distance2.sqrt();
    let nearly = turned(turned(direction(x, y) - from.body) - from.neck);
    let is_in_view = (nearly.abs() < from.half_view) & (distance < MAX_DISTANCE);
    let is_near = distance2 <= from.near * from.near;
    let beside = if is_near { found::NEAR } else { found::NOT };
    let found = if is_in_view { found::IN_VIEW } else { beside };
    let is_decided = is_decided(nearly, from.half_view);
    let found = if is_decided { found } else { found::UNDECIDED };
    (distance, found, nearest(nearly.to_degrees()))
}

/// [`rounded`](super::quantize::rounded) for numbers whose doubles are less than [`WHOLE`],
/// except for the sign of zero.
#[inline(always)]
fn nearest(value: f64) -> f64 {
    (value + 1.5 * WHOLE) - 1.5 * WHOLE
}

/// [`quantize`](super::quantize::quantize) without branches.
#[inline(always)]
fn steps(value: f64, step: f64) -> f64 {
    let value = value / step;
    let size = value.abs();
    let rounded = ((size + WHOLE) - WHOLE).copysign(value);
    (if size < WHOLE { rounded } else { value }) * step
}

/// [`normalize`](crate::disc::angle::normalize) for angles of less than two turns.
#[inline(always)]
fn normalized(angle: f64) -> f64 {
    let less = if angle.abs() > TAU { angle - TAU.copysign(angle) } else { angle };
    turned(less)
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

/// Brings an angle of less than three half turns to at most half a turn. Larger angles do not get a
/// valid result.
#[inline(always)]
fn turned(angle: f64) -> f64 {
    let less = if angle < -PI { angle + TAU } else { angle };
    if less > PI { less - TAU } else { less }
}

/// Whether a small error of an angle changes neither the number that is reported nor whether the
/// thing is seen.
#[inline(always)]
pub fn is_decided(angle: f64, half_view: f64) -> bool {
    // Numbers change at whole degrees or halfway between them.
    let halves = (2.0 * angle.to_degrees()).abs();
    let size = angle.abs();
    let rounded = (halves + WHOLE) - WHOLE;
    ((halves - rounded).abs() > DECIDED)
        & ((size - half_view).abs() > DECIDED)
        & (size < PI - DECIDED)
}

const _: () = assert!(DECIDED > 100.0 * DOUBT);
