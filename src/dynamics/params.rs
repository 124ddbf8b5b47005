//! Constants of a model as lanes, so that every world may have its own.

use super::drag::Drag;
use super::ground_params::GroundParams;
use super::impedance::Impedance;
use super::medium::Medium;
use crate::collision::{ContactFactors, PairParams, filter};
use crate::math::MIN_VALUE;
use crate::math::lane::{Lane, Scalar, Single};
use crate::math::quaternion;
use crate::math::uniform::Uniform;
use crate::math::vec3::{Mat3, Vec3};
use crate::model::{Actuator, Body, Geom, Joint, Model, Shape};

/// All lane constants of one model.
#[derive(Clone, Debug)]
pub struct Params<L: Lane> {
    /// Length of a substep, s.
    pub timestep: L,
    /// Gravity along the world's z axis, m/s^2.
    pub gravity: L,
    /// One for each body, the root first.
    pub bodies: Vec<BodyParams<L>>,
    /// One for each hinge.
    pub joints: Vec<JointParams<L>>,
    /// One for each motor.
    pub motors: Vec<MotorParams<L>>,
    /// One for each of `Tree::ground_geoms`.
    pub ground: Vec<GroundParams<L>>,
    /// Pose of every collision geom in its body.
    pub geoms: Vec<GeomParams<L>>,
    /// Whether any hinge has damping.
    pub damped: bool,
}

/// Constants of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyParams<L: Lane> {
    /// Position in the parent's frame, m.
    pub pos: Vec3<Uniform<L>>,
    /// Orientation in the parent's frame.
    pub rot: Mat3<Uniform<L>>,
    /// kg
    pub mass: L,
    /// Centre of mass in the body's frame, m.
    pub ipos: Vec3<L>,
    /// Principal axes of inertia in the body's frame.
    pub irot: Mat3<Uniform<L>>,
    /// Principal moments of inertia, kg m^2.
    pub inertia: Vec3<L>,
    /// Forces of the air.
    pub drag: Drag<L>,
}

/// Constants of a hinge.
#[derive(Clone, Copy, Debug)]
pub struct JointParams<L: Lane> {
    /// Anchor in the body's frame, m.
    pub pos: Vec3<Uniform<L>>,
    /// Whether the anchor is off the body's origin.
    pub off_centre: bool,
    /// Unit axis in the body's frame.
    pub axis: Vec3<Uniform<L>>,
    /// Angle of the reference pose, rad.
    pub reference: Uniform<L>,
    /// Inertia added on the axis, kg m^2.
    pub armature: L,
    /// N m s
    pub damping: L,
    /// Dry friction.
    pub friction: DryFriction<L>,
    /// Whether it has limits.
    pub limited: bool,
    /// Lower and upper limit, rad.
    pub range: [Uniform<L>; 2],
    /// Distance from a limit at which its row sets in, rad.
    pub margin: Uniform<L>,
    /// Impedance of the limits.
    pub limit: Impedance<L>,
    /// MuJoCo's `dof_invweight0`, 1/(kg m^2).
    pub invweight0: L,
    /// Range of the sum of actuator forces; infinite if not limited.
    pub force_range: [L; 2],
}

/// A hinge's dry friction row.
#[derive(Clone, Copy, Debug)]
pub struct DryFriction<L: Lane> {
    /// Largest torque, N m.
    pub loss: L,
    /// Inverse regularizer; zero without dry friction.
    pub d: L,
    /// `b` of the reference acceleration.
    pub b: Uniform<L>,
}

/// Constants of one motor's three actuators.
#[derive(Clone, Copy, Debug)]
pub struct MotorParams<L: Lane> {
    /// Index of its hinge.
    pub joint: usize,
    /// Exerts the commanded torque, N m.
    pub torque: ActuatorParams<L>,
    /// Exerts `kp (target - q)`, N m.
    pub position: ActuatorParams<L>,
    /// Exerts `kd (velocity - dq)`, N m.
    pub velocity: ActuatorParams<L>,
}

/// Constants of one actuator; missing ranges are infinite.
#[derive(Clone, Copy, Debug)]
pub struct ActuatorParams<L: Lane> {
    /// Torque per unit of force.
    pub gear: Uniform<L>,
    /// Range of its control.
    pub ctrl_range: [Uniform<L>; 2],
    /// Range of its force.
    pub force_range: [L; 2],
}

/// Pose of a geom.
#[derive(Clone, Copy, Debug)]
pub struct GeomParams<L: Lane> {
    /// Body that carries the geom.
    pub body: usize,
    /// Position in the body's frame, m.
    pub pos: Vec3<Uniform<L>>,
    /// Orientation in the body's frame.
    pub rot: Mat3<Uniform<L>>,
    /// Whether the orientation is that of the body.
    pub unrotated: bool,
}

