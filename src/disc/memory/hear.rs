//! What a player takes in of what a team mate tells him.

use super::crowd::POS;
use super::{Memory, NEVER};
use crate::disc::{PLAYERS, Player, Vec2};

/// Something that a team mate tells. Positions and velocities on the pitch, m and m/cycle; `age`:
/// cycles since he knew it from his own eyes when he said it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the text above says it")]
pub enum Report {
    /// Where the ball is.
    Ball { position: Vec2, age: u16 },
    /// How the ball moves.
    BallVelocity { velocity: Vec2, age: u16 },
    /// Where a player is, by his place.
    Player { place: usize, position: Vec2, age: u16 },
}

/// A message was said in the cycle before the one in which it is heard.
const DELAY: u16 = 1;

impl Memory {
    /// Takes in a report, if it is newer than what the player knows himself. What is heard does
    /// not count as seen: `seen_...` stay, and so do velocities of players, of which nobody tells.
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

/// Whether what was known so long ago when it was said is newer than what one knows.
fn newer(age: u16, known: u16) -> bool {
    age < NEVER && age + DELAY < known
}
