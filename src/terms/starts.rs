//! Where episodes start: coordinates of one robot and the ball.

use super::arguments::{Parameter, REQUIRED, parameter};
use super::ball_course::set_direction;
use super::body::Body;
use super::program::Start;
use super::registry::{Entry, Make};
use super::stream::Stream;
use std::f64::consts::PI;

/// First coordinate of the robot: the ball has the first seven.
const TORSO: usize = 7;
/// First coordinate of its hinges.
const HINGES: usize = TORSO + 7;
/// Where the ball lies in tasks without one, m: beside the pitch, in nobody's way.
const FAR_AWAY: [f64; 2] = [0.0, 40.0];
const BEND: Parameter = parameter("bend", 0.05, "largest bend of a joint, rad");

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "upright",
        formula: "the nominal pose, with a random heading and randomly bent joints; the ball far \
                  away",
        shape: "nq",
        unit: "m, rad",
        parameters: &[BEND],
        make: Make::Start(|builder, arguments| {
            let (body, bend) = (builder.body.clone(), arguments.unsigned("bend")?);
            Ok(Box::new(move |episode, qpos| upright(&body, bend, episode.stream, qpos)))
        }),
    },
    Entry {
        name: "lying",
        formula: "one of `states`, turned about the vertical at random and with randomly bent \
                  joints; with progress p, share (1 - p) of the episodes begin in one of `easier` \
                  instead, or upright if none are given",
        shape: "nq",
        unit: "m, rad",
        parameters: &[
            parameter("states", REQUIRED, "rows of coordinates (n, nq)"),
            BEND,
            parameter("easier", REQUIRED, "rows of coordinates (n, nq), or nothing"),
            parameter("share", 0.5, "of the episodes that begin easier at progress 0"),
        ],
        make: Make::Start(|builder, arguments| {
            let (body, bend) = (builder.body.clone(), arguments.unsigned("bend")?);
            let length = HINGES + body.joints();
            builder.needs_all_hinges = true;
            let hard = arguments.rows("states", length)?;
            let easier =
                arguments.has("easier").then(|| arguments.rows("easier", length)).transpose()?;
            Ok(lying(Lying { body, bend, hard, easier, share: arguments.share("share")? }))
        }),
    },
    Entry {
        name: "ball_ahead",
        formula: "places the ball near to far from the torso, at most aside progress off its \
                  heading, along which `turning_direction` then begins",
        shape: "nq",
        unit: "m, rad",
        parameters: &[
            parameter("near", REQUIRED, "m"),
            parameter("far", REQUIRED, "m"),
            parameter("aside", 0.0, "rad"),
            parameter("radius", REQUIRED, "of the ball, m"),
        ],
        make: Make::Start(|builder, arguments| {
            let (near, far) = arguments.distances()?;
            let (aside, radius) = (arguments.unsigned("aside")?, arguments.positive("radius")?);
            let yaw_cell = builder.real("direction_yaw", 1);
            Ok(Box::new(move |episode, qpos| {
                let [way, side] = [0; 2].map(|_| episode.stream.unit());
                let yaw = heading_of(qpos);
                let distance = near + (far - near) * way;
                let bearing = yaw + episode.progress * aside * (2.0 * side - 1.0);
                lay_ball(qpos, [distance * bearing.cos(), distance * bearing.sin()], radius);
                episode.row[yaw_cell] = yaw;
            }))
        }),
    },
    Entry {
        name: "ball_around",
        formula: "places the ball near to near + p (far - near) from the torso, at most p half \
                  turns off its heading, and sets the ball's direction at most as much off that, \
                  with progress p; needs the process `direction` or `turning_direction`",
        shape: "nq",
        unit: "m, rad",
        parameters: &[
            parameter("near", REQUIRED, "m"),
            parameter("far", REQUIRED, "m"),
            parameter("radius", REQUIRED, "of the ball, m"),
        ],
        make: Make::Start(|builder, arguments| {
            let (near, far) = arguments.distances()?;
            let radius = arguments.positive("radius")?;
            let direction = builder.kept(arguments, "direction", "direction")?;
            let yaw_cell = builder.real("direction_yaw", 1);
            Ok(Box::new(move |episode, qpos| {
                let [way, side, towards] = [0; 3].map(|_| episode.stream.unit());
                let far = near + episode.progress * (far - near);
                let distance = near + (far - near) * way;
                let half_turn = PI * episode.progress;
                let bearing = heading_of(qpos) + half_turn * (2.0 * side - 1.0);
                let towards = bearing + half_turn * (2.0 * towards - 1.0);
                lay_ball(qpos, [distance * bearing.cos(), distance * bearing.sin()], radius);
                set_direction(episode.row, direction, towards);
                episode.row[yaw_cell] = towards;
            }))
        }),
    },
    Entry {
        name: "ball_at_centre",
        formula: "places the ball at the centre of the pitch and the robot behind it: near to far \
                  away, at most side to the side, facing along x up to an angle of yaw; with \
                  progress p, everything varies p times as much",
        shape: "nq",
        unit: "m, rad",
        parameters: &[
            parameter("near", REQUIRED, "m"),
            parameter("far", REQUIRED, "m"),
            parameter("side", 0.0, "m"),
            parameter("yaw", 0.0, "rad"),
            parameter("radius", REQUIRED, "of the ball, m"),
        ],
        make: Make::Start(|_, arguments| {
            let (near, far) = arguments.distances()?;
            let (side, yaw) = (arguments.unsigned("side")?, arguments.unsigned("yaw")?);
            let radius = arguments.positive("radius")?;
            Ok(Box::new(move |episode, qpos| {
                let [ahead, left, turn] =
                    [0; 3].map(|_| episode.progress * episode.stream.uniform(-1.0, 1.0));
                let middle = 0.5 * (near + far);
                let offset = [middle + (far - middle) * ahead, side * left];
                qpos[TORSO] = -offset[0];
                qpos[TORSO + 1] = -offset[1];
                lay_ball(qpos, offset, radius);
                let half = 0.5 * yaw * turn;
                qpos[TORSO + 3] = half.cos();
                qpos[TORSO + 6] = half.sin();
            }))
        }),
    },
];

