//! What touch sensors feel of the contacts of a world. These sensors need all contacts and the
//! final accelerations, so they are read once a step, apart from the others.

use super::constants::Constants;
use super::contact::{Partner, Touch};
use super::scene::Scene;
use super::worker::{Group, TreeLane};
use crate::dynamics::touch::{BodyMotion, Press, TouchSensor};
use crate::math::lane::{Lane, Scalar};
use crate::math::vec3::Vec3;

/// Reads all touch sensors of a block.
pub fn touch_sensors<L: Lane>(
    scene: &Scene,
    constants: &Constants<L>,
    groups: &mut [Group<L>],
    places: &[TreeLane],
    touches: &[Touch],
) {
    for index in 0..groups.len() {
        let kind = &scene.kinds[groups[index].kind];
        let params = constants.of(index, groups[index].kind);
        for lane in 0..groups[index].members.len() {
            if groups[index].live >> lane & 1 == 0 {
                continue;
            }
            for sensor in &kind.touch_sensors {
                let place = TreeLane { group: index, lane };
                let data = &groups[index].data;
                let total = sensor.on_ground(&kind.tree, params, data, lane)
                    + on_others(scene, groups, places, touches, place, sensor);
                groups[index].data.sensors[sensor.at].set_lane(lane, total);
            }
        }
    }
}

/// Sum over a sensor's contacts with other bodies, fixtures and, for hulls, the ground.
fn on_others<L: Lane>(
    scene: &Scene,
    groups: &[Group<L>],
    places: &[TreeLane],
    touches: &[Touch],
    place: TreeLane,
    sensor: &TouchSensor,
) -> f64 {
    let (world, slot) = groups[place.group].members[place.lane];
    let places = &places[world * scene.slots.len()..][..scene.slots.len()];
    let body_of = |(slot, geom): (usize, usize)| scene.model(slot).geoms[geom].body;
    let is_mine = |side: (usize, usize)| side.0 == slot && body_of(side) == sensor.body;
    let root = |slot: usize| {
        let TreeLane { group, lane } = places[slot];
        Vec3::<Scalar>::splat(groups[group].data.root_position(lane))
    };
    let mut total = 0.0;
    for touch in touches.iter().filter(|touch| touch.world == world) {
        let second = match touch.second {
            Partner::Tree(slot, geom) => Some((slot, geom)),
            Partner::Fixture(_) | Partner::Ground => None,
        };
        let on_second = match (is_mine(touch.first), second.is_some_and(is_mine)) {
            (true, _) => false,
            (_, true) => true,
            _ => continue,
        };
        // Points are relative to the root of the tree whose motion is computed.
        let point_in_world = Vec3::splat(touch.point) + root(touch.first.0);
        let motion = |side: (usize, usize)| {
            let TreeLane { group, lane } = places[side.0];
            let tree = &scene.kinds[scene.slots[side.0].kind].tree;
            let point = point_in_world - root(side.0);
            BodyMotion::of(tree, &groups[group].data, lane, body_of(side)).at(point)
        };
        let relative = second.map_or_else(BodyMotion::none, motion).less(motion(touch.first));
        let point = point_in_world - root(slot);
        let press = Press { row: &touch.row, point, on_second, relative };
        total += sensor.reading(&press, &groups[place.group].data, place.lane);
    }
    total
}
