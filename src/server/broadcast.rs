//! Frames of the game for monitors and the log file, and what monitors ask for.

use super::complaints::Complaints;
use super::dialect::rcsssmj::Rcsssmj;
use super::dialect::{self, Dialect, Frames, Moment, ReaderId, Reporting};
use super::journal::Journal;
use super::monitor::{MOST_UNREAD, MonitorLink};
use super::trainer::Asker;
use super::web::Web;
use crate::batch::WorldBatch;
use crate::soccer::{Foul, PlayerId};
use crate::wire::Request;
use log::Level;
use std::fmt::Display;
use std::sync::Arc;

/// Maximum number of requests, of all monitors together, that are carried out in one cycle.
const MOST_REQUESTS: usize = 256;

/// Cycles between two full messages in a log file, as in rcsssmj's.
const FULL_INTERVAL: u64 = 250;

/// The log file as a reader of frames; monitors have the ids after it.
const LOG: ReaderId = ReaderId(0);

/// The frames of one dialect.
struct Channel {
    dialect: Arc<dyn Reporting>,
    frames: Box<dyn Frames>,
    /// Fouls since the last frame.
    fouls: Vec<(PlayerId, Foul)>,
    /// Fouls before those in `fouls`.
    fouls_before: u64,
}

impl Channel {
    fn new(dialect: Arc<dyn Reporting>, interval: u64) -> Self {
        let frames = dialect.frames(interval);
        Self { dialect, frames, fouls: Vec::new(), fouls_before: 0 }
    }
}

/// The log file.
struct Log {
    journal: Journal,
    /// Index of the channel whose frames are written to it.
    channel: usize,
    /// Whether a slow disk may hold the game up.
    may_wait: bool,
    /// The cycle in which the next full frame is due, for forms whose frames do not repeat
    /// everything anyway.
    next_full: Option<u64>,
}

impl Log {
    /// Whether this file alone needs a full frame in this cycle.
    fn is_full_due(&mut self, cycle: u64) -> bool {
        let is_late = self.next_full.is_some_and(|next| next <= cycle);
        let is_due = self.journal.asks_for_full() || is_late;
        if is_due && self.next_full.is_some() {
            self.next_full = Some(cycle + FULL_INTERVAL);
        }
        is_due
    }
}

struct Monitor {
    link: MonitorLink,
    id: ReaderId,
    /// Index of the channel whose frames it gets.
    channel: usize,
    /// Whether it is behind with reading.
    is_behind: bool,
    /// Log lines about this monitor.
    complaints: Complaints,
}

/// All monitors, in the order in which they came, and the log file.
pub(super) struct Broadcast {
    monitors: Vec<Monitor>,
    /// Monitors that have come so far.
    count: u64,
    channels: Vec<Channel>,
    log: Option<Log>,
    /// Log lines about commands that decided something in the match.
    decisions: Complaints,
}

