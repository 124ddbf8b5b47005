//! The contacts of one world as a list, with forces.

use super::coupling::{Coupling, Partner, Touch};
use super::scene::Scene;
use super::worker::{Group, TreeLane};
use crate::math::lane::Lane;
use std::ops::Range;

/// One contact, in world axes.
#[derive(Clone, Copy, Debug)]
pub struct RawContact {
    /// Slot and geom of the first side.
    pub first: (usize, usize),
    /// The second side.
    pub second: Partner,
    /// Contact point from the first tree's root.
    pub point: [f64; 3],
    /// From the first side to the second.
    pub normal: [f64; 3],
    /// Negative in penetration.
    pub dist: f64,
    /// Force on the second side.
    pub force: [f64; 3],
}

/// A contact of the lanes with the ground.
#[derive(Clone, Copy, Debug)]
pub struct LaneContact {
    slot: usize,
    geom: usize,
    point: [f64; 3],
    dist: f64,
}

/// The contacts with the ground of one world's trees, slot by slot.
pub fn ground_contacts<L: Lane>(
    scene: &Scene,
    groups: &[Group<L>],
    places: &[TreeLane],
) -> Vec<LaneContact> {
    let mut found = Vec::new();
    for (slot, &TreeLane { group, lane }) in places.iter().enumerate() {
        let Group { kind, data: d, .. } = &groups[group];
        let geoms = &scene.kinds[*kind].tree.ground_geoms;
        for contact in &d.ground[..d.ground_count] {
            if contact.rows.d.lane(lane) > 0.0 {
                found.push(LaneContact {
                    slot,
                    geom: geoms[contact.geom].geom,
                    point: contact.point.lane(lane),
                    dist: contact.dist.lane(lane),
                });
            }
        }
    }
    found
}

impl Coupling {
    /// Lists the contacts of the island that was just solved, in the order of its rows.
    pub fn report(
        &self,
        leader: usize,
        ground: &[LaneContact],
        touches: Range<usize>,
        found: &mut Vec<RawContact>,
    ) {
        let mut row = 0;
        for contact in ground.iter().filter(|c| self.leader[c.slot] == leader) {
            let push = self.island.contact_force(row);
            found.push(RawContact {
                first: (contact.slot, contact.geom),
                second: Partner::Ground,
                point: contact.point,
                normal: [0.0, 0.0, -1.0],
                dist: contact.dist,
                force: push.map(|f| -f),
            });
            row += 1;
        }
        for touch in self.touches[touches].iter().filter(|t| self.leader[t.first.0] == leader) {
            let &Touch { first, second, point, dist, .. } = touch;
            let (normal, force) = (touch.row.frame[0], self.island.contact_force(row));
            found.push(RawContact { first, second, point, normal, dist, force });
            row += 1;
        }
    }
}
