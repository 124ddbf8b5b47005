//! The loop of a replay: what is due, to whom, and what is asked for.

use super::Remote;
use super::playhead::{Playhead, check_speed, check_time};
use super::recording::{Recording, RecordingError};
use super::viewer::Viewer;
use crate::server::monitor::MonitorLink;
use crate::wire::replay::Control;
use log::{info, warn};
use std::fmt::Display;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Longest time between two looks at who has come and what is asked for.
const ATTENTION: Duration = Duration::from_millis(10);

/// A recording, and all who watch it.
pub(super) struct Screening {
    recording: Recording,
    playhead: Playhead,
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
        let playhead = remote.playhead();
        Self { recording, playhead, viewers: Vec::new(), remote, arrivals, asked }
    }

    /// Goes on until it is stopped.
    pub(super) fn run(mut self, stop: &CancellationToken) -> Result<(), RecordingError> {
        let mut last = Instant::now();
        while !stop.is_cancelled() {
            let elapsed = last.elapsed();
            last += elapsed;
            if self.playhead.advance(elapsed, &self.recording.index) {
                self.jump();
            }
            self.listen();
            *self.remote.lock() = self.playhead;
            self.show()?;
            let rest = self.playhead.rest(&self.recording.index);
            let rest = rest.unwrap_or(ATTENTION).min(ATTENTION);
            // It has a sender of its own, and so never closes.
            if let Ok(control) = self.asked.recv_timeout(rest) {
                self.obey(control, &"replay");
            }
        }
        Ok(())
    }

    /// Sends everybody what is due.
    fn show(&mut self) -> Result<(), RecordingError> {
        let Self { recording, viewers, arrivals, playhead, .. } = self;
        let due = recording.index.due(playhead.time);
        viewers
            .retain(|viewer| !viewer.link.requests.is_closed() || !viewer.link.requests.is_empty());
        viewers.extend(arrivals.try_iter().map(|link| Viewer::new(link, recording, due)));
        viewers.iter_mut().try_for_each(|viewer| viewer.show(recording, due))
    }

    /// Does what viewers ask for, also those that have left since.
    fn listen(&mut self) {
        let mut asked = Vec::new();
        for viewer in &mut self.viewers {
            while let Ok(control) = viewer.link.requests.try_recv() {
                asked.push((viewer.link.peer, control));
            }
        }
        for (peer, control) in asked {
            self.obey(control, &format_args!("monitor {peer}"));
        }
    }

    fn obey(&mut self, control: Control, asker: &dyn Display) {
        if let Err(error) = self.perform(control) {
            return warn!("{asker}: {error}");
        }
        let Playhead { time, speed, paused, .. } = self.playhead;
        let state = if paused { "paused" } else { "playing" };
        info!("{asker}: {state} at {time:.2} of {:.2} s, speed {speed}", self.recording.duration());
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
                self.jump();
            }
        }
        Ok(())
    }

    /// Lets everybody see the moment, whatever they saw before.
    fn jump(&mut self) {
        let Self { recording, viewers, playhead, .. } = self;
        let due = recording.index.due(playhead.time);
        viewers.iter_mut().for_each(|viewer| viewer.jump(recording, due));
    }
}
