//! The contacts of one world as a list, with forces.

use super::constants::Constants;
use super::contact::{Partner, Touch};
use super::scene::Scene;
use super::worker::{Group, TreeLane};
use crate::dynamics::contact_row::ContactRow;
use crate::dynamics::touch::BodyMotion;
use crate::math::lane::{Lane, Scalar};
use crate::math::vec3::Vec3;

/// One contact; vectors are along the axes of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawContact {
    /// Slot and geom of the first side.
    pub first: (usize, usize),
    /// The second side.
    pub second: Partner,
    /// Contact point relative to the first tree's root, m.
    pub point: [f64; 3],
    /// Unit vector from the first side to the second.
    pub normal: [f64; 3],
    /// Distance, m; negative in penetration.
    pub dist: f64,
    /// Force on the second side, N.
    pub force: [f64; 3],
}

/// Where the trees of one world are, and what moves them.
pub struct Reporter<'a, L: Lane> {
    pub scene: &'a Scene,
    pub constants: &'a Constants<L>,
    pub groups: &'a [Group<L>],
    pub places: &'a [TreeLane],
}

impl<L: Lane> Reporter<'_, L> {
    /// Appends all contacts: those of the lanes with the ground, slot by slot, then those that were
    /// searched for. The forces follow from the accelerations.
    pub fn report(&self, touches: &[Touch], found: &mut Vec<RawContact>) {
        for (slot, &TreeLane { group, lane }) in self.places.iter().enumerate() {
            let Group { kind, data: d, .. } = &self.groups[group];
            let params = self.constants.of(group, *kind);
            let geoms = &self.scene.kinds[*kind].tree.ground_geoms;
            for contact in &d.ground[..d.ground_count] {
                let p = &params.ground[contact.geom];
                let Some(row) = ContactRow::of_ground(contact, p, lane) else { continue };
                let (geom, point) = (geoms[contact.geom].geom, contact.point.lane(lane));
                let moves = self.motion((slot, geom), point);
                found.push(RawContact {
                    first: (slot, geom),
                    second: Partner::Ground,
                    point,
                    normal: [0.0, 0.0, -1.0],
                    dist: contact.dist.lane(lane),
                    force: row.force(moves.acc, moves.vel).map(|f| -f),
                });
            }
        }
        found.extend(touches.iter().map(|touch| self.touch(touch)));
    }

    fn touch(&self, touch: &Touch) -> RawContact {
        let &Touch { first, second, point, dist, .. } = touch;
        let theirs = match second {
            Partner::Tree(slot, geom) => {
                let offset = self.root(first.0) - self.root(slot);
                let point = Vec3::<Scalar>::splat(point) + offset;
                self.motion((slot, geom), point.lane(0))
            }
            Partner::Fixture(_) | Partner::Ground => BodyMotion::none(),
        };
        let moves = theirs.less(self.motion(first, point));
        let force = touch.row.force(moves.acc, moves.vel);
        RawContact { first, second, point, normal: touch.row.frame[0], dist, force }
    }

    fn root(&self, slot: usize) -> Vec3<Scalar> {
        let TreeLane { group, lane } = self.places[slot];
        Vec3::splat(self.groups[group].data.root_position(lane))
    }

    /// How the body of a geom moves at a point.
    fn motion(&self, (slot, geom): (usize, usize), point: [f64; 3]) -> BodyMotion {
        let TreeLane { group, lane } = self.places[slot];
        let kind = &self.scene.kinds[self.scene.slots[slot].kind];
        let body = kind.model.geoms[geom].body;
        BodyMotion::of(&kind.tree, &self.groups[group].data, lane, body).at(Vec3::splat(point))
    }
}
