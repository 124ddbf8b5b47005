//! Keepaway (Stone, Sutton and Kuhlmann, 2005): keepers, the left team, keep the ball from takers
//! in a small field about the centre of the 2D pitch. Units: m, cycles.

use super::arguments::{REQUIRED, parameter};
use super::half_field::{by_distance, point};
use super::program::{Base, Builder, Episode, Observation, Process, Start};
use super::reach_ball::{BALL, PLAYER};
use super::registry::{Entry, Make};
use super::row::{integer, of_integer};
use super::stream::Stream;
use super::view::{FELLOW, Quantity, View};
use crate::disc::referee::keepaway::{BALL_INSIDE, INSIDE, TURNOVER};
use crate::disc::{DEFAULT_REACH, Vec2};
use arrayvec::ArrayVec;
use std::f64::consts::PI;
use std::ops::Range;

/// The channel of the pass under way: 1 plus the index of the passer in the order of players, or 0
/// for no pass; then the index of the receiver.
pub const PASS: &str = "keepaway_pass";
/// The channel of the cycles since the last decision, that is, of this step.
pub const CYCLES: &str = "keepaway_cycles";
/// The channel of how the episode has ended: 0 if it has not.
const STATUS: &str = "keepaway_status";

/// How an episode ends: the ball is out.
const OUT: f64 = 1.0;
/// How an episode ends: takers have it.
const TAKEN: f64 = 2.0;
/// Corners of the field in which keepers begin; those of higher numbers begin in the centre.
const CORNERS: [[f64; 2]; 3] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]];
/// Largest number of players in a game.
const MOST: usize = 22;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "keepaway",
        formula: "keeps how the episode has ended: 0 not yet, 1 the ball is out of the field, 2 a \
                  taker could kick the ball in four cycles, with none between them in which only a \
                  keeper could; the pass under way; cycles since the last decision",
        shape: "1, 1, 2, 1",
        unit: "1, cycles",
        parameters: &[
            parameter("length", REQUIRED, "of the field, m"),
            parameter("width", REQUIRED, "of the field, m"),
            parameter("reach", DEFAULT_REACH, "distance within which a player can kick, m"),
        ],
        make: Make::Process(|builder, arguments| {
            Ok(Box::new(Keeping {
                scene: Scene::new(builder),
                status: builder.real(STATUS, 1),
                taken: builder.integer("keepaway_taken"),
                pass: builder.real(PASS, 2),
                cycles: builder.integer(CYCLES),
                half: [0.5 * arguments.positive("length")?, 0.5 * arguments.positive("width")?],
                reach: arguments.positive("reach")?,
            }))
        }),
    },
    Entry {
        name: "keepaway_features",
        formula: "for K keepers and T takers, with K1 the keeper with the ball (the one nearest to \
                  it or, with own = 1, the player themselves) and the others by distance from K1: \
                  distance of K1 from the centre, of the other keepers from K1, of the takers from \
                  K1, of the other keepers from the centre, of the takers from the centre, of each \
                  other keeper from its nearest taker, all / unit; for each other keeper, the \
                  smallest angle at K1 between it and a taker / pi",
        shape: "4 K + 2 T - 3",
        unit: "1",
        parameters: &[parameter("unit", 10.0, "m"), parameter("own", 0.0, "1 or 0")],
        make: Make::Observation(|builder, arguments| {
            let (scene, unit) = (Scene::new(builder), arguments.positive("unit")?);
            let own = arguments.switch("own")?;
            let (keepers, takers) = (scene.keepers().len(), scene.takers().len());
            if keepers == 0 {
                return Err(arguments.fail("needs a keeper in the left team"));
            }
            let term: Observation = Box::new(move |row, out| scene.features(row, own, unit, out));
            Ok((4 * keepers + 2 * takers - 3, term))
        }),
    },
    Entry {
        name: "keepaway_has_ball",
        formula: "1 if the player can kick the ball and, as a keeper, is the one nearest to it; \
                  else -1",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Observation(|builder, _| {
            let scene = Scene::new(builder);
            let term: Observation = Box::new(move |row, out| {
                let ball = point(row, scene.base.ball);
                let is_near = scene.place(row, 0).distance(ball) <= DEFAULT_REACH;
                let has_ball = is_near && (scene.is_taker || scene.nearest(row) == 0);
                out[0] = if has_ball { 1.0 } else { -1.0 };
            });
            Ok((1, term))
        }),
    },
    Entry {
        name: "keepaway_is",
        formula: "the episode has ended with `status`: 1 the ball is out, 2 takers have it; needs \
                  the process `keepaway`",
        shape: "1",
        unit: "bool",
        parameters: &[parameter("status", REQUIRED, "1 or 2")],
        make: Make::Condition(|builder, arguments| {
            let cell = builder.kept(arguments, STATUS, "keepaway")?;
            let status = arguments.number("status")?;
            if ![OUT, TAKEN].contains(&status) {
                return Err(arguments.fail(format!("status: {status} is none of 1, 2")));
            }
            Ok(Box::new(move |row| row[cell] == status))
        }),
    },
    Entry {
        name: "keepaway_cycles",
        formula: "cycles since the last decision; needs the process `keepaway`",
        shape: "1",
        unit: "cycles",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let cell = builder.kept(arguments, CYCLES, "keepaway")?;
            Ok(Box::new(move |row| integer(row[cell]) as f64))
        }),
    },
    Entry {
        name: "keepaway_age",
        formula: "cycles since the episode began",
        shape: "1",
        unit: "cycles",
        parameters: &[],
        make: Make::Value(|builder, _| {
            let age = builder.base.age;
            Ok(Box::new(move |row| integer(row[age]) as f64))
        }),
    },
    Entry {
        name: "keepaway_start",
        formula: "places keepers, starting with a random one, in the corners (-, -), (+, -), (+, \
                  +), up to 3 m inside, and further keepers within 1 m of the centre along either \
                  axis; takers in the corner (-, +); the ball 4 m inside of (-, -); all face \
                  random directions",
        shape: "4 + 3 (N + 1)",
        unit: "m, rad",
        parameters: &[
            parameter("length", REQUIRED, "of the field, m"),
            parameter("width", REQUIRED, "of the field, m"),
        ],
        make: Make::Start(|builder, arguments| {
            let half = [0.5 * arguments.positive("length")?, 0.5 * arguments.positive("width")?];
            let keepers = Scene::new(builder).keepers().len();
            let start: Start =
                Box::new(move |episode, state| begin(keepers, half, episode.stream, state));
            Ok(start)
        }),
    },
];

