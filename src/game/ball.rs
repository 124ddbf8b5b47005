//! Who touches the ball, and who did before.

use crate::world::{PlayerId, WorldRef};
use serde::{Deserialize, Serialize};

/// Contacts of robots with the ball.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BallContacts {
    /// Who touches the ball; stays the same while others touch it, too.
    pub active: Option<PlayerId>,
    /// With which geoms of its model, in their order.
    pub parts: Vec<usize>,
    /// Who was active before.
    pub last: Option<PlayerId>,
    /// Simulated time at which somebody new became active, s.
    pub contact_change: Option<f64>,
}

impl BallContacts {
    /// Takes in who touches the ball after a step.
    pub fn observe(&mut self, world: &WorldRef) {
        self.parts.clear();
        let touching = |slot: usize| world.scene.slots[slot].player;
        let first = world.ball_touches.first().and_then(|touch| touching(touch.slot));
        let holds = |player| world.ball_touches.iter().any(|touch| touching(touch.slot) == player);
        if first.is_none() || !holds(self.active) {
            self.change(first, world.time);
        }
        if self.active.is_some() {
            let mine = world.ball_touches.iter().filter(|t| touching(t.slot) == self.active);
            self.parts.extend(mine.map(|touch| touch.geom));
        }
    }

    fn change(&mut self, contact: Option<PlayerId>, time: f64) {
        match self.active {
            Some(_) => {
                self.last = self.active;
                if contact.is_some() {
                    self.contact_change = Some(time);
                }
            }
            None if contact.is_some() && contact != self.last => self.contact_change = Some(time),
            None => {}
        }
        self.active = contact;
    }

    /// Who touches the ball, else who did last.
    pub fn most_recent(&self) -> Option<PlayerId> {
        self.active.or(self.last)
    }

    /// Forgets all contacts.
    pub fn reset_contacts(&mut self) {
        self.active = None;
        self.parts.clear();
        self.last = None;
        self.contact_change = None;
    }
}
