//! The loop of a replay: it sends due messages to viewers and carries out controls.

use super::Remote;
use super::playhead::{Playhead, check_speed, check_time};
use super::recording::{Recording, RecordingError};
use super::viewer::Viewer;
use crate::server::monitor::MonitorLink;
use crate::wire::rcsssmj::replay::Control;
use log::{info, warn};
use std::fmt::Display;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Longest time between two checks for new viewers and controls.
const ATTENTION: Duration = Duration::from_millis(10);
/// Maximum number of controls that are carried out in one pass: from Python and the keyboard
/// together, and from each viewer.
const MOST_CONTROLS: usize = 100;
/// Shortest time between two log lines about viewers' controls.
const DISCRETION: Duration = Duration::from_secs(1);

/// A recording and all its viewers.
pub(super) struct Screening {
    playback: Playback,
    viewers: Vec<Viewer>,
    remote: Remote,
    arrivals: mpsc::Receiver<MonitorLink<Control>>,
    asked: mpsc::Receiver<Control>,
}

impl Screening {
    pub(super) fn new(
        recording: Recording,
        remote: Remote,
        arrivals: mpsc::Receiver<MonitorLink<Control>>,
        asked: mpsc::Receiver<Control>,
    ) -> Self {
        let playback =
            Playback { recording, playhead: remote.playhead(), has_jumped: false, reported: None };
        Self { playback, viewers: Vec::new(), remote, arrivals, asked }
    }

    /// Runs until it is stopped.
    pub(super) fn run(mut self, stop: &CancellationToken) -> Result<(), RecordingError> {
        let mut last = Instant::now();
        let mut next = None;
        while !stop.is_cancelled() {
            // Controls first, so that viewers see their effect, but only so many at a time.
            let controls = next.take().into_iter().chain(self.asked.try_iter());
            controls.take(MOST_CONTROLS).for_each(|control| self.playback.obey(control));
            let elapsed = last.elapsed();
            last += elapsed;
            self.playback.advance(elapsed);
            self.listen();
            *self.remote.lock() = self.playback.playhead;
            self.show()?;
            let rest = self.playback.playhead.rest(&self.playback.recording.index);
            let rest = rest.unwrap_or(ATTENTION).min(ATTENTION);
            // The channel never closes, because `remote` holds a sender.
            next = self.asked.recv_timeout(rest).ok();
        }
        Ok(())
    }

    /// Sends all viewers the messages that are due.
    fn show(&mut self) -> Result<(), RecordingError> {
        let Self { playback, viewers, arrivals, .. } = self;
        let due = playback.recording.index.due(playback.playhead.time);
        if std::mem::take(&mut playback.has_jumped) {
            viewers.iter_mut().for_each(|viewer| viewer.jump(&playback.recording, due));
        }
        viewers.retain(|viewer| !viewer.link.requests.is_over());
        viewers.extend(arrivals.try_iter().map(|link| Viewer::new(link, &playback.recording, due)));
        viewers.iter_mut().try_for_each(|viewer| viewer.show(&mut playback.recording, due))
    }

    /// Carries out viewers' controls, including those of viewers that have left since.
    fn listen(&mut self) {
        let Self { playback, viewers, .. } = self;
        for viewer in viewers {
            let before = playback.playhead;
            let complaints = &viewer.link.complaints;
            viewer.link.requests.take(MOST_CONTROLS, |control| {
                if let Err(error) = playback.perform(control) {
                    complaints.add(error);
                }
            });
            let is_discreet =
                playback.reported.is_some_and(|reported| reported.elapsed() < DISCRETION);
            if playback.playhead != before && !is_discreet {
                playback.log_state(&viewer.link.name);
            }
        }
    }
}

/// A recording and the position in it.
struct Playback {
    recording: Recording,
    playhead: Playhead,
    /// Whether it has jumped since viewers were sent something.
    has_jumped: bool,
    /// When the last line about a control was logged.
    reported: Option<Instant>,
}

impl Playback {
    fn advance(&mut self, elapsed: Duration) {
        self.has_jumped |= self.playhead.advance(elapsed, &self.recording.index);
    }

    /// Carries out a control that does not come from a viewer.
    fn obey(&mut self, control: Control) {
        match self.perform(control) {
            Ok(()) => self.log_state(&"replay"),
            Err(error) => warn!("{error}"),
        }
    }

    fn perform(&mut self, control: Control) -> Result<(), RecordingError> {
        match control {
            Control::Pause => self.playhead.paused = true,
            Control::Play => self.playhead.paused = false,
            Control::Step => self.playhead.step(&self.recording.index),
            Control::Speed(speed) => {
                check_speed(speed)?;
                self.playhead.speed = speed;
            }
            Control::Seek(time) => {
                check_time(time, self.recording.duration())?;
                self.playhead.time = time;
                self.has_jumped = true;
            }
            Control::FullState => self.has_jumped = true,
        }
        Ok(())
    }

    /// Logs the state of the replay after a control.
    fn log_state(&mut self, asker: &dyn Display) {
        self.reported = Some(Instant::now());
        let Playhead { time, speed, paused, .. } = self.playhead;
        let state = if paused { "paused" } else { "playing" };
        info!("{asker}: {state} at {time:.2} of {:.2} s, speed {speed}", self.recording.duration());
    }
}