/// Where everybody is.
#[derive(Clone, Copy)]
struct Scene {
    base: Base,
    fellows: usize,
    /// Players of the own team.
    ours: usize,
    /// Players of both teams.
    all: usize,
    is_taker: bool,
}

impl Scene {
    fn new(builder: &mut Builder<'_>) -> Self {
        Self {
            base: builder.base,
            fellows: builder.sense("fellows", Quantity::Fellows),
            ours: builder.dims.mates + 1,
            all: builder.dims.others() + 1,
            is_taker: builder.body.is_right,
        }
    }

    fn keepers(&self) -> Range<usize> {
        if self.is_taker { self.ours..self.all } else { 0..self.ours }
    }

    fn takers(&self) -> Range<usize> {
        if self.is_taker { 0..self.ours } else { self.ours..self.all }
    }

    /// Position of oneself (index 0), of the others of the own team, then of the other team.
    fn place(&self, row: &[f64], index: usize) -> Vec2 {
        match index.checked_sub(1) {
            None => point(row, self.base.position),
            Some(other) => point(row, self.fellows + FELLOW * other),
        }
    }

    /// The keeper who is nearest to the ball.
    fn nearest(&self, row: &[f64]) -> usize {
        let ball = point(row, self.base.ball);
        let gap = |index: &usize| self.place(row, *index).distance(ball);
        self.keepers().min_by(|one, other| gap(one).total_cmp(&gap(other))).unwrap_or(0)
    }

