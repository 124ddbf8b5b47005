//! What monitors and the log file are told.

use super::complaints::Complaints;
use super::journal::Journal;
use super::monitor::{MOST_UNREAD, MonitorLink, PATIENCE};
use super::patience::RunningClock;
use super::trainer::Asker;
use crate::batch::WorldBatch;
use crate::soccer::{Arena, Foul, Game, GameState, PlayerId, Side};
use crate::wire::Request;
use crate::wire::rcsssmj::monitor::{
    Environment, Extent, GameInfo, SceneGraph, SentPoses, shown_names, write_frame,
};
use log::{Level, warn};
use std::fmt::Display;
use std::sync::Arc;
use std::time::Instant;

/// Cycles between two messages.
const INTERVAL: u64 = 2;
/// Cycles between two messages that tell everything.
const FULL_INTERVAL: u64 = 250;
/// Requests that are done in one cycle, of all monitors together.
const MOST_REQUESTS: usize = 256;

/// What a monitor knows of the scene.
enum Known {
    /// Nothing: it needs a full message.
    Nothing,
    /// What it was sent, apart from the others.
    Own(SentPoses),
    /// What all were sent.
    Shared,
}

/// Which teams somebody knows, in order to find their players.
///
/// A viewer such as RoboViz learns the names of teams at the end of a full message, and finds players
/// by these names at the beginning of one. So whoever gets names that it did not know gets everything
/// once more.
#[derive(Debug, Default)]
struct Acquaintance {
    /// Names in the last full message.
    names: [Option<String>; 2],
    /// Is the next message to tell everything once more?
    is_again: bool,
}

struct Monitor {
    link: MonitorLink,
    known: Known,
    teams: Acquaintance,
    /// Since when it has not read, if it has not.
    behind: Option<Instant>,
    /// It may be so again and again.
    complaints: Complaints,
}

/// What goes with a roster.
struct Scenery {
    arena: Arc<Arena>,
    names: [Option<String>; 2],
    graph: SceneGraph,
    environment: Environment,
}

/// All monitors, in order of coming, and the log file.
pub(super) struct Broadcast {
    monitors: Vec<Monitor>,
    journal: Option<Journal>,
    /// What the log file knows.
    teams: Acquaintance,
    may_wait_for_disk: bool,
    clock: RunningClock,
    scenery: Option<Scenery>,
    /// What those know who know the same.
    shared: SentPoses,
    all_need_full: bool,
    /// Given since the last message.
    fouls: Vec<(PlayerId, Foul)>,
    text: String,
    /// What monitors have done to the match, in the log.
    deeds: Complaints,
}

impl Broadcast {
    /// `may_wait_for_disk`: whether a slow disk may hold the game up.
    pub(super) fn new(journal: Option<Journal>, may_wait_for_disk: bool) -> Self {
        Self {
            monitors: Vec::new(),
            journal,
            teams: Acquaintance::default(),
            may_wait_for_disk,
            clock: RunningClock::new(),
            scenery: None,
            shared: SentPoses::default(),
            all_need_full: true,
            fouls: Vec::new(),
            text: String::new(),
            deeds: Complaints::about_all("commands"),
        }
    }

    /// Takes a monitor in.
    pub(super) fn welcome(&mut self, link: MonitorLink) {
        let complaints = link.complaints.clone();
        let (known, teams) = (Known::Nothing, Acquaintance::default());
        self.monitors.push(Monitor { link, known, teams, behind: None, complaints });
    }

    /// Lets the next message be a full one.
    pub(super) fn tell_all(&mut self) {
        self.all_need_full = true;
    }

    /// What monitors ask for, also those that have left since; what is too much for a cycle waits
    /// for the next one.
    pub(super) fn requests(&mut self) -> Vec<(Asker, Request)> {
        let mut requests = Vec::new();
        let asking = self.monitors.iter().filter(|monitor| !monitor.link.requests.is_empty());
        let share = (MOST_REQUESTS / asking.count().max(1)).max(1);
        for (asker, monitor) in self.monitors.iter_mut().enumerate() {
            monitor.link.requests.take(share, |request| requests.push((asker, request)));
        }
        requests
    }

