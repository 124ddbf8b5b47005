//! HFO's high-level features: places, open angles, distances to opponents. Units: m, rad.

use super::arguments::Arguments;
use super::half_field::{FARTHEST, KICKABLE, STAMINA, by_distance, goal, in_vain, point};
use super::program::{Base, Builder, Observation};
use super::registry::{Entry, Make};
use super::view::{Dims, FELLOW, Quantity};
use crate::disc::pitch::{GOAL_HALF_WIDTH, HALF_LENGTH, HALF_WIDTH};
use crate::disc::{DEFAULT_REACH, Vec2};
use crate::error::Result;
use arrayvec::ArrayVec;
use std::f64::consts::{FRAC_PI_4, PI};

/// Value of a feature that does not exist.
const NONE: f64 = -2.0;
/// Places are scaled to the attacked half and a margin around it: this share of half the pitch's
/// length and width.
const MARGIN: f64 = 0.1;
/// Half the width that an opponent is taken to cover: half of the default reach, m.
const COVER: f64 = 0.5 * DEFAULT_REACH;
/// Number of features besides those of other players.
const FEATURES: usize = 12;
/// Number of features of each mate.
const MATE: usize = 6;
/// Number of features of each opponent.
const OPPONENT: usize = 3;
/// Largest number of other players in a game.
const OTHERS: usize = 21;

/// The terms of this family.
pub const TERMS: &[Entry] = &[Entry {
    name: "half_field_high",
    formula: "HFO's high-level features with T teammates and O opponents: own position and \
              direction; position of the ball, and whether it is in reach; distance, direction and \
              open angle of the goal; distance of the nearest opponent; for each teammate, by \
              distance: open angle of the goal, distance of the nearest opponent, open angle of a \
              pass, position and number; positions and numbers of opponents; whether the last \
              command was of use; stamina; needs the process `half_field`",
    shape: "12 + 6 T + 3 O",
    unit: "1",
    parameters: &[],
    make: Make::Observation(make),
}];

fn make(builder: &mut Builder<'_>, arguments: &Arguments<'_>) -> Result<(usize, Observation)> {
    let feelings = builder.kept(arguments, "feelings", "half_field")?;
    let high = High {
        base: builder.base,
        heading: builder.sense("heading", Quantity::Heading),
        fellows: builder.sense("fellows", Quantity::Fellows),
        feelings,
        dims: builder.dims,
        defends: builder.body.is_right,
    };
    let Dims { mates, opponents, .. } = builder.dims;
    let width = FEATURES + MATE * mates + OPPONENT * opponents;
    Ok((width, Box::new(move |row, out| high.write(row, out))))
}

struct High {
    base: Base,
    heading: usize,
    fellows: usize,
    feelings: usize,
    dims: Dims,
    defends: bool,
}

/// Maps a number from the range `least` to `most` to the range -1 to 1.
fn share(number: f64, least: f64, most: f64) -> f64 {
    2.0 * (number.clamp(least, most) - least) / (most - least) - 1.0
}

impl High {
    /// Scales a place to the attacked half and the margin around it.
    fn shares(&self, place: Vec2) -> [f64; 2] {
        let (least, most) = (-MARGIN * HALF_LENGTH, (1.0 + MARGIN) * HALF_LENGTH);
        let [least, most] = if self.defends { [-most, -least] } else { [least, most] };
        let y = HALF_WIDTH * (1.0 + MARGIN);
        [share(place.x, least, most), share(place.y, -y, y)]
    }

    fn write(&self, row: &[f64], out: &mut [f64]) {
        let mut features = out.iter_mut();
        let mut add = |number: f64| {
            if let Some(feature) = features.next() {
                *feature = number;
            }
        };
        let (at, others) = (point(row, self.base.position), self.dims.others());
        let place = |index: usize| point(row, self.fellows + FELLOW * index);
        let number = |index: usize| row[self.fellows + FELLOW * index + 5];
        let mates = by_distance(0..self.dims.mates, at, place);
        let rivals = by_distance(self.dims.mates..others, at, place);
        let opponents: ArrayVec<Vec2, OTHERS> = rivals.iter().map(|&index| place(index)).collect();
        let nearest = |from: Vec2| {
            let gaps = opponents.iter().map(|there| there.distance(from));
            gaps.reduce(f64::min).map_or(NONE, |gap| share(gap, 0.0, FARTHEST))
        };
        let goal = goal(self.defends) - at;
        self.shares(at).into_iter().for_each(&mut add);
        add(share(row[self.heading], -PI, PI));
        self.shares(point(row, self.base.ball)).into_iter().for_each(&mut add);
        add(2.0 * row[self.feelings + KICKABLE] - 1.0);
        add(share(goal.length(), 0.0, FARTHEST));
        add(share(goal.direction(), -PI, PI));
        add(goal_angle(at, &opponents));
        add(nearest(at));
        mates.iter().for_each(|&mate| add(goal_angle(place(mate), &opponents)));
        mates.iter().for_each(|&mate| add(nearest(place(mate))));
        for &mate in &mates {
            let gap = place(mate) - at;
            let way = gap.direction();
            let window = [way - FRAC_PI_4, way + FRAC_PI_4];
            add(share(open_angle(at, window, gap.length(), &opponents), 0.0, PI));
        }
        for &other in mates.iter().chain(&rivals) {
            self.shares(place(other)).into_iter().for_each(&mut add);
            add(number(other));
        }
        add(if in_vain(row, self.base, self.feelings) { -1.0 } else { 1.0 });
        add(share(row[self.feelings], 0.0, STAMINA));
    }
}

/// Returns the largest angle of the goal that no opponent covers, scaled to -1 to 1.
fn goal_angle(from: Vec2, opponents: &[Vec2]) -> f64 {
    let post = |y: f64| (Vec2::new(HALF_LENGTH, y) - from).direction();
    share(
        open_angle(from, [post(-GOAL_HALF_WIDTH), post(GOAL_HALF_WIDTH)], f64::INFINITY, opponents),
        0.0,
        PI,
    )
}

/// Returns the largest part of a window of angles that opponents nearer than `far` leave open, rad.
fn open_angle(from: Vec2, window: [f64; 2], far: f64, opponents: &[Vec2]) -> f64 {
    let mut open: ArrayVec<[f64; 2], { OTHERS + 1 }> = ArrayVec::new();
    open.push(window);
    for gap in opponents.iter().map(|&there| there - from) {
        let (distance, way) = (gap.length(), gap.direction());
        if distance >= far {
            continue;
        }
        let half = COVER.atan2(distance);
        let mut rest: ArrayVec<[f64; 2], { OTHERS + 1 }> = ArrayVec::new();
        for [low, high] in open {
            if way + half < low || way - half > high {
                keep(&mut rest, [low, high]);
            } else {
                keep(&mut rest, [low, way - half]);
                keep(&mut rest, [way + half, high]);
            }
        }
        open = rest;
    }
    open.into_iter().map(|[low, high]| high - low).fold(0.0, f64::max)
}

/// Keeps a part that is not empty. There is room, as an opponent splits at most one part.
fn keep(parts: &mut ArrayVec<[f64; 2], { OTHERS + 1 }>, part: [f64; 2]) {
    if part[1] > part[0] && !parts.is_full() {
        parts.push(part);
    }
}
