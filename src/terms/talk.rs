//! What players and robots have last heard from each of their teammates, in units of the say codec.

use super::arguments::{Arguments, REQUIRED, parameter};
use super::program::{Episode, Observation, Process};
use super::registry::{Entry, Make};
use super::view::{MATE_WORDS, MOST_UNITS, Quantity, View, WORD};
use crate::error::Result;

/// Numbers of an observation for each unit: one for each kind, then player, x, y, cycles.
const UNIT: usize = KINDS + 4;
/// Number of kinds.
const KINDS: usize = 10;
/// Divisor for player numbers.
const PLAYERS: f64 = 11.0;
/// Divisor for cycles.
const CYCLES: f64 = 72.0;
/// Length of a cycle of the 2D game, s.
const CYCLE: f64 = 0.1;
/// deg
const HALF_TURN: f64 = 180.0;
/// The channel of what was heard last.
const KEPT: &str = "heard_last";
/// The channel of how long ago that was.
const AGES: &str = "heard_ages";

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "talk_memory",
        formula: "keeps what has last been heard from each teammate, and the time since then",
        shape: "23 (N - 1)",
        unit: "s",
        parameters: &[],
        make: Make::Process(|builder, _| {
            let mates = builder.dims.mates;
            let (words, now) = if builder.body.is_disc {
                (builder.sense("words", Quantity::Words), None)
            } else {
                let width = Quantity::Words.width(builder.dims);
                let words = builder.real("words", width);
                builder.words = Some(words);
                (words, Some(builder.sense("time", Quantity::Time)))
            };
            let kept = builder.real(KEPT, MATE_WORDS * mates);
            let ages = builder.real(AGES, mates);
            let heard_at = builder.real("heard_at", if now.is_some() { mates } else { 0 });
            let cells = Cells { mates, words, kept, ages };
            Ok(match now {
                None => Box::new(OfPlayer(cells)),
                Some(now) => Box::new(OfRobot { cells, now, heard_at }),
            })
        }),
    },
    Entry {
        name: "heard_units",
        formula: "for each teammate, by number, what was last heard from them: time since then / \
                  oldest, at most 1; direction it came from / 180 deg; for each unit, 1 for its \
                  kind and 0 for all others, player / 11, x and y as shares of the largest that \
                  can be said, cycles / 72; if nothing has been heard, 1 and then zeros; needs the \
                  process `talk_memory`",
        shape: "(2 + 14 units) (N - 1)",
        unit: "1",
        parameters: &[
            parameter("units", REQUIRED, "of a message, 1 to 4"),
            parameter("oldest", 3.0, "time that counts as an age of 1, s"),
        ],
        make: Make::Observation(|builder, arguments| {
            let units = units(arguments)?;
            let oldest = arguments.positive("oldest")?;
            let kept = builder.kept(arguments, KEPT, "talk_memory")?;
            let ages = builder.kept(arguments, AGES, "talk_memory")?;
            let (mates, width) = (builder.dims.mates, 2 + UNIT * units);
            let term: Observation = Box::new(move |row, out| {
                let heard = row[kept..].chunks_exact(MATE_WORDS).zip(&row[ages..]);
                for ((words, age), out) in heard.zip(out.chunks_exact_mut(width)) {
                    let [_, direction, words @ ..] = words else { continue };
                    out[0] = (age / oldest).min(1.0);
                    out[1] = direction / HALF_TURN;
                    let units = words.chunks_exact(WORD).zip(out[2..].chunks_exact_mut(UNIT));
                    units.for_each(|(word, out)| write_word(word, out));
                }
            });
            Ok((width * mates, term))
        }),
    },
];

fn units(arguments: &Arguments<'_>) -> Result<usize> {
    let units = arguments.number("units")?;
    if units.fract() == 0.0 && (1.0..=MOST_UNITS as f64).contains(&units) {
        return Ok(units as usize);
    }
    Err(arguments.fail(format!("units: {units} is not from 1 to {MOST_UNITS}")))
}

fn write_word(word: &[f64], out: &mut [f64]) {
    out.fill(0.0);
    let &[kind, player, x, y, cycles] = word else { return };
    if let Some(own) = (kind as usize).checked_sub(1).and_then(|kind| out[..KINDS].get_mut(kind)) {
        *own = 1.0;
        out[KINDS..].copy_from_slice(&[player / PLAYERS, x, y, cycles / CYCLES]);
    }
}

/// The channels for what is heard now, what was heard last, and how long ago that was, s.
#[derive(Clone, Copy)]
struct Cells {
    mates: usize,
    words: usize,
    kept: usize,
    ages: usize,
}

impl Cells {
    fn forget(&self, row: &mut [f64]) {
        row[self.words..][..MATE_WORDS * self.mates].fill(0.0);
        row[self.kept..][..MATE_WORDS * self.mates].fill(0.0);
        row[self.ages..][..self.mates].fill(f64::INFINITY);
    }

    /// Stores what is heard from a teammate now, and returns whether anything is.
    fn take(&self, row: &mut [f64], mate: usize) -> bool {
        let from = self.words + MATE_WORDS * mate;
        let is_heard = row[from] != 0.0;
        if is_heard {
            row.copy_within(from..from + MATE_WORDS, self.kept + MATE_WORDS * mate);
        }
        is_heard
    }
}

/// The memory of a player of the 2D game, who hears once a cycle.
struct OfPlayer(Cells);

impl Process for OfPlayer {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        self.0.forget(episode.row);
    }

    fn after(&self, episode: &mut Episode<'_>) {
        for mate in 0..self.0.mates {
            let is_heard = self.0.take(episode.row, mate);
            let age = &mut episode.row[self.0.ages + mate];
            *age = if is_heard { 0.0 } else { *age + CYCLE };
        }
    }
}

/// The memory of a robot, whose senses are read when it observes, perhaps several times at the same
/// moment.
struct OfRobot {
    cells: Cells,
    now: usize,
    heard_at: usize,
}

impl Process for OfRobot {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        self.cells.forget(episode.row);
        episode.row[self.heard_at..][..self.cells.mates].fill(f64::NEG_INFINITY);
    }

    fn observe(&self, row: &mut [f64]) {
        for mate in 0..self.cells.mates {
            if self.cells.take(row, mate) {
                row[self.heard_at + mate] = row[self.now];
            }
            row[self.cells.ages + mate] = row[self.now] - row[self.heard_at + mate];
        }
    }
}
