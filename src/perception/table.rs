//! Everything in an arena that can be seen, and the robots that look.

use crate::model::Model;
use crate::soccer::{Arena, BALL, PlayerId, Side};
use std::ops::Range;

/// Suffix of the names of visible sites.
const MARKER_SUFFIX: &str = "-vismarker";
/// The site that a robot sees from.
const CAMERA: &str = "camera";

/// Where a marker is fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MarkerAnchor {
    /// In the world; on a goal, or on the pitch.
    World { pos: [f64; 3], goal: Option<Side> },
    /// At a site of a slot's tree.
    Site { slot: usize, site: usize },
}

/// The markers of one robot.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotMarkers {
    /// Its slot.
    pub slot: usize,
    /// Who it is.
    pub player: PlayerId,
    /// Its part of the table.
    pub markers: Range<usize>,
}

/// The visible markers of an arena, in rcsssmj's order: those of the field, the ball's, then those
/// of the robots of the left team in order of joining, then of the right team. Build it once per
/// roster; all worlds of a batch share it.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkerTable {
    names: Vec<String>,
    anchors: Vec<MarkerAnchor>,
    robots: Vec<RobotMarkers>,
    /// Camera site of each slot.
    cameras: Vec<Option<usize>>,
}

impl MarkerTable {
    /// The markers of an arena; see [`Field::markers`](crate::soccer::Field::markers) for `compat`.
    pub fn new(arena: &Arena, compat: bool) -> Self {
        let mut table = Self {
            names: Vec::new(),
            anchors: Vec::new(),
            robots: Vec::new(),
            cameras: (0..arena.scene().slots.len()).map(|slot| camera(arena, slot)).collect(),
        };
        for marker in arena.field().markers(compat) {
            table.names.push(marker.name);
            table.anchors.push(MarkerAnchor::World { pos: marker.pos, goal: marker.goal });
        }
        table.add_sites(BALL, arena.scene().model(BALL));
        for slot in Side::BOTH.into_iter().flat_map(|side| arena.team(side)) {
            let Some(player) = arena.player(slot) else { continue };
            let first = table.names.len();
            table.add_sites(slot, arena.scene().model(slot));
            let markers = first..table.names.len();
            table.robots.push(RobotMarkers { slot, player, markers });
        }
        table
    }

    fn add_sites(&mut self, slot: usize, model: &Model) {
        for (site, name) in model.sites.iter().map(|site| &site.name).enumerate() {
            if let Some(name) = name.strip_suffix(MARKER_SUFFIX) {
                self.names.push(name.to_owned());
                self.anchors.push(MarkerAnchor::Site { slot, site });
            }
        }
    }

    /// Names of all markers; a robot's do not say whose they are.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The robots in the order in which rcsssmj serves them, and their parts of the table.
    pub fn robots(&self) -> &[RobotMarkers] {
        &self.robots
    }

    pub(super) fn anchors(&self) -> &[MarkerAnchor] {
        &self.anchors
    }

    /// The camera's site on a slot's model, if it has one.
    pub fn camera(&self, slot: usize) -> Option<usize> {
        self.cameras.get(slot).copied().flatten()
    }

    /// Who plays in a slot.
    pub(super) fn player(&self, slot: usize) -> Option<PlayerId> {
        self.robots.iter().find(|robot| robot.slot == slot).map(|robot| robot.player)
    }

    /// The robot whose marker this is.
    pub(super) fn owner(&self, marker: usize) -> Option<&RobotMarkers> {
        let index = self.robots.partition_point(|robot| robot.markers.end <= marker);
        self.robots.get(index).filter(|robot| robot.markers.contains(&marker))
    }
}

fn camera(arena: &Arena, slot: usize) -> Option<usize> {
    arena.player(slot)?;
    arena.scene().model(slot).sites.iter().position(|site| site.name == CAMERA)
}
