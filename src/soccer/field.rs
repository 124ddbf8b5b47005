//! Fields of play: sizes, areas, and the scene's fixed geoms.

use super::area::{Area, Volume};
use super::player::Side;
use crate::error::{Error, Result};
use crate::math::quaternion;
use crate::model::{ContactParams, Geom, Shape};
use serde::Serialize;

/// Sizes of a field of play, m. Positive x points to the right goal, z up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// `fifa`, `fifa7vs7`, or a name that its creator has chosen.
    pub name: String,
    /// Length and width between the lines, and the height of the air above.
    pub size: [f64; 3],
    /// Width of the lines.
    pub line_width: f64,
    /// Width of the border around the field.
    pub border: f64,
    /// Inner depth, width and height of the goals.
    pub goal_size: [f64; 3],
    /// Radius of goal posts, bars and nets.
    pub post_radius: f64,
    /// Depth and width of the goalie area.
    pub goalie_area: [f64; 2],
    /// Depth and width of the penalty area, if there is one.
    pub penalty_area: Option<[f64; 2]>,
    /// Radius of the corner area.
    pub corner_radius: f64,
    /// Distance of the penalty spot from the goal line.
    pub penalty_spot: f64,
    /// Radius of the centre circle; opponents keep that distance at free kicks, too.
    pub circle_radius: f64,
    /// Where the referee sees the areas, if not where the sizes put them.
    pub areas: Option<Box<Areas>>,
}

/// The areas that the referee uses. Goals, lines and markers stand where the sizes put them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Areas {
    /// Everything between the lines.
    pub field: Area,
    /// Insides of the goals, by side.
    pub goals: [Volume; 2],
    /// Goalie areas, by side.
    pub goalie: [Area; 2],
    /// Penalty areas, by side.
    pub penalty: [Option<Area>; 2],
}

impl Field {
    /// 105 m x 68 m, eleven against eleven (FIFA's Laws of the Game, law 1).
    pub fn fifa() -> Self {
        Self {
            name: "fifa".to_owned(),
            size: [105.0, 68.0, 40.0],
            line_width: 0.1,
            border: 3.0,
            goal_size: [1.6, 7.32, 2.44],
            post_radius: 0.05,
            goalie_area: [5.5, 7.32 + 2.0 * 5.5],
            penalty_area: Some([16.5, 7.32 + 2.0 * 16.5]),
            corner_radius: 1.0,
            penalty_spot: 11.0,
            circle_radius: 9.15,
            areas: None,
        }
    }

    /// 55 m x 36 m, seven against seven.
    pub fn fifa7vs7() -> Self {
        Self {
            name: "fifa7vs7".to_owned(),
            size: [55.0, 36.0, 40.0],
            line_width: 0.1,
            border: 3.0,
            goal_size: [1.0, 3.66, 1.83],
            post_radius: 0.05,
            goalie_area: [4.0, 7.3],
            penalty_area: Some([9.0, 16.5]),
            corner_radius: 1.0,
            penalty_spot: 7.32,
            circle_radius: 5.5,
            areas: None,
        }
    }

