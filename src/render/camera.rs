//! Where a picture is taken from.

use super::Vec3;
use crate::error::{Error, Result};
use crate::soccer::Field;
use std::f64::consts::PI;

/// Vertical field of view unless told otherwise, rad.
const FOV: f64 = 0.8;
/// From a robot to the camera that follows it, m: before its right side if it faces the right goal.
const FOLLOWING: [f64; 3] = [1.8, -2.1, 0.7];
/// Height that a camera that follows looks at, m.
const WAIST: f64 = 0.5;
/// From a ball to the camera that follows it, m; it looks at the ground.
const BESIDE_BALL: [f64; 3] = [0.0, -5.6, 2.4];
/// How steeply the camera that sees the whole pitch looks down, rad.
const OVERVIEW_TILT: f64 = 0.8;
/// What it sees around the lines, m.
const OVERVIEW_MARGIN: f64 = 1.0;

/// Width and height of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Size {
    /// Most pixels along a side.
    pub const MAX_SIDE: usize = 4096;

    /// 1 to [`MAX_SIDE`](Self::MAX_SIDE) each.
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

    /// Bytes of a picture.
    pub fn bytes(self) -> usize {
        self.width * self.height * 3
    }

    fn aspect(self) -> f64 {
        self.width as f64 / self.height as f64
    }
}

/// A pinhole camera that keeps the horizon level. If it looks straight down, y is at the top.
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
    /// or where it looks at, a field of view that is not between 0 and pi.
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
    pub(super) fn following([x, y, _]: [f64; 3]) -> Self {
        let target = [x, y, WAIST];
        let position = std::array::from_fn(|i| target[i] + FOLLOWING[i]);
        Self { position, target, fov: FOV }
    }

    /// Looks at a ball at this position from a fixed direction, at a fixed height.
    pub fn beside_ball([x, y, _]: [f64; 3]) -> Self {
        let target = [x, y, 0.0];
        let position = std::array::from_fn(|i| target[i] + BESIDE_BALL[i]);
        Self { position, target, fov: FOV }
    }

    /// Sees the whole pitch from behind the touchline at negative y.
    pub fn overview(field: &Field, size: Size) -> Self {
        let [x, y] = field.half().map(|half| half + OVERVIEW_MARGIN);
        let (sin, cos) = OVERVIEW_TILT.sin_cos();
        let tan = (FOV / 2.0).tan();
        // A point at `along` and `up` from the centre, as the camera sees it, is in the picture
        // from this distance on.
        let distance = [-y, y].map(|y| {
            let (up, toward) = (y * sin, -y * cos);
            toward + (up.abs() / tan).max(x / (tan * size.aspect()))
        });
        let distance = distance[0].max(distance[1]);
        Self { position: [0.0, -distance * cos, distance * sin], target: [0.0; 3], fov: FOV }
    }

    /// Its axes and scale for a picture of this size.
    pub(super) fn view(&self, size: Size) -> View {
        let [p, t] = [self.position, self.target].map(nalgebra::Vector3::from);
        let forward = (t - p).normalize();
        let level = nalgebra::Vector3::new(forward.y, -forward.x, 0.0);
        let right = match level.try_normalize(1e-6) {
            Some(right) => right,
            None => nalgebra::Vector3::x(),
        };
        let scale = 0.5 * size.height as f64 / (self.fov / 2.0).tan();
        View {
            position: self.position,
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
pub(super) struct View {
    /// Of the camera in the world, m.
    pub(super) position: [f64; 3],
    pub(super) right: Vec3,
    pub(super) down: Vec3,
    pub(super) forward: Vec3,
    /// Pixels for a slope of one.
    pub(super) scale: f32,
    /// The pixel that it looks at.
    pub(super) centre: [f32; 2],
}

impl View {
    /// Right, down and depth of a point given relative to the camera.
    pub(super) fn turn(&self, point: Vec3) -> Vec3 {
        Vec3::new(self.right.dot(&point), self.down.dot(&point), self.forward.dot(&point))
    }

    /// What is seen at a place of the picture in pixels: a direction of depth one.
    pub(super) fn ray(&self, x: f32, y: f32) -> Vec3 {
        let [right, down] = [(x - self.centre[0]) / self.scale, (y - self.centre[1]) / self.scale];
        self.forward + self.right * right + self.down * down
    }
}
