//! The camera: every marker within 60 degrees of straight ahead, sideways and up or down, as
//! distance and two angles.

use super::Sensing;
use super::interest::Interest;
use super::locations::Locations;
use super::noise::Draw;
use super::occlusion::Sightline;
use super::site_frame::{Polar, local};
use super::table::{MarkerTable, RobotMarkers};
use super::truncate::{degrees, two_digits};
use crate::collision::Pose;
use crate::math::lane::Kernel;
use crate::math::point::{add, rotate, rotate_back, sub};
use crate::math::wide::with_avx2;
use crate::soccer::PlayerId;
use crate::world::scene::Scene;

/// Angles up to this are in view, after truncation, deg; 60.0099 is in view, too.
pub const HALF_VIEW: f64 = 60.0;
/// Just more than the tangent of the largest angle that is truncated to [`HALF_VIEW`].
const TAN_LIMIT: f64 = 1.7328;
/// Just more than the square of that angle's sine.
const SIN_LIMIT_SQUARED: f64 = 0.7502;

/// A marker that a camera sees. Angles are in the camera's frame: x ahead, y left, z up. Numbers
/// are truncated to the number of decimal digits given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detection {
    /// Its index in the [`MarkerTable`].
    pub marker: u32,
    /// Horizontal angle from straight ahead, deg, positive to the left; two digits.
    pub azimuth: f64,
    /// Angle above the camera's horizontal plane, deg; two digits.
    pub inclination: f64,
    /// m; two digits.
    pub distance: f64,
}

/// One world in one cycle, as its robots see it.
#[derive(Clone, Copy, Debug)]
pub struct Vision<'a> {
    /// How this world is perceived.
    pub senses: &'a Sensing,
    /// The world's bodies.
    pub scene: &'a Scene,
    /// The markers that can be seen; of the same arena.
    pub table: &'a MarkerTable,
    /// Positions of the markers; updated with that table.
    pub locations: &'a Locations,
    /// Number of the cycle, on which the errors depend.
    pub frame: u64,
}

/// A look, compiled with instructions that replace calls into the mathematical library.
struct Glance<'a> {
    vision: &'a Vision<'a>,
    slot: usize,
    /// The markers to look for; `None`: all.
    interest: Option<&'a Interest>,
}

impl Kernel for Glance<'_> {
    type Data = Vec<Detection>;
    type Output = bool;
    #[inline(always)]
    fn run(self, seen: &mut Vec<Detection>) -> bool {
        let (vision, slot) = (self.vision, self.slot);
        match self.interest {
            Some(interest) => vision.look_here(slot, interest.markers.iter().copied(), seen),
            None => vision.look_here(slot, 0..vision.locations.markers.len(), seen),
        }
    }
}

impl Vision<'_> {
    /// Replaces the contents of `seen` by what the robot in a slot sees, in the order of the table.
    /// Returns false if the slot has no camera: it gets no vision at all, not an empty one.
    pub fn look(&self, slot: usize, seen: &mut Vec<Detection>) -> bool {
        with_avx2(Glance { vision: self, slot, interest: None }, seen)
    }

    /// As [`look`](Self::look), but only for the markers of an interest; `None`: all.
    pub(super) fn look_for(
        &self,
        interest: Option<&Interest>,
        slot: usize,
        seen: &mut Vec<Detection>,
    ) -> bool {
        with_avx2(Glance { vision: self, slot, interest }, seen)
    }

    /// Positions in the world of what the robot in a slot sees, m, as its agent would compute them:
    /// with the errors of its camera, if it has any. `None` if the slot has no camera.
    pub fn points(&self, slot: usize) -> Option<Vec<[f64; 3]>> {
        let (camera, mut seen) = (self.table.camera(slot)?, Vec::new());
        self.look(slot, &mut seen);
        let pose = self.locations.site(self.scene, slot, camera);
        let point = |seen: &Detection| {
            let (sin, cos) = seen.inclination.to_radians().sin_cos();
            let (left, ahead) = seen.azimuth.to_radians().sin_cos();
            let level = seen.distance * cos;
            let local = [level * ahead, level * left, seen.distance * sin];
            add(pose.pos, rotate(&pose.mat, local))
        };
        Some(seen.iter().map(point).collect())
    }

    #[inline(always)]
    fn look_here(
        &self,
        slot: usize,
        markers: impl Iterator<Item = usize>,
        seen: &mut Vec<Detection>,
    ) -> bool {
        seen.clear();
        let Some(camera) = self.table.camera(slot) else { return false };
        let pose = self.locations.site(self.scene, slot, camera);
        let errors = self
            .senses
            .noise
            .map(|noise| Draw::new(noise, self.senses.seed, self.frame, self.table.player(slot)));
        let head = (slot, self.scene.model(slot).sites[camera].body);
        for marker in markers {
            let pos = self.locations.markers[marker];
            if !may_be_seen(&pose, pos) {
                continue;
            }
            let Some(ideal) = polar(local(&pose, pos)) else { continue };
            if self.senses.occlusion && self.sightline(pose.pos, head).hides(marker, pos) {
                continue;
            }
            let polar = match &errors {
                None => ideal,
                Some(errors) => errors.blur(ideal, self.table, marker),
            };
            seen.push(Detection {
                marker: marker as u32,
                azimuth: two_digits(polar.azimuth),
                inclination: two_digits(polar.inclination),
                distance: two_digits(polar.distance),
            });
        }
        true
    }

    fn sightline(&self, eye: [f64; 3], head: (usize, usize)) -> Sightline<'_> {
        Sightline { scene: self.scene, table: self.table, locations: self.locations, eye, head }
    }
}

/// A point in the camera's frame, if it is in view.
#[inline(always)]
fn polar([x, y, z]: [f64; 3]) -> Option<Polar> {
    let distance = ((x * x + y * y) + z * z).sqrt();
    let azimuth = degrees(y.atan2(x));
    let inclination = degrees((z / distance).asin());
    let in_view = |angle: f64| two_digits(angle).abs() <= HALF_VIEW;
    (in_view(azimuth) && in_view(inclination)).then_some(Polar { azimuth, inclination, distance })
}

/// Returns false if a marker is certainly out of view, without the cost of arc functions.
#[inline(always)]
fn may_be_seen(camera: &Pose, point: [f64; 3]) -> bool {
    let [x, y, z] = rotate_back(&camera.mat, sub(point, camera.pos));
    y.abs() <= TAN_LIMIT * x && z * z <= SIN_LIMIT_SQUARED * (x * x + y * y + z * z)
}

/// What agents see as one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sighting<'a> {
    /// A marker of the field, or the ball.
    Object(&'a Detection),
    /// A robot, by those of its markers that are in view, at least one.
    Robot {
        /// Its slot.
        slot: usize,
        /// Who it is.
        player: PlayerId,
        /// Its markers in the order of its model.
        parts: &'a [Detection],
    },
}

/// Groups the detections of [`Vision::look`] by robot, in the same order.
pub fn sightings<'a>(
    table: &'a MarkerTable,
    seen: &'a [Detection],
) -> impl Iterator<Item = Sighting<'a>> {
    let mut rest = seen;
    std::iter::from_fn(move || {
        let (first, after) = rest.split_first()?;
        let Some(robot) = table.owner(first.marker as usize) else {
            rest = after;
            return Some(Sighting::Object(first));
        };
        let RobotMarkers { slot, player, ref markers } = *robot;
        let count = rest.partition_point(|seen| (seen.marker as usize) < markers.end);
        let (parts, after) = rest.split_at(count);
        rest = after;
        Some(Sighting::Robot { slot, player, parts })
    })
}
