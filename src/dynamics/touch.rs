//! Touch sensors: the normal forces of contacts within a site's volume (MuJoCo's `mjSENS_TOUCH`).
//!
//! A contact counts if a ray from it out of the sensor's body along the normal meets the volume.
//! The rows compute the force anew from the final accelerations, whichever solver found these.

use super::contact_row::ContactRow;
use super::data::{TreeData, base_motion};
use super::params::{Params, rotation};
use super::tree::Tree;
use crate::collision::{Collider, Pose, meets};
use crate::error::Result;
use crate::math::lane::{Lane, Scalar, Single};
use crate::math::spatial::Motion;
use crate::math::vec3::{Mat3, Vec3};
use crate::model::{Model, ROOT_DOFS, SensorKind, Site};

/// A touch sensor of a model.
#[derive(Clone, Debug)]
pub struct TouchSensor {
    /// Index of its reading among those of all sensors.
    pub at: usize,
    /// Body that it belongs to.
    pub body: usize,
    volume: Collider,
    pos: Vec3<Scalar>,
    rot: Mat3<Scalar>,
}

/// A contact as seen by one lane's body.
pub struct Press<'a> {
    /// Constants of the contact's rows.
    pub row: &'a ContactRow,
    /// Where it is, from the root of the body's tree, world axes.
    pub point: Vec3<Scalar>,
    /// Whether the body is on the side that the normal points to.
    pub on_second: bool,
    /// Motion of the second side at the point, relative to the first's.
    pub relative: BodyMotion,
}

/// How a body moves.
#[derive(Clone, Copy, Debug)]
pub struct BodyMotion {
    /// Acceleration that is due to `qacc`.
    pub acc: Motion<Scalar>,
    /// Velocity.
    pub vel: Motion<Scalar>,
}

impl TouchSensor {
    /// All touch sensors of a model.
    ///
    /// # Errors
    /// As [`Collider::new`], for a sensor whose volume has no size.
    pub fn of_model(model: &Model) -> Result<Vec<Self>> {
        let mut at = 0;
        let mut found = Vec::new();
        for sensor in &model.sensors {
            if let SensorKind::Touch(site) = sensor.kind {
                found.push(Self::new(at, &model.sites[site])?);
            }
            at += sensor.kind.dim();
        }
        Ok(found)
    }

    fn new(at: usize, site: &Site) -> Result<Self> {
        Ok(Self {
            at,
            body: site.body,
            volume: Collider::new(&site.shape)?,
            pos: Vec3::splat(site.pos),
            rot: Mat3::splat(rotation(site.quat)),
        })
    }

    /// Sum over the contacts with the ground that a lane holds, N.
    pub fn on_ground<L: Lane>(
        &self,
        tree: &Tree,
        params: &Params<L>,
        d: &TreeData<L>,
        lane: usize,
    ) -> f64 {
        let mut total = 0.0;
        for contact in d.ground[..d.ground_count].iter().filter(|c| c.body == self.body) {
            let p = &params.ground[contact.geom];
            if let Some(row) = ContactRow::of_ground(contact, p, lane) {
                let point = Vec3::splat(contact.point.lane(lane));
                let relative = BodyMotion::of(tree, d, lane, self.body).at(point);
                let press = Press { row: &row, point, on_second: true, relative };
                total += self.reading(&press, d, lane);
            }
        }
        total
    }

    /// What one contact of the sensor's body adds, N.
    pub fn reading<L: Lane>(&self, press: &Press<'_>, d: &TreeData<L>, lane: usize) -> f64 {
        let force = press.row.normal_force(press.relative.acc, press.relative.vel);
        let normal = press.row.frame[0];
        let outwards = if press.on_second { normal.map(|n| -n) } else { normal };
        if force > 0.0 && meets(&self.volume, &self.pose(d, lane), press.point.lane(0), outwards) {
            force
        } else {
            0.0
        }
    }

    /// The volume's pose, from the root.
    fn pose<L: Lane>(&self, d: &TreeData<L>, lane: usize) -> Pose {
        let rot = Mat3::<Scalar>::splat(d.rot[self.body].lane(lane));
        let pos = rot.mul_vec_add(self.pos, Vec3::splat(d.pos[self.body].lane(lane)));
        Pose { pos: pos.lane(0), mat: rot.mul_mat(&self.rot).lane(0) }
    }
}

impl BodyMotion {
    /// No motion at all.
    pub fn none() -> Self {
        Self { acc: Motion::zero(), vel: Motion::zero() }
    }

    /// Motion of one lane's body, with translation at the tree's root.
    pub fn of<L: Lane>(tree: &Tree, d: &TreeData<L>, lane: usize, body: usize) -> Self {
        let scalar = |m: Motion<L>| Motion {
            ang: Vec3::splat(m.ang.lane(lane)),
            lin: Vec3::splat(m.lin.lane(lane)),
        };
        let mut acc = scalar(base_motion(&d.qacc));
        for &dof in &tree.body_dofs[body][ROOT_DOFS..] {
            acc = scalar(d.axis[dof - ROOT_DOFS]).scale_add(Single(d.qacc[dof].lane(lane)), acc);
        }
        Self { acc, vel: scalar(d.vel[body]) }
    }

    /// The same with translation at a point.
    pub fn at(self, point: Vec3<Scalar>) -> Self {
        let at = |m: Motion<Scalar>| Motion { ang: m.ang, lin: m.at(point) };
        Self { acc: at(self.acc), vel: at(self.vel) }
    }

    /// Relative to another body, at the same point.
    pub fn less(self, other: Self) -> Self {
        let less = |a: Motion<Scalar>, b: Motion<Scalar>| Motion {
            ang: a.ang - b.ang,
            lin: a.lin - b.lin,
        };
        Self { acc: less(self.acc, other.acc), vel: less(self.vel, other.vel) }
    }
}
