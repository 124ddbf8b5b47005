//! Who hears what in one frame.

use super::super::table::MarkerTable;
use super::{Audio, AudioRng, Heard, Listener, microphones};

/// The hearing of all robots of a world in one frame.
pub struct Hearing<'a> {
    /// The messages that are said.
    pub audio: &'a Audio,
    /// Decides which of many messages get through.
    pub random: &'a mut AudioRng,
    /// What was heard in this frame, by slot; empty until somebody listens.
    pub heard: &'a mut Vec<Option<Vec<Heard>>>,
}

impl Hearing<'_> {
    /// What the listener hears; `None` if its microphone does not report. What gets through is
    /// drawn once a frame, for all robots in rcsssmj's order, when the first robot that has a
    /// microphone listens.
    pub fn hear(&mut self, table: &MarkerTable, listener: &Listener) -> Option<&[Heard]> {
        let Listener { scene, locations, slot } = *listener;
        if self.heard.is_empty() && !self.audio.is_silent() {
            microphones(scene.model(slot)).next()?;
            self.heard.resize(scene.slots.len(), None);
            for robot in table.robots() {
                let listener = Listener { scene, locations, slot: robot.slot };
                self.heard[robot.slot] = self.audio.hear(&listener, self.random);
            }
        }
        self.heard.get(slot)?.as_deref()
    }

    /// Lets everybody listen again, with new random draws.
    pub fn listen_again(&mut self) {
        self.heard.clear();
    }
}
