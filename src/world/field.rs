//! Fields of play: sizes, and the scene's fixed geoms.

use crate::error::{Error, Result};
use crate::model::{ContactParams, Geom, Shape};

/// Which field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// 105 m x 68 m, eleven against eleven.
    Fifa,
    /// 55 m x 36 m, seven against seven.
    Fifa7vs7,
}

/// Radius of goal posts, bars and nets, m.
const POST_RADIUS: f64 = 0.05;

impl Field {
    /// By name: `fifa` or `fifa7vs7`.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "fifa" => Ok(Self::Fifa),
            "fifa7vs7" => Ok(Self::Fifa7vs7),
            _ => Err(Error::argument(
                "field",
                format!("unknown field '{name}', known are 'fifa' and 'fifa7vs7'"),
            )),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fifa => "fifa",
            Self::Fifa7vs7 => "fifa7vs7",
        }
    }

    /// Length and width between the lines, m.
    pub fn size(self) -> [f64; 2] {
        match self {
            Self::Fifa => [105.0, 68.0],
            Self::Fifa7vs7 => [55.0, 36.0],
        }
    }

    /// Inner depth, width and height of the goals, m.
    pub fn goal_size(self) -> [f64; 3] {
        match self {
            Self::Fifa => [1.6, 7.32, 2.44],
            Self::Fifa7vs7 => [1.0, 3.66, 1.83],
        }
    }

    /// The pitch: the plane z = 0.
    pub fn pitch(self) -> Geom {
        let [length, width] = self.size();
        let shape = Shape::Plane { half_x: length / 2.0, half_y: width / 2.0 };
        fixed("pitch".to_owned(), shape, [0.0; 3], UPRIGHT)
    }

    /// Posts, bars and nets of both goals, in rcsssmj's order and under its names.
    pub fn goals(self) -> Vec<Geom> {
        [("goal-left", -1.0), ("goal-right", 1.0)]
            .into_iter()
            .flat_map(|(name, side)| self.goal(name, side))
            .collect()
    }

    fn goal(self, goal: &str, side: f64) -> Vec<Geom> {
        let [depth, width, height] = self.goal_size();
        let (front, half) = (side * self.size()[0] / 2.0, width / 2.0);
        let back = front + side * depth;
        let middle = front + side * depth / 2.0;
        let post = |x: f64, y: f64| (Along::Z, height / 2.0, [x, y, height / 2.0]);
        let cross = |x: f64, z: f64| (Along::Y, half, [x, 0.0, z]);
        let beam = |y: f64, z: f64| {
            (if y < 0.0 { Along::X(side) } else { Along::X(-side) }, depth / 2.0, [middle, y, z])
        };
        let bars = [
            ("front-left-post", post(front, -half)),
            ("front-right-post", post(front, half)),
            ("back-left-post", post(back, -half)),
            ("back-right-post", post(back, half)),
            ("front-crossbar", cross(front, height)),
            ("back-crossbar", cross(back, height)),
            ("left-side-crossbar", beam(-half, height)),
            ("right-side-crossbar", beam(half, height)),
            ("back-lower-crossbar", cross(back, 0.0)),
            ("lower-left-side-crossbar", beam(-half, 0.0)),
            ("lower-right-side-crossbar", beam(half, 0.0)),
        ];
        let r = POST_RADIUS;
        let nets = [
            ("top-net", [middle, 0.0, height], [depth / 2.0, half, r]),
            ("back-net", [back, 0.0, height / 2.0], [r, half, height / 2.0]),
            ("left-side-net", [middle, -half, height / 2.0], [depth / 2.0, r, height / 2.0]),
            ("right-side-net", [middle, half, height / 2.0], [depth / 2.0, r, height / 2.0]),
        ];
        let bars = bars.into_iter().map(|(name, (along, half_length, pos))| {
            let shape = Shape::Cylinder { radius: POST_RADIUS, half_length };
            fixed(format!("{goal}-{name}"), shape, pos, along.quat())
        });
        let nets = nets.into_iter().map(|(name, pos, half)| {
            fixed(format!("{goal}-{name}"), Shape::Box { half }, pos, UPRIGHT)
        });
        bars.chain(nets).collect()
    }
}

const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// Direction of a bar.
enum Along {
    /// Upwards or downwards along the goal's depth, by sign.
    X(f64),
    Y,
    Z,
}

impl Along {
    fn quat(&self) -> [f64; 4] {
        use std::f64::consts::FRAC_1_SQRT_2;
        match self {
            Self::X(sign) => [0.0, FRAC_1_SQRT_2 * sign, 0.0, FRAC_1_SQRT_2],
            Self::Y => [0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2],
            Self::Z => UPRIGHT,
        }
    }
}

fn fixed(name: String, shape: Shape, pos: [f64; 3], quat: [f64; 4]) -> Geom {
    Geom { name, body: 0, shape, pos, quat, contact: ContactParams::default() }
}
