//! A 2D game as terms see it: with the eyes of one of its players.

use crate::disc::{Game, Side, Vec2};
use crate::terms::{Quantity, View};

/// The game of a player, on a pitch on which his team plays towards positive x; y points down for
/// the left team.
pub struct DiscView<'a> {
    pub game: &'a Game,
    pub place: usize,
}

impl DiscView<'_> {
    /// Writes a point or vector and, where there is room, zeros behind it.
    fn write(&self, vector: Vec2, out: &mut [f64]) {
        let sign = self.game.players[self.place].side.sign();
        out.fill(0.0);
        if let [x, y, ..] = out {
            (*x, *y) = (sign * vector.x, sign * vector.y);
        }
    }

    fn goals(&self, side: Side) -> f64 {
        f64::from(self.game.score[side.index()].goals)
    }
}

impl View for DiscView<'_> {
    fn read(&mut self, quantity: Quantity, out: &mut [f64]) {
        let player = &self.game.players[self.place];
        match quantity {
            Quantity::Position => self.write(player.position, out),
            Quantity::Velocity => self.write(player.velocity, out),
            Quantity::BallPosition => self.write(self.game.ball.position, out),
            Quantity::BallVelocity => self.write(self.game.ball.velocity, out),
            Quantity::Heading => {
                let turned = if player.side == Side::Left { 0.0 } else { std::f64::consts::PI };
                out[0] = crate::disc::normalize_angle(player.body + turned);
            }
            Quantity::Score => out[0] = self.goals(player.side),
            Quantity::Goals => {
                let side = player.side;
                out.copy_from_slice(&[self.goals(side), self.goals(side.other())]);
            }
            // What no term for players of the 2D game asks for.
            _ => out.fill(0.0),
        }
    }

    fn perceive(&mut self, quantity: Quantity, out: &mut [f64]) {
        self.read(quantity, out);
    }

    fn add_noise(&mut self, _: Quantity, _: &mut [f64]) {}

    fn commands(&mut self) -> &mut [f64] {
        &mut []
    }

    fn push(&mut self, _: [f64; 2]) {}

    fn kick_off(&mut self, _: bool) {}
}