    /// Returns a field by its name: `fifa` or `fifa7vs7`.
    ///
    /// # Errors
    /// [`Error::Argument`] for any other name.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "fifa" => Ok(Self::fifa()),
            "fifa7vs7" => Ok(Self::fifa7vs7()),
            _ => Err(Error::argument(
                "field",
                format!("unknown field '{name}', known are 'fifa' and 'fifa7vs7'"),
            )),
        }
    }

    /// Half the length and half the width.
    pub fn half(&self) -> [f64; 2] {
        [self.size[0] / 2.0, self.size[1] / 2.0]
    }

    /// The areas that follow from the sizes.
    pub fn areas_by_size(&self) -> Areas {
        let [x, y] = self.half();
        let [goal_depth, goal_width, goal_height] = self.goal_size;
        let goal = |side| Volume {
            area: self.before_goal(side, -goal_depth, goal_width),
            height: [0.0, goal_height],
        };
        let before = |[depth, width]: [f64; 2], side| self.before_goal(side, depth, width);
        Areas {
            field: Area { min: [-x, -y], max: [x, y] },
            goals: Side::BOTH.map(goal),
            goalie: Side::BOTH.map(|side| before(self.goalie_area, side)),
            penalty: Side::BOTH.map(|side| self.penalty_area.map(|size| before(size, side))),
        }
    }

    /// The areas that the referee uses.
    pub fn areas(&self) -> Areas {
        self.areas.as_deref().copied().unwrap_or_else(|| self.areas_by_size())
    }

    /// Everything between the lines.
    pub fn area(&self) -> Area {
        self.areas().field
    }

    /// Inside of a goal, from the goal line to the net.
    pub fn goal_box(&self, side: Side) -> Volume {
        self.areas().goals[side.index()]
    }

    /// The goalie area in front of a goal.
    pub fn goalie_area(&self, side: Side) -> Area {
        self.areas().goalie[side.index()]
    }

    /// The penalty area in front of a goal, if the field has one.
    pub fn penalty_area(&self, side: Side) -> Option<Area> {
        self.areas().penalty[side.index()]
    }

    /// The area from a goal line inwards by `depth`, `width` wide.
    fn before_goal(&self, side: Side, depth: f64, width: f64) -> Area {
        let line = side.sign() * self.half()[0];
        let inner = line - side.sign() * depth;
        let y = width / 2.0;
        Area { min: [line.min(inner), -y], max: [line.max(inner), y] }
    }

    /// The ground: the plane z = 0.
    pub fn ground(&self) -> Geom {
        let [half_x, half_y] = self.half();
        let shape = Shape::Plane { half_x, half_y };
        fixed("pitch".to_owned(), shape, [0.0; 3], quaternion::IDENTITY)
    }

    /// Posts, bars and nets of a side's goal, in rcsssmj's order and under its names.
    pub fn goal(&self, side: Side) -> Vec<Geom> {
        let (goal, side) = (format!("goal-{}", side.name()), side.sign());
        let [depth, width, height] = self.goal_size;
        let (front, half) = (side * self.half()[0], width / 2.0);
        let back = front + side * depth;
        let middle = front + side * depth / 2.0;
        let post = |x: f64, y: f64| (Along::Z, height / 2.0, [x, y, height / 2.0]);
        let cross = |x: f64, z: f64| (Along::Y, half, [x, 0.0, z]);
        let beam = |y: f64, z: f64| {
            (if y < 0.0 { Along::X(side) } else { Along::X(-side) }, depth / 2.0, [middle, y, z])
        };
        let r = self.post_radius;
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
        let nets = [
            ("top-net", [middle, 0.0, height], [depth / 2.0, half, r]),
            ("back-net", [back, 0.0, height / 2.0], [r, half, height / 2.0]),
            ("left-side-net", [middle, -half, height / 2.0], [depth / 2.0, r, height / 2.0]),
            ("right-side-net", [middle, half, height / 2.0], [depth / 2.0, r, height / 2.0]),
        ];
        let bars = bars.into_iter().map(|(name, (along, half_length, pos))| {
            let shape = Shape::Cylinder { radius: r, half_length };
            fixed(format!("{goal}-{name}"), shape, pos, along.quat())
        });
        let nets = nets.into_iter().map(|(name, pos, half)| {
            fixed(format!("{goal}-{name}"), Shape::Box { half }, pos, quaternion::IDENTITY)
        });
        bars.chain(nets).collect()
    }
}

/// Direction of a bar.
enum Along {
    /// Along the goal's depth, towards positive or negative x by sign.
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
            Self::Z => quaternion::IDENTITY,
        }
    }
}

fn fixed(name: String, shape: Shape, pos: [f64; 3], quat: [f64; 4]) -> Geom {
    Geom { name, body: 0, shape, pos, quat, contact: ContactParams::default() }
}
