//! Where a picture is taken from.

use super::Vector;
use crate::error::{Error, Result};
use crate::math::point::{add, add_scaled, sub};
use crate::soccer::{Arena, BALL, Field};
use crate::world::scene::Slot;
use std::f64::consts::PI;

/// Default vertical field of view, rad.
const FOV: f64 = 0.8;
/// From a robot to the camera that follows it, m: in front of its right side if it faces the right
/// goal.
const FOLLOWING: [f64; 3] = [1.64, -1.92, 0.64];
/// Height at which a camera that follows a robot looks, m.
const WAIST: f64 = 0.5;
/// From the point below a ball to the camera beside it, m; robots at the ball then have a sixth of
/// the picture's height.
const BESIDE_BALL: [f64; 3] = [0.0, -7.6, 3.3];
/// Height at which it looks, m: the ball is a bit below the middle, as there is more to see above
/// it.
const HIP: f64 = 0.7;
/// Time constant with which a camera follows the ball, s.
const LAG: f64 = 0.25;
/// How far from the ball it may look, m: less than the picture shows to either side.
const LEASH: f64 = 2.0;
/// How steeply the camera that sees the whole pitch looks down, rad.
const OVERVIEW_TILT: f64 = 0.8;
/// Margin around the lines that it shows, m.
const OVERVIEW_MARGIN: f64 = 1.0;

/// Width and height of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Size {
    /// Maximum number of pixels along a side.
    pub const MAX_SIDE: usize = 4096;

    /// A size with sides from 1 to [`MAX_SIDE`](Self::MAX_SIDE).
    ///
    /// # Errors
    /// [`Error::Argument`] otherwise.
    pub fn new(width: usize, height: usize) -> Result<Self> {
        for (name, side) in [("width", width), ("height", height)] {
            if !(1..=Self::MAX_SIDE).contains(&side) {
                let message = format!("must be from 1 to {}, not {side}", Self::MAX_SIDE);
                return Err(Error::argument(name, message));
            }
        }
        Ok(Self { width, height })
    }

    /// Pixels from left to right.
    pub fn width(self) -> usize {
        self.width
    }

    /// Pixels from top to bottom.
    pub fn height(self) -> usize {
        self.height
    }

    /// Bytes of a picture.
    pub fn bytes(self) -> usize {
        self.width * self.height * 3
    }

    fn aspect(self) -> f64 {
        self.width as f64 / self.height as f64
    }
}

/// A pinhole camera that keeps the horizon level. If it looks straight down, y points up in the
/// picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    position: [f64; 3],
    target: [f64; 3],
    fov: f64,
}

impl Camera {
    /// At `position`, looking at `target`, both m in the world; `fov` is the vertical field of
    /// view in rad, 0.8 if not given.
    ///
    /// # Errors
    /// [`Error::Argument`] for numbers that are not finite, a camera that is not above the ground
    /// or is at its target, and a field of view that is not between 0 and pi.
    pub fn new(position: [f64; 3], target: [f64; 3], fov: Option<f64>) -> Result<Self> {
        let fov = fov.unwrap_or(FOV);
        for (name, point) in [("position", position), ("target", target)] {
            if point.iter().any(|x| !x.is_finite()) {
                return Err(Error::argument(name, format!("{point:?} is not finite")));
            }
        }
        if position[2] <= 0.0 {
            return Err(Error::argument(
                "position",
                format!("{position:?} is not above the ground"),
            ));
        }
        if position == target {
            return Err(Error::argument("target", format!("{target:?} is where the camera is")));
        }
        if !(fov > 0.0 && fov < PI) {
            return Err(Error::argument("fov", format!("{fov} rad is not between 0 and pi")));
        }
        Ok(Self { position, target, fov })
    }

    /// Where it is, m.
    pub fn position(&self) -> [f64; 3] {
        self.position
    }

    /// What it looks at, m.
    pub fn target(&self) -> [f64; 3] {
        self.target
    }

    /// Vertical field of view, rad.
    pub fn fov(&self) -> f64 {
        self.fov
    }

    /// Looks at a robot at this position from a fixed direction, at a fixed height.
    pub fn following([x, y, _]: [f64; 3]) -> Self {
        let target = [x, y, WAIST];
        Self { position: add(target, FOLLOWING), target, fov: FOV }
    }

    /// Looks at where a ball is, m, from the side of negative y, at a fixed height.
    ///
    /// # Errors
    /// [`Error::Argument`] for numbers that are not finite.
    pub fn beside_ball(ball: [f64; 3]) -> Result<Self> {
        match ball.iter().all(|x| x.is_finite()) {
            true => Ok(Self::beside([ball[0], ball[1]])),
            false => Err(Error::argument("ball", format!("{ball:?} is not finite"))),
        }
    }

