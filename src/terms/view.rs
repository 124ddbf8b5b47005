//! What terms read from a world, and what processes do to it: all that this module knows of
//! physics.

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
    /// Acceleration in the torso's frame, with gravity (3), m/s^2.
    Acceleration,
    /// Of the other robots, the teammates by number and then the opponents by number:
    /// [`OTHER`] numbers each.
    Others,
    /// Score that the referee gives our team (1).
    Score,
    /// Goals, ours and theirs (2).
    Goals,
    /// Play mode that the referee has set (1): an index into all play modes as if we were the left
    /// team, as a real number.
    PlayMode,
    /// Time played (1), s.
    PlayTime,
    /// Fouls that the referee has given against this robot since the start (1).
    Fouls,
    /// Time of the world (1), s.
    Time,
    /// Of everything that a camera may see, [`sights`](Dims::sights) things with [`SIGHT`] numbers
    /// each: distance, m, azimuth and inclination, deg, and 1 if it is seen now, else 0. In order:
    /// ball, teammates and opponents by number, then the posts of our goal and of theirs, in each
    /// the one with positive y first.
    Sights,
    /// Of the other robots in the order of [`Others`](Self::Others), [`HEARD`] numbers each: 1 if
    /// it is heard now, else 0; the direction that it is heard from, deg; and the bytes of what it
    /// says, padded with zeros at the end.
    Heard,
    /// How the world's physics differs ([`PHYSICS`]): factors on friction and gravity; masses of
    /// robot and torso as shares of their models'; offset of the torso's centre of mass (3), m;
    /// delay with which motors obey, substeps.
    Physics,
    /// Factors on kp of each motor (J), then on kd (J).
    Gains,
    /// Heading of the torso, or of a player's body (1), rad about the vertical.
    Heading,
    /// Of the others in a 2D game, the teammates by number and then the opponents by number,
    /// [`FELLOW`] numbers each: position, m, velocity, m/cycle, direction of the body, rad, number.
    Fellows,
    /// What a player of the 2D game feels ([`FEELINGS`]): stamina; then, 1 or 0 each, whether they
    /// may not act, whether they have collided with the ball, a player, a post, whether the ball is
    /// in reach, whether their last command was of no use, and whether they have kicked the ball.
    Feelings,
    /// What a player of the 2D game knows, [`KNOWN`] numbers each. Of themselves and the others in
    /// the order of [`Fellows`](Self::Fellows): position, m, velocity, m/cycle, direction of the
    /// body, rad, and the age of the position, cycles. Of the ball, which comes after themselves:
    /// position, velocity and the ages of both.
    Known,
    /// The number of a player of the 2D game (1).
    Number,
    /// Who has played the ball of a 2D game in the last cycle, 1 or 0 each ([`PLAYED`]): our team;
    /// their team; whether anybody has touched it.
    Played,
    /// What is heard now from each teammate by number, in units of the say codec, [`MATE_WORDS`]
    /// numbers each: 1 if they are heard, else 0; the direction that they are heard from, deg; then
    /// [`WORD`] numbers for each of [`MOST_UNITS`] units: its kind, counted from 1, or 0 for none;
    /// player; x and y as shares of the largest that can be said; cycles.
    Words,
    /// When the players of a 2D game reach the ball, cycles, 1000 for never (`RACE` numbers and one
    /// more for each of the others): oneself, each of the others in the order of
    /// [`Fellows`](Self::Fellows), our first who is not a goalie, the first of theirs; then 1 if
    /// oneself is our first, else 0; x of the offside line, m; where the ball is met, m.
    Race,
    /// Of a 2D game's set play (2): cycles until the referee ends it, 0 if there is none; 1 if the
    /// player has brought the ball into play and may not touch it again yet, else 0.
    SetPlay,
    /// What a player of the 2D game who has the ball in reach can do with it (`CHANCES`, then two
    /// numbers for each mate): 1 if a shot arrives before all opponents; the worth of the best run;
    /// then, for each mate, the worth of the best pass, and of the best of those that arrive two
    /// cycles before opponents. Worths are in m, relative to that of the ball where it is;
    /// [`NO_CHANCE`] for what cannot be done.
    Chances,
}

/// Numbers of [`Quantity::Race`] besides those of the other players.
pub const RACE: usize = 7;
/// Numbers of [`Quantity::SetPlay`].
pub const SET_PLAY: usize = 2;
/// Numbers of [`Quantity::Chances`] besides those of the mates.
pub const CHANCES: usize = 2;
/// Worth of an action that cannot be done, m.
pub const NO_CHANCE: f64 = -1000.0;

/// Numbers for each other player of the 2D game.
pub const FELLOW: usize = 6;
/// Numbers for each thing that a player of the 2D game knows of.
pub const KNOWN: usize = 6;
/// Numbers of [`Quantity::Feelings`].
pub const FEELINGS: usize = 8;
/// Numbers of [`Quantity::Played`].
pub const PLAYED: usize = 3;