    /// Logs what a monitor asks for that cannot be done.
    pub(super) fn complain(&self, asker: Asker, problem: impl Display) {
        if let Some(monitor) = self.monitors.get(asker) {
            monitor.complaints.add(problem);
        }
    }

    /// Logs that a monitor has taken a hand in the match.
    pub(super) fn note(&self, asker: Asker, deed: impl Display) {
        if let Some(monitor) = self.monitors.get(asker) {
            self.deeds.note(Level::Info, format_args!("monitor {}: {deed}", monitor.link.peer));
        }
    }

    /// Answers those who wanted to know that their commands are done, each in one message.
    pub(super) fn acknowledge(&mut self, words: &[(Asker, String)]) {
        for answers in words.chunk_by(|(one, _), (other, _)| one == other) {
            let Some(monitor) = self.monitors.get(answers[0].0) else { continue };
            let text: String = answers.iter().map(|(_, word)| format!("(ack {word})")).collect();
            // A monitor that has left too much unread misses it.
            monitor.link.outbox.send(text.as_bytes());
        }
    }

    /// Tells everybody how the world is after a step, if it is time.
    pub(super) fn report(&mut self, batch: &mut WorldBatch) -> crate::Result<()> {
        self.monitors.retain(|monitor| !monitor.link.requests.is_over());
        let game = batch.game(0)?;
        self.fouls.extend_from_slice(&game.game.referee.fouls);
        let frame = game.frame;
        self.all_need_full |= frame.is_multiple_of(FULL_INTERVAL);
        if !frame.is_multiple_of(INTERVAL) {
            return Ok(());
        }
        if !self.monitors.is_empty() || self.journal.is_some() {
            self.write(batch)?;
        }
        self.fouls.clear();
        Ok(())
    }

    fn write(&mut self, batch: &WorldBatch) -> crate::Result<()> {
        let (view, game) = (batch.world(0)?, batch.game(0)?);
        // Players may also come and go, and teams get their names, without an agent.
        let state = &game.game.state;
        let is_old = |scenery: &mut Scenery| !scenery.is_of(batch, state);
        if self.scenery.take_if(is_old).is_some() {
            self.all_need_full = true;
        }
        let scenery = self.scenery.get_or_insert_with(|| Scenery::new(batch, &game.game));
        scenery.graph.update(&view);
        let scenery = &*scenery;
        let info = GameInfo { state, rules: &game.game.rules, fouls: &self.fouls };
        let write = |extent: Extent, sent: &mut SentPoses, out: &mut String| {
            out.clear();
            write_frame(out, extent, view.time, &info, &scenery.environment, &scenery.graph, sent);
        };
        let full = std::mem::take(&mut self.all_need_full);
        write(if full { Extent::Full } else { Extent::Diff }, &mut self.shared, &mut self.text);
        let (mut again, mut apart) = (String::new(), String::new());
        let is_again = |teams: &Acquaintance| teams.is_again && !full;
        if is_again(&self.teams) || self.monitors.iter().any(|monitor| is_again(&monitor.teams)) {
            write(Extent::Again, &mut self.shared, &mut again);
        }
        if let Some(journal) = &mut self.journal {
            let extent = self.teams.extent(full, scenery);
            let text = if extent == Extent::Again { &again } else { &self.text };
            journal.write(text, self.may_wait_for_disk);
        }
        let now = self.clock.now();
        for monitor in self.monitors.iter_mut().filter_map(|monitor| monitor.if_reading(now)) {
            if full {
                monitor.known = Known::Shared;
            }
            let knows_nothing = matches!(monitor.known, Known::Nothing);
            let extent = monitor.teams.extent(full || knows_nothing, scenery);
            let text = match &mut monitor.known {
                Known::Shared if extent == Extent::Again => &again,
                Known::Shared => &self.text,
                Known::Own(sent) => {
                    write(extent, sent, &mut apart);
                    &apart
                }
                Known::Nothing => {
                    let mut sent = SentPoses::default();
                    write(extent, &mut sent, &mut apart);
                    monitor.known = Known::Own(sent);
                    &apart
                }
            };
            monitor.link.outbox.send(text.as_bytes());
        }
        Ok(())
    }
}

