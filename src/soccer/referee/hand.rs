//! Hand ball: the ball on a hand or forearm that makes the robot larger than it need be.
//!
//! Arms close to the body, arms that a fallen robot leans on, and the goalie's arms in its own
//! penalty area are no foul. A robot that has no torso commits none.

use crate::math::point::{rotate_back, sub};
use crate::soccer::Game;
use crate::soccer::pitch::{Arm, Pitch, Posture};

/// The goalie's number.
pub(super) const GOALIE: u32 = 1;
/// A robot whose head is lower than this has fallen, m.
const FALLEN: f64 = 0.45;
/// How far arms may reach out of the torso to the front and to the side, in widths of the arm.
const REACH: [f64; 2] = [3.0, 5.0];

impl Game {
    /// Whether the player that touches the ball commits a hand ball.
    pub(super) fn is_hand_foul(&self, pitch: &dyn Pitch<'_>) -> bool {
        let Some(player) = self.ball.active else { return false };
        let players = pitch.players().iter();
        let Some(index) = players.clone().position(|other| *other == player) else { return false };
        let [x, y, _] = pitch.ball();
        let own = pitch.field().penalty_area(player.side);
        if player.number == GOALIE && own.is_some_and(|area| area.contains(x, y)) {
            return false;
        }
        pitch.posture(index, &self.ball.parts).is_some_and(|posture| posture.is_stretched())
    }
}

impl Posture {
    fn is_stretched(&self) -> bool {
        let fallen = self.head[2] < FALLEN;
        self.arms.iter().any(|arm| if fallen { self.is_raised(arm) } else { self.reaches_out(arm) })
    }

    /// For a fallen robot: whether the hand is high in the air, or stretched beyond the head while
    /// the robot lies on its side.
    fn is_raised(&self, &Arm { pos: hand, .. }: &Arm) -> bool {
        let [half_x, half_y] = self.torso_size;
        let [_, _, up] = self.axes;
        let on_side = up[1].abs() > up[0].abs();
        let beyond_head = self.in_torso(hand)[2] > self.in_torso(self.head)[2].abs();
        hand[2] > self.torso[2] + half_x.max(half_y) * 2.0 || on_side && beyond_head
    }

    /// For a robot that stands: whether the hand is far to the front, to the side, or above the
    /// head.
    fn reaches_out(&self, &Arm { pos: hand, width }: &Arm) -> bool {
        let [half_x, half_y] = self.torso_size;
        let [x, y, _] = self.in_torso(hand);
        x.abs() > half_x + width * REACH[0]
            || y.abs() > half_y + width * REACH[1]
            || hand[2] > self.head_top
    }

    /// A point relative to the middle of the torso, along the root body's axes.
    fn in_torso(&self, point: [f64; 3]) -> [f64; 3] {
        rotate_back(&self.axes, sub(point, self.torso))
    }
}
