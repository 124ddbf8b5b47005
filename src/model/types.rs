//! The immutable description of one articulated tree (a robot, or the ball).
//!
//! Field names and meanings follow MuJoCo's `mjModel` (<https://mujoco.readthedocs.io>, "XML
//! reference" and `mjmodel.h`). Lengths in m, masses in kg, angles in rad, quaternions `wxyz`.
//! A tree has one root body with a free joint; its first six degrees of freedom are the root's
//! linear velocity in the world frame and its angular velocity in the body frame. Degree of
//! freedom `6 + j` and position coordinate `7 + j` belong to hinge `j`.

use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Number of degrees of freedom of the free joint.
pub const ROOT_DOFS: usize = 6;
/// Number of position coordinates of the free joint: xyz and a unit quaternion wxyz.
pub const ROOT_COORDS: usize = 7;

/// One tree: bodies in depth-first order, the root first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Model {
    /// Name of the model, e.g. `T1`.
    pub name: String,
    /// Bodies; every parent comes before its children, a subtree is contiguous.
    pub bodies: Vec<Body>,
    /// Hinges in order of their bodies.
    pub joints: Vec<Joint>,
    /// Shapes that collide, in MuJoCo's order (that of their bodies).
    pub geoms: Vec<Geom>,
    /// How `geoms` look, one each.
    pub looks: Vec<Look>,
    /// Shapes that are only drawn.
    pub visuals: Vec<Visual>,
    /// Every shape in the order of bodies and file: what a scene graph lists.
    pub geom_order: Vec<GeomRef>,
    /// Named frames fixed to bodies.
    pub sites: Vec<Site>,
    /// Motors in order of the actuator section.
    pub motors: Vec<Motor>,
    /// Sensors in order of the sensor section.
    pub sensors: Vec<Sensor>,
    /// Pairs of bodies, smaller index first, whose geoms never touch (`<contact><exclude>`).
    pub excludes: Vec<(usize, usize)>,
    /// What it was read from; `None` for models that come with the crate.
    #[serde(skip)]
    pub files: Option<Arc<Files>>,
}

/// The texts that a model is read from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Files {
    /// Its own file.
    pub text: String,
    /// The files that it includes, by the names by which it does.
    pub parts: BTreeMap<String, String>,
}

impl Model {
    /// Degrees of freedom.
    pub fn nv(&self) -> usize {
        ROOT_DOFS + self.joints.len()
    }

    /// Position coordinates.
    pub fn nq(&self) -> usize {
        ROOT_COORDS + self.joints.len()
    }
}

/// A rigid body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Body {
    /// Name in the file; may be empty.
    pub name: String,
    /// Index of the parent body; `None` for the root.
    pub parent: Option<usize>,
    /// Position in the parent's frame; for the root the initial position in the world.
    pub pos: [f64; 3],
    /// Orientation in the parent's frame.
    pub quat: [f64; 4],
    /// Mass.
    pub mass: f64,
    /// Centre of mass in the body frame.
    pub ipos: [f64; 3],
    /// Orientation of the principal axes of inertia in the body frame.
    pub iquat: [f64; 4],
    /// Principal moments of inertia about the centre of mass, kg m^2.
    pub inertia: [f64; 3],
    /// Hinges between this body and its parent.
    pub joints: Range<usize>,
    /// Mean inverse inertia in the reference pose: translation (1/kg), rotation (1/(kg m^2)).
    pub invweight0: [f64; 2],
}

