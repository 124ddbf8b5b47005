//! The constants in which worlds of one batch may differ, as a row of numbers for each tree.

use super::ground_params::GroundParams;
use super::params::{ActuatorParams, BodyParams, JointParams, MotorParams, Params};
use crate::math::lane::{Lane, Single};

impl Params<Single<false>> {
    /// The varying constants of one tree.
    pub fn to_row(&self) -> Vec<f64> {
        let mut row = Vec::new();
        self.clone().varying(&mut |value| row.push(value.0));
        row
    }
}

impl<L: Lane> Params<L> {
    /// Sets the constants of the first lanes to those of trees of the same model, one row for each
    /// lane.
    pub fn set_lanes(&mut self, rows: &[&[f64]]) {
        let mut index = 0;
        self.varying(&mut |value| {
            for (lane, row) in rows.iter().enumerate() {
                if let Some(&number) = row.get(index) {
                    value.set_lane(lane, number);
                }
            }
            index += 1;
        });
    }

    /// Visits the varying constants, always in the same order.
    fn varying(&mut self, visit: &mut impl FnMut(&mut L)) {
        visit(&mut self.gravity);
        self.bodies.iter_mut().for_each(|body| body.varying(visit));
        self.joints.iter_mut().for_each(|joint| joint.varying(visit));
        self.motors.iter_mut().for_each(|motor| motor.varying(visit));
        self.ground.iter_mut().for_each(|geom| geom.varying(visit));
    }
}

impl<L: Lane> BodyParams<L> {
    fn varying(&mut self, visit: &mut impl FnMut(&mut L)) {
        let drag = &mut self.drag;
        visit(&mut self.mass);
        visit(&mut drag.linear_translation);
        visit(&mut drag.linear_rotation);
        let vectors = [
            &mut self.ipos,
            &mut self.inertia,
            &mut drag.quadratic_translation,
            &mut drag.quadratic_rotation,
        ];
        for vector in vectors {
            [&mut vector.x, &mut vector.y, &mut vector.z].into_iter().for_each(&mut *visit);
        }
    }
}

impl<L: Lane> JointParams<L> {
    fn varying(&mut self, visit: &mut impl FnMut(&mut L)) {
        let Self { armature, damping, friction, invweight0, force_range, .. } = self;
        let [low, high] = force_range;
        [armature, damping, &mut friction.loss, &mut friction.d, invweight0, low, high]
            .into_iter()
            .for_each(visit);
    }
}

impl<L: Lane> MotorParams<L> {
    fn varying(&mut self, visit: &mut impl FnMut(&mut L)) {
        for ActuatorParams { force_range, .. } in
            [&mut self.torque, &mut self.position, &mut self.velocity]
        {
            force_range.iter_mut().for_each(&mut *visit);
        }
    }
}

impl<L: Lane> GroundParams<L> {
    fn varying(&mut self, visit: &mut impl FnMut(&mut L)) {
        self.impedance.varying(visit);
        self.friction.iter_mut().for_each(&mut *visit);
        visit(&mut self.regularizer);
    }
}