fn upright(body: &Body, bend: f64, stream: &mut Stream, qpos: &mut [f64]) {
    let half_yaw = 0.5 * PI * stream.uniform(-1.0, 1.0);
    qpos[..2].copy_from_slice(&FAR_AWAY);
    let root = [0.0, 0.0, body.height, half_yaw.cos(), 0.0, 0.0, half_yaw.sin()];
    qpos[TORSO..HINGES].copy_from_slice(&root);
    for (hinge, nominal) in body.hinges.iter().zip(&body.nominal) {
        qpos[HINGES + hinge] = nominal + bend * stream.uniform(-1.0, 1.0);
    }
}

/// How robots lie at the start.
struct Lying {
    body: Body,
    bend: f64,
    hard: Vec<f64>,
    easier: Option<Vec<f64>>,
    /// Share of easier starts at progress 0.
    share: f64,
}

fn lying(lying: Lying) -> Start {
    let Lying { body, bend, hard, easier, share } = lying;
    let (joints, length) = (body.joints(), HINGES + body.joints());
    Box::new(move |episode, qpos| {
        let stream = &mut *episode.stream;
        let [which, turn, chance] = [0; 3].map(|_| stream.unit());
        let states = match (chance < share * (1.0 - episode.progress), &easier) {
            (false, _) => &hard,
            (true, Some(easier)) => easier,
            (true, None) => {
                stream.skip(joints);
                return upright(&body, bend, stream, qpos);
            }
        };
        let count = (states.len() / length) as f64;
        let state = (which * count) as usize * length;
        qpos.copy_from_slice(&states[state..state + length]);
        let half = PI * turn;
        let (cos, sin) = (half.cos(), half.sin());
        let [w, x, y, z]: [f64; 4] = std::array::from_fn(|i| qpos[TORSO + 3 + i]);
        let turned = [cos * w - sin * z, cos * x - sin * y, cos * y + sin * x, cos * z + sin * w];
        qpos[TORSO + 3..HINGES].copy_from_slice(&turned);
        // Without this, two robots that begin in the same state would observe the same.
        for hinge in &body.hinges {
            qpos[HINGES + hinge] += bend * (2.0 * stream.unit() - 1.0);
        }
        // An upright start takes as many random numbers in total.
        stream.skip(1 + joints);
    })
}

/// Yaw of an upright torso, rad.
fn heading_of(qpos: &[f64]) -> f64 {
    2.0 * qpos[TORSO + 6].atan2(qpos[TORSO + 3])
}

fn lay_ball(qpos: &mut [f64], offset: [f64; 2], radius: f64) {
    for (i, offset) in offset.into_iter().enumerate() {
        qpos[i] = qpos[TORSO + i] + offset;
    }
    qpos[2] = radius;
}