    /// Whether any of these players could kick the ball.
    fn has_ball(&self, row: &[f64], mut who: Range<usize>, reach: f64) -> bool {
        let ball = point(row, self.base.ball);
        who.any(|index| (self.place(row, index) - ball).length2() < reach * reach)
    }

    fn features(&self, row: &[f64], own: bool, unit: f64, out: &mut [f64]) {
        let first = if own && !self.is_taker { 0 } else { self.nearest(row) };
        let here = self.place(row, first);
        let mut keepers = by_distance(self.keepers(), here, |index| self.place(row, index));
        keepers.retain(|index| *index != first);
        let takers = by_distance(self.takers(), here, |index| self.place(row, index));
        let places = |who: &[usize]| -> ArrayVec<Vec2, MOST> {
            who.iter().map(|&index| self.place(row, index)).collect()
        };
        let (keepers, takers) = (places(&keepers), places(&takers));
        let mut features = out.iter_mut();
        let mut add = |number: f64| {
            if let Some(feature) = features.next() {
                *feature = number;
            }
        };
        let least =
            |numbers: &mut dyn Iterator<Item = f64>, most: f64| numbers.fold(most, f64::min);
        add(here.length() / unit);
        keepers.iter().chain(&takers).for_each(|there| add(there.distance(here) / unit));
        keepers.iter().chain(&takers).for_each(|there| add(there.length() / unit));
        for there in &keepers {
            let mut gaps = takers.iter().map(|taker| taker.distance(*there) / unit);
            add(least(&mut gaps, f64::INFINITY));
        }
        for there in &keepers {
            let mut angles = takers.iter().map(|taker| angle(*there - here, *taker - here) / PI);
            add(least(&mut angles, f64::INFINITY));
        }
    }
}

/// The angle between two vectors, 0 to pi.
fn angle(one: Vec2, other: Vec2) -> f64 {
    (one.x * other.y - one.y * other.x).abs().atan2(one.x * other.x + one.y * other.y)
}

struct Keeping {
    scene: Scene,
    status: usize,
    taken: usize,
    pass: usize,
    cycles: usize,
    half: [f64; 2],
    reach: f64,
}

impl Process for Keeping {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        let row = &mut *episode.row;
        row[self.status] = 0.0;
        row[self.taken] = of_integer(0);
        row[self.cycles] = of_integer(0);
        row[self.pass..self.pass + 2].fill(0.0);
    }

    /// Judges as the referee of keepaway does.
    fn after(&self, episode: &mut Episode<'_>) {
        let row = &mut *episode.row;
        row[self.cycles] = of_integer(integer(row[self.cycles]) + 1);
        let ball = point(row, self.scene.base.ball);
        let taken = integer(row[self.taken]);
        if ball.x.abs() >= self.half[0] || ball.y.abs() >= self.half[1] {
            row[self.status] = OUT;
        } else if taken >= i64::from(TURNOVER) {
            row[self.status] = TAKEN;
        } else {
            row[self.status] = 0.0;
            if self.scene.has_ball(row, self.scene.takers(), self.reach) {
                row[self.taken] = of_integer(taken + 1);
            } else if self.scene.has_ball(row, self.scene.keepers(), self.reach) {
                row[self.taken] = of_integer(0);
            }
        }
    }
}

/// Puts all players where an episode begins.
fn begin(keepers: usize, half: [f64; 2], stream: &mut Stream, state: &mut [f64]) {
    state[..BALL].copy_from_slice(&[BALL_INSIDE - half[0], BALL_INSIDE - half[1], 0.0, 0.0]);
    let first = ((stream.unit() * keepers as f64) as usize).min(keepers - 1);
    for (index, own) in state[BALL..].chunks_exact_mut(PLAYER).enumerate() {
        let corner = match index < keepers {
            true => CORNERS.get((first + index) % keepers).copied(),
            false => Some([-1.0, 1.0]),
        };
        let [x, y] = [0, 1].map(|axis| match corner {
            Some(signs) => signs[axis] * (half[axis] - stream.uniform(0.0, INSIDE)),
            None => stream.uniform(-1.0, 1.0),
        });
        own.copy_from_slice(&[x, y, stream.uniform(-PI, PI)]);
    }
}
