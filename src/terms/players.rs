//! What a robot in a game knows of itself, the ball, the other robots and the goals.

use super::arguments::{Parameter, REQUIRED, parameter};
use super::geometry::{along, gravity, heading};
use super::program::{Base, Builder, Observation};
use super::registry::{Entry, Make};
use super::view::{OTHER, Quantity};

/// Numbers for each other player.
const PLAYER: usize = 9;
const LENGTH: Parameter = parameter("unit", 10.0, "m, or m/s for velocities");

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "accelerometer",
        formula: "acceleration in the torso's frame (gravity included) / unit, as sensors show it",
        shape: "3",
        unit: "50 m/s^2",
        parameters: &[parameter("unit", 50.0, "m/s^2")],
        make: Make::Observation(|builder, arguments| {
            let unit = arguments.positive("unit")?;
            let at = builder.see("acceleration", "seen_acceleration", Quantity::Acceleration);
            Ok((3, scaled(at, 3, unit)))
        }),
    },
    Entry {
        name: "own_position",
        formula: "position of the torso / unit, as sensors show it, on a pitch on which we play \
                  towards positive x",
        shape: "3",
        unit: "10 m",
        parameters: &[LENGTH],
        make: Make::Observation(|builder, arguments| {
            let unit = arguments.positive("unit")?;
            let at = builder.see("position", "seen_position", Quantity::Position);
            Ok((3, scaled(at, 3, unit)))
        }),
    },
    Entry {
        name: "own_velocity",
        formula: "velocity of the torso / unit: along its heading, to its left, and upwards",
        shape: "3",
        unit: "10 m/s",
        parameters: &[LENGTH],
        make: Make::Observation(|builder, arguments| {
            let (base, unit) = (builder.base, arguments.positive("unit")?);
            let term: Observation = Box::new(move |row, out| {
                write(out, own_heading(&base, row), point(row, base.velocity), unit);
            });
            Ok((3, term))
        }),
    },
    Entry {
        name: "ball_offset",
        formula: "vector from torso to ball / unit: along the torso's heading, to its left, and \
                  upwards",
        shape: "3",
        unit: "10 m",
        parameters: &[LENGTH],
        make: Make::Observation(|builder, arguments| {
            let (base, unit) = (builder.base, arguments.positive("unit")?);
            let term: Observation = Box::new(move |row, out| {
                let offset = minus(point(row, base.ball), point(row, base.position));
                write(out, own_heading(&base, row), offset, unit);
            });
            Ok((3, term))
        }),
    },
    Entry {
        name: "ball_motion",
        formula: "velocity of the ball / unit: along the torso's heading, to its left, and upwards",
        shape: "3",
        unit: "10 m/s",
        parameters: &[LENGTH],
        make: Make::Observation(|builder, arguments| {
            let (base, unit) = (builder.base, arguments.positive("unit")?);
            let term: Observation = Box::new(move |row, out| {
                write(out, own_heading(&base, row), point(row, base.ball_velocity), unit);
            });
            Ok((3, term))
        }),
    },
    Entry {
        name: "players",
        formula: "for each teammate and then each opponent, by number or, with sorted = 1, the \
                  nearest first: vector from our torso to its torso / unit, its velocity / unit (3 \
                  each), cosine and sine of its heading relative to ours (2), upward component of \
                  its torso's axis (1)",
        shape: "9 (2 N - 1)",
        unit: "10 m, 10 m/s, 1",
        parameters: &[LENGTH, parameter("sorted", 0.0, "1 or 0")],
        make: Make::Observation(|builder, arguments| {
            let (unit, is_sorted) = (arguments.positive("unit")?, arguments.switch("sorted")?);
            Ok(players(builder, unit, is_sorted))
        }),
    },
    Entry {
        name: "goal_offsets",
        formula: "vectors from torso to the middle of our goal and of theirs / unit: along the \
                  torso's heading, and to its left",
        shape: "2, 2",
        unit: "10 m",
        parameters: &[parameter("length", REQUIRED, "of the pitch, m"), LENGTH],
        make: Make::Observation(|builder, arguments| {
            let (base, unit) = (builder.base, arguments.positive("unit")?);
            let goal = 0.5 * arguments.positive("length")?;
            let term: Observation = Box::new(move |row, out| {
                let (ahead, [x, y, _]) = (own_heading(&base, row), point(row, base.position));
                for (out, goal) in out.chunks_exact_mut(2).zip([-goal, goal]) {
                    out.copy_from_slice(&along(ahead, goal - x, -y).map(|part| part / unit));
                }
            });
            Ok((4, term))
        }),
    },
];

fn players(builder: &mut Builder<'_>, unit: f64, is_sorted: bool) -> (usize, Observation) {
    let (base, dims) = (builder.base, builder.dims);
    let at = builder.sense("others", Quantity::Others);
    let term: Observation = Box::new(move |row, out| {
        let (ahead, own) = (own_heading(&base, row), point(row, base.position));
        let others = &row[at..][..OTHER * dims.others()];
        for (other, out) in others.chunks_exact(OTHER).zip(out.chunks_exact_mut(PLAYER)) {
            let quaternion = &other[6..10];
            write(&mut out[..3], ahead, minus(point(other, 0), own), unit);
            write(&mut out[3..6], ahead, point(other, 3), unit);
            let [x, y] = heading(quaternion);
            out[6..8].copy_from_slice(&along(ahead, x, y));
            out[8] = -gravity(quaternion)[2];
        }
        if is_sorted {
            let (mates, opponents) = out.split_at_mut(PLAYER * dims.mates);
            sort(mates);
            sort(opponents);
        }
    });
    (PLAYER * dims.others(), term)
}

/// Sorts players by distance, the nearest first; players that are equally near keep their order.
fn sort(players: &mut [f64]) {
    let (players, _) = players.as_chunks_mut::<PLAYER>();
    let squared = |[x, y, ..]: &[f64; PLAYER]| x * x + y * y;
    players.sort_by(|a, b| squared(a).total_cmp(&squared(b)));
}

fn scaled(at: usize, width: usize, unit: f64) -> Observation {
    Box::new(move |row, out| {
        out.iter_mut().zip(&row[at..at + width]).for_each(|(out, number)| *out = number / unit);
    })
}

/// Writes a vector, turned so that x is along a direction of the plane, and divided by `unit`.
fn write(out: &mut [f64], ahead: [f64; 2], [x, y, z]: [f64; 3], unit: f64) {
    let [x, y] = along(ahead, x, y);
    out.copy_from_slice(&[x / unit, y / unit, z / unit]);
}

fn own_heading(base: &Base, row: &[f64]) -> [f64; 2] {
    heading(&row[base.seen_quaternion..][..4])
}

fn point(row: &[f64], at: usize) -> [f64; 3] {
    [row[at], row[at + 1], row[at + 2]]
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
