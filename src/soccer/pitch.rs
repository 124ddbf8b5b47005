//! A match as its rules see and change it, whatever implements it: bodies in a physics engine, or a
//! few numbers in a test.

use super::field::Field;
use super::player::{PlayerId, Side};

/// Ball and players of a match in one cycle. Positions in m and velocities in m/s in the world's
/// frame, angles in rad. A player is given by its index among [`players`](Self::players).
///
/// What lives for `'a` does not change while ball and players are moved.
pub trait Pitch<'a> {
    /// Field of play.
    fn field(&self) -> &'a Field;

    /// Who plays, in order of joining.
    fn players(&self) -> &'a [PlayerId];

    /// Simulated time, s.
    fn time(&self) -> f64;

    /// Where the centre of the ball is.
    fn ball(&self) -> [f64; 3];

    /// Radius of the ball, m.
    fn ball_radius(&self) -> f64;

    /// Where the root body of a player is.
    fn position(&self, player: usize) -> [f64; 3];

    /// The `nth` contact of a player with the ball, in order of players and parts.
    fn ball_contact(&self, nth: usize) -> Option<BallContact>;

    /// How a player holds those of `parts` that are arms; `None` if none of them is one, or it has
    /// no torso.
    fn posture(&self, player: usize, parts: &[usize]) -> Option<Posture>;

    /// Puts the ball somewhere, without spin.
    fn place_ball(&mut self, pos: [f64; 3], velocity: [f64; 3]);

    /// Puts the ball somewhere else, moving and spinning as it does.
    fn move_ball(&mut self, to: [f64; 3]);

    /// Gives the ball a velocity where it is, without spin.
    fn set_ball_velocity(&mut self, velocity: [f64; 3]);

    /// Puts a player somewhere, with an orientation of unit length, hinges at zero, at rest.
    fn place_player(&mut self, player: usize, pos: [f64; 3], quat: [f64; 4]);

    /// Puts a player somewhere else as it is: in its posture, its root at rest.
    fn move_player(&mut self, player: usize, to: [f64; 3]);

    /// Puts a player somewhere else in its posture, with an orientation of unit length or turned as
    /// it is, its root and all hinges at rest.
    fn settle_player(&mut self, player: usize, to: [f64; 3], quat: Option<[f64; 4]>);

    /// Moves a player as it is, keeping its height.
    fn shift_player(&mut self, player: usize, [x, y]: [f64; 2]) {
        let [_, _, z] = self.position(player);
        self.move_player(player, [x, y, z]);
    }

    /// Changes the velocity of a player's root.
    fn push_player(&mut self, player: usize, by: [f64; 3]);

    /// Stands a player up somewhere: at its model's height, hinges at zero, at rest.
    fn stand_player(&mut self, player: usize, at: [f64; 2], yaw: f64);
}

/// A part of a player that touches the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallContact {
    /// Who touches it.
    pub player: PlayerId,
    /// The geom of its model that touches the ball.
    pub part: usize,
}

/// How a player holds its body, m.
#[derive(Clone, Debug, PartialEq)]
pub struct Posture {
    /// Rows of the root body's orientation; columns are its axes: ahead, to the left, upwards.
    pub axes: [[f64; 3]; 3],
    /// Middle of the torso.
    pub torso: [f64; 3],
    /// Half sizes of the torso to the front and to the side.
    pub torso_size: [f64; 2],
    /// Where the head is.
    pub head: [f64; 3],
    /// Height of the top of the head.
    pub head_top: f64,
    /// The requested hands and forearms.
    pub arms: Vec<Arm>,
}

/// A hand or forearm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// Its middle, m.
    pub pos: [f64; 3],
    /// Its thickness, m.
    pub width: f64,
}

/// Indices of a side's players, in order of joining.
pub(super) fn members(players: &[PlayerId], side: Side) -> impl Iterator<Item = usize> + '_ {
    let players = players.iter().enumerate();
    players.filter(move |(_, player)| player.side == side).map(|(index, _)| index)
}
