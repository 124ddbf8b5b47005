//! The torso: how it leans, where it is, how it moves.

use super::arguments::{Parameter, REQUIRED, parameter};
use super::geometry::{along, gravity, heading, squared, sum_of};
use super::program::{Builder, Condition, Episode, Observation, Process};
use super::registry::{Entry, Make};
use super::row::{integer, of_integer};
use super::view::View;

const GYRO_UNIT: Parameter = parameter("unit", 50.0, "rad/s");
const LEAN: Parameter = parameter("lean", 1.0, "largest lean, rad");
const STANDING: &[Parameter] = &[
    parameter("lean", 0.3, "largest lean of who stands, rad"),
    parameter("height", 0.9, "least height of the torso, as a share of the robot's"),
];

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "gyro",
        formula: "angular velocity in the torso's frame / unit, as sensors show it",
        shape: "3",
        unit: "50 rad/s",
        parameters: &[GYRO_UNIT],
        make: Make::Observation(|builder, arguments| {
            let (gyro, unit) = (builder.base.seen_gyro, arguments.positive("unit")?);
            let term: Observation = Box::new(move |row, out| {
                for (out, rate) in out.iter_mut().zip(&row[gyro..]) {
                    *out = rate / unit;
                }
            });
            Ok((3, term))
        }),
    },
    Entry {
        name: "gravity",
        formula: "direction of gravity in the torso's frame, as sensors show its orientation",
        shape: "3",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.base.seen_quaternion;
            let term: Observation =
                Box::new(move |row, out| out.copy_from_slice(&gravity(&row[at..at + 4])));
            Ok((3, term))
        }),
    },
    Entry {
        name: "torso_velocity",
        formula: "v in the world",
        shape: "3",
        unit: "m/s",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.base.velocity;
            let term: Observation = Box::new(move |row, out| out.copy_from_slice(&row[at..at + 3]));
            Ok((3, term))
        }),
    },
    Entry {
        name: "heading_velocity",
        formula: "v along the torso's heading, to its left and upwards",
        shape: "3",
        unit: "m/s",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let (at, quaternion) = (builder.base.velocity, builder.base.seen_quaternion);
            let term: Observation = Box::new(move |row, out| {
                let ahead = heading(&row[quaternion..quaternion + 4]);
                let [x, y] = along(ahead, row[at], row[at + 1]);
                out.copy_from_slice(&[x, y, row[at + 2]]);
            });
            Ok((3, term))
        }),
    },
    Entry {
        name: "heading",
        formula: "cosine and sine of the direction in which the torso looks, as sensors show it",
        shape: "2",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.base.seen_quaternion;
            let term: Observation =
                Box::new(move |row, out| out.copy_from_slice(&heading(&row[at..at + 4])));
            Ok((2, term))
        }),
    },
    Entry {
        name: "torso_height",
        formula: "z",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let at = builder.base.position + 2;
            let term: Observation = Box::new(move |row, out| out[0] = row[at]);
            Ok((1, term))
        }),
    },
    Entry {
        name: "alive",
        formula: "1",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|_, _| Ok(Box::new(|_| 1.0))),
    },
    Entry {
        name: "lean",
        formula: "gx^2 + gy^2, g the direction of gravity in the torso's frame: the square of the \
                  sine of its lean",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let at = builder.base.quaternion;
            Ok(Box::new(move |row| squared(&gravity(&row[at..at + 4])[..2])))
        }),
    },
    Entry {
        name: "uprightness",
        formula: "(1 - gz) / 2: 1 upright, 0 upside down",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let at = builder.base.quaternion;
            Ok(Box::new(move |row| 0.5 * (1.0 - gravity(&row[at..at + 4])[2])))
        }),
    },
    Entry {
        name: "torso_motion",
        formula: "|v|^2 + |w|^2, w its angular velocity",
        shape: "1",
        unit: "(m/s)^2, (rad/s)^2",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let at = builder.base.velocity;
            Ok(Box::new(move |row| squared(&row[at..at + 6])))
        }),
    },
    Entry {
        name: "vertical_velocity",
        formula: "vz^2",
        shape: "1",
        unit: "(m/s)^2",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let at = builder.base.velocity + 2;
            Ok(Box::new(move |row| row[at] * row[at]))
        }),
    },
    Entry {
        name: "forward_speed",
        formula: "vx in the world",
        shape: "1",
        unit: "m/s",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let at = builder.base.velocity;
            Ok(Box::new(move |row| row[at]))
        }),
    },
    Entry {
        name: "roll_pitch",
        formula: "wx^2 + wy^2 of the gyro",
        shape: "1",
        unit: "(rad/s)^2",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let at = builder.base.gyro;
            Ok(Box::new(move |row| squared(&row[at..at + 2])))
        }),
    },
    Entry {
        name: "height_error",
        formula: "(z - target)^2",
        shape: "1",
        unit: "m^2",
        parameters: &[parameter("target", REQUIRED, "height of the torso, m")],
        make: Make::Value(|builder, arguments| {
            let (at, target) = (builder.base.position + 2, arguments.number("target")?);
            Ok(Box::new(move |row| (row[at] - target) * (row[at] - target)))
        }),
    },
    Entry {
        name: "height_share",
        formula: "z / height of the robot, from 0 to 1",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let (at, height) = (builder.base.position + 2, builder.body.height);
            Ok(Box::new(move |row| (row[at] / height).clamp(0.0, 1.0)))
        }),
    },
    Entry {
        name: "torso_x",
        formula: "x in the world",
        shape: "1",
        unit: "m",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let at = builder.base.position;
            Ok(Box::new(move |row| row[at]))
        }),
    },
    Entry {
        name: "standing_pose",
        formula: "exp(-sum (q - nominal)^2) of who stands, else 0",
        shape: "1",
        unit: "1",
        parameters: STANDING,
        make: Make::Value(|builder, arguments| {
            let (lean, height) = (arguments.number("lean")?, arguments.number("height")?);
            let stands = stands(builder, lean, height);
            let (angles, nominal) = (builder.base.angles, builder.body.nominal.clone());
            Ok(Box::new(move |row| {
                if !stands(row) {
                    return 0.0;
                }
                let angles = &row[angles..][..nominal.len()];
                let bends = sum_of(&nominal, |joint, nominal| {
                    (angles[joint] - nominal) * (angles[joint] - nominal)
                });
                (-bends).exp()
            }))
        }),
    },
    Entry {
        name: "stands",
        formula: "z > height of the robot * height, and leans by at most lean",
        shape: "1",
        unit: "bool",
        parameters: STANDING,
        make: Make::Condition(|builder, arguments| {
            Ok(stands(builder, arguments.number("lean")?, arguments.number("height")?))
        }),
    },
    Entry {
        name: "stood",
        formula: "has stood for the last `steady` steps; needs the process `standing`",
        shape: "1",
        unit: "bool",
        parameters: &[parameter("steady", 25.0, "steps")],
        make: Make::Condition(|builder, arguments| {
            let steady = arguments.steps("steady")?;
            let at = builder.kept(arguments, "standing", "standing")?;
            Ok(Box::new(move |row| integer(row[at]) >= steady))
        }),
    },
    Entry {
        name: "fallen",
        formula: "z < lowest of the robot, or leans by more than lean",
        shape: "1",
        unit: "bool",
        parameters: &[LEAN],
        make: Make::Condition(|builder, arguments| Ok(fallen(builder, arguments.number("lean")?))),
    },
    Entry {
        name: "standing",
        formula: "counts for how many steps the robot has stood",
        shape: "1",
        unit: "steps",
        parameters: STANDING,
        make: Make::Process(|builder, arguments| {
            let (lean, height) = (arguments.number("lean")?, arguments.number("height")?);
            let stands = stands(builder, lean, height);
            Ok(Box::new(Standing { count: builder.integer("standing"), stands }))
        }),
    },
];

/// Is the torso too low, or does it lean too much?
pub fn fallen(builder: &Builder<'_>, lean: f64) -> Condition {
    let (base, lowest, cosine) = (builder.base, builder.body.lowest, lean.cos());
    Box::new(move |row| {
        let down = gravity(&row[base.quaternion..][..4])[2];
        row[base.position + 2] < lowest || -down < cosine
    })
}

fn stands(builder: &Builder<'_>, lean: f64, share: f64) -> Condition {
    let (base, height, cosine) = (builder.base, share * builder.body.height, lean.cos());
    Box::new(move |row| {
        let down = gravity(&row[base.quaternion..][..4])[2];
        row[base.position + 2] > height && -down >= cosine
    })
}

struct Standing {
    count: usize,
    stands: Condition,
}

impl Process for Standing {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.count] = of_integer(0);
    }

    fn after(&self, episode: &mut Episode<'_>) {
        let steps =
            if (self.stands)(episode.row) { integer(episode.row[self.count]) + 1 } else { 0 };
        episode.row[self.count] = of_integer(steps);
    }
}
