//! What the robots of a stage see.

use crate::stage::Stage;
use rcssgym::perception::{Detection, Sensing, Vision};

impl Stage {
    /// Returns what a slot sees; `None` without a camera.
    pub fn look(&mut self, slot: usize, senses: &Sensing, frame: u64) -> Option<Vec<Detection>> {
        self.locate(senses);
        let Self { scene, table, locations, .. } = self;
        let mut seen = Vec::new();
        let vision = Vision { senses, scene, table, locations, frame };
        vision.look(slot, &mut seen).then_some(seen)
    }

    /// Returns the names of what a slot sees. A robot's markers begin with its name, e.g.
    /// `r-1-3-head`.
    pub fn names(&mut self, slot: usize, senses: &Sensing) -> Vec<String> {
        let seen = self.look(slot, senses, 0).unwrap();
        let name = |seen: &Detection| {
            let marker = seen.marker as usize;
            let owner = self.table.robots().iter().find(|robot| robot.markers.contains(&marker));
            let prefix = owner.map(|robot| robot.player.prefix()).unwrap_or_default();
            prefix + &self.table.names()[marker]
        };
        seen.iter().map(name).collect()
    }
}
