//! Self-localization: an extended information filter over position and direction of the head (as in
//! Thrun, Burgard and Fox, Probabilistic Robotics, 2005, sections 3.5 and 7.4), whose measurements
//! are distances and directions of landmarks and the direction of a line.

use super::OwnMemory;
use super::knowledge::{DEGREE, Knowledge, Sighted};
use super::nearest::USED;
use super::own::on_the_field;
use super::view::{Landmarks, View};
use crate::disc::Vec2;
use crate::disc::angle::normalize;
use crate::disc::senses::{LANDMARKS, SeenLine};
use arrayvec::ArrayVec;
use std::f64::consts::{FRAC_PI_2, PI};

/// Variance of the head's direction above which the direction is determined anew, rad^2.
const UNSURE: f64 = 4e-4;
/// If measured landmarks are off by more than this, the player is elsewhere: m, in addition to what
/// their distance explains.
const LOST: f64 = 1.5;

impl OwnMemory {
    /// Corrects the estimate by what is seen. Returns the direction of the head after that, a
    /// vector of length 1.
    pub(super) fn locate(&mut self, view: &mut impl View) -> Vec2 {
        let (landmarks, line) = (view.landmarks(), view.line());
        let mut ahead = Vec2::polar(1.0, self.heading());
        if landmarks.is_empty() {
            return ahead;
        }
        let is_new = self.pos_count == super::NEVER || self.is_elsewhere(&landmarks, ahead);
        if is_new {
            let Some(pose) = guess(&landmarks, line, self.heading()) else { return ahead };
            self.begin(&pose);
            ahead = Vec2::polar(1.0, self.heading());
        }
        if self.spread[5] > UNSURE {
            self.face(&landmarks);
            ahead = Vec2::polar(1.0, self.heading());
        }
        // The velocity was felt relative to the head.
        let aside = self.velocity.turned_by(Vec2::new(ahead.x, -ahead.y));
        if is_new {
            let spread = self.spread;
            self.correct(&landmarks, line, ahead);
            self.spread = spread;
            ahead = Vec2::polar(1.0, self.heading());
        }
        self.correct(&landmarks, line, ahead);
        self.body = normalize(self.body);
        let ahead = Vec2::polar(1.0, self.heading());
        self.velocity = aside.turned_by(ahead);
        let there = on_the_field(self.position);
        // A player who seems to be far off the field is lost, and starts afresh when they see
        // again.
        let is_there = there.distance(self.position) < LOST;
        self.position = there;
        self.pos_count = if is_there { 0 } else { super::NEVER };
        ahead
    }

    /// Determines the direction of the head anew from the farthest landmark. After a turn it may be
    /// off by more than the filter can correct, because the filter is linear in the errors.
    fn face(&mut self, landmarks: &Landmarks) {
        let Some(seen) = landmarks.last().map(Sighted::of) else { return };
        let (gap, relative) = (seen.position() - self.position, seen.relative());
        let aside = self.velocity.rotated(-self.heading());
        let heading = gap.direction() - relative.direction();
        self.body = normalize(heading - self.neck);
        self.velocity = aside.rotated(heading);
        // Errors of the position across the line to the landmark cause errors of the direction.
        let [xx, xy, yy, ..] = self.spread;
        let far2 = gap.length2().max(1.0);
        let (a, b) = (-gap.y / far2, gap.x / far2);
        let (xh, yh) = (-(a * xx + b * xy), -(a * xy + b * yy));
        let around = a * a * xx + 2.0 * a * b * xy + b * b * yy;
        self.spread = [xx, xy, yy, xh, yh, around + DEGREE];
    }

    /// Starts afresh at a pose that is roughly right.
    fn begin(&mut self, pose: &Pose) {
        let aside = self.velocity.rotated(-self.heading());
        self.position = pose.position;
        self.body = normalize(pose.heading - self.neck);
        self.velocity = aside.rotated(pose.heading);
        // An error of the direction turns the position around the landmark.
        let (x, y, hh) = (pose.gap.y, -pose.gap.x, pose.spread);
        let around = 0.01 + 1e-4 * pose.gap.length2();
        self.spread = [around + x * x * hh, x * y * hh, around + y * y * hh, x * hh, y * hh, hh];
    }