/// Largest number of units of the say codec in a message.
pub const MOST_UNITS: usize = 4;
/// Numbers for each unit.
pub const WORD: usize = 5;
/// Numbers for what is heard from each teammate.
pub const MATE_WORDS: usize = 2 + WORD * MOST_UNITS;
/// Numbers of an action that make up a spoken unit: scores of nothing and of ten kinds, player, x,
/// y, cycles.
pub const SPOKEN_UNIT: usize = 15;

/// Splits the numbers of [`Quantity::Words`] into what is heard from each teammate.
pub fn words_of_mates(words: &mut [f64]) -> impl Iterator<Item = &mut [f64]> {
    words.chunks_exact_mut(MATE_WORDS)
}

/// Numbers of [`Quantity::Physics`].
pub const PHYSICS: usize = 8;

/// Numbers for each other robot: position, m, velocity, m/s, and orientation wxyz.
pub const OTHER: usize = 10;
/// Numbers for what another robot says: whether it is heard, the direction it is heard from, ten
/// bytes.
pub const HEARD: usize = 12;
/// Numbers for each thing that a camera may see.
pub const SIGHT: usize = 4;
/// Posts of both goals.
const POSTS: usize = 4;

/// The counts that the widths of quantities depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dims {
    /// Places for joints, J: as many as the robot with the most joints in the world has.
    pub joints: usize,
    /// Teammates.
    pub mates: usize,
    /// Opponents.
    pub opponents: usize,
}

impl Dims {
    /// Other robots of the world.
    pub fn others(self) -> usize {
        self.mates + self.opponents
    }

    /// Things that a camera may see.
    pub fn sights(self) -> usize {
        1 + self.others() + POSTS
    }
}

impl Quantity {
    /// Number of values of the quantity.
    pub fn width(self, dims: Dims) -> usize {
        match self {
            Self::JointAngles | Self::JointSpeeds => dims.joints,
            Self::Gyro | Self::Acceleration | Self::Position | Self::BallPosition => 3,
            Self::Orientation => 4,
            Self::Velocity | Self::BallVelocity => 6,
            Self::Feet => 12,
            Self::Heading
            | Self::Score
            | Self::PlayMode
            | Self::PlayTime
            | Self::Fouls
            | Self::Number
            | Self::Time => 1,
            Self::Goals => 2,
            Self::Others => OTHER * dims.others(),
            Self::Fellows => FELLOW * dims.others(),
            Self::Feelings => FEELINGS,
            Self::Known => KNOWN * (2 + dims.others()),
            Self::Played => PLAYED,
            Self::Sights => SIGHT * dims.sights(),
            Self::Heard => HEARD * dims.others(),
            Self::Physics => PHYSICS,
            Self::Gains => 2 * dims.joints,
            Self::Words => MATE_WORDS * dims.mates,
            Self::Race => RACE + dims.others(),
            Self::SetPlay => SET_PLAY,
            Self::Chances => CHANCES + 2 * dims.mates,
        }
    }

    /// Whether it depends only on how the world has been drawn. Then it changes when worlds are
    /// drawn, and in no other step.
    pub fn is_drawn(self) -> bool {
        matches!(self, Self::Physics | Self::Gains)
    }

    /// Whether it is known only in a game with a referee.
    pub fn is_of_game(self) -> bool {
        matches!(
            self,
            Self::Score
                | Self::Goals
                | Self::PlayMode
                | Self::PlayTime
                | Self::Fouls
                | Self::Sights
                | Self::Heard
                | Self::Words
        )
    }
}

/// One world as one of its robots has it: on a pitch on which the robot's team plays towards
/// positive x. For the right team everything is rotated by half a turn about the middle of the
/// pitch, and our team and theirs are exchanged, so that terms need not know about sides.
pub trait View {
    /// Writes a quantity to `out`, which has as many cells as the quantity is wide.
    fn read(&mut self, quantity: Quantity, out: &mut [f64]);

    /// Writes a quantity as messages report it to an agent, with their truncation, in the same
    /// units as [`read`](Self::read) does.
    fn perceive(&mut self, quantity: Quantity, out: &mut [f64]);

    /// Adds the errors of the sensors that show a quantity, if they have any.
    fn add_noise(&mut self, quantity: Quantity, values: &mut [f64]);

    /// Commands of all motors (J, 5), to be written: target, rad, velocity, rad/s, kp, kd and
    /// torque.
    fn commands(&mut self) -> &mut [f64];

    /// Changes the torso's horizontal velocity at once, m/s in the world.
    fn push(&mut self, change: [f64; 2]);

    /// Gives the kick-off to us if `ours` is set, else to them.
    fn kick_off(&mut self, ours: bool);
}
