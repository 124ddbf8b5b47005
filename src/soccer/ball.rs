//! Who touches the ball, and who did before.

use super::pitch::{BallContact, Pitch};
use super::player::PlayerId;
use serde::{Deserialize, Serialize};

/// Contacts of robots with the ball.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BallContacts {
    /// Who touches the ball; stays the same while others touch it, too.
    pub active: Option<PlayerId>,
    /// Geoms of its model that touch the ball, in their order.
    pub parts: Vec<usize>,
    /// Who was active before.
    pub last: Option<PlayerId>,
    /// Simulated time at which somebody new became active, s.
    pub contact_change: Option<f64>,
}

impl BallContacts {
    /// Updates the contacts after a step.
    pub fn observe(&mut self, pitch: &dyn Pitch<'_>) {
        self.parts.clear();
        let contacts = || (0..).map_while(|nth| pitch.ball_contact(nth));
        let is_of = |contact: &BallContact, player| Some(contact.player) == player;
        let first = contacts().next().map(|contact| contact.player);
        if !contacts().any(|contact| is_of(&contact, self.active)) {
            self.change(first, pitch.time());
        }
        let mine = contacts().filter(|contact| is_of(contact, self.active));
        self.parts.extend(mine.map(|contact| contact.part));
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

    /// Who touches the ball, or else touched it last.
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