/// A hinge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Joint {
    /// Name in the file.
    pub name: String,
    /// The body it moves.
    pub body: usize,
    /// A point on the axis, in the body frame.
    pub pos: [f64; 3],
    /// Unit axis in the body frame.
    pub axis: [f64; 3],
    /// Reference angle (`qpos0`), at which the body's `pos` and `quat` apply.
    pub reference: f64,
    /// Limits, if limited.
    pub range: Option<[f64; 2]>,
    /// Distance to a limit at which it starts to act.
    pub margin: f64,
    /// Inertia added to the diagonal, kg m^2.
    pub armature: f64,
    /// Viscous damping, N m s/rad.
    pub damping: f64,
    /// Dry friction, N m.
    pub frictionloss: f64,
    /// Range of the sum of actuator torques, N m, if limited.
    pub actuator_force_range: Option<[f64; 2]>,
    /// `solref`, `solimp` of the limit.
    pub limit_solver: SolverParams,
    /// `solref`, `solimp` of the dry friction.
    pub friction_solver: SolverParams,
    /// Inverse inertia of the degree of freedom in the reference pose.
    pub invweight0: f64,
}

/// Reference dynamics and impedance of a soft constraint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SolverParams {
    /// Time constant and damping ratio if positive; -stiffness and -damping if negative.
    pub solref: [f64; 2],
    /// `dmin dmax width midpoint power`
    pub solimp: [f64; 5],
}

impl Default for SolverParams {
    fn default() -> Self {
        Self { solref: [0.02, 1.0], solimp: [0.9, 0.95, 0.001, 0.5, 2.0] }
    }
}

/// A collision shape's form. Frames: z is the axis of capsules and cylinders and a plane's normal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Shape {
    /// Infinite plane; the half sizes only matter for drawing.
    Plane { half_x: f64, half_y: f64 },
    /// Sphere about the origin.
    Sphere { radius: f64 },
    /// Segment along z of half length `half_length`, with a radius.
    Capsule { radius: f64, half_length: f64 },
    /// Cylinder along z.
    Cylinder { radius: f64, half_length: f64 },
    /// Box with these half sizes.
    Box { half: [f64; 3] },
    /// Convex hull of points in the geom frame, and its triangles, counterclockwise from outside,
    /// if they are known; otherwise no triangles. The triangles of a [`Visual`], which never
    /// collides, may be those of any surface.
    Convex { vertices: Arc<[[f64; 3]]>, faces: Arc<[[u32; 3]]> },
}

/// A collision shape fixed to a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Geom {
    /// Name in the file; may be empty.
    pub name: String,
    /// Index of its body; ignored for geoms of the static scene.
    pub body: usize,
    /// Form.
    pub shape: Shape,
    /// Position in the body frame (static geoms: in the world).
    pub pos: [f64; 3],
    /// Orientation in the body frame (static geoms: in the world).
    pub quat: [f64; 4],
    /// With which geoms it collides, and the parameters of its contacts.
    pub contact: ContactParams,
}

/// A geom's side of a contact, as in MuJoCo's `geom_*` arrays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ContactParams {
    /// Bits of its own types.
    pub contype: u32,
    /// Bits of the types with which it collides.
    pub conaffinity: u32,
    /// 1 is frictionless; 3 has sliding, 4 also torsional, and 6 also rolling friction.
    pub condim: u8,
    /// The geom of higher priority decides the parameters.
    pub priority: i32,
    /// Sliding, torsional and rolling friction.
    pub friction: [f64; 3],
    /// Reference dynamics and impedance.
    pub solver: SolverParams,
    /// Weight when parameters of equal priority mix.
    pub solmix: f64,
    /// Distance below which a contact exists.
    pub margin: f64,
    /// Part of the margin in which a contact exists without force.
    pub gap: f64,
}

impl Default for ContactParams {
    fn default() -> Self {
        Self {
            contype: 1,
            conaffinity: 1,
            condim: 3,
            priority: 0,
            friction: [1.0, 0.005, 0.0001],
            solver: SolverParams::default(),
            solmix: 1.0,
            margin: 0.0,
            gap: 0.0,
        }
    }
}

/// An entry of [`Model::geom_order`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum GeomRef {
    /// Index into [`Model::geoms`].
    Collision(usize),
    /// Index into [`Model::visuals`].
    Visual(usize),
}

