//! What terms ask of a world, and what processes do to it: all that this room knows of physics.

/// Something that can be read from a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Of the joints in the order of the motors (J), rad.
    JointAngles,
    /// Of the joints in the order of the motors (J), rad/s.
    JointSpeeds,
    /// Angular velocity in the torso's frame (3), rad/s.
    Gyro,
    /// Of the torso in the world (3), m.
    Position,
    /// Orientation wxyz of the torso in the world (4).
    Orientation,
    /// Of the torso: linear in the world (3), m/s, then angular in its own frame (3), rad/s.
    Velocity,
    /// Of the ball in the world (3), m.
    BallPosition,
    /// Of the ball: linear in the world (3), m/s, then angular (3), rad/s.
    BallVelocity,
    /// Position, m, and upward axis in the world of both feet (6 each), left before right.
    Feet,
    /// What the referee gives the left team (1).
    Score,
    /// What the referee says is on (1), an index into all play modes, as a real number.
    PlayMode,
    /// How the world's physics differs ([`PHYSICS`]): factors on friction and gravity; masses of
    /// robot and torso as shares of their models'; offset of the torso's centre of mass (3), m;
    /// substeps by which motors obey late.
    Physics,
    /// Factors on kp of each motor (J), then on kd (J).
    Gains,
}

/// Numbers of [`Quantity::Physics`].
pub const PHYSICS: usize = 8;

impl Quantity {
    /// How many numbers it is, for a robot with so many joints.
    pub fn width(self, joints: usize) -> usize {
        match self {
            Self::JointAngles | Self::JointSpeeds => joints,
            Self::Gyro | Self::Position | Self::BallPosition => 3,
            Self::Orientation => 4,
            Self::Velocity | Self::BallVelocity => 6,
            Self::Feet => 12,
            Self::Score | Self::PlayMode => 1,
            Self::Physics => PHYSICS,
            Self::Gains => 2 * joints,
        }
    }
}

/// One world.
pub trait View {
    /// Writes a quantity to `out`, which is as long as it is wide.
    fn read(&mut self, quantity: Quantity, out: &mut [f64]);

    /// Adds the errors of the sensors that show a quantity, where they have any.
    fn add_noise(&mut self, quantity: Quantity, values: &mut [f64]);

    /// Commands of all motors (J, 5), to be written: target, rad, velocity, rad/s, kp, kd and
    /// torque.
    fn commands(&mut self) -> &mut [f64];

    /// Changes the torso's horizontal velocity at once, m/s in the world.
    fn push(&mut self, change: [f64; 2]);

    /// Gives the left team the kick-off.
    fn kick_off(&mut self);
}