impl Acquaintance {
    /// How much the next message tells, of which it is known whether it must be a full one.
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

impl Monitor {
    /// Itself, unless it is behind with reading: then it misses messages until it has caught up,
    /// and gets a full one.
    fn if_reading(&mut self, now: Instant) -> Option<&mut Self> {
        let unread = self.link.outbox.waiting();
        match self.behind {
            None if unread < MOST_UNREAD => return Some(self),
            None => {
                self.complaints.add("reads too slowly and misses messages");
                self.known = Known::Nothing;
                self.behind = Some(now);
            }
            Some(_) if unread == 0 => {
                self.behind = None;
                return Some(self);
            }
            Some(since) => {
                if now.saturating_duration_since(since) > PATIENCE && !self.link.gone.is_cancelled()
                {
                    warn!("monitor {} does not read, disconnected", self.link.peer);
                    self.link.gone.cancel();
                }
            }
        }
        None
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

    /// Is it still what there is?
    fn is_of(&self, batch: &WorldBatch, state: &GameState) -> bool {
        Arc::ptr_eq(&self.arena, batch.arena())
            && self.names() == Side::BOTH.map(|side| state.team_name(side))
    }

    fn names(&self) -> [Option<&str>; 2] {
        Side::BOTH.map(|side| self.names[side.index()].as_deref())
    }

    /// Has a team a player?
    fn has(&self, side: Side) -> bool {
        self.arena.team(side).next().is_some()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::server::session::{Capacity, Outbox, Queued, Requests};
    use std::time::Duration;
    use tokio_util::sync::CancellationToken;

    /// A monitor, and what it has not read.
    fn monitor() -> (Monitor, Queued) {
        let (outbox, queued) = Outbox::queue(1000);
        let peer = "127.0.0.1:1".parse().unwrap();
        let complaints = Complaints::about("monitor");
        let gone = CancellationToken::new();
        let (_, requests) = Requests::new(Capacity { messages: 1, bytes: 1 }, gone.clone());
        let link = MonitorLink { peer, requests, outbox, gone, complaints: complaints.clone() };
        let (known, teams) = (Known::Shared, Acquaintance::default());
        (Monitor { link, known, teams, behind: None, complaints }, queued)
    }

    #[test]
    fn a_slow_monitor_misses_messages_until_it_has_caught_up() {
        let (mut monitor, mut queued) = monitor();
        let now = Instant::now();
        assert!(monitor.if_reading(now).is_some());
        assert!((0..MOST_UNREAD).all(|_| monitor.link.outbox.send(b"x")));
        assert!(monitor.if_reading(now).is_none());
        assert!(matches!(monitor.known, Known::Nothing), "it has missed something");
        (1..MOST_UNREAD).for_each(|_| drop(queued.try_recv().unwrap()));
        assert!(monitor.if_reading(now).is_none());
        drop(queued.try_recv().unwrap());
        assert!(monitor.if_reading(now + 2 * PATIENCE).is_some());
        assert!(!monitor.link.gone.is_cancelled());
    }

    #[test]
    fn a_monitor_that_stops_reading_is_let_go() {
        let (mut monitor, _queued) = monitor();
        let now = Instant::now();
        assert!((0..MOST_UNREAD).all(|_| monitor.link.outbox.send(b"x")));
        assert!(monitor.if_reading(now).is_none());
        assert!(monitor.if_reading(now + PATIENCE).is_none());
        assert!(!monitor.link.gone.is_cancelled());
        assert!(monitor.if_reading(now + PATIENCE + Duration::from_millis(1)).is_none());
        assert!(monitor.link.gone.is_cancelled());
    }
}
