//! Self-localization: an extended Kalman filter over position and direction of the head (as in
//! Thrun, Burgard and Fox, Probabilistic Robotics, 2005, section 7.4), whose measurements are
//! distances and directions of landmarks and the direction of a line.

use super::OwnMemory;
use super::own::on_the_field;
use super::view::{Landmarks, View};
use crate::disc::Vec2;
use crate::disc::angle::normalize;
use crate::disc::senses::{LANDMARKS, Seen, SeenLine};
use arrayvec::ArrayVec;
use std::f64::consts::{FRAC_PI_2, PI};

/// Variance of an angle that is told in whole degrees, rad^2.
const DEGREE: f64 = 2.54e-5;
/// Variance of the head's direction from which on it is taken anew, rad^2.
const UNSURE: f64 = 4e-4;
/// Nearer than this a landmark's direction says little of where one is, m.
const NEAR: f64 = 1.0;
/// Measured landmarks off by more than this show that the player is elsewhere: m beyond what is
/// explained by their distance.
const LOST: f64 = 1.5;

impl OwnMemory {
    /// Corrects the estimate by what is seen.
    pub(super) fn locate(&mut self, view: &mut impl View) {
        let (landmarks, line) = (view.landmarks(), view.line());
        if landmarks.is_empty() {
            return;
        }
        if self.pos_count == super::NEVER || self.is_elsewhere(&landmarks) {
            let Some(pose) = guess(&landmarks, line, self.heading()) else { return };
            self.begin(&pose);
        }
        if self.spread[5] > UNSURE {
            self.face(&landmarks);
        }
        // The velocity was felt from the head.
        let aside = self.velocity.rotated(-self.heading());
        if let Some(facing) = line.and_then(|line| self.facing(line)) {
            self.correct([0.0, 0.0, 1.0], normalize(facing - self.heading()), DEGREE);
        }
        for (index, seen) in &landmarks {
            let Some(distance) = seen.distance else { continue };
            let way = f64::from(seen.direction).to_radians();
            self.correct_by(LANDMARKS[*index].position, distance, way);
        }
        self.velocity = aside.rotated(self.heading());
        self.body = normalize(self.body);
        let there = on_the_field(self.position);
        // Who seems to be far off the field is lost, and begins anew when he sees again.
        let is_there = there.distance(self.position) < LOST;
        self.position = there;
        self.pos_count = if is_there { 0 } else { super::NEVER };
    }

    /// Takes the direction of the head anew from the farthest landmark: after a turn it may be off
    /// by more than a filter, which takes small errors for straight lines, can correct.
    fn face(&mut self, landmarks: &Landmarks) {
        let Some((place, relative)) = landmarks.last().and_then(sighted) else { return };
        let gap = place - self.position;
        let aside = self.velocity.rotated(-self.heading());
        let heading = gap.direction() - relative.direction();
        self.body = normalize(heading - self.neck);
        self.velocity = aside.rotated(heading);
        // What is wrong with the position makes it wrong: across the way to the landmark.
        let [xx, xy, yy, ..] = self.spread;
        let far2 = gap.length2().max(1.0);
        let (a, b) = (-gap.y / far2, gap.x / far2);
        let (xh, yh) = (-(a * xx + b * xy), -(a * xy + b * yy));
        let around = a * a * xx + 2.0 * a * b * xy + b * b * yy;
        self.spread = [xx, xy, yy, xh, yh, around + DEGREE];
    }

    /// A new beginning at a pose that is roughly right.
    fn begin(&mut self, pose: &Pose) {
        let aside = self.velocity.rotated(-self.heading());
        self.position = pose.position;
        self.body = normalize(pose.heading - self.neck);
        self.velocity = aside.rotated(pose.heading);
        // A wrong direction makes the position wrong: it goes round the landmark.
        let (x, y, hh) = (pose.gap.y, -pose.gap.x, pose.spread);
        let around = 0.01 + 1e-4 * pose.gap.length2();
        self.spread = [around + x * x * hh, x * y * hh, around + y * y * hh, x * hh, y * hh, hh];
    }

    /// Whether landmarks are not at all where they should be.
    fn is_elsewhere(&self, landmarks: &Landmarks) -> bool {
        let off = |&(index, seen): &(usize, Seen)| {
            let distance = seen.distance.unwrap_or_default();
            let angle = self.heading() + f64::from(seen.direction).to_radians();
            let there = self.position + Vec2::polar(distance, angle);
            there.distance(LANDMARKS[index].position) > LOST + 0.08 * distance
        };
        landmarks.iter().filter(|seen| off(seen)).count() * 2 > landmarks.len()
    }

