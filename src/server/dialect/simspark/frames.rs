//! `RSG` and `RDS` frames: the game, then the scene, in full or as differences.

use crate::batch::WorldBatch;
use crate::server::dialect::{Frames, Moment, ReaderId};
use crate::soccer::{Arena, BALL};
use crate::wire::scene_writer::SentPoses;
use crate::wire::simspark::monitor::{DIFF, Environment, FULL, GameInfo, SceneGraph, Told};
use std::collections::HashMap;
use std::sync::Arc;

/// What a reader knows of the scene; whoever is not there knows nothing.
enum Known {
    /// What it was sent, apart from the others.
    Own(SentPoses),
    /// What all those were sent who know the same.
    Shared,
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
    readers: HashMap<ReaderId, Known>,
    scenery: Option<Scenery>,
    /// The poses that those know who know the same.
    shared: SentPoses,
    /// What all have been told of the game, and before the current frame.
    told: Told,
    told_before: Told,
    all_need_full: bool,
    /// Does the current frame tell everybody everything?
    is_full: bool,
    /// The current frame for those who know the same.
    text: String,
    /// The same for one reader that knows something else.
    apart: String,
}

impl FrameWriter {
    pub(super) fn new(interval: u64) -> Self {
        Self {
            interval,
            readers: HashMap::new(),
            scenery: None,
            shared: SentPoses::default(),
            told: Told::default(),
            told_before: Told::default(),
            all_need_full: true,
            is_full: true,
            text: String::new(),
            apart: String::new(),
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
        // What was news in differences is known now.
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
        let told = info(moment).told();
        self.told_before = std::mem::replace(&mut self.told, told);
        let known = (!self.is_full).then_some(&self.told_before);
        scenery.write(moment, known, &mut self.shared, &mut self.text);
    }

    fn text(&mut self, moment: &Moment<'_>, reader: ReaderId) -> &str {
        let Self { readers, scenery, told_before, is_full, text, apart, .. } = self;
        let Some(scenery) = scenery else { return text };
        if *is_full {
            readers.insert(reader, Known::Shared);
            return text;
        }
        match readers.get_mut(&reader) {
            Some(Known::Shared) => text,
            Some(Known::Own(sent)) => {
                scenery.write(moment, Some(told_before), sent, apart);
                apart
            }
            None => {
                let mut sent = SentPoses::default();
                scenery.write(moment, None, &mut sent, apart);
                readers.insert(reader, Known::Own(sent));
                apart
            }
        }
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

    /// Writes a frame in place of what `out` was: in full, or what is not `known`.
    fn write(
        &self,
        moment: &Moment<'_>,
        known: Option<&Told>,
        sent: &mut SentPoses,
        out: &mut String,
    ) {
        out.clear();
        out.push('(');
        if known.is_none() {
            out.push_str(self.environment.text());
        }
        info(moment).write(out, known);
        out.push(')');
        match known {
            None => {
                out.push_str(FULL);
                self.graph.write_full(out, sent);
            }
            Some(_) => {
                out.push_str(DIFF);
                self.graph.write_diff(out, sent);
            }
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
