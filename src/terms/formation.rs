//! Where both teams of a game start: legal places for a kick-off.

use super::arguments::{REQUIRED, parameter};
use super::body::{Body, Squad};
use super::program::{Builder, Episode, Process, Start};
use super::registry::{Entry, Make};
use super::row::{flag, of_flag};
use super::stream::Stream;
use super::view::View;
use std::f64::consts::PI;

/// Coordinates of the ball; a robot has as many, and one more for each of its hinges.
const ROOT: usize = 7;
/// Minimum distance from lines, circle and areas, and half the minimum distance between two robots,
/// m.
const CLEARANCE: f64 = 0.5;
/// Range of distances from the ball at which the robot that kicks off stands, m.
const KICKER: [f64; 2] = [0.4, 0.9];
/// Arc about the direction of play in which it stands behind the ball, rad.
const KICKER_ARC: f64 = 1.4;
/// Width of the range of angles by which robots turn away from the ball, rad.
const TURN: f64 = 0.6;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "kick_off_formation",
        formula: "places the ball in the middle and each team in its own half, outside of the \
                  centre circle and its goalie area: each robot upright in a strip of its own \
                  along the pitch, with randomly bent joints, the right team as the left one \
                  turned by half a turn; in the team that kicks off, drawn at random, the robot \
                  with the highest number is behind the ball instead",
        shape: "nq",
        unit: "m, rad",
        parameters: &[
            parameter("length", REQUIRED, "of the pitch, m"),
            parameter("width", REQUIRED, "of the pitch, m"),
            parameter("circle", REQUIRED, "radius of the centre circle, m"),
            parameter("goalie_area", REQUIRED, "how far the area reaches into the pitch, m"),
            parameter("radius", REQUIRED, "of the ball, m"),
            parameter("bend", 0.05, "largest bend of a joint, rad"),
        ],
        make: Make::Start(|builder, arguments| {
            let (left, right) = (builder.squad.left, builder.squad.bodies.len());
            builder.needs_all_hinges = true;
            if left * 2 != right {
                return Err(arguments.fail(format!("is for equal teams, not {left} of {right}")));
            }
            let formation = Formation {
                length: arguments.positive("length")?,
                width: arguments.positive("width")?,
                circle: arguments.unsigned("circle")?,
                goalie_area: arguments.unsigned("goalie_area")?,
            };
            let (radius, bend) = (arguments.positive("radius")?, arguments.unsigned("bend")?);
            let (squad, kicks) = (builder.squad.clone(), builder.flag(KICKS));
            let start: Start = Box::new(move |episode, qpos| {
                let left_kicks_off = episode.stream.unit() < 0.5;
                episode.row[kicks] = of_flag(left_kicks_off);
                let poses = formation.draw(squad.left, left_kicks_off, episode.stream);
                qpos[..ROOT].copy_from_slice(&[0.0, 0.0, radius, 1.0, 0.0, 0.0, 0.0]);
                place(&squad, &poses, bend, episode.stream, qpos);
            });
            Ok(start)
        }),
    },
    Entry {
        name: "drawn_kick_off",
        formula: "starts the game at once, with a kick-off for the team that `kick_off_formation` \
                  has drawn",
        shape: "0",
        unit: "",
        parameters: &[],
        make: Make::Process(|builder, _| {
            builder.needs_game = true;
            Ok(Box::new(DrawnKickOff::new(builder)))
        }),
    },
];

/// Channel of the first robot: whether the left team kicks off.
const KICKS: &str = "left_kicks_off";

struct DrawnKickOff {
    kicks: usize,
    /// Only the first of all robots tells the referee who kicks off.
    is_first: bool,
}

impl DrawnKickOff {
    fn new(builder: &mut Builder<'_>) -> Self {
        Self { kicks: builder.flag(KICKS), is_first: builder.squad.index == 0 }
    }
}

impl Process for DrawnKickOff {
    fn reset(&self, episode: &mut Episode<'_>, view: &mut dyn View) {
        if self.is_first {
            view.kick_off(flag(episode.row[self.kicks]));
        }
    }
}

struct Formation {
    length: f64,
    width: f64,
    circle: f64,
    goalie_area: f64,
}

/// x, y, m, and yaw, rad.
type Pose = [f64; 3];

impl Formation {
    /// Draws the poses of two teams of `size`, the left one first.
    fn draw(&self, size: usize, left_kicks_off: bool, stream: &mut Stream) -> Vec<Pose> {
        let [order, across, along, turn] =
            [0; 4].map(|_| (0..size).map(|_| stream.unit()).collect::<Vec<_>>());
        let kicker = behind_the_ball([stream.unit(), stream.unit()]);
        let mut strips: Vec<usize> = (0..size).collect();
        strips.sort_by(|&a, &b| order[a].total_cmp(&order[b]));
        let strip = self.width / size as f64;
        let margin = CLEARANCE.min(0.4 * strip);
        let circle = self.circle + CLEARANCE;
        let mut team = Vec::with_capacity(size);
        for (robot, &place) in strips.iter().enumerate() {
            let y = (place as f64 + 0.5) * strip - 0.5 * self.width;
            let y = y + (2.0 * across[robot] - 1.0) * (0.5 * strip - margin);
            let front = -(circle * circle - y * y).max(CLEARANCE * CLEARANCE).sqrt();
            let back = -0.5 * self.length + self.goalie_area + CLEARANCE;
            // A user-defined pitch may leave no room between the two.
            let back = back.min(front);
            let x = back + along[robot] * (front - back);
            let yaw = (-y).atan2(-x) + TURN * (turn[robot] - 0.5);
            team.push([x, y, yaw]);
        }
        let mut kicking = team.clone();
        if let Some(last) = kicking.last_mut() {
            *last = kicker;
        }
        let (mut poses, other) = if left_kicks_off { (kicking, team) } else { (team, kicking) };
        poses.extend(other.iter().map(|[x, y, yaw]| [-x, -y, yaw + PI]));
        poses
    }
}

fn behind_the_ball([way, side]: [f64; 2]) -> Pose {
    let distance = KICKER[0] + (KICKER[1] - KICKER[0]) * way;
    let angle = KICKER_ARC * (side - 0.5);
    [-distance * angle.cos(), -distance * angle.sin(), angle]
}

/// Places robots upright in the nominal pose, with joints bent at random.
fn place(squad: &Squad, poses: &[Pose], bend: f64, stream: &mut Stream, qpos: &mut [f64]) {
    let mut first = ROOT;
    for (body, &[x, y, yaw]) in squad.bodies.iter().zip(poses) {
        let Body { height, nominal, hinges, .. } = body;
        let (sin, cos) = (0.5 * yaw).sin_cos();
        qpos[first..first + ROOT].copy_from_slice(&[x, y, *height, cos, 0.0, 0.0, sin]);
        for (joint, nominal) in nominal.iter().enumerate() {
            // Numbers are drawn for padding, too, so that a robot's motors do not change what
            // others draw.
            let bent = bend * (2.0 * stream.unit() - 1.0);
            if let Some(hinge) = hinges.get(joint) {
                qpos[first + ROOT + hinge] = nominal + bent;
            }
        }
        first += ROOT + body.motors();
    }
}