    /// The camera beside the ball in a film, `elapsed` s after this one. It is on its way from this
    /// one to [`beside_ball`](Self::beside_ball), so that a kick does not jerk the picture, but
    /// always near enough to keep the ball in the picture. If no time has passed, it is
    /// [`beside_ball`](Self::beside_ball).
    ///
    /// # Errors
    /// [`Error::Argument`] for numbers that are not finite.
    pub fn follow_ball(&self, ball: [f64; 3], elapsed: f64) -> Result<Self> {
        let there = Self::beside_ball(ball)?;
        if !elapsed.is_finite() {
            return Err(Error::argument("elapsed", format!("{elapsed} s is not finite")));
        }
        if elapsed <= 0.0 {
            return Ok(there);
        }
        let behind = sub(self.target, ball);
        let left = (-elapsed / LAG).exp();
        let left = left.min(LEASH / behind[0].hypot(behind[1]).max(f64::MIN_POSITIVE));
        let [x, y, _] = add_scaled(ball, behind, left);
        Ok(Self::beside([x, y]))
    }

    fn beside([x, y]: [f64; 2]) -> Self {
        Self { position: add([x, y, 0.0], BESIDE_BALL), target: [x, y, HIP], fov: FOV }
    }

    /// The camera that is used if none is given.
    pub fn of_arena(arena: &Arena, qpos: &[f64]) -> Self {
        let position = |slot: &Slot| {
            let root = &qpos[slot.qpos.clone()];
            [root[0], root[1], root[2]]
        };
        match &arena.scene().slots[BALL + 1..] {
            [robot] => Self::following(position(robot)),
            _ => {
                let [x, y, _] = position(&arena.scene().slots[BALL]);
                Self::beside([x, y])
            }
        }
    }

    /// Where a point of the world is in a picture, px from the upper left corner; `None` behind the
    /// camera.
    pub fn pixel(&self, point: [f64; 3], size: Size) -> Option<[f32; 2]> {
        let view = self.view(size);
        let seen = view.turn((nalgebra::Vector3::from(point) - view.position).cast());
        let at = |axis: usize| view.centre[axis] + view.scale * seen[axis] / seen.z;
        (seen.z > 0.1).then(|| [at(0), at(1)])
    }

    /// Sees the whole pitch from behind the touch line at negative y.
    pub fn overview(field: &Field, size: Size) -> Self {
        let [x, y] = field.half().map(|half| half + OVERVIEW_MARGIN);
        let (sin, cos) = OVERVIEW_TILT.sin_cos();
        let tan = (FOV / 2.0).tan();
        // A point that the camera sees at `up` and `toward` from the centre is in the picture if
        // the camera is at least this far away.
        let distance = [-y, y].map(|y| {
            let (up, toward) = (y * sin, -y * cos);
            toward + (up.abs() / tan).max(x / (tan * size.aspect()))
        });
        let distance = distance[0].max(distance[1]);
        Self { position: [0.0, -distance * cos, distance * sin], target: [0.0; 3], fov: FOV }
    }

    /// Its axes and scale for a picture of this size.
    pub(super) fn view(&self, size: Size) -> Projection {
        let [p, t] = [self.position, self.target].map(nalgebra::Vector3::from);
        let forward = (t - p).normalize();
        let level = nalgebra::Vector3::new(forward.y, -forward.x, 0.0);
        let right = match level.try_normalize(1e-6) {
            Some(right) => right,
            None => nalgebra::Vector3::x(),
        };
        let scale = 0.5 * size.height as f64 / (self.fov / 2.0).tan();
        Projection {
            position: p,
            right: right.cast(),
            down: forward.cross(&right).cast(),
            forward: forward.cast(),
            scale: scale as f32,
            centre: [size.width as f32 / 2.0, size.height as f32 / 2.0],
        }
    }
}

/// A camera that knows the size of its picture: turns directions into pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Projection {
    /// Position of the camera in the world, m.
    pub(super) position: nalgebra::Vector3<f64>,
    pub(super) right: Vector,
    pub(super) down: Vector,
    pub(super) forward: Vector,
    /// Pixels for a slope of one.
    pub(super) scale: f32,
    /// The pixel that it looks at.
    pub(super) centre: [f32; 2],
}

impl Projection {
    /// Right, down and depth of a point given relative to the camera.
    pub(super) fn turn(&self, point: Vector) -> Vector {
        Vector::new(self.right.dot(&point), self.down.dot(&point), self.forward.dot(&point))
    }

    /// The direction, of depth one, in which a point of the picture is seen, given in pixels.
    pub(super) fn ray(&self, x: f32, y: f32) -> Vector {
        let [right, down] = [(x - self.centre[0]) / self.scale, (y - self.centre[1]) / self.scale];
        self.forward + self.right * right + self.down * down
    }

    /// Nearness, the inverse of depth, of the ground at a height of the picture in pixels; not
    /// positive above the horizon. As cameras are level it is the same along a row.
    pub(super) fn ground_nearness(&self, y: f32) -> f32 {
        -self.ray(self.centre[0], y).z / self.position[2] as f32
    }
}