impl<L: Lane> Params<L> {
    /// The same constants in all lanes. `radii` are those of spheres about the geoms' origins that
    /// enclose them; `ground` is the pitch's geom in contacts.
    pub fn new(model: &Model, radii: &[f64], medium: &Medium, ground: &Geom) -> Self {
        Self::varied(model, radii, medium, ground, &ContactFactors::NONE)
    }

    /// The constants of a world whose contact parameters deviate by these factors from those of its
    /// geoms.
    pub fn varied(
        model: &Model,
        radii: &[f64],
        medium: &Medium,
        ground: &Geom,
        contacts: &ContactFactors,
    ) -> Self {
        let joints: Vec<_> =
            model.joints.iter().map(|joint| JointParams::new(joint, medium.timestep)).collect();
        let closed_form = |(geom, _): &(&Geom, &f64)| {
            !matches!(geom.shape, Shape::Convex { .. } | Shape::Plane { .. })
        };
        Self {
            timestep: L::splat(medium.timestep),
            gravity: L::splat(medium.gravity),
            bodies: model.bodies.iter().map(|body| BodyParams::new(body, medium)).collect(),
            damped: model.joints.iter().any(|joint| joint.damping > 0.0),
            joints,
            motors: model
                .motors
                .iter()
                .map(|motor| MotorParams {
                    joint: motor.joint,
                    torque: ActuatorParams::new(&motor.torque),
                    position: ActuatorParams::new(&motor.position),
                    velocity: ActuatorParams::new(&motor.velocity),
                })
                .collect(),
            ground: model
                .geoms
                .iter()
                .zip(radii)
                .filter(closed_form)
                .map(|(geom, &radius)| {
                    let invweight = model.bodies[geom.body].invweight0[0];
                    let pair = PairParams::mix(&ground.contact, &geom.contact).varied(contacts);
                    let enabled = filter(ground, geom);
                    GroundParams::new(geom, radius, invweight, &pair, enabled, medium.timestep)
                })
                .collect(),
            geoms: model
                .geoms
                .iter()
                .map(|geom| GeomParams {
                    body: geom.body,
                    pos: Vec3::uniform(geom.pos),
                    rot: Mat3::uniform(rotation(geom.quat)),
                    unrotated: geom.quat == quaternion::IDENTITY,
                })
                .collect(),
        }
    }
}

impl<L: Lane> BodyParams<L> {
    fn new(body: &Body, medium: &Medium) -> Self {
        Self {
            pos: Vec3::uniform(body.pos),
            rot: Mat3::uniform(rotation(body.quat)),
            mass: L::splat(body.mass),
            ipos: Vec3::splat(body.ipos),
            irot: Mat3::uniform(rotation(body.iquat)),
            inertia: Vec3::splat(body.inertia),
            drag: Drag::new(body, medium),
        }
    }
}

impl<L: Lane> JointParams<L> {
    fn new(joint: &Joint, timestep: f64) -> Self {
        let infinite = [f64::NEG_INFINITY, f64::INFINITY];
        let friction = Impedance::<Scalar>::new(&joint.friction_solver, timestep);
        // A dry friction row has no position, so its impedance is a constant.
        let imp = friction.at(Single(0.0)).0;
        let r = ((1.0 - imp) * joint.invweight0 / imp).max(MIN_VALUE);
        Self {
            pos: Vec3::uniform(joint.pos),
            off_centre: joint.pos != [0.0; 3],
            axis: Vec3::uniform(joint.axis),
            reference: Uniform::new(joint.reference),
            armature: L::splat(joint.armature),
            damping: L::splat(joint.damping),
            friction: DryFriction {
                loss: L::splat(joint.frictionloss),
                d: L::splat(if joint.frictionloss > 0.0 { 1.0 / r } else { 0.0 }),
                b: Uniform::new(friction.b.0),
            },
            limited: joint.range.is_some(),
            range: joint.range.unwrap_or(infinite).map(Uniform::new),
            margin: Uniform::new(joint.margin),
            limit: Impedance::new(&joint.limit_solver, timestep),
            invweight0: L::splat(joint.invweight0),
            force_range: joint.actuator_force_range.unwrap_or(infinite).map(L::splat),
        }
    }
}

impl<L: Lane> ActuatorParams<L> {
    fn new(actuator: &Actuator) -> Self {
        let infinite = [f64::NEG_INFINITY, f64::INFINITY];
        Self {
            gear: Uniform::new(actuator.gear),
            ctrl_range: actuator.ctrl_range.unwrap_or(infinite).map(Uniform::new),
            force_range: actuator.force_range.unwrap_or(infinite).map(L::splat),
        }
    }
}

/// Rotation matrix of a unit quaternion `wxyz`, by rows.
pub fn rotation(quat: [f64; 4]) -> [[f64; 3]; 3] {
    Mat3::from_quat(quat.map(Single::<false>)).lane(0)
}