/// A shape that is drawn and never collides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Visual {
    /// Index of its body.
    pub body: usize,
    /// Primitive drawn by our own views; `None` where the file names a mesh file, which is not
    /// read.
    pub shape: Option<Shape>,
    /// Position of the primitive in the body frame.
    pub pos: [f64; 3],
    /// Orientation of the primitive in the body frame.
    pub quat: [f64; 4],
    /// Colour, and the mesh that viewers draw.
    pub look: Look,
}

/// What our own views colour a shape by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Dress {
    /// Its own colour.
    Plain,
    /// The team's colour, due to its material or as a part of the kit.
    Kit,
    /// White on either team.
    White,
}

/// How a shape is drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Look {
    /// Group; viewers show groups 0 to 2.
    pub group: u8,
    /// Name of the material, empty if none; `team` takes the team's colour.
    pub material: String,
    /// Colour with opacity, 0 to 1.
    pub rgba: [f64; 4],
    /// What our own views colour it by.
    pub dress: Dress,
    /// The mesh that the league's viewers load in the shape's place.
    pub mesh: Option<ViewerMesh>,
}

/// A mesh that viewers have and we do not ship.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewerMesh {
    /// Name sent to viewers, e.g. `models/T1/Trunk.STL`.
    pub name: String,
    /// Scale along each axis.
    pub scale: [f64; 3],
    /// Position in the body frame.
    pub pos: [f64; 3],
    /// Orientation in the body frame.
    pub quat: [f64; 4],
}

/// A named frame fixed to a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Site {
    /// Name in the file.
    pub name: String,
    /// Index of its body.
    pub body: usize,
    /// Extent: what a touch sensor covers, and the badge at a `jersey` site.
    pub shape: Shape,
    /// Position in the body frame.
    pub pos: [f64; 3],
    /// Orientation in the body frame.
    pub quat: [f64; 4],
}

/// The three actuators `NAME_tau`, `NAME_pos`, `NAME_vel` of one hinge: together the PD law
/// `tau + kp (q* - q) + kd (dq* - dq)`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Motor {
    /// Name without suffix, e.g. `he1`.
    pub name: String,
    /// Index of the hinge.
    pub joint: usize,
    /// Direct torque.
    pub torque: Actuator,
    /// Proportional part.
    pub position: Actuator,
    /// Derivative part.
    pub velocity: Actuator,
}

/// Transmission and limits of one actuator.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Actuator {
    /// Ratio of actuator to joint speed.
    pub gear: f64,
    /// Limits of the control, if limited.
    pub ctrl_range: Option<[f64; 2]>,
    /// Limits of the force before the gear, if limited.
    pub force_range: Option<[f64; 2]>,
}

/// A sensor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensor {
    /// Name in the file.
    pub name: String,
    /// What it measures.
    pub kind: SensorKind,
}

/// What a sensor measures; the index is that of a site or of a hinge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SensorKind {
    /// Orientation of a site in the world, wxyz.
    FrameQuat(usize),
    /// Position of a site in the world, m.
    FramePos(usize),
    /// Angular velocity in the site's frame, rad/s.
    Gyro(usize),
    /// Linear acceleration in the site's frame, with gravity, m/s^2.
    Accelerometer(usize),
    /// Angle of a hinge, rad.
    JointPos(usize),
    /// Speed of a hinge, rad/s.
    JointVel(usize),
    /// Sum of normal forces of contacts of the site's body inside the site, N.
    Touch(usize),
}

impl SensorKind {
    /// Number of values in a reading.
    pub fn dim(self) -> usize {
        match self {
            Self::FrameQuat(_) => 4,
            Self::FramePos(_) | Self::Gyro(_) | Self::Accelerometer(_) => 3,
            Self::JointPos(_) | Self::JointVel(_) | Self::Touch(_) => 1,
        }
    }
}