    /// The direction of the head that a line tells, of the two that it may be the likelier.
    fn facing(&self, line: SeenLine) -> Option<f64> {
        let off = |facing: &f64| normalize(facing - self.heading()).abs();
        let nearest =
            facings(line).into_iter().min_by(|one, other| off(one).total_cmp(&off(other)));
        // Along the line both are the same, but for the sign of the direction.
        nearest.filter(|facing| off(facing) < 0.5 && line.direction != 0)
    }

    /// Corrects the estimate by a landmark's distance and direction from the head.
    fn correct_by(&mut self, landmark: Vec2, told: f64, way: f64) {
        // Both at the same estimate, as they are told of one moment.
        let gap = landmark - self.position;
        let distance = gap.length().max(0.1);
        let e = gap / distance;
        let off = normalize(way - normalize(gap.direction() - self.heading()));
        let spread = (1e-4 * told * told + 0.01) / 12.0;
        self.correct([-e.x, -e.y, 0.0], told - distance, spread);
        if distance < NEAR {
            return;
        }
        let along = [e.y / distance, -e.x / distance, -1.0];
        self.correct(along, off, DEGREE);
    }

    /// One step of the filter: a measurement that grows by `along` with x, y and heading is `off`
    /// by so much, with a variance.
    fn correct(&mut self, along: [f64; 3], off: f64, variance: f64) {
        let [xx, xy, yy, xh, yh, hh] = self.spread;
        let [a, b, c] = along;
        let gain = [a * xx + b * xy + c * xh, a * xy + b * yy + c * yh, a * xh + b * yh + c * hh];
        let total = a * gain[0] + b * gain[1] + c * gain[2] + variance;
        let k = gain.map(|gain| gain / total);
        self.position += Vec2::new(k[0] * off, k[1] * off);
        self.body += k[2] * off;
        self.spread = [
            xx - k[0] * gain[0],
            xy - k[0] * gain[1],
            yy - k[1] * gain[1],
            xh - k[0] * gain[2],
            yh - k[1] * gain[2],
            hh - k[2] * gain[2],
        ];
    }
}

/// A pose that is roughly right.
#[derive(Clone, Copy)]
struct Pose {
    position: Vec2,
    heading: f64,
    /// From it to the landmark that it was found by.
    gap: Vec2,
    /// Variance of the heading.
    spread: f64,
}

/// A landmark: where it is, and where it is seen from the head.
fn sighted(&(index, seen): &(usize, Seen)) -> Option<(Vec2, Vec2)> {
    let way = f64::from(seen.direction).to_radians();
    Some((LANDMARKS[index].position, Vec2::polar(seen.distance?, way)))
}

/// A pose from nothing but what is seen: two landmarks, or a landmark and a line. Of several that
/// are possible it is the one that fits all landmarks best, on the field, and nearest to `heading`.
fn guess(landmarks: &Landmarks, line: Option<SeenLine>, heading: f64) -> Option<Pose> {
    let first = landmarks.first().and_then(sighted)?;
    let far = |seen: &&(usize, Seen)| LANDMARKS[seen.0].position.distance(first.0);
    let second = landmarks.iter().max_by(|one, other| far(one).total_cmp(&far(other)))?;
    let second = sighted(second)?;
    let apart = second.0.distance(first.0);
    let mut headings = ArrayVec::<(f64, f64), 3>::new();
    if apart > 1.0 {
        let told = first.1.length2() + second.1.length2();
        let spread = (DEGREE + 1e-5) * (told + 1.0) / (apart * apart);
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
        let off = |seen: &(usize, Seen)| {
            let Some((place, relative)) = sighted(seen) else { return 0.0 };
            let there = pose.position + relative.rotated(pose.heading);
            there.distance(place) / (1.0 + 0.02 * relative.length())
        };
        let outside = on_the_field(pose.position).distance(pose.position);
        let turned = normalize(pose.heading - heading).abs();
        landmarks.iter().map(off).sum::<f64>() + outside + 1e-3 * turned + pose.spread
    };
    let poses = headings.into_iter().map(pose);
    poses.min_by(|one, other| misfit(one).total_cmp(&misfit(other)))
}

/// The two directions of the head in which a line is seen so: from either side of it.
fn facings(line: SeenLine) -> [f64; 2] {
    let seen = f64::from(line.direction).to_radians();
    let normal = [PI, 0.0, -FRAC_PI_2, FRAC_PI_2][line.line];
    // The direction is that of the normal from the head, less or more a right angle.
    let angle = if seen < 0.0 { seen + FRAC_PI_2 } else { seen - FRAC_PI_2 };
    [normal - angle, normal + PI - angle]
}
