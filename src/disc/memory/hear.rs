//! What a player learns from what a teammate tells them.

use super::crowd::POS;
use super::{Memory, NEVER};
use crate::disc::{PLAYERS, Player, Vec2};

/// Something that a teammate reports. Positions and velocities are on the pitch, in m and m/cycle.
/// `age`: how many cycles before they said it they had seen it themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the text above says it")]
pub enum Report {
    /// Where the ball is.
    Ball { position: Vec2, age: u16 },
    /// How the ball moves.
    BallVelocity { velocity: Vec2, age: u16 },
    /// Where a player is, by their place.
    Player { place: usize, position: Vec2, age: u16 },
}

/// Cycles between saying a message and hearing it.
const DELAY: u16 = 1;

impl Memory {
    /// Takes in a report if it is newer than what the player knows themselves. What is heard does
    /// not count as seen: the `seen_...` fields stay. Velocities of players stay too, because
    /// nobody reports them.
    pub fn hear(&mut self, report: Report) {
        let own = Player::place(self.side, self.unum);
        match report {
            Report::Ball { position, age } if newer(age, self.ball.pos_count) => {
                self.ball.position = position;
                (self.ball.pos_count, self.ball.ghost_count) = (age + DELAY, 0);
            }
            Report::BallVelocity { velocity, age } if newer(age, self.ball.vel_count) => {
                self.ball.velocity = velocity;
                self.ball.vel_count = age + DELAY;
            }
            Report::Player { place, position, age } if place != own => {
                self.crowd.catch_up();
                if place < PLAYERS && newer(age, self.crowd.age(POS, place)) {
                    self.crowd.hear(place, position, age + DELAY);
                }
            }
            _ => {}
        }
    }
}

/// Whether a report that was `age` cycles old when it was said is newer than what is known.
fn newer(age: u16, known: u16) -> bool {
    age < NEVER && age + DELAY < known
}
