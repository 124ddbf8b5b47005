//! HFO's high-level features: places, open angles, distances to opponents. Units: m, rad.

use super::arguments::Arguments;
use super::half_field::{FARTHEST, KICKABLE, POST, STAMINA, by_distance, goal, in_vain, point};
use super::program::{Base, Builder, Observation};
use super::registry::{Entry, Make};
use super::view::{Dims, FELLOW, Quantity};
use crate::disc::Vec2;
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH};
use crate::error::Result;
use arrayvec::ArrayVec;
use std::f64::consts::{FRAC_PI_4, PI};

/// What stands for a feature that there is not.
const NONE: f64 = -2.0;
/// Places are shares of the half with so much around it.
const MARGIN: f64 = 0.1;
/// Half as wide as an opponent is taken to cover: of the default reach, m.
const COVER: f64 = 0.5 * 1.085;
/// Features beside those of others.
const FEATURES: usize = 12;
const MATE: usize = 6;
const OPPONENT: usize = 3;
/// Most others of a game.
const OTHERS: usize = 21;

/// The terms of this family.
pub const TERMS: &[Entry] = &[Entry {
    name: "half_field_high",
    formula: "HFO's high-level features of T team mates and O opponents: own place and direction, \
              ball and whether it is in reach, distance, direction and open angle of the goal, \
              nearest opponent; of each team mate, by distance: open angle of the goal, nearest \
              opponent, open angle of a pass, place and number; places and numbers of opponents; \
              whether the last command was of use, stamina; needs the process `half_field`",
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

/// A number from `least` to `most` as one from -1 to 1.
fn share(number: f64, least: f64, most: f64) -> f64 {
    2.0 * (number.clamp(least, most) - least) / (most - least) - 1.0
}

impl High {
    /// A place on the half that is attacked and around it.
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

/// The largest part of the goal, as an angle, that no opponent covers.
fn goal_angle(from: Vec2, opponents: &[Vec2]) -> f64 {
    let post = |y: f64| (Vec2::new(HALF_LENGTH, y) - from).direction();
    share(open_angle(from, [post(-POST), post(POST)], f64::INFINITY, opponents), 0.0, PI)
}

/// The largest open part of a window of angles, in which opponents nearer than `far` stand.
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

/// Keeps a part that is not empty: an opponent splits one at most, so that there is room.
fn keep(parts: &mut ArrayVec<[f64; 2], { OTHERS + 1 }>, part: [f64; 2]) {
    if part[1] > part[0] && !parts.is_full() {
        parts.push(part);
    }
}
