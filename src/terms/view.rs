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
    /// Acceleration in the torso's frame, with gravity (3), m/s^2.
    Acceleration,
    /// Of the other robots, the teammates by number and then the opponents by number:
    /// [`OTHER`] numbers each.
    Others,
    /// What the referee gives our team (1).
    Score,
    /// Goals, ours and theirs (2).
    Goals,
    /// What the referee says is on (1), an index into all play modes as if we were the left team,
    /// as a real number.
    PlayMode,
    /// Time played (1), s.
    PlayTime,
    /// Fouls that the referee has given against this robot since the start (1).
    Fouls,
    /// Time of the world (1), s.
    Time,
    /// Of everything that a camera may see, [`sights`](Dims::sights) of [`SIGHT`] numbers each:
    /// distance, m, azimuth and inclination, deg, and 1 where it is seen now, else 0. In order:
    /// ball, teammates and opponents by number, then the posts of our goal and of theirs, of
    /// either that with positive y first.
    Sights,
    /// Of the other robots in the order of [`Others`](Self::Others), [`HEARD`] numbers each: 1
    /// where it is heard now, else 0, where from, deg, and the bytes of what it says, zeros at the
    /// end.
    Heard,
    /// How the world's physics differs ([`PHYSICS`]): factors on friction and gravity; masses of
    /// robot and torso as shares of their models'; offset of the torso's centre of mass (3), m;
    /// substeps by which motors obey late.
    Physics,
    /// Factors on kp of each motor (J), then on kd (J).
    Gains,
    /// Where the torso, or a player's body, looks (1), rad about the vertical.
    Heading,
    /// Of the others in a 2D game, the team mates by number and then the opponents by number,
    /// [`FELLOW`] numbers each: position, m, velocity, m/cycle, where the body looks, rad, number.
    Fellows,
    /// What a player of the 2D game feels ([`FEELINGS`]): stamina; 1 or 0 for who may not act,
    /// collided with the ball, a player, a post; whether the ball is in reach; whether his last
    /// command was of no use, and whether he has kicked the ball.
    Feelings,
    /// What a player of the 2D game knows, [`KNOWN`] numbers each: of himself and the others in the
    /// order of [`Fellows`](Self::Fellows) position, m, velocity, m/cycle, where the body looks,
    /// rad, and the age of the position, cycles; between them, of the ball position, velocity and
    /// the ages of both.
    Known,
    /// The number of a player of the 2D game (1).
    Number,
    /// Who has played the ball of a 2D game in the last cycle, 1 or 0 each ([`PLAYED`]): we, they;
    /// whether anybody has touched it.
    Played,
    /// What is heard now of each team mate by number, in units of the say codec, [`MATE_WORDS`]
    /// numbers each: 1 where he is heard, else 0; where from, deg; of each of [`MOST_UNITS`] units
    /// [`WORD`] numbers: its kind from 1 on or 0 for none, player, x and y as shares of the largest
    /// that can be said, cycles.
    Words,
    /// Who of a 2D game is at the ball when, cycles, 1000 for never (`RACE` and one more for each
    /// of the others): oneself, each of the others in the order of [`Fellows`](Self::Fellows), the
    /// first of us who is no goalie, the first of them; 1 if oneself is the first of us, else 0; x
    /// of the offside line, m; where the ball is met, m.
    Race,
    /// Of a 2D game's set play (2): cycles until the referee ends it, 0 if there is none; 1 for who
    /// has brought the ball into play and may not touch it again yet.
    SetPlay,
    /// What a player of the 2D game who has the ball in reach can do with it (`CHANCES`, then two
    /// numbers for each mate): 1 if a shot arrives before all opponents; what the best run is
    /// worth; what the best pass to each mate is worth, and that of those that arrive two cycles
    /// before opponents, all m more than the ball where it is; [`NO_CHANCE`] for what cannot be
    /// done.
    Chances,
}

/// Numbers of [`Quantity::Race`] beside those of the others.
pub const RACE: usize = 7;
/// Numbers of [`Quantity::SetPlay`].
pub const SET_PLAY: usize = 2;
/// Numbers of [`Quantity::Chances`] beside those of the mates.
pub const CHANCES: usize = 2;
/// What an action is worth that cannot be done, m.
pub const NO_CHANCE: f64 = -1000.0;

/// Numbers that tell of another player of the 2D game.
pub const FELLOW: usize = 6;
/// Numbers that tell of something that a player of the 2D game knows of.
pub const KNOWN: usize = 6;
/// Numbers of [`Quantity::Feelings`].
pub const FEELINGS: usize = 8;
/// Numbers of [`Quantity::Played`].
pub const PLAYED: usize = 3;

/// Most units of the say codec in a message, and numbers that tell of one.
pub const MOST_UNITS: usize = 4;
/// Numbers that tell of a unit.
pub const WORD: usize = 5;
/// Numbers that tell of what is heard of a team mate.
pub const MATE_WORDS: usize = 2 + WORD * MOST_UNITS;
/// Numbers of an action that say a unit: scores of nothing and of ten kinds, player, x, y, cycles.
pub const SPOKEN_UNIT: usize = 15;

/// What is heard of each team mate, of the numbers of [`Quantity::Words`].
pub fn words_of_mates(words: &mut [f64]) -> impl Iterator<Item = &mut [f64]> {
    words.chunks_exact_mut(MATE_WORDS)
}

/// Numbers of [`Quantity::Physics`].
pub const PHYSICS: usize = 8;

/// Numbers that tell of another robot: position, m, velocity, m/s, and orientation wxyz.
pub const OTHER: usize = 10;
/// Numbers that tell of what another robot says: whether it is heard, where from, ten bytes.
pub const HEARD: usize = 12;
/// Numbers that tell of something that a camera may see.
pub const SIGHT: usize = 4;
/// Posts of both goals.
const POSTS: usize = 4;

/// How many there are of what quantities tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dims {
    /// Joints that have a place, J: as many as the robot of the world with most has.
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
    /// How many numbers it is.
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

    /// Does it follow from how the world has been drawn alone? Then it changes when worlds are
    /// drawn, and in no other step.
    pub fn is_drawn(self) -> bool {
        matches!(self, Self::Physics | Self::Gains)
    }

    /// Is it for a referee to tell?
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
/// positive x. For the right team everything is turned by half a turn about the middle of the
/// pitch, and ours are theirs; so terms know no sides.
pub trait View {
    /// Writes a quantity to `out`, which is as long as it is wide.
    fn read(&mut self, quantity: Quantity, out: &mut [f64]);

    /// Writes a quantity as an agent is told it, with the truncation of messages, in the same units
    /// as [`read`](Self::read) does.
    fn perceive(&mut self, quantity: Quantity, out: &mut [f64]);

    /// Adds the errors of the sensors that show a quantity, where they have any.
    fn add_noise(&mut self, quantity: Quantity, values: &mut [f64]);

    /// Commands of all motors (J, 5), to be written: target, rad, velocity, rad/s, kp, kd and
    /// torque.
    fn commands(&mut self) -> &mut [f64];

    /// Changes the torso's horizontal velocity at once, m/s in the world.
    fn push(&mut self, change: [f64; 2]);

    /// Gives us, or else them, the kick-off.
    fn kick_off(&mut self, ours: bool);
}