    /// Whether most landmarks are far from where they should be.
    fn is_elsewhere(&self, landmarks: &Landmarks, ahead: Vec2) -> bool {
        let off = |seen: &Sighted| {
            let there = self.position + seen.relative().turned_by(ahead);
            let most = LOST + 0.08 * seen.1;
            (there - seen.position()).length2() > most * most
        };
        landmarks.iter().map(Sighted::of).filter(off).count() * 2 > landmarks.len()
    }

    /// The direction of the head according to a line: the likelier one of the two possible ones.
    fn facing(&self, line: SeenLine) -> Option<f64> {
        let off = |facing: &f64| normalize(facing - self.heading()).abs();
        let nearest =
            facings(line).into_iter().min_by(|one, other| off(one).total_cmp(&off(other)));
        // Along the line both are the same, but for the sign of the direction.
        nearest.filter(|facing| off(facing) < 0.5 && line.direction != 0)
    }

    /// One step of the filter with everything that is seen: finds the pose with the least sum of
    /// squared errors, each divided by its variance.
    fn correct(&mut self, landmarks: &Landmarks, line: Option<SeenLine>, ahead: Vec2) {
        let Some(mut known) = Knowledge::of(self.spread) else { return };
        if let Some(facing) = line.and_then(|line| self.facing(line)) {
            let off = normalize(facing - self.heading());
            known.add([0.0, 0.0, 1.0], off, 1.0 / DEGREE);
        }
        let seen: ArrayVec<_, USED> = landmarks.iter().map(Sighted::of).collect();
        known.add_landmarks(&seen, self.position, ahead);
        let Some((change, spread)) = known.solve() else { return };
        self.position += Vec2::new(change[0], change[1]);
        self.body += change[2];
        self.spread = spread;
    }
}

/// A pose that is roughly right.
#[derive(Clone, Copy)]
struct Pose {
    position: Vec2,
    heading: f64,
    /// Vector from the position to the landmark by which the pose was found.
    gap: Vec2,
    /// Variance of the heading.
    spread: f64,
}

/// Finds a pose from nothing but what is seen: two landmarks, or a landmark and a line. Of several
/// possible poses, returns the one that fits all landmarks best, is on the field, and is nearest to
/// `heading`.
fn guess(landmarks: &Landmarks, line: Option<SeenLine>, heading: f64) -> Option<Pose> {
    let pair = |seen: &(usize, f64, i32)| {
        let seen = Sighted::of(seen);
        (seen.position(), seen.relative())
    };
    let first = landmarks.first().map(pair)?;
    let far = |seen: &&(usize, f64, i32)| LANDMARKS[seen.0].position.distance(first.0);
    let second = landmarks.iter().max_by(|one, other| far(one).total_cmp(&far(other)));
    let second = second.map(pair)?;
    let apart = second.0.distance(first.0);
    let mut headings = ArrayVec::<(f64, f64), 3>::new();
    if apart > 1.0 {
        let reported = first.1.length2() + second.1.length2();
        let spread = (DEGREE + 1e-5) * (reported + 1.0) / (apart * apart);
        let heading = (second.0 - first.0).direction() - (second.1 - first.1).direction();
        headings.push((normalize(heading), spread));
    }
    let facings = line.map(facings).into_iter().flatten();
    headings.extend(facings.map(|facing| (normalize(facing), DEGREE)));
    let pose = |(heading, spread): (f64, f64)| {
        let gap = first.1.rotated(heading);
        Pose { position: first.0 - gap, heading, gap, spread }
    };
    let misfit = |pose: &Pose| {
        let off = |seen: &(usize, f64, i32)| {
            let (spot, relative) = pair(seen);
            let there = pose.position + relative.rotated(pose.heading);
            there.distance(spot) / (1.0 + 0.02 * relative.length())
        };
        let outside = on_the_field(pose.position).distance(pose.position);
        let turned = normalize(pose.heading - heading).abs();
        landmarks.iter().map(off).sum::<f64>() + outside + 1e-3 * turned + pose.spread
    };
    let poses = headings.into_iter().map(pose);
    poses.min_by(|one, other| misfit(one).total_cmp(&misfit(other)))
}

/// The two directions of the head in which a line is seen like this, one from either side of it.
fn facings(line: SeenLine) -> [f64; 2] {
    let seen = f64::from(line.direction).to_radians();
    let normal = [PI, 0.0, -FRAC_PI_2, FRAC_PI_2][line.line];
    // The line's direction is that of its normal relative to the head, minus or plus a right angle.
    let angle = if seen < 0.0 { seen + FRAC_PI_2 } else { seen - FRAC_PI_2 };
    [normal - angle, normal + PI - angle]
}
