//! Senses as messages report them, and what robots remember of what they have seen.

use super::arguments::parameter;
use super::program::{Episode, Observation, Process};
use super::registry::{Entry, Make};
use super::view::{HEARD, Quantity, SIGHT, View};

/// Numbers for each thing that can be seen.
const SIGHTING: usize = 5;
/// Numbers that are kept of each thing: distance, azimuth and inclination.
const KEPT: usize = 3;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "perception",
        formula: "makes senses show what messages report to agents: truncated, from the first \
                  sensor of each kind",
        shape: "0",
        unit: "",
        parameters: &[],
        make: Make::Process(|builder, _| {
            builder.perceives = true;
            Ok(Box::new(Perception))
        }),
    },
    Entry {
        name: "sighting_memory",
        formula: "keeps what the camera, which delivers every second step, has last seen of the \
                  ball, of the teammates and opponents by number, and of the posts of our goal and \
                  of theirs, in each goal the one with positive y first; needs the process \
                  `perception`",
        shape: "5 (2 N + 4)",
        unit: "m, deg, s",
        parameters: &[],
        make: Make::Process(|builder, arguments| {
            let things = builder.dims.sights();
            Ok(Box::new(SightingMemory {
                things,
                sights: builder.perceive(arguments, "sights", Quantity::Sights)?,
                time: builder.perceive(arguments, "told_time", Quantity::Time)?,
                last: builder.real(LAST, KEPT * things),
                seen_at: builder.real("seen_at", things),
            }))
        }),
    },
    Entry {
        name: "sightings",
        formula: "for each thing that `sighting_memory` keeps: distance / far, azimuth and \
                  inclination / wide, all from when it was last seen; 1 if it is seen now, else 0; \
                  time since it was seen / memory, at most 1",
        shape: "5 (2 N + 4)",
        unit: "10 m, 60 deg, 1, 5 s",
        parameters: &[
            parameter("far", 10.0, "m"),
            parameter("wide", 60.0, "deg"),
            parameter("memory", 5.0, "s"),
        ],
        make: Make::Observation(|builder, arguments| {
            let far = arguments.positive("far")?;
            let wide = arguments.positive("wide")?;
            let longest = arguments.positive("memory")?;
            let last = builder.kept(arguments, LAST, "sighting_memory")?;
            let seen_at = builder.kept(arguments, "seen_at", "sighting_memory")?;
            let sights = builder.kept(arguments, "sights", "sighting_memory")?;
            let time = builder.kept(arguments, "told_time", "sighting_memory")?;
            let things = builder.dims.sights();
            let term: Observation = Box::new(move |row, out| {
                for (thing, out) in out.chunks_exact_mut(SIGHTING).enumerate() {
                    let [distance, azimuth, inclination] =
                        [0, 1, 2].map(|i| row[last + KEPT * thing + i]);
                    let age = ((row[time] - row[seen_at + thing]) / longest).min(1.0);
                    let now = row[sights + SIGHT * thing + KEPT];
                    let shown = [distance / far, azimuth / wide, inclination / wide, now, age];
                    out.copy_from_slice(&shown);
                }
            });
            Ok((SIGHTING * things, term))
        }),
    },
    Entry {
        name: "heard",
        formula: "for each teammate and then each opponent, by number: 1 if it is heard now, else \
                  0; direction that it is heard from / 180 deg; the ten bytes of what it says / \
                  255; needs the process `perception`",
        shape: "12 (2 N - 1)",
        unit: "1, 180 deg, 255",
        parameters: &[],
        make: Make::Observation(|builder, arguments| {
            let at = builder.perceive(arguments, "heard", Quantity::Heard)?;
            let width = HEARD * builder.dims.others();
            let term: Observation = Box::new(move |row, out| {
                let reports = row[at..at + width].chunks_exact(HEARD);
                for (out, report) in out.chunks_exact_mut(HEARD).zip(reports) {
                    let [is_heard, azimuth, bytes @ ..] = report else { continue };
                    out[0] = *is_heard;
                    out[1] = azimuth / HALF_TURN;
                    out[2..].iter_mut().zip(bytes).for_each(|(out, byte)| *out = byte / BYTE);
                }
            });
            Ok((width, term))
        }),
    },
];

/// deg
const HALF_TURN: f64 = 180.0;
/// Largest number of a byte.
const BYTE: f64 = 255.0;

/// A channel that only the memory keeps.
const LAST: &str = "last_sights";

struct Perception;

impl Process for Perception {}

struct SightingMemory {
    things: usize,
    sights: usize,
    time: usize,
    last: usize,
    seen_at: usize,
}

impl Process for SightingMemory {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.last..][..KEPT * self.things].fill(0.0);
        episode.row[self.seen_at..][..self.things].fill(f64::NEG_INFINITY);
    }

    fn observe(&self, row: &mut [f64]) {
        for thing in 0..self.things {
            let sight = self.sights + SIGHT * thing;
            if row[sight + KEPT] != 0.0 {
                row.copy_within(sight..sight + KEPT, self.last + KEPT * thing);
                row[self.seen_at + thing] = row[self.time];
            }
        }
    }
}
