//! The markers that somebody wants to see, if these are not all.

use super::audio;
use super::table::{MarkerAnchor, MarkerTable};
use crate::world::scene::Scene;
use crate::world::with_ancestors;

/// Some of a table's markers, and the bodies whose poses are needed to look for them and to hear.
/// Errors of the camera are drawn for each marker separately, so these markers are seen as they are
/// by somebody who looks for all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interest {
    /// Their indices in the table, ascending.
    pub(super) markers: Vec<usize>,
    /// For each slot, which of its bodies' poses are needed.
    bodies: Vec<Vec<bool>>,
}

impl Interest {
    /// Returns the interest in these markers, in any order, of a table of the scene's arena.
    pub fn new(
        scene: &Scene,
        table: &MarkerTable,
        markers: impl IntoIterator<Item = usize>,
    ) -> Self {
        let mut markers: Vec<usize> = markers.into_iter().collect();
        markers.sort_unstable();
        markers.dedup();
        let bodies = (0..scene.slots.len()).map(|slot| {
            let model = scene.model(slot);
            let marked = markers.iter().filter_map(|&marker| match table.anchors()[marker] {
                MarkerAnchor::Site { slot: of, site } if of == slot => Some(site),
                _ => None,
            });
            let heard =
                (0..model.sites.len()).filter(|&site| audio::is_at(&model.sites[site].name));
            let sites = marked.chain(table.camera(slot)).chain(heard);
            let bodies: Vec<usize> = sites.map(|site| model.sites[site].body).collect();
            with_ancestors(model, &bodies)
        });
        Self { bodies: bodies.collect(), markers }
    }

    /// Whether the pose of a slot's body is needed.
    pub(super) fn needs(&self, slot: usize, body: usize) -> bool {
        self.bodies[slot][body]
    }
}
