//! `RSG` and `RDS` frames: the game, then the scene, in full or as differences.

use crate::batch::WorldBatch;
use crate::server::dialect::{Frames, Moment, ReaderId};
use crate::soccer::{Arena, BALL};
use crate::wire::scene_writer::SentPoses;
use crate::wire::simspark::monitor::{DIFF, Environment, FULL, GameInfo, KnownState, SceneGraph};
use std::collections::HashSet;
use std::sync::Arc;

/// How much a frame tells.
#[derive(Clone, Copy)]
enum Extent<'a> {
    /// Everything, with current poses.
    Full,
    /// Everything, with the poses that the readers of differences know.
    Whole,
    /// What has changed; for the game, relative to what was reported before.
    Diff(&'a KnownState),
}

/// What stays the same as long as nobody joins or leaves.
struct Scenery {
    arena: Arc<Arena>,
    graph: SceneGraph,
    environment: Environment,
}

/// Writes the frames of one game.
pub(super) struct FrameWriter {
    /// Cycles between two frames.
    interval: u64,
    /// Readers that have had a full frame and all differences since.
    readers: HashSet<ReaderId>,
    scenery: Option<Scenery>,
    /// The poses that `readers` know.
    sent: SentPoses,
    /// The game as reported in the current frame, and in the frame before it.
    reported: KnownState,
    reported_before: KnownState,
    all_need_full: bool,
    /// Whether the current frame is a full one for everybody.
    is_full: bool,
    /// The current frame for `readers`.
    text: String,
    /// The current frame in full for everybody else, with the poses that `readers` now know, so
    /// that the next differences are the same for all; empty until somebody needs it.
    whole: String,
}

impl FrameWriter {
    pub(super) fn new(interval: u64) -> Self {
        Self {
            interval,
            readers: HashSet::new(),
            scenery: None,
            sent: SentPoses::default(),
            reported: KnownState::default(),
            reported_before: KnownState::default(),
            all_need_full: true,
            is_full: true,
            text: String::new(),
            whole: String::new(),
        }
    }
}

impl Frames for FrameWriter {
    fn is_due(&mut self, cycle: u64) -> bool {
        cycle.is_multiple_of(self.interval)
    }

    fn refresh(&mut self) {
        self.all_need_full = true;
    }

    fn begin(&mut self, moment: &Moment<'_>) {
        let Moment { batch, view, selected, .. } = moment;
        // Objects that were new in the last differences are known now.
        if let Some(scenery) = self.scenery.as_mut().filter(|_| !self.is_full) {
            scenery.graph.settle();
        }
        let is_old = |scenery: &Scenery| !Arc::ptr_eq(&scenery.arena, batch.arena());
        if self.scenery.as_ref().is_none_or(is_old) {
            self.all_need_full = true;
            let earlier = self.scenery.take();
            self.scenery = Some(Scenery::new(moment, earlier.map(|scenery| scenery.arena)));
        }
        let Some(scenery) = &mut self.scenery else { return };
        scenery.graph.update(batch.arena(), view, *selected);
        self.is_full = std::mem::take(&mut self.all_need_full);
        let reported = info(moment).known();
        self.reported_before = std::mem::replace(&mut self.reported, reported);
        let extent = match self.is_full {
            true => Extent::Full,
            false => Extent::Diff(&self.reported_before),
        };
        scenery.write(moment, extent, &mut self.sent, &mut self.text);
        self.whole.clear();
    }

    fn message(&mut self, moment: &Moment<'_>, reader: ReaderId) -> &[u8] {
        let Self { readers, scenery, sent, is_full, text, whole, .. } = self;
        let Some(scenery) = scenery else { return text.as_bytes() };
        if !readers.insert(reader) || *is_full {
            return text.as_bytes();
        }
        if whole.is_empty() {
            scenery.write(moment, Extent::Whole, sent, whole);
        }
        whole.as_bytes()
    }

    fn missed(&mut self, reader: ReaderId) {
        self.readers.remove(&reader);
    }

    fn left(&mut self, reader: ReaderId) {
        self.readers.remove(&reader);
    }
}

impl Scenery {
    fn new(moment: &Moment<'_>, earlier: Option<Arc<Arena>>) -> Self {
        let Moment { batch, game, .. } = moment;
        let arena = batch.arena();
        let (radius, mass) = (arena.ball_radius(), ball_mass(batch));
        Self {
            arena: Arc::clone(arena),
            graph: SceneGraph::new(arena, earlier.as_deref()),
            environment: Environment::new(arena.field(), &game.game.rules, radius, mass),
        }
    }

    /// Writes a frame; replaces the contents of `out`.
    fn write(
        &self,
        moment: &Moment<'_>,
        extent: Extent<'_>,
        sent: &mut SentPoses,
        out: &mut String,
    ) {
        let info = info(moment);
        out.clear();
        out.push('(');
        if let Extent::Diff(known) = extent {
            info.write(out, Some(known));
        } else {
            out.push_str(self.environment.text());
            info.write(out, None);
        }
        out.push(')');
        out.push_str(if matches!(extent, Extent::Diff(_)) { DIFF } else { FULL });
        match extent {
            Extent::Full => self.graph.write_full(out, sent),
            Extent::Whole => self.graph.write_again(out, sent),
            Extent::Diff(_) => self.graph.write_diff(out, sent),
        }
    }
}

fn info<'a>(moment: &Moment<'a>) -> GameInfo<'a> {
    let Moment { game, fouls, fouls_before, .. } = *moment;
    GameInfo { state: &game.game.state, rules: &game.game.rules, fouls, fouls_before }
}

/// Mass of the ball, kg.
fn ball_mass(batch: &WorldBatch) -> f64 {
    batch.arena().scene().model(BALL).bodies.iter().map(|body| body.mass).sum()
}
