//! What somebody wants to know of what there is to see, where that is not everything.

use super::audio;
use super::table::{MarkerAnchor, MarkerTable};
use crate::world::scene::Scene;
use crate::world::with_ancestors;

/// Some of a table's markers, and the bodies whose poses it takes to look for them and to hear.
/// Errors of the camera are drawn for each marker by itself, so these markers are seen as by those
/// who look for all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interest {
    /// Their places in the table, in its order.
    pub(super) markers: Vec<usize>,
    /// Of each slot, whether its bodies' poses are needed.
    bodies: Vec<Vec<bool>>,
}

impl Interest {
    /// These markers of a table of the scene's arena, in any order.
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

    /// Is the pose of a slot's body needed?
    pub(super) fn needs(&self, slot: usize, body: usize) -> bool {
        self.bodies[slot][body]
    }
}