impl Broadcast {
    /// Makes a channel for each dialect, in their order, and one for browsers. Each has a frame
    /// every `interval` cycles; `may_wait`: whether a slow disk may hold the game up.
    pub(super) fn new<'d>(
        dialects: impl Iterator<Item = &'d Arc<dyn Dialect>>,
        interval: u64,
        journal: Option<Journal>,
        may_wait: bool,
    ) -> Self {
        let dialects = dialects.map(|dialect| Arc::clone(dialect) as Arc<dyn Reporting>);
        let kinds = dialects.chain(std::iter::once(Arc::new(Web) as Arc<dyn Reporting>));
        let mut channels: Vec<_> = kinds.map(|kind| Channel::new(kind, interval)).collect();
        let log = journal.map(|journal| {
            let is_of_log = |dialect: &dyn Reporting| dialect.log_form() == Some(journal.form());
            let known = channels.iter().position(|channel| is_of_log(&*channel.dialect));
            let channel = known.unwrap_or_else(|| {
                let mut all =
                    dialect::all().into_iter().map(|spoken| spoken.dialect as Arc<dyn Reporting>);
                let silent = all.find(|dialect| is_of_log(&**dialect));
                channels.push(Channel::new(silent.unwrap_or(Arc::new(Rcsssmj)), interval));
                channels.len() - 1
            });
            let next_full = (!journal.form().repeats_everything()).then_some(0);
            Log { journal, channel, may_wait, next_full }
        });
        Self {
            monitors: Vec::new(),
            count: 0,
            channels,
            log,
            decisions: Complaints::about_all("commands"),
        }
    }

    /// Takes in a monitor that speaks a dialect, or, after the last of them, a browser.
    pub(super) fn add(&mut self, dialect: usize, link: MonitorLink) {
        self.count += 1;
        let (id, complaints) = (ReaderId(self.count), link.complaints.clone());
        self.monitors.push(Monitor { link, id, channel: dialect, is_behind: false, complaints });
    }

    /// Makes the next frame a full one.
    pub(super) fn refresh(&mut self) {
        self.channels.iter_mut().for_each(|channel| channel.frames.refresh());
    }

    /// Returns the requests for this cycle, including those of monitors that have left since. Each
    /// monitor has an equal share; requests beyond it wait for the next cycle.
    pub(super) fn requests(&mut self) -> Vec<(Asker, Request)> {
        let mut requests = Vec::new();
        let asking = self.monitors.iter().filter(|monitor| !monitor.link.requests.is_empty());
        let share = (MOST_REQUESTS / asking.count().max(1)).max(1);
        for (asker, monitor) in self.monitors.iter_mut().enumerate() {
            monitor.link.requests.take(share, |request| requests.push((asker, request)));
        }
        requests
    }

    /// Logs why a request of a monitor cannot be carried out.
    pub(super) fn complain(&self, asker: Asker, problem: impl Display) {
        if let Some(monitor) = self.monitors.get(asker) {
            monitor.complaints.add(problem);
        }
    }

    /// Logs that a command of a monitor has decided something in the match.
    pub(super) fn note(&self, asker: Asker, decision: impl Display) {
        if let Some(monitor) = self.monitors.get(asker) {
            self.decisions.note(Level::Info, format_args!("{}: {decision}", monitor.link.name));
        }
    }

    /// Sends the answers that monitors asked for, each in a message of its own.
    pub(super) fn acknowledge(&mut self, words: &[(Asker, String)]) {
        for (asker, word) in words {
            let Some(monitor) = self.monitors.get(*asker) else { continue };
            let answer = self.channels[monitor.channel].dialect.acknowledgement(word);
            // A monitor that has left too much unread misses it.
            monitor.link.outbox.send(answer.as_bytes());
        }
    }

    /// Sends the frames that are due after a step, and forgets monitors that have left; `selected`
    /// is the player that one of them has selected.
    pub(super) fn report(
        &mut self,
        batch: &WorldBatch,
        selected: Option<PlayerId>,
    ) -> crate::Result<()> {
        let Self { monitors, channels, .. } = self;
        for monitor in monitors.extract_if(.., |monitor| monitor.link.requests.is_over()) {
            channels[monitor.channel].frames.left(monitor.id);
        }
        let game = batch.game(0)?;
        for at in 0..self.channels.len() {
            let channel = &mut self.channels[at];
            channel.fouls.extend_from_slice(&game.game.referee.fouls);
            if !channel.frames.is_due(game.frame) {
                continue;
            }
            if self.is_read(at) {
                self.write(batch, selected, at)?;
            }
            let channel = &mut self.channels[at];
            channel.fouls_before += channel.fouls.len() as u64;
            channel.fouls.clear();
        }
        Ok(())
    }

    /// Whether a channel has readers.
    fn is_read(&self, at: usize) -> bool {
        self.log.as_ref().is_some_and(|log| log.channel == at)
            || self.monitors.iter().any(|monitor| monitor.channel == at)
    }

    /// Sends a frame to all readers of a channel.
    fn write(
        &mut self,
        batch: &WorldBatch,
        selected: Option<PlayerId>,
        at: usize,
    ) -> crate::Result<()> {
        let Self { monitors, channels, log, .. } = self;
        let Channel { frames, fouls, fouls_before, .. } = &mut channels[at];
        let (view, game, fouls_before) = (batch.world(0)?, batch.game(0)?, *fouls_before);
        let moment = Moment { batch, view, game, fouls, fouls_before, selected };
        frames.begin(&moment);
        if let Some(log) = log.as_mut().filter(|log| log.channel == at) {
            if log.is_full_due(game.frame) {
                frames.missed(LOG);
            }
            log.journal.write(frames.message(&moment, LOG), log.may_wait);
        }
        for monitor in monitors.iter_mut().filter(|monitor| monitor.channel == at) {
            if monitor.is_reading() {
                monitor.link.outbox.send(frames.message(&moment, monitor.id));
            } else {
                frames.missed(monitor.id);
            }
        }
        Ok(())
    }
}

impl Monitor {
    /// False while it is behind with reading: then it misses frames until it has caught up. It may
    /// never read and stay connected, because there are trainers that only send.
    fn is_reading(&mut self) -> bool {
        let unread = self.link.outbox.waiting();
        if !self.is_behind && unread >= MOST_UNREAD {
            self.complaints.add("reads too slowly and misses messages");
            self.is_behind = true;
        } else if unread == 0 {
            self.is_behind = false;
        }
        !self.is_behind
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::server::session::{Capacity, Outbox, Queued, Requests};
    use tokio_util::sync::CancellationToken;

    /// A monitor, and the messages that it has not read.
    fn monitor() -> (Monitor, Queued) {
        let (outbox, queued) = Outbox::queue(1000);
        let name = "monitor".to_owned();
        let complaints = Complaints::about(&name);
        let (_, requests) =
            Requests::new(Capacity { messages: 1, bytes: 1 }, CancellationToken::new());
        let link = MonitorLink { name, requests, outbox, complaints: complaints.clone() };
        (Monitor { link, id: ReaderId(1), channel: 0, is_behind: false, complaints }, queued)
    }

    #[test]
    fn a_slow_monitor_misses_messages_until_it_has_caught_up() {
        let (mut monitor, mut queued) = monitor();
        assert!(monitor.is_reading());
        assert!((0..MOST_UNREAD).all(|_| monitor.link.outbox.send(b"x")));
        assert!(!monitor.is_reading());
        (1..MOST_UNREAD).for_each(|_| drop(queued.try_recv().unwrap()));
        assert!(!monitor.is_reading());
        drop(queued.try_recv().unwrap());
        assert!(monitor.is_reading());
    }
}
