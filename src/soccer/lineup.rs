//! Where players stand before anybody moves them.

use super::arena::{Arena, BALL};
use super::player::{PlayerId, Side};
use crate::math::quaternion::about_z;
use crate::model::ROOT_COORDS;
use crate::world::state::{COMMAND_LEN, Start, State};
use std::f64::consts::FRAC_PI_2;

/// Command of a player's motor until its first one: MuJoCo's default gains pull it to zero.
const UNCOMMANDED: [f64; COMMAND_LEN] = [0.0, 0.0, 1.0, 1.0, 0.0];

/// Gives all motors the gains that they have until their first command; targets and torques stay.
pub fn forget_gains(state: &mut State) {
    for command in state.command.chunks_exact_mut(COMMAND_LEN) {
        command[2..4].copy_from_slice(&UNCOMMANDED[2..4]);
    }
}

/// Where robots stand at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lineup {
    /// On the pitch in rows, the teams facing each other.
    InLine,
    /// Beside the pitch, where rcsssmj puts robots that join.
    Sideline,
}

impl Arena {
    /// How worlds begin: the ball in the centre, every robot in its model's pose. Motors have no
    /// command; in a `game` they have rcsssmj's initial one.
    pub fn start(&self, lineup: Lineup, game: bool) -> Start {
        let mut qpos = self.scene().reference_qpos();
        let mut numbers = [0; 2];
        let slots = self.scene().slots[BALL + 1..].iter();
        for (slot, &player) in slots.zip(self.players()) {
            let root = &mut qpos[slot.qpos.clone()][..ROOT_COORDS];
            let number = &mut numbers[player.side.index()];
            match lineup {
                Lineup::InLine => place_in_line(player.side, *number, root),
                Lineup::Sideline => {
                    let [x, y, yaw] = self.sideline(player);
                    root[..2].copy_from_slice(&[x, y]);
                    root[3..].copy_from_slice(&about_z(yaw));
                }
            }
            *number += 1;
        }
        let motor = if game { UNCOMMANDED } else { [0.0; COMMAND_LEN] };
        Start { qpos, command: motor.repeat(self.scene().nu()) }
    }

    /// Position and heading at which rcsssmj puts a robot that joins: beside the pitch, facing it.
    fn sideline(&self, player: PlayerId) -> [f64; 3] {
        let x = player.side.sign() * (2.0 * f64::from(player.number) + 1.0);
        [x, self.field().half()[1] + self.field().border, -FRAC_PI_2]
    }
}

/// Left robots face right on x = -2 m, -4 m, ...; right robots mirror them.
fn place_in_line(side: Side, number: usize, root: &mut [f64]) {
    let (row, column) = (number / 4, number % 4);
    root[0] = side.sign() * (2.0 + 2.0 * row as f64);
    root[1] = 2.0 * (column as f64 - 1.5);
    if side == Side::Right {
        let [w, x, y, z] = [root[3], root[4], root[5], root[6]];
        // half a turn about z, from the left
        root[3..7].copy_from_slice(&[-z, -y, x, w]);
    }
}
