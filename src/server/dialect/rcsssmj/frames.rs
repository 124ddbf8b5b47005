//! RSMP frames: the scene graph, the game and the surroundings, in full or as differences.

use crate::batch::WorldBatch;
use crate::server::dialect::{Frames, Moment, ReaderId};
use crate::soccer::{Arena, Game, GameState, Side};
use crate::wire::rcsssmj::monitor::{
    Environment, Extent, GameInfo, SceneGraph, SentPoses, shown_names, write_frame,
};
use std::collections::HashMap;
use std::sync::Arc;

/// Cycles between two full frames.
const FULL_INTERVAL: u64 = 250;

/// What a reader knows of the scene.
#[derive(Default)]
enum Known {
    /// Nothing: it needs a full frame.
    #[default]
    Nothing,
    /// The poses that it was sent, separately from other readers.
    Own(SentPoses),
    /// The poses in `FrameWriter::shared`, like all readers in this state.
    Shared,
}

/// The names of teams that a reader knows, by which it finds their players.
///
/// A viewer such as RoboViz learns the names of teams at the end of a full message, and finds
/// players by these names at the beginning of one. So a reader that gets new names gets everything
/// once more.
#[derive(Debug, Default)]
struct Acquaintance {
    /// Names in the last full message.
    names: [Option<String>; 2],
    /// Whether the next message must repeat everything.
    is_again: bool,
}

/// What a reader has been sent.
#[derive(Default)]
struct Reader {
    known: Known,
    teams: Acquaintance,
}

/// What stays the same as long as nobody joins or leaves and no team is named.
struct Scenery {
    arena: Arc<Arena>,
    names: [Option<String>; 2],
    graph: SceneGraph,
    environment: Environment,
}

/// Writes the frames of one game.
pub(super) struct FrameWriter {
    /// Cycles between two frames.
    interval: u64,
    readers: HashMap<ReaderId, Reader>,
    scenery: Option<Scenery>,
    /// The poses that all readers with [`Known::Shared`] know.
    shared: SentPoses,
    all_need_full: bool,
    /// Whether the current frame is a full one for everybody.
    is_full: bool,
    /// The current frame for readers with [`Known::Shared`].
    text: String,
    /// The current frame for those of them that are sent everything once more; empty until one
    /// needs it.
    again: String,
    /// The current frame for one reader that knows something else.
    apart: String,
}

impl FrameWriter {
    pub(super) fn new(interval: u64) -> Self {
        Self {
            interval,
            readers: HashMap::new(),
            scenery: None,
            shared: SentPoses::default(),
            all_need_full: true,
            is_full: true,
            text: String::new(),
            again: String::new(),
            apart: String::new(),
        }
    }
}

impl Frames for FrameWriter {
    fn is_due(&mut self, cycle: u64) -> bool {
        self.all_need_full |= cycle.is_multiple_of(FULL_INTERVAL);
        cycle.is_multiple_of(self.interval)
    }

    fn refresh(&mut self) {
        self.all_need_full = true;
    }

    fn begin(&mut self, moment: &Moment<'_>) {
        let Moment { batch, view, game, .. } = moment;
        // Players may also come and go, and teams get their names, without an agent.
        let is_old = |scenery: &mut Scenery| !scenery.is_of(batch, &game.game.state);
        if self.scenery.take_if(is_old).is_some() {
            self.all_need_full = true;
        }
        let scenery = self.scenery.get_or_insert_with(|| Scenery::new(batch, &game.game));
        scenery.graph.update(view);
        self.is_full = std::mem::take(&mut self.all_need_full);
        let extent = if self.is_full { Extent::Full } else { Extent::Diff };
        scenery.write(moment, extent, &mut self.shared, &mut self.text);
        self.again.clear();
    }

    fn message(&mut self, moment: &Moment<'_>, reader: ReaderId) -> &[u8] {
        let Self { readers, scenery, shared, is_full, text, again, apart, .. } = self;
        let Some(scenery) = scenery else { return text.as_bytes() };
        let Reader { known, teams } = readers.entry(reader).or_default();
        if *is_full {
            *known = Known::Shared;
        }
        let knows_nothing = matches!(known, Known::Nothing);
        let extent = teams.extent(*is_full || knows_nothing, scenery);
        let message: &str = match known {
            Known::Shared if extent == Extent::Again => {
                if again.is_empty() {
                    scenery.write(moment, extent, shared, again);
                }
                again
            }
            Known::Shared => text,
            Known::Own(sent) => {
                scenery.write(moment, extent, sent, apart);
                apart
            }
            Known::Nothing => {
                let mut sent = SentPoses::default();
                scenery.write(moment, extent, &mut sent, apart);
                *known = Known::Own(sent);
                apart
            }
        };
        message.as_bytes()
    }

    fn missed(&mut self, reader: ReaderId) {
        if let Some(reader) = self.readers.get_mut(&reader) {
            reader.known = Known::Nothing;
        }
    }

    fn left(&mut self, reader: ReaderId) {
        self.readers.remove(&reader);
    }
}

impl Acquaintance {
    /// Returns how much the next message tells; `full`: whether it must be a full one.
    fn extent(&mut self, full: bool, scenery: &Scenery) -> Extent {
        let is_again = std::mem::take(&mut self.is_again);
        match (full, is_again) {
            (false, false) => Extent::Diff,
            (false, true) => Extent::Again,
            (true, _) => {
                let shown = shown_names(scenery.names());
                let is_new = |side: Side| {
                    let (known, shown) = (&self.names[side.index()], shown[side.index()]);
                    known.as_deref() != Some(shown)
                };
                self.is_again =
                    Side::BOTH.into_iter().any(|side| scenery.has(side) && is_new(side));
                self.names = shown.map(|name| Some(name.to_owned()));
                Extent::Full
            }
        }
    }
}

impl Scenery {
    fn new(batch: &WorldBatch, game: &Game) -> Self {
        let arena = batch.arena();
        let teams = Side::BOTH.map(|side| game.state.team_name(side));
        let radius = arena.ball_radius();
        Self {
            arena: Arc::clone(arena),
            names: teams.map(|name| name.map(str::to_owned)),
            graph: SceneGraph::new(arena, teams),
            environment: Environment::new(arena.field(), &game.rules, radius, game.compat.is_on()),
        }
    }

    /// Writes a frame; replaces the contents of `out`.
    fn write(&self, moment: &Moment<'_>, extent: Extent, sent: &mut SentPoses, out: &mut String) {
        let Moment { view, game, fouls, .. } = *moment;
        let info = GameInfo { state: &game.game.state, rules: &game.game.rules, fouls };
        out.clear();
        write_frame(out, extent, view.time, &info, &self.environment, &self.graph, sent);
    }

    /// Whether it still fits the game.
    fn is_of(&self, batch: &WorldBatch, state: &GameState) -> bool {
        Arc::ptr_eq(&self.arena, batch.arena())
            && self.names() == Side::BOTH.map(|side| state.team_name(side))
    }

    fn names(&self) -> [Option<&str>; 2] {
        Side::BOTH.map(|side| self.names[side.index()].as_deref())
    }

    /// Whether a team has a player.
    fn has(&self, side: Side) -> bool {
        self.arena.team(side).next().is_some()
    }
}
